//! Who watches a run.
//!
//! For: step traces. Not for: printing them, nor what an instruction wrote (`writes`).

use xenos_ucode::{ControlFlow, Instruction};

use crate::group::Group;
use crate::lanes::LaneMask;
use crate::prepared::Operation;

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
    /// The loop register: a control-flow instruction has not changed it yet.
    pub loop_index: i32,
    /// Lanes that were killed before it.
    pub killed_before: LaneMask,
    /// The vector after it; of a control-flow instruction before what it does.
    pub group: &'a Group,
    /// What an instruction does; none of control flow.
    pub(crate) operation: Option<&'a Operation>,
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
