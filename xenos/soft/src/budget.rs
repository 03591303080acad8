//! How much work a stream may ask for, so that hostile ones end.

use base_refusal::RefusalLog;
use xenos_eval::{FLOW_LIMIT, Limits};

use crate::refusals::refusal;

/// What is left, in units of about one quad, vertex, texel or instruction of a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    left: u64,
    /// What there was at first.
    given: u64,
    /// Whether something was left undone.
    spent: bool,
}

/// Units that an instruction of control flow may take: six instructions of four lanes.
const FLOW: u64 = 24;
/// Instructions of control flow that every run has.
const LEAST: u64 = 16;

impl Budget {
    /// No bound.
    pub(crate) const NONE: Self = Self::new(u64::MAX);

    pub(crate) const fn new(units: u64) -> Self {
        Self { left: units, given: units, spent: false }
    }

    /// Whether something was left undone for want of units.
    pub(crate) const fn is_spent(self) -> bool {
        self.spent
    }

    /// Takes units; false if they are not there. The first time that is refused by name, with the
    /// units that there were, or with all ones if they do not fit a word.
    pub(crate) fn spend(&mut self, units: u64, refusals: &mut RefusalLog) -> bool {
        if self.left == u64::MAX {
            return true;
        }
        if self.left < units {
            self.left = 0;
            if !std::mem::replace(&mut self.spent, true) {
                let given = u32::try_from(self.given).unwrap_or(u32::MAX);
                refusals.refuse(&refusal::WORK_SPENT, "budget", given);
            }
            return false;
        }
        self.left -= units;
        true
    }

    /// Takes units that were used already.
    pub(crate) fn used(&mut self, units: u64) {
        if self.left != u64::MAX {
            self.left = self.left.saturating_sub(units);
        }
    }

    /// What bounds each of so many lanes' or quads' runs.
    pub(crate) fn limits(self, runs: usize) -> Limits {
        let each = self.left / (runs as u64).max(1) / FLOW;
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
        assert!(!budget.is_spent());
        assert!(!budget.spend(1, &mut refusals) && refusals.rows().count() == 1);
        assert!(budget.is_spent() && !budget.spend(1, &mut refusals));
        let rows: Vec<_> = refusals.rows().collect();
        assert_eq!((rows[0].value, rows[0].count), (10, 1));
        let mut none = Budget::NONE;
        none.used(u64::MAX);
        assert!(none.spend(u64::MAX, &mut refusals));
    }
}
