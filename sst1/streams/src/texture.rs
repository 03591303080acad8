//! Textures as a program prepares them.
//!
//! For: pictures made by code, mip chains, all texel formats, NCC tables and palettes, the place
//! and the bus addresses of a map in texture memory. Not for: how the chip samples them.

mod download;
mod encode;
mod image;
mod map;
mod ncc;
mod palette;

pub use download::Bound;
pub(crate) use download::texel_offset;
pub use image::Image;
pub use map::{Map, Shape};
pub use ncc::Ncc;
pub use palette::Palette;
