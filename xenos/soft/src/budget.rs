//! How much work a stream may ask for, so that hostile ones end.

use base_refusal::RefusalLog;
use xenos_eval::{FLOW_LIMIT, Limits};

use crate::refusals::refusal;

/// What is left, in units of about one quad, vertex, texel or instruction of a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(u64);

/// Units that an instruction of control flow may take: six instructions of four lanes.
const FLOW: u64 = 24;
/// Instructions of control flow that every run has.
const LEAST: u64 = 16;

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
        let each = self.0 / (runs as u64).max(1) / FLOW;
        let default = Limits::default();
        Limits { flow: each.clamp(LEAST, FLOW_LIMIT), ..default }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_may_use_together_is_what_is_left() {
        for units in [0, 1, 1 << 12, 1 << 22, u64::MAX - 1] {
            for runs in [1, 64, 65_535] {
                let flow = Budget::new(units).limits(runs).flow;
                assert!(flow <= LEAST || flow * runs as u64 * FLOW <= units);
            }
        }
        assert_eq!(Budget::NONE.limits(65_535), Limits::default());
    }

    #[test]
    fn what_is_spent_is_refused_once_it_is_gone() {
        let mut refusals = RefusalLog::default();
        let mut budget = Budget::new(10);
        assert!(budget.spend(10, &mut refusals) && refusals.rows().next().is_none());
        assert!(!budget.spend(1, &mut refusals) && refusals.rows().count() == 1);
        let mut none = Budget::NONE;
        none.used(u64::MAX);
        assert!(none.spend(u64::MAX, &mut refusals));
    }
}
