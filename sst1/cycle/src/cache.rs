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
//! Two kinds: lookups that wait and are looked up again (`replaying`), as published, and tags that
//! run ahead of data (`streaming`), ours.
//!
//! Facts: digest 1.2 (Read caches) and 1.3 (Texture cache).

mod counts;
mod fills;
mod lines;
mod prefetch;
mod replaying;
mod streaming;
#[cfg(test)]
mod tests;
mod waiting;

use crate::{
    config::CacheConfig,
    port::{Address, BEAT, Beat, Client, Operation, Request},
};

pub use counts::CacheCounts;
pub(crate) use fills::MOST as MOST_FILLS;
use replaying::Replaying;
use streaming::Streaming;

/// Lookups and answers that a cache can pass in a clock, at most.
pub(crate) const LANES: usize = 2;

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

/// The same call on whichever kind there is.
macro_rules! each {
    ($kind:expr, $it:ident => $call:expr) => {
        match $kind {
            Kind::Replaying($it) => $call,
            Kind::Streaming($it) => $call,
        }
    };
}

#[derive(Clone, Debug)]
enum Kind {
    Replaying(Replaying),
    Streaming(Streaming),
}

/// A read cache.
#[derive(Clone, Debug)]
pub struct ReadCache {
    client: Client,
    tag: u8,
    beats: u16,
    kind: Kind,
    /// Whether a clock without a lookup may change anything: most caches do nothing in most clocks.
    awake: bool,
    /// Whether a fill waits to ask memory.
    asks: bool,
    /// What it counted.
    pub counts: CacheCounts,
}

impl ReadCache {
    /// An empty cache over a memory of `limit` bytes, whose fill `n` carries the tag `tag | n`.
    pub fn new(config: &CacheConfig, client: Client, tag: u8, order: Order, limit: u32) -> Self {
        Self::with_lanes(config, client, tag, order, limit, 1)
    }

    /// The same, but up to `lanes` lookups, at most two, are taken and answered in a clock. Only tags
    /// that run ahead can do that.
    pub(crate) fn with_lanes(
        config: &CacheConfig,
        client: Client,
        tag: u8,
        order: Order,
        limit: u32,
        lanes: u32,
    ) -> Self {
        let kind = if config.ahead {
            Kind::Streaming(Streaming::new(config, lanes as usize, limit))
        } else {
            Kind::Replaying(Replaying::new(config, order, limit))
        };
        let beats = (lines::bytes(config) / BEAT as u32) as u16;
        Self { client, tag, beats, kind, awake: true, asks: false, counts: CacheCounts::default() }
    }

    /// Begins to clear the tags, one set a clock; until then no lookup is taken (digest 1.3, after
    /// reset).
    pub fn reset(&mut self) {
        self.awake = true;
        each!(&mut self.kind, it => it.reset());
    }

    /// The answer in the response register.
    #[inline]
    pub fn found(&self) -> Option<&Found> {
        each!(&self.kind, it => it.found())
    }

    /// Takes it.
    #[inline]
    pub fn take_found(&mut self) -> Option<Found> {
        each!(&mut self.kind, it => it.take_found())
    }

    /// Whether there is room for a lookup in this clock. A live lookup is then taken for certain,
    /// but that with [`Order::Free`] a resident one yields to a replay.
    #[inline]
    pub fn ready(&self) -> bool {
        self.room() > 0
    }

