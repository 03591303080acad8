//! The command processor: packets, registers and memory become one ordered stream of events.
//!
//! For: the live feed (ring, write pointer, memory, callbacks) and the trace feed.
//! Not for: drawing.
//! Facts: specification digests `pm4`, `xtr-format`, `xenos-native-renderer` sections 1 and 3.
#![forbid(unsafe_code)]
