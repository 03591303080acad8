//! Random words of the texture units, and downloads.

use sst1_regs::FieldValue;
use sst1_regs::words::{TDetail, TLod, TextureFormat, TextureMSelect, TextureMode};

use super::rng::Rng;
use crate::texture::texel_offset;

/// What a generator remembers of a unit, to aim downloads at the map it samples.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unit {
    pub(super) mode: TextureMode,
    pub(super) lod: TLod,
}

pub(super) fn mode(rng: &mut Rng) -> TextureMode {
    let format = if rng.chance(4) {
        rng.pick(&[6, 7, 15])
    } else {
        rng.pick(&[0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14])
    };
    let mut select = || {
        let bits = if rng.chance(4) { 6 + rng.below(2) } else { rng.below(6) };
        TextureMSelect::from_bits(bits)
    };
    let selects = [select(), select()];
    let word = rng
        .register::<TextureMode>()
        .with_perspective(rng.chance(65))
        .with_lod_dither(rng.chance(25))
        .with_format(TextureFormat::from_bits(format))
        .with_tc_mselect(selects[0])
        .with_tca_mselect(selects[1])
        .with_trilinear(rng.chance(20))
        .with_seq_8_download(rng.chance(40));
    let plain = word.raw() & !0x3FFF_F000;
    match rng.below(10) {
        // This unit's texel alone, this unit's times the other's, the other's alone.
        0..3 => TextureMode::from_raw(plain)
            .with_tc_zero_other(true)
            .with_tc_add_clocal(true)
            .with_tca_zero_other(true)
            .with_tca_add_clocal(true),
        3 => TextureMode::from_raw(plain)
            .with_tc_mselect(TextureMSelect::CLocal)
            .with_tc_reverse_blend(true)
            .with_tca_mselect(TextureMSelect::ALocal)
            .with_tca_reverse_blend(true),
        4 => TextureMode::from_raw(plain),
        _ => word,
    }
}

pub(super) fn lod(rng: &mut Rng) -> TLod {
    let a = rng.below(33);
    let b = rng.below(33);
    // Whole levels are what programs use; small ones make misses of a decoded cache cheap.
    let (least, most) = match rng.below(100) {
        0..3 => (rng.below(64), rng.below(64)),
        3..50 => (a.min(b) & 0x3C, a.max(b) & 0x3C),
        50..60 => (a, a),
        _ => (a.min(b), a.max(b)),
    };
    let bias = if rng.chance(70) { rng.between(-6, 6) } else { rng.between(-32, 31) };
    // The upper bits decide about multi-base in one implementation.
    let upper = if rng.one_in(10) { rng.word() & 0xF000_0000 } else { 0 };
    TLod::from_raw(rng.register::<TLod>().raw() | upper)
        .with_lod_min(least)
        .with_lod_max(most)
        .with_lod_bias(bias)
        .with_lod_odd(rng.chance(25))
        .with_lod_split(rng.chance(25))
        .with_lod_zero_fraction(rng.chance(25))
        .with_multi_base(rng.chance(25))
        .with_download_byte_swizzle(rng.chance(15))
        .with_download_word_swap(rng.chance(15))
        .with_direct_write(rng.chance(3))
}

pub(super) fn detail(rng: &mut Rng) -> TDetail {
    let word = rng.register::<TDetail>();
    match rng.below(20) {
        0..10 => word.with_bias(rng.between(-2, 8)),
        // The ends of the range, where a shifted difference can overflow.
        10..12 => word.with_bias(rng.between(-32, -29)).with_scale(7),
        _ => word,
    }
}

/// A word of NCC table 0 or 1, no palette entry.
pub(super) fn ncc_word(rng: &mut Rng, table: u32, word: u32) -> u32 {
    if word < 4 {
        return rng.word();
    }
    // Table 1 holds no palette: there bit 31 does nothing.
    let kept = if table == 0 { 0x7FFF_FFFF } else { u32::MAX };
    // Chrominances near 0 leave sums that do not all clamp.
    let mut part = || rng.between(-90, 90) as u32 & 0x1FF;
    let small = part() << 18 | part() << 9 | part();
    if rng.chance(80) { small } else { rng.word() & kept }
}

/// A run of downloads into a unit, mostly into a level that it samples: offsets and data.
pub(super) fn download(rng: &mut Rng, unit: u32, bound: Unit) -> Vec<(u32, u32)> {
    let (least, most) = (bound.lod.lod_min() >> 2, bound.lod.lod_max() >> 2);
    let level = match rng.below(20) {
        0 => rng.below(16),
        _ => (least + rng.below(most.saturating_sub(least) + 1)).min(9),
    };
    let side = 256u32.checked_shr(level).unwrap_or(1).max(1);
    let unit = if rng.one_in(30) { rng.below(4) } else { unit };
    let bytes = bound.mode.format().texel_bytes();
    let sequential = bound.mode.seq_8_download();
    let step = if bytes == 2 { 2 } else { 4 };
    let in_level = rng.chance(90);
    let (mut s, mut t) = if in_level {
        (rng.below(side), rng.below(side))
    } else {
        (rng.below(256), rng.below(256))
    };
    let one = rng.word();
    let flat = rng.chance(20);
    (0..rng.between(1, 24))
        .map(|_| {
            let offset = texel_offset(unit, level, t, s, bytes, sequential);
            // Addresses that the format would not form: the odd words of 8-bit downloads.
            let odd = if rng.one_in(25) { 4 } else { 0 };
            s += step;
            if s >= if in_level { side } else { 256 } {
                s = 0;
                t += 1;
            }
            (offset ^ odd, if flat { one } else { rng.word() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn downloads_stay_in_the_window() {
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            let bound = Unit { mode: mode(&mut rng), lod: lod(&mut rng) };
            for (offset, _) in download(&mut rng, 1, bound) {
                assert!((0x80_0000..0x100_0000).contains(&offset) && offset % 4 == 0);
            }
        }
    }
}
