//! Xenia's `.xtr` trace format.
//!
//! For: its records, streamed from any source, and written.
//! Not for: what packets mean.
//! Facts: specification digest `xtr-format`.
#![forbid(unsafe_code)]
