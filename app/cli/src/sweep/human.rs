//! The rows as a table.

use report::number;
use sst1_cycle::stall::Cause;

use super::{Measured, Row};
use crate::{table, timed};

pub(super) fn text(measured: &Measured) -> String {
    let mut settings: Vec<Vec<String>> =
        vec![measured.axes.iter().map(|axis| axis.key.clone()).collect()];
    settings.extend(measured.rows.iter().map(|row| row.values.clone()));
    let head = ["clocks", "a clock", "Mpixel/s"].map(str::to_owned);
    let mut figures = vec![head];
    figures.extend(measured.rows.iter().map(|row| {
        let timing = &row.timing;
        [
            number(timing.clocks),
            format!("{:.4}", timing.pixels_per_clock()),
            format!("{:.2}", timing.mpixel_per_s()),
        ]
    }));
    let figures = right(figures.iter().map(|row| row.to_vec()).collect());
    let settings = right(settings);
    let lost = std::iter::once("most lost to".to_owned()).chain(measured.rows.iter().map(lost));
    let rows: Vec<[String; 3]> = settings
        .into_iter()
        .zip(figures)
        .zip(lost)
        .map(|((settings, figures), lost)| [settings, figures, lost])
        .collect();
    let best = measured.rows.iter().min_by_key(|row| row.timing.clocks);
    let best = best.map_or_else(String::new, |row| {
        let set =
            measured.axes.iter().zip(&row.values).map(|(axis, v)| format!("{}={v}", axis.key));
        format!("fewest clocks: {}\n", set.collect::<Vec<_>>().join(" "))
    });
    let Measured { name, preset, profile, .. } = measured;
    let rows = table::columns(&rows);
    format!("{name}, preset {preset}, profile {profile}\n{rows}{best}")
}

/// Lines of cells that stand to the right.
fn right(rows: Vec<Vec<String>>) -> Vec<String> {
    let mut widths: Vec<usize> = Vec::new();
    for row in &rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    rows.into_iter()
        .map(|row| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
            cells.collect::<Vec<_>>().join("  ")
        })
        .collect()
}

fn lost(row: &Row) -> String {
    let stalls = &row.timing.stalls;
    let shares = timed::shares(&Cause::ALL.map(|cause| stalls.of(cause)));
    let others = Cause::ALL.iter().zip(shares).filter(|(cause, _)| **cause != Cause::Pixel);
    others.max_by_key(|(_, share)| *share).map_or_else(String::new, |(cause, share)| {
        format!("{} {} %", cause.name(), timed::percent(share))
    })
}
