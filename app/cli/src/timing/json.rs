//! The report as JSON; `docs/timing.md` specifies the keys.

use std::collections::BTreeMap;

use play::timing::{FrameTime, specified};
use play::{Ended, Failure, Input, ProfileChoice, RefusalRow};
use serde::Serialize;
use serde_json::{Map, Value};
use sst1_cycle::counters::Counters;
use sst1_cycle::stall::{Cause, Stalls};

use super::Measured;
use crate::timed;

/// Version of this format.
const FORMAT: u32 = 1;

/// A measurement.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    format: u32,
    program: &'static str,
    input: Option<&'a Input>,
    scene: Option<String>,
    preset: &'a str,
    config: Map<String, Value>,
    profile: &'a str,
    facts: BTreeMap<&'a str, &'a str>,
    complete: bool,
    ended: Ended,
    error: Option<Failure>,
    hertz: u64,
    clocks: u64,
    seconds: f64,
    pixels: u64,
    pixels_per_clock: f64,
    mpixel_per_s: f64,
    triangles: u64,
    triangles_per_s: f64,
    /// What the specification says for its card, in triangles a second.
    specified_triangles_per_s: Option<u32>,
    stalls: Vec<Share>,
    counters: &'a Counters,
    frames: &'a [FrameTime],
    refusals: &'a [RefusalRow],
}

/// A cause's share of the clocks.
#[derive(Serialize)]
pub(crate) struct Share {
    pub(crate) cause: &'static str,
    pub(crate) about: &'static str,
    pub(crate) clocks: u64,
    /// In percent; all sum to 100.
    pub(crate) percent: f64,
    /// The same in hundredths of a percent.
    #[serde(skip)]
    pub(crate) hundredths: u64,
}

/// What clocks went to, in the order of the causes.
pub(crate) fn stalls(stalls: &Stalls) -> Vec<Share> {
    let clocks = Cause::ALL.map(|cause| stalls.of(cause));
    let shares = timed::shares(&clocks);
    Cause::ALL
        .iter()
        .zip(clocks.iter().zip(shares))
        .map(|(cause, (clocks, share))| Share {
            cause: cause.name(),
            about: cause.about(),
            clocks: *clocks,
            percent: share as f64 / 100.0,
            hundredths: share,
        })
        .collect()
}

impl<'a> Report<'a> {
    pub(super) fn of(measured: &'a Measured, profile: &'a ProfileChoice) -> Self {
        let timing = &measured.timing;
        let facts = profile.set().iter().map(|(fact, value)| (fact.as_str(), value.as_str()));
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION"),
            input: measured.input.as_ref(),
            scene: measured.scene.map(|scene| scene.name()),
            preset: &measured.preset,
            config: timed::described(&timing.config),
            profile: profile.base(),
            facts: facts.collect(),
            complete: matches!(measured.ended, Ended::End | Ended::Frames),
            ended: measured.ended,
            error: measured.fault.as_ref().map(Failure::of),
            hertz: timing.config.hertz,
            clocks: timing.clocks,
            seconds: timing.seconds(timing.clocks),
            pixels: timing.pixels,
            pixels_per_clock: timing.pixels_per_clock(),
            mpixel_per_s: timing.mpixel_per_s(),
            triangles: timing.triangles,
            triangles_per_s: timing.triangles_per_s(),
            specified_triangles_per_s: measured
                .scene
                .and_then(|scene| specified(&scene))
                .map(|row| row.kilotriangles * 1000),
            stalls: stalls(&timing.stalls),
            counters: &timing.counters,
            frames: &timing.frames,
            refusals: &measured.refusals,
        }
    }
}

/// Several of them.
#[derive(Serialize)]
pub(super) struct Rows<'a> {
    format: u32,
    rows: Vec<Report<'a>>,
}

pub(super) fn rows<'a>(rows: &'a [Measured], profile: &'a ProfileChoice) -> Rows<'a> {
    Rows { format: FORMAT, rows: rows.iter().map(|row| Report::of(row, profile)).collect() }
}
