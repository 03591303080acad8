//! Which disputed fact decides which pixels.
//!
//! For: going from one profile to another a fact at a time, in the order of the list, and giving
//! each differing pixel to the fact whose step settled it. Not for: printing.
//!
//! The profiles on the way are played side by side, a frame at a time. Where their boards find no room
//! together, the last steps come first, and of each word a bit is kept that says whether a later step
//! has changed it. Where these bits find no room either, the trace is taken in stretches of frames.

mod claims;

use std::ops::Range;

use serde::Serialize;
use sst1_board::Buffer;
use sst1_facts::{FACTS, Profile};

use crate::PlayError;
use crate::abreast::{Abreast, Passed, Players, Spot};
use claims::Claims;

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
    /// Whether the whole trace was compared: no board used up its budget.
    pub complete: bool,
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

/// Plays a trace under `a`, under `b` and under every profile between them. `seen` is told each
/// finished frame.
///
/// # Errors
/// When the trace cannot be opened or is malformed. The comparison ends at the fault.
///
/// Where a board uses up its budget in a frame, the frames before it are compared, whatever the passes.
pub fn bisect(
    trace: &Abreast<'_>,
    a: &Profile,
    b: &Profile,
    seen: &mut dyn FnMut(Passed),
) -> Result<Bisection, PlayError> {
    // Boards use up their budgets in different frames: the first of them decides for all passes.
    let mut limit = u64::MAX;
    loop {
        match bisect_before(limit, trace, (a, b), seen)? {
            Ok(found) => return Ok(found),
            Err(frame) => limit = frame,
        }
    }
}

/// The same over the frames before `limit`; or the earlier frame in which a budget was used up.
fn bisect_before(
    limit: u64,
    trace: &Abreast<'_>,
    (a, b): (&Profile, &Profile),
    seen: &mut dyn FnMut(Passed),
) -> Result<Result<Bisection, u64>, PlayError> {
    let (profiles, steps) = way(a, b);
    let count = steps.len();
    let complete = limit == u64::MAX;
    let found = Bisection { steps, frames: 0, pixels: 0, differing: 0, transient: 0, complete };
    // Both ends are in every pass, besides the profile before its first step.
    let each = match trace.boards()? {
        boards if boards > count => count.max(1),
        boards => boards.saturating_sub(3).max(1),
    };
    let chunks = count.div_ceil(each).max(1);
    let claims = Claims::new(trace.memory / 8);
    let mut way = Way { trace, profiles, found, claims, stretch: 0..limit, limit };
    let mut pass = 0;
    loop {
        for chunk in (0..chunks).rev() {
            pass += 1;
            let steps = chunk * each..((chunk + 1) * each).min(count);
            let stopped = way.pass(&steps, &mut |frames| {
                seen(Passed { pass, of: pass + chunk as u64, frames });
            })?;
            match stopped {
                // In a single pass all boards are at that frame, and those before it are compared.
                Some(_) if chunks == 1 => {
                    way.found.complete = false;
                    return Ok(Ok(way.found));
                }
                Some(frame) => return Ok(Err(frame)),
                None => {}
            }
        }
        if way.stretch.end == limit {
            return Ok(Ok(way.found));
        }
        way.claims.clear();
        way.stretch = way.stretch.end..limit;
    }
}

/// A comparison under way.
struct Way<'a> {
    trace: &'a Abreast<'a>,
    profiles: Vec<Profile>,
    found: Bisection,
    claims: Claims,
    /// The frames that are compared now. The first pass of a stretch may end it before `limit`.
    stretch: Range<u64>,
    /// The first frame that is not compared at all.
    limit: u64,
}

/// The steps that a pass takes, and where their profiles are among its players.
struct Part<'a> {
    steps: &'a Range<usize>,
    /// The player before the first step.
    first: usize,
    /// Whether no pass came before in this stretch.
    first_pass: bool,
    /// Whether no pass follows in this stretch.
    last_pass: bool,
}

