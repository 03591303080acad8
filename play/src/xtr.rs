//! Looking into `.xtr` traces: what is in them, packet by packet, draw by draw, program by program.
//!
//! For: playing a trace through the command processor record by record, and telling what it does as
//! plain data; the program prints it.
//! Not for: drawing; nor what a packet, register or program means, which the crates of the chip say.

mod census;
mod draws;
pub mod evaluate;
mod fields;
mod info;
mod packets;
mod player;
mod programs;
mod rendering;
mod state;

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
pub use state::{ConstantRow, DrawState, FetchRow, ProgramRow};
