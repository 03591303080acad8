//! Long memory records, given a piece at a time: what they hold is never in one place whole.
//!
//! For: bodies that a hostile file makes half a gigabyte long. Not for: others, which
//! [`body`](crate::body) unpacks whole.
//! Facts: the format description of Snappy (raw blocks, no framing): documented.

use base_trace::{Source, TraceError};

use crate::{Encoding, Fault, Memory};

/// The most bytes of a memory record that are given at a time.
pub const PIECE_BYTES: u32 = 16 << 20;
/// How far back a copy in such a body may reach. Compressors reach 64 KiB back.
const HISTORY: usize = 1 << 20;

/// A memory record of which not everything was given.
#[derive(Debug)]
pub(crate) struct Rest {
    /// Address of the next piece.
    pub(crate) base: u32,
    /// Bytes of content that are left.
    pub(crate) left: u32,
    /// Stored bytes that are left.
    stored: u64,
    /// Bytes of the record that were read.
    read: u64,
    element: Element,
    /// History and the piece behind it.
    out: Vec<u8>,
}

/// What is being unpacked.
#[derive(Clone, Copy, Debug)]
enum Element {
    /// The length in front.
    Start,
    /// Bytes that are stored.
    Literal(u64),
    /// Bytes from so far back.
    Copy { distance: usize, left: usize },
}

/// Why a piece cannot be had.
pub(crate) enum NoPiece {
    Source(TraceError),
    Fault(Fault),
}

impl From<Fault> for NoPiece {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl Rest {
    /// What a record holds of which `read` bytes, the fixed part, were read.
    pub(crate) fn new(base: u32, left: u32, stored: u32, encoding: Encoding, read: usize) -> Self {
        let element = match encoding {
            Encoding::Raw => Element::Literal(u64::from(stored)),
            Encoding::Snappy => Element::Start,
        };
        let (stored, read) = (u64::from(stored), read as u64);
        Self { base, left, stored, read, element, out: Vec::new() }
    }

    /// The next piece; the source stands behind what it was made of.
    pub(crate) fn next(&mut self, source: &mut Source) -> Result<Memory<'_>, NoPiece> {
        let kept = self.out.len().min(HISTORY);
        self.out.drain(..self.out.len() - kept);
        let wanted = self.left.min(PIECE_BYTES);
        let end = kept + wanted as usize;
        self.out.reserve_exact(end - kept);
        while self.out.len() < end {
            self.step(source, end)?;
        }
        self.left -= wanted;
        let base = self.base;
        self.base += wanted;
        let done = matches!(self.element, Element::Literal(0) | Element::Copy { left: 0, .. });
        if self.left == 0 && (self.stored > 0 || !done) {
            return Err(Fault::Snappy.into());
        }
        Ok(Memory { base, bytes: self.out.get(kept..).unwrap_or_default() })
    }

    /// Unpacks more, up to the piece's end.
    fn step(&mut self, source: &mut Source, end: usize) -> Result<(), NoPiece> {
        match self.element {
            Element::Literal(left) if left > 0 => {
                let most = left.min((end - self.out.len()) as u64).min(self.stored);
                let available = source.fill(1).map_err(NoPiece::Source)?;
                let taken = (available.len() as u64).min(most) as usize;
                if most == 0 {
                    return Err(Fault::Snappy.into());
                }
                if taken == 0 {
                    return Err(self.cut(0));
                }
                self.out.extend_from_slice(&available[..taken]);
                source.consume(taken);
                self.stored -= taken as u64;
                self.read += taken as u64;
                self.element = Element::Literal(left - taken as u64);
                Ok(())
            }
            Element::Copy { distance, left } if left > 0 => {
                let from = self.out.len().checked_sub(distance).filter(|_| distance > 0);
                let from = from.ok_or(Fault::SnappyDistance { distance: distance as u64 })?;
                // What is copied may run into what it makes.
                let taken = left.min(end - self.out.len());
                for at in from..from + taken {
                    let byte = self.out.get(at).copied().unwrap_or(0);
                    self.out.push(byte);
                }
                self.element = Element::Copy { distance, left: left - taken };
                Ok(())
            }
            Element::Start => {
                let bytes = self.head::<5>(source)?;
                let (mut length, mut used) = (0, 0);
                for byte in bytes {
                    length |= u64::from(byte & 0x7F) << (7 * used);
                    used += 1;
                    if byte & 0x80 == 0 {
                        break;
                    }
                }
                // Where the content ends there were no more bytes than that to be looked at.
                self.take(source, used)?;
                let expected = self.left;
                if length != u64::from(expected) {
                    return Err(Fault::DecodedLength { expected, found: length }.into());
                }
                self.element = Element::Literal(0);
                Ok(())
            }
            Element::Literal(_) | Element::Copy { .. } => self.tag(source),
        }
    }

    /// Reads a tag.
    fn tag(&mut self, source: &mut Source) -> Result<(), NoPiece> {
        let bytes = self.head::<5>(source)?;
        let [tag, a, b, c, d] = bytes;
        let long = u32::from_le_bytes([a, b, c, d]);
        let high = usize::from(tag >> 2);
        let (used, element) = match tag & 3 {
            0 if high < 60 => (1, Element::Literal(high as u64 + 1)),
            0 => {
                let extra = high - 59;
                let length = u64::from(long) & (u64::MAX >> (64 - 8 * extra));
                (1 + extra, Element::Literal(length + 1))
            }
            1 => {
                let distance = usize::from(tag >> 5) << 8 | usize::from(a);
                (2, Element::Copy { distance, left: (high & 7) + 4 })
            }
            2 => {
                let distance = usize::from(u16::from_le_bytes([a, b]));
                (3, Element::Copy { distance, left: high + 1 })
            }
            _ => (5, Element::Copy { distance: long as usize, left: high + 1 }),
        };
        self.take(source, used)?;
        self.element = element;
        Ok(())
    }

    /// The next bytes of the body, zeros where it ends.
    fn head<const N: usize>(&self, source: &mut Source) -> Result<[u8; N], NoPiece> {
        let available = source.fill(N).map_err(NoPiece::Source)?;
        if self.stored == 0 {
            return Err(Fault::Snappy.into());
        }
        if available.is_empty() {
            return Err(self.cut(0));
        }
        let there = available.len().min(N).min(self.stored as usize);
        let mut bytes = [0; N];
        bytes[..there].copy_from_slice(&available[..there]);
        Ok(bytes)
    }

    /// Moves on behind a tag that was read.
    fn take(&mut self, source: &mut Source, bytes: usize) -> Result<(), NoPiece> {
        if self.stored < bytes as u64 {
            return Err(Fault::Snappy.into());
        }
        let available = source.fill(bytes).map_err(NoPiece::Source)?.len();
        if available < bytes {
            return Err(self.cut(available));
        }
        source.consume(bytes);
        self.stored -= bytes as u64;
        self.read += bytes as u64;
        Ok(())
    }

    /// The content ends too early, with these bytes.
    fn cut(&self, available: usize) -> NoPiece {
        let (wanted, found) = (self.read + self.stored, self.read + available as u64);
        NoPiece::Fault(Fault::Truncated { wanted, found })
    }
}

#[cfg(test)]
mod tests;
