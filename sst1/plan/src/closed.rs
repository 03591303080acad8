//! Iterated values where a step from pixel to pixel does not give them: each by its formula.
//!
//! For: `color_accumulators = 48-bit`, whose words do not wrap, `subpixel = always`, which rounds at
//! every pixel, and the correction of the start values under `by-bit-z-apart`. Not for: speed.

use sst1_board::{Iterants, Parameters};
use sst1_core::iterate::{self, Width};
use sst1_facts::{ColorAccumulators, Profile, Subpixel};

/// The formula, and the row it stands in.
#[derive(Clone, Copy, Debug)]
pub struct Closed {
    /// Whether distances are sixteenths from vertex A; else pixels from the base pixel.
    always: bool,
    width: Width,
    /// Where distances are counted from: in sixteenths vertex A, else the base pixel.
    origin: [i32; 2],
    /// The row that values are asked for.
    pub row: i32,
}

fn width(profile: &Profile) -> Width {
    match profile.color_accumulators {
        ColorAccumulators::Bits48 => Width::Held48,
        ColorAccumulators::Bits24 | ColorAccumulators::Bits32 => Width::Wrapped32,
    }
}

impl Closed {
    /// The formula of a profile that needs one.
    pub fn of(
        profile: &Profile,
        parameters: &Parameters,
        base_pixel: [i32; 2],
        row: i32,
    ) -> Option<Self> {
        let always = profile.subpixel == Subpixel::Always;
        let width = width(profile);
        let origin = if always { parameters.vertices[0] } else { base_pixel };
        (always || width == Width::Held48).then_some(Self { always, width, origin, row })
    }

    /// The distance of a column of the present row.
    fn distance(&self, column: i32) -> [i32; 2] {
        let place = [column, self.row];
        [0, 1].map(|axis| {
            let at = if self.always { 16 * place[axis] + 8 } else { place[axis] };
            at - self.origin[axis]
        })
    }

    /// R, G, B, A or Z from start, gradient to the right and gradient down.
    pub fn int(&self, [start, dx, dy]: [i32; 3], column: i32) -> i32 {
        let distance = self.distance(column);
        if self.always {
            self.width.moved(start, dx, dy, distance)
        } else {
            self.width.stepped(start, dx, dy, distance)
        }
    }

    /// S, T or W.
    pub fn long(&self, [start, dx, dy]: [i64; 3], column: i32) -> i64 {
        let distance = self.distance(column);
        if self.always {
            iterate::moved(start, dx, dy, distance)
        } else {
            let [x, y] = distance.map(i64::from);
            start.wrapping_add(dx.wrapping_mul(x)).wrapping_add(dy.wrapping_mul(y))
        }
    }
}

/// Moves R, G, B, A and Z of the start values by so many sixteenths of a pixel.
pub(crate) fn correct(
    profile: &Profile,
    parameters: &Parameters,
    distance: [i32; 2],
    base: &mut Iterants,
) {
    let (dx, dy) = (&parameters.dx, &parameters.dy);
    let width = width(profile);
    let z = match profile.subpixel {
        Subpixel::ByBitZApart => Width::corrected_apart,
        Subpixel::ByBit | Subpixel::Always => Width::corrected,
    };
    base.r = width.corrected(base.r, dx.r, dy.r, distance);
    base.g = width.corrected(base.g, dx.g, dy.g, distance);
    base.b = width.corrected(base.b, dx.b, dy.b, distance);
    base.a = width.corrected(base.a, dx.a, dy.a, distance);
    base.z = z(width, base.z, dx.z, dy.z, distance);
}
