//! What an SST-1 stream uses.
//!
//! For: the keys that a census of this chip counts (pixel-pipeline states without their don't-care
//! bits, textures, combine functions, fills, LFB formats, commands, registers and their classes,
//! triangle sizes, bytes, swaps, overdraw), an [`Engine`](sst1_board::Engine) that counts while
//! another one draws, a [`Device`](sst1_board::Device) that counts accesses on their way in, and
//! pictures of the textures that are used.
//! Not for: tables, files, contracts (`base-census`), nor drawing.
//! Facts: which bits cannot matter follows from the digest's sections 4.3, 5.6 to 5.9 and the page of
//! decisions; `docs/census.md` lists every rule.
#![forbid(unsafe_code)]

mod counting;
mod device;
mod gallery;
pub mod keys;
mod reading;
mod tables;
mod words;

pub use counting::Counting;
pub use device::CensusDevice;
pub use gallery::Sight;
pub use reading::{CHIP, Rows, TABLES, is_table, rows};
pub use tables::Sums;