    /// How many lookups may be offered in this clock.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        each!(&self.kind, it => it.room())
    }

    /// One clock: replays, allocation, the live lookup. Returns whether that was taken; a caller
    /// whose lookup was not offers it again.
    #[inline]
    pub fn clock(&mut self, live: Option<&Lookup>) -> bool {
        self.clock_all(live.map_or(&[], std::slice::from_ref)) > 0
    }

    /// The same with lookups of several lanes. Returns how many of them, from the first, were taken.
    #[inline]
    pub(crate) fn clock_all(&mut self, live: &[Lookup]) -> usize {
        if live.is_empty() && !self.awake { 0 } else { self.work(live) }
    }

    /// A clock in which something may change.
    #[inline(never)]
    fn work(&mut self, live: &[Lookup]) -> usize {
        let counts = &mut self.counts;
        let taken = each!(&mut self.kind, it => it.clock(live, counts));
        let (waits, fills) = each!(&self.kind, it => (it.waits(), it.fills().count()));
        self.awake = fills > 0 || waits > 0 || !each!(&self.kind, it => it.is_still());
        self.asks = each!(&self.kind, it => it.fills()).asks();
        if waits > 0 {
            counts.waits_sum += waits as u64;
            counts.waits_max = counts.waits_max.max(waits as u64);
        }
        if fills > 0 {
            counts.fills_sum += u64::from(fills);
            counts.fills_max = counts.fills_max.max(fills.into());
        }
        taken
    }

    /// A line that will be wanted soon, filled when no demand needs the clock. At most four hints
    /// wait; more are dropped, and all where tags run ahead.
    #[inline]
    pub fn hint(&mut self, address: Address) {
        if let Kind::Replaying(it) = &mut self.kind {
            self.awake = true;
            it.hint(address);
        }
    }

    /// The fill request that waits to be accepted.
    #[inline]
    pub fn request(&self) -> Option<Request> {
        each!(&self.kind, it => it.fills()).asking().map(|(index, fill)| Request {
            address: fill.line,
            client: self.client,
            tag: self.tag | index,
            operation: Operation::Read { beats: self.beats },
        })
    }

    /// Whether [`request`](Self::request) has one.
    #[inline]
    pub fn requests(&self) -> bool {
        self.asks
    }

    /// Memory took it.
    #[inline]
    pub fn accept_request(&mut self) {
        let fills = each!(&mut self.kind, it => it.fills_mut());
        fills.asked();
        self.asks = fills.asks();
        self.counts.requests += 1;
    }

    /// A beat for one of this cache's fills came.
    #[inline]
    pub fn beat(&mut self, beat: &Beat) {
        each!(&mut self.kind, it => it.beat(beat, &mut self.counts));
    }

    /// Drops every line, and what fills under way bring. For when no lookup waits.
    pub fn invalidate_all(&mut self) {
        self.counts.invalidates += 1;
        self.awake = true;
        each!(&mut self.kind, it => it.invalidate_all());
    }

    /// Drops the lines of the set that an address falls into, and what a fill under way brings. For
    /// when no lookup of that set waits.
    pub fn invalidate(&mut self, address: Address) {
        self.counts.invalidates += 1;
        self.awake = true;
        each!(&mut self.kind, it => it.invalidate(address));
    }

    /// Memory took a write: updates lines, and answers that were not taken yet. Words already taken
    /// are the taker's to keep fresh.
    pub fn patch(&mut self, address: Address, data: &[u8; BEAT], strobes: u16) {
        each!(&mut self.kind, it => it.patch(address, data, strobes));
    }

    /// Whether tags are still being cleared.
    #[inline]
    pub fn clears(&self) -> bool {
        each!(&self.kind, it => it.clears())
    }

    /// Lookups that wait.
    pub fn waiting(&self) -> usize {
        each!(&self.kind, it => it.waits())
    }

    /// Fills under way.
    pub fn filling(&self) -> u32 {
        each!(&self.kind, it => it.fills()).count()
    }

    /// Whether no lookup waits, no answer is left and no fill is under way.
    #[inline]
    pub fn idle(&self) -> bool {
        each!(&self.kind, it => it.idle())
    }

    /// Whether a clock without lookup and beat, in which nobody takes an answer, would change nothing
    /// but sums.
    #[inline]
    pub fn quiet(&self) -> bool {
        each!(&self.kind, it => it.quiet())
    }

    /// `clocks` such clocks.
    #[inline]
    pub fn skip(&mut self, clocks: u64) {
        let (waits, fills) = each!(&self.kind, it => (it.waits(), it.fills().count()));
        self.counts.waits_sum += clocks * waits as u64;
        self.counts.fills_sum += clocks * u64::from(fills);
    }
}
