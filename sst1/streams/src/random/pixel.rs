//! Random words of the pixel pipeline, weighted so that pixels survive.
//!
//! Every field takes every value; what kills all pixels (NEVER, an alpha mask) or is reserved is
//! rare.

use sst1_regs::FieldValue;
use sst1_regs::words::{
    AOther, AlphaAdd, AlphaLocal, AlphaMSelect, AlphaMode, BlendFactor, CLocal, COther, ColorAdd,
    ColorMSelect, Compare, DrawBuffer, FbzColorPath, FbzMode, FogEntry, FogMode, LfbFormat,
    LfbMode, LfbReadBuffer, LfbWriteBuffer,
};

use super::rng::Rng;

/// An enumerated field whose reserved codes, those above `last`, are rare.
fn mostly<E: FieldValue>(rng: &mut Rng, last: u32) -> E {
    let bits = if rng.chance(3) { rng.word() } else { rng.below(last + 1) };
    E::from_bits(bits)
}

fn compare(rng: &mut Rng) -> Compare {
    match rng.below(100) {
        0..2 => Compare::Never,
        2..30 => Compare::Always,
        _ => Compare::from_bits(1 + rng.below(6)),
    }
}

pub(super) fn fbz_mode(rng: &mut Rng) -> FbzMode {
    let draw = u32::from(rng.chance(60));
    rng.register::<FbzMode>()
        .with_clip(rng.chance(70))
        .with_chroma_key(rng.chance(20))
        .with_stipple_enable(rng.chance(20))
        .with_depth_test(rng.chance(50))
        .with_depth_function(compare(rng))
        .with_dither(rng.chance(60))
        .with_rgb_write(rng.chance(90))
        .with_aux_write(rng.chance(65))
        .with_alpha_mask(rng.chance(7))
        .with_draw_buffer(DrawBuffer::from_bits(if rng.chance(3) { rng.word() } else { draw }))
        .with_depth_bias(rng.chance(30))
        .with_y_origin_bottom(rng.chance(25))
        .with_alpha_planes(rng.chance(30))
        .with_depth_source_zacolor(rng.chance(12))
}

pub(super) fn color_path(rng: &mut Rng) -> FbzColorPath {
    let word = rng
        .register::<FbzColorPath>()
        .with_c_other(mostly::<COther>(rng, 2))
        .with_a_other(mostly::<AOther>(rng, 2))
        .with_a_local(mostly::<AlphaLocal>(rng, 2))
        .with_cc_mselect(mostly::<ColorMSelect>(rng, 4))
        .with_cc_add(mostly::<ColorAdd>(rng, 2))
        .with_cca_mselect(mostly::<AlphaMSelect>(rng, 4))
        .with_subpixel_adjust(rng.chance(60))
        .with_texture_enable(rng.chance(75));
    match rng.below(10) {
        // What programs use most: texture times light, and texture alone.
        0 => word
            .with_c_other(COther::Texture)
            .with_c_local(CLocal::Iterated)
            .with_cc_zero_other(false)
            .with_cc_sub_clocal(false)
            .with_cc_mselect(ColorMSelect::CLocal)
            .with_cc_reverse_blend(true)
            .with_cc_add(ColorAdd::Nothing),
        1 => word
            .with_c_other(COther::Texture)
            .with_cc_zero_other(false)
            .with_cc_sub_clocal(false)
            .with_cc_mselect(ColorMSelect::Zero)
            .with_cc_reverse_blend(false)
            .with_cc_add(ColorAdd::Nothing)
            .with_cca_add(AlphaAdd::CLocal),
        _ => word,
    }
}

pub(super) fn alpha_mode(rng: &mut Rng) -> AlphaMode {
    let mut factor = || {
        let bits = match rng.below(100) {
            0..6 => 8 + rng.below(7),
            6..16 => 15,
            16..36 => 4,
            _ => rng.below(8),
        };
        BlendFactor::from_bits(bits)
    };
    let factors = [factor(), factor(), factor(), factor()];
    let reference = if rng.chance(60) { rng.word() } else { rng.pick(&[0, 1, 128, 255]) };
    rng.register::<AlphaMode>()
        .with_test_enable(rng.chance(35))
        .with_test_function(compare(rng))
        .with_blend_enable(rng.chance(60))
        .with_src_rgb(factors[0])
        .with_dst_rgb(factors[1])
        .with_src_alpha(factors[2])
        .with_dst_alpha(factors[3])
        .with_reference(reference)
}

pub(super) fn fog_mode(rng: &mut Rng) -> FogMode {
    rng.register::<FogMode>().with_enable(rng.chance(55)).with_constant(rng.chance(15))
}

pub(super) fn lfb_mode(rng: &mut Rng) -> LfbMode {
    let format = if rng.chance(4) {
        rng.word()
    } else {
        rng.pick(&[0, 0, 1, 1, 2, 2, 4, 5, 12, 13, 14, 15])
    };
    rng.register::<LfbMode>()
        .with_write_format(LfbFormat::from_bits(format))
        .with_write_buffer(mostly::<LfbWriteBuffer>(rng, 1))
        .with_read_buffer(mostly::<LfbReadBuffer>(rng, 2))
}

/// Two fog table entries: smooth like a driver's, or anything.
pub(super) fn fog_entry(rng: &mut Rng, number: u32) -> FogEntry {
    if rng.chance(30) {
        return FogEntry::from_raw(rng.word());
    }
    let fog = number * 8;
    FogEntry::default()
        .with_even_fog(fog)
        .with_even_delta(16)
        .with_odd_fog(fog + 4)
        .with_odd_delta(16)
}

/// A colour that several registers may share, so that chroma keys hit.
pub(super) fn color(rng: &mut Rng) -> u32 {
    const COMMON: [u32; 6] =
        [0xFF00_0000, 0xFFFF_FFFF, 0x80FF_0000, 0x0100_FF00, 0xFE08_0808, 0x7F12_3456];
    if rng.chance(50) { rng.word() } else { rng.pick(&COMMON) }
}

/// A depth as zaColor holds it: a fill value, a small bias of either sign, or anything.
pub(super) fn depth(rng: &mut Rng) -> u32 {
    let bits = match rng.below(4) {
        0 => rng.between(-64, 64) as u32,
        1 => rng.pick(&[0, 0xFFFF, 0x8000, 0x7FFF]),
        _ => rng.word(),
    };
    bits & 0xFFFF
}
