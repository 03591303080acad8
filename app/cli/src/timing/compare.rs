//! Several measurements as a table, and the range of each preset.

use std::fmt::Write as _;

use play::timing::specified;
use report::number;
use sst1_cycle::stall::Cause;

use super::Measured;
use crate::{table, timed};

pub(super) fn human(rows: &[Measured], counters: bool) -> String {
    let head = [
        "stream",
        "preset",
        "clocks",
        "pixels",
        "a clock",
        "Mpixel/s",
        "ktri/s",
        "specified ktri/s",
        "most lost to",
    ];
    let mut cells = vec![head.map(str::to_owned)];
    cells.extend(rows.iter().map(row));
    let mut text = table::columns(&aligned(cells));
    text += &ranges(rows);
    if let Some(first) = rows.first() {
        let _ = writeln!(text, "profile {}", first.profile);
    }
    if counters {
        text += "\ncounters: --json has them for several streams or presets\n";
    }
    text
}

fn row(measured: &Measured) -> [String; 9] {
    let timing = &measured.timing;
    let shares = timed::shares(&Cause::ALL.map(|cause| timing.stalls.of(cause)));
    let lost = Cause::ALL.iter().zip(shares).filter(|(cause, _)| **cause != Cause::Pixel);
    let most = lost.max_by_key(|(_, share)| *share).filter(|(_, share)| *share > 0);
    let specified = measured.scene.and_then(|scene| specified(&scene));
    [
        measured.name.clone(),
        timed::short(&measured.preset),
        number(timing.clocks),
        number(timing.pixels),
        format!("{:.4}", timing.pixels_per_clock()),
        format!("{:.2}", timing.mpixel_per_s()),
        format!("{:.1}", timing.triangles_per_s() / 1e3),
        specified.map_or_else(|| "-".to_owned(), |row| row.kilotriangles.to_string()),
        most.map_or_else(String::new, |(cause, share)| {
            format!("{} {} %", cause.name(), timed::percent(share))
        }),
    ]
}

/// Numbers stand to the right.
fn aligned(mut rows: Vec<[String; 9]>) -> Vec<[String; 9]> {
    for column in 2..8 {
        let width = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        for row in &mut rows {
            row[column] = format!("{:>width$}", row[column]);
        }
    }
    rows
}

/// From the slowest to the fastest of several streams, for each preset.
fn ranges(rows: &[Measured]) -> String {
    let mut presets: Vec<&str> = Vec::new();
    for row in rows {
        if !presets.contains(&row.preset.as_str()) {
            presets.push(&row.preset);
        }
    }
    let mut text = String::new();
    for preset in presets {
        let of = rows.iter().filter(|row| row.preset == preset);
        let rates: Vec<f64> = of.map(|row| row.timing.mpixel_per_s()).collect();
        if rates.len() > 1 {
            let least = rates.iter().copied().fold(f64::INFINITY, f64::min);
            let most = rates.iter().copied().fold(0.0, f64::max);
            let preset = timed::short(preset);
            let _ = writeln!(text, "{preset}: {least:.2} to {most:.2} Mpixel/s");
        }
    }
    text
}