impl Way<'_> {
    /// Takes some of the steps over the frames of the stretch. Gives the frame in which a budget was
    /// used up, if that is why it ended.
    fn pass(
        &mut self,
        steps: &Range<usize>,
        seen: &mut dyn FnMut(u64),
    ) -> Result<Option<u64>, PlayError> {
        let end = self.profiles.len() - 1;
        let before = (steps.start > 0).then_some(0);
        let after = (steps.end < end).then_some(end);
        let numbers = before.into_iter().chain(steps.start..=steps.end).chain(after);
        let mut players =
            self.trace.players(numbers.filter_map(|number| self.profiles.get(number)))?;
        let first = usize::from(before.is_some());
        let part = Part { steps, first, first_pass: steps.end == end, last_pass: steps.start == 0 };
        while players.frames() < self.limit {
            let Some(frame) = players.advance()? else { break };
            if self.stretch.contains(&frame) {
                self.look(&players, frame, &part);
            }
            if !players.ended() {
                seen(players.frames());
            }
            if part.first_pass && self.claims.full() && !players.ended() {
                self.stretch.end = frame + 1;
            }
            if frame + 1 >= self.stretch.end {
                break;
            }
        }
        if part.last_pass {
            self.found.frames = self.found.frames.max(players.frames());
        }
        Ok(players.over_budget().then(|| players.frames()))
    }

    /// Compares what there is to see in a frame.
    fn look(&mut self, players: &Players, frame: u64, part: &Part<'_>) {
        let mut changed = vec![false; self.found.steps.len()];
        for (number, look) in players.looks().iter().enumerate() {
            self.compare(players, (frame, number), *look, part, &mut changed);
        }
        for (step, changed) in self.found.steps.iter_mut().zip(changed) {
            step.frames += u64::from(changed);
        }
    }

    /// Compares one buffer of the players in their order.
    fn compare(
        &mut self,
        players: &Players,
        look: (u64, usize),
        (buffer, name): (Buffer, &'static str),
        part: &Part<'_>,
        changed: &mut [bool],
    ) {
        let mut pictures = players.pictures(buffer);
        let Some(start) = pictures.next() else { return };
        let mut previous = match part.first {
            0 => start.words.clone(),
            _ => pictures.next().unwrap_or_default().words,
        };
        // For each word the last step of this part that changed it, from 1.
        let mut last: Vec<u16> = Vec::new();
        for (step, picture) in part.steps.clone().zip(&mut pictures) {
            if picture.words == previous {
                continue;
            }
            last.resize(start.words.len(), 0);
            changed[step] = true;
            let step_found = &mut self.found.steps[step];
            let words = previous.iter().zip(&picture.words).zip(&mut last).enumerate();
            for (at, ((before, after), last)) in words {
                if before != after {
                    *last = step as u16 + 1;
                    step_found.changed += 1;
                    step_found.first.get_or_insert_with(|| {
                        Spot::new((look.0, name), start.width, at, *before, *after)
                    });
                }
            }
            previous = picture.words;
        }
        let end = pictures.next().map_or(previous, |picture| picture.words);
        if part.first_pass && !part.last_pass {
            self.claims.expect(start.words.len());
        }
        if part.last_pass {
            self.found.pixels += start.words.len() as u64;
            self.found.differing +=
                start.words.iter().zip(&end).filter(|(start, end)| start != end).count() as u64;
        }
        if last.is_empty() {
            return;
        }
        let mut claimed = self.claims.of(look, start.words.len(), !part.last_pass);
        for (at, ((start, end), last)) in start.words.iter().zip(&end).zip(last).enumerate() {
            if last == 0 || claimed.take(at) {
                continue;
            }
            if start == end {
                self.found.transient += 1;
            } else {
                self.found.steps[usize::from(last) - 1].settled += 1;
            }
        }
    }
}
