//! The walk over candidates.

use sst1_cycle::config::{Config, MemoryConfig, Overlap, Walker};
use sst1_regs::offset;

use crate::bench::{Bench, COLOR, NEGATIVE, ideal};

/// Candidates and pixels of the triangle in the registers.
fn walked(bench: &mut Bench, data: u32) -> [u64; 2] {
    let before = bench.card.fbi().counts;
    bench.command(offset::TRIANGLE_CMD, data);
    bench.until_done();
    let after = bench.card.fbi().counts;
    [after.candidates - before.candidates, after.issued - before.issued]
}

/// Digest 1.2: "bounds (v+7)>>4 (...) inclusive on all four sides"; "A row ends at max_x, or at the
/// **first ineligible candidate after an eligible one**."
#[test]
fn rows_cost_their_pixels_and_one_more() {
    let mut bench = Bench::new(ideal());
    // Columns 0 to 4, rows 0 to 4. Rows 0 and 4 cover nothing: 5 each. Row y covers y: y + 1.
    bench.stairs(4);
    assert_eq!(walked(&mut bench, 0), [5 + 2 + 3 + 4 + 5, 6]);
}

/// Digest 1.2: "Row cost = leading misses from min_x + covered pixels + 1 (no +1 if coverage reaches
/// max_x)."
#[test]
fn leading_misses_cost_a_clock_each() {
    let mut bench = Bench::new(ideal());
    // A (4,0), B (0,4), C (4,4): row y covers 3 - y to 3, box 0 to 4: 3 - y misses, y + 1 pixels, 1.
    bench.vertices([[4, 0], [0, 4], [4, 4]]);
    assert_eq!(walked(&mut bench, NEGATIVE), [4 * 5 + 5, 10]);
}

/// The same: coverage that reaches the box's last column ends the row at once.
#[test]
fn coverage_up_to_the_edge_costs_no_candidate_more() {
    let mut bench = Bench::new(ideal());
    // Right side at x = 4 - 1/4: the box ends at column (60 + 7) >> 4 = 4; at x = 3.5 at column 3,
    // which is covered where the edge lies right of its centre.
    for (at, value) in [
        (offset::VERTEX_AX, 0),
        (offset::VERTEX_AY, 0),
        (offset::VERTEX_BX, 0),
        (offset::VERTEX_BY, 32),
        (offset::VERTEX_CX, 56),
        (offset::VERTEX_CY, 32),
    ] {
        bench.write(at, value);
    }
    // Row 0, centre y = 8: edge AC at 14, columns with centres 8 <= 14: column 0; row 1, y = 24:
    // edge AC at 42: columns 0 to 2 (centres 8, 24, 40). Box: columns 0 to 3, rows 0 to 2.
    assert_eq!(walked(&mut bench, NEGATIVE), [2 + 4 + 4, 4]);
    // With C at x = 3: box columns 0 to 3 still, since (48 + 7) >> 4 = 3; at 2.5 it ends at 2.
    bench.write(offset::VERTEX_CX, 40);
    // Row 0: edge at 10: column 0; row 1: edge at 30: columns 0 and 1; box 0 to 2.
    assert_eq!(walked(&mut bench, NEGATIVE), [2 + 3 + 3, 3]);
}

/// Digest 1.2: "clipping does not shrink the walk."
#[test]
fn clipped_candidates_are_walked() {
    let mut bench = Bench::new(ideal());
    bench.write(offset::CLIP_LEFT_RIGHT, 2 << 16 | 64);
    bench.write(offset::CLIP_LOWY_HIGHY, 3);
    bench.write(offset::FBZ_MODE, COLOR | 1);
    bench.stairs(4);
    // Rows below 3, columns from 2: nothing is left, and every candidate of 5 rows is looked at.
    assert_eq!(walked(&mut bench, 0), [25, 0]);
    bench.write(offset::CLIP_LOWY_HIGHY, 4);
    // Row 3 keeps column 2: two misses, a pixel, one more.
    assert_eq!(walked(&mut bench, 0), [4 * 5 + 4, 1]);
}

