#![expect(clippy::float_cmp, reason = "exact values are the subject")]

use super::*;
use crate::shape::{Kind, center};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use xenos_regs::words::PolygonType;

/// Registers of a surface of 320x192 without half pixels: positions from -1 to 1, y up.
fn usual() -> BTreeMap<u16, u32> {
    let mut all = BTreeMap::from([
        (index::PA_CL_CLIP_CNTL, 1 << 19),
        (index::PA_CL_VTE_CNTL, 0x43F),
        (index::PA_SU_VTX_CNTL, 5),
        (index::PA_SU_SC_MODE_CNTL, 0),
    ]);
    for (n, value) in [160.0f32, 160.0, -96.0, 96.0, 1.0, 0.0].into_iter().enumerate() {
        all.insert(index::PA_CL_VPORT_XSCALE + n as u16, value.to_bits());
    }
    all
}

/// As `usual`, with coordinates in pixels and clipping disabled.
fn pixels() -> BTreeMap<u16, u32> {
    let mut all = usual();
    all.insert(index::PA_CL_CLIP_CNTL, 1 << 16);
    all.insert(index::PA_CL_VTE_CNTL, 0x300);
    all
}

fn setup(registers: &BTreeMap<u16, u32>) -> Setup {
    Setup::gather(|register| registers.get(&register).copied().unwrap_or(0))
}

fn with(mut registers: BTreeMap<u16, u32>, changes: &[(u16, u32)]) -> BTreeMap<u16, u32> {
    registers.extend(changes.iter().copied());
    registers
}

fn area(setup: &Setup, samples: MsaaSamples) -> Area {
    setup.area(Rectangle { left: 0, top: 0, right: 320, bottom: 192 }, 320, samples)
}

fn shapes(setup: &Setup, primitive: Primitive, positions: &[[f32; 4]]) -> (Fate, Vec<Shape>) {
    let mut all = Vec::new();
    let vertex = |n: usize| Vertex::at(positions[n.min(positions.len() - 1)]);
    let fate = setup.shapes(primitive, &[vertex(0), vertex(1), vertex(2)], &mut all);
    (fate, all)
}

/// Covered pixels with one sample; each once.
fn covered(setup: &Setup, shapes: &[Shape]) -> BTreeSet<[u32; 2]> {
    let area = area(setup, MsaaSamples::X1);
    let mut all = BTreeSet::new();
    for shape in shapes {
        for quad in shape.quads(&area, &area.rows()) {
            for n in (0..4).filter(|n| quad.masks[*n] != 0) {
                assert!(all.insert(quad.pixel(n)), "twice");
            }
        }
    }
    all
}

fn block(left: u32, top: u32, right: u32, bottom: u32) -> BTreeSet<[u32; 2]> {
    (top..bottom).flat_map(|y| (left..right).map(move |x| [x, y])).collect()
}

const TRIANGLE: Primitive = Primitive::Triangle([0, 1, 2]);
const RECTANGLE: Primitive = Primitive::Rectangle([0, 1, 2]);
/// Counter-clockwise on the screen: y points up here.
const CCW: [[f32; 4]; 3] = [[-0.5, -0.5, 0.5, 1.0], [0.5, -0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0]];

fn cw() -> [[f32; 4]; 3] {
    [CCW[0], CCW[2], CCW[1]]
}

#[test]
fn faces_follow_winding_and_the_face_bit() {
    for (mode, positions, fate, back) in [
        (0, CCW, Fate::Drawn, false),
        (0, cw(), Fate::Drawn, true),
        (4, CCW, Fate::Drawn, true),
        (4, cw(), Fate::Drawn, false),
        (1, CCW, Fate::Culled, false),
        (2, CCW, Fate::Drawn, false),
        (2, cw(), Fate::Culled, false),
        (6, CCW, Fate::Culled, false),
        (5, cw(), Fate::Culled, false),
    ] {
        let setup = setup(&with(usual(), &[(index::PA_SU_SC_MODE_CNTL, mode)]));
        let (result, shapes) = shapes(&setup, TRIANGLE, &positions);
        assert_eq!(result, fate, "{mode}");
        assert_eq!(shapes.first().map(|shape| shape.back), (fate == Fate::Drawn).then_some(back));
    }
}

