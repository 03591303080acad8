//! The memory itself: bytes, words, notifications, stamps.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::block::{Block, Run, store_bytes};
use crate::generations::Generations;
use crate::{Extent, Generation, HostBlock, Outside, PAGE_BYTES, Stamp, Writer};

/// 512 MiB of guest memory. See the crate's page for who may do what when.
///
/// Addresses are taken as [`crate::physical`] ones. A range that reaches over the end is
/// [`Outside`], and then nothing is read or written. Reading what was never written gives 0, and is
/// counted.
#[derive(Debug)]
pub struct GuestMemory {
    block: Block,
    generations: Generations,
    absent_words: AtomicU64,
}

impl Default for GuestMemory {
    fn default() -> Self {
        Self::new()
    }
}

impl GuestMemory {
    /// Memory of its own, all zeros, that takes space where it is written.
    pub fn new() -> Self {
        Self::with(Block::owned())
    }

    /// A host's memory, which stays the host's: it may write at any time, and notifies.
    pub fn borrowed(host: Arc<dyn HostBlock>) -> Self {
        Self::with(Block::Host(host))
    }

    fn with(block: Block) -> Self {
        Self { block, generations: Generations::new(), absent_words: AtomicU64::new(0) }
    }

    /// Reads big-endian words; the address's lowest two bits do not count.
    #[inline]
    pub fn read_words(&self, address: u32, out: &mut [u32]) -> Result<(), Outside> {
        let extent = extent_of_words(address, out.len())?;
        let mut rest = out;
        self.block.read_runs(extent.start() as usize / 4, rest.len(), |run| match run {
            Run::There(words) => {
                let (part, after) = std::mem::take(&mut rest).split_at_mut(words.len());
                for (out, word) in part.iter_mut().zip(words) {
                    *out = u32::from_be(word.load(Ordering::Relaxed));
                }
                rest = after;
            }
            Run::Zeros(count) | Run::Absent(count) => {
                if matches!(run, Run::Absent(_)) {
                    self.count_absent(count);
                }
                let (part, after) = std::mem::take(&mut rest).split_at_mut(count);
                part.fill(0);
                rest = after;
            }
        });
        Ok(())
    }

    /// Reads whole words as their four bytes; the address's lowest two bits do not count.
    pub fn read_dwords(&self, address: u32, out: &mut [[u8; 4]]) -> Result<(), Outside> {
        let extent = extent_of_words(address, out.len())?;
        let mut rest = out;
        self.block.read_runs(extent.start() as usize / 4, rest.len(), |run| {
            let length = match &run {
                Run::There(words) => words.len(),
                Run::Zeros(count) | Run::Absent(count) => *count,
            };
            let (part, after) = std::mem::take(&mut rest).split_at_mut(length);
            match run {
                Run::There(words) => {
                    for (out, word) in part.iter_mut().zip(words) {
                        *out = word.load(Ordering::Relaxed).to_ne_bytes();
                    }
                }
                Run::Zeros(_) => part.fill([0; 4]),
                Run::Absent(count) => {
                    part.fill([0; 4]);
                    self.count_absent(count);
                }
            }
            rest = after;
        });
        Ok(())
    }

    /// Reads one big-endian word; the address's lowest two bits do not count.
    pub fn read_word(&self, address: u32) -> Result<u32, Outside> {
        let mut word = [0];
        self.read_words(address, &mut word)?;
        Ok(word[0])
    }

    /// Reads bytes in the guest's order, from any address.
    pub fn read_bytes(&self, address: u32, out: &mut [u8]) -> Result<(), Outside> {
        let extent = extent_of_bytes(address, out.len())?;
        let (first, lead) = (extent.start() as usize / 4, extent.start() as usize % 4);
        let count = (lead + out.len()).div_ceil(4);
        let (mut skip, mut rest) = (lead, out);
        self.block.read_runs(first, count, |run| {
            let length = match &run {
                Run::There(words) => words.len(),
                Run::Zeros(count) => *count,
                Run::Absent(count) => {
                    self.count_absent(*count);
                    *count
                }
            };
            for at in 0..length {
                let word = match &run {
                    Run::There(words) => words[at].load(Ordering::Relaxed).to_ne_bytes(),
                    Run::Zeros(_) | Run::Absent(_) => [0; 4],
                };
                let part = &word[std::mem::take(&mut skip)..];
                // The first and the last word may be wanted in part only.
                let part = &part[..part.len().min(rest.len())];
                let (now, after) = std::mem::take(&mut rest).split_at_mut(part.len());
                now.copy_from_slice(part);
                rest = after;
            }
        });
        Ok(())
    }

