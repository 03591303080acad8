//! Programs: control flow, instructions, and where they end.
//!
//! For: words to programs and back; cutting off what a load names too much; the normal form.
//! Not for: reading files or hashing; [`Program::bytes`] is what a hash is made of.
//! Facts: digest section 2 (documented). That control flow ends where the first instruction lies
//! is inferred: no word says it, and every known reader does the same.

mod check;
mod extent;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub use extent::{Extent, extent};

use crate::finding::Finding;
use crate::flow::ControlFlow;
use crate::graph::{Graph, reachable};
use crate::instruction::Instruction;

/// Which program of a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It runs for each vertex.
    Vertex,
    /// It runs for each pixel.
    Pixel,
}

impl Stage {
    /// The usual abbreviation: `vs` or `ps`.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Vertex => "vs",
            Self::Pixel => "ps",
        }
    }
}

/// Three dwords behind the control flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// An instruction that some exec runs.
    Used(Instruction),
    /// Data that no exec runs, between the control flow and the last instruction. It has no kind,
    /// so it has no fields.
    Unused([u32; 3]),
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Program {
    /// Its stage.
    pub stage: Stage,
    /// Control flow; an even number of instructions.
    pub flow: Vec<ControlFlow>,
    /// What lies behind it. The first one has the address `flow.len() / 2`.
    pub slots: Vec<Slot>,
}

/// A program with what is wrong with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The program.
    pub program: Program,
    /// What is wrong, by place.
    pub findings: Vec<Finding>,
}

impl Program {
    /// Decodes what was loaded: the words of the program and any number behind them.
    ///
    /// Never fails: what is malformed is found and goes on with the substitute that the finding
    /// names. Work is bounded by the number of words, of which at most 3 x 4,102 matter (addresses
    /// have 12 bits).
    pub fn decode(stage: Stage, words: &[u32]) -> Decoded {
        let extent = extent(words);
        let mut findings = Vec::new();
        if extent.flow == 0 {
            findings.push(Finding::NoControlFlow { dwords: words.len() });
        }
        let triple = |address: u32| -> Option<[u32; 3]> {
            words.get(address as usize * 3..address as usize * 3 + 3)?.try_into().ok()
        };
        let flow: Vec<ControlFlow> =
            (0..extent.flow / 2).filter_map(triple).flat_map(ControlFlow::pair).collect();
        let first = extent.flow / 2;
        let mut slots: Vec<Slot> =
            (first..extent.slots).filter_map(triple).map(Slot::Unused).collect();
        for (exec, number) in flow.iter().zip(0u32..) {
            let Some(exec) = exec.exec() else { continue };
            for index in 0..exec.count {
                let address = exec.address + index;
                let slot = address.checked_sub(first).and_then(|i| slots.get_mut(i as usize));
                let fetch = exec.sequence.is_fetch(index);
                match slot {
                    Some(slot) => match *slot {
                        Slot::Unused(words) => {
                            *slot = Slot::Used(Instruction::from_words(words, fetch));
                        }
                        Slot::Used(instruction) if instruction.is_fetch() != fetch => {
                            findings.push(Finding::Kind { flow: number, address });
                        }
                        Slot::Used(_) => {}
                    },
                    None if address < first => {
                        findings.push(Finding::InsideControlFlow { flow: number, address });
                    }
                    // Beyond the end: named if control can get there, in `check`.
                    None => {}
                }
            }
        }
        let program = Self { stage, flow, slots };
        let graph = Graph::of(&program);
        check::check(&program, &graph, (words.len() / 3) as u32, &mut findings);
        Decoded { program, findings }
    }

    /// The program's dwords.
    pub fn words(&self) -> Vec<u32> {
        let mut words = Vec::with_capacity(self.dwords());
        for pair in self.flow.chunks(2) {
            let second = pair.get(1).copied().unwrap_or(ControlFlow::from_bits(0));
            words.extend(pair.first().map_or([0; 3], |f| ControlFlow::pair_words([*f, second])));
        }
        for slot in &self.slots {
            words.extend(match slot {
                Slot::Used(instruction) => instruction.to_words(),
                Slot::Unused(words) => *words,
            });
        }
        words
    }

