use super::*;
use proptest::prelude::*;

fn screen(control: u32, vertex: u32, viewport: [f32; 6]) -> Screen {
    Screen::gather(|register| match register {
        index::PA_CL_VTE_CNTL => control,
        index::PA_SU_VTX_CNTL => vertex,
        index::PA_SU_SC_MODE_CNTL => 1 << 16,
        index::PA_SC_WINDOW_OFFSET => 0x7FFD_0000 | 2,
        index::PA_CL_VPORT_XSCALE..=index::PA_CL_VPORT_ZOFFSET => {
            viewport[(register - index::PA_CL_VPORT_XSCALE) as usize].to_bits()
        }
        _ => 0,
    })
}

const WHOLE: [f32; 6] = [160.0, 160.0, -96.0, 96.0, 0.5, 0.25];
/// Viewport on, w is w.
const USUAL: u32 = 0x43F;

#[test]
fn positions_are_divided_scaled_and_moved() {
    // OpenGL centres, 1/16, to even; window offset (2, -3).
    let screen = screen(USUAL, 1 | 2 << 1, WHOLE);
    let placed = screen.place([1.0, 0.5, 1.0, 2.0]).unwrap();
    assert_eq!(placed.at, [(80 + 160 + 2) * 16, (-24 + 96 - 3) * 16]);
    assert_eq!((placed.z, placed.reciprocal), (0.5, 0.5));
    assert_eq!(screen.project([1.0, 0.5, 1.0, 2.0]), Ok(placed));
}

#[test]
fn d3d_centres_move_by_half_a_pixel() {
    let at = |vertex| screen(USUAL, vertex, WHOLE).place([0.0, 0.0, 0.0, 1.0]).unwrap().at;
    let [gl, d3d] = [at(1 | 2 << 1), at(2 << 1)];
    assert_eq!([gl[0] + 8, gl[1] + 8], d3d);
}

#[test]
fn three_forms_of_one_position_agree() {
    let expected = screen(USUAL, 5, WHOLE).place([1.0, 3.0, 1.0, 4.0]).unwrap();
    let cases: [(u32, [f64; 4]); 4] = [
        (0x03F, [1.0, 3.0, 1.0, 0.25]),
        (0x53F, [0.25, 0.75, 1.0, 4.0]),
        (0x63F, [1.0, 3.0, 0.25, 4.0]),
        (0x33F, [0.25, 0.75, 0.25, 0.25]),
    ];
    for (control, position) in cases {
        let screen = screen(control, 5, WHOLE);
        assert_eq!(screen.place(position), Ok(expected), "{control:03X}");
        assert_eq!(screen.clip_space(position), Ok([1.0, 3.0, 1.0, 4.0]), "{control:03X}");
    }
}

#[test]
fn without_viewport_coordinates_are_pixels() {
    let screen = screen(0x700, 1 | 2 << 1, [f32::NAN; 6]);
    let placed = screen.place([10.5, 20.25, 0.75, 0.0]).unwrap();
    assert_eq!(placed.at, [(12.5 * 16.0) as i64, (17.25 * 16.0) as i64]);
    assert_eq!(placed.z.to_bits(), 0.75f64.to_bits());
}

#[test]
fn what_cannot_be_represented_is_named() {
    let screen = screen(USUAL, 5, WHOLE);
    let error = |position| screen.place(position).unwrap_err();
    assert_eq!(error([1.0, 0.0, 0.0, 0.0]), Unplaceable::NotFinite);
    assert_eq!(error([f64::NAN, 0.0, 0.0, 1.0]), Unplaceable::NotFinite);
    assert_eq!(error([0.0, 0.0, f64::INFINITY, 1.0]), Unplaceable::NotFinite);
    assert_eq!(error([1e5, 0.0, 0.0, 1.0]), Unplaceable::OutOfRange);
    assert_eq!(error([f64::from(f32::MAX), 0.0, 0.0, 1e-40]), Unplaceable::OutOfRange);
    assert!(screen.clip_space([0.0, f64::INFINITY, 0.0, 1.0]).is_err());
}

#[test]
fn rounding_modes_differ_at_ties() {
    let steps = |mode: u32, sixteenths: f64| {
        Grid::new(PaSuVtxCntl::from_raw(mode << 1)).round(sixteenths / 16.0)
    };
    // truncate, nearest, to even, to odd
    let cases: [(f64, [i64; 4]); 9] = [
        (2.5, [2, 3, 2, 3]),
        (3.5, [3, 4, 4, 3]),
        (-2.5, [-2, -3, -2, -3]),
        (-3.5, [-3, -4, -4, -3]),
        (0.5, [0, 1, 0, 1]),
        (2.75, [2, 3, 3, 3]),
        (2.25, [2, 2, 2, 2]),
        (-0.75, [0, -1, -1, -1]),
        (4.0, [4, 4, 4, 4]),
    ];
    for (value, expected) in cases {
        assert_eq!([0, 1, 2, 3].map(|mode| steps(mode, value)), expected, "{value}");
    }
}

#[test]
fn coarser_grids_have_fewer_points() {
    let round = |quantization: u32, pixels: f64| {
        Grid::new(PaSuVtxCntl::from_raw(2 << 1 | quantization << 3)).round(pixels)
    };
    let expected = [21, 20, 20, 24, 16, 16, 16, 16];
    for (quantization, expected) in expected.into_iter().enumerate() {
        assert_eq!(round(quantization as u32, 1.3125), expected, "{quantization}");
    }
}

#[test]
fn the_view_is_the_viewport_s_rectangle() {
    // Moved by the window offset and not by the half pixel of D3D's centres (rule S7).
    let expected = View { left: 2 * 16, top: -3 * 16, right: 322 * 16, bottom: 189 * 16 };
    for center in [1, 0] {
        assert_eq!(screen(USUAL, center | 2 << 1, WHOLE).view([1.0, 1.0]), expected);
    }
    let wide = screen(USUAL, 1 | 2 << 1, WHOLE).view([2.0, f64::INFINITY]);
    assert_eq!((wide.left, wide.right), (-158 * 16, 482 * 16));
    assert_eq!((wide.top, wide.bottom), (-RANGE, RANGE));
}

proptest! {
    /// All modes: within one step of the grid, and to nearest within half of one.
    #[test]
    fn rounding_stays_near(mode in 0u32..4, quantization in 0u32..5, pixels in -9000.0..9000.0f64) {
        let grid = Grid::new(PaSuVtxCntl::from_raw(mode << 1 | quantization << 3));
        let steps = f64::from(1u32 << quantization);
        let error = (grid.round(pixels) as f64 - pixels * 16.0).abs() / steps;
        prop_assert!(error < 1.0 && (mode == 0 || error <= 0.5));
        prop_assert_eq!(grid.round(pixels) % (1 << quantization), 0);
    }
}
