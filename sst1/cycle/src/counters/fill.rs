//! What the memory side's blocks count, put under its numbers.

use super::{Counters, VERSION};
use crate::{
    arbiter::{ArbiterCounts, slot},
    cache::CacheCounts,
    combiner::CombinerCounts,
    config::Config,
    memory::MemoryCounts,
    port::Client,
};

impl Counters {
    /// All zero, but for what the configuration gives.
    pub fn new(config: &Config) -> Self {
        let kib = |bytes: u32| u64::from(bytes / 1024).min(255);
        let geometry = kib(config.texture.bytes)
            | kib(config.color.bytes) << 8
            | kib(config.aux.bytes) << 16
            | u64::from(config.texture.fills) << 24;
        Self { version: VERSION, geometry, ..Self::default() }
    }

    /// Adds a texture unit's cache.
    pub fn texture_cache(&mut self, counts: &CacheCounts) {
        self.texture_lookup += counts.lookups;
        self.texture_hit += counts.hits;
        self.texture_miss += counts.misses;
        self.texture_replay += counts.replays;
        self.texture_demand_alloc += counts.demand;
        self.texture_prefetch_alloc += counts.prefetches;
        self.texture_fill_request += counts.requests;
        self.texture_fill_beat += counts.beats;
        self.texture_fill_done += counts.done;
        self.texture_fill_error += counts.errors;
        self.texture_invalidate += counts.invalidates;
        self.texture_wait_sum += counts.waits_sum;
        self.texture_wait_max = self.texture_wait_max.max(counts.waits_max);
        self.texture_fills_sum += counts.fills_sum;
        self.texture_fills_max = self.texture_fills_max.max(counts.fills_max);
    }

    /// Sets the colour cache's.
    pub fn color_cache(&mut self, counts: &CacheCounts) {
        self.color_lookups = counts.lookups;
        self.color_cache_lookup = counts.lookups;
        self.color_cache_hit = counts.hits;
        self.color_cache_miss = counts.misses;
        self.color_cache_replay = counts.replays;
        self.color_cache_demand_alloc = counts.demand;
        self.color_cache_fill_request = counts.requests;
        self.color_cache_fill_beat = counts.beats;
        self.color_wait_max = counts.waits_max;
        self.color_fills_max = counts.fills_max;
    }

    /// Sets the aux cache's.
    pub fn aux_cache(&mut self, counts: &CacheCounts) {
        self.aux_lookups = counts.lookups;
        self.aux_cache_lookup = counts.lookups;
        self.aux_cache_hit = counts.hits;
        self.aux_cache_miss = counts.misses;
        self.aux_cache_replay = counts.replays;
        self.aux_cache_demand_alloc = counts.demand;
        self.aux_cache_fill_request = counts.requests;
        self.aux_cache_fill_beat = counts.beats;
        self.aux_wait_max = counts.waits_max;
        self.aux_fills_max = counts.fills_max;
    }

    /// Sets the colour and the aux combiner's.
    pub fn combiners(&mut self, color: &CombinerCounts, aux: &CombinerCounts) {
        self.color_updates = color.updates;
        self.color_drains = color.drains;
        self.color_forwards = color.forwards;
        self.aux_updates = aux.updates;
        self.aux_drains = aux.drains;
        self.aux_forwards = aux.forwards;
    }

    /// Sets the memory port's.
    pub fn memory(&mut self, memory: &MemoryCounts, arbiter: &ArbiterCounts) {
        let of = |clients: &[Client]| -> u64 {
            clients.iter().map(|&client| memory.by_slot[slot(client)]).sum()
        };
        let units = [0, 1, 2];
        self.memory_requests = memory.requests;
        self.memory_writes = memory.writes;
        self.memory_read_beats_requested = memory.beats_requested;
        self.memory_response_beats = memory.beats;
        self.memory_response_last = memory.lasts;
        self.memory_bytes_written = memory.bytes_written;
        self.memory_texture = of(&units.map(Client::Texture));
        self.memory_color = of(&[Client::ColorRead]);
        self.memory_aux = of(&[Client::AuxRead]);
        self.memory_fb_write = of(&[Client::ColorWrite, Client::AuxWrite]);
        self.memory_scan_out = of(&[Client::Video]);
        self.upload_requests = of(&units.map(Client::Upload));
        self.tmu_arbitration_wait = arbiter.tmu_waits;
        self.fbi_arbitration_wait = arbiter.fbi_waits;
        self.board_read_beats = memory.beats;
        self.board_write_beats = memory.writes;
    }
}
