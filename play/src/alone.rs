//! What single changes of a profile decide: each beside the profile itself, not on top of the others.
//!
//! For: counting the words that another value of one fact makes different. Not for: sharing a
//! difference of two profiles out among their facts (`bisect`), nor printing.

use sst1_board::{Buffer, Picture};
use sst1_facts::Profile;

use crate::PlayError;
use crate::abreast::{Abreast, Passed, Players, Spot};

/// What one of the other profiles decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Decided {
    /// Words that are not those of the base.
    pub words: u64,
    /// Frames (and the end) in which some are.
    pub frames: u64,
    /// The first of them.
    pub first: Option<Spot>,
}

/// A trace under a base profile and others.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Alone {
    /// Frames compared.
    pub frames: u64,
    /// Words compared with each of the others: front and auxiliary buffer after every swap, all
    /// three buffers at the end.
    pub words: u64,
    /// What each of the others decides, in their order.
    pub decided: Vec<Decided>,
    /// Whether the whole trace was compared: no board used up its budget.
    pub complete: bool,
}

/// Plays a trace under `base` and under each of `others`. `seen` is told each finished frame. A board
/// that uses up its budget ends its pass, and only its pass: the others may see more frames.
///
/// # Errors
/// When the trace cannot be opened or is malformed. The comparison ends at the fault.
pub fn alone(
    trace: &Abreast<'_>,
    base: &Profile,
    others: &[Profile],
    seen: &mut dyn FnMut(Passed),
) -> Result<Alone, PlayError> {
    // The base is in every pass.
    let each = trace.boards()?.saturating_sub(1).max(1);
    let of = others.len().div_ceil(each).max(1) as u64;
    let mut found = Alone { complete: true, ..Alone::default() };
    let mut parts = others.chunks(each);
    for pass in 1..=of {
        let part = parts.next().unwrap_or_default();
        let mut decided = vec![Decided::default(); part.len()];
        let mut players = trace.players(std::iter::once(base).chain(part))?;
        let mut words = 0;
        while let Some(frame) = players.advance()? {
            words += look(&players, frame, &mut decided);
            if !players.ended() {
                seen(Passed { pass, of, frames: players.frames() });
            }
        }
        found.complete &= !players.over_budget();
        (found.frames, found.words) = (players.frames(), words);
        found.decided.append(&mut decided);
    }
    Ok(found)
}

/// Compares what there is to see in a frame, and gives the number of words.
fn look(players: &Players, frame: u64, decided: &mut [Decided]) -> u64 {
    let mut words = 0;
    let mut changed = vec![false; decided.len()];
    for look in players.looks() {
        words += compare(players, frame, *look, decided, &mut changed);
    }
    for (one, changed) in decided.iter_mut().zip(changed) {
        one.frames += u64::from(changed);
    }
    words
}

fn compare(
    players: &Players,
    frame: u64,
    (buffer, name): (Buffer, &'static str),
    decided: &mut [Decided],
    changed: &mut [bool],
) -> u64 {
    let mut pictures = players.pictures(buffer);
    let Picture { width, words: base, .. } = pictures.next().unwrap_or_default();
    for ((one, changed), picture) in decided.iter_mut().zip(changed).zip(pictures) {
        if picture.words == base {
            continue;
        }
        *changed = true;
        for (at, (before, after)) in base.iter().zip(&picture.words).enumerate() {
            if before != after {
                one.words += 1;
                one.first
                    .get_or_insert_with(|| Spot::new((frame, name), width, at, *before, *after));
            }
        }
    }
    base.len() as u64
}
