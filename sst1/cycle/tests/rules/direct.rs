//! Fills and LFB writes.

use sst1_board::Device;
use sst1_cycle::config::{Config, Filling};
use sst1_regs::offset;

use crate::bench::{AUX, Bench, COLOR, ideal};

/// Clocks from a command's hand-over until FBI is drained, the hand-over's own not counted.
fn clocks(bench: &mut Bench, at: u32, data: u32) -> u64 {
    let accepted = bench.command(at, data);
    bench.until(|card| card.fbi().is_drained());
    bench.card.clocks() - 1 - accepted
}

/// Digest 1.2: "one 16-bit value per clock; 2 clocks per pixel whenever the aux write (fbzMode\[10\])
/// is enabled, with or without colour, else 1".
#[test]
fn a_fill_takes_a_clock_a_word() {
    for (fbz, a_pixel) in [(COLOR, 1), (COLOR | AUX, 2), (AUX, 2), (0, 1)] {
        let mut bench = Bench::new(ideal());
        bench.write(offset::FBZ_MODE, fbz);
        bench.write(offset::CLIP_LEFT_RIGHT, 16);
        bench.write(offset::CLIP_LOWY_HIGHY, 4);
        bench.settle();
        assert_eq!(clocks(&mut bench, offset::FASTFILL_CMD, 0), 64 * a_pixel, "{fbz:x}");
    }
}

/// Ours: the pixels of a beat, colours and depths together; a row that begins or ends within a beat
/// costs a clock for what it has of it.
#[test]
fn a_wide_fill_takes_a_clock_a_beat() {
    for (columns, clocks_a_row) in [(16, 2), (4 << 16 | 0x11, 3), (64, 8)] {
        for fbz in [COLOR, COLOR | AUX, AUX] {
            let mut bench = Bench::new(Config { fill: Filling::Beat, ..ideal() });
            bench.write(offset::FBZ_MODE, fbz);
            bench.write(offset::CLIP_LEFT_RIGHT, columns);
            bench.write(offset::CLIP_LOWY_HIGHY, 4);
            bench.settle();
            assert_eq!(clocks(&mut bench, offset::FASTFILL_CMD, 0), 4 * clocks_a_row, "{fbz:x}");
        }
    }
}

/// Digest 3: two pixels a clock for colours, depths or both, whatever the strips.
#[test]
fn a_fill_by_pairs_takes_a_clock_a_pair() {
    for (columns, clocks_a_row) in [(16, 8), (3 << 16 | 0x11, 8), (64, 32)] {
        for (fbz, fill_strip) in [(COLOR, 0), (COLOR | AUX, 8), (AUX, 32)] {
            let mut bench = Bench::new(Config { fill: Filling::Pair, fill_strip, ..ideal() });
            bench.write(offset::FBZ_MODE, fbz);
            bench.write(offset::CLIP_LEFT_RIGHT, columns);
            bench.write(offset::CLIP_LOWY_HIGHY, 4);
            bench.settle();
            assert_eq!(clocks(&mut bench, offset::FASTFILL_CMD, 0), 4 * clocks_a_row, "{fbz:x}");
        }
    }
}

/// Each word once, strip by strip.
#[test]
fn strips_cover_the_rectangle() {
    for fill_strip in [1, 3, 7, 64] {
        for fill in [Filling::Word, Filling::Pair, Filling::Beat] {
            let mut bench = Bench::new(Config { fill, fill_strip, ..ideal() });
            bench.write(offset::CLIP_LEFT_RIGHT, 5 << 16 | 0x16);
            bench.write(offset::CLIP_LOWY_HIGHY, 4);
            bench.command(offset::FASTFILL_CMD, 0);
            bench.until_done();
            assert_eq!(bench.card.memory().counts.bytes_written, 4 * 17 * 2, "{fill_strip}");
        }
    }
}

/// Digest 1.2: "at least one pixel is filled even for an empty rectangle"; here its time passes.
#[test]
fn an_empty_fill_takes_a_pixel_s_time() {
    let mut bench = Bench::new(ideal());
    bench.write(offset::CLIP_LEFT_RIGHT, 0);
    bench.settle();
    assert_eq!(clocks(&mut bench, offset::FASTFILL_CMD, 0), 1);
    assert_eq!(bench.card.memory().counts.writes, 0);
}

/// Digest 1.2: a fill's words go through the combiners: eight pixels a write.
#[test]
fn a_fill_writes_whole_beats() {
    let mut bench = Bench::new(ideal());
    bench.write(offset::CLIP_LEFT_RIGHT, 32);
    bench.write(offset::CLIP_LOWY_HIGHY, 2);
    bench.write(offset::COLOR1, 0xFF_FFFF);
    bench.command(offset::FASTFILL_CMD, 0);
    bench.until_done();
    assert_eq!(bench.card.memory().counts.writes, 8);
    assert_eq!(bench.card.memory().counts.bytes_written, 128);
    let state = bench.card.state();
    assert_eq!(state.frame_buffer.read(state.layout().back + 62), 0xFFFF);
}

/// Digest 1.2: "LFB bypass write: 4 sub-steps (colour0, colour1, aux0, aux1), one clock each even
/// when unused, then write drain."
#[test]
fn an_lfb_write_takes_four_clocks() {
    for format in [0, 5, 15] {
        let mut bench = Bench::new(ideal());
        bench.write(offset::LFB_MODE, format);
        bench.settle();
        assert_eq!(clocks(&mut bench, 0x40_0000, 0x1234_5678), 4);
    }
}

/// Digest 1.2: "LFB pipelined write: per pixel setup 1, prefetch >=1 (+memory), evaluate 1, pipe 6,
/// write colour/aux 1 each, finish 1."
#[test]
fn a_pipelined_lfb_write_takes_twelve_clocks_a_pixel() {
    // Formats 0 (two pixels) and 5 (one).
    for (format, pixels) in [(0, 2), (5, 1)] {
        let mut bench = Bench::new(ideal());
        bench.write(offset::LFB_MODE, format | 1 << 8);
        bench.settle();
        assert_eq!(clocks(&mut bench, 0x40_0000, 0x1234_5678), 12 * pixels);
    }
}

/// The same: a depth test adds a read's time.
#[test]
fn a_pipelined_lfb_write_waits_for_what_it_reads() {
    let mut bench = Bench::new(sst1_cycle::config::Config::zsst());
    bench.write(offset::LFB_MODE, 1 << 8 | 0xC);
    bench.write(offset::FBZ_MODE, COLOR | crate::bench::DEPTH);
    bench.settle();
    let taken = clocks(&mut bench, 0x40_0000, 0x1234_5678);
    assert!((12 + 26..12 + 36).contains(&taken), "{taken}");
}
