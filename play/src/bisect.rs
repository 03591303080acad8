//! Which disputed fact decides which pixels.
//!
//! For: going from one profile to another a fact at a time, in the order of the list, and giving
//! each differing pixel to the fact whose step settled it. Not for: printing.
//!
//! All profiles on the way are played side by side, a frame at a time, so that memory does not grow
//! with the length of the trace: a board a step.

use serde::Serialize;
use sst1_board::Buffer;
use sst1_facts::{FACTS, Profile};
use sst1_vood::Trace;

use crate::{EngineKind, PlayError, Player, Setup, Step};

/// What is compared, after every swap and once more at the end.
const LOOKS: [(Buffer, &str); 3] =
    [(Buffer::Front, "front"), (Buffer::Aux, "aux"), (Buffer::Back, "back")];

/// A pixel of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// The frame; the number of frames means the end of the trace.
    pub frame: u64,
    /// `front`, `aux`, or at the end `back`.
    pub buffer: &'static str,
    /// Column.
    pub x: u32,
    /// Row.
    pub y: u32,
    /// The word before the step.
    pub before: u16,
    /// The word after it.
    pub after: u16,
}

/// One fact's step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactStep {
    /// The fact.
    pub fact: &'static str,
    /// Its value before.
    pub from: &'static str,
    /// Its value after.
    pub to: &'static str,
    /// Differing pixels that got their final value in this step. These sum to the difference.
    pub settled: u64,
    /// Pixels that changed in this step at all.
    pub changed: u64,
    /// Looks (frames and the end) in which something changed.
    pub frames: u64,
    /// The first pixel that changed.
    pub first: Option<Spot>,
}

/// The way from one profile to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bisection {
    /// A step for each fact in which the profiles differ, in the order they are taken.
    pub steps: Vec<FactStep>,
    /// Frames compared.
    pub frames: u64,
    /// Words compared: front and auxiliary buffer after every swap, all three buffers at the end.
    pub pixels: u64,
    /// Words that differ between the two profiles.
    pub differing: u64,
    /// Words that changed on the way and came back.
    pub transient: u64,
}

impl Bisection {
    /// Differing pixels that no step settled; 0 by construction.
    pub fn unattributed(&self) -> u64 {
        self.differing - self.steps.iter().map(|s| s.settled).sum::<u64>()
    }
}

/// The profiles on the way from `a` to `b`, and the facts between them.
fn way(a: &Profile, b: &Profile) -> (Vec<Profile>, Vec<FactStep>) {
    let mut profiles = vec![a.clone()];
    let mut steps = Vec::new();
    for fact in FACTS {
        let (Some(from), Some(to)) = (a.get(fact.name), b.get(fact.name)) else { continue };
        if from == to {
            continue;
        }
        let mut next = profiles.last().unwrap_or(a).clone();
        // Both names come from the list.
        if next.set(fact.name, to).is_ok() {
            profiles.push(next);
            steps.push(FactStep {
                fact: fact.name,
                from,
                to,
                settled: 0,
                changed: 0,
                frames: 0,
                first: None,
            });
        }
    }
    (profiles, steps)
}

/// Plays a trace under `a`, under `b` and under every profile between them. `open` opens the trace
/// anew; `seen` is told each finished frame.
///
/// # Errors
/// When the trace cannot be opened or is malformed. The comparison ends at the fault.
pub fn bisect(
    open: &dyn Fn() -> Result<Trace, PlayError>,
    engine: EngineKind,
    a: &Profile,
    b: &Profile,
    seen: &mut dyn FnMut(u64),
) -> Result<Bisection, PlayError> {
    let (profiles, steps) = way(a, b);
    let mut players = profiles
        .into_iter()
        .map(|profile| {
            let trace = open()?;
            let setup = Setup::default();
            let device = engine.card(setup.board(trace.reader.header()), profile)?;
            Player::on(device, trace, setup)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut found = Bisection { steps, frames: 0, pixels: 0, differing: 0, transient: 0 };
    loop {
        let mut ended = false;
        for player in &mut players {
            ended |= player.advance()? != (Step::Swap { frame: found.frames });
        }
        let looks = if ended { &LOOKS[..] } else { &LOOKS[..2] };
        let mut changed = vec![false; found.steps.len()];
        for look in looks {
            compare(&players, *look, &mut found, &mut changed);
        }
        for (step, changed) in found.steps.iter_mut().zip(changed) {
            step.frames += u64::from(changed);
        }
        if ended {
            return Ok(found);
        }
        found.frames += 1;
        seen(found.frames);
    }
}

/// Compares one buffer of all players in order.
fn compare(
    players: &[Player],
    (buffer, name): (Buffer, &'static str),
    found: &mut Bisection,
    changed: &mut [bool],
) {
    let mut pictures = players.iter().map(|p| p.device().picture(buffer));
    let Some(first) = pictures.next() else { return };
    found.pixels += first.words.len() as u64;
    // For each word the last step that changed it, from 1.
    let mut last: Vec<u16> = Vec::new();
    let mut previous = first.words.clone();
    for (index, picture) in pictures.enumerate() {
        if picture.words == previous {
            continue;
        }
        last.resize(first.words.len(), 0);
        changed[index] = true;
        let step = &mut found.steps[index];
        let words = previous.iter().zip(&picture.words).zip(&mut last).enumerate();
        for (at, ((before, after), last)) in words {
            if before != after {
                *last = index as u16 + 1;
                step.changed += 1;
                step.first.get_or_insert(Spot {
                    frame: found.frames,
                    buffer: name,
                    x: at as u32 % first.width,
                    y: at as u32 / first.width,
                    before: *before,
                    after: *after,
                });
            }
        }
        previous = picture.words;
    }
    for ((start, end), last) in first.words.iter().zip(&previous).zip(last) {
        if start != end {
            found.differing += 1;
            found.steps[usize::from(last) - 1].settled += 1;
        } else if last != 0 {
            found.transient += 1;
        }
    }
}
