//! Texture coordinates and LOD of a pixel, and where its texels lie.
//!
//! Facts: digest sections 5.3 to 5.5, 9.5; 1.3 (Front stages, address generation) for what becomes
//! of them.

use sst1_core::perspective::{self, Reciprocal};
use sst1_core::reciplog::reciprocal_log;
use sst1_core::{Lane, filter, lod};
use sst1_plan::{Bilinear, Division, FbiPlan, LodRule, UnitPlan};

/// Iterated S, T and W, as stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iterated {
    /// S over W.
    pub s: i64,
    /// T over W.
    pub t: i64,
    /// One over W.
    pub w: i64,
}

/// What a sample is: texels by byte address within the unit's memory, and their weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// The texels: one, or upper left, upper right, lower left, lower right.
    pub texels: [u32; 4],
    /// Whether there are four.
    pub bilinear: bool,
    /// Whether they are weighted in two steps.
    pub two_steps: bool,
    /// The weight of the right ones in sixteenths.
    pub right: Lane,
    /// The weight of the lower ones.
    pub low: Lane,
    /// The LOD, 8 fraction bits, within its limits.
    pub lod: i32,
}

/// S, T, LOD and filter of a pixel.
struct Coordinates {
    s: i32,
    t: i32,
    lod: i32,
    bilinear: bool,
}

/// The sample of a pixel; `base` is the constant part of its LOD, `dither` what LOD dithering adds.
/// Addresses wrap at `mask`.
#[inline]
pub fn sample(
    fbi: &FbiPlan,
    unit: &UnitPlan,
    base: i32,
    dither: i32,
    iterated: Iterated,
    mask: u32,
) -> Sample {
    let found = coordinates(fbi, unit, base, dither, iterated);
    let level = &unit.levels[lod::level(found.lod) as usize % unit.levels.len()];
    let texel_bytes = unit.format.texel_bytes();
    let [clamp_s, clamp_t] = unit.clamp;
    let (last_s, last_t) = (level.width() as i32 - 1, level.height() as i32 - 1);
    let at = |s: u32, t: u32| level.address(s, t, texel_bytes) & mask;
    if !found.bilinear {
        let s = filter::hold(filter::point(found.s, level.shift), clamp_s, last_s);
        let t = filter::hold(filter::point(found.t, level.shift), clamp_t, last_t);
        let texels = [at(s, t), 0, 0, 0];
        return Sample { texels, lod: found.lod, ..Sample::default() };
    }
    let (s, right) = filter::bilinear(found.s, level.shift);
    let (t, low) = filter::bilinear(found.t, level.shift);
    let [s0, s1] = [s, s.wrapping_add(1)].map(|s| filter::hold(s, clamp_s, last_s));
    let [t0, t1] = [t, t.wrapping_add(1)].map(|t| filter::hold(t, clamp_t, last_t));
    let texels = [at(s0, t0), at(s1, t0), at(s0, t1), at(s1, t1)];
    Sample { texels, bilinear: true, two_steps: unit.two_steps, right, low, lod: found.lod }
}

#[inline]
fn coordinates(
    fbi: &FbiPlan,
    unit: &UnitPlan,
    base: i32,
    dither: i32,
    iterated: Iterated,
) -> Coordinates {
    let used = |value: i64| if fbi.stw32 { i64::from(value as i32) } else { value };
    let (s, t, w) = (used(iterated.s), used(iterated.t), used(iterated.w));
    // Stored with 18 and 30 fraction bits, or with 32.
    let short = fbi.w_shift != 0;
    let st18 = |value: i64| if short { value } else { value >> 14 };
    let st32 = |value: i64| if short { value << 14 } else { value };
    let (w30, w32) = if short { (w, w << 2) } else { (w >> 2, w) };
    let by_term = matches!(unit.lod_rule, LodRule::Quarter(true));
    let divides = unit.division == Division::Quotient;
    let quotient = if divides || by_term { perspective::quotient(w32) } else { 0 };
    let [divided_s, divided_t] = match unit.division {
        Division::None => [s, t].map(|value| (st18(value) >> 14) as i32),
        Division::None18 => [s, t].map(|value| perspective::narrow(st18(value) >> 14)),
        Division::Quotient => [s, t].map(|value| perspective::by_quotient(st32(value), quotient)),
        Division::Reciprocal => {
            let reciprocal = Reciprocal::of(w30);
            [s, t].map(|value| reciprocal.apply(st18(value)))
        }
        Division::Reciprocal512 => {
            let (reciprocal, _) = reciprocal_log(w32);
            [s, t].map(|value| perspective::by_reciprocal_512(st32(value), reciprocal))
        }
    };
    let dropped = unit.clamp_negative && w < 0;
    let place = |value: i32, mirrored: bool| {
        let value = if dropped { 0 } else { value };
        if mirrored { filter::mirror(value) } else { value }
    };
    let term = match unit.lod_rule {
        LodRule::Fixed(lod) => {
            return Coordinates {
                s: place(divided_s, unit.mirror[0]),
                t: place(divided_t, unit.mirror[1]),
                lod: lod & unit.fraction_mask,
                bilinear: unit.filter == Bilinear::Always,
            };
        }
        LodRule::Half(true) => lod::term_half(w30),
        LodRule::Quarter(true) => lod::term_quarter(quotient),
        LodRule::Other(true) => lod::term(unit.lod, w32, w30),
        LodRule::Half(false) | LodRule::Quarter(false) | LodRule::Other(false) => 0,
    };
    let unbounded = base.wrapping_add(term);
    let dithered = if unit.lod_dither { unbounded.wrapping_add(dither) } else { unbounded };
    let lod = unit.limits.clamp(dithered);
    let magnified =
        if unit.filter_by_clamped { lod == unit.limits.min } else { unbounded < unit.limits.min };
    Coordinates {
        s: place(divided_s, unit.mirror[0]),
        t: place(divided_t, unit.mirror[1]),
        lod: lod & unit.fraction_mask,
        bilinear: match unit.filter {
            Bilinear::Never => false,
            Bilinear::Always => true,
            Bilinear::Magnified => magnified,
            Bilinear::Minified => !magnified,
        },
    }
}
