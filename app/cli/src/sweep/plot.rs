//! The grid as lines.
//!
//! The first key that has several numbers goes to the right (the first that has several values, if
//! none has numbers alone). A line is a combination of the others; where these are many, each
//! combination of all keys but the last has a panel of its own.

use plot::{Axis, Line, Marks, Panel, Plot, Scale, Tick};

use super::Measured;
use crate::timed;

/// Lines that a panel has at most, where it can be helped.
const MOST_LINES: usize = 8;
/// Places to the right: values whose ends are further apart are drawn by their logarithm.
const WIDE: f64 = 6.0;
/// Colours, in the order of lines.
const COLORS: [usize; 8] = [1, 2, 0, 4, 3, 5, 7, 8];

pub(super) fn of(measured: &Measured) -> Plot {
    let axes = &measured.axes;
    let several = |index: &usize| axes[*index].values.len() > 1;
    let numeric = |index: &usize| numbers(&axes[*index].values).is_some();
    let all = 0..axes.len();
    let along = all.clone().filter(several).find(numeric);
    let along = along.or_else(|| all.clone().find(several)).unwrap_or(0);
    let others: Vec<usize> = all.filter(|index| *index != along && several(index)).collect();
    let lines: usize = others.iter().map(|index| axes[*index].values.len()).product();
    // The last of the others tells lines apart; those before it panels, if there are too many lines.
    let split = if lines > MOST_LINES { others.len().saturating_sub(1) } else { 0 };
    let (panels, lines) = others.split_at(split);

    let x = x_axis(&axes[along].key, &axes[along].values);
    let place = |value: &str| {
        numbers(&axes[along].values).map_or_else(
            || axes[along].values.iter().position(|v| v == value).map(|n| n as f64),
            |_| value.parse::<f64>().ok(),
        )
    };
    let named = |values: &[String], keys: &[usize]| -> String {
        let parts = keys.iter().map(|key| format!("{}={}", axes[*key].key, values[*key]));
        parts.collect::<Vec<_>>().join(" ")
    };
    let most = measured.rows.iter().map(|row| row.timing.pixels_per_clock()).fold(0.0, f64::max);
    let y = Axis {
        label: "pixels a clock".to_owned(),
        // Panels side by side have one scale.
        range: Some([0.0, if most > 0.0 { most * 1.05 } else { 1.0 }]),
        ..Axis::default()
    };
    let mut drawn: Vec<(String, Vec<Line>)> = Vec::new();
    for row in &measured.rows {
        let Some(at) = place(&row.values[along]) else { continue };
        let title = named(&row.values, panels);
        let name = named(&row.values, lines);
        let panel = index_of(&mut drawn, |(known, _)| *known == title, || (title.clone(), vec![]));
        let in_panel = &mut drawn[panel].1;
        let color = COLORS[in_panel.len() % COLORS.len()];
        let new = || Line { name: name.clone(), color, points: Vec::new() };
        let line = index_of(in_panel, |line| line.name == name, new);
        in_panel[line].points.push([at, row.timing.pixels_per_clock()]);
    }
    let columns = if drawn.len() > 1 { 3 } else { 1 };
    let panel = |(title, mut lines): (String, Vec<Line>)| {
        for line in &mut lines {
            line.points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        }
        Panel { title, x: x.clone(), y: y.clone(), marks: Marks::Lines(lines) }
    };
    Plot {
        title: format!("{}, preset {}", measured.name, timed::short(&measured.preset)),
        note: format!(
            "profile {}: pixels a clock by {}, {} combinations",
            measured.profile,
            axes[along].key,
            measured.rows.len()
        ),
        columns,
        panels: drawn.into_iter().map(panel).collect(),
    }
}

/// The place of what `is` finds, put there first if it is new.
fn index_of<T>(list: &mut Vec<T>, is: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> usize {
    list.iter().position(is).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    })
}

/// The values, if all are numbers.
fn numbers(values: &[String]) -> Option<Vec<f64>> {
    values.iter().map(|value| value.parse().ok()).collect()
}

fn x_axis(key: &str, values: &[String]) -> Axis {
    let places = numbers(values);
    let ticks = values.iter().enumerate().map(|(index, label)| Tick {
        at: places.as_ref().map_or(index as f64, |places| places[index]),
        label: label.clone(),
    });
    let ticks: Vec<Tick> = ticks.collect();
    let least = ticks.iter().map(|tick| tick.at).fold(f64::INFINITY, f64::min);
    let most = ticks.iter().map(|tick| tick.at).fold(f64::NEG_INFINITY, f64::max);
    let wide = places.is_some() && least > 0.0 && most / least >= WIDE;
    let range = if least < most { [least, most] } else { [least - 0.5, least + 0.5] };
    let scale = match (wide, places) {
        (true, _) => ", logarithmic",
        (false, Some(_)) => ", linear",
        (false, None) => "",
    };
    Axis {
        label: format!("{key}{scale}"),
        scale: if wide { Scale::Logarithmic } else { Scale::Linear },
        range: Some(range),
        ticks,
    }
}
