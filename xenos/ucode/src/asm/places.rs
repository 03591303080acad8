//! Where in a text an assembled program stands.
//!
//! For: remarks about a program, told to whoever wrote its text.
//! Not for: errors of the text itself, which bring their places.

use std::collections::BTreeMap;

use crate::program::Program;
use crate::validate::Remark;

/// A line and a column of a text, both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct SourcePlace {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl SourcePlace {
    /// Where a text begins, which stands for all of it.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl std::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A program with the places that it was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembled {
    /// The program.
    pub program: Program,
    /// Where the text has what.
    pub places: SourceMap,
}

/// The places of control-flow instructions and of instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// By number.
    flow: Vec<SourcePlace>,
    /// By address; of an instruction that the text has twice, the first.
    instructions: BTreeMap<u32, SourcePlace>,
}

impl SourceMap {
    /// Of a program whose first instruction has that address.
    pub(super) fn of(first: u32) -> Self {
        Self { flow: Vec::with_capacity(2 * first as usize), instructions: BTreeMap::new() }
    }

    /// The next control-flow instruction.
    pub(super) fn flow(&mut self, place: SourcePlace) {
        self.flow.push(place);
    }

    /// An instruction.
    pub(super) fn instruction(&mut self, address: u32, place: SourcePlace) {
        self.instructions.entry(address).or_insert(place);
    }

    /// The place of a control-flow instruction. What the assembler added has that of the
    /// instruction for which it did.
    pub fn of_flow(&self, number: u32) -> Option<SourcePlace> {
        self.flow.get(number as usize).copied()
    }

    /// The place of an instruction.
    pub fn of_instruction(&self, address: u32) -> Option<SourcePlace> {
        self.instructions.get(&address).copied()
    }

    /// The place of a remark; the text's beginning where it is about the whole program.
    pub fn of_remark(&self, remark: &Remark) -> SourcePlace {
        let at = remark.address.and_then(|address| self.of_instruction(address));
        at.or_else(|| self.of_flow(remark.flow?)).unwrap_or(SourcePlace::START)
    }
}
