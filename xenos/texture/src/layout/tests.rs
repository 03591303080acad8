use super::*;
use base_word::FieldValue;
use xenos_regs::words::DataFormat;

const TEXEL: Storage = Storage { width: 1, height: 1, bytes: 4 };

fn offsets(width: u32, height: u32, levels: std::ops::RangeInclusive<u32>) -> Vec<[u32; 2]> {
    let packed = ceil_log2(width.min(height)).saturating_sub(PACKED_LOG2);
    let of = |level| {
        let [x, y, _] = packed_offset(Some(packed), level, [width, height, 1], TEXEL);
        [x, y]
    };
    levels.map(of).collect()
}

#[test]
fn packed_offsets_of_the_digest() {
    assert_eq!(offsets(64, 64, 2..=6), [[16, 0], [8, 0], [4, 0], [0, 8], [0, 4]]);
    let wide = [[0, 16], [0, 8], [0, 4], [32, 0], [16, 0], [8, 0], [4, 0]];
    assert_eq!(offsets(128, 32, 1..=7), wide);
    assert_eq!(offsets(16, 16, 0..=4), [[16, 0], [8, 0], [4, 0], [0, 8], [0, 4]]);
    assert_eq!(offsets(80, 260, 3..=8), [[16, 0], [8, 0], [4, 0], [0, 32], [0, 16], [0, 8]]);
    assert_eq!(offsets(64, 64, 0..=1), [[0, 0], [0, 0]]);
}

/// A constant: dimension, size word, format, pitch, tiled, packed, highest level.
fn fetch(
    dimension: Dimension,
    size: u32,
    format: DataFormat,
    pitch: u32,
    tiled: bool,
    packed: bool,
    highest: u32,
) -> TextureFetch {
    let d0 = 2 | (pitch / 32) << 22 | u32::from(tiled) << 31;
    let d1 = format.to_bits() | 0x0100_0000;
    let d5 = dimension.to_bits() << 9 | u32::from(packed) << 11 | 0x0200_0000;
    TextureFetch::from_words([d0, d1, size, 0, highest << 6, d5])
}

fn size(width: u32, height: u32) -> u32 {
    (width - 1) | ((height - 1) << 13)
}

#[test]
fn mips_follow_without_gaps_and_the_tail_shares() {
    let fetch = fetch(Dimension::D2, size(64, 64), DataFormat::K8888, 64, true, true, 6);
    let layout = Layout::new(&fetch);
    assert_eq!((layout.packed, layout.range), (Some(2), (0, 6)));
    let place = |level: &Level| (level.address, level.offset[0], level.offset[1], level.size[0]);
    let places: Vec<_> = layout.levels().iter().map(place).collect();
    let tail = 0x0200_0000 + 32 * 32 * 4;
    let expected = [
        (0x0100_0000, 0, 0, 64),
        (0x0200_0000, 0, 0, 32),
        (tail, 16, 0, 16),
        (tail, 8, 0, 8),
        (tail, 4, 0, 4),
        (tail, 0, 8, 2),
        (tail, 0, 4, 1),
    ];
    assert_eq!(places, expected);
}

#[test]
fn a_small_base_is_packed_at_its_own_address() {
    let fetch = fetch(Dimension::D2, size(8, 8), DataFormat::K8888, 32, true, true, 3);
    let layout = Layout::new(&fetch);
    let places: Vec<_> = layout.levels().iter().map(|l| (l.address, l.offset, l.pitch)).collect();
    let tail = 0x0200_0000;
    let expected = [
        (0x0100_0000, [16, 0, 0], 32),
        (tail, [8, 0, 0], 32),
        (tail, [4, 0, 0], 32),
        (tail, [0, 4, 0], 32),
    ];
    assert_eq!(places, expected);
}

#[test]
fn sizes_that_are_no_power_of_two_are_stored_as_if() {
    let fetch = fetch(Dimension::D2, size(100, 60), DataFormat::K8888, 128, false, false, 6);
    let layout = Layout::new(&fetch);
    let rows: Vec<_> = layout.levels().iter().map(|l| (l.size[0], l.size[1], l.row)).collect();
    let expected = [
        (100, 60, 512),
        (50, 30, 256),
        (25, 15, 256),
        (12, 7, 256),
        (6, 3, 256),
        (3, 1, 256),
        (1, 1, 256),
    ];
    assert_eq!(rows, expected);
    let strides: Vec<_> = layout.levels().iter().map(|l| l.slice_stride).collect();
    assert_eq!(strides[..3], [512 * 64, 256 * 32, 256 * 32]);
}

