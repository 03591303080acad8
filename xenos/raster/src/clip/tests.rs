#![expect(clippy::float_cmp, reason = "exact values are the subject")]

use super::*;
use crate::plane::VERTICES;
use proptest::prelude::*;
use xenos_regs::index;
use xenos_regs::words::PaClClipCntl;

fn screen() -> Screen {
    let viewport = [160.0f32, 160.0, -96.0, 96.0, 1.0, 0.0];
    Screen::gather(|register| match register {
        index::PA_CL_VTE_CNTL => 0x43F,
        index::PA_SU_VTX_CNTL => 5,
        index::PA_CL_VPORT_XSCALE..=index::PA_CL_VPORT_ZOFFSET => {
            viewport[(register - index::PA_CL_VPORT_XSCALE) as usize].to_bits()
        }
        _ => 0,
    })
}

fn volume(control: u32, users: &[[f32; 4]]) -> Volume {
    let mut planes = ClipPlanes { control: PaClClipCntl::from_raw(control), planes: [[0; 4]; 6] };
    for (plane, user) in planes.planes.iter_mut().zip(users) {
        *plane = user.map(f32::to_bits);
    }
    Volume::new(&planes, &screen())
}

fn corners(positions: [[f64; 4]; 3]) -> [Corner; 3] {
    [0, 1, 2].map(|n| Corner::vertex(n, positions[n], VERTICES[n]))
}

const DX: u32 = 1 << 19;

#[test]
fn what_is_inside_stays_as_it_is() {
    let inside = corners([[-5.0, 0.0, 0.0, 1.0], [5.0, 0.0, 1.0, 1.0], [0.0, 9.0, 0.5, 1.0]]);
    assert_eq!(volume(DX, &[]).triangle(inside, false), inside);
    assert_eq!(volume(DX, &[]).triangle(inside, true), inside);
}

#[test]
fn near_planes_differ_by_clip_space() {
    let low = corners([[0.0, 0.0, -0.5, 1.0], [1.0, 0.0, -0.5, 1.0], [0.0, 1.0, 0.5, 1.0]]);
    assert_eq!(volume(0, &[]).triangle(low, false), low);
    let cut = volume(DX, &[]).triangle(low, false);
    assert_eq!(cut.len(), 3);
    assert_eq!(cut.iter().filter(|corner| corner.vertex.is_some()).count(), 1);
    for corner in &cut {
        assert!(corner.position[2] >= 0.0);
    }
    let all_low = low.map(|mut corner| {
        corner.position[2] = -0.5;
        corner
    });
    assert!(volume(DX, &[]).triangle(all_low, false).is_empty());
    let point = Corner::vertex(0, [0.0, 0.0, -0.5, 1.0], VERTICES[0]);
    assert!(volume(0, &[]).keeps(point) && !volume(DX, &[]).keeps(point));
}

