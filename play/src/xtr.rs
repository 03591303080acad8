//! `.xtr` traces: what is in them, packet by packet, draw by draw, program by program; and rendered,
//! cut, saved in the middle.
//!
//! For: playing a trace through the command processor record by record, telling what it does as
//! plain data, which the program prints; playing it into a renderer; cutting frames out of it.
//! Not for: drawing; nor what a packet, register or program means, which the crates of the chip say.

mod census;
mod draws;
pub mod evaluate;
mod fields;
mod info;
mod kept;
mod packets;
mod player;
mod programs;
mod rendering;
mod resolved;
mod save;
mod state;
mod summary;
mod tail;
mod threads;
mod trim;

pub use census::{XtrCensus, census};
pub use draws::{
    CopyRow, DepthRow, DrawRow, DrawSeen, Draws, ElementRow, ExportRow, IndexRow, SurfaceRow,
    TargetRow, TextureRow, VertexRow, What, vertex_name,
};
pub use fields::{FieldRow, FieldValueRow, RegisterRow, as_map};
pub use info::{PacketCounts, XtrDetails, XtrInfo};
pub use packets::{Outcome, PacketSeen, Packets};
pub use player::{Place, XtrPlayer};
pub use programs::{Listing, Loads, Programs, sha1_hex};
pub use rendering::{Reached, Rendering};
pub use resolved::{ResolvedPicture, resolved_bytes, resolved_picture};
pub use save::{PositionError, XTR_SAVE_VERSION};
pub use state::{ConstantRow, DrawState, FetchRow, ProgramRow};
pub use summary::XtrSummary;
pub use threads::Threads;
pub use trim::{TrimError, Trimmed, trim};
