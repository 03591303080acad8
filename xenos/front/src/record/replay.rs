//! Replaying batches.

use std::sync::Arc;

use super::{Batch, Entry, slices};
use crate::{Gamma, RegisterRun, Registers, Shader, Sink, Stage, State};

/// The state on the consuming side, brought forward by batches.
#[derive(Debug, Default)]
pub struct Replayer {
    registers: Registers,
    shaders: [Option<Arc<Shader>>; 2],
    gamma: Gamma,
}

impl Replayer {
    /// The state of a reset: what the processor starts from. One that has run before needs a
    /// replayer that was there from its start.
    pub fn new() -> Self {
        Self::default()
    }

    /// The state now.
    pub fn state(&self) -> State<'_> {
        State {
            registers: &self.registers,
            vertex_shader: self.shaders[0].as_ref(),
            pixel_shader: self.shaders[1].as_ref(),
            gamma: &self.gamma,
        }
    }

    /// Gives everything in a batch to `sink`, in order.
    pub fn replay<S: Sink + ?Sized>(&mut self, batch: &Batch, sink: &mut S) {
        let mut program = None;
        for entry in &batch.entries {
            match *entry {
                Entry::Program(index) => program = batch.programs.get(index as usize),
                Entry::Run { group, first, count, at } => {
                    let Some(program) = program else { continue };
                    let values = program.words_at(at, u32::from(count));
                    self.registers.write_in(group, u32::from(first), values);
                    sink.registers(&RegisterRun {
                        group,
                        first,
                        values,
                        kept: Some((program, at)),
                    });
                }
                Entry::Copied { group, first, count, at } => {
                    let values = batch.words.get(at as usize..).unwrap_or_default();
                    let values = values.get(..usize::from(count)).unwrap_or(values);
                    self.registers.write_in(group, u32::from(first), values);
                    sink.registers(&RegisterRun { group, first, values, kept: None });
                }
                Entry::Event(index) => {
                    let Some(stored) = batch.events.get(index as usize) else { continue };
                    let words = stored.words.start as usize..stored.words.end as usize;
                    let bytes = stored.bytes.start as usize..stored.bytes.end as usize;
                    let words = batch.words.get(words).unwrap_or_default();
                    let bytes = batch.bytes.get(bytes).unwrap_or_default();
                    sink.event(&self.state(), &slices::join(&stored.event, words, bytes));
                }
                Entry::Shader(stage, index) => {
                    let Some(shader) = batch.shaders.get(index as usize) else { continue };
                    self.shaders[usize::from(stage == Stage::Pixel)] = Some(Arc::clone(shader));
                    sink.shader(stage, shader);
                }
                Entry::Gamma(index) => {
                    let Some(gamma) = batch.gammas.get(index as usize) else { continue };
                    self.gamma.clone_from(gamma);
                    sink.gamma(&self.state());
                }
            }
        }
    }
}
