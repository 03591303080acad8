//! What an SST-1 stream uses.
//!
//! For: the keys that a census of this chip counts (pixel-pipeline states without their don't-care
//! bits, textures, combine functions, LFB formats, commands, register classes, triangle sizes,
//! uploads, swaps), an [`Engine`](sst1_board::Engine) that counts while another one draws, and a
//! [`Device`](sst1_board::Device) that counts accesses on their way in.
//! Not for: tables, files, contracts (`base-census`), nor drawing.
#![forbid(unsafe_code)]

mod counting;
mod device;
pub mod keys;
mod tables;

pub use counting::Counting;
pub use device::CensusDevice;
pub use tables::Tables;
