//! What a trace is and uses, as one self-contained HTML page.
//!
//! For: turning plain data ([`Report`]) into a page that opens from disk: no network, no script, light
//! and dark, wide and narrow, for eyes and for screen readers.
//! Not for: playing traces, counting, arguments, files; nor for any chip: names and numbers come in
//! the data, pictures as PNG files.
//!
//! Everything that comes from the data is escaped, and the page's own policy forbids it to load
//! anything.
#![forbid(unsafe_code)]

mod base64;
mod charts;
mod data;
mod page;
mod pictures;
mod tables;
mod text;

pub use data::{
    Bar, Bars, Coverage, Outside, Picture, Refusal, Report, Row, Series, Table, Texture, Tile,
};
pub use page::page;
pub use text::{counted, number};

#[cfg(test)]
mod tests;