#[test]
fn lines_points_and_rectangles_have_no_faces() {
    let setup = setup(&with(
        usual(),
        &[(index::PA_SU_SC_MODE_CNTL, 3), (index::PA_SU_POINT_SIZE, 0x0080_0080)],
    ));
    for (primitive, kind) in [
        (Primitive::Point(0), Kind::Point),
        (Primitive::Line([0, 1]), Kind::Line),
        (RECTANGLE, Kind::Rectangle),
    ] {
        let (fate, shapes) = shapes(&setup, primitive, &CCW);
        assert_eq!(fate, Fate::Drawn);
        assert!(shapes.iter().all(|shape| shape.kind == kind && !shape.back));
    }
}

#[test]
fn what_has_no_area_is_empty() {
    let setup = setup(&usual());
    let line = [CCW[0], CCW[1], [0.0, -0.5, 0.5, 1.0]];
    assert_eq!(shapes(&setup, TRIANGLE, &line).0, Fate::Empty);
    assert_eq!(shapes(&setup, RECTANGLE, &line).0, Fate::Empty);
    assert_eq!(shapes(&setup, Primitive::Line([0, 1]), &[CCW[0]]).0, Fate::Empty);
    assert_eq!(shapes(&setup, Primitive::Point(0), &CCW).0, Fate::Empty);
}

#[test]
fn rectangles_find_their_fourth_corner() {
    let setup = setup(&pixels());
    let [a, b, c] = [[10.0, 20.0, 0.0, 1.0], [30.0, 20.0, 0.0, 1.0], [10.0, 50.0, 0.0, 1.0]];
    let d = [30.0, 50.0, 0.0, 1.0];
    for corners in [[a, b, c], [b, c, a], [c, a, b], [b, a, d], [a, d, b], [d, c, a], [c, d, b]] {
        let (fate, shapes) = shapes(&setup, RECTANGLE, &corners);
        assert_eq!((fate, shapes.len()), (Fate::Drawn, 2));
        assert_eq!(covered(&setup, &shapes), block(10, 20, 30, 50), "{corners:?}");
        // Vertices' values that are the place itself stay so in both halves.
        let area = area(&setup, MsaaSamples::X1);
        for shape in &shapes {
            for quad in shape.quads(&area, &area.rows()) {
                let at = center(quad.pixel(0));
                for axis in 0..2 {
                    let values = corners.map(|corner| corner[axis]);
                    let value = crate::interpolate(shape.weights(at), values);
                    assert_eq!(value, at[axis] as f32 / 16.0);
                }
            }
        }
    }
}

#[test]
fn points_have_the_sizes_of_registers_or_vertices() {
    let registers =
        [(index::PA_SU_POINT_SIZE, 0x00C0_0080), (index::PA_SU_POINT_MINMAX, 0x0030_0020)];
    let at = [100.0, 60.0, 0.25, 1.0];
    let open = setup(&with(pixels(), &[registers[0], (index::PA_SU_POINT_MINMAX, 0xFFFF_0000)]));
    let held = setup(&with(pixels(), &registers));
    let sized = |setup: &Setup, size: Option<f32>| {
        let mut all = Vec::new();
        let vertex = Vertex { size, ..Vertex::at(at) };
        setup.shapes(Primitive::Point(0), &[vertex; 3], &mut all);
        covered(setup, &all)
    };
    assert_eq!(sized(&open, None), block(88, 52, 112, 68));
    assert_eq!(sized(&held, None), block(88, 52, 112, 68));
    assert_eq!(sized(&open, Some(8.0)), block(96, 56, 104, 64));
    assert_eq!(sized(&open, Some(20.0)), block(90, 50, 110, 70));
    assert_eq!(sized(&held, Some(40.0)), block(97, 57, 103, 63));
    // Whole numbers are compared, so what is negative or no number gets a limit.
    assert_eq!(sized(&held, Some(-40.0)), block(98, 58, 102, 62));
    assert_eq!(sized(&held, Some(f32::from_bits(0xFFC0_0000))), block(98, 58, 102, 62));
    assert_eq!(sized(&held, Some(f32::NAN.abs())), block(97, 57, 103, 63));
    assert_eq!(sized(&held, Some(f32::INFINITY)), block(97, 57, 103, 63));
    assert_eq!(sized(&open, Some(0.0)), BTreeSet::new());
}

