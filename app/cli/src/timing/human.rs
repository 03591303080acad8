//! One measurement as text.

use std::fmt::Write as _;

use play::timing::{FrameTime, Timing, specified};
use report::number;
use sst1_cycle::counters::Counters;

use super::{Measured, json};
use crate::{table, timed};

pub(super) fn text(measured: &Measured, counters: bool) -> String {
    let timing = &measured.timing;
    let mhz = timing.config.hertz as f64 / 1e6;
    let Measured { name, preset, profile, .. } = measured;
    let mut text = format!("{name}, preset {preset}, {mhz} MHz, profile {profile}\n");
    let mut rows = vec![
        [
            "clocks".to_owned(),
            format!("{} ({})", number(timing.clocks), time(timing, timing.clocks)),
        ],
        ["pixels".to_owned(), number(timing.pixels)],
        ["pixels a clock".to_owned(), format!("{:.4}", timing.pixels_per_clock())],
        ["Mpixel/s".to_owned(), format!("{:.2}", timing.mpixel_per_s())],
        [
            "triangles".to_owned(),
            format!(
                "{} ({} a second)",
                number(timing.triangles),
                number(timing.triangles_per_s().round() as u64)
            ),
        ],
    ];
    if let Some(row) = measured.scene.and_then(|scene| specified(&scene)) {
        let text = format!("{} triangles a second", number(u64::from(row.kilotriangles) * 1000));
        rows.push(["specification".to_owned(), text]);
    }
    if !timing.frames.is_empty() {
        rows.push(["frames".to_owned(), frames(timing)]);
    }
    text += &table::columns(&rows);
    text += "\n";
    text += &causes(timing);
    if counters {
        text += "\n";
        text += &counted(&timing.counters);
    }
    if !measured.refusals.is_empty() {
        let count: u64 = measured.refusals.iter().map(|row| row.count).sum();
        let _ = writeln!(text, "\n{} refused; `replay --strict` names them", number(count));
    }
    text
}

/// Clocks as a time.
fn time(timing: &Timing, clocks: u64) -> String {
    let seconds = timing.seconds(clocks);
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.2} us", s * 1e6),
    }
}

fn frames(timing: &Timing) -> String {
    let frames = &timing.frames;
    let sum: u64 = frames.iter().map(|frame| frame.clocks).sum();
    let mean = sum / frames.len().max(1) as u64;
    let of = |frame: Option<&FrameTime>| {
        frame.map_or_else(String::new, |frame| {
            format!("{} (frame {})", time(timing, frame.clocks), frame.frame)
        })
    };
    let by_clocks = |frame: &&FrameTime| frame.clocks;
    format!(
        "{}, mean {}, shortest {}, longest {}",
        frames.len(),
        time(timing, mean),
        of(frames.iter().min_by_key(by_clocks)),
        of(frames.iter().max_by_key(by_clocks)),
    )
}

/// The table that sums to 100 %.
fn causes(timing: &Timing) -> String {
    let width = number(timing.clocks).len().max("clocks".len());
    let row = |cause: &str, clocks: &str, percent: &str, about: &str| {
        [cause.to_owned(), format!("{clocks:>width$}"), format!("{percent:>7}"), about.to_owned()]
    };
    let mut rows = vec![row("cause", "clocks", "%", "what happened")];
    let shares = json::stalls(&timing.stalls);
    for share in shares.iter().filter(|share| share.clocks > 0) {
        let percent = timed::percent(share.hundredths);
        rows.push(row(share.cause, &number(share.clocks), &percent, share.about));
    }
    let total = timed::percent(shares.iter().map(|share| share.hundredths).sum());
    rows.push(row("total", &number(timing.stalls.total()), &total, ""));
    table::columns(&rows)
}

fn counted(counters: &Counters) -> String {
    let width = counters.rows().map(|(_, value)| number(value).len()).max().unwrap_or(0);
    let row = |(row, value): (&sst1_cycle::counters::Row, u64)| {
        [
            format!("{:>3}", row.number),
            row.name.to_owned(),
            format!("{:>width$}", number(value)),
            row.about.to_owned(),
        ]
    };
    table::columns(&counters.rows().map(row).collect::<Vec<_>>())
}
