//! Lines and stacks of numbers as one self-contained SVG picture.
//!
//! For: turning plain data ([`Plot`]) into a picture that opens from disk: axes, legend, no script, no
//! font of its own, light and dark by the reader's preference, text for screen readers.
//! Not for: deciding what is shown, arguments, files; nor for any chip: names and numbers come in the
//! data.
//!
//! Everything that comes from the data is escaped; numbers that are none are left out. The same data
//! give the same bytes.
#![forbid(unsafe_code)]

mod axes;
mod data;
mod marks;
mod picture;
mod text;

pub use data::{Axis, COLORS, Layer, Line, Marks, Panel, Plot, Scale, Tick};
pub use picture::svg;

#[cfg(test)]
mod tests;
