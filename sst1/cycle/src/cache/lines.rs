//! A cache's lines: tags, bytes, and whose place a new line takes.
//!
//! Not for: when a line is filled.
//!
//! Facts: digest 1.2 and 1.3: bytes, ways and line size are the configuration's; an invalid way goes
//! first, then a toggle a set decides.

use crate::{
    config::{CacheConfig, Index},
    port::{Address, BEAT, byte_mask},
};

/// The lower fold: eight lines of 64 bytes are a row of a texture of 256 texels of two bytes, so that
/// the rows of a footprint, and of the triangles around it, part.
const FOLD: u32 = 3;

/// A tag that no aligned address equals.
const NONE: u32 = u32::MAX;

/// Bytes of a line.
pub(super) fn bytes(config: &CacheConfig) -> u32 {
    config.line.clamp(BEAT as u32, 4096).next_power_of_two()
}

/// Stores a beat's strobed bytes from word `first` on.
#[inline]
pub(super) fn store(words: &mut [u16], first: usize, data: &[u8; BEAT], strobes: u16) {
    let Some(words) = words.get_mut(first..first + BEAT / 2) else { return };
    for (i, (to, from)) in words.iter_mut().zip(data.as_chunks::<2>().0).enumerate() {
        let mask = byte_mask(strobes >> (2 * i));
        *to = *to & !mask | u16::from_le_bytes(*from) & mask;
    }
}

#[derive(Clone, Debug)]
pub(super) struct Lines {
    line: u32,
    shift: u32,
    ways: u32,
    sets: u32,
    /// Shifts by which a line's number is folded over itself; 0: not.
    folds: [u32; 2],
    /// A way after a way, a set after a set: the raw address of the line, or [`NONE`].
    tags: Vec<u32>,
    /// 16-bit words in the order of the tags.
    words: Vec<u16>,
    /// The way of a set that goes next when all are valid.
    next: Vec<u8>,
    /// Sets that a fill is under way for.
    filling: Vec<bool>,
}

impl Lines {
    /// Sizes are rounded to what an index by bits can do; the configuration's check refuses others.
    pub(super) fn new(config: &CacheConfig) -> Self {
        let line = bytes(config);
        let ways = config.ways.clamp(1, 64);
        let sets = (config.bytes / line / ways).clamp(1, 1 << 20).next_power_of_two();
        let lines = (sets * ways) as usize;
        Self {
            line,
            shift: line.trailing_zeros(),
            ways,
            sets,
            folds: match config.index {
                Index::Bits => [0; 2],
                Index::Folded => [FOLD, sets.trailing_zeros().max(1)],
            },
            tags: vec![NONE; lines],
            words: vec![0; lines * line as usize / 2],
            next: vec![0; sets as usize],
            filling: vec![false; sets as usize],
        }
    }

    #[inline]
    pub(super) const fn bytes(&self) -> u32 {
        self.line
    }

    #[inline]
    pub(super) const fn sets(&self) -> u32 {
        self.sets
    }

    #[inline]
    pub(super) const fn set(&self, address: Address) -> u32 {
        let mut line = address.raw() >> self.shift;
        let [once, twice] = self.folds;
        if once != 0 {
            line ^= line >> once;
            line ^= line >> twice;
        }
        line & (self.sets - 1)
    }

    /// Where the line of an address is, if it is valid.
    #[inline]
    pub(super) fn find(&self, address: Address) -> Option<u32> {
        let tag = address.align(self.line).raw();
        let first = self.set(address) * self.ways;
        (first..first + self.ways).find(|&at| self.tags[at as usize] == tag)
    }

    /// The word at an address in a line that is there; of an odd one the byte.
    #[inline]
    pub(super) fn word(&self, at: u32, address: Address) -> u16 {
        self.words[self.index(at, address)] >> (8 * (address.byte() & 1))
    }

    #[inline]
    const fn index(&self, at: u32, address: Address) -> usize {
        (at * (self.line / 2) + (address.byte() & (self.line - 1)) / 2) as usize
    }

    /// Whether a fill is under way for the set of an address.
    #[inline]
    pub(super) fn filling(&self, address: Address) -> bool {
        self.filling[self.set(address) as usize]
    }

    /// Makes room for the line of an address; what was there is hidden from now on.
    pub(super) fn replace(&mut self, address: Address) -> u32 {
        let set = self.set(address);
        self.filling[set as usize] = true;
        let at = self.victim(set);
        self.tags[at as usize] = NONE;
        at
    }

    /// Makes room for the line of an address, which counts as there from now on.
    pub(super) fn claim(&mut self, address: Address) -> u32 {
        let at = self.victim(self.set(address));
        self.tags[at as usize] = address.align(self.line).raw();
        at
    }

    /// Places of the set that an address falls into.
    #[inline]
    pub(super) fn places(&self, address: Address) -> std::ops::Range<u32> {
        let first = self.set(address) * self.ways;
        first..first + self.ways
    }

    /// Places in all.
    pub(super) const fn len(&self) -> usize {
        self.tags.len()
    }

    fn victim(&mut self, set: u32) -> u32 {
        let first = set * self.ways;
        let ways = first..first + self.ways;
        ways.clone().find(|&at| self.tags[at as usize] == NONE).unwrap_or_else(|| {
            let next = &mut self.next[set as usize];
            let at = first + u32::from(*next);
            *next = if u32::from(*next) + 1 == self.ways { 0 } else { *next + 1 };
            at
        })
    }

    /// Stores a beat's strobed bytes in a line.
    #[inline]
    pub(super) fn store(&mut self, at: u32, address: Address, data: &[u8; BEAT], strobes: u16) {
        let first = self.index(at, address);
        store(&mut self.words, first, data, strobes);
    }

    /// Puts a whole line in a place.
    #[inline]
    pub(super) fn put(&mut self, at: u32, words: &[u16]) {
        let first = (at * (self.line / 2)) as usize;
        if let Some(place) = self.words.get_mut(first..first + words.len()) {
            place.copy_from_slice(words);
        }
    }

    /// The fill of the line at `at` ended; `keep`: the line becomes valid.
    pub(super) fn filled(&mut self, at: u32, address: Address, keep: bool) {
        let set = self.set(address) as usize;
        self.filling[set] = false;
        if keep {
            self.tags[at as usize] = address.align(self.line).raw();
        }
    }

    /// Drops the lines of a set.
    pub(super) fn clear_set(&mut self, set: u32) {
        let first = (set * self.ways) as usize;
        self.tags[first..first + self.ways as usize].fill(NONE);
    }

    pub(super) fn clear(&mut self) {
        self.tags.fill(NONE);
    }
}
