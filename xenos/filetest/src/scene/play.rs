//! Playing a scene: its state, programs and packets, perhaps with something changed, through a
//! renderer.

use std::sync::Arc;

use base_filetest::Place;
use xenos_regs::index;
use xenos_regs::words::SqConst;
use xenos_ucode::{Instruction, Program, Slot, Stage};

use super::{Engine, Rendered, Scene};
use crate::kinds::Variant;
use crate::packets::{PacketLine, execute, load};
use crate::setup::Setup;
use crate::state::{Bits, State};

/// Words of EDRAM.
const EDRAM_WORDS: usize = 2048 * 1280;
/// Float constants of a stage: the vertex program has the first half, the pixel program the other.
const WINDOW: u32 = 256;

/// Draws and copies of a scene at most: the register file is kept at each.
const DRAWS: usize = 256;

/// Bits of a register that have another value than the scene says, wherever it sets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The register.
    pub register: u16,
    /// The bits.
    pub mask: u32,
    /// Their value, in their place.
    pub value: u32,
}

impl Change {
    fn of(self, word: u32) -> u32 {
        word & !self.mask | self.value & self.mask
    }
}

/// A scene, ready to be played.
pub(super) struct Script {
    memory: Setup,
    edram: Vec<u8>,
    registers: Vec<u32>,
    words: Vec<u32>,
    /// The register file at each draw and copy.
    pub(super) draws: Vec<Vec<u32>>,
}

/// A line with changes applied to what it writes.
fn changed(line: &PacketLine, changes: &[Change]) -> PacketLine {
    let mut line = line.clone();
    for change in changes {
        match &mut line {
            PacketLine::Values(first, values) => {
                let at = change.register.checked_sub(*first);
                if let Some(value) = at.and_then(|at| values.get_mut(usize::from(at))) {
                    *value = change.of(*value);
                }
            }
            PacketLine::Fields(register, _, bits) if *register == change.register => {
                bits.push(Bits { word: 0, mask: change.mask, value: change.value & change.mask });
            }
            _ => {}
        }
    }
    line
}

impl Script {
    /// A scene's, perhaps with something changed.
    ///
    /// # Errors
    /// With the line that cannot be done.
    pub(super) fn new(scene: &Scene, variant: Option<&Variant>) -> Result<Self, (Place, String)> {
        let changes = variant.map_or(&[][..], |variant| &variant.changes);
        let own = |stage: Stage| scene.programs.iter().find(|program| program.stage == stage);
        let nothing = || Program::decode(Stage::Pixel, &[]).program;
        let mut setup = Setup::new(own(Stage::Pixel).cloned().unwrap_or_else(nothing), 4);
        let window = SqConst::default().with_last(WINDOW - 1);
        setup.set_register(u32::from(index::SQ_VS_CONST), window.raw());
        setup.set_register(u32::from(index::SQ_PS_CONST), window.with_base(WINDOW).raw());
        let mut edram = vec![0; EDRAM_WORDS];
        let mut lines = Vec::new();
        for step in &scene.steps {
            match &step.state {
                State::Packets(packets) => {
                    lines.extend(packets.iter().map(|line| (&step.place, line)));
                }
                State::EdramAll(word) => edram.fill(*word),
                State::Edram(index, words) => {
                    for (place, word) in edram.iter_mut().skip(*index as usize).zip(words) {
                        *place = *word;
                    }
                }
                state => {
                    let applied = state.apply(&mut setup, None);
                    applied.map_err(|message| (step.place.clone(), message))?;
                }
            }
        }
        for change in changes {
            let register = u32::from(change.register);
            let word = setup.register(register);
            setup.set_register(register, change.of(word));
        }
        let mut words = Vec::new();
        for program in &scene.programs {
            let mut program = program.clone();
            if let Some(asked) = variant.and_then(|variant| variant.fetches) {
                for slot in &mut program.slots {
                    if let Slot::Used(Instruction::TextureFetch(fetch)) = slot {
                        fetch.dimension = asked;
                    }
                }
            }
            load(&program, &mut words).map_err(|message| (scene.place.clone(), message))?;
        }
        let mut registers = setup.registers.clone();
        let mut draws = Vec::new();
        for (place, line) in lines {
            changed(line, changes)
                .append(&mut registers, &setup.program, &mut words)
                .map_err(|message| (place.clone(), message))?;
            if matches!(line, PacketLine::Draw(..)) {
                if draws.len() >= DRAWS {
                    return Err((place.clone(), format!("a scene has at most {DRAWS} draws")));
                }
                draws.push(registers.clone());
            }
        }
        let registers = setup.registers.clone();
        let edram = edram.iter().flat_map(|word| word.to_le_bytes()).collect();
        Ok(Self { memory: setup, edram, registers, words, draws })
    }

    /// Plays it on a renderer.
    ///
    /// # Errors
    /// When the packets do not run to their end.
    pub(super) fn play(mut self, engine: &Engine) -> Result<Rendered, String> {
        let memory = self.memory.memory.guest();
        let mut renderer = (engine.make)(Arc::clone(&memory));
        execute(&memory, &self.registers, Some(&self.edram), &self.words, &mut *renderer)?;
        let edram = renderer.edram();
        let (words, _) = edram.as_chunks::<4>();
        let refusals = renderer.refusals().rows();
        let mut counts = std::collections::BTreeMap::new();
        for row in refusals {
            *counts.entry(row.id.to_owned()).or_insert(0) += row.count;
        }
        Ok(Rendered {
            edram: words.iter().map(|word| u32::from_le_bytes(*word)).collect(),
            presented: renderer.presented().cloned(),
            refusals: counts,
            memory,
        })
    }
}
