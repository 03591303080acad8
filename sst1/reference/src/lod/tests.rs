use super::*;

/// S steps by `texels` a pixel, in 14.18.
fn gradients(texels: i64) -> (Iterants, Iterants) {
    let mut dx = Iterants::default();
    dx.tmu[1].s = texels << 18;
    (dx, Iterants::default())
}

fn range(profile: &Profile, word: TLod, texels: i64) -> LodRange {
    let (mut dx, dy) = gradients(texels);
    if profile.lod == Lod::Quarter27 {
        dx.tmu[1].s <<= 14;
    }
    LodRange::new(profile, FbzMode::default().with_dither(true), word, 1, [&dx, &dy])
}

fn all_levels() -> TLod {
    TLod::default().with_lod_max(8 << 2)
}

const W_ONE: Coordinates = Coordinates { s: 0, t: 0, w: 1 << 30 };

#[test]
fn four_texels_a_pixel_are_level_2_and_half_of_that_in_86box() {
    assert_eq!(range(&Profile::hardware(), all_levels(), 4).base, 2 << 8);
    assert_eq!(range(&Profile::b86(), all_levels(), 4).base, 1 << 8);
    let biased = all_levels().with_lod_bias(-3);
    assert_eq!(range(&Profile::hardware(), biased, 4).base, (2 << 8) - 3 * 64);
}

#[test]
fn w_scales_the_gradient_back() {
    let hardware = Profile::hardware();
    assert_eq!(perspective_term(&hardware, 1 << 30), 0);
    assert_eq!(perspective_term(&hardware, 1 << 28), 2 << 8);
    assert_eq!(perspective_term(&hardware, 3 << 28), 256 - 149, "log2(1.5) is 149/256");
    assert_eq!(perspective_term(&hardware, 0), 0);
    let b86 = Profile::b86();
    // W = 1 in 32 fraction bits: 2^16, so 16 - 19.
    assert_eq!(perspective_term(&b86, 1 << 32), -3 * 256);
    assert_eq!(perspective_term(&b86, -1), i32::MAX - 19 * 256 + 1);
}

#[test]
fn levels_are_clamped_and_split() {
    let hardware = Profile::hardware();
    let mode = TextureMode::default().with_perspective(true).with_min_bilinear(true);
    let of = |word: TLod, texels, at: &Coordinates, mode| {
        range(&hardware, word, texels).select(&hardware, mode, word, at, [0, 0])
    };
    let plain = |level, fraction, bilinear| LevelOfDetail { level, fraction, bilinear };
    assert_eq!(of(all_levels(), 3, &W_ONE, mode), plain(1, 149, true));
    assert_eq!(of(all_levels().with_lod_zero_fraction(true), 3, &W_ONE, mode), plain(1, 0, true));
    let from_2 = all_levels().with_lod_min(2 << 2 | 1);
    assert_eq!(of(from_2, 3, &W_ONE, mode), plain(2, 64, false), "magnified");
    assert_eq!(of(from_2, 3, &W_ONE, mode.with_mag_bilinear(true)), plain(2, 64, true));
    assert_eq!(of(all_levels(), 4000, &W_ONE, mode), plain(8, 0, true));
    assert_eq!(of(all_levels(), 0, &W_ONE, mode), plain(0, 0, false), "no gradient");
    let beyond = all_levels().with_lod_min(50);
    assert!(range(&hardware, beyond, 1).is_broken());
    assert_eq!(of(beyond, 3, &W_ONE, mode), plain(8, 128, false), "12.5 is held at 8");
}

#[test]
fn dither_adds_quarters_by_position() {
    let hardware = Profile::hardware();
    let mode = TextureMode::default().with_lod_dither(true);
    let any = range(&hardware, all_levels(), 1);
    let at = |x, y| any.dither(&hardware, mode, x, y);
    assert_eq!([at(0, 0), at(1, 0), at(0, 1), at(1, 1)], [0, 128, 192, 64]);
    assert_eq!(any.dither(&Profile::b86(), mode, 1, 1), 0);
    // MAME: row 1 of the matrix is 12, 4, 14, 6; in sixteenths.
    assert_eq!(any.dither(&Profile::mame(), mode, 2, 1), 14 << 4);
    let plain = LodRange { dithers: false, ..any };
    assert_eq!(plain.dither(&Profile::mame(), mode, 2, 1), 0);
}

#[test]
fn a_w_of_zero_in_86box_is_the_largest_lod() {
    let b86 = Profile::b86();
    let mode = TextureMode::default().with_perspective(true);
    let word = all_levels().with_lod_max(3 << 2);
    let at = Coordinates::default();
    assert_eq!(range(&b86, word, 4).select(&b86, mode, word, &at, [0, 0]).level, 3);
    assert_eq!(range(&b86, word, 0).select(&b86, mode, word, &at, [0, 0]).level, 3);
}

#[test]
fn the_rules_of_other_parties() {
    let of = |lod: Lod| {
        let mut profile = Profile::hardware();
        profile.lod = lod;
        profile
    };
    for (lod, base, none, term) in [
        // Four texels: a quarter of log2(16) is 1, half is 2. W = 1 in 2.30: the constant less 30.
        (Lod::Quarter29, 1 << 8, 0, -256),
        (Lod::Quarter27Less, 1 << 8, 0, -3 * 256 - 1),
        (Lod::Half512, 2 << 8, (3072 - 256_000) / 2, 0),
    ] {
        let profile = of(lod);
        assert_eq!(range(&profile, all_levels(), 4).base, base, "{lod:?}");
        assert_eq!(range(&profile, all_levels(), 0).base, none, "{lod:?}");
        assert_eq!(perspective_term(&profile, 1 << 30), term, "{lod:?}");
    }
    assert_eq!(perspective_term(&of(Lod::Quarter29), -1 << 30), 0);
    assert_eq!(perspective_term(&of(Lod::Half512), -1 << 28), 2 << 8, "of the magnitude");
    assert_eq!(perspective_term(&of(Lod::Half512), 0), 256_000);
}