#[test]
fn point_coordinates_run_across_the_square() {
    let setup = setup(&with(pixels(), &[(index::PA_SU_POINT_SIZE, 0x0040_0020)]));
    let (_, shapes) = shapes(&setup, Primitive::Point(7), &[[100.0, 60.0, 0.25, 1.0]]);
    let shape = &shapes[0];
    assert_eq!(shape.vertices, [7; 3]);
    assert_eq!(shape.point_coordinates([96 * 16, 58 * 16]), [0.0, 0.0]);
    assert_eq!(shape.point_coordinates([104 * 16, 62 * 16]), [1.0, 1.0]);
    assert_eq!(shape.point_coordinates([100 * 16, 59 * 16]), [0.5, 0.25]);
    assert_eq!(shape.depth([0, 0]), 0.25);
    assert_eq!(crate::interpolate(shape.weights([0, 0]), [3.0, 4.0, 5.0]), 3.0);
}

#[test]
fn killed_vertices_drop_primitives_by_any_or_by_all() {
    for (bit, two) in [(0, Fate::Drawn), (1 << 21, Fate::Killed)] {
        let setup = setup(&with(usual(), &[(index::PA_CL_CLIP_CNTL, 1 << 19 | bit)]));
        let mut vertices = CCW.map(Vertex::at);
        let mut fate = |killed: [bool; 3]| {
            for (vertex, killed) in vertices.iter_mut().zip(killed) {
                vertex.killed = killed;
            }
            setup.shapes(TRIANGLE, &vertices, &mut Vec::new())
        };
        assert_eq!(fate([false; 3]), Fate::Drawn);
        assert_eq!(fate([true, true, false]), two);
        assert_eq!(fate([true; 3]), Fate::Killed);
    }
}

#[test]
fn polygon_offset_is_by_face_and_slope() {
    // Depth changes by 1/32 a pixel in x, by 1/64 in y.
    let corners = [[0.0, 0.0, 0.0, 1.0], [0.0, 32.0, 0.5, 1.0], [32.0, 0.0, 1.0, 1.0]];
    let turned = [corners[0], corners[2], corners[1]];
    let values = [2.0f32, 0.25, 4.0, 0.5].map(f32::to_bits);
    let offsets: Vec<(u16, u32)> =
        (0..4).map(|n| (index::PA_SU_POLY_OFFSET_FRONT_SCALE + n, values[n as usize])).collect();
    let depth = |mode: u32, primitive: Primitive, corners: &[[f32; 4]]| {
        let registers = with(with(pixels(), &offsets), &[(index::PA_SU_SC_MODE_CNTL, mode)]);
        shapes(&setup(&registers), primitive, corners).1[0].depth([64, 64])
    };
    let base = 4.0 / 32.0 + 4.0 / 64.0;
    let [front, back] = [2.0 / 16.0 / 32.0 + 0.25, 4.0 / 16.0 / 32.0 + 0.5];
    // Without a face bit, counter-clockwise is the front: on the screen, y down.
    assert_eq!(depth(0, TRIANGLE, &corners), base);
    assert_eq!(depth(1 << 11, TRIANGLE, &corners), base + front);
    assert_eq!(depth(1 << 12, TRIANGLE, &corners), base);
    assert_eq!(depth(1 << 12, TRIANGLE, &turned), base + back);
    assert_eq!(depth(1 << 13, TRIANGLE, &corners), base);
    assert_eq!(depth(1 << 13, RECTANGLE, &corners), base + front);
    assert_eq!(depth(7 << 11, Primitive::Line([0, 1]), &[corners[0], corners[2]]), 0.125 + front);
    // As lines, a polygon keeps its face's pair and its own slope.
    let lines = 1 << 3 | 1 << 5 | 1 << 8;
    assert_eq!(depth(lines | 1 << 12, TRIANGLE, &turned), 0.125 + back);
}

