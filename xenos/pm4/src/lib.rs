//! PM4: the packets of the Xenos' command streams.
//!
//! For: words to typed packets and back, and as text with register and field names.
//! Not for: executing them; that is `xenos-front`.
//! Facts: specification digest `pm4`.
#![forbid(unsafe_code)]
