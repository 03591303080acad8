//! Texture coordinates and LOD of live pixels.
//!
//! Facts: digest sections 5.3, 5.4, 9.5. One loop a combination of division, LOD rule and stored
//! form, so that nothing is decided a pixel.

use sst1_core::perspective::{self, Reciprocal};
use sst1_core::{filter, lod};

use sst1_plan::{Bilinear, Division, FbiPlan, LodRule, Step, UnitPlan, unit_s};

use crate::batch::Batch;

/// S, T and W as stored, and how they become numbers. `SHORT`: 18 and 30 fraction bits, else 32.
#[derive(Clone, Copy)]
struct Stored<const SHORT: bool> {
    s: i64,
    t: i64,
    w: i64,
}

impl<const SHORT: bool> Stored<SHORT> {
    #[inline(always)]
    fn st18(value: i64) -> i64 {
        if SHORT { value } else { value >> 14 }
    }

    #[inline(always)]
    fn st32(value: i64) -> i64 {
        if SHORT { value << 14 } else { value }
    }

    #[inline(always)]
    fn w30(self) -> i64 {
        if SHORT { self.w } else { self.w >> 2 }
    }

    #[inline(always)]
    fn w32(self) -> i64 {
        if SHORT { self.w << 2 } else { self.w }
    }
}

/// How S and T are divided by W.
trait Divider: Copy {
    /// Whether the quotient is used.
    const QUOTIENT: bool;
    fn divide<const SHORT: bool>(self, stored: Stored<SHORT>, quotient: u64) -> [i32; 2];
}

/// Not at all; whether 18 bits are kept.
#[derive(Clone, Copy)]
struct Undivided {
    narrow: bool,
}
#[derive(Clone, Copy)]
struct ByQuotient;
#[derive(Clone, Copy)]
struct ByReciprocal;

impl Divider for Undivided {
    const QUOTIENT: bool = false;
    #[inline(always)]
    fn divide<const SHORT: bool>(self, stored: Stored<SHORT>, _: u64) -> [i32; 2] {
        [stored.s, stored.t].map(|value| {
            let whole = Stored::<SHORT>::st18(value) >> 14;
            if self.narrow { perspective::narrow(whole) } else { whole as i32 }
        })
    }
}

impl Divider for ByQuotient {
    const QUOTIENT: bool = true;
    #[inline(always)]
    fn divide<const SHORT: bool>(self, stored: Stored<SHORT>, quotient: u64) -> [i32; 2] {
        [stored.s, stored.t]
            .map(|value| perspective::by_quotient(Stored::<SHORT>::st32(value), quotient))
    }
}

impl Divider for ByReciprocal {
    const QUOTIENT: bool = false;
    #[inline(always)]
    fn divide<const SHORT: bool>(self, stored: Stored<SHORT>, _: u64) -> [i32; 2] {
        let reciprocal = Reciprocal::of(stored.w30());
        [stored.s, stored.t].map(|value| reciprocal.apply(Stored::<SHORT>::st18(value)))
    }
}

/// What perspective adds to a pixel's LOD.
trait Term: Copy {
    /// Whether pixels have a LOD of their own.
    const BY_PIXEL: bool = true;
    /// Whether the quotient is used.
    const QUOTIENT: bool = false;
    fn term<const SHORT: bool>(self, stored: Stored<SHORT>, quotient: u64) -> i32;
}

/// All pixels have the same LOD.
#[derive(Clone, Copy)]
struct Fixed;
/// No perspective.
#[derive(Clone, Copy)]
struct Flat;
#[derive(Clone, Copy)]
struct Half;
#[derive(Clone, Copy)]
struct Quarter;

impl Term for Fixed {
    const BY_PIXEL: bool = false;
    #[inline(always)]
    fn term<const SHORT: bool>(self, _: Stored<SHORT>, _: u64) -> i32 {
        0
    }
}

impl Term for Flat {
    #[inline(always)]
    fn term<const SHORT: bool>(self, _: Stored<SHORT>, _: u64) -> i32 {
        0
    }
}

impl Term for Half {
    #[inline(always)]
    fn term<const SHORT: bool>(self, stored: Stored<SHORT>, _: u64) -> i32 {
        lod::term_half(stored.w30())
    }
}

impl Term for Quarter {
    const QUOTIENT: bool = true;
    #[inline(always)]
    fn term<const SHORT: bool>(self, _: Stored<SHORT>, quotient: u64) -> i32 {
        lod::term_quarter(quotient)
    }
}

