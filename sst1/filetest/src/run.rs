//! Runs a case, then proves what it claims to cover.

use std::collections::BTreeMap;

use base_filetest::Miss;
use sst1_board::{BoardConfig, ConfigError, Device, Width};
use sst1_facts::{Profile, UnknownFact};
use sst1_regs::words::DrawBuffer;

use crate::command::triangle_writes;
use crate::shapes::Triangle;
use crate::vary::{Changed, Variation, Written};
use crate::{Case, Claim, Command, Expectation, Place, Step, Subject, Surface, Target, Value};

/// Makes a device of some engine.
pub type Make<'a> = dyn Fn(BoardConfig, Profile) -> Result<Box<dyn Device>, ConfigError> + 'a;

/// Why a case fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// The board cannot be built.
    #[error("board: {0}")]
    Board(#[from] ConfigError),
    /// The profile has no such fact.
    #[error("profile: {0}")]
    Fact(#[from] UnknownFact),
    /// Expectations do not hold.
    #[error("{}", Miss::lines(.0))]
    Misses(Vec<Miss>),
    /// A claim is about a value that the case never writes or holds.
    #[error("{place}: {what}: the case never has the covered value")]
    Absent {
        /// Where the claim stands.
        place: Place,
        /// The claim.
        what: String,
    },
    /// No expectation fails although the covered value was changed.
    #[error("{place}: {what}: changing it changes nothing that the case expects")]
    NoDifference {
        /// Where the claim stands.
        place: Place,
        /// The claim.
        what: String,
    },
    /// Something changes with a value that is said to do nothing.
    #[error("{place}: {what}: said to do nothing, but then\n{}", Miss::lines(.misses))]
    NotInert {
        /// Where the claim stands.
        place: Place,
        /// The claim.
        what: String,
        /// What then does not hold.
        misses: Vec<Miss>,
    },
}

/// Runs a case as it stands and once for each claim, on devices that `make` makes.
///
/// # Errors
/// When an expectation does not hold or a claim is not true.
pub fn run(case: &Case, make: &Make<'_>) -> Result<(), CaseError> {
    let plain = execute(case, case.profile.clone(), Variation::NONE, make)?;
    let mut misses = plain.misses;
    misses.extend(plain.stray);
    if !misses.is_empty() {
        return Err(CaseError::Misses(misses));
    }
    for cover in &case.covers {
        let (place, what) = (cover.place.clone(), cover.to_string());
        let variation = Variation::of(&cover.subject, &plain.written);
        let mut profile = case.profile.clone();
        if let Some((fact, value)) = variation.fact() {
            profile.set(fact, value)?;
        }
        let varied = execute(case, profile, variation, make)?;
        let held = match &cover.subject {
            Subject::Fact { name, from, .. } => case.profile.get(name) == Some(from),
            Subject::Bits { .. } => varied.changed,
        };
        if !held {
            return Err(CaseError::Absent { place, what });
        }
        match cover.claim {
            Claim::Changes if varied.misses.is_empty() => {
                return Err(CaseError::NoDifference { place, what });
            }
            Claim::Inert if !(varied.misses.is_empty() && varied.stray.is_empty()) => {
                let mut misses = varied.misses;
                misses.extend(varied.stray);
                return Err(CaseError::NotInert { place, what, misses });
            }
            Claim::Changes | Claim::Inert => {}
        }
    }
    Ok(())
}

/// What a run gave.
#[derive(Default)]
pub(crate) struct Outcome {
    /// Expectations that do not hold.
    misses: Vec<Miss>,
    /// Refusals that the case does not speak of.
    stray: Vec<Miss>,
    /// Every register write, as the case has it.
    written: Vec<Written>,
    /// Whether the variation changed a write.
    changed: bool,
    /// What each expectation found, in their order.
    pub(crate) found: Vec<Vec<u32>>,
    /// The words of frame-buffer memory at the end.
    pub(crate) memory: Vec<u16>,
}

/// Runs the program of a case.
pub(crate) fn execute(
    case: &Case,
    profile: Profile,
    variation: Variation<'_>,
    make: &Make<'_>,
) -> Result<Outcome, CaseError> {
    let device = make(case.board, profile)?;
    let mut runner = Runner { device, variation, shadow: [[0; 256]; 4], out: Outcome::default() };
    for step in &case.steps {
        runner.step(step);
    }
    runner.stray(case);
    runner.out.memory = runner.device.state().frame_buffer.words().to_vec();
    Ok(runner.out)
}

struct Runner<'a> {
    device: Box<dyn Device>,
    variation: Variation<'a>,
    /// What the file last wrote, by chip and word: what `with` builds on.
    shadow: [[u32; 256]; 4],
    out: Outcome,
}

