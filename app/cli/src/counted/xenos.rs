//! Traces of a Xenos, played to be counted.

use std::path::Path;

use anyhow::Context;
use base_census::Census;
use play::xtr::{XtrCensus, census};
use play::{CensusPlan, Failure};
use xenos_front::Counts;
use xenos_xtr::{Reader, XtrError};

use super::{Playing, Whole, name};
use crate::exit::Usage;
use crate::input;
use crate::progress::Bar;

/// Plays a trace; a malformed one up to the fault.
pub(crate) fn play(
    path: &Path,
    reader: Reader,
    playing: &Playing,
    plan: &CensusPlan,
    seen: impl FnMut(&Counts, u64, &Counts),
) -> anyhow::Result<XtrCensus> {
    if let Some(option) = playing.for_pixels() {
        let message =
            "it is an .xtr trace, which is counted without drawing it, and no fact is disputed";
        return Err(Usage::error(format!("{option}: {message}")))
            .with_context(|| input::shown(path));
    }
    let frames = playing.frames.unwrap_or_default().range();
    let plan = CensusPlan { frames: frames.clone(), ..plan.clone() };
    let bar = Bar::watch(reader.source().progress());
    let mut counted = census(reader, &name(path), &plan, seen);
    drop(bar);
    let reason = |fault: &XtrError| base_text::reason(&Failure::of_error(fault).message);
    counted.census.partial = counted.fault.as_ref().map(reason);
    if counted.census.frames() == 0 && counted.fault.is_none() && playing.frames.is_some() {
        let there = counted.player.processor().counts().swaps;
        return Err(input::no_frames(&frames, there)).with_context(|| input::shown(path));
    }
    Ok(counted)
}

/// The census, with the digest of the trace.
pub(crate) fn identified(path: &Path, counted: XtrCensus) -> (Census, Whole) {
    let XtrCensus { mut census, fault, whole, player } = counted;
    let source = player.into_reader().into_source();
    census.sha256 = input::described(path, source, None, whole).sha256;
    let end = match fault {
        Some(fault) => Whole::Fault(anyhow::Error::new(fault).context(input::shown(path))),
        None => Whole::Yes,
    };
    (census, end)
}

/// The census of a trace.
pub(super) fn count(
    path: &Path,
    reader: Reader,
    playing: &Playing,
    plan: &CensusPlan,
) -> anyhow::Result<(Census, Whole)> {
    Ok(identified(path, play(path, reader, playing, plan, |_, _, _| ())?))
}