#[test]
fn slices_are_stored_inside_each_level() {
    let cube = fetch(Dimension::Cube, size(32, 32), DataFormat::Dxt1, 32, true, false, 2);
    let layout = Layout::new(&cube);
    let strides: Vec<_> =
        layout.levels().iter().map(|l| (l.address, l.slices, l.slice_stride)).collect();
    let expected =
        [(0x0100_0000, 6, 8192), (0x0200_0000, 6, 8192), (0x0200_0000 + 6 * 8192, 6, 8192)];
    assert_eq!(strides, expected);
    let mut stacked =
        fetch(Dimension::D2, size(16, 16) | 2 << 26, DataFormat::K8888, 32, true, true, 4);
    stacked.d1 = stacked.d1.with_stacked(true);
    let layout = Layout::new(&stacked);
    assert_eq!(layout.level(0).map(|l| (l.slices, l.slice_stride)), Some((3, 4096)));
}

#[test]
fn volumes_have_a_depth_of_their_own() {
    let word = 31 | 31 << 11 | 7 << 22;
    let fetch = fetch(Dimension::D3, word, DataFormat::K8888, 32, true, true, 5);
    let layout = Layout::new(&fetch);
    let at: Vec<_> =
        layout.levels().iter().map(|l| (l.address, l.size[2], l.offset, l.slice_stride)).collect();
    let tail = 0x0200_0000;
    let expected = [
        (0x0100_0000, 8, [0, 0, 0], 32768),
        (tail, 4, [16, 0, 0], 16384),
        (tail, 2, [8, 0, 0], 16384),
        (tail, 1, [4, 0, 0], 16384),
        (tail, 1, [0, 8, 0], 16384),
        (tail, 1, [0, 4, 0], 16384),
    ];
    assert_eq!(at, expected);
}

#[test]
fn padding_is_not_touched() {
    // A linear frame that games allocate exactly.
    let plain = fetch(Dimension::D2, size(1280, 720), DataFormat::K8888, 1280, false, false, 0);
    let layout = Layout::new(&plain);
    assert_eq!(layout.level(0).map(Level::end), Some(1280 * 720 * 4));
    // Tiled, its last macro tiles are there whole.
    let tiled = fetch(Dimension::D2, size(1280, 720), DataFormat::K8888, 1280, true, false, 0);
    let layout = Layout::new(&tiled);
    assert_eq!(layout.level(0).map(Level::end), Some(1280 * 736 * 4));
}

#[test]
fn every_block_lies_before_the_end() {
    for (format, log2) in
        [(DataFormat::K8, 0), (DataFormat::K565, 1), (DataFormat::K8888, 2), (DataFormat::Dxt45, 4)]
    {
        for (width, height, tiled) in
            [(8_u32, 8, true), (200, 100, true), (130, 333, true), (77, 5, false)]
        {
            let pitch = width.next_multiple_of(256);
            let flat = fetch(Dimension::D2, size(width, height), format, pitch, tiled, true, 9);
            let deep = (width - 1) | ((height - 1) << 11) | (10 << 22);
            let deep = fetch(Dimension::D3, deep, format, pitch, tiled, true, 9);
            for layout in [Layout::new(&flat), Layout::new(&deep)] {
                for level in layout.levels() {
                    let [across, down] = level.blocks();
                    let depth = if level.volume { level.size[2] } else { level.slices };
                    let mut last = 0;
                    for (z, y) in (0..depth).flat_map(|z| (0..down).map(move |y| (z, y))) {
                        for x in 0..across {
                            last = last.max(level.block_offset(z, x, y));
                        }
                    }
                    let end = last as u64 + (1 << log2);
                    assert!(end <= level.end(), "{format:?} {level:?}");
                    assert!(level.end() <= end + 0x10000, "{format:?} {level:?} {end}");
                }
            }
        }
    }
}
