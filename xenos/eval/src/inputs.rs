//! What a program finds in its registers when it starts.
//!
//! For: vertex indices, interpolators, pixel position and facing, so that renderers and tests put
//! them there in one way.
//! Not for: interpolation, nor how indices are made.
//! Facts: `docs/hardware/xenos-microcode.md`, chapter I.

use crate::group::Group;
use crate::lanes::{LANES, LaneMask, Lanes, QUAD, Vector, first, quads_of};
use crate::report::{Report, Seen, Unspecified};

/// Makes a group ready for a vertex program: one lane an index (at most 64), all covered. Rule I1.
pub fn vertices(group: &mut Group, registers: usize, indices: &[u32]) {
    let lanes = first(indices.len());
    group.reset(lanes, lanes, registers.max(1));
    for (place, index) in group.registers[0][0].iter_mut().zip(indices) {
        *place = *index as f32;
    }
}

/// What a pixel program gets beside interpolators (rule I3).
#[derive(Clone, Debug, PartialEq)]
pub struct ParamGen {
    /// The register that holds it.
    pub register: u32,
    /// Column and row of each lane.
    pub position: [[u32; 2]; LANES],
    /// Lanes of polygons that face back.
    pub back: LaneMask,
    /// Lanes of points.
    pub points: LaneMask,
    /// Lanes of lines.
    pub lines: LaneMask,
    /// Where in a point each lane is: 0, 0 top left to 1, 1.
    pub point_coordinates: [[f32; 2]; LANES],
}

impl ParamGen {
    /// A front-facing polygon's pixels.
    pub fn new(register: u32, position: [[u32; 2]; LANES]) -> Self {
        let point_coordinates = [[0.0; 2]; LANES];
        Self { register, position, back: 0, points: 0, lines: 0, point_coordinates }
    }

    /// The register's four components.
    pub fn value(&self) -> Vector {
        let signed = |value: f32, lane: usize, mask: LaneMask| {
            if mask >> lane & 1 != 0 { -value } else { value }
        };
        let lanes = |f: &dyn Fn(usize) -> f32| -> Lanes { std::array::from_fn(f) };
        let point = |lane: usize, at: usize| match self.points >> lane & 1 {
            0 => 0.0,
            _ => self.point_coordinates[lane][at].abs(),
        };
        [
            lanes(&|lane| signed(self.position[lane][0] as f32, lane, self.back)),
            lanes(&|lane| signed(self.position[lane][1] as f32, lane, self.points)),
            lanes(&|lane| signed(point(lane, 0), lane, self.lines)),
            lanes(&|lane| point(lane, 1)),
        ]
    }
}

/// Makes a group ready for a pixel program: interpolator n in register n, then position and facing.
/// The whole quads of `covered` lanes are active. Rules I2, I3 and I5.
///
/// The report counts a register of `param_gen` that is not there.
pub fn pixels(
    group: &mut Group,
    registers: usize,
    covered: LaneMask,
    interpolators: &[Vector],
    param_gen: Option<&ParamGen>,
) -> Report {
    let active = quads_of(covered);
    group.reset(active, covered, registers.max(interpolators.len()));
    for (register, value) in group.registers.iter_mut().zip(interpolators) {
        *register = *value;
    }
    let mut report = Report::default();
    if let Some(param_gen) = param_gen {
        if let Some(register) = group.registers.get_mut(param_gen.register as usize) {
            *register = param_gen.value();
        } else {
            let mut seen = Seen::default();
            seen.note(Unspecified::ParamGenRegister, active);
            report.count(&mut seen, QUAD);
        }
    }
    report
}

#[cfg(test)]
mod tests;
