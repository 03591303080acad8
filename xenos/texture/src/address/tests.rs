use std::collections::HashSet;

use super::*;

#[test]
fn check_values_of_the_digest() {
    let two = [
        (1, 0, 32, 2, 0x4),
        (0, 1, 32, 2, 0x10),
        (8, 0, 32, 2, 0x40),
        (0, 8, 32, 2, 0x480),
        (0, 16, 32, 2, 0x800),
        (31, 31, 32, 2, 0xF7C),
        (33, 5, 1280, 2, 0x1214),
        (1279, 719, 1280, 2, 0x39777C),
        (17, 9, 64, 0, 0x111),
        (100, 77, 128, 1, 0x5798),
        (5, 6, 96, 3, 0x708),
        (5, 6, 96, 4, 0x1620),
        (-32, 0, 32, 2, -4096),
        (0, -32, 1280, 2, -163_840),
    ];
    for (x, y, pitch, log2, expected) in two {
        assert_eq!(tiled_2d(x, y, pitch, log2), expected, "{x} {y} {pitch} {log2}");
    }
    let three = [
        (0, 0, 1, 32, 32, 2, 0x400),
        (0, 0, 4, 32, 32, 2, 0x4880),
        (9, 10, 3, 32, 32, 2, 0x1DC4),
        (31, 31, 7, 32, 32, 2, 0x77FC),
        (17, 40, 5, 64, 64, 0, 0x6181),
    ];
    for (x, y, z, pitch, height, log2, expected) in three {
        assert_eq!(tiled_3d(x, y, z, pitch, height, log2), expected, "{x} {y} {z} {log2}");
    }
}

#[test]
fn every_block_has_bytes_of_its_own() {
    for log2 in 0..=4 {
        for (pitch, height) in [(32, 32), (96, 64), (160, 160)] {
            let mut seen = HashSet::new();
            for y in 0..height {
                for x in 0..pitch {
                    let at = tiled_2d(x, y, pitch as u32, log2);
                    let all = i64::from((pitch * height) << log2);
                    assert!(at >= 0 && at < (all + 4095) & !4095, "{x} {y}");
                    assert_eq!(at & ((1 << log2) - 1), 0);
                    assert!(seen.insert(at), "{x} {y}");
                }
            }
        }
        for (pitch, height, depth) in [(32, 32, 4), (64, 32, 8), (96, 64, 12)] {
            let mut seen = HashSet::new();
            for (z, y) in (0..depth).flat_map(|z| (0..height).map(move |y| (z, y))) {
                for x in 0..pitch {
                    let at = tiled_3d(x, y, z, pitch as u32, height as u32, log2);
                    let all = i64::from((pitch * height * depth) << log2);
                    assert!(at >= 0 && at < (all + 4095) & !4095, "{x} {y} {z}");
                    assert!(seen.insert(at), "{x} {y} {z}");
                }
            }
        }
    }
}

#[test]
fn runs_lie_side_by_side() {
    for log2 in 0..=4 {
        let run = tiled_run(log2) as i32;
        for (x, y) in (0..64).flat_map(|x| (0..64).map(move |y| (x, y))) {
            let first = x & !(run - 1);
            let ahead = i64::from(x - first) << log2;
            assert_eq!(tiled_2d(x, y, 64, log2), tiled_2d(first, y, 64, log2) + ahead);
            for z in 0..8 {
                let at = |x| tiled_3d(x, y, z, 64, 64, log2);
                assert_eq!(at(x), at(first) + ahead);
            }
        }
    }
}

#[test]
fn spans_are_those_of_whole_macro_tiles() {
    for log2 in 0..=4 {
        let block = 1 << log2;
        for (left, top) in [(0, 0), (32, 0), (64, 96), (96, 32)] {
            let start = tiled_2d(left, top, 128, log2);
            let ends = (0..32)
                .flat_map(|y| (0..32).map(move |x| tiled_2d(left + x, top + y, 128, log2) + block));
            assert_eq!(ends.max(), Some(start + span_2d(log2) as i64), "{left} {top} {log2}");
        }
        for (left, top, front) in [(0, 0, 0), (32, 16, 4), (64, 32, 8)] {
            let start = tiled_3d(left, top, front, 96, 64, log2) & !0x8C0;
            let ends = (0..4).flat_map(|z| (0..16).map(move |y| (y, z))).flat_map(|(y, z)| {
                (0..32).map(move |x| tiled_3d(left + x, top + y, front + z, 96, 64, log2) + block)
            });
            assert_eq!(ends.max(), Some(start + span_3d(log2) as i64), "{left} {top} {log2}");
        }
    }
}
