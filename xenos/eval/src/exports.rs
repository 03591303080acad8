//! What a program gives: exported registers, and which lanes and components were written.
//!
//! For: interpolators, position, point size, colours, depth, by their meaning.
//! Not for: memory export (`memory_export`).
//! Facts: specification digest `xenos-hardware` section 2.3.

use xenos_ucode::Target;

use crate::lanes::{LaneMask, Vector, ZERO_VECTOR, ZEROS};

/// Interpolators of a vertex program.
pub const INTERPOLATORS: usize = 16;
/// Colours of a pixel program.
pub const COLORS: usize = 4;

const POSITION: usize = INTERPOLATORS;
const POINT_SIZE: usize = POSITION + 1;
const COLOR: usize = POINT_SIZE + 1;
const DEPTH: usize = COLOR + COLORS;
const COUNT: usize = DEPTH + 1;

/// An exported register.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// Its components. What was not written is 0.
    pub values: Vector,
    /// The lanes that wrote each component.
    pub written: [LaneMask; 4],
}

impl Default for Export {
    fn default() -> Self {
        Self { values: ZERO_VECTOR, written: [0; 4] }
    }
}

impl Export {
    /// Lanes that wrote any component.
    pub fn any(&self) -> LaneMask {
        self.written.iter().fold(0, |any, written| any | written)
    }

    /// A lane's four components.
    pub fn lane(&self, lane: usize) -> [f32; 4] {
        self.values.each_ref().map(|component| component.get(lane).copied().unwrap_or(0.0))
    }

    fn clear(&mut self) {
        for (values, written) in self.values.iter_mut().zip(&mut self.written) {
            if std::mem::take(written) != 0 {
                *values = ZEROS;
            }
        }
    }
}

/// Every exported register of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Exports {
    all: Box<[Export; COUNT]>,
}

impl Default for Exports {
    fn default() -> Self {
        Self { all: Box::new(std::array::from_fn(|_| Export::default())) }
    }
}

impl Exports {
    /// A register by its meaning; `None` for temporaries, memory export and what means nothing.
    pub fn get(&self, target: Target) -> Option<&Export> {
        self.all.get(slot(target)?)
    }

    /// The same, to be written.
    pub(crate) fn get_mut(&mut self, target: Target) -> Option<&mut Export> {
        self.all.get_mut(slot(target)?)
    }

    /// Interpolators, 0 to 15.
    pub fn interpolators(&self) -> &[Export] {
        &self.all[..INTERPOLATORS]
    }

    /// The position.
    pub fn position(&self) -> &Export {
        &self.all[POSITION]
    }

    /// Point size (x), edge flag (y) and kill flag (z).
    pub fn point_size(&self) -> &Export {
        &self.all[POINT_SIZE]
    }

    /// Colours, 0 to 3.
    pub fn colors(&self) -> &[Export] {
        &self.all[COLOR..COLOR + COLORS]
    }

    /// The depth, in x.
    pub fn depth(&self) -> &Export {
        &self.all[DEPTH]
    }

    /// Registers that any lane wrote, by their meaning.
    pub fn written(&self) -> impl Iterator<Item = (Target, &Export)> {
        self.all.iter().enumerate().filter(|(_, export)| export.any() != 0).map(|(at, export)| {
            let target = match at {
                POSITION => Target::Position,
                POINT_SIZE => Target::PointSize,
                DEPTH => Target::Depth,
                COLOR..DEPTH => Target::Color((at - COLOR) as u8),
                _ => Target::Interpolator(at as u8),
            };
            (target, export)
        })
    }

    /// Nothing written, all zeros.
    pub fn clear(&mut self) {
        for export in self.all.iter_mut() {
            export.clear();
        }
    }
}

fn slot(target: Target) -> Option<usize> {
    match target {
        Target::Interpolator(number) => {
            Some(usize::from(number)).filter(|number| *number < INTERPOLATORS)
        }
        Target::Position => Some(POSITION),
        Target::PointSize => Some(POINT_SIZE),
        Target::Color(number) => {
            Some(usize::from(number)).filter(|number| *number < COLORS).map(|n| COLOR + n)
        }
        Target::Depth => Some(DEPTH),
        _ => None,
    }
}
