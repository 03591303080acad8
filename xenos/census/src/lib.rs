//! What a Xenos stream uses.
//!
//! For: the tables and keys of this chip's census (packets, registers, primitives, surfaces, states,
//! vertex and texture layouts, samplers, programs, resolves, buffers, waits, fences), a
//! [`Sink`](xenos_front::Sink) that counts them beside a live feed or a trace, what of them a
//! contract holds.
//! Not for: playing a trace (`play`), counting tables, files and contracts (`base-census`), nor what a register does.
//! Facts: docs/census-xenos.md says what every table counts and how its keys read.
#![forbid(unsafe_code)]

mod buffers;
mod copies;
mod counting;
mod draws;
mod gamma;
mod keys;
mod names;
mod packets;
mod pages;
mod parts;
mod program;
mod quick;
mod reading;
mod registers;
mod tables;
mod tiles;

pub use copies::{Rectangle, copy_rectangle, copy_vertices};
pub use counting::Counting;
pub use reading::{CHIP, Kind, Rows, TABLES, TableRow, is_table, kind_of, rows, unfinished_frames};
