//! A cache whose tags run ahead of its data.
//!
//! For: hiding memory's latency. A lookup meets the tags when it comes: a line that is missing is
//! asked for at once and counts as there from then on. It then waits in a queue for its turn. What
//! memory brings stays in the fill's buffer until the turn of the lookup that asked; only then does
//! it take its place among the lines. So lines are replaced in the order of lookups, nothing is
//! evicted that an older lookup still reads, several fills of one set may be under way, and a queue
//! as long as memory's latency hides it.
//! Not for: answers out of order.
//!
//! Facts: none of the chip's. The idea is known for texture caches (Igehy, Eldridge and Proudfoot,
//! *Prefetching in a Texture Cache Architecture*, 1998).

use std::collections::VecDeque;

use super::fills::{Fills, MOST};
use super::lines::{self, Lines};
use super::waiting::patch;
use super::{CacheCounts, Found, LANES, Lookup};
use crate::config::CacheConfig;
use crate::port::{Address, BEAT, Beat};

/// No fill.
const NONE: u8 = u8::MAX;
/// What no place holds: no aligned address equals it.
const NOTHING: u32 = u32::MAX;

/// A lookup in the queue.
#[derive(Clone, Copy, Debug)]
struct Turn {
    lookup: Lookup,
    /// The place of each port's line.
    at: [u32; 4],
    /// The fill that brings it for this lookup first, or [`NONE`].
    brings: [u8; 4],
    /// The fills among these, a bit each.
    fills: u16,
    /// A line was missing when it came.
    missed: bool,
    /// Ports that met the tags.
    tagged: u8,
    /// Bit `n`: port `n` lies outside memory.
    outside: u8,
    /// Ports whose words were read.
    read: u8,
    words: [u16; 4],
}

impl Turn {
    fn new(lookup: &Lookup) -> Self {
        Self {
            lookup: *lookup,
            at: [0; 4],
            brings: [NONE; 4],
            fills: 0,
            missed: false,
            tagged: 0,
            outside: 0,
            read: 0,
            words: [0; 4],
        }
    }

    const fn ports(&self) -> u8 {
        if self.lookup.ports < 4 { self.lookup.ports } else { 4 }
    }

    const fn is_tagged(&self) -> bool {
        self.tagged >= self.ports()
    }

    const fn found(&self) -> Found {
        Found { id: self.lookup.id, words: self.words, error: self.outside != 0 }
    }
}

/// A cache of this kind.
#[derive(Clone, Debug)]
pub(super) struct Streaming {
    limit: u32,
    waits: usize,
    /// Fills that may begin in a clock, and lines that may take their places.
    fills_per_clock: u32,
    /// Tags as of the youngest lookup, bytes as of the oldest.
    lines: Lines,
    /// The line whose bytes stand in a place.
    held: Vec<u32>,
    fills: Fills,
    /// What fills brought, a line each.
    buffers: Vec<u16>,
    /// Fills that have arrived and not taken their places.
    arrived: u16,
    queue: VecDeque<Turn>,
    /// How many of the youngest lookups have ports that have not met the tags.
    untagged: usize,
    lanes: usize,
    /// The response registers, with the lookups that they answer; the second is empty where the
    /// first is, and where there is one lane.
    found: [Option<(Found, Lookup)>; LANES],
    /// Whether the oldest lookup had its turn in this clock: what waits for it can go on in the next.
    turned: bool,
    /// Sets whose tags are still to be cleared after a reset.
    clearing: u32,
}

impl Streaming {
    pub(super) fn new(config: &CacheConfig, lanes: usize, limit: u32) -> Self {
        let lines = Lines::new(config);
        let waits = config.waits.max(1) as usize;
        Self {
            limit,
            waits,
            fills_per_clock: config.fills_per_clock.max(1),
            held: vec![NOTHING; lines.len()],
            lines,
            fills: Fills::new(config.fills),
            buffers: vec![0; MOST as usize * lines::bytes(config) as usize / 2],
            arrived: 0,
            queue: VecDeque::with_capacity(waits),
            untagged: 0,
            lanes: lanes.clamp(1, LANES),
            found: [None; LANES],
            turned: false,
            clearing: 0,
        }
    }

    pub(super) fn reset(&mut self) {
        self.clearing = self.lines.sets();
    }

    #[inline]
    pub(super) fn found(&self) -> Option<&Found> {
        self.found[0].as_ref().map(|(found, _)| found)
    }

    #[inline]
    pub(super) fn take_found(&mut self) -> Option<Found> {
        let second = self.found[1].take();
        std::mem::replace(&mut self.found[0], second).map(|(found, _)| found)
    }

    #[inline]
    pub(super) fn room(&self) -> usize {
        if self.clearing == 0 && self.untagged == 0 {
            self.lanes.min(self.waits - self.queue.len())
        } else {
            0
        }
    }

