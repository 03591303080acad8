//! Whatever a memory's latency, every pixel comes out once, in order, and no queue outgrows its size.

use sst1_board::{Access, BoardConfig, Width};
use sst1_cycle::config::{Config, MemoryConfig};
use sst1_facts::Profile;
use sst1_regs::offset;
use sst1_streams::Operation;

use crate::pair::Pair;

fn put(pair: &mut Pair, offset: u32, data: u32) {
    let access = Access { offset, data, width: Width::Word };
    assert_eq!(pair.perform(&Operation::Write(access)), None);
}

/// A screen of 64 by 64, four texels a word of noise, depth test, blending, a bilinear texture.
fn prepare(pair: &mut Pair) {
    for (at, data) in [
        (offset::FBI_INIT1, 1 << 4),
        (offset::FBI_INIT2, 2 << 11),
        (offset::VIDEO_DIMENSIONS, 64 << 16 | 0x3F),
        (offset::CLIP_LEFT_RIGHT, 64),
        (offset::CLIP_LOWY_HIGHY, 64),
        (offset::ZA_COLOR, 0x8000_8000),
        (offset::COLOR1, 0x0012_3456),
        (offset::FBZ_MODE, 1 << 14 | 1 << 10 | 1 << 9 | 1),
        (offset::FASTFILL_CMD, 0),
        (offset::FBZ_MODE, 1 << 14 | 1 << 10 | 1 << 9 | 3 << 5 | 1 << 4 | 1),
        (offset::ALPHA_MODE, 1 << 4 | 1 << 8 | 5 << 12),
        (offset::FBZ_COLOR_PATH, 1 << 27 | 1),
        (offset::TEXTURE_MODE, 3 << 8 | 6 | 1 << 12 | 1 << 18 | 1 << 21 | 1 << 27),
        (offset::T_LOD, 0),
        (offset::DSDX, 5 << 16),
        (offset::DTDY, 7 << 16),
        (offset::DZDX, 0x0060_0000),
        (offset::START_Z, 0x4000_0000),
        (offset::START_A, 0x90 << 12),
    ] {
        put(pair, at, data);
    }
    for n in 0..48u32 {
        let (t, s) = (n >> 2, n & 3);
        put(pair, 0x80_0000 | t << 9 | s << 4, n.wrapping_mul(0x9E37_79B9));
    }
}

/// Triangles that lie over each other, small and large, with register writes in between.
fn draw(pair: &mut Pair) {
    for (n, side) in [(0u32, 20u32), (1, 5), (2, 30), (3, 2), (4, 5), (5, 24)] {
        let (x, y) = (n * 40, n * 24);
        for (at, data) in [
            (offset::VERTEX_AX, x),
            (offset::VERTEX_AY, y),
            (offset::VERTEX_BX, x + side * 16),
            (offset::VERTEX_BY, y + side * 16),
            (offset::VERTEX_CX, x),
            (offset::VERTEX_CY, y + side * 16),
            (offset::START_S, n << 18),
            (offset::TRIANGLE_CMD, 0),
        ] {
            put(pair, at, data);
        }
        if n == 3 {
            put(pair, 0x80_0000, 0xFEDC_BA98);
            put(pair, 0x40_0000 | 5 << 11, 0x1234_5678);
        }
    }
}

#[test]
fn at_every_latency_from_1_to_500() {
    for preset in [Config::zsst(), Config::afterimage()] {
        with_every_latency(500, |latency| {
            let mut config = preset;
            if let MemoryConfig::Ddr(ddr) = &mut config.memory {
                (ddr.latency, ddr.jitter) = (latency, latency / 3);
            }
            config
        });
    }
}

/// A new row of the original card's memory takes so long.
#[test]
fn at_every_latency_of_a_row_from_1_to_200() {
    with_every_latency(200, |latency| {
        let mut config = Config::sst1();
        if let MemoryConfig::Edo(edo) = &mut config.memory {
            (edo.row, edo.turnaround, edo.burst) = (latency, latency % 7, 1 + latency % edo.writes);
            edo.halves = latency % 3 != 0;
        }
        config
    });
}

fn with_every_latency(most: u32, config: impl Fn(u32) -> Config) {
    let board = BoardConfig { frame_buffer_bytes: 1 << 16, texture_bytes: 1 << 16, tmus: 1 };
    let mut clocks = 0;
    for latency in 1..=most {
        let config = config(latency);
        let mut pair = Pair::new(config, board, &Profile::hardware());
        prepare(&mut pair);
        draw(&mut pair);
        assert_eq!(pair.settled(), None, "latency {latency}");
        let fbi = pair.clocked.fbi();
        let counts = fbi.counts;
        assert_eq!(counts.issued, counts.retired);
        assert_eq!(counts.issued, [20, 5, 30, 2, 5, 24].map(|n| n * (n - 1) / 2).iter().sum());
        assert_eq!(counts.join_alloc, counts.join_done);
        assert!(counts.pending_max <= u64::from(config.pending));
        assert!(counts.join_max <= u64::from(config.join));
        assert!(fbi.color.counts.waits_max <= u64::from(config.color.waits));
        assert!(fbi.color.counts.fills_max <= u64::from(config.color.fills));
        let tmu = &pair.clocked.tmus()[0];
        assert_eq!((tmu.counts.samples, tmu.counts.results), (counts.issued, counts.issued));
        assert!(tmu.counts.rob_max <= u64::from(config.rob));
        assert_eq!(pair.clocked.stalls().total(), pair.clocked.clocks());
        clocks += pair.clocked.clocks();
    }
    assert!(clocks > 2_000 * u64::from(most));
}
