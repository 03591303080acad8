//! Fog: its factor from table, alpha, Z or W, and its sum.
//!
//! Facts: digest sections 4.3 (fogMode), 5.8, 9.4 step 8; `fog_z`, `fog_both`, `fog_constant`.

use sst1_facts::{FogBoth, FogConstant, FogZ, Profile};
use sst1_regs::words::{FogAlpha, FogEntry, FogMode, Rgb};

use crate::lane::{Lane, clamp8, scale, z_channel};

/// What the fog factor of a pixel comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// None: the fog colour is added.
    Constant,
    /// The table, by W depth.
    Table,
    /// The iterated alpha.
    IteratedAlpha,
    /// Bits 27:20 of iterated Z, clamped.
    ZClamped,
    /// Bits 27:20 of iterated Z, cut.
    ZMasked,
    /// Bits 39:32 of W in 32 fraction bits.
    W,
    /// Bits 47:32 of W in 32 fraction bits, brought to a byte.
    WWrapped,
}

/// fogMode and fogColor, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fog {
    /// Where the factor comes from.
    pub source: Source,
    /// The fog colour, red, green, blue; 0 where fogMode\[1\] says so. Constant fog always has it.
    pub color: [Lane; 3],
    /// Whether the pixel's own colour is left out (fogMode\[2\]).
    pub zero_color: bool,
}

impl Fog {
    /// Decodes the registers; `None` when fog is off.
    pub fn new(profile: &Profile, mode: FogMode, color: Rgb) -> Option<Self> {
        if !mode.enable() {
            return None;
        }
        let z = match profile.fog_z {
            FogZ::Clamped => Source::ZClamped,
            FogZ::Masked => Source::ZMasked,
        };
        let source = match mode.alpha_source() {
            _ if mode.constant() => Source::Constant,
            FogAlpha::Table => Source::Table,
            FogAlpha::IteratedAlpha => Source::IteratedAlpha,
            FogAlpha::IteratedZ => z,
            FogAlpha::Both => match profile.fog_both {
                FogBoth::Z => z,
                FogBoth::W => Source::W,
                FogBoth::WWrapped => Source::WWrapped,
            },
        };
        let full = [color.red(), color.green(), color.blue()].map(|c| c as Lane);
        let zeroed = mode.zero_fog_color() && !mode.constant();
        let color = if zeroed { [0; 3] } else { full };
        let adds = mode.constant() && profile.fog_constant == FogConstant::Added;
        Some(Self { source, color, zero_color: mode.zero_color() && !adds })
    }

    /// A fogged channel before clamping: `fog` is the fog colour's channel, `factor` 0..=318.
    #[inline(always)]
    pub fn sum(&self, color: Lane, fog: Lane, factor: Lane) -> Lane {
        let own = if self.zero_color { 0 } else { color };
        if self.source == Source::Constant {
            return own + fog;
        }
        own + scale(fog - own, factor + 1)
    }

    /// A fogged channel.
    #[inline(always)]
    pub fn channel(&self, color: Lane, fog: Lane, factor: Lane) -> Lane {
        clamp8(self.sum(color, fog, factor))
    }
}

/// The fog table: 64 entries of fog and slope, the slope 6.2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table(pub [(u8, u8); 64]);

impl Table {
    /// From the registers.
    pub fn new(words: &[FogEntry; 32]) -> Self {
        Self(std::array::from_fn(|i| {
            let word = words[i / 2];
            if i % 2 == 0 {
                (word.even_fog() as u8, word.even_delta() as u8)
            } else {
                (word.odd_fog() as u8, word.odd_delta() as u8)
            }
        }))
    }

    /// The factor of a W depth: 0..=318, since nothing limits the sum.
    #[inline(always)]
    pub fn factor(&self, w_depth: u16) -> Lane {
        let (fog, slope) = self.0[usize::from(w_depth >> 10) & 63];
        let between = i32::from(w_depth >> 2 & 0xFF);
        Lane::from(fog) + ((i32::from(slope) * between) >> 10) as Lane
    }
}

/// The factor from iterated Z under `masked`.
#[inline(always)]
pub fn z_masked(z: i32) -> Lane {
    (z >> 20 & 0xFF) as Lane
}

/// The factor from W under `w`; `w` has 32 fraction bits.
#[inline(always)]
pub fn w_byte(w: i64) -> Lane {
    (w >> 32 & 0xFF) as Lane
}

/// The factor from W under `w-wrapped`.
#[inline(always)]
pub fn w_wrapped(w: i64) -> Lane {
    match (w >> 32) as u16 {
        0xFFFF => 0,
        0x100 => 255,
        whole => Lane::from(whole as u8),
    }
}

/// The factor of a pixel; `w` has 32 fraction bits, `alpha` is the iterated one.
#[inline]
pub fn factor(source: Source, table: &Table, w_depth: u16, z: i32, alpha: Lane, w: i64) -> Lane {
    match source {
        Source::Constant => 0,
        Source::Table => table.factor(w_depth),
        Source::IteratedAlpha => alpha,
        Source::ZClamped => z_channel(z),
        Source::ZMasked => z_masked(z),
        Source::W => w_byte(w),
        Source::WWrapped => w_wrapped(w),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_interpolate_without_a_limit() {
        let mut words = [FogEntry::default(); 32];
        words[0] = FogEntry::from_raw(0xFFFF_1004);
        let table = Table::new(&words);
        assert_eq!(table.factor(0), 0x10);
        // Half way through entry 0: a slope of 1.0 adds 4 * 128 >> 10 = 0.
        assert_eq!(table.factor(0x200), 0x10);
        assert_eq!(table.factor(0x3FF), 0x10);
        assert_eq!(table.factor(0x7FF), 255 + 63);
        assert_eq!(table.factor(0xFFFF), 0);
    }

    #[test]
    fn modes() {
        let chip = Profile::hardware();
        let color = Rgb::from_raw(0x0010_2030);
        let fog = |mode| Fog::new(&chip, mode, color);
        let on = FogMode::default().with_enable(true);
        assert_eq!(fog(FogMode::default()), None);
        let plain = fog(on).expect("on");
        assert_eq!(plain.channel(100, plain.color[0], 255), 16);
        assert_eq!(plain.channel(100, plain.color[0], 127), 58);
        let constant = fog(on.with_constant(true).with_zero_fog_color(true)).expect("on");
        assert_eq!(constant.channel(240, constant.color[2], 0), 255);
        let replaced = Profile { fog_constant: FogConstant::Replaces, ..Profile::hardware() };
        let mode = on.with_constant(true).with_zero_color(true);
        let replaced = Fog::new(&replaced, mode, color).expect("on");
        assert_eq!(replaced.channel(240, replaced.color[2], 0), 0x30);
        let added = fog(mode).expect("on");
        assert_eq!(added.channel(240, added.color[2], 0), 255);
        assert_eq!([-1, 1 << 40, 0x1FF << 32].map(w_wrapped), [0, 255, 255]);
        assert_eq!([0x101 << 32, 0xFFFE << 32].map(w_wrapped), [1, 0xFE]);
        let multiplied = fog(on.with_zero_color(true)).expect("on");
        assert_eq!(multiplied.channel(100, multiplied.color[1], 127), 16);
        let both = fog(on.with_alpha_source(FogAlpha::Both)).expect("on");
        assert_eq!(both.source, Source::ZClamped);
    }
}
