//! The rows as JSON; `docs/timing.md` specifies the keys.

use std::collections::BTreeMap;

use play::Ended;
use serde::Serialize;
use serde_json::{Map, Value};
use sst1_cycle::counters::Counters;
use sst1_cycle::stall::Cause;

use super::{Measured, Row, csv};
use crate::timed;

#[derive(Serialize)]
pub(super) struct Report<'a> {
    format: u32,
    program: &'static str,
    stream: &'a str,
    preset: &'a str,
    /// What all rows share.
    config: Map<String, Value>,
    profile: &'a str,
    facts: BTreeMap<&'a str, &'a str>,
    frames: String,
    keys: Vec<&'a str>,
    rows: Vec<JsonRow<'a>>,
}

#[derive(Serialize)]
struct JsonRow<'a> {
    values: &'a [String],
    ended: Ended,
    hertz: u64,
    clocks: u64,
    pixels: u64,
    pixels_per_clock: f64,
    mpixel_per_s: f64,
    triangles: u64,
    /// Clocks by cause.
    stalls: Map<String, Value>,
    counters: &'a Counters,
}

pub(super) fn report(measured: &Measured) -> Report<'_> {
    let facts = measured.profile.set().iter().map(|(fact, value)| (fact.as_str(), value.as_str()));
    Report {
        format: csv::FORMAT,
        program: env!("CARGO_PKG_VERSION"),
        stream: &measured.name,
        preset: &measured.preset,
        config: timed::shared(measured.rows.iter().map(|row| &row.timing.config)),
        profile: measured.profile.base(),
        facts: facts.collect(),
        frames: measured.frames.to_string(),
        keys: measured.axes.iter().map(|axis| axis.key.as_str()).collect(),
        rows: measured.rows.iter().map(JsonRow::of).collect(),
    }
}

impl<'a> JsonRow<'a> {
    fn of(row: &'a Row) -> Self {
        let timing = &row.timing;
        let stalls = Cause::ALL.map(|cause| (cause.name().into(), timing.stalls.of(cause).into()));
        Self {
            values: &row.values,
            ended: row.ended,
            hertz: timing.config.hertz,
            clocks: timing.clocks,
            pixels: timing.pixels,
            pixels_per_clock: timing.pixels_per_clock(),
            mpixel_per_s: timing.mpixel_per_s(),
            triangles: timing.triangles,
            stalls: stalls.into_iter().collect(),
            counters: &timing.counters,
        }
    }
}
