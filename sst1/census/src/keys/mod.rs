//! The keys. Each is a small value that hashes fast and reads as text; `docs/census.md` lists them.

mod combine;
mod lfb;
mod pipeline;
mod register;
mod size;
mod text;
mod texture;

pub use combine::{ColorCombineKey, TextureCombineKey};
pub use lfb::LfbKey;
pub use pipeline::{FillKey, LfbPipelineKey, PipelineKey};
pub use register::register_class;
pub use size::{OVERDRAW, TRIANGLE_SIZES, overdraw, triangle_size};
pub use text::fields_text;
pub use texture::TextureKey;
