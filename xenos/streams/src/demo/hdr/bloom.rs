//! The chain of bloom: what is too bright, at a quarter, an eighth and a sixteenth of the size.

use std::io::Write;

use xenos_regs::words::{ColorFormat, CopySampleSelect, DataFormat, MsaaSamples};

use super::super::light::PIXEL;
use super::Hdr;
use crate::heap::Heap;
use crate::state::{Copy, Draw, Target};
use crate::texture::{Sampling, Texture};
use crate::{Commands, Program, Stream};

/// What is brighter counts.
const THRESHOLD: f32 = 1.1;

/// Sizes, with the exponent that each is copied with: sixteen times white fits.
const QUARTER: Stage = Stage { width: 320, height: 180, exponent: -4 };
const EIGHTH: Stage = Stage { width: 160, height: 90, exponent: -4 };
const SIXTEENTH: Stage = Stage { width: 80, height: 45, exponent: -2 };

/// A size of the chain.
#[derive(Clone, Copy, Debug)]
struct Stage {
    width: u32,
    height: u32,
    exponent: i32,
}

impl Stage {
    const fn target(self) -> Target {
        Target {
            pitch: self.width,
            samples: MsaaSamples::X1,
            color: Some((0, ColorFormat::Float2101010)),
            depth: None,
            width: self.width,
            height: self.height,
        }
    }

    fn texture(self, heap: &mut Heap) -> Texture {
        Texture::target(heap, DataFormat::K2101010As16, self.width, self.height)
    }

    fn copy(self, texture: &Texture) -> Copy {
        Copy {
            depth: false,
            samples: CopySampleSelect::Sample0,
            width: self.width,
            top: 0,
            bottom: self.height,
            address: texture.address(),
            pitch: self.width,
            height: self.height,
            format: DataFormat::K2101010,
            exponent: self.exponent,
            swap: false,
            clear_color: Some(0),
            clear_depth: None,
        }
    }

    fn sampling(self) -> Sampling {
        Sampling::LINEAR.times(-self.exponent)
    }
}

/// What the chain fills.
pub(super) struct Chain {
    quarter: Texture,
    eighth: [Texture; 2],
    sixteenth: [Texture; 2],
}

impl Chain {
    pub(super) fn new(heap: &mut Heap) -> Self {
        Self {
            quarter: QUARTER.texture(heap),
            eighth: [EIGHTH.texture(heap), EIGHTH.texture(heap)],
            sixteenth: [SIXTEENTH.texture(heap), SIXTEENTH.texture(heap)],
        }
    }

    /// Binds the three sizes from `slot` on.
    pub(super) fn bind(&self, commands: &mut Commands, slot: u32) {
        commands.texture(slot, &self.quarter, QUARTER.sampling());
        commands.texture(slot + 1, &self.eighth[0], EIGHTH.sampling());
        commands.texture(slot + 2, &self.sixteenth[0], SIXTEENTH.sampling());
    }
}

/// One step: a texture through a program into a size's surface, copied into a texture.
struct Step<'a> {
    from: &'a Texture,
    sampling: Sampling,
    program: &'a Program,
    stage: Stage,
    to: &'a Texture,
}

impl Hdr {
    /// All steps.
    pub(super) fn bloom<W: Write>(&self, commands: &mut Commands, stream: &mut Stream<W>) {
        let Chain { quarter, eighth, sixteenth } = &self.filled.bloom;
        let shaders = &self.shaders;
        let scene = Step {
            from: &self.filled.scene,
            sampling: Sampling::LINEAR.times(2),
            program: &shaders.bright,
            stage: QUARTER,
            to: quarter,
        };
        self.step(commands, stream, &scene);
        let chain =
            [(quarter, QUARTER, EIGHTH, eighth), (&eighth[0], EIGHTH, SIXTEENTH, sixteenth)];
        for (from, before, stage, [first, second]) in chain {
            let (sampling, program) = (before.sampling(), &shaders.smaller);
            self.step(commands, stream, &Step { from, sampling, program, stage, to: first });
            let (sampling, program) = (stage.sampling(), &shaders.blur);
            let (x, y) = (1.0 / stage.width as f32, 1.0 / stage.height as f32);
            for (across, from, to) in [([x, 0.0], first, second), ([0.0, y], second, first)] {
                // Weights of a bell of nine, taken between pairs of texels.
                let [dx, dy] = across;
                commands.floats(
                    PIXEL + 1,
                    &[
                        [dx * 1.384_615_4, dy * 1.384_615_4, 0.0, 0.0],
                        [dx * 3.230_769_2, dy * 3.230_769_2, 0.0, 0.0],
                        [0.227_027_03, 0.316_216_22, 0.070_270_27, 0.0],
                    ],
                );
                self.step(commands, stream, &Step { from, sampling, program, stage, to });
            }
        }
    }

    fn step<W: Write>(&self, commands: &mut Commands, stream: &mut Stream<W>, step: &Step<'_>) {
        let target = step.stage.target();
        commands.target(&target);
        commands.draw_state(Draw::OVER);
        commands.floats(PIXEL, &[[THRESHOLD, 0.25, 0.0, 0.0]]);
        commands.texture(0, step.from, step.sampling);
        commands.cover(self.cover, &target, &self.shaders.quad_vertex, step.program);
        commands.copy(&step.stage.copy(step.to), &self.shaders.copy, stream);
    }
}
