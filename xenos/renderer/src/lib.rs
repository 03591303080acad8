//! What every renderer of Xenos streams is.
//!
//! For: the [`Renderer`] trait, which the reference engine and faster ones implement; the picture
//! that a swap shows; what a renderer counts; indices as draws
//! name them; work handed to threads that the caller owns.
//! Not for: drawing.
//! Facts: specification digest `xenos-hardware` section 7 for the display's values.
#![forbid(unsafe_code)]

mod indices;
mod presented;
mod renderer;
mod statistics;
mod workers;

pub use indices::stored_index;
pub use presented::{DISPLAY_ONE, FrontFormat, Presented};
pub use renderer::{LoadError, Renderer, Resolved};
pub use statistics::Statistics;
pub use workers::{Alone, Workers};
