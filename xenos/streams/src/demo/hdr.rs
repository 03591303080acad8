//! hdr.
use std::io::Write;

use crate::Stream;
/// Writes the stream.
pub(super) fn write<W: Write>(_stream: &mut Stream<W>, _frames: u32) {}