    /// The program's own bytes, as they stand in guest memory: what its SHA-1 is made of.
    pub fn bytes(&self) -> impl Iterator<Item = u8> {
        self.words().into_iter().flat_map(u32::to_be_bytes)
    }

    /// Its length in dwords.
    pub fn dwords(&self) -> usize {
        (self.flow.len().div_ceil(2) + self.slots.len()) * 3
    }

    /// Its length in units of three dwords: the address behind the last instruction.
    pub(crate) fn units(&self) -> u32 {
        self.first_address() + self.slots.len() as u32
    }

    /// Units of three dwords that the control flow takes: the first instruction's address.
    pub fn first_address(&self) -> u32 {
        self.flow.len().div_ceil(2) as u32
    }

    /// The instruction at an address, as an exec sees it that takes it for a fetch or not. `None`
    /// outside the program. Addresses inside the control flow give its words.
    pub fn instruction(&self, address: u32, fetch: bool) -> Option<Instruction> {
        let Some(index) = address.checked_sub(self.first_address()) else {
            let first = *self.flow.get(address as usize * 2)?;
            let second = *self.flow.get(address as usize * 2 + 1)?;
            return Some(Instruction::from_words(ControlFlow::pair_words([first, second]), fetch));
        };
        Some(match *self.slots.get(index as usize)? {
            Slot::Used(instruction) => instruction.seen_as(fetch),
            Slot::Unused(words) => Instruction::from_words(words, fetch),
        })
    }

    /// The instructions that control-flow instruction `flow` runs, with address and whether each is
    /// serialised. Empty if it runs none.
    pub fn run_by(&self, flow: usize) -> impl Iterator<Item = (u32, bool, Instruction)> + '_ {
        let exec = self.flow.get(flow).and_then(ControlFlow::exec);
        exec.into_iter().flat_map(move |exec| {
            (0..exec.count).filter_map(move |index| {
                let address = exec.address + index;
                let instruction = self.instruction(address, exec.sequence.is_fetch(index))?;
                Some((address, exec.sequence.is_serialized(index), instruction))
            })
        })
    }

    /// The program without what has no effect; see [`ControlFlow::normalized`] and
    /// [`Instruction::normalized`]. Unused slots become zero.
    ///
    /// An exec that control does not reach keeps the instructions alone that are in the program.
    /// Words that are two things at once stay as they are: instructions that run as ALU and as
    /// fetch, and control flow that runs as an instruction.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let twofold = self.twofold();
        let reached = reachable(&self.flow);
        let flow = self.flow.iter().zip(&reached).zip(0u32..).map(|((flow, reached), number)| {
            if twofold.contains(&(number / 2)) {
                return *flow;
            }
            match flow.exec() {
                Some(exec) if !reached => {
                    let count = exec.count.min(self.units().saturating_sub(exec.address));
                    flow.with_run(exec.address, count, exec.sequence).normalized()
                }
                _ => flow.normalized(),
            }
        });
        let slots =
            self.slots.iter().zip(self.first_address()..).map(|(slot, address)| match slot {
                Slot::Used(_) if twofold.contains(&address) => *slot,
                Slot::Used(instruction) => Slot::Used(instruction.normalized()),
                Slot::Unused(_) => Slot::Unused([0; 3]),
            });
        Self { stage: self.stage, flow: flow.collect(), slots: slots.collect() }
    }

    /// Addresses of words that are two things at once.
    fn twofold(&self) -> BTreeSet<u32> {
        let first = self.first_address();
        let runs = self.flow.iter().filter_map(ControlFlow::exec).flat_map(|exec| {
            (0..exec.count).map(move |i| (exec.address + i, exec.sequence.is_fetch(i)))
        });
        runs.filter(|(address, fetch)| {
            address.checked_sub(first).is_none_or(|index| match self.slots.get(index as usize) {
                Some(Slot::Used(instruction)) => instruction.is_fetch() != *fetch,
                _ => false,
            })
        })
        .map(|(address, _)| address)
        .collect()
    }
}

#[cfg(test)]
mod tests;
