//! A read cache that keeps going: fills under way, lookups that wait, answers in or out of order.
//!
//! For: FBI's colour and auxiliary caches and the texture cache; [`CacheConfig`] and [`Order`] are
//! what they differ in.
//! Not for: writes (the combiners' bytes override what is found here) and not for what a texel is.
//!
//! In every clock: the consumer takes [`found`](ReadCache::found); memory's beats are delivered
//! ([`beat`](ReadCache::beat)); the arbiter takes a request; writes that memory took are patched in;
//! then [`clock`](ReadCache::clock) replays, allocates and looks the live lookup up.
//!
//! Facts: digest 1.2 (Read caches) and 1.3 (Texture cache). Inferred: a lookup that cannot be
//! allocated for its first missing line is for its next; a prefetch whose set is busy stays armed;
//! with [`Order::Kept`] a resident lookup that finds the response register full joins the queue.

mod ahead;
mod counts;
mod fills;
mod lines;
#[cfg(test)]
mod tests;
mod waiting;

use std::collections::VecDeque;

use crate::{
    config::CacheConfig,
    port::{Address, BEAT, Beat, Client, Operation, Request},
};

use ahead::Ahead;
pub use counts::CacheCounts;
use fills::Fills;
pub(crate) use fills::MOST as MOST_FILLS;
use lines::Lines;
use waiting::{Waiting, patch};

/// Up to four places to read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Comes back with the answer.
    pub id: u32,
    /// Where; the first `ports` count.
    pub addresses: [Address; 4],
    /// How many, 1 to 4.
    pub ports: u8,
}

impl Lookup {
    /// A lookup of one word.
    #[inline]
    pub fn one(id: u32, address: Address) -> Self {
        Self { id, addresses: [address; 4], ports: 1 }
    }
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The lookup's.
    pub id: u32,
    /// The 16 bits at each even address; at an odd one that byte, in the low half.
    pub words: [u16; 4],
    /// Whether an address lay outside memory; its word is 0.
    pub error: bool,
}

/// In which order lookups are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they came: FBI's caches.
    Kept,
    /// Those that are resident pass those that wait: the texture cache.
    Free,
}

/// A read cache.
#[derive(Clone, Debug)]
pub struct ReadCache {
    client: Client,
    tag: u8,
    order: Order,
    limit: u32,
    fills_per_clock: u32,
    /// Distance of the prefetch in bytes; 0: none.
    prefetch: u32,
    waits: usize,
    window: usize,
    lines: Lines,
    fills: Fills,
    ahead: Ahead,
    queue: VecDeque<Waiting>,
    /// The response register, with the lookup that it answers.
    found: Option<(Found, Lookup)>,
    /// Sets whose tags are still to be cleared after a reset.
    clearing: u32,
    /// A line came, or the window moved: the window is to be looked at again.
    stirred: bool,
    /// The head has a line that no fill is under way for.
    hungry: bool,
    /// What it counted.
    pub counts: CacheCounts,
}

impl ReadCache {
    /// An empty cache over a memory of `limit` bytes, whose fill `n` carries the tag `tag | n`.
    pub fn new(config: &CacheConfig, client: Client, tag: u8, order: Order, limit: u32) -> Self {
        let lines = Lines::new(config);
        let waits = config.waits.max(1) as usize;
        Self {
            client,
            tag,
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
            ahead: Ahead::default(),
            queue: VecDeque::with_capacity(waits),
            found: None,
            clearing: 0,
            stirred: false,
            hungry: false,
            counts: CacheCounts::default(),
        }
    }

    /// Begins to clear the tags, one set a clock; until then no lookup is taken (digest 1.3, after
    /// reset).
    pub fn reset(&mut self) {
        self.clearing = self.lines.sets();
    }

    /// The answer in the response register.
    #[inline]
    pub fn found(&self) -> Option<&Found> {
        self.found.as_ref().map(|(found, _)| found)
    }

