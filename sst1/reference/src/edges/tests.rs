use super::*;

fn both(vertices: [Point; 3], negative: bool, y: i32) -> [Vec<i32>; 2] {
    let of = |profile: Profile| span(&profile, &vertices, negative, y).columns().collect();
    [of(Profile::hardware()), of(Profile::b86())]
}

#[test]
fn left_and_top_are_inclusive_right_and_bottom_exclusive() {
    // A square's upper right half, from the centre of pixel (2, 2) to that of (6, 6).
    let (low, high) = (2 * 16 + 8, 6 * 16 + 8);
    let triangle = [[low, low], [high, low], [high, high]];
    assert_eq!(rows(&Profile::hardware(), &triangle), 2..6);
    for (y, expected) in [(2, vec![2, 3, 4, 5]), (3, vec![3, 4, 5]), (5, vec![5])] {
        assert_eq!(both(triangle, false, y), [expected.clone(), expected]);
    }
    // Its lower left half: AC is at the right, and pixels are taken from there.
    let triangle = [[low, low], [low, high], [high, high]];
    for (y, expected) in [(2, vec![]), (3, vec![2]), (5, vec![4, 3, 2])] {
        assert_eq!(both(triangle, true, y), [expected.clone(), expected]);
    }
}

#[test]
fn a_sixteenth_decides() {
    let triangle = |left, right| [[left, 8], [left, 24], [right, 24]];
    // The row's centre is A's own: nothing between the edges there.
    assert_eq!(both(triangle(0, 64), true, 0), [vec![], vec![]]);
    let quad_half = |left: i32, right: i32| [[left, 0], [right, 0], [left, 32]];
    // At y = 8 three quarters of the width are left: 0..48 covers centres 8, 24, 40.
    assert_eq!(both(quad_half(0, 64), false, 0), [vec![0, 1, 2], vec![0, 1, 2]]);
    // The left edge moved onto and past the first centre.
    assert_eq!(both(quad_half(8, 64), false, 0)[0], vec![0, 1, 2]);
    assert_eq!(both(quad_half(9, 64), false, 0)[0], vec![1, 2]);
}

#[test]
fn exact_edges_see_what_lies_between_sixteenths() {
    // At the centre of row 0, AC has moved a quarter of a sixteenth past the centre of column 0.
    let triangle = [[8, 0], [64, 0], [9, 32]];
    let [exact, slopes] = both(triangle, false, 0);
    assert_eq!((exact[0], slopes[0]), (1, 0));
    // 9.3 by hand: slope 65536 / 32 = 2048; 8 << 12 + (2048 * 8 >> 4) + 0x7000 = 62464.
    assert_eq!(slope([8, 0], [9, 32]), 2048);
}

#[test]
fn unsorted_and_extreme_vertices_stay_finite() {
    let extremes = [-0x8000, -1, 0, 1, 0x7FFF];
    for ax in extremes {
        for bx in extremes {
            for by in extremes {
                let triangle = [[ax, -0x8000], [bx, by], [0x7FFF, 0x7FFF]];
                for y in rows(&Profile::hardware(), &triangle).step_by(97) {
                    let [exact, slopes] = both(triangle, false, y);
                    assert!(exact.len() <= 4096 && slopes.len() <= 65536);
                }
            }
        }
    }
}

#[test]
fn inclusive_edges_take_both_sides() {
    let mut profile = Profile::hardware();
    profile.edges = Edges::Inclusive;
    let covered = |vertices, negative, y| -> Vec<i32> {
        span(&profile, &vertices, negative, y).columns().collect()
    };
    // From the centre of pixel (2, 2) to that of (6, 6).
    let (low, high) = (2 * 16 + 8, 6 * 16 + 8);
    let triangle = [[low, low], [high, low], [high, high]];
    assert_eq!(rows(&profile, &triangle), 2..7);
    assert_eq!(covered(triangle, false, 2), [2, 3, 4, 5, 6]);
    assert_eq!(covered(triangle, false, 6), [6]);
    // The sign contradicts the vertices.
    assert_eq!(covered(triangle, true, 4), []);
    // A point draws its pixel; a level line through the centres of a row draws them.
    assert_eq!(covered([[9; 2]; 3], true, 1), [1]);
    let line = [[low, low], [high, low], [low, low]];
    assert_eq!(covered(line, false, 2), [2, 3, 4, 5, 6]);
    assert_eq!(covered(line, false, 3), []);
}

#[test]
fn sorted_vertices_in_single_precision() {
    let mut profile = Profile::hardware();
    profile.edges = Edges::SortedFloat;
    // The lower left half, from the centre of pixel (2, 2) to that of (6, 6), in any order.
    let (low, high) = (2 * 16 + 8, 6 * 16 + 8);
    let (a, b, c) = ([low, low], [low, high], [high, high]);
    for vertices in [[a, b, c], [c, b, a], [b, a, c], [b, c, a]] {
        assert_eq!(rows(&profile, &vertices), 2..6);
        for (y, expected) in [(2, vec![]), (3, vec![2]), (5, vec![2, 3, 4])] {
            for negative in [false, true] {
                let columns: Vec<_> = span(&profile, &vertices, negative, y).columns().collect();
                assert_eq!(columns, expected);
            }
        }
    }
    assert_eq!([2.5, 2.51, -0.5, -0.4].map(round_half_down), [2, 3, -1, 0]);
}
