//! Where a program ends.

use crate::flow::ControlFlow;
use crate::graph::reachable;

/// The parts of what was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Control-flow instructions, an even number.
    pub flow: u32,
    /// Units of three dwords in all: control flow and instructions.
    pub slots: u32,
}

impl Extent {
    /// Dwords of the program.
    pub const fn dwords(self) -> u32 {
        self.slots * 3
    }
}

/// Finds the program in what was loaded.
///
/// Control flow ends where the lowest instruction that an exec names begins. The program ends with
/// the last instruction of those execs that control can reach, or with the control flow if that is
/// later; never behind the words that are there.
pub fn extent(words: &[u32]) -> Extent {
    // No instruction lies higher: addresses have 12 bits, counts 3.
    let available = ((words.len() / 3) as u32).min(0xFFF + 7);
    let mut bound = available;
    let mut pair = 0;
    let mut flow = Vec::new();
    while pair < bound {
        let at = pair as usize * 3;
        let Some(&[a, b, c]) = words.get(at..at + 3) else { break };
        for instruction in ControlFlow::pair([a, b, c]) {
            if let Some(exec) = instruction.exec() {
                // An exec that runs nothing and points back says nothing about the end.
                if exec.count != 0 || exec.address > pair {
                    bound = bound.min(exec.address.max(pair + 1));
                }
            }
            flow.push(instruction);
        }
        pair += 1;
    }
    let reached = reachable(&flow);
    let last = flow
        .iter()
        .zip(&reached)
        .filter(|(_, reached)| **reached)
        .filter_map(|(instruction, _)| instruction.exec())
        .filter(|exec| exec.count != 0)
        .map(|exec| exec.address + exec.count)
        .max()
        .unwrap_or(0);
    Extent { flow: pair * 2, slots: last.max(pair).min(available) }
}
