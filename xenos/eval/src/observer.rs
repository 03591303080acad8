//! Who watches a run.
//!
//! For: step traces. Not for: printing them.

use xenos_ucode::{ControlFlow, Instruction};

use crate::group::Group;
use crate::lanes::LaneMask;

/// Something that was just run.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The control-flow instruction's number.
    pub flow: u32,
    /// What it was.
    pub what: Executed<'a>,
    /// Lanes that ran it, all of whose control is here.
    pub control: LaneMask,
    /// Lanes that it had effect in: the predicate's.
    pub lanes: LaneMask,
    /// The loop register.
    pub loop_index: i32,
    /// The vector after it.
    pub group: &'a Group,
}

/// What was run.
#[derive(Clone, Copy, Debug)]
pub enum Executed<'a> {
    /// A control-flow instruction, before what it runs.
    Flow(&'a ControlFlow),
    /// An instruction that an exec runs.
    Instruction {
        /// Its address.
        address: u32,
        /// What it was; none if the program has none there.
        instruction: Option<&'a Instruction>,
    },
}

/// Who watches.
pub trait Observer {
    /// Something was run.
    fn step(&mut self, step: &Step<'_>);
}

/// Nobody.
impl Observer for () {
    #[inline(always)]
    fn step(&mut self, _: &Step<'_>) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn step(&mut self, step: &Step<'_>) {
        (**self).step(step);
    }
}
