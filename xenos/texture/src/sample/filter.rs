//! Filters: texels at a place, weighed.
//!
//! Facts: rules S6, S8, S13 and S14.

use xenos_regs::fetch::BorderColor;

use super::axis::{Taps, place, taps};
use super::cube;
use super::level::{Choice, Footprint, choice, footprint};
use super::plan::{Filters, Kind, Plan};
use crate::arithmetic::{add, div, lerp, mul, sub};
use crate::texel::Texel;

/// What is looked at: a texel, or the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looked {
    /// Level, slice, x, y.
    Texel(u32, u32, u32, u32),
    /// Outside.
    Border,
}

impl Plan<'_> {
    /// A lane's filtered value of whatever `look` sees, over its footprint.
    pub(crate) fn filtered(
        &self,
        lane: usize,
        footprint: Option<&Footprint>,
        look: &mut impl FnMut(Looked) -> Texel,
    ) -> Texel {
        let choice = choice(self, lane, footprint);
        let coordinates = self.coordinates(lane);
        let Some(footprint) = footprint.filter(|footprint| footprint.count > 1) else {
            return self.levels(&choice, coordinates, look);
        };
        let count = footprint.count as f32;
        let mut sum = [0.0; 4];
        for index in 0..footprint.count {
            let at = sub(div(add(index as f32, 0.5), count), 0.5);
            let moved =
                [0, 1, 2].map(|axis| add(coordinates[axis], mul(footprint.along[axis], at)));
            let value = self.levels(&choice, moved, look);
            sum = [0, 1, 2, 3].map(|component| add(sum[component], value[component]));
        }
        let share = div(1.0, count);
        sum.map(|sum| mul(sum, share))
    }

    /// One or two levels.
    fn levels(
        &self,
        choice: &Choice,
        coordinates: [f32; 3],
        look: &mut impl FnMut(Looked) -> Texel,
    ) -> Texel {
        let [first, second] = choice.levels;
        mixed(choice.weight, |which| {
            let level = if which == 0 { first } else { second };
            self.level(level, choice.filters, coordinates, look)
        })
    }

    fn level(
        &self,
        level: u32,
        filters: Filters,
        coordinates: [f32; 3],
        look: &mut impl FnMut(Looked) -> Texel,
    ) -> Texel {
        let [x, y, z] = self.taps(level, filters, coordinates);
        let face = match self.kind {
            Kind::Cube => cube::sampled(self, coordinates),
            _ => 0,
        };
        mixed(z.weight, |at_z| {
            mixed(y.weight, |at_y| {
                mixed(x.weight, |at_x| match (x.at[at_x], y.at[at_y], z.at[at_z]) {
                    (Some(x), Some(y), Some(z)) => look(Looked::Texel(
                        level,
                        if self.kind == Kind::Cube { face } else { z },
                        x,
                        y,
                    )),
                    _ => look(Looked::Border),
                })
            })
        })
    }

    fn taps(&self, level: u32, filters: Filters, coordinates: [f32; 3]) -> [Taps; 3] {
        let mut all = [Taps::ONE; 3];
        for axis in 0..self.axes() {
            let place = place(self, axis, level, coordinates[axis]);
            let linear = if axis == 2 { filters.volume } else { filters.plane };
            all[axis] = taps(place, self.size_at(level, axis), self.clamps[axis], linear);
        }
        all
    }

    /// A lane's weights: along x, y and z at the first level, and between levels.
    pub(crate) fn weights(&self, lane: usize) -> [f32; 4] {
        let choice = choice(self, lane, footprint(self, lane).as_ref());
        let taps = self.taps(choice.levels[0], choice.filters, self.coordinates(lane));
        let [x, y, z] = taps.map(|taps| taps.weight);
        [x, y, z, choice.weight]
    }

    /// The border's stored components.
    pub(crate) fn border(&self) -> Texel {
        let mut color = match self.fetch.d5.border_color() {
            BorderColor::AbgrBlack => [0.0; 4],
            BorderColor::AbgrWhite => [1.0; 4],
            BorderColor::AcbycrBlack => [0.5, 0.0, 0.5, 0.0],
            BorderColor::AcbcryBlack => [0.0, 0.5, 0.5, 0.0],
        };
        if self.fetch.d5.force_bc_w_to_max() {
            color[3] = 1.0;
        }
        color
    }
}

/// The first, or between the first and the second; without weight the second is not looked at.
fn mixed(weight: f32, mut of: impl FnMut(usize) -> Texel) -> Texel {
    let first = of(0);
    if weight == 0.0 {
        return first;
    }
    let second = of(1);
    [0, 1, 2, 3].map(|component| lerp(first[component], second[component], weight))
}
