//! The texture combine units.
//!
//! For: what each unit makes of its own texel and the next unit's result. Not for: the colour
//! combine unit behind them ([`crate::combine`]).
//! Facts: digest 4.5 (textureMode), 5.6, 9.5; decisions page, "Texture".

use base_word::sign_extend;
use sst1_facts::{Detail, Profile, TextureAddBoth, Tmu1Combine, Trilinear};
use sst1_regs::words::{TDetail, TextureMSelect, TextureMode};

use crate::color::{Color, clamp8};
use crate::lod::LevelOfDetail;
use crate::units::{Fetched, Unit};

/// Result of a chain of units: `fetched` holds what each of `units` fetched, both from the lowest
/// unit up; `mode0` is unit 0's textureMode, whether or not it has a turn.
/// The last unit combines with 0, and so does the chain's result where no unit has a turn.
pub(crate) fn chain(
    profile: &Profile,
    mode0: TextureMode,
    units: &[Unit],
    fetched: &[Fetched],
) -> Color {
    let mut other = Color::default();
    let mut carried = Color::default();
    for (unit, fetched) in units.iter().zip(fetched).rev() {
        let local = Local::new(profile, unit.mode(), unit.detail(), fetched);
        other = if unit.number() == 1 && profile.tmu1_combine == Tmu1Combine::Slips {
            local.slipped(mode0, &mut carried)
        } else {
            local.combined(other, carried)
        };
    }
    other
}

/// A unit's side of the combination.
struct Local {
    mode: TextureMode,
    texel: Color,
    detail: i32,
    fraction: i32,
    /// Whether nothing is added to colours where two things are asked for.
    both_are_none: bool,
    /// textureMode\[30\] on an odd level: the reverse bits mean the opposite.
    flipped: bool,
}

impl Local {
    fn new(profile: &Profile, mode: TextureMode, detail: TDetail, fetched: &Fetched) -> Self {
        let lod = fetched.lod;
        Self {
            mode,
            texel: fetched.texel,
            detail: detail_factor(profile, detail, lod),
            fraction: lod.fraction,
            both_are_none: profile.texture_add_both == TextureAddBoth::Nothing,
            flipped: mode.trilinear()
                && profile.trilinear == Trilinear::Honoured
                && lod.level & 1 != 0,
        }
    }

    /// A factor. `color` is what c_local means for this channel, `carried` what reserved codes mean.
    fn factor(&self, select: TextureMSelect, color: i32, other_a: i32, carried: i32) -> i32 {
        match select {
            TextureMSelect::Zero => 0,
            TextureMSelect::CLocal => color,
            TextureMSelect::AOther => other_a,
            TextureMSelect::ALocal => self.texel.a,
            TextureMSelect::Detail => self.detail,
            TextureMSelect::LodFraction => self.fraction,
            TextureMSelect::Reserved6 | TextureMSelect::Reserved7 => carried,
        }
    }

    /// What the colour path of the unit adds to a channel.
    fn color_addend(&self, channel: usize) -> i32 {
        if self.both_are_none && self.mode.tc_add_clocal() && self.mode.tc_add_alocal() {
            0
        } else if self.mode.tc_add_clocal() {
            self.texel.rgb[channel]
        } else if self.mode.tc_add_alocal() {
            self.texel.a
        } else {
            0
        }
    }

    fn alpha_addend(&self) -> i32 {
        if self.mode.tca_add_clocal() || self.mode.tca_add_alocal() { self.texel.a } else { 0 }
    }

    /// 5.6: the unit as specified.
    fn combined(&self, other: Color, carried: Color) -> Color {
        let mode = self.mode;
        let rgb = std::array::from_fn(|channel| {
            let local = self.texel.rgb[channel];
            let value = if mode.tc_zero_other() { 0 } else { other.rgb[channel] }
                - if mode.tc_sub_clocal() { local } else { 0 };
            let factor = self.factor(mode.tc_mselect(), local, other.a, carried.rgb[channel]);
            let direct = mode.tc_reverse_blend() != self.flipped;
            let sum = scaled(value, factor, direct) + self.color_addend(channel);
            inverted(clamp8(sum), mode.tc_invert_output())
        });
        let local = self.texel.a;
        let value = if mode.tca_zero_other() { 0 } else { other.a }
            - if mode.tca_sub_clocal() { local } else { 0 };
        let factor = self.factor(mode.tca_mselect(), local, other.a, carried.a);
        let direct = mode.tca_reverse_blend() != self.flipped;
        let sum = scaled(value, factor, direct) + self.alpha_addend();
        Color { rgb, a: inverted(clamp8(sum), mode.tca_invert_output()) }
    }

    /// 9.5: TMU 1 in 86Box. Reverse bits are TMU 0's, alpha's in the opposite sense; zero_other and
    /// invert have no effect; what is not subtracted passes unchanged. Factors go to `carried`.
    fn slipped(&self, mode0: TextureMode, carried: &mut Color) -> Color {
        let mode = self.mode;
        let mut out = self.texel;
        *carried = Color::default();
        if mode.tc_sub_clocal() {
            let direct = mode0.tc_reverse_blend() != self.flipped;
            out.rgb = std::array::from_fn(|channel| {
                let local = self.texel.rgb[channel];
                let factor = self.factor(mode.tc_mselect(), local, 0, 0);
                carried.rgb[channel] = factor;
                clamp8(scaled(-local, factor, direct) + self.color_addend(channel))
            });
        }
        if mode.tca_sub_clocal() {
            let direct = mode0.tca_reverse_blend() == self.flipped;
            let local = self.texel.a;
            carried.a = self.factor(mode.tca_mselect(), local, 0, 0);
            out.a = clamp8(scaled(-local, carried.a, direct) + self.alpha_addend());
        }
        out
    }
}

/// `value` times the factor, or times its complement where that is not `direct`; 0 to 255 stands for
/// 1/256 to 1.
fn scaled(value: i32, factor: i32, direct: bool) -> i32 {
    // The detail factor of 86Box can be negative; its complement flips the low eight bits.
    let multiplier = if direct { factor } else { factor ^ 0xFF } + 1;
    (value * multiplier) >> 8
}

fn inverted(value: i32, invert: bool) -> i32 {
    if invert { value ^ 0xFF } else { value }
}

/// 5.6: how much of a detail texture is left at this level.
fn detail_factor(profile: &Profile, detail: TDetail, lod: LevelOfDetail) -> i32 {
    let (level, max, scale) = (lod.level as i32, detail.max() as i32, detail.scale());
    match profile.detail {
        Detail::SignedClamped => ((detail.bias() - level) << scale).clamp(0, max),
        Detail::UnsignedUnclamped => (((detail.bias() & 63) - level) << scale).min(max),
        Detail::Signed13Bits => {
            let shifted = (detail.bias() - level) << scale;
            sign_extend(shifted as u32, 13).clamp(0, max)
        }
        Detail::WithFraction => {
            let left = detail.bias() * 256 - (level * 256 + lod.fraction);
            if left <= 0 { 0 } else { ((left << scale) >> 8).min(max) }
        }
    }
}

#[cfg(test)]
mod tests;