/// The walker that goes from covered pixel to covered pixel.
#[test]
fn spans_have_no_bubbles() {
    let mut bench = Bench::new(Config { walker: Walker::Spans, ..ideal() });
    bench.stairs(4);
    assert_eq!(walked(&mut bench, 0), [6, 6]);
    bench.vertices([[4, 0], [0, 4], [4, 4]]);
    assert_eq!(walked(&mut bench, NEGATIVE), [10, 10]);
}

/// A gap is one between rows, not before the first.
#[test]
fn a_gap_lies_between_two_rows() {
    let mut bench = Bench::new(Config { walker: Walker::Spans, row_gap: 2, ..ideal() });
    bench.stairs(4);
    assert_eq!(walked(&mut bench, 0), [6 + 2 * 2, 6]);
}

/// One unit that sets up and walks, or two.
#[test]
fn set_up_waits_for_the_walk_or_does_not() {
    for (setup, between) in [(true, 1), (false, 6)] {
        let overlap = Overlap { commands: true, depth: 8, setup };
        let mut config = Config { walker: Walker::Spans, setup: 5, overlap, ..ideal() };
        (config.color.coherent, config.aux.coherent) = (true, true);
        let mut bench = Bench::new(config);
        bench.stairs(4);
        bench.offer(offset::TRIANGLE_CMD, 0);
        bench.offer(offset::TRIANGLE_CMD, 0);
        let candidates = bench.times(|card| card.fbi().counts.candidates, 12);
        let gaps: Vec<_> = candidates.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(gaps, [1, 1, 1, 1, 1, between, 1, 1, 1, 1, 1], "{setup}");
    }
}

/// Digest 1.2: "accept (1 clock) -> setup (1) -> stream"; "One candidate pixel centre per clock";
/// "the eligible pixel's interpolants (...) are registered (1 stage)".
#[test]
fn the_first_candidate_comes_two_clocks_after_hand_over() {
    let mut bench = Bench::new(ideal());
    bench.stairs(4);
    let accepted = bench.command(offset::TRIANGLE_CMD, 0);
    let candidates = bench.times(|card| card.fbi().counts.candidates, 19);
    assert_eq!(candidates, (accepted + 2..accepted + 21).collect::<Vec<_>>());
}

/// Digest 3: "Setup 7 clocks, 16 with sub-pixel correction."
#[test]
fn set_up_of_the_original_card_takes_7_or_16_clocks() {
    for (path, clocks) in [(0, 7), (1 << 26, 16)] {
        let config = Config { setup: 7, setup_subpixel: 9, ..ideal() };
        let mut bench = Bench::new(config);
        bench.write(offset::FBZ_COLOR_PATH, path);
        bench.stairs(4);
        let accepted = bench.command(offset::TRIANGLE_CMD, 0);
        let candidates = bench.times(|card| card.fbi().counts.candidates, 1);
        assert_eq!(candidates, [accepted + 1 + clocks]);
    }
}

/// Digest 1.2: "The walker stalls while 64 pixels are pending (issued, not retired)".
#[test]
fn the_walker_stalls_at_64_pending_pixels() {
    let mut config = Config::zsst();
    if let MemoryConfig::Ddr(ddr) = &mut config.memory {
        // So slow that a row and more is issued before the first texel comes.
        ddr.latency = 400;
    }
    let mut bench = Bench::new(config);
    bench.texture();
    bench.stairs(40);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.until_done();
    assert_eq!(bench.card.fbi().counts.pending_max, 64);
}

/// Passing over misses ends no row early: boxes with rows that cover nothing, in both ways.
#[test]
fn misses_that_are_passed_over_count_as_those_that_are_not() {
    let clocks = |skips| {
        let mut bench = Bench::new(Config::zsst());
        bench.card.set_skips(skips);
        let begun = bench.card.clocks();
        // A sliver from corner to corner, and a triangle that the clip rectangle leaves nothing of.
        bench.vertices([[0, 0], [200, 90], [201, 90]]);
        let sliver = walked(&mut bench, 0);
        bench.vertices([[-300, -90], [-10, -90], [-10, -5]]);
        let outside = walked(&mut bench, 0);
        (sliver, outside, bench.card.clocks() - begun)
    };
    assert_eq!(clocks(true), clocks(false));
    assert!(clocks(true).1[0] > 20_000, "{:?}", clocks(true));
}
