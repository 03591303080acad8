//! A cache whose lookups wait until their lines are there, and are then looked up again.
//!
//! For: the published caches: one fill a set at a time, a window of waiting lookups that is replayed,
//! the lines that a demand arms.
//! Not for: asking memory for what lookups further back will want; that is `super::streaming`.
//!
//! Facts: digest 1.2 (Read caches) and 1.3 (Texture cache). Inferred: a lookup that cannot be
//! allocated for its first missing line is for its next; a prefetch whose set is busy stays armed;
//! with [`Order::Kept`] a resident lookup that finds the response register full joins the queue.

use std::collections::VecDeque;

use super::fills::Fills;
use super::lines::Lines;
use super::prefetch::Prefetch;
use super::waiting::{Waiting, patch};
use super::{CacheCounts, Found, Lookup, Order};
use crate::config::CacheConfig;
use crate::port::{Address, BEAT, Beat};

/// A cache of this kind.
#[derive(Clone, Debug)]
pub(super) struct Replaying {
    order: Order,
    limit: u32,
    fills_per_clock: u32,
    /// Distance of the prefetch in bytes; 0: none.
    prefetch: u32,
    waits: usize,
    window: usize,
    pub(super) lines: Lines,
    fills: Fills,
    pub(super) ahead: Prefetch,
    queue: VecDeque<Waiting>,
    /// The response register, with the lookup that it answers.
    found: Option<(Found, Lookup)>,
    /// Sets whose tags are still to be cleared after a reset.
    clearing: u32,
    /// A line came, or the window moved: the window is to be looked at again.
    stirred: bool,
    /// The head has a line that no fill is under way for.
    hungry: bool,
    /// It was offered a clock and could begin no fill, and no fill ended since: it cannot now.
    starved: bool,
}

impl Replaying {
    pub(super) fn new(config: &CacheConfig, order: Order, limit: u32) -> Self {
        let lines = Lines::new(config);
        let waits = config.waits.max(1) as usize;
        Self {
            order,
            limit,
            fills_per_clock: config.fills_per_clock.max(1),
            prefetch: config.prefetch * lines.bytes(),
            waits,
            window: match order {
                Order::Kept => 1,
                Order::Free => config.window.max(1) as usize,
            },
            lines,
            fills: Fills::new(config.fills),
            ahead: Prefetch::default(),
            queue: VecDeque::with_capacity(waits),
            found: None,
            clearing: 0,
            stirred: false,
            hungry: false,
            starved: false,
        }
    }

    /// Begins to clear the tags, one set a clock; until then no lookup is taken (digest 1.3, after
    /// reset).
    pub(super) fn reset(&mut self) {
        self.clearing = self.lines.sets();
    }

    /// The answer in the response register.
    #[inline]
    pub(super) fn found(&self) -> Option<&Found> {
        self.found.as_ref().map(|(found, _)| found)
    }

    /// Takes it.
    #[inline]
    pub(super) fn take_found(&mut self) -> Option<Found> {
        self.found.take().map(|(found, _)| found)
    }

    /// Whether there is room for a lookup in this clock. With [`Order::Kept`] a live lookup is then
    /// taken for certain; with [`Order::Free`] a resident one still yields to a replay.
    #[inline]
    pub(super) fn room(&self) -> usize {
        usize::from(self.clearing == 0 && self.queue.len() < self.waits)
    }

    /// One clock: replays, allocation, the live lookup. Returns whether that was taken; a caller
    /// whose lookup was not offers it again.
    #[inline]
    pub(super) fn clock(&mut self, live: &[Lookup], counts: &mut CacheCounts) -> usize {
        if self.clearing > 0 {
            self.clearing -= 1;
            self.lines.clear_set(self.clearing);
            return 0;
        }
        let replays = self.replay(counts);
        let mut budget = self.fills_per_clock;
        // What is armed in this clock is fetched in a later one.
        let ahead = !self.ahead.none();
        if self.hungry && !self.starved {
            self.feed(&mut budget, counts);
        }
        let taken =
            live.first().is_some_and(|live| self.look_up(live, replays, &mut budget, counts));
        if ahead && budget > 0 {
            self.fetch_ahead(counts);
        }
        if self.fills.any_complete() {
            self.finish(counts);
        }
        usize::from(taken)
    }

