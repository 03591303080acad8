//! Who runs programs.

use crate::{Case, Outcome, Setup};

/// Something that runs programs: an evaluator, a translator with what runs its translation.
pub trait Executor {
    /// Its name, as tests print it.
    fn name(&self) -> &'static str;

    /// Whether it is the oracle: it has to meet exact values where others have a tolerance.
    fn is_oracle(&self) -> bool {
        false
    }

    /// Whether it takes a case.
    fn claims(&self, case: &Case) -> bool;

    /// Runs a program once for its group.
    fn run(&self, setup: &Setup) -> Outcome;
}
