//! Rendered `.xtr` streams: threads, saved positions and trimmed traces change nothing.
//!
//! On a small stream made here, and on shared ones: `AFTERIMAGE_TRACES` names their folder, without
//! which those tests say so and pass.

mod own;
#[path = "../common/pictures.rs"]
mod pictures;
mod position;
mod seen;
mod shared;
