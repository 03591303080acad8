//! What only traces ask of a processor.

use xenos_regs::FILE_WORDS;

use super::Processor;
use crate::program::Program;
use crate::refusals::refusal;
use crate::{Observation, Sink};

impl Processor {
    /// A trace's record of registers; what lies outside the file is left out and refused once.
    pub(crate) fn write_record<S: Sink + ?Sized>(
        &mut self,
        first: u32,
        values: &[u32],
        effects: bool,
        sink: &mut S,
    ) {
        let inside = values.len().min(FILE_WORDS.saturating_sub(first as usize));
        let (values, outside) = values.split_at(inside);
        if effects {
            sink.observe(&Observation::Record { begins: true });
            self.write_all(first, values, sink);
            sink.observe(&Observation::Record { begins: false });
        } else {
            self.store(first, values, sink);
        }
        if !outside.is_empty() {
            let register = first.saturating_add(inside as u32);
            self.refuse(&refusal::REGISTER_OUTSIDE, "Registers", register);
        }
    }

    /// Tells of a trace's packet that another one replaces.
    pub(crate) fn replaced<S: Sink + ?Sized>(&self, program: &Program, sink: &mut S) {
        let (from, to, executed) = (0, program.packets(), false);
        let bins = Some(self.outcome());
        sink.observe(&Observation::Packets { program, from, to, executed, bins });
    }
}