    /// A line that will be wanted soon, filled when no demand needs the clock. At most four hints
    /// wait; more are dropped.
    #[inline]
    pub(super) fn hint(&mut self, address: Address) {
        self.ahead.hint(address.align(self.lines.bytes()));
    }

    /// A beat for one of this cache's fills came.
    #[inline]
    pub(super) fn beat(&mut self, beat: &Beat, counts: &mut CacheCounts) {
        if let Some(at) = self.fills.beat(beat.tag & 0x0F) {
            counts.beats += 1;
            self.lines.store(at, beat.address, &beat.data, u16::MAX);
        }
    }

    /// Drops every line, and what fills under way bring. For when no lookup waits.
    pub(super) fn invalidate_all(&mut self) {
        self.lines.clear();
        self.ahead.clear();
        self.fills.discard(|_| true);
        self.stir();
    }

    /// Drops the lines of the set that an address falls into, and what a fill under way brings. For
    /// when no lookup of that set waits.
    pub(super) fn invalidate(&mut self, address: Address) {
        let set = self.lines.set(address);
        self.lines.clear_set(set);
        let lines = &self.lines;
        self.fills.discard(|fill| lines.set(fill.line) == set);
        self.stir();
    }

    /// Memory took a write: updates lines, and answers that were not taken yet. Words already taken
    /// are the taker's to keep fresh.
    pub(super) fn patch(&mut self, address: Address, data: &[u8; BEAT], strobes: u16) {
        if let Some(at) = self.lines.find(address) {
            self.lines.store(at, address, data, strobes);
        } else if self.lines.filling(address) {
            let line = address.align(self.lines.bytes());
            // Beats that come later were read later; they bring these bytes themselves.
            if let Some(at) = self.fills.iter().find(|f| f.line == line).map(|f| f.at) {
                self.lines.store(at, address, data, strobes);
            }
        }
        for waiting in self.queue.iter_mut().take(self.window) {
            waiting.patch(address, data, strobes);
        }
        if let Some((found, lookup)) = &mut self.found {
            patch(&mut found.words, lookup, u8::MAX, address, data, strobes);
        }
    }

    /// Whether no lookup waits, no answer is left and no fill is under way.
    #[inline]
    pub(super) fn idle(&self) -> bool {
        self.queue.is_empty() && self.found.is_none() && self.fills.none() && self.clearing == 0
    }

    /// Whether a clock without lookup and beat, in which nobody takes an answer, would change nothing
    /// but sums.
    #[inline]
    pub(super) fn quiet(&self) -> bool {
        let head = self.queue.front();
        let answers = self.found.is_none() && self.scheduled().is_some();
        let drops = head.is_some_and(|head| head.answered);
        let fills = self.hungry && head.is_some_and(|head| self.could_feed(head));
        let fetches = |line| self.useless(line) || self.allocatable(line);
        let moves = self.clearing > 0
            || self.stirred
            || self.fills.asks()
            || self.fills.any_complete()
            || answers
            || drops
            || fills
            || self.ahead.next().is_some_and(fetches);
        !moves
    }

