use super::*;
use crate::lod::LevelOfDetail;

fn local(mode: TextureMode, level: usize) -> Local {
    let texel = Color { rgb: [100, 200, 50], a: 64 };
    let lod = LevelOfDetail { level, fraction: 32, bilinear: false };
    let detail = TDetail::default().with_max(90).with_bias(5).with_scale(4);
    Local::new(&Profile::hardware(), mode, detail, &Fetched { texel, lod })
}

const OTHER: Color = Color { rgb: [10, 20, 250], a: 128 };

fn rgb(mode: TextureMode, level: usize) -> [i32; 3] {
    local(mode, level).combined(OTHER, Color { rgb: [1, 2, 3], a: 4 }).rgb
}

#[test]
fn decal_modulate_and_add() {
    let mode = TextureMode::default();
    assert_eq!(rgb(mode, 0), [10, 20, 250], "the other unit passes");
    let decal = mode.with_tc_zero_other(true).with_tc_add_clocal(true);
    assert_eq!(rgb(decal, 0), [100, 200, 50]);
    let modulate = mode.with_tc_mselect(TextureMSelect::CLocal).with_tc_reverse_blend(true);
    assert_eq!(rgb(modulate, 0), [(10 * 101) >> 8, (20 * 201) >> 8, (250 * 51) >> 8]);
    assert_eq!(rgb(mode.with_tc_add_clocal(true), 0), [110, 220, 255]);
    assert_eq!(rgb(mode.with_tc_add_alocal(true), 0), [74, 84, 255]);
    assert_eq!(rgb(decal.with_tc_invert_output(true), 0), [155, 55, 205]);
}

#[test]
fn trilinear_turns_the_factor_on_odd_levels() {
    // local + (other - local) * fraction: -90 * 33 >> 8 = -12; complemented 223: -90 * 224 >> 8 = -79.
    let mode = TextureMode::default()
        .with_tc_sub_clocal(true)
        .with_tc_add_clocal(true)
        .with_tc_mselect(TextureMSelect::LodFraction)
        .with_tc_reverse_blend(true)
        .with_trilinear(true);
    assert_eq!(rgb(mode, 2)[0], 88);
    assert_eq!(rgb(mode, 3)[0], 21);
}

#[test]
fn detail_factors() {
    let hardware = Profile::hardware();
    let word = TDetail::default().with_max(90).with_bias(5).with_scale(4);
    let lod = |level, fraction| LevelOfDetail { level, fraction, bilinear: false };
    let at = |profile: &Profile, word, level| detail_factor(profile, word, lod(level, 0));
    assert_eq!([0, 3, 6].map(|level| at(&hardware, word, level)), [80, 32, 0]);
    assert_eq!(at(&hardware, word.with_scale(5), 0), 90);
    let b86 = Profile::b86();
    assert_eq!(at(&b86, word, 6), -16);
    assert_eq!(at(&b86, word.with_bias(-1), 6), 90, "63 - 6");
    assert_eq!(at(&hardware, word.with_bias(-1), 6), 0);
    // -33 << 7 = -4224, + 8192 in 13 bits; -32 << 7 = -4096 fits.
    let wraps = word.with_bias(-32).with_scale(7);
    assert_eq!((at(&Profile::zsst(), wraps, 0), at(&Profile::zsst(), wraps, 1)), (0, 90));
    // 2.0 - 1.25 = 0.75: 192 << 3 >> 8 = 6; 2.0 - 2.25 is below 0.
    let (mame, word) = (Profile::mame(), word.with_bias(2).with_scale(3));
    assert_eq!(detail_factor(&mame, word, lod(1, 64)), 6);
    assert_eq!(detail_factor(&mame, word, lod(2, 64)), 0);
    // -16 ^ 255 + 1 = -240 + 1 + ... : 0xFFFFFFF0 ^ 0xFF = 0xFFFFFF0F = -241.
    assert_eq!(scaled(256, -16, false), -240);
}

#[test]
fn alpha_paths_take_local_alpha_for_c_local() {
    let mode = TextureMode::default()
        .with_tca_mselect(TextureMSelect::CLocal)
        .with_tca_reverse_blend(true)
        .with_tca_add_alocal(true);
    assert_eq!(local(mode, 0).combined(OTHER, Color::default()).a, ((128 * 65) >> 8) + 64);
}

#[test]
fn tmu_1_of_86box() {
    let mut carried = Color { rgb: [9; 3], a: 9 };
    let mode = TextureMode::default().with_tc_zero_other(true).with_tc_invert_output(true);
    let mode0 = TextureMode::default();
    // Nothing subtracted: unchanged, and nothing carried.
    assert_eq!(local(mode, 0).slipped(mode0, &mut carried), local(mode, 0).texel);
    assert_eq!(carried, Color::default());
    let mode = mode
        .with_tc_sub_clocal(true)
        .with_tc_add_clocal(true)
        .with_tc_mselect(TextureMSelect::ALocal)
        .with_tca_sub_clocal(true)
        .with_tca_add_clocal(true)
        .with_tca_mselect(TextureMSelect::AOther);
    let out = local(mode, 0).slipped(mode0, &mut carried);
    // Colour: complement of 64 is 191: -100 * 192 >> 8 = -75. Alpha: factor 0 taken directly.
    assert_eq!((out.rgb[0], out.a), (25, 64 - 1));
    assert_eq!(carried, Color { rgb: [64; 3], a: 0 });
    // TMU 0's reserved factor is what was carried.
    let mode0 = TextureMode::default()
        .with_tc_mselect(TextureMSelect::Reserved6)
        .with_tc_reverse_blend(true);
    assert_eq!(local(mode0, 0).combined(OTHER, carried).rgb[2], (250 * 65) >> 8);
}