    /// Writes big-endian words and notifies; the address's lowest two bits do not count.
    pub fn write_words(&self, writer: Writer, address: u32, words: &[u32]) -> Result<(), Outside> {
        let extent = extent_of_words(address, words.len())?;
        let part = |range: Range<usize>| words.get(range).unwrap_or_default();
        let zeros = |range| part(range).iter().all(|word| *word == 0);
        self.block.write_runs(extent.start() as usize / 4, words.len(), zeros, |range, run| {
            for (word, value) in run.iter().zip(part(range)) {
                word.store(value.to_be(), Ordering::Relaxed);
            }
        });
        self.generations.notify(writer, extent);
        Ok(())
    }

    /// Writes bytes in the guest's order, to any address, and notifies. Bytes beside them that
    /// somebody else writes at the same time are not disturbed.
    pub fn write_bytes(&self, writer: Writer, address: u32, bytes: &[u8]) -> Result<(), Outside> {
        let extent = extent_of_bytes(address, bytes.len())?;
        let (first, lead) = (extent.start() as usize / 4, extent.start() as usize % 4);
        let part = |range: Range<usize>| {
            let end = (range.end * 4).saturating_sub(lead).min(bytes.len());
            bytes.get((range.start * 4).saturating_sub(lead)..end).unwrap_or_default()
        };
        let zeros = |range| part(range).iter().all(|byte| *byte == 0);
        self.block.write_runs(first, (lead + bytes.len()).div_ceil(4), zeros, |range, run| {
            let (mut at, mut rest) = (if range.start == 0 { lead } else { 0 }, part(range));
            for word in run {
                let (part, after) = rest.split_at(rest.len().min(4 - at));
                match part.try_into() {
                    Ok(whole) => word.store(u32::from_ne_bytes(whole), Ordering::Relaxed),
                    Err(_) => store_bytes(word, at, part),
                }
                (at, rest) = (0, after);
            }
        });
        self.generations.notify(writer, extent);
        Ok(())
    }

    /// Tells that `extent` was written, by somebody who stored the bytes into a borrowed block
    /// itself. To be called after the stores and before anybody is told of them. From any thread.
    pub fn notify(&self, writer: Writer, extent: Extent) {
        self.generations.notify(writer, extent);
    }

    /// A stamp on `extent`, to be taken *before* the range is read.
    pub fn stamp(&self, extent: Extent) -> Stamp {
        if let Block::Host(host) = &self.block {
            host.watch(extent);
        }
        self.generations.stamp(extent)
    }

    /// Whether what was read after the stamp was taken is still what the range holds. One compare
    /// if nothing was written anywhere since the last call; otherwise a few steps a MiB.
    #[inline]
    pub fn unchanged(&self, stamp: &mut Stamp) -> bool {
        self.generations.unchanged(stamp)
    }

    /// When `writer` last wrote a page of the range; 0 if never. Costs a step a page. To be compared
    /// between writers and calls, for example to tell memory that a resolve filled from memory that
    /// the processor used again.
    pub fn last_write(&self, writer: Writer, extent: Extent) -> Generation {
        self.generations.last_write(writer, extent)
    }

    /// Pages of the range that nobody wrote or told of writing; in a borrowed block they may hold
    /// anything, in an owned one they are zeros.
    pub fn unwritten_pages(&self, extent: Extent) -> u32 {
        let pages = extent.pieces(PAGE_BYTES);
        pages.filter(|page| !self.generations.written(*page as usize)).count() as u32
    }

    /// Whether the byte lies where nothing is stored yet, or beyond a host's block.
    pub fn is_absent(&self, address: u32) -> bool {
        self.block.absent(crate::physical(address) as usize / 4)
    }

    /// Words that were read where nothing is stored.
    pub fn absent_words_read(&self) -> u64 {
        self.absent_words.load(Ordering::Relaxed)
    }

    #[cold]
    fn count_absent(&self, words: usize) {
        self.absent_words.fetch_add(words as u64, Ordering::Relaxed);
    }
}

fn extent_of_words(address: u32, count: usize) -> Result<Extent, Outside> {
    Extent::of_words(address, u32::try_from(count).unwrap_or(u32::MAX))
}

fn extent_of_bytes(address: u32, count: usize) -> Result<Extent, Outside> {
    Extent::new(address, u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
