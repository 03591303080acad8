//! Programs made ready, each once.

use std::collections::HashMap;
use std::sync::Arc;

use xenos_eval::Prepared;
use xenos_front::{Shader, Stage};
use xenos_ucode::{Analysis, Program};

/// A program, ready to run.
#[derive(Debug)]
pub(crate) struct Ready {
    /// For the evaluator.
    pub(crate) prepared: Prepared,
    /// Colours that it writes, bit n for colour n.
    pub(crate) colors: u32,
    /// It writes the depth.
    pub(crate) depth: bool,
    /// It stores to memory.
    pub(crate) stores: bool,
}

impl Ready {
    fn new(shader: &Shader) -> Self {
        let stage = match shader.stage() {
            Stage::Vertex => xenos_ucode::Stage::Vertex,
            Stage::Pixel => xenos_ucode::Stage::Pixel,
        };
        let program = Program::decode(stage, shader.words()).program;
        let exports = Analysis::of(&program).exports;
        Self {
            prepared: Prepared::new(&program),
            colors: exports.colors.keys().fold(0, |colors, color| colors | 1 << color),
            depth: exports.depth,
            stores: shader.exports_memory(),
        }
    }
}

/// Programs by their words.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    by_id: HashMap<(u32, u64), Arc<Ready>>,
    /// Their words, all together.
    words: usize,
    /// Words of all that were ever made ready.
    made: u64,
}

impl Programs {
    /// Words of ready programs that are kept. A load of 12 bytes may name 65,535 of them, and where
    /// all are clauses of seven instructions, a word becomes 560 bytes: 300 MB at most.
    const MOST_WORDS: usize = 1 << 19;

    /// Words of programs that were made ready so far.
    pub(crate) fn made(&self) -> u64 {
        self.made
    }

    pub(crate) fn ready(&mut self, shader: &Shader) -> Arc<Ready> {
        // The number is the processor's own, and a renderer may be handed to another processor.
        let key = (shader.id(), shader.hash());
        if let Some(ready) = self.by_id.get(&key) {
            return Arc::clone(ready);
        }
        if self.words >= Self::MOST_WORDS {
            self.by_id.clear();
            self.words = 0;
        }
        // The rest of an entry counts for what a short program has.
        self.words += shader.words().len() + 64;
        self.made += shader.words().len() as u64;
        let ready = Arc::new(Ready::new(shader));
        self.by_id.insert(key, Arc::clone(&ready));
        ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Soft;
    use xenos_front::{Direct, LiveFeed};
    use xenos_memory::{GuestMemory, Writer};

    /// Draws of nothing with programs that differ, each of 16,000 words.
    #[test]
    fn ready_programs_are_bounded_by_their_words() {
        const WORDS: u32 = 16_000;
        const RING: u32 = 1 << 20;
        let memory = Arc::new(GuestMemory::new());
        let mut soft = Soft::new(Arc::clone(&memory));
        let mut packets = Vec::new();
        for number in 0..40 {
            packets.extend([0xC000_2B00 | (WORDS + 1) << 16, 0, WORDS, number]);
            packets.extend((1..WORDS).map(|_| 0));
            packets.extend([0xC000_3600, 3 << 16 | 2 << 6 | 4]);
        }
        memory.write_words(Writer::Cpu, 0, &packets).expect("inside");
        let mut feed = LiveFeed::new(Arc::clone(&memory));
        feed.set_ring(0, RING);
        feed.set_write_pointer(packets.len() as u32);
        feed.run(u64::MAX, &mut Direct { memory: &memory, inner: &mut soft });
        assert_eq!(soft.programs.made(), 40 * u64::from(WORDS));
        assert!(soft.programs.by_id.len() < 40);
        assert!(soft.programs.words < Programs::MOST_WORDS + WORDS as usize + 64);
    }
}
