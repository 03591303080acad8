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
//! Facts: digest 1.2 (Read caches) and 1.3 (Texture cache).

use crate::{
    config::CacheConfig,
    port::{Address, BEAT, Beat, Client, Request},
};

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

/// What a cache counts. `lookups` is `hits + misses`; sums are over clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// Lookups taken.
    pub lookups: u64,
    /// Lookups that found every line resident.
    pub hits: u64,
    /// Lookups that did not.
    pub misses: u64,
    /// Lookups answered out of the wait queue.
    pub replays: u64,
    /// Fills allocated for a lookup.
    pub demand: u64,
    /// Fills allocated ahead of one.
    pub prefetches: u64,
    /// Requests that memory took.
    pub requests: u64,
    /// Beats that came.
    pub beats: u64,
    /// Fills finished.
    pub done: u64,
    /// Lookups outside memory.
    pub errors: u64,
    /// Invalidations asked for.
    pub invalidates: u64,
    /// Waiting lookups.
    pub waits_sum: u64,
    /// The most at a time.
    pub waits_max: u64,
    /// Fills under way.
    pub fills_sum: u64,
    /// The most at a time.
    pub fills_max: u64,
}

/// A read cache.
#[derive(Clone, Debug)]
pub struct ReadCache {
    config: CacheConfig,
    client: Client,
    tag: u8,
    order: Order,
    limit: u32,
    found: Option<Found>,
    /// What it counted.
    pub counts: CacheCounts,
}

impl ReadCache {
    /// An empty cache over a memory of `limit` bytes, whose fill `n` carries the tag `tag | n`.
    pub fn new(config: &CacheConfig, client: Client, tag: u8, order: Order, limit: u32) -> Self {
        Self {
            config: *config,
            client,
            tag,
            order,
            limit,
            found: None,
            counts: CacheCounts::default(),
        }
    }

    /// Begins to clear the tags, one set a clock; until then no lookup is taken (digest 1.3, after
    /// reset).
    pub fn reset(&mut self) {
        let _ = (self.config, self.client, self.tag, self.order, self.limit);
    }

    /// The answer in the response register.
    pub fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// Takes it.
    pub fn take_found(&mut self) -> Option<Found> {
        self.found.take()
    }

    /// Whether there is room for a lookup in this clock. With [`Order::Kept`] a live lookup is then
    /// taken for certain; with [`Order::Free`] a resident one still yields to a replay.
    pub fn ready(&self) -> bool {
        true
    }

    /// One clock: replays, allocation, the live lookup. Returns whether that was taken; a caller
    /// whose lookup was not offers it again.
    pub fn clock(&mut self, live: Option<&Lookup>) -> bool {
        live.is_some()
    }

    /// A line that will be wanted soon, filled when no demand needs the clock. At most four hints
    /// wait; more are dropped.
    pub fn hint(&mut self, address: Address) {
        let _ = address;
    }

    /// The fill request that waits to be accepted.
    pub fn request(&self) -> Option<Request> {
        None
    }

    /// Memory took it.
    pub fn accept_request(&mut self) {}

    /// A beat for one of this cache's fills came.
    pub fn beat(&mut self, beat: &Beat) {
        let _ = beat;
    }

    /// Drops every line, and what fills under way bring.
    pub fn invalidate_all(&mut self) {}

    /// Drops the lines of the set that an address falls into, and what a fill under way brings.
    pub fn invalidate(&mut self, address: Address) {
        let _ = address;
    }

    /// Memory took a write: updates lines, and answers that were not taken yet. Words already taken
    /// are the taker's to keep fresh.
    pub fn patch(&mut self, address: Address, data: &[u8; BEAT], strobes: u16) {
        let _ = (address, data, strobes);
    }

    /// Whether no lookup waits, no answer is left and no fill is under way.
    pub fn idle(&self) -> bool {
        true
    }

    /// Whether a clock without lookup and beat would change nothing but sums.
    pub fn quiet(&self) -> bool {
        true
    }

    /// `clocks` such clocks.
    pub fn skip(&mut self, clocks: u64) {
        let _ = clocks;
    }
}
