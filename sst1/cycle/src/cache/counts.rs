//! What a cache counts.
//!
//! Facts: digest 1.6, counters 23 to 47, 66 to 69 and 74 to 77.

/// What a cache counts. `lookups` is `hits + misses`; sums are over clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// Lookups taken.
    pub lookups: u64,
    /// Lookups that found every line resident; where tags run ahead, or asked for by those before them.
    pub hits: u64,
    /// Lookups that did not.
    pub misses: u64,
    /// Of these, those answered: out of the wait queue, when what was missing had come. A lookup that
    /// found its lines and waits for those before it is none.
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
