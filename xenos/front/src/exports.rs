//! Whether a program can store to memory.
//!
//! For: knowing before a draw that memory may be written somewhere. Every control-flow instruction
//! before the first instruction counts, reached or not, so a program is rather taken for one that
//! stores than the other way round.
//! Not for: where it stores; that is known by running it.
//! Facts: specification digest `xenos-hardware` section 2: memory is exported to registers 32 to 37.

use std::ops::RangeInclusive;

use xenos_ucode::{ControlFlow, Instruction};

/// eA, and eM0 to eM4.
const MEMORY: RangeInclusive<u8> = 32..=37;

/// Whether an instruction of the program exports to memory.
pub(crate) fn exports_memory(words: &[u32]) -> bool {
    let (triples, _) = words.as_chunks::<3>();
    let mut end = triples.len();
    let mut at = 0;
    while at < end {
        for flow in triples.get(at).map(|pair| ControlFlow::pair(*pair)).into_iter().flatten() {
            let Some(exec) = flow.exec().filter(|exec| exec.count > 0) else { continue };
            end = end.min(exec.address as usize);
            let exports = |index: u32| {
                let place = (exec.address + index) as usize;
                let words = triples.get(place).filter(|_| !exec.sequence.is_fetch(index));
                words.is_some_and(|words| match Instruction::from_words(*words, false) {
                    Instruction::Alu(alu) => alu.export && MEMORY.contains(&alu.vector_destination),
                    Instruction::VertexFetch(_) | Instruction::TextureFetch(_) => false,
                })
            };
            if (0..exec.count).any(exports) {
                return true;
            }
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An exec that ends and runs one instruction, at 1.
    fn program(destination: u8, export: bool) -> Vec<u32> {
        let flow = [2 << 44 | 1 << 12 | 1, 0].map(ControlFlow::from_bits);
        let Instruction::Alu(mut alu) = Instruction::from_words([0; 3], false) else { panic!() };
        (alu.export, alu.vector_destination) = (export, destination);
        [ControlFlow::pair_words(flow), Instruction::Alu(alu).to_words()].concat()
    }

    #[test]
    fn registers_32_to_37_are_memory() {
        let stores = |number, export| exports_memory(&program(number, export));
        assert!(stores(32, true) && stores(37, true));
        assert!(!stores(31, true) && !stores(38, true) && !stores(32, false));
        assert!(!exports_memory(&[]) && !exports_memory(&[0xFFFF_FFFF; 7]));
    }
}
