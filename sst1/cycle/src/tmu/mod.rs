//! A texture unit: from S, T and W to a filtered texel.
//!
//! For: front stages, the texture cache's lookups, the reorder buffer, decode and filter.
//! Not for: combining with other units ([`combine`]), nor downloads ([`crate::device`]).
//!
//! Facts: digest 1.3. A sample accepted at T leaves the front stages at T+4, stands in the address
//! register at T+5, is looked up at T+6; texels found at T+7 are a result at T+11.

mod combine;
mod coordinates;

use std::collections::VecDeque;

pub use combine::{Texel, combined, filtered};
pub use coordinates::{Iterated, Sample, sample};

use crate::cache::{LANES, Lookup, Order, ReadCache};
use crate::command::Triangle;
use crate::config::Config;
use crate::port::{Address, Client};

/// Clocks from acceptance to the lookup.
const TO_LOOKUP: u64 = 6;
/// Clocks from texels to a result: decode, decode, filter, combine.
const TO_RESULT: u64 = 4;
/// Clocks from acceptance to a result when the texels are in the cache.
pub const LATENCY: u64 = TO_LOOKUP + 1 + TO_RESULT;
/// Samples that the front stages and the address register hold.
const STAGES: usize = 6;
/// First of the tags of a unit's fills.
const TAG: u8 = 0x90;

/// A sample in the front stages.
#[derive(Clone, Copy, Debug)]
struct Coming {
    /// When it can be looked up.
    at: u64,
    slot: u8,
    sample: Sample,
}

/// An entry of the reorder buffer.
#[derive(Clone, Copy, Debug)]
struct Entry {
    slot: u8,
    sample: Sample,
    texel: Texel,
    /// When its result is valid if its texels are in the cache.
    due: u64,
    /// When its result is valid; later than any clock until its texels were found.
    at: u64,
}

/// What a unit counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TmuCounts {
    /// Samples accepted.
    pub samples: u64,
    /// Results handed on.
    pub results: u64,
    /// Entries of the reorder buffer, over all clocks.
    pub rob_sum: u64,
    /// The most at a time.
    pub rob_max: u64,
}

/// A texture unit.
#[derive(Clone, Debug)]
pub struct Tmu {
    unit: usize,
    lanes: usize,
    capacity: usize,
    coming: VecDeque<Coming>,
    /// Results in the order of their samples.
    buffer: VecDeque<Entry>,
    /// Number of the buffer's first entry, modulo 2^32.
    first: u32,
    /// The unit's cache.
    pub cache: ReadCache,
    /// What it counted.
    pub counts: TmuCounts,
}

impl Tmu {
    /// Unit `unit` with `bytes` bytes of memory.
    pub fn new(config: &Config, unit: usize, bytes: u32) -> Self {
        let client = Client::Texture(unit as u8);
        let mut cache =
            ReadCache::with_lanes(&config.texture, client, TAG, Order::Free, bytes, config.lanes);
        cache.reset();
        Self {
            unit,
            lanes: config.lanes as usize,
            capacity: config.rob.max(1) as usize,
            coming: VecDeque::new(),
            buffer: VecDeque::new(),
            first: 0,
            cache,
            counts: TmuCounts::default(),
        }
    }

    /// Whether no sample is under way.
    pub fn is_idle(&self) -> bool {
        self.coming.is_empty() && self.buffer.is_empty()
    }

    /// Whether it takes a sample in this clock.
    #[inline]
    pub fn ready(&self) -> bool {
        self.coming.len() < STAGES * self.lanes
            && self.coming.len() + self.buffer.len() < self.capacity
    }

    /// Takes the sample of a pixel of `triangle`, which is in `slot`.
    #[inline]
    pub fn accept(
        &mut self,
        now: u64,
        triangle: &Triangle,
        slot: u8,
        iterated: Iterated,
        dither: i32,
    ) {
        let plan = &triangle.decoded.plan;
        let Some(unit) = plan.units.get(self.unit) else { return };
        let base = triangle.lod_base[self.unit];
        let mask = triangle.decoded.texture_mask;
        let sample = sample(&plan.fbi, unit, base, dither, iterated, mask);
        self.counts.samples += 1;
        self.coming.push_back(Coming { at: now + TO_LOOKUP, slot, sample });
    }

