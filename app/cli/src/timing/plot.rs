//! Utilisation over time as a picture.

use play::timing::Series;
use plot::{Axis, Layer, Marks, Panel, Plot};
use sst1_cycle::counters::Counters;
use sst1_cycle::stall::{Cause, Stalls};

use super::Measured;
use crate::timed;

/// Causes that have a layer of their own at most; what is left is one.
const MOST_CAUSES: usize = 10;
/// What is left has no cause of its own.
const GREY: usize = plot::COLORS - 1;
/// Colours of the causes, in the order of the table: the same in every picture.
const CAUSE_COLORS: [usize; Cause::ALL.len()] =
    [0, 2, 16, 1, 15, 3, 6, 4, 12, 5, 7, 8, 17, 9, 10, 13, 11, 14];

pub(super) fn of(measured: &Measured, series: &Series) -> Plot {
    let timing = &measured.timing;
    let bins: Vec<_> = series.bins().collect();
    let mut edges: Vec<f64> = bins.iter().map(|(from, ..)| *from as f64).collect();
    edges.push(timing.clocks as f64);
    let shares = |of: &dyn Fn(&Counters, &Stalls) -> u64| -> Vec<f64> {
        let bin = |(from, to, counters, stalls): &(u64, u64, Counters, Stalls)| {
            of(counters, stalls) as f64 / (to - from).max(1) as f64
        };
        bins.iter().map(bin).collect()
    };
    let counted = |name: &str, color, of: fn(&Counters) -> u64| Layer {
        name: name.to_owned(),
        color,
        values: shares(&|counters, _| of(counters)),
    };
    let shown = causes(&timing.stalls);
    let mut layers = Vec::new();
    for cause in &shown {
        layers.push(Layer {
            name: cause.name().to_owned(),
            color: CAUSE_COLORS[*cause as usize],
            values: shares(&|_, stalls| stalls.of(*cause)),
        });
    }
    let rest = |stalls: &Stalls| {
        let others = Cause::ALL.iter().filter(|cause| !shown.contains(cause));
        others.map(|cause| stalls.of(*cause)).sum::<u64>()
    };
    if rest(&timing.stalls) > 0 {
        let values = shares(&|_, stalls| rest(stalls));
        layers.push(Layer { name: "others".to_owned(), color: GREY, values });
    }
    let pixels = vec![
        counted("looked at by walker", 2, |c| c.raster_candidates),
        counted("retired", 0, |c| c.pixels_retired),
    ];
    let memory = vec![
        counted("read beats", 1, |c| c.memory_response_beats),
        counted("writes", 2, |c| c.memory_writes),
    ];
    let whole = Some([0.0, 1.0]);
    let lanes = f64::from(timing.config.lanes);
    let steps = |layers| Marks::Steps { edges: edges.clone(), layers };
    Plot {
        title: format!("{}, preset {}", measured.name, timed::short(&measured.preset)),
        note: format!(
            "profile {}: {} clocks, {:.4} pixels a clock, {:.2} Mpixel/s at {} MHz; a step is {} clocks",
            measured.profile,
            report::number(timing.clocks),
            timing.pixels_per_clock(),
            timing.mpixel_per_s(),
            timing.config.hertz as f64 / 1e6,
            report::number(series.step),
        ),
        columns: 1,
        panels: vec![
            panel("Pixels", "a clock", Some([0.0, lanes]), steps(pixels)),
            panel(
                "What the clocks went to",
                "share",
                whole,
                Marks::Stack { edges: edges.clone(), layers },
            ),
            panel("Memory", "a clock", None, steps(memory)),
        ],
    }
}

fn panel(title: &str, up: &str, range: Option<[f64; 2]>, marks: Marks) -> Panel {
    let axis = |label: &str, range| Axis { label: label.to_owned(), range, ..Axis::default() };
    Panel { title: title.to_owned(), x: axis("clocks", None), y: axis(up, range), marks }
}

/// The causes with most clocks, in the table's order.
fn causes(stalls: &Stalls) -> Vec<Cause> {
    let mut causes: Vec<Cause> =
        Cause::ALL.into_iter().filter(|cause| stalls.of(*cause) > 0).collect();
    causes.sort_by_key(|cause| (std::cmp::Reverse(stalls.of(*cause)), *cause));
    causes.truncate(MOST_CAUSES);
    causes.sort_unstable();
    causes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_a_colour_of_its_own() {
        let mut colors = CAUSE_COLORS.to_vec();
        colors.sort_unstable();
        colors.dedup();
        assert_eq!(colors.len(), Cause::ALL.len());
        assert!(!colors.contains(&GREY) && colors.iter().all(|color| *color < plot::COLORS));
    }
}