#[test]
fn user_planes_cut_or_only_drop() {
    // x >= 0.
    let plane = [[1.0, 0.0, 0.0, 0.0]];
    let across = corners([[-1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [1.0, 1.0, 0.0, 1.0]]);
    let cut = volume(DX | 1, &plane).triangle(across, false);
    assert_eq!(cut.len(), 4);
    assert!(cut.iter().all(|corner| corner.position[0] >= 0.0));
    let only = volume(DX | 1 | 1 << 17, &plane);
    assert_eq!(only.triangle(across, false), across);
    let outside = across.map(|mut corner| {
        corner.position[0] -= 5.0;
        corner
    });
    assert!(only.triangle(outside, false).is_empty());
    // Not in use.
    assert_eq!(volume(DX, &plane).triangle(outside, false), outside);
}

#[test]
fn lines_are_shortened_at_either_end() {
    let plane = [[1.0, 0.0, 0.0, 0.0]];
    let volume = volume(DX | 1, &plane);
    let [a, b, _] = corners([[-1.0, 0.0, 0.0, 1.0], [3.0, 0.0, 0.0, 1.0], [0.0; 4]]);
    let [first, second] = volume.line([a, b], false).unwrap();
    assert_eq!((first.position, second), ([0.0, 0.0, 0.0, 1.0], b));
    assert_eq!(first.weights, [0.75, 0.25, 0.0]);
    let [first, second] = volume.line([b, a], false).unwrap();
    assert_eq!((first, second.position), (b, [0.0, 0.0, 0.0, 1.0]));
    assert_eq!(volume.line([a, a], false), None);
}

#[test]
fn what_reaches_behind_the_eye_ends_within_the_range() {
    let corners = corners([[0.0, 0.0, 0.5, 1.0], [4.0, 0.0, 0.5, -1.0], [0.0, 1.0, 0.5, 1.0]]);
    let left = volume(0, &[]).triangle(corners, true);
    assert!(left.len() >= 3);
    for corner in left {
        let placed = screen().project(corner.position).unwrap();
        assert!(placed.at.iter().all(|step| step.abs() <= RANGE));
    }
    let behind = corners.map(|mut corner| {
        corner.position[3] = -1.0;
        corner
    });
    assert!(volume(0, &[]).triangle(behind, true).is_empty());
}

fn position() -> impl Strategy<Value = [f64; 4]> {
    prop::array::uniform4(-3.0f32..3.0).prop_map(|all| all.map(f64::from))
}

proptest! {
    /// Weights sum to 1, are none of them negative, and make the corner's position.
    #[test]
    fn weights_make_positions(
        positions in prop::array::uniform3(position()),
        users in prop::collection::vec(prop::array::uniform4(-1.0f32..1.0), 6),
        control in 0u32..64, gl in any::<bool>(),
    ) {
        let volume = volume(control | if gl { 0 } else { DX }, &users);
        for corner in volume.triangle(corners(positions), true) {
            let sum: f64 = corner.weights.iter().sum();
            prop_assert!((sum - 1.0).abs() < 1e-12);
            prop_assert!(corner.weights.iter().all(|weight| *weight > -1e-12));
            for (part, is) in corner.position.into_iter().enumerate() {
                let made: f64 = (0..3).map(|n| corner.weights[n] * positions[n][part]).sum();
                prop_assert!((made - is).abs() < 1e-9);
            }
            for plane in volume.planes(true) {
                prop_assert!(distance(plane, &corner) > -1e-6);
            }
        }
    }

    /// Two triangles of one edge, in any order of vertices: the same new corners along it.
    #[test]
    fn shared_edges_are_cut_alike(
        edge in [position(), position()], others in [position(), position()],
        users in prop::collection::vec(prop::array::uniform4(-1.0f32..1.0), 6),
    ) {
        let volume = volume(DX | 0x3F, &users);
        let cut = |positions: [[f64; 4]; 3], other: usize| -> Vec<[u64; 4]> {
            let mut on_edge: Vec<_> = volume
                .triangle(corners(positions), true)
                .into_iter()
                .filter(|corner| corner.weights[other] == 0.0)
                .map(|corner| corner.position.map(f64::to_bits))
                .collect();
            on_edge.sort_unstable();
            on_edge
        };
        let first = cut([edge[0], edge[1], others[0]], 2);
        let second = cut([others[1], edge[1], edge[0]], 0);
        // A cut elsewhere may take the whole edge's neighbourhood away from one of them.
        if !first.is_empty() && !second.is_empty() {
            prop_assert_eq!(first, second);
        }
    }

    /// Nothing panics, and work is bounded, whatever floats come.
    #[test]
    fn any_floats_end(
        bits in prop::array::uniform12(any::<u32>()), users in prop::collection::vec(prop::array::uniform4(any::<u32>()), 6),
        control in any::<u32>(),
    ) {
        let users: Vec<_> = users.iter().map(|user| user.map(f32::from_bits)).collect();
        let volume = volume(control, &users);
        let position = |n: usize| [0, 1, 2, 3].map(|part| f64::from(f32::from_bits(bits[4 * n + part])));
        let corners = corners([position(0), position(1), position(2)]);
        prop_assert!(volume.triangle(corners, true).len() <= 16);
        volume.line([corners[0], corners[1]], true);
        volume.keeps(corners[2]);
    }
}
