//! Where Xenia's pictures may differ from ours by more than 1/255, and why.
//!
//! Every row is a cause that was found, with the number of pixels it accounts for; a stream whose
//! number changes fails, in either direction.

/// A stream's frame, the pixels that differ, and the cause.
pub(crate) struct Explained {
    pub(crate) stream: &'static str,
    pub(crate) frame: u64,
    pub(crate) pixels: u64,
    pub(crate) cause: &'static str,
}

pub(crate) const EXPLAINED: &[Explained] = &[];

/// Pixels of a frame that may differ.
pub(crate) fn pixels(stream: &str, frame: u64) -> u64 {
    EXPLAINED
        .iter()
        .filter(|row| row.stream == stream && row.frame == frame)
        .map(|row| row.pixels)
        .sum()
}
