//! Occlusion counters and visibility queries.
//!
//! Facts: specification digest `xenos-hardware` section 5.10. A report stores the running counts of
//! samples, from which a guest takes differences; they are counted in the first of the two halves
//! (chosen: what the halves are is guessed). A query's bit says whether a sample passed between its
//! begin and its end (chosen).

use xenos_memory::{GuestMemory, Outside, Writer};
use xenos_regs::index;

/// Counts of samples since the engine was made, modulo 2^32 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Queries {
    /// Covered.
    pub(crate) total: u32,
    /// Failed the depth test.
    pub(crate) depth_failed: u32,
    /// Passed.
    pub(crate) passed: u32,
    /// Failed the stencil test.
    pub(crate) stencil_failed: u32,
    /// Whether anything passed since each visibility query began.
    pub(crate) visible: u64,
    /// Which visibility queries are open.
    pub(crate) open: u64,
}

impl Queries {
    /// A draw's samples.
    pub(crate) fn count(&mut self, counts: &Counts) {
        self.total = self.total.wrapping_add(counts.covered as u32);
        self.depth_failed = self.depth_failed.wrapping_add(counts.depth_failed as u32);
        self.passed = self.passed.wrapping_add(counts.passed as u32);
        self.stencil_failed = self.stencil_failed.wrapping_add(counts.stencil_failed as u32);
        if counts.passed > 0 {
            self.visible |= self.open;
        }
    }

    /// Stores a report: eight little-endian words.
    pub(crate) fn report(&self, memory: &GuestMemory, address: u32) -> Result<(), Outside> {
        let words = [self.total, 0, self.depth_failed, 0, self.passed, 0, self.stencil_failed, 0];
        memory.write_words(Writer::Gpu, address, &words.map(u32::swap_bytes))
    }

    /// A visibility query begins or ends.
    pub(crate) fn visibility(&mut self, id: u8, end: bool) {
        let bit = 1u64 << (id & 63);
        if end {
            self.open &= !bit;
        } else {
            self.open |= bit;
            self.visible &= !bit;
        }
    }

    /// The word of a register that holds results.
    pub(crate) fn register(&self, register: u16) -> Option<u32> {
        match register {
            index::PA_SC_VIZ_QUERY_STATUS_0 => Some(self.visible as u32),
            index::PA_SC_VIZ_QUERY_STATUS_1 => Some((self.visible >> 32) as u32),
            _ => None,
        }
    }
}

/// Samples of a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) covered: u64,
    pub(crate) depth_failed: u64,
    pub(crate) stencil_failed: u64,
    pub(crate) passed: u64,
}
