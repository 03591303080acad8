//! What a picture shows.

/// Colours that lines and layers can have, by number; the last one is grey.
pub const COLORS: usize = 19;

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Its title.
    pub title: String,
    /// A line below it.
    pub note: String,
    /// Panels beside each other.
    pub columns: usize,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
}

/// A panel with its axes and its legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Its title.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// What is drawn.
    pub marks: Marks,
}

/// How values become places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// By their logarithm; only positive ones have a place.
    Logarithmic,
}

/// A mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where.
    pub at: f64,
    /// What stands there.
    pub label: String,
}

/// An axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What it counts.
    pub label: String,
    /// How values become places.
    pub scale: Scale,
    /// The ends; without them, those of the values, from 0 upwards where that is near.
    pub range: Option<[f64; 2]>,
    /// The ticks; without any, round numbers.
    pub ticks: Vec<Tick>,
}

/// What is drawn in a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Marks {
    /// Lines through points.
    Lines(Vec<Line>),
    /// Lines that keep a value from one edge to the next.
    Steps {
        /// The edges, one more than values.
        edges: Vec<f64>,
        /// The lines.
        layers: Vec<Layer>,
    },
    /// The same, one upon the other, filled.
    Stack {
        /// The edges, one more than values.
        edges: Vec<f64>,
        /// The layers, the lowest first.
        layers: Vec<Layer>,
    },
}

impl Default for Marks {
    fn default() -> Self {
        Self::Lines(Vec::new())
    }
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its colour's number.
    pub color: usize,
    /// Its points.
    pub points: Vec<[f64; 2]>,
}

/// A layer of values between edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// Its colour's number.
    pub color: usize,
    /// A value between each two edges.
    pub values: Vec<f64>,
}
