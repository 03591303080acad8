//! Pictures on the host's side: buffers, PNG files, comparison, difference pictures.
//!
//! For: holding a finished picture, writing it byte-stably, reading one back, saying exactly how
//! two differ, and the hash that the reference frame lists use.
//! Not for: a chip's texture or frame-buffer formats. The one exception is RGB565, because raw
//! 16-bit pictures ([`Words16`]) have to be shown somehow.
//! Facts: PNG from the `png` crate; RGB565 widening by bit replication; the hash from the
//! description beside the shared traces.
#![forbid(unsafe_code)]

mod buffer;
mod compare;
mod difference;
mod error;
mod hash;
mod png_file;
mod rgb565;

pub use buffer::{Rgb8, Rgba8, Words16};
pub use compare::{Comparison, compare, compare_words};
pub use difference::difference_picture;
pub use error::PixelsError;
pub use hash::{FNV_PRIME, FNV_START, fnv1a_words};
pub use png_file::{
    MAX_PIXELS, MAX_SIDE, decode_gray16, decode_rgb8, decode_rgba8, encode_gray16, encode_rgb8,
};
pub use rgb565::{rgb565_to_rgb8, rgb565_to_rgb888};