/// The constants of a loop.
struct Job<'a> {
    unit: &'a UnitPlan,
    /// Whether S, T and W are sign-extended from 32 bits.
    cut: bool,
    /// The constant part of the LOD.
    base: i32,
    /// Place of the unit's S.
    first: usize,
}

/// Finds coordinates and LOD of the live pixels for the unit of `step`.
pub(super) fn find(fbi: &FbiPlan, unit: &UnitPlan, step: &Step, base: i32, batch: &mut Batch) {
    let job = Job { unit, cut: fbi.stw32, base, first: unit_s(step.unit) };
    if let LodRule::Fixed(lod) = unit.lod_rule {
        let lod = lod & unit.fraction_mask;
        batch.coordinates.lods = [lod; 2];
        if step.looks_at_lod {
            batch.coordinates.lod.fill(lod);
        }
    }
    if fbi.w_shift == 0 {
        job.choose::<false>(batch);
    } else {
        job.choose::<true>(batch);
    }
    if unit.mirror != [false; 2] {
        let coordinates = &mut batch.coordinates;
        for (mirrored, values) in unit.mirror.iter().zip([&mut coordinates.s, &mut coordinates.t]) {
            if *mirrored {
                for value in values.iter_mut() {
                    *value = filter::mirror(*value);
                }
            }
        }
    }
}

impl Job<'_> {
    fn choose<const SHORT: bool>(&self, batch: &mut Batch) {
        let fixed = matches!(self.unit.lod_rule, LodRule::Fixed(_));
        let half = matches!(self.unit.lod_rule, LodRule::Half(_));
        match (self.unit.division, fixed, half) {
            (Division::None, true, _) => {
                self.run::<_, _, SHORT>(Undivided { narrow: false }, Fixed, batch);
            }
            (Division::None, false, _) => {
                self.run::<_, _, SHORT>(Undivided { narrow: false }, Flat, batch);
            }
            (Division::None18, true, _) => {
                self.run::<_, _, SHORT>(Undivided { narrow: true }, Fixed, batch);
            }
            (Division::None18, false, _) => {
                self.run::<_, _, SHORT>(Undivided { narrow: true }, Flat, batch);
            }
            (Division::Quotient, true, _) => self.run::<_, _, SHORT>(ByQuotient, Fixed, batch),
            (Division::Quotient, false, true) => self.run::<_, _, SHORT>(ByQuotient, Half, batch),
            (Division::Quotient, false, false) => {
                self.run::<_, _, SHORT>(ByQuotient, Quarter, batch);
            }
            (Division::Reciprocal, true, _) => self.run::<_, _, SHORT>(ByReciprocal, Fixed, batch),
            (Division::Reciprocal, false, true) => {
                self.run::<_, _, SHORT>(ByReciprocal, Half, batch);
            }
            (Division::Reciprocal, false, false) => {
                self.run::<_, _, SHORT>(ByReciprocal, Quarter, batch);
            }
        }
    }

    #[inline(never)]
    fn run<D: Divider, L: Term, const SHORT: bool>(&self, divider: D, rule: L, batch: &mut Batch) {
        let unit = self.unit;
        let [s, t, w] = [0, 1, 2].map(|k| &batch.inputs.longs[self.first + k]);
        let out = &mut batch.coordinates;
        let [mut least, mut most] = [i32::MAX, i32::MIN];
        let by_filter = matches!(unit.filter, Bilinear::Magnified | Bilinear::Minified);
        let used = |value: i64| if self.cut { i64::from(value as i32) } else { value };
        batch.live.for_each(|i| {
            let stored = Stored::<SHORT> { s: used(s[i]), t: used(t[i]), w: used(w[i]) };
            let quotient =
                if D::QUOTIENT || L::QUOTIENT { perspective::quotient(stored.w32()) } else { 0 };
            let [s, t] = divider.divide(stored, quotient);
            let dropped = unit.clamp_negative && stored.w < 0;
            out.s[i] = if dropped { 0 } else { s };
            out.t[i] = if dropped { 0 } else { t };
            if L::BY_PIXEL {
                let mut lod = self.base.wrapping_add(rule.term(stored, quotient));
                if by_filter {
                    out.magnified[i] = lod < unit.limits.min;
                }
                if unit.lod_dither {
                    lod = lod.wrapping_add(batch.inputs.lod_dither[i]);
                }
                let lod = unit.limits.clamp(lod) & unit.fraction_mask;
                out.lod[i] = lod;
                least = least.min(lod);
                most = most.max(lod);
            }
        });
        if L::BY_PIXEL {
            out.lods = [least, most];
        }
    }
}
