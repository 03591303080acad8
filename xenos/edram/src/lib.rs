//! The Xenos' 10 MiB of EDRAM, and the logic beside the memory.
//!
//! For: where a sample of a surface lies; what a colour or a depth is as stored bits, and back;
//! alpha test, alpha to mask, depth and stencil test, blending and write masks of one sample.
//! Not for: which samples a primitive covers, order of samples, copies to guest memory.
//! Facts: `docs/hardware/xenos-edram.md`; comments name its rules.
//!
//! Two surfaces over the same tiles see the same words: aliasing needs no rule here.
//!
//! ```
//! use xenos_edram::{Edram, Kind, Surface, format, merge::ColorUnit};
//! use xenos_regs::words::{ColorFormat, MsaaSamples};
//!
//! let mut edram = Edram::new();
//! let kind = Kind::Color(ColorFormat::Fixed8888);
//! let target = Surface::new(0, 320, MsaaSamples::X4, kind)?;
//! let unit = ColorUnit::plain(ColorFormat::Fixed8888, 0xF);
//! let stored = target.read(&edram, 5, 7, 2);
//! target.write(&mut edram, 5, 7, 2, unit.merge([1.0, 0.5, 0.0, 1.0], stored));
//! assert_eq!(target.read(&edram, 5, 7, 2), [0xFF00_80FF, 0]);
//! # Ok::<(), xenos_edram::Undefined>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "results are exact, and tests say so"))]

mod clear;
pub mod format;
mod memory;
pub mod merge;
mod surface;

pub use clear::clear_words;
pub use memory::{Edram, TILE_WORDS, TILES, WORDS, WrongSize};
pub use surface::{Kind, Surface, Undefined, sample_count};