    /// Whether a clock without a lookup changes nothing.
    #[inline]
    pub(super) fn is_still(&self) -> bool {
        let flags = self.stirred | self.hungry | self.fills.any_complete();
        !flags && self.queue.is_empty() && self.clearing == 0 && self.ahead.none()
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

    #[inline]
    const fn beats(&self) -> u16 {
        (self.lines.bytes() / BEAT as u32) as u16
    }

    /// Looks at the window if something changed and answers its first complete lookup. Returns
    /// whether one is complete: a resident live lookup yields to it.
    #[inline]
    fn replay(&mut self, counts: &mut CacheCounts) -> bool {
        if self.queue.is_empty() {
            self.stirred = false;
            self.hungry = false;
            return false;
        }
        if self.queue.front().is_some_and(|head| head.answered) {
            self.queue.pop_front();
            self.stir();
        }
        if self.stirred {
            self.stirred = false;
            for waiting in self.queue.iter_mut().take(self.window) {
                waiting.gather(&self.lines);
            }
            self.hungry = self.queue.front().is_some_and(|head| !head.complete());
        }
        let Some(index) = self.scheduled() else { return false };
        if self.found.is_none()
            && let Some(waiting) = self.queue.get_mut(index)
        {
            counts.replays += u64::from(waiting.missed);
            self.found = Some((waiting.found(), waiting.lookup));
            waiting.answered = true;
            if index == 0 {
                self.queue.pop_front();
                self.stir();
            }
        }
        true
    }

    /// The window is to be looked at again, and the head may be another or its lines free.
    #[inline]
    const fn stir(&mut self) {
        self.stirred = true;
        self.starved = false;
    }

    /// The first lookup of the window that can be answered.
    #[inline]
    fn scheduled(&self) -> Option<usize> {
        self.queue.iter().take(self.window).position(|w| w.complete() && !w.answered)
    }

    /// Whether a fill could begin for one of a lookup's lines.
    fn could_feed(&self, waiting: &Waiting) -> bool {
        waiting.wants().any(|address| self.allocatable(address.align(self.lines.bytes())))
    }

    /// Allocates for the head; it is hungry no longer when each of its lines is being filled.
    fn feed(&mut self, budget: &mut u32, counts: &mut CacheCounts) {
        let Some(head) = self.queue.front().copied() else {
            self.hungry = false;
            return;
        };
        self.hungry = !self.demand(&head, budget, counts);
        self.starved = *budget > 0;
    }

    /// Allocates fills for the lines that a lookup misses, as many as the clock allows. Returns
    /// whether all are under way.
    fn demand(&mut self, waiting: &Waiting, budget: &mut u32, counts: &mut CacheCounts) -> bool {
        let mut all = true;
        for address in waiting.wants() {
            let line = address.align(self.lines.bytes());
            if self.lines.filling(line) && self.fills.covers(line) {
                continue;
            }
            if *budget > 0 && self.allocate(line) {
                *budget -= 1;
                counts.demand += 1;
                let next = line.plus(self.prefetch);
                if self.prefetch > 0 && next.byte() < self.limit {
                    self.ahead.arm(next);
                }
            } else {
                all = false;
            }
        }
        all
    }

    /// Whether a fill may begin for a line: there is room for it, and none for its set.
    #[inline]
    fn allocatable(&self, line: Address) -> bool {
        self.fills.room() && !self.lines.filling(line)
    }

    /// Begins the fill of a line that is not there, if it may begin.
    fn allocate(&mut self, line: Address) -> bool {
        if !self.allocatable(line) {
            return false;
        }
        let at = self.lines.replace(line);
        let beats = self.beats();
        self.fills.begin(line, at, beats);
        true
    }

    /// The live lookup: answered, parked or refused.
    #[inline]
    fn look_up(
        &mut self,
        live: &Lookup,
        replays: bool,
        budget: &mut u32,
        counts: &mut CacheCounts,
    ) -> bool {
        if self.queue.len() >= self.waits {
            return false;
        }
        let mut parked = Waiting::new(live, self.limit);
        let mut waiting = parked;
        waiting.gather(&self.lines);
        let resident = waiting.complete();
        parked.missed = !resident;
        let free = self.found.is_none() && !replays;
        let answer = resident
            && match self.order {
                Order::Kept => free && self.queue.is_empty(),
                Order::Free if free => true,
                Order::Free => return false,
            };
        counts.lookups += 1;
        counts.errors += u64::from(waiting.error());
        if resident {
            counts.hits += 1;
        } else {
            counts.misses += 1;
            self.demand(&waiting, budget, counts);
        }
        if answer {
            self.found = Some((waiting.found(), *live));
        } else {
            // Until it is in the window its words stay in their lines, which may change.
            if self.queue.len() < self.window {
                self.stir();
            }
            self.queue.push_back(parked);
        }
        true
    }

    /// Begins the next prefetch, or drops it if it is not wanted any more.
    fn fetch_ahead(&mut self, counts: &mut CacheCounts) {
        let Some(line) = self.ahead.next() else { return };
        if self.useless(line) {
            self.ahead.done();
        } else if self.allocate(line) {
            counts.prefetches += 1;
            self.ahead.done();
        }
    }

    /// Whether a line need not be fetched: outside memory, resident, or on its way.
    fn useless(&self, line: Address) -> bool {
        line.byte() >= self.limit
            || self.lines.find(line).is_some()
            || self.lines.filling(line) && self.fills.covers(line)
    }

    /// Lines whose last beat came become valid.
    fn finish(&mut self, counts: &mut CacheCounts) {
        while let Some(fill) = self.fills.take_complete() {
            counts.done += 1;
            self.lines.filled(fill.at, fill.line, !fill.discard);
            self.stir();
        }
    }
}