impl Runner<'_> {
    fn step(&mut self, step: &Step) {
        match &step.command {
            Command::Register { target, value } => self.register(step, target, *value),
            Command::Raw { offset, data, width } => self.write(*offset, *data, *width),
            Command::Config { offset, data } => {
                self.device.config_write(*offset, *data, Width::Word);
            }
            Command::Triangle(triangle) => self.triangle(step, triangle),
            Command::Vsync(wait) => self.device.set_vsync(*wait),
            Command::Retrace(active) => {
                if self.device.retrace(*active).is_some() {
                    while self.device.run().is_some() {}
                }
            }
            Command::Expect(expectation) => {
                let found = self.look(expectation);
                if let Some(text) = expectation.miss(&found) {
                    let text = format!("{expectation}: {text}");
                    self.out.misses.push(Miss { place: step.place.clone(), text });
                }
                self.out.found.push(found);
            }
        }
    }

    fn triangle(&mut self, step: &Step, triangle: &Triangle) {
        for (target, value) in triangle_writes(triangle) {
            self.register(step, &target, value);
        }
    }

    fn register(&mut self, step: &Step, target: &Target, value: Value) {
        let chips = if target.chips == 0 { 0xF } else { target.chips };
        let word = (target.offset() / 4) as usize & 0xFF;
        let first = chips.trailing_zeros() as usize & 3;
        let data = value.over(self.shadow[first][word]);
        for (chip, shadow) in self.shadow.iter_mut().enumerate() {
            if chips >> chip & 1 != 0 {
                shadow[word] = data;
            }
        }
        self.out.written.push(Written { target: *target, data, setup: step.setup });
        let changed = self.variation.write(step, target, data);
        self.out.changed |= changed != Changed::Same(data);
        if let Changed::Same(data) | Changed::Other(data) = changed {
            self.write(target.address(), data, Width::Word);
        }
    }

    fn write(&mut self, offset: u32, data: u32, width: Width) {
        if self.device.write(offset, data, width).is_some() {
            while self.device.run().is_some() {}
        }
    }

    /// What an expectation finds where it looks.
    fn look(&mut self, expectation: &Expectation) -> Vec<u32> {
        match expectation {
            Expectation::Pixels { surface, x, y, words } => {
                let found = self.pixels(*surface, *x, *y, words.len());
                found.into_iter().map(u32::from).collect()
            }
            Expectation::Screen { x, y, colors } => {
                let words = self.pixels(Surface::Front, *x, *y, colors.len());
                let bytes = self.device.state().through_clut(&words);
                let join = |rgb: &[u8]| rgb.iter().fold(0, |c, b| c << 8 | u32::from(*b));
                bytes.chunks(3).map(join).collect()
            }
            Expectation::Register { target, .. } => {
                vec![self.device.read(target.address(), Width::Word)]
            }
            Expectation::Lfb { offset, width, .. } => vec![self.device.read(*offset, *width)],
            Expectation::Texture { tmu, address, bytes } => {
                let unit = self.device.state().tmus.get(*tmu as usize);
                let read = |unit: &sst1_board::Tmu| {
                    let count = bytes.len() as u32;
                    let at = |i: u32| u32::from(unit.memory.read8(address.wrapping_add(i)));
                    (0..count).map(at).collect::<Vec<_>>()
                };
                unit.map(read).unwrap_or_default()
            }
            Expectation::Refusal { kind, .. } => {
                let count = self.refusals().get(kind.id).copied().unwrap_or_default();
                vec![u32::try_from(count).unwrap_or(u32::MAX)]
            }
        }
    }

    fn pixels(&self, surface: Surface, x: u32, y: u32, count: usize) -> Vec<u16> {
        let state = self.device.state();
        let layout = state.layout();
        let base = match surface {
            Surface::Front => layout.front,
            Surface::Back => layout.back,
            Surface::Aux => layout.aux,
            Surface::Color => match state.fbi.fbz_mode.draw_buffer() {
                DrawBuffer::Back => layout.back,
                _ => layout.front,
            },
        };
        let first = base.wrapping_add(y.wrapping_mul(layout.stride)).wrapping_add(2 * x);
        let at = |i: u32| state.frame_buffer.read(first.wrapping_add(2 * i));
        (0..count as u32).map(at).collect()
    }

    /// How often each reason was given.
    fn refusals(&mut self) -> BTreeMap<&'static str, u64> {
        let mut counts = BTreeMap::new();
        for row in self.device.log_mut().rows() {
            *counts.entry(row.id).or_default() += row.count;
        }
        counts
    }

    /// Collects the refusals that the case does not speak of.
    fn stray(&mut self, case: &Case) {
        for (id, count) in self.refusals() {
            let expected = case.steps.iter().any(|step| match &step.command {
                Command::Expect(Expectation::Refusal { kind, .. }) => kind.id == id,
                _ => false,
            });
            if !expected {
                let text = format!("refusal {id}: {count}, and the case expects none");
                self.out.stray.push(Miss { place: case.place.clone(), text });
            }
        }
    }
}

#[cfg(test)]
mod tests;
