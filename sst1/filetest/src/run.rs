//! Runs a case, then proves what it claims to cover.

use std::collections::BTreeMap;
use std::fmt;

use sst1_board::{BoardConfig, ConfigError, Device, Width};
use sst1_facts::{Profile, UnknownFact};
use sst1_regs::words::DrawBuffer;

use crate::command::triangle_writes;
use crate::shapes::Triangle;
use crate::vary::{Changed, Variation, Written};
use crate::{Case, Claim, Command, Expectation, Place, Step, Subject, Surface, Target, Value};

/// Makes a device of some engine.
pub type Make<'a> = dyn Fn(BoardConfig, Profile) -> Result<Box<dyn Device>, ConfigError> + 'a;

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// Where the expectation stands.
    pub place: Place,
    /// What was expected and what is.
    pub text: String,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

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
    #[error("{}", lines(.0))]
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
    #[error("{place}: {what}: said to do nothing, but then\n{}", lines(.misses))]
    NotInert {
        /// Where the claim stands.
        place: Place,
        /// The claim.
        what: String,
        /// What then does not hold.
        misses: Vec<Miss>,
    },
}

fn lines(misses: &[Miss]) -> String {
    misses.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Runs a case as it stands and once for each claim, on devices that `make` makes.
///
/// # Errors
/// When an expectation does not hold or a claim is not true.
pub fn run(case: &Case, make: &Make<'_>) -> Result<(), CaseError> {
    let plain = execute(case, Variation::NONE, make)?;
    let mut misses = plain.misses;
    misses.extend(plain.stray);
    if !misses.is_empty() {
        return Err(CaseError::Misses(misses));
    }
    for cover in &case.covers {
        let (place, what) = (cover.place.clone(), cover.to_string());
        let variation = Variation::of(&cover.subject, &plain.written);
        let varied = execute(case, variation, make)?;
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
struct Outcome {
    /// Expectations that do not hold.
    misses: Vec<Miss>,
    /// Refusals that the case does not speak of.
    stray: Vec<Miss>,
    /// Every register write, as the case has it.
    written: Vec<Written>,
    /// Whether the variation changed a write.
    changed: bool,
}

fn execute(case: &Case, variation: Variation<'_>, make: &Make<'_>) -> Result<Outcome, CaseError> {
    let mut profile = case.profile.clone();
    if let Some((fact, value)) = variation.fact() {
        profile.set(fact, value)?;
    }
    let device = make(case.board, profile)?;
    let mut runner = Runner { device, variation, shadow: [[0; 256]; 4], out: Outcome::default() };
    for step in &case.steps {
        runner.step(step);
    }
    runner.stray(case);
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
                if let Some(text) = self.check(expectation) {
                    let text = format!("{expectation}: {text}");
                    self.out.misses.push(Miss { place: step.place.clone(), text });
                }
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

    /// What does not hold.
    fn check(&mut self, expectation: &Expectation) -> Option<String> {
        match expectation {
            Expectation::Pixels { surface, x, y, words } => {
                let found = self.pixels(*surface, *x, *y, words.len());
                (found != *words).then(|| format!("{found:04X?} instead of {words:04X?}"))
            }
            Expectation::Screen { x, y, colors } => {
                let words = self.pixels(Surface::Front, *x, *y, colors.len());
                let bytes = self.device.state().through_clut(&words);
                let join = |rgb: &[u8]| rgb.iter().fold(0, |c, b| c << 8 | u32::from(*b));
                let found: Vec<u32> = bytes.chunks(3).map(join).collect();
                (found != *colors).then(|| format!("{found:06X?} instead of {colors:06X?}"))
            }
            Expectation::Register { target, value } => {
                let found = self.device.read(target.address(), Width::Word);
                (!value.holds(found)).then(|| match value {
                    Value::Word(word) => format!("{found:#x} instead of {word:#x}"),
                    Value::Fields(s) | Value::With(s) => {
                        format!("{:#x} in place instead of {:#x}", found & s.mask, s.bits)
                    }
                })
            }
            Expectation::Lfb { offset, width, data } => {
                let found = self.device.read(*offset, *width);
                (found != *data).then(|| format!("{found:#x} instead of {data:#x}"))
            }
            Expectation::Texture { tmu, address, bytes } => {
                let unit = self.device.state().tmus.get(*tmu as usize);
                let read = |unit: &sst1_board::Tmu| {
                    let count = bytes.len() as u32;
                    let at = |i: u32| unit.memory.read8(address.wrapping_add(i));
                    (0..count).map(at).collect::<Vec<_>>()
                };
                let found = unit.map(read).unwrap_or_default();
                (found != *bytes).then(|| format!("{found:02X?} instead of {bytes:02X?}"))
            }
            Expectation::Refusal { kind, count } => {
                let found = self.refusals().get(kind.id).copied().unwrap_or_default();
                (found != u64::from(*count)).then(|| format!("{found} instead of {count}"))
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
