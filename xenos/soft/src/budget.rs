//! How much work a stream may ask for, so that hostile ones end.

use base_refusal::RefusalLog;
use xenos_eval::{FLOW_LIMIT, Limits};

use crate::refusals::refusal;

/// What is left, in units of about one quad, vertex, texel or instruction of a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(u64);

impl Budget {
    /// No bound.
    pub(crate) const NONE: Self = Self(u64::MAX);

    pub(crate) const fn new(units: u64) -> Self {
        Self(units)
    }

    /// Takes units; false, and refused by name, if they are not there.
    pub(crate) fn spend(&mut self, units: u64, refusals: &mut RefusalLog) -> bool {
        if self.0 == u64::MAX {
            return true;
        }
        if self.0 < units {
            self.0 = 0;
            refusals.refuse(&refusal::WORK_SPENT, "budget", 0);
            return false;
        }
        self.0 -= units;
        true
    }

    /// Takes units that were used already.
    pub(crate) fn used(&mut self, units: u64) {
        if self.0 != u64::MAX {
            self.0 = self.0.saturating_sub(units);
        }
    }

    /// What bounds each of so many lanes' or quads' runs.
    pub(crate) fn limits(self, runs: usize) -> Limits {
        let each = self.0 / (runs as u64).max(1);
        let default = Limits::default();
        Limits { flow: each.clamp(64, FLOW_LIMIT), ..default }
    }
}
