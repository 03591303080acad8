//! Words that are colours of one command and depths of the next.

use sst1_board::{Access, BoardConfig, Width};
use sst1_cycle::config::Config;
use sst1_facts::Profile;
use sst1_regs::offset;
use sst1_streams::Operation;

use crate::pair::Pair;

fn put(pair: &mut Pair, offset: u32, data: u32) {
    let access = Access { offset, data, width: Width::Word };
    assert_eq!(pair.perform(&Operation::Write(access)), None);
}

/// A right triangle of `side` rows whose upper corner is at column `x` of row `y`.
fn triangle(pair: &mut Pair, [x, y, side]: [u32; 3]) {
    let corners = [[x, y], [x + side, y + side], [x, y + side]];
    for (at, value) in (offset::VERTEX_AX..).step_by(4).zip(corners.into_iter().flatten()) {
        put(pair, at, value * 16);
    }
    put(pair, offset::TRIANGLE_CMD, 0);
}

/// The first triangle's colours lie below the back buffer, in the rows of the auxiliary buffer; they
/// may be in a combiner still, long after it retired, when the last one's depth test reads them.
#[test]
fn a_combiner_s_colours_are_seen_as_depths() {
    let board = BoardConfig { frame_buffer_bytes: 1 << 16, texture_bytes: 1 << 16, tmus: 1 };
    for (name, config) in [("sst1", Config::sst1()), ("afterimage", Config::afterimage())] {
        for between in 1..24 {
            let mut pair = Pair::new(config, board, &Profile::hardware());
            for (at, data) in [
                (offset::FBI_INIT1, 1 << 4),
                (offset::FBI_INIT2, 2 << 11),
                (offset::VIDEO_DIMENSIONS, 64 << 16 | 0x3F),
                (offset::START_Z, 0x4000_0000),
                (offset::COLOR1, 0x00FF_FFFF),
                (offset::FBZ_COLOR_PATH, 2),
                (offset::FBZ_MODE, 1 << 14 | 1 << 9),
            ] {
                put(&mut pair, at, data);
            }
            triangle(&mut pair, [0, 64, 4]);
            // Pixels enough in between that the first has retired and nothing is drained.
            triangle(&mut pair, [0, 0, between]);
            put(&mut pair, offset::FBZ_MODE, 1 << 14 | 1 << 10 | 1 << 9 | 3 << 5 | 1 << 4);
            triangle(&mut pair, [0, 0, 8]);
            assert_eq!(pair.settled(), None, "{name}, {between} rows in between");
        }
    }
}
