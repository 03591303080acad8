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
    /// Words of ready programs that are kept: one is some twenty times as large as its words, and a
    /// load of 12 bytes may name 65,535 of them.
    const MOST_WORDS: usize = 1 << 21;

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
