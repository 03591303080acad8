//! Every block's counts under the numbers of the table.
//!
//! Facts: digest 1.6.

use super::Cycle;
use crate::counters::Counters;
use crate::fbi::Fbi;

impl Cycle {
    /// The performance counters.
    pub fn counters(&self) -> Counters {
        let mut all = Counters::new(&self.config);
        let host = &self.counts;
        all.clocks = self.now;
        all.busy_clocks = host.busy;
        all.board_cycles = self.now;
        all.board_fbi_active = host.busy;
        all.board_fbi_cpu_overlap = host.overlap;
        all.board_both_idle = self.now - host.busy;
        all.board_swaps = host.swaps;
        all.board_host_blocked = host.blocked;
        all.board_host_writes = host.writes;
        all.board_host_reads = host.reads;
        all.board_host_responses = host.writes + host.reads;
        all.board_request_fifo_full = host.blocked;
        all.board_cpu_accept_wait = host.blocked;
        all.board_cpu_read_wait = host.read_clocks;
        all.board_write_responses = self.memory.counts.writes;
        fbi(&mut all, &self.fbi);
        for tmu in &self.tmus {
            all.tmu_samples += tmu.counts.samples;
            all.tmu_results += tmu.counts.results;
            all.rob_sum += tmu.counts.rob_sum;
            all.rob_max = all.rob_max.max(tmu.counts.rob_max);
            all.texture_cache(&tmu.cache.counts);
        }
        all.memory(&self.memory.counts, &self.arbiter.counts);
        all
    }
}

fn fbi(all: &mut Counters, fbi: &Fbi) {
    let counts = &fbi.counts;
    all.raster_candidates = counts.candidates;
    all.pixels_issued = counts.issued;
    all.pixels_retired = counts.retired;
    all.join_alloc = counts.join_alloc;
    all.join_done = counts.join_done;
    [all.pass, all.chroma_fail, all.depth_fail, all.alpha_fail] = counts.fates;
    all.pending_sum = counts.pending_sum;
    all.pending_max = counts.pending_max;
    all.join_sum = counts.join_sum;
    all.join_max = counts.join_max;
    all.color_cache(&fbi.color.counts);
    all.aux_cache(&fbi.aux.counts);
    all.combiners(&fbi.color_writes.counts, &fbi.aux_writes.counts);
}
