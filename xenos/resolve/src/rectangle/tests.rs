use super::*;

const SCREEN: Rectangle = Rectangle { left: 0, top: 0, right: 1280, bottom: 720 };

fn rules() -> Rules {
    Rules { half_pixel: true, window_offset: [0, 0], scissor: SCREEN, pitch: 1280 }
}

fn of(corners: [[f32; 2]; 3], rules: &Rules) -> [i32; 4] {
    let it = rectangle(corners, rules).expect("numbers");
    [it.left, it.top, it.right, it.bottom]
}

#[test]
fn direct3d_moves_its_corners_by_half_a_pixel() {
    let corners = [[-0.5, -0.5], [319.5, -0.5], [-0.5, 191.5]];
    assert_eq!(of(corners, &rules()), [0, 0, 320, 192]);
}

#[test]
fn corners_on_a_centre_take_the_pixel_left_and_above() {
    // Without the half pixel: 8.5 is the centre of pixel 8.
    let plain = Rules { half_pixel: false, ..rules() };
    let corners = [[8.5, 8.5], [16.5, 8.5], [8.5, 16.5]];
    assert_eq!(of(corners, &plain), [8, 8, 16, 16]);
    // A 256th further, pixel 8 is no longer taken, and pixel 16 is.
    let next = 1.0 / 256.0;
    let corners = corners.map(|corner| corner.map(|v| v + next));
    assert_eq!(of(corners, &plain), [8, 8, 24, 24], "9 to 17, outwards to multiples of 8");
}

#[test]
fn scissor_pitch_and_offset_bound_it() {
    let corners = [[-0.5, -0.5], [1279.5, -0.5], [-0.5, 719.5]];
    let narrow = Rules { pitch: 100, ..rules() };
    assert_eq!(of(corners, &narrow), [0, 0, 96, 720]);
    let moved = Rules { window_offset: [0, -192], ..rules() };
    assert_eq!(of(corners, &moved), [0, 0, 1280, 528]);
    let scissor = Rectangle { left: 10, top: 11, right: 12, bottom: 17 };
    assert_eq!(of(corners, &Rules { scissor, ..rules() }), [8, 8, 16, 24]);
    let none = Rectangle { left: 12, top: 0, right: 4, bottom: 8 };
    assert_eq!(of(corners, &Rules { scissor: none, ..rules() }), [0, 0, 0, 0]);
}

#[test]
fn hostile_corners_stay_within_bounds() {
    let huge = [[f32::MIN, f32::NEG_INFINITY], [f32::MAX, 0.0], [0.0, f32::INFINITY]];
    assert_eq!(of(huge, &rules()), [0, 0, 1280, 720]);
    assert_eq!(rectangle([[f32::NAN, 0.0], [1.0, 1.0], [0.0, 0.0]], &rules()), None);
}