#[test]
fn polygon_mode_draws_edges_or_corners() {
    let mode =
        |front: PolygonType, back: PolygonType| 1 << 3 | (front as u32) << 5 | (back as u32) << 8;
    let lines = setup(&with(
        usual(),
        &[
            (index::PA_SU_SC_MODE_CNTL, mode(PolygonType::Lines, PolygonType::Points)),
            (index::PA_SU_POINT_SIZE, 0x0008_0008),
        ],
    ));
    let (fate, edges) = shapes(&lines, Primitive::Triangle([4, 5, 6]), &CCW);
    assert_eq!((fate, edges.len()), (Fate::Drawn, 3));
    assert!(edges.iter().all(|shape| shape.kind == Kind::Line && !shape.back));
    assert_eq!(
        edges.iter().map(|shape| shape.vertices).collect::<Vec<_>>(),
        [[4, 5, 5], [5, 6, 6], [6, 4, 4]]
    );
    let (fate, corners) = shapes(&lines, Primitive::Triangle([4, 5, 6]), &cw());
    assert_eq!((fate, corners.len()), (Fate::Drawn, 3));
    assert!(corners.iter().all(|shape| shape.kind == Kind::Point && shape.back));
    // Reserved types are as triangles.
    let other = setup(&with(
        usual(),
        &[(index::PA_SU_SC_MODE_CNTL, mode(PolygonType::Reserved5, PolygonType::Triangles))],
    ));
    for positions in [CCW, cw()] {
        let (_, shapes) = shapes(&other, TRIANGLE, &positions);
        assert!(shapes.len() == 1 && shapes[0].kind == Kind::Polygon);
    }
}

#[test]
fn nothing_is_covered_beyond_the_viewport_unless_a_guard_band_is() {
    // Viewport of 64x64 at (128, 64); a triangle that is far larger.
    let registers = with(
        usual(),
        &[
            (index::PA_CL_VPORT_XSCALE, 32f32.to_bits()),
            (index::PA_CL_VPORT_YSCALE, (-32f32).to_bits()),
        ],
    );
    let large = [[-8.0, 8.0, 0.5, 1.0], [24.0, 8.0, 0.5, 1.0], [-8.0, -24.0, 0.5, 1.0]];
    let cover = |changes: &[(u16, u32)]| {
        let setup = setup(&with(registers.clone(), changes));
        let (_, shapes) = shapes(&setup, TRIANGLE, &large);
        assert_eq!(shapes.len(), 1, "edges keep their vertices");
        covered(&setup, &shapes)
    };
    assert_eq!(cover(&[]), block(128, 64, 192, 128));
    let guard = |value: f32| [(index::PA_CL_GB_HORZ_CLIP_ADJ, value.to_bits())];
    assert_eq!(cover(&guard(2.0)), block(96, 64, 224, 128));
    for value in [0.0, -3.0, f32::NAN, f32::INFINITY] {
        assert_eq!(cover(&guard(value)), block(128, 64, 192, 128), "{value}");
    }
    assert_eq!(cover(&[(index::PA_CL_CLIP_CNTL, 1 << 16 | 1 << 19)]).len(), 320 * 192);
}

#[test]
fn a_user_plane_leaves_its_side() {
    let registers = with(
        usual(),
        &[(index::PA_CL_CLIP_CNTL, 1 << 19 | 1), (index::PA_CL_UCP_0_X, 1f32.to_bits())],
    );
    let setup = setup(&registers);
    let quad = [
        [-0.25, 0.5, 0.5, 1.0],
        [0.25, 0.5, 0.5, 1.0],
        [0.25, -0.5, 0.5, 1.0],
        [-0.25, -0.5, 0.5, 1.0],
    ];
    let mut all = Vec::new();
    for [a, b, c] in [[0, 1, 2], [0, 2, 3]] {
        all.extend(shapes(&setup, TRIANGLE, &[quad[a], quad[b], quad[c]]).1);
    }
    assert_eq!(covered(&setup, &all), block(160, 48, 200, 144));
}

#[test]
fn what_reaches_behind_the_eye_is_drawn_in_front_of_it() {
    // A floor from the near plane to far behind, one unit below: its horizon is the screen's middle.
    let setup = setup(&with(usual(), &[(index::PA_CL_CLIP_CNTL, 0)]));
    let floor = [[0.0, -1.0, 0.0, -50.0], [-400.0, -1.0, 0.0, 50.0], [400.0, -1.0, 0.0, 50.0]];
    let (fate, shapes) = shapes(&setup, TRIANGLE, &floor);
    assert_eq!(fate, Fate::Drawn);
    let covered = covered(&setup, &shapes);
    assert!(covered.contains(&[160, 191]) && covered.contains(&[160, 100]));
    assert!(!covered.contains(&[160, 95]) && !covered.contains(&[160, 0]));
    for shape in &shapes {
        // w at a pixel, from the weights, is what perspective says: y / w = -1 / w.
        let at = center([160, 150]);
        if shape.covers(at) {
            let w: f64 = (0..3).map(|n| shape.weights(at)[n] * f64::from(floor[n][3])).sum();
            assert!((w - 96.0 / 54.5).abs() < 0.01, "{w}");
        }
    }
}

