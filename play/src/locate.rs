//! The first drawing command after which another implementation's memory is not ours.
//!
//! For: replaying a trace beside the hashes (and the changed words of a command) that another
//! implementation gave, and saying where, in which state and at which pixel they part.
//! Not for: the formats (`sst1-stimulus`), nor printing.

mod compare;
mod report;

pub use report::{
    Area, DetailCompared, DetailPixel, Located, Parted, PixelDifference, Unequal, Whole,
};

use sst1_stimulus::{Detail, Hashes};
use sst1_vood::Trace;

use crate::watching;
use crate::{Ended, EngineKind, PlayError, Setup, Step};
use compare::Compare;

/// What the other implementation gave.
#[derive(Clone, Debug, Default)]
pub struct Theirs {
    /// Its hashes.
    pub hashes: Option<Hashes>,
    /// The words that one command changed there.
    pub detail: Option<Detail>,
}

/// Replays `trace` and compares, up to the first command that parts.
///
/// # Errors
/// When the board cannot be built or the state image not be loaded. A malformed trace is compared
/// up to its fault, which is given beside the result; after a parting nothing is read any more.
pub fn locate(
    trace: Trace,
    engine: EngineKind,
    setup: Setup,
    theirs: Theirs,
) -> Result<(Located, Option<PlayError>), PlayError> {
    let device = watching::card(&trace, engine, &setup)?;
    let (mut player, compare) = watching::player(device, trace, setup, Compare::new(theirs))?;
    let (ended, fault) = loop {
        let step = player.advance_some();
        if compare.get().settled() {
            break (Ended::Frames, None);
        }
        match step {
            Ok(Some(Step::End)) => break (Ended::End, None),
            Ok(Some(Step::Budget)) => break (Ended::Budget, None),
            Ok(Some(Step::Swap { .. }) | None) => {}
            Err(fault) => break (Ended::Fault, Some(fault)),
        }
    };
    let located = compare.get().result(ended);
    Ok((located, fault))
}