    /// Takes it.
    #[inline]
    pub fn take_found(&mut self) -> Option<Found> {
        self.found.take().map(|(found, _)| found)
    }

    /// Whether there is room for a lookup in this clock. With [`Order::Kept`] a live lookup is then
    /// taken for certain; with [`Order::Free`] a resident one still yields to a replay.
    #[inline]
    pub fn ready(&self) -> bool {
        self.clearing == 0 && self.queue.len() < self.waits
    }

    /// One clock: replays, allocation, the live lookup. Returns whether that was taken; a caller
    /// whose lookup was not offers it again.
    #[inline]
    pub fn clock(&mut self, live: Option<&Lookup>) -> bool {
        if self.clearing > 0 {
            self.clearing -= 1;
            self.lines.clear_set(self.clearing);
            return false;
        }
        let replays = self.replay();
        let mut budget = self.fills_per_clock;
        // What is armed in this clock is fetched in a later one.
        let ahead = !self.ahead.none();
        if self.hungry {
            self.feed(&mut budget);
        }
        let taken = live.is_some_and(|live| self.look_up(live, replays, &mut budget));
        if ahead && budget > 0 {
            self.fetch_ahead();
        }
        if self.fills.any_complete() {
            self.finish();
        }
        if !self.queue.is_empty() {
            let waits = self.queue.len() as u64;
            self.counts.waits_sum += waits;
            self.counts.waits_max = self.counts.waits_max.max(waits);
        }
        if !self.fills.none() {
            let fills = u64::from(self.fills.count());
            self.counts.fills_sum += fills;
            self.counts.fills_max = self.counts.fills_max.max(fills);
        }
        taken
    }

    /// A line that will be wanted soon, filled when no demand needs the clock. At most four hints
    /// wait; more are dropped.
    #[inline]
    pub fn hint(&mut self, address: Address) {
        self.ahead.hint(address.align(self.lines.bytes()));
    }

    /// The fill request that waits to be accepted.
    #[inline]
    pub fn request(&self) -> Option<Request> {
        self.fills.asking().map(|(index, fill)| Request {
            address: fill.line,
            client: self.client,
            tag: self.tag | index,
            operation: Operation::Read { beats: self.beats() },
        })
    }

    /// Whether [`request`](Self::request) has one.
    #[inline]
    pub fn requests(&self) -> bool {
        self.fills.asks()
    }

    /// Memory took it.
    #[inline]
    pub fn accept_request(&mut self) {
        self.fills.asked();
        self.counts.requests += 1;
    }

    /// A beat for one of this cache's fills came.
    #[inline]
    pub fn beat(&mut self, beat: &Beat) {
        if let Some(at) = self.fills.beat(beat.tag & 0x0F) {
            self.counts.beats += 1;
            self.lines.store(at, beat.address, &beat.data, u16::MAX);
        }
    }

    /// Drops every line, and what fills under way bring. For when no lookup waits.
    pub fn invalidate_all(&mut self) {
        self.counts.invalidates += 1;
        self.lines.clear();
        self.ahead.clear();
        self.fills.discard(|_| true);
        self.stirred = true;
    }

    /// Drops the lines of the set that an address falls into, and what a fill under way brings. For
    /// when no lookup of that set waits.
    pub fn invalidate(&mut self, address: Address) {
        self.counts.invalidates += 1;
        let set = self.lines.set(address);
        self.lines.clear_set(set);
        let lines = &self.lines;
        self.fills.discard(|fill| lines.set(fill.line) == set);
        self.stirred = true;
    }

