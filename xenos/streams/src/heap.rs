//! The part of guest memory that the program fills.
//!
//! For: addresses for vertices, textures, constants and commands; their bytes; which pages the
//! chip has not been shown since they changed.
//! Not for: what copies out of EDRAM fill; for that there are addresses without bytes.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use xenos_memory::PAGE_BYTES;

use crate::StreamError;

/// Where the program's data begins.
const DATA: u32 = 0x0100_0000;
/// Where its data ends, and what copies fill begins.
const TARGETS: u32 = 0x1800_0000;
/// Where what copies fill ends.
const END: u32 = 0x1F00_0000;

/// The program's memory.
#[derive(Debug)]
pub struct Heap {
    bytes: Vec<u8>,
    next_target: u32,
    /// Pages written since the chip was shown them, by number.
    stale: BTreeSet<u32>,
    error: Option<StreamError>,
}

impl Default for Heap {
    fn default() -> Self {
        Self { bytes: Vec::new(), next_target: TARGETS, stale: BTreeSet::new(), error: None }
    }
}

impl Heap {
    /// Room for `bytes`, zeroed, at a multiple of `align`.
    pub fn allocate(&mut self, bytes: usize, align: u32) -> u32 {
        let at = (DATA + self.bytes.len() as u32).next_multiple_of(align);
        if bytes > (TARGETS - at) as usize {
            self.fail(StreamError::Memory { at, bytes });
            return DATA;
        }
        self.bytes.resize((at - DATA) as usize + bytes, 0);
        self.touch(at, bytes);
        at
    }

    /// An address for `bytes` that copies fill, whole pages, with some room before and behind.
    pub fn target(&mut self, bytes: u32) -> u32 {
        let at = self.next_target;
        let next = u64::from(at) + u64::from(bytes.next_multiple_of(PAGE_BYTES));
        if next > u64::from(END) {
            self.fail(StreamError::Memory { at, bytes: bytes as usize });
            return TARGETS;
        }
        self.next_target = next as u32;
        at
    }

    /// Stores bytes in what was allocated. Equal bytes change nothing.
    pub fn store(&mut self, address: u32, bytes: &[u8]) {
        let Some(place) = self.place(address, bytes.len()) else {
            self.fail(StreamError::Address { address });
            return;
        };
        if self.bytes[place.clone()] != *bytes {
            self.bytes[place].copy_from_slice(bytes);
            self.touch(address, bytes.len());
        }
    }

    /// Allocates and stores at once.
    pub fn put(&mut self, bytes: &[u8], align: u32) -> u32 {
        let address = self.allocate(bytes.len(), align);
        self.store(address, bytes);
        address
    }

    /// Stores big-endian words.
    pub fn store_words(&mut self, address: u32, words: &[u32]) {
        self.store(address, &big_endian(words));
    }

    /// The bytes at an address, if all of them were allocated.
    pub fn get(&self, address: u32, bytes: usize) -> Option<&[u8]> {
        self.place(address, bytes).and_then(|place| self.bytes.get(place))
    }

    /// Ranges of whole pages in `bytes` from `address` on that changed since they were last asked
    /// for. What lies outside of the program's data is passed over.
    pub(crate) fn take_stale(&mut self, address: u32, bytes: u32) -> Vec<(u32, u32)> {
        let end = address.saturating_add(bytes).div_ceil(PAGE_BYTES);
        let pages: Vec<u32> = self.stale.range(address / PAGE_BYTES..end).copied().collect();
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for page in pages {
            self.stale.remove(&page);
            let start = page * PAGE_BYTES;
            match ranges.last_mut() {
                Some((first, length)) if *first + *length == start => *length += PAGE_BYTES,
                _ => ranges.push((start, PAGE_BYTES)),
            }
        }
        ranges
    }

    /// The bytes of whole pages, zeros behind what was allocated.
    pub(crate) fn pages(&self, address: u32, bytes: u32) -> Vec<u8> {
        let start = address.saturating_sub(DATA) as usize;
        let end = (start + bytes as usize).min(self.bytes.len());
        let mut page = self.bytes.get(start..end).unwrap_or_default().to_vec();
        page.resize(bytes as usize, 0);
        page
    }

    /// The first thing that went wrong.
    pub(crate) fn take_error(&mut self) -> Option<StreamError> {
        self.error.take()
    }

    fn place(&self, address: u32, bytes: usize) -> Option<std::ops::Range<usize>> {
        let start = address.checked_sub(DATA)? as usize;
        let end = start.checked_add(bytes)?;
        (end <= self.bytes.len()).then_some(start..end)
    }

    fn touch(&mut self, address: u32, bytes: usize) {
        let end = (address + bytes as u32).div_ceil(PAGE_BYTES);
        self.stale.extend(address / PAGE_BYTES..end);
    }

    fn fail(&mut self, error: StreamError) {
        self.error.get_or_insert(error);
    }
}

/// Words as the console's memory holds them.
pub(crate) fn big_endian(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// Floats as the console's memory holds them.
pub(crate) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_bits().to_be_bytes()).collect()
}