#[test]
fn what_cannot_be_placed_is_named() {
    let cases = [
        (pixels(), [1e8, 0.0, 0.0, 1.0], Fate::Unplaceable(Unplaceable::OutOfRange)),
        (pixels(), [f32::NAN, 0.0, 0.0, 1.0], Fate::Unplaceable(Unplaceable::NotFinite)),
        (usual(), [0.0, f32::INFINITY, 0.0, 1.0], Fate::Unplaceable(Unplaceable::NotFinite)),
        (usual(), [0.0, 0.0, 2.0, 1.0], Fate::Clipped),
        (usual(), [0.0, 0.0, 0.5, -1.0], Fate::Clipped),
        (usual(), [1e30, 0.0, 0.5, 1.0], Fate::Clipped),
    ];
    for (registers, position, fate) in cases {
        let setup = setup(&with(registers, &[(index::PA_SU_POINT_SIZE, 0x0080_0080)]));
        assert_eq!(shapes(&setup, Primitive::Point(0), &[position]).0, fate, "{position:?}");
    }
    // A w of 0 beside finished coordinates only leaves nothing to correct by.
    let corners = [[10.0, 20.0, 0.0, 0.0], [30.0, 20.0, 0.0, 0.0], [10.0, 50.0, 0.0, 0.0]];
    let registers = with(pixels(), &[(index::PA_CL_VTE_CNTL, 0x700)]);
    let setup = setup(&registers);
    let (fate, shapes) = shapes(&setup, RECTANGLE, &corners);
    assert_eq!(fate, Fate::Drawn);
    assert_eq!(shapes[0].weights([10 * 16, 35 * 16]), [0.5, 0.0, 0.5]);
}

#[test]
fn centroids_are_the_centre_or_a_covered_sample() {
    let setup = setup(&pixels());
    let corners = [[0.75, 0.0, 0.0, 1.0], [8.0, 0.0, 0.0, 1.0], [0.75, 8.0, 0.0, 1.0]];
    let (_, shapes) = shapes(&setup, TRIANGLE, &corners);
    let shape = &shapes[0];
    // The first pixel: only the sample at 14/16 is covered, the centre is not.
    let area = area(&setup, MsaaSamples::X4);
    let quad = shape.quads(&area, &area.rows()).next().unwrap();
    assert_eq!((quad.masks[0], quad.masks[1]), (4, 15));
    assert_eq!(shape.centroid([0, 0], 4, MsaaSamples::X4), [14, 6]);
    assert_eq!(shape.centroid([1, 0], 15, MsaaSamples::X4), [24, 8]);
    assert_eq!(shape.centroid([0, 0], 0, MsaaSamples::X4), [8, 8]);
}

