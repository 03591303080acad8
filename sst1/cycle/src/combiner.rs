//! A write combiner: 16-bit writes on their way to memory, gathered into beats.
//!
//! For: FBI's colour and auxiliary writes, and the newest bytes that memory has not seen.
//! Not for: when a flush is due; the pixel side decides.
//!
//! In every clock the arbiter comes first ([`WriteCombiner::request`],
//! [`WriteCombiner::accept_request`]), updates come after it: a drain slot that memory empties takes
//! the active line in the same clock.
//!
//! Facts: digest 1.2 (Write combiners).

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use crate::port::{Address, BEAT, Client, Operation, Request, byte_mask};

/// The tag of every write (digest 1.2).
const TAG: u8 = 0x01;

/// What a combiner counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CombinerCounts {
    /// Updates taken.
    pub updates: u64,
    /// Updates that had to wait, in clocks.
    pub stalls: u64,
    /// Lines that moved to a drain slot.
    pub drains: u64,
    /// Reads that pending bytes overrode.
    pub forwards: u64,
}

/// A beat that is being gathered or waits for memory.
#[derive(Clone, Copy, Debug)]
struct Line {
    address: Address,
    data: [u8; BEAT],
    strobes: u16,
}

impl Line {
    /// The word at byte `at` with its pending bytes put over `word`; whether there are any.
    #[inline]
    fn over(&self, at: usize, word: &mut u16) -> bool {
        let strobed = self.strobes >> at & 3;
        if strobed == 0 {
            return false;
        }
        let mask = byte_mask(strobed);
        let newer = u16::from_le_bytes([self.data[at], self.data[at + 1]]);
        *word = *word & !mask | newer & mask;
        true
    }

    #[inline]
    fn merge(&mut self, at: usize, word: u16, strobes: u8) {
        let mut merged = u16::from_le_bytes([self.data[at], self.data[at + 1]]);
        let mask = byte_mask(strobes.into());
        merged = merged & !mask | word & mask;
        self.data[at..at + 2].copy_from_slice(&merged.to_le_bytes());
        self.strobes |= u16::from(strobes & 3) << at;
    }
}

/// The even byte of a beat that an address falls on.
#[inline]
const fn lane(address: Address) -> usize {
    (address.byte() as usize % BEAT) & !1
}

/// A write combiner.
#[derive(Clone, Debug)]
pub struct WriteCombiner {
    client: Client,
    /// Lines that are gathered, the one begun first at the front.
    active: Vec<Line>,
    lines: usize,
    /// Whether a full one among them waits for a drain slot.
    full: bool,
    /// Oldest first.
    draining: VecDeque<Line>,
    drains: usize,
    /// What it counted.
    pub counts: CombinerCounts,
}

impl WriteCombiner {
    /// An empty combiner that gathers one line, with `drains` lines, at least one, that wait for
    /// memory.
    pub fn new(client: Client, drains: u32) -> Self {
        Self::gathering(client, 1, drains)
    }

    /// The same, but `lines` lines are gathered at a time: of small triangles each row is another.
    pub fn gathering(client: Client, lines: u32, drains: u32) -> Self {
        let (lines, drains) = (lines.max(1) as usize, drains.max(1) as usize);
        Self {
            client,
            active: Vec::with_capacity(lines),
            lines,
            full: false,
            draining: VecDeque::with_capacity(drains),
            drains,
            counts: CombinerCounts::default(),
        }
    }

    /// Whether [`update`](Self::update) would take a word at `address` in this clock.
    #[inline]
    pub fn ready(&self, address: Address) -> bool {
        self.room()
            || self.active.len() < self.lines
            || self.place(address.align(BEAT as u32)).is_some()
    }

    /// The place of a beat among the lines that are gathered. The one begun last is most likely.
    #[inline]
    fn place(&self, beat: Address) -> Option<usize> {
        self.active.iter().rposition(|line| line.address == beat)
    }

    /// Writes the bytes of `word` that `strobes` (bit 0: low byte) names to an even address.
    /// Returns whether it was taken; otherwise try again in the next clock.
    #[inline]
    pub fn update(&mut self, address: Address, word: u16, strobes: u8) -> bool {
        let beat = address.align(BEAT as u32);
        let place = if let Some(place) = self.place(beat) {
            place
        } else {
            if self.active.len() >= self.lines {
                if !self.room() {
                    self.counts.stalls += 1;
                    return false;
                }
                self.drain(0);
            }
            self.active.push(Line { address: beat, data: [0; BEAT], strobes: 0 });
            self.active.len() - 1
        };
        self.counts.updates += 1;
        let line = &mut self.active[place];
        line.merge(lane(address), word, strobes);
        if line.strobes == u16::MAX {
            if self.room() {
                self.drain(place);
            } else {
                self.full = true;
            }
        }
        true
    }

    /// The request of the oldest draining line.
    #[inline]
    pub fn request(&self) -> Option<Request> {
        self.draining.front().map(|line| Request {
            address: line.address,
            client: self.client,
            tag: TAG,
            operation: Operation::Write { data: line.data, strobes: line.strobes },
        })
    }

    /// Whether [`request`](Self::request) has one.
    #[inline]
    pub fn requests(&self) -> bool {
        !self.draining.is_empty()
    }

    /// Memory took it.
    #[inline]
    pub fn accept_request(&mut self) {
        self.draining.pop_front();
        if self.full && self.room() {
            let mut full = (0..self.active.len()).filter(|&n| self.active[n].strobes == u16::MAX);
            let (first, more) = (full.next(), full.next().is_some());
            self.full = more;
            if let Some(first) = first {
                self.drain(first);
            }
        }
    }

    /// Moves the line that was begun first to a drain slot if there is room. Call in every clock of a write drain.
    #[inline]
    pub fn flush(&mut self) {
        if self.room() && !self.active.is_empty() {
            self.drain(0);
        }
    }

    /// Overrides in `word`, read from memory at an even address, the bytes that are newer here.
    /// Returns whether there were any.
    #[inline]
    pub fn forward(&mut self, address: Address, word: &mut u16) -> bool {
        let beat = address.align(BEAT as u32);
        let at = lane(address);
        let mut any = false;
        // Oldest first, so that the newest is put on top.
        for line in self.draining.iter().chain(&self.active) {
            if line.address == beat {
                any |= line.over(at, word);
            }
        }
        self.counts.forwards += u64::from(any);
        any
    }

    /// Lines that are gathered or wait for memory.
    pub fn lines(&self) -> usize {
        self.draining.len() + self.active.len()
    }

    /// Whether nothing is pending.
    #[inline]
    pub fn idle(&self) -> bool {
        self.active.is_empty() && self.draining.is_empty()
    }

    #[inline]
    fn room(&self) -> bool {
        self.draining.len() < self.drains
    }

    /// The line at `place` goes to a drain slot; there is one.
    #[inline]
    fn drain(&mut self, place: usize) {
        self.draining.push_back(self.active.remove(place));
        self.counts.drains += 1;
    }
}