    /// The result at the buffer's head, if it is valid.
    #[inline]
    pub fn result(&self, now: u64) -> Option<Texel> {
        self.buffer.front().filter(|entry| entry.at <= now).map(|entry| entry.texel)
    }

    /// Whether it is.
    #[inline]
    pub fn is_ready(&self, now: u64) -> bool {
        self.buffer.front().is_some_and(|entry| entry.at <= now)
    }

    /// Takes that result.
    #[inline]
    pub fn take(&mut self) {
        self.counts.results += 1;
        self.first = self.first.wrapping_add(1);
        self.buffer.pop_front();
    }

    /// For how long, from clock `now` on, nothing changes here but counts, unless memory answers.
    /// Only after a clock in which nothing moved.
    pub fn quiet(&self, now: u64) -> u64 {
        if !self.cache.quiet() {
            return 0;
        }
        let lookup = self.coming.front().map(|coming| coming.at);
        let result = self.buffer.front().map(|entry| entry.at).filter(|at| *at != u64::MAX);
        // What could happen earlier did not: something else holds it.
        let timers = [lookup, result].into_iter().flatten().filter(|at| *at >= now);
        timers.map(|at| at - now).min().unwrap_or(u64::MAX)
    }

    /// Whether the oldest sample's result is not there in clock `now` and would be, had the cache had its
    /// texels.
    #[inline]
    pub fn late(&self, now: u64) -> bool {
        match self.buffer.front() {
            Some(entry) => entry.due <= now && now < entry.at,
            None => self.coming.front().is_some_and(|coming| due(coming) <= now),
        }
    }

    /// One clock: texels found go to decode, the oldest sample is looked up. Returns whether
    /// anything changed. `triangles` are the commands at work, by slot.
    #[inline]
    pub fn clock(&mut self, now: u64, triangles: &[Option<Box<Triangle>>]) -> bool {
        // The clock in which the last tag is cleared makes room for a lookup.
        let mut moved = self.cache.clears();
        while let Some(found) = self.cache.take_found() {
            moved = true;
            let place = found.id.wrapping_sub(self.first) as usize;
            if let Some(entry) = self.buffer.get_mut(place)
                && let Some(Some(triangle)) = triangles.get(usize::from(entry.slot))
            {
                let decoded = &triangle.decoded;
                let format = decoded.plan.units[self.unit].format;
                let table = &decoded.tables[self.unit];
                entry.texel = filtered(format, table, &entry.sample, found.words);
                entry.at = now + TO_RESULT;
            }
        }
        if self.coming.front().is_some_and(|coming| coming.at <= now) {
            let mut lookups = [Lookup::one(0, Address::default()); LANES];
            let mut offered = 0;
            let ripe = self.coming.iter().take(self.lanes).take_while(|coming| coming.at <= now);
            for (lookup, coming) in lookups.iter_mut().zip(ripe) {
                let number = self.first.wrapping_add((self.buffer.len() + offered) as u32);
                *lookup = Lookup {
                    id: number,
                    addresses: coming.sample.texels.map(|at| Address::texture(self.unit, at)),
                    ports: if coming.sample.bilinear { 4 } else { 1 },
                };
                offered += 1;
            }
            for _ in 0..self.cache.clock_all(&lookups[..offered]) {
                let Some(coming) = self.coming.pop_front() else { break };
                let (texel, due) = (Texel::default(), due(&coming));
                let Coming { slot, sample, .. } = coming;
                self.buffer.push_back(Entry { slot, sample, texel, due, at: u64::MAX });
                moved = true;
            }
        } else {
            self.cache.clock_all(&[]);
        }
        self.sums(1);
        moved
    }

    /// Samples in the front stages.
    pub fn coming(&self) -> usize {
        self.coming.len()
    }

    /// Entries of the reorder buffer.
    pub fn buffered(&self) -> usize {
        self.buffer.len()
    }

    /// What is counted a clock.
    fn sums(&mut self, clocks: u64) {
        let entries = self.buffer.len() as u64;
        self.counts.rob_sum += entries * clocks;
        self.counts.rob_max = self.counts.rob_max.max(entries);
    }

    /// `clocks` clocks in which nothing happens.
    pub fn skip(&mut self, clocks: u64) {
        self.cache.skip(clocks);
        self.sums(clocks);
    }
}

/// When a sample's result is valid if its texels are in the cache.
fn due(coming: &Coming) -> u64 {
    coming.at + LATENCY - TO_LOOKUP
}
