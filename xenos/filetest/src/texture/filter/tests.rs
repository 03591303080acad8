use super::*;

const MODES: [ClampMode; 8] = [
    ClampMode::Repeat,
    ClampMode::Mirror,
    ClampMode::ClampToLast,
    ClampMode::MirrorOnceToLast,
    ClampMode::ClampToHalfway,
    ClampMode::MirrorOnceToHalfway,
    ClampMode::ClampToBorder,
    ClampMode::MirrorOnceToBorder,
];

#[test]
fn places_lie_on_the_axis_and_weights_in_the_unit_interval() {
    for mode in MODES {
        for size in [1, 2, 3, 7, 8192] {
            for step in -4000i16..4000 {
                let u = f32::from(step) / 64.0;
                for linear in [false, true] {
                    let pair = Pair::of(u, size, mode, linear);
                    for place in [pair.low, pair.high].into_iter().flatten() {
                        assert!(place < size, "{mode:?} {size} {u}: {pair:?}");
                    }
                    assert!((0.0..1.0).contains(&pair.weight), "{mode:?} {size} {u}: {pair:?}");
                }
            }
        }
    }
}

#[test]
fn within_the_texture_all_modes_agree() {
    for mode in MODES {
        for step in 0u16..256 {
            let u = f32::from(step) / 64.0;
            let point = Pair::of(u, 4, mode, false);
            assert_eq!(point.low, Some(u32::from(step / 64)), "{mode:?} {u}");
            if (32..=224).contains(&step) {
                let pair = Pair::of(u, 4, mode, true);
                assert_eq!(pair.low, Some(u32::from((step - 32) / 64)), "{mode:?} {u}");
            }
        }
    }
}

#[test]
fn what_is_no_number_is_the_first_texel() {
    assert_eq!(Pair::of(f32::NAN, 4, ClampMode::ClampToLast, false).low, Some(0));
    assert_eq!(Pair::of(f32::INFINITY, 4, ClampMode::ClampToLast, false).low, Some(3));
    assert_eq!(Pair::of(f32::NEG_INFINITY, 4, ClampMode::Repeat, false).low, Some(0));
}