    /// Memory took a write: updates lines, and answers that were not taken yet. Words already taken
    /// are the taker's to keep fresh.
    pub fn patch(&mut self, address: Address, data: &[u8; BEAT], strobes: u16) {
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

    /// Whether tags are still being cleared.
    #[inline]
    pub fn clears(&self) -> bool {
        self.clearing > 0
    }

    /// Lookups that wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Fills under way.
    pub fn filling(&self) -> u32 {
        self.fills.count()
    }

    /// Whether no lookup waits, no answer is left and no fill is under way.
    #[inline]
    pub fn idle(&self) -> bool {
        self.queue.is_empty() && self.found.is_none() && self.fills.none() && self.clearing == 0
    }

    /// Whether a clock without lookup and beat, in which nobody takes an answer, would change nothing
    /// but sums.
    #[inline]
    pub fn quiet(&self) -> bool {
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

    /// `clocks` such clocks.
    #[inline]
    pub fn skip(&mut self, clocks: u64) {
        self.counts.waits_sum += clocks * self.queue.len() as u64;
        self.counts.fills_sum += clocks * u64::from(self.fills.count());
    }

    #[inline]
    const fn beats(&self) -> u16 {
        (self.lines.bytes() / BEAT as u32) as u16
    }

    /// Looks at the window if something changed and answers its first complete lookup. Returns
    /// whether one is complete: a resident live lookup yields to it.
    #[inline]
    fn replay(&mut self) -> bool {
        if self.queue.is_empty() {
            self.stirred = false;
            self.hungry = false;
            return false;
        }
        if self.queue.front().is_some_and(|head| head.answered) {
            self.queue.pop_front();
            self.stirred = true;
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
            self.counts.replays += 1;
            self.found = Some((waiting.found(), waiting.lookup));
            waiting.answered = true;
            if index == 0 {
                self.queue.pop_front();
                self.stirred = true;
            }
        }
        true
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
    fn feed(&mut self, budget: &mut u32) {
        let Some(head) = self.queue.front().copied() else {
            self.hungry = false;
            return;
        };
        self.hungry = !self.demand(&head, budget);
    }

    /// Allocates fills for the lines that a lookup misses, as many as the clock allows. Returns
    /// whether all are under way.
    fn demand(&mut self, waiting: &Waiting, budget: &mut u32) -> bool {
        let mut all = true;
        for address in waiting.wants() {
            let line = address.align(self.lines.bytes());
            if self.lines.filling(line) && self.fills.covers(line) {
                continue;
            }
            if *budget > 0 && self.allocate(line) {
                *budget -= 1;
                self.counts.demand += 1;
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
    fn look_up(&mut self, live: &Lookup, replays: bool, budget: &mut u32) -> bool {
        if self.queue.len() >= self.waits {
            return false;
        }
        let mut waiting = Waiting::new(live, self.limit);
        waiting.gather(&self.lines);
        let resident = waiting.complete();
        let free = self.found.is_none() && !replays;
        let answer = resident
            && match self.order {
                Order::Kept => free && self.queue.is_empty(),
                Order::Free if free => true,
                Order::Free => return false,
            };
        self.counts.lookups += 1;
        self.counts.errors += u64::from(waiting.error());
        if resident {
            self.counts.hits += 1;
        } else {
            self.counts.misses += 1;
            self.demand(&waiting, budget);
        }
        if answer {
            self.found = Some((waiting.found(), *live));
        } else {
            // Until it is in the window its words stay in their lines, which may change.
            let parked = Waiting::new(live, self.limit);
            self.stirred |= self.queue.len() < self.window;
            self.queue.push_back(parked);
        }
        true
    }

    /// Begins the next prefetch, or drops it if it is not wanted any more.
    fn fetch_ahead(&mut self) {
        let Some(line) = self.ahead.next() else { return };
        if self.useless(line) {
            self.ahead.done();
        } else if self.allocate(line) {
            self.counts.prefetches += 1;
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
    fn finish(&mut self) {
        while let Some(fill) = self.fills.take_complete() {
            self.counts.done += 1;
            self.lines.filled(fill.at, fill.line, !fill.discard);
            self.stirred = true;
        }
    }
}
