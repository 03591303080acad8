//! Xenos textures: storage, formats, sampling, and the bytes that copies store.
//!
//! For: where texels lie in guest memory, what numbers they stand for, what a texture fetch
//! answers, and elements of copies out of EDRAM.
//! Not for: what a program asks (`xenos-eval`), nor EDRAM itself.
//! Facts: `docs/hardware/xenos-texture.md` for storage and formats, `docs/hardware/xenos-microcode.md`
//! chapter S for sampling.
//!
//! ```
//! use xenos_memory::{GuestMemory, Writer};
//! use xenos_regs::fetch::TextureFetch;
//! use xenos_regs::words::DataFormat;
//!
//! let memory = GuestMemory::new();
//! memory.write_words(Writer::Cpu, 0x1000, &[0xFF80_0000])?;
//! // 32 x 1 texels of 8_8_8_8, linear, as the chip sees big-endian words.
//! let mut fetch = TextureFetch::from_words([2 | 1 << 22, 2 << 6 | 1 << 12, 31, 0, 0, 1 << 9]);
//! fetch.d1 = fetch.d1.with_format(DataFormat::K8888);
//! let texel = xenos_texture::texel(&fetch, &memory, 0, 0, 0, 0)?;
//! assert_eq!(texel, [0.0, 0.0, 128.0 / 255.0, 1.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "results are exact, and tests say so"))]

pub mod address;
mod arithmetic;
mod block;
mod cache;
pub mod component;
pub mod endian;
mod event;
pub mod format;
pub mod gamma;
pub mod layout;
pub mod pack;
pub mod parts;
mod sample;
mod sampler;
mod texel;

pub use cache::{DEFAULT_BYTES, Texture, TextureCache};
pub use event::Event;
pub use format::NoDecoder;
pub use sampler::Sampler;
pub use texel::{Reader, Texel, texel};
