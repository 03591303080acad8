//! Clock rules against sequences worked out by hand, each with the digest's words.
//!
//! Memory is ideal where a rule is the pipeline's alone, so that its clocks can be counted.

mod bench;
mod causes;
mod direct;
mod front;
mod host;
mod pipe;
mod texture;
mod walker;
