//! The command processor: packets, registers and memory become one ordered stream of events.
//!
//! For: the live feed (ring, write pointer, memory, callbacks) and the trace feed, over one decoder
//! and one executor; recording events for another thread and replaying them there; rebuilding ring,
//! buffers and memory from a trace for the live feed; the records that a place in a trace goes on
//! from. Whatever reads or writes traces is the feature `trace`, which hosts of running programs can
//! leave out.
//! Not for: drawing, nor what a texture or a program means.
//! Facts: specification digests `pm4`, `xtr-format`, `xenos-native-renderer` sections 1 and 3.
#![forbid(unsafe_code)]

mod budget;
mod calls;
mod compile;
mod counts;
mod effects;
mod event;
mod exports;
mod gamma;
mod groups;
mod live;
mod notes;
mod observe;
#[cfg(feature = "trace")]
mod prelude;
mod processor;
mod program;
#[cfg(feature = "trace")]
mod rebuild;
mod record;
mod refusals;
mod registers;
mod shader;
mod sink;
#[cfg(feature = "trace")]
mod trace;
mod unsynced;

pub use calls::CallStatistics;
pub use counts::Counts;
pub use event::{Cause, Clear, Draw, Event, Indices, MemoryWrite, State, Swap};
pub use gamma::{Gamma, PIECES, TABLE};
pub use groups::StateGroup;
pub use live::{Limits, LiveFeed, MAX_DEPTH, Origin, Outcome, Reading};
pub use notes::{Notes, PacketNote, Path, WriteNote, split_writes};
pub use observe::{Bins, Observation};
#[cfg(feature = "trace")]
pub use prelude::{Carried, OpenRecords, PreludeError};
pub use processor::Processor;
pub use program::Program;
#[cfg(feature = "trace")]
pub use rebuild::{Pace, RebuiltFeed};
pub use record::{Batch, Channel, Recorder, Replayer};
pub use refusals::{REFUSALS, refusal};
pub use registers::{FETCH_SLOTS, FETCH_WORDS, Registers};
pub use shader::{Shader, Stage};
pub use sink::{Direct, Ignore, Need, RegisterRun, Sink};
#[cfg(feature = "trace")]
pub use trace::TraceFeed;