fn any_vertex() -> impl Strategy<Value = Vertex> {
    let component = prop_oneof![
        4 => -300.0f32..300.0,
        2 => -1.5f32..1.5,
        1 => any::<u32>().prop_map(f32::from_bits),
        1 => prop::sample::select(&[0.0f32, 1.0, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY][..]),
    ];
    (
        prop::array::uniform4(component.clone()),
        prop::option::of(component),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(position, size, killed)| Vertex { position, size, killed })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Any registers and any floats: an end, and nothing outside of the area.
    #[test]
    fn anything_ends(
        vertices in prop::array::uniform3(any_vertex()),
        words in prop::array::uniform8(any::<u32>()),
        viewport in prop::array::uniform6(prop_oneof![3 => (-500.0f32..500.0).prop_map(f32::to_bits), 1 => any::<u32>()]),
        planes in prop::array::uniform8(any::<u32>()),
        clips in any::<bool>(), plain in any::<bool>(), kind in 0usize..4,
    ) {
        let mut registers = BTreeMap::from([
            (index::PA_CL_CLIP_CNTL, words[0] & !(1 << 16) | u32::from(!clips) << 16),
            (index::PA_CL_VTE_CNTL, if plain { 0x43F } else { words[1] }),
            (index::PA_SU_VTX_CNTL, words[2]),
            (index::PA_SU_SC_MODE_CNTL, words[3] & if plain { !0x18 } else { !0 }),
            (index::PA_SC_WINDOW_OFFSET, words[4]),
            (index::PA_SU_POINT_SIZE, words[5]),
            (index::PA_SU_POINT_MINMAX, words[6]),
            (index::PA_SU_LINE_CNTL, words[7]),
        ]);
        registers.extend((0..6).map(|n| (index::PA_CL_VPORT_XSCALE + n, viewport[n as usize])));
        registers.extend((0..8).map(|n| (index::PA_CL_UCP_0_X + n, planes[n as usize])));
        let setup = setup(&registers);
        let primitive = [Primitive::Point(0), Primitive::Line([0, 1]), TRIANGLE, RECTANGLE][kind];
        let mut shapes = Vec::new();
        let fate = setup.shapes(primitive, &vertices, &mut shapes);
        prop_assert_eq!(fate == Fate::Drawn, !shapes.is_empty());
        prop_assert!(shapes.len() < 40);
        let area = setup.area(Rectangle { left: 0, top: 0, right: 64, bottom: 48 }, 60, MsaaSamples::X4);
        for shape in &shapes {
            for quad in shape.quads(&area, &area.rows()) {
                for (n, mask) in quad.masks.into_iter().enumerate() {
                    let pixel = quad.pixel(n);
                    if mask != 0 {
                        prop_assert!(pixel[0] < 60 && pixel[1] < 48);
                    }
                    let place = shape.centroid(pixel, mask, MsaaSamples::X4);
                    let _ = (shape.weights(place), shape.depth(place), shape.point_coordinates(place));
                }
            }
        }
    }

    /// Clipping by a plane through a polygon leaves no crack and nothing twice: both sides together
    /// cover what the whole covers, each sample once, but for two steps along edges.
    #[test]
    fn both_sides_of_a_plane_do_not_overlap(
        positions in prop::array::uniform3([-1.0f32..1.0, -1.0f32..1.0]),
        plane in [-1.0f32..1.0, -1.0f32..1.0, -0.3f32..0.3],
    ) {
        let corners = positions.map(|[x, y]| [x, y, 0.5, 1.0]);
        let side = |sign: f32| {
            let [a, b, d] = plane.map(|part| (part * sign).to_bits());
            let registers = with(usual(), &[
                (index::PA_CL_CLIP_CNTL, 1 << 19 | 1),
                (index::PA_CL_UCP_0_X, a), (index::PA_CL_UCP_0_Y, b), (index::PA_CL_UCP_0_W, d),
            ]);
            let setup = setup(&registers);
            covered(&setup, &shapes(&setup, TRIANGLE, &corners).1)
        };
        let (one, other) = (side(1.0), side(-1.0));
        let setup = setup(&usual());
        let whole = covered(&setup, &shapes(&setup, TRIANGLE, &corners).1);
        // Corners are rounded by half a step in x and y, those that a plane makes anew, so that outer
        // edges move by the root of 2 steps at most.
        let both: BTreeSet<_> = one.union(&other).copied().collect();
        let places = corners.map(|corner| setup.screen.place(corner.map(f64::from)).unwrap().at);
        let twice = one.intersection(&other);
        for pixel in whole.symmetric_difference(&both).chain(twice) {
            let at = center(*pixel);
            let near = (0..3).any(|n| {
                let (from, to) = (places[n], places[(n + 1) % 3]);
                let doubled = crate::outline::doubled_area([from, to, at]) as f64;
                let [dx, dy] = [0, 1].map(|axis| (to[axis] - from[axis]) as f64);
                doubled * doubled <= 2.0 * (dx * dx + dy * dy)
            });
            // The plane's distance in pixels, two steps of it: what rounding has bent may twist there.
            let [a, b, d] = plane.map(f64::from);
            let [x, y] = at.map(|step| step as f64 / 16.0);
            let value = a * (x - 160.0) / 160.0 + b * (96.0 - y) / 96.0 + d;
            let gradient = (a / 160.0) * (a / 160.0) + (b / 96.0) * (b / 96.0);
            let on_cut = value * value <= gradient / 64.0;
            prop_assert!(near || on_cut, "{:?}", pixel);
        }
    }
}
