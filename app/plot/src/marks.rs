//! What is drawn in a panel, and which values it has.

use std::fmt::Write as _;

use crate::axes::Ruler;
use crate::data::{COLORS, Layer, Line, Marks};
use crate::text::{escape, number, place};

/// A name in a legend, and its colour; what has no name needs no legend.
pub(crate) fn legend(marks: &Marks) -> Vec<(&str, usize)> {
    let mut legend = all(marks);
    legend.retain(|(name, _)| !name.is_empty());
    legend
}

fn all(marks: &Marks) -> Vec<(&str, usize)> {
    match marks {
        Marks::Lines(lines) => lines.iter().map(|l| (l.name.as_str(), l.color % COLORS)).collect(),
        Marks::Steps { layers, .. } => named(layers).collect(),
        // As they lie.
        Marks::Stack { layers, .. } => named(layers).rev().collect(),
    }
}

fn named(layers: &[Layer]) -> impl DoubleEndedIterator<Item = (&str, usize)> {
    layers.iter().map(|layer| (layer.name.as_str(), layer.color % COLORS))
}

/// The values along both axes.
pub(crate) fn values(marks: &Marks) -> [Vec<f64>; 2] {
    match marks {
        Marks::Lines(lines) => {
            let points = || lines.iter().flat_map(|line| &line.points);
            [points().map(|[x, _]| *x).collect(), points().map(|[_, y]| *y).collect()]
        }
        Marks::Steps { edges, layers } => {
            [edges.clone(), layers.iter().flat_map(|layer| layer.values.clone()).collect()]
        }
        Marks::Stack { edges, layers } => {
            let mut sums = vec![0.0; edges.len().saturating_sub(1)];
            for layer in layers {
                for (sum, value) in sums.iter_mut().zip(&layer.values) {
                    *sum += value;
                }
            }
            sums.push(0.0);
            [edges.clone(), sums]
        }
    }
}

/// The elements.
pub(crate) fn draw(marks: &Marks, x: &Ruler, y: &Ruler) -> String {
    match marks {
        Marks::Lines(lines) => lines.iter().map(|line| through(line, x, y)).collect(),
        Marks::Steps { edges, layers } => {
            let mut drawn = String::new();
            for layer in layers {
                let path = steps(edges, &layer.values, x, y);
                let _ =
                    write!(drawn, "<path class=\"line k{}\" d=\"{path}\"/>", layer.color % COLORS);
            }
            drawn
        }
        Marks::Stack { edges, layers } => stack(edges, layers, x, y),
    }
}

fn through(line: &Line, x: &Ruler, y: &Ruler) -> String {
    let mut path = String::new();
    let mut dots = String::new();
    for [at, value] in &line.points {
        let (Some(left), Some(top)) = (x.place(*at), y.place(*value)) else { continue };
        let (left, top) = (place(left), place(top));
        let _ = write!(path, "{}{left} {top}", if path.is_empty() { 'M' } else { 'L' });
        let _ = write!(
            dots,
            "<circle class=\"dot f{}\" cx=\"{left}\" cy=\"{top}\" r=\"3\"><title>{}: {}, {}</title></circle>",
            line.color % COLORS,
            escape(&line.name),
            number(*at),
            number(*value),
        );
    }
    format!("<path class=\"line k{}\" d=\"{path}\"/>{dots}", line.color % COLORS)
}

/// The path along the tops of values; values beyond the edges are left out.
fn steps(edges: &[f64], values: &[f64], x: &Ruler, y: &Ruler) -> String {
    let mut path = String::new();
    for (pair, value) in edges.windows(2).zip(values) {
        let [from, to] = pair else { continue };
        let (Some(from), Some(to), Some(top)) = (x.place(*from), x.place(*to), y.place(*value))
        else {
            continue;
        };
        let start = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{start}{} {}H{}", place(from), place(top), place(to));
    }
    path
}

fn stack(edges: &[f64], layers: &[Layer], x: &Ruler, y: &Ruler) -> String {
    let bins = edges.len().saturating_sub(1);
    let mut below = vec![0.0; bins];
    let mut drawn = String::new();
    for layer in layers {
        let mut above = below.clone();
        for (sum, value) in above.iter_mut().zip(&layer.values) {
            *sum += value;
        }
        let top = steps(edges, &above, x, y);
        // The way back along the layer below.
        let mut back = String::new();
        for (pair, value) in edges.windows(2).zip(&below).rev() {
            let [from, to] = pair else { continue };
            if let (Some(from), Some(to), Some(top)) =
                (x.place(*from), x.place(*to), y.place(*value))
            {
                let _ = write!(back, "L{} {}H{}", place(to), place(top), place(from));
            }
        }
        if !top.is_empty() {
            let name = escape(&layer.name);
            let color = layer.color % COLORS;
            let _ = write!(
                drawn,
                "<path class=\"f{color}\" d=\"{top}{back}Z\"><title>{name}</title></path>"
            );
        }
        below = above;
    }
    drawn
}