    /// Whether an answer finds an empty register.
    #[inline]
    const fn answers(&self) -> bool {
        self.found[self.lanes - 1].is_none()
    }

    #[inline]
    fn answer(&mut self, turn: &Turn) {
        let register = &mut self.found[usize::from(self.found[0].is_some())];
        *register = Some((turn.found(), turn.lookup));
    }

    #[inline]
    pub(super) fn clock(&mut self, live: &[Lookup], counts: &mut CacheCounts) -> usize {
        if self.clearing > 0 {
            self.clearing -= 1;
            self.lines.clear_set(self.clearing);
            return 0;
        }
        self.turned = false;
        if !self.queue.is_empty() {
            let mut budget = self.fills_per_clock;
            for _ in 0..self.lanes {
                if !self.turn(&mut budget, counts) {
                    break;
                }
            }
        }
        let taken = live.len().min(self.room());
        let mut budget = self.fills_per_clock;
        if self.untagged > 0 {
            self.go_on_tagging(&mut budget, counts);
        }
        for live in &live[..taken] {
            self.look_up(live, &mut budget, counts);
        }
        self.arrived |= self.fills.take_arrived();
        taken
    }

    /// The oldest lookup's turn: its lines take their places, its words are read. Returns whether it
    /// was answered.
    #[inline]
    fn turn(&mut self, budget: &mut u32, counts: &mut CacheCounts) -> bool {
        let Some(head) = self.queue.front() else { return false };
        if !self.is_due(head) {
            return false;
        }
        self.turned = true;
        let mut head = *head;
        self.read(&mut head, budget, counts);
        if head.read < head.ports() {
            if let Some(front) = self.queue.front_mut() {
                *front = head;
            }
            return false;
        }
        self.queue.pop_front();
        counts.replays += u64::from(head.missed);
        self.answer(&head);
        true
    }

    /// Ports that could not ask for their lines try again, in order.
    fn go_on_tagging(&mut self, budget: &mut u32, counts: &mut CacheCounts) {
        while self.untagged > 0 {
            let place = self.queue.len() - self.untagged;
            let Some(mut turn) = self.queue.get(place).copied() else { return };
            self.tag(&mut turn, budget, counts);
            if let Some(waiting) = self.queue.get_mut(place) {
                *waiting = turn;
            }
            if !turn.is_tagged() {
                return;
            }
            self.untagged -= 1;
        }
    }

    /// Whether a lookup's turn can come: what it waits for is there, and room for its answer. One
    /// that could not ask for all its lines, since there are not as many fills, lets go of those
    /// that came.
    #[inline]
    const fn is_due(&self, head: &Turn) -> bool {
        let arrived = head.fills & !self.arrived == 0;
        self.answers() && arrived && (head.is_tagged() || head.fills != 0)
    }

    /// Reads a lookup's words, port after port that met the tags; a line that one of them brought goes to its place
    /// before, as the tags have it.
    #[inline]
    fn read(&mut self, turn: &mut Turn, budget: &mut u32, counts: &mut CacheCounts) {
        while turn.read < turn.tagged {
            let port = usize::from(turn.read);
            if turn.outside >> port & 1 == 0 {
                let index = turn.brings[port];
                if index != NONE {
                    if *budget == 0 {
                        return;
                    }
                    *budget -= 1;
                    self.place(index, counts);
                    turn.fills &= !(1 << index);
                }
                turn.words[port] = self.lines.word(turn.at[port], turn.lookup.addresses[port]);
            }
            turn.read += 1;
        }
    }

    /// The line of a fill takes its place.
    fn place(&mut self, index: u8, counts: &mut CacheCounts) {
        let fill = self.fills.release(index);
        self.arrived &= !(1 << index);
        counts.done += 1;
        let words = self.words_of(index);
        self.lines.put(fill.at, &self.buffers[words]);
        self.held[fill.at as usize] = fill.line.raw();
    }

    /// A fill's buffer.
    fn words_of(&self, index: u8) -> std::ops::Range<usize> {
        let words = self.lines.bytes() as usize / 2;
        let first = usize::from(index) * words;
        first..first + words
    }

    /// A lookup's ports meet the tags; what is missing is asked for, as far as the clock allows.
    #[inline]
    fn tag(&mut self, turn: &mut Turn, budget: &mut u32, counts: &mut CacheCounts) {
        // Footprints mostly lie in one line or two.
        let mut last = None;
        while !turn.is_tagged() {
            let port = usize::from(turn.tagged);
            let address = turn.lookup.addresses[port];
            let line = address.align(self.lines.bytes());
            if address.byte() >= self.limit {
                turn.outside |= 1 << port;
            } else if let Some((known, at)) = last
                && known == line
            {
                turn.at[port] = at;
            } else if let Some(at) = self.lines.find(address) {
                turn.at[port] = at;
                last = Some((line, at));
            } else if *budget > 0 && self.fills.room() {
                *budget -= 1;
                let at = self.lines.claim(line);
                last = Some((line, at));
                let index = self.fills.begin(line, at, (self.lines.bytes() / BEAT as u32) as u16);
                turn.at[port] = at;
                turn.brings[port] = index;
                turn.fills |= 1 << index;
                counts.demand += 1;
            } else {
                return;
            }
            turn.tagged += 1;
        }
    }

    /// The live lookup: answered, or its turn comes later.
    #[inline]
    fn look_up(&mut self, live: &Lookup, budget: &mut u32, counts: &mut CacheCounts) {
        let mut turn = Turn::new(live);
        if self.untagged == 0 {
            self.tag(&mut turn, budget, counts);
        }
        let resident = turn.is_tagged() && turn.fills == 0;
        turn.missed = !resident;
        counts.lookups += 1;
        counts.hits += u64::from(resident);
        counts.misses += u64::from(!resident);
        counts.errors +=
            u64::from(live.addresses[..turn.ports().into()].iter().any(|a| a.byte() >= self.limit));
        if resident && self.queue.is_empty() && self.answers() {
            self.read(&mut turn, &mut 0, counts);
            self.answer(&turn);
        } else {
            self.untagged += usize::from(!turn.is_tagged());
            self.queue.push_back(turn);
        }
    }

    #[inline]
    pub(super) fn beat(&mut self, beat: &Beat, counts: &mut CacheCounts) {
        let index = beat.tag & 0x0F;
        if self.fills.beat(index).is_some() {
            counts.beats += 1;
            self.store(index, beat.address, &beat.data, u16::MAX);
        }
    }

    /// Stores a beat's strobed bytes in a fill's buffer.
    #[inline]
    fn store(&mut self, index: u8, address: Address, data: &[u8; BEAT], strobes: u16) {
        let first =
            self.words_of(index).start + (address.byte() & (self.lines.bytes() - 1)) as usize / 2;
        lines::store(&mut self.buffers, first, data, strobes);
    }

    /// No lookup waits, so that nothing is under way.
    pub(super) fn invalidate_all(&mut self) {
        self.lines.clear();
        self.held.fill(NOTHING);
    }

    pub(super) fn invalidate(&mut self, address: Address) {
        self.lines.clear_set(self.lines.set(address));
        for at in self.lines.places(address) {
            self.held[at as usize] = NOTHING;
        }
    }

    /// Updates the line where it stands, and what fills under way have brought of it: beats that
    /// come later were read later and have these bytes.
    pub(super) fn patch(&mut self, address: Address, data: &[u8; BEAT], strobes: u16) {
        let line = address.align(self.lines.bytes());
        for at in self.lines.places(address) {
            if self.held[at as usize] == line.raw() {
                self.lines.store(at, address, data, strobes);
            }
        }
        if !self.fills.none() {
            let mut of_line = self.fills.of_line(line);
            while of_line != 0 {
                let index = of_line.trailing_zeros() as u8;
                of_line &= of_line - 1;
                self.store(index, address, data, strobes);
            }
        }
        if let Some(head) = self.queue.front_mut()
            && head.read > 0
        {
            patch(&mut head.words, &head.lookup, (1 << head.read) - 1, address, data, strobes);
        }
        for (found, lookup) in self.found.iter_mut().flatten() {
            patch(&mut found.words, lookup, u8::MAX, address, data, strobes);
        }
    }

    #[inline]
    pub(super) fn idle(&self) -> bool {
        self.queue.is_empty() && self.found[0].is_none() && self.fills.none() && self.clearing == 0
    }

    #[inline]
    pub(super) fn quiet(&self) -> bool {
        let moves = self.clearing > 0
            || self.turned
            || self.fills.asks()
            || self.fills.any_complete()
            || self.queue.front().is_some_and(|head| self.is_due(head))
            || (self.untagged > 0 && self.fills.room());
        !moves
    }

    /// Whether a clock without a lookup changes nothing.
    #[inline]
    pub(super) fn is_still(&self) -> bool {
        let flags = self.turned | self.fills.any_complete();
        !flags && self.queue.is_empty() && self.clearing == 0
    }

    #[inline]
    pub(super) const fn clears(&self) -> bool {
        self.clearing > 0
    }

    #[inline]
    pub(super) fn waits(&self) -> usize {
        self.queue.len()
    }

    #[inline]
    pub(super) const fn fills(&self) -> &Fills {
        &self.fills
    }

    #[inline]
    pub(super) const fn fills_mut(&mut self) -> &mut Fills {
        &mut self.fills
    }
}
