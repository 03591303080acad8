//! What a clock is given to: whoever starves the pixel pipe, and not a stage that the gap passes.

use sst1_board::{Access, Width};
use sst1_cycle::config::{CacheConfig, Config, DdrConfig, Filling, MemoryConfig, Overlap, Walker};
use sst1_cycle::stall::{Cause, Stalls};
use sst1_regs::offset;

use crate::bench::{AUX, BLEND, Bench, COLOR, DEPTH, NEGATIVE, ideal};

/// What the clocks of `work`, until all is done, went to.
fn during(bench: &mut Bench, work: impl FnOnce(&mut Bench)) -> Stalls {
    let (before, clocks) = (bench.card.stalls().clone(), bench.card.clocks());
    work(bench);
    bench.settle();
    let stalls = bench.card.stalls().since(&before);
    assert_eq!(stalls.total(), bench.card.clocks() - clocks, "every clock has one cause");
    stalls
}

fn triangle(bench: &mut Bench) {
    bench.write(offset::TRIANGLE_CMD, 0);
}

/// The share, in percent, that a cause has in the clocks in which no pixel entered the pipe.
fn share(stalls: &Stalls, cause: Cause) -> u64 {
    100 * stalls.of(cause) / (stalls.total() - stalls.of(Cause::Pixel))
}

fn no_more_than(stalls: &Stalls, cause: Cause, most: u64) {
    assert!(stalls.of(cause) <= most, "{} clocks {}: {stalls:?}", stalls.of(cause), cause.name());
}

/// The published design on a slow memory.
fn slow(config: Config, latency: u32) -> Config {
    let memory = MemoryConfig::Ddr(DdrConfig { latency, ..DdrConfig::zsst() });
    Config { memory, ..config }
}

/// Commands overlap and lines stay, so that nothing waits for a command's end.
fn overlapped(config: Config) -> Config {
    let stays = |cache: CacheConfig| CacheConfig { coherent: true, ..cache };
    let overlap = Overlap { commands: true, setup: true, depth: 8 };
    Config { overlap, color: stays(config.color), aux: stays(config.aux), ..config }
}

/// The same without candidates that are not covered.
fn spans() -> Config {
    Config { walker: Walker::Spans, ..overlapped(ideal()) }
}

/// Every row ends with a candidate that is not covered, and the first and the last have only such: 61
/// clocks, however many stages a pixel passes.
#[test]
fn gaps_of_the_walker_are_the_walker_s_in_every_kind_of_pixel() {
    for (fbz, alpha, textured, latency) in [
        (COLOR, 0, false, 0),
        (COLOR | AUX | DEPTH, 0, false, 0),
        (COLOR, BLEND, false, 0),
        (COLOR, 0, true, 11),
        (COLOR | AUX | DEPTH, BLEND, true, 11),
    ] {
        let mut bench = Bench::new(overlapped(ideal()));
        if textured {
            bench.texture();
        }
        bench.write(offset::FBZ_MODE, fbz);
        bench.write(offset::ALPHA_MODE, alpha);
        bench.stairs(20);
        // The first triangle fills the caches.
        during(&mut bench, triangle);
        let stalls = during(&mut bench, triangle);
        assert_eq!(stalls.of(Cause::Pixel), 190);
        // The candidates of the last row hide the latency of the unit, which was seen at the first.
        let [walker, stages] = [Cause::Walker, Cause::TextureStages].map(|cause| stalls.of(cause));
        assert_eq!(stages, latency, "{stalls:?}");
        assert!((60..=61).contains(&(walker + stages)), "{stalls:?}");
        no_more_than(&stalls, Cause::Pipe, 1);
        let memory = [Cause::TextureMemory, Cause::ColorMemory, Cause::AuxMemory];
        assert_eq!(memory.map(|cause| stalls.of(cause)), [0; 3], "{stalls:?}");
    }
}

/// One fill at a time of lines that are used for a few texels each.
#[test]
fn a_stream_that_texture_fills_starve_is_given_to_texture_memory() {
    let config = Config::zsst();
    let texture = CacheConfig { bytes: 128, fills: 1, prefetch: 0, ..config.texture };
    let mut bench = Bench::new(slow(Config { texture, ..config }, 40));
    bench.texture();
    // Sixteen texels a pixel: every fourth pixel is in the next line.
    bench.write(offset::DSDX, 16 << 18);
    bench.write(offset::DTDY, 1 << 18);
    bench.stairs(40);
    let stalls = during(&mut bench, triangle);
    assert_eq!(stalls.of(Cause::Pixel), 780);
    assert!(share(&stalls, Cause::TextureMemory) >= 90, "{stalls:?}");
    no_more_than(&stalls, Cause::Pipe, 9);
    no_more_than(&stalls, Cause::TextureStages, 24);
}

#[test]
fn a_stream_that_depth_reads_starve_is_given_to_aux_memory() {
    let config = Config::zsst();
    let aux = CacheConfig { bytes: 128, fills: 1, ..config.aux };
    let mut bench = Bench::new(slow(Config { aux, ..config }, 100));
    bench.write(offset::FBZ_MODE, COLOR | AUX | DEPTH);
    bench.stairs(40);
    let stalls = during(&mut bench, triangle);
    assert!(share(&stalls, Cause::AuxMemory) >= 90, "{stalls:?}");
    no_more_than(&stalls, Cause::Pipe, 9);
}

/// The same beside texels that are resident, which take longer than the depth would if it came.
#[test]
fn depth_reads_starve_textured_pixels_too() {
    let config = Config::zsst();
    let aux = CacheConfig { bytes: 128, fills: 1, ..config.aux };
    let mut bench = Bench::new(slow(Config { aux, ..config }, 100));
    bench.texture();
    bench.write(offset::FBZ_MODE, COLOR | AUX | DEPTH);
    bench.stairs(40);
    during(&mut bench, triangle);
    let stalls = during(&mut bench, triangle);
    assert!(share(&stalls, Cause::AuxMemory) >= 90, "{stalls:?}");
    assert_eq!(stalls.of(Cause::TextureMemory), 0);
}

#[test]
fn a_stream_that_colour_reads_starve_is_given_to_colour_memory() {
    let config = Config::zsst();
    let color = CacheConfig { bytes: 128, fills: 1, ..config.color };
    let mut bench = Bench::new(slow(Config { color, ..config }, 100));
    bench.write(offset::ALPHA_MODE, BLEND);
    bench.stairs(40);
    let stalls = during(&mut bench, triangle);
    assert!(share(&stalls, Cause::ColorMemory) >= 90, "{stalls:?}");
    no_more_than(&stalls, Cause::Pipe, 9);
}

/// A register write in 40 clocks, eight for a triangle of one pixel.
#[test]
fn a_slow_host_is_given_its_clocks() {
    for textured in [false, true] {
        let mut bench = Bench::new(Config { host_clocks: 40, ..overlapped(ideal()) });
        if textured {
            bench.texture();
        }
        bench.one_pixel();
        let stalls = during(&mut bench, |bench| {
            for _ in 0..50 {
                for n in 0..7 {
                    bench.write(offset::START_R + 4 * n, 0);
                }
                triangle(bench);
            }
        });
        assert_eq!(stalls.of(Cause::Pixel), 50);
        assert!(share(&stalls, Cause::Host) >= 90, "{stalls:?}");
    }
}

/// Triangles of one pixel as fast as the host can write their command: gaps shorter than the way to the
/// pipe, so that pixels are always under way.
#[test]
fn a_host_that_is_a_little_slow_is_given_its_clocks() {
    for textured in [false, true] {
        let config = Config { host_clocks: 8, setup: 0, ..spans() };
        let mut bench = Bench::new(config);
        if textured {
            bench.texture();
        }
        bench.one_pixel();
        let stalls = during(&mut bench, |bench| (0..200).for_each(|_| triangle(bench)));
        assert_eq!(stalls.of(Cause::Pixel), 200);
        assert!(share(&stalls, Cause::Host) >= 70, "{stalls:?}");
        no_more_than(&stalls, Cause::Pipe, 20);
        no_more_than(&stalls, Cause::TextureStages, 20);
    }
}

#[test]
fn a_slow_set_up_is_given_its_clocks() {
    for textured in [false, true] {
        let mut bench = Bench::new(Config { setup: 60, ..overlapped(ideal()) });
        if textured {
            bench.texture();
        }
        bench.one_pixel();
        let stalls = during(&mut bench, |bench| (0..50).for_each(|_| triangle(bench)));
        assert!(share(&stalls, Cause::Setup) >= 85, "{stalls:?}");
        no_more_than(&stalls, Cause::TextureStages, 24);
    }
}

/// Columns of a pixel: every one is another beat, and a write takes 20 clocks.
#[test]
fn writes_that_memory_is_slow_to_take_are_the_combiners() {
    let mut config = Config { output: 4, walker: Walker::Spans, ..Config::zsst() };
    if let MemoryConfig::Ddr(ddr) = &mut config.memory {
        (ddr.write_service, ddr.writes) = (20, 1);
    }
    let mut bench = Bench::new(config);
    bench.write(offset::CLIP_LEFT_RIGHT, 1);
    bench.write(offset::FBZ_MODE, COLOR | 1);
    bench.stairs(60);
    let stalls = during(&mut bench, triangle);
    assert_eq!(stalls.of(Cause::Pixel), 59);
    assert!(share(&stalls, Cause::Combiner) >= 85, "{stalls:?}");
}

/// Samples that are in the cache take eleven clocks; with room for four, seven in eleven are lost.
#[test]
fn a_short_reorder_buffer_lets_the_unit_s_latency_show() {
    let mut bench = Bench::new(Config { rob: 4, ..overlapped(ideal()) });
    bench.texture();
    bench.stairs(40);
    during(&mut bench, triangle);
    let stalls = during(&mut bench, triangle);
    assert!(share(&stalls, Cause::TextureStages) >= 85, "{stalls:?}");
    assert_eq!(stalls.of(Cause::TextureMemory), 0, "{stalls:?}");
}

/// Without writes the next pixel is issued when the one before has retired.
#[test]
fn pixels_that_go_one_at_a_time_wait_for_the_pipe() {
    let mut bench = Bench::new(ideal());
    bench.write(offset::FBZ_MODE, 0);
    bench.stairs(20);
    let stalls = during(&mut bench, triangle);
    assert_eq!(stalls.of(Cause::Pixel), 190);
    assert!(share(&stalls, Cause::Pipe) >= 90, "{stalls:?}");
}

/// Pixels of a later command at the places of an earlier one's.
#[test]
fn pixels_that_wait_for_others_writes_are_conflicts() {
    let mut bench = Bench::new(Config { setup: 0, ..spans() });
    bench.write(offset::ALPHA_MODE, BLEND);
    bench.one_pixel();
    during(&mut bench, triangle);
    let stalls = during(&mut bench, |bench| (0..50).for_each(|_| triangle(bench)));
    assert!(share(&stalls, Cause::Conflict) >= 40, "{stalls:?}");
}

/// Without overlap a triangle waits for the writes of the one before.
#[test]
fn commands_that_wait_for_writes_are_given_to_the_drain() {
    let mut config = Config::zsst();
    if let MemoryConfig::Ddr(ddr) = &mut config.memory {
        ddr.write_service = 100;
    }
    let mut bench = Bench::new(config);
    bench.one_pixel();
    let stalls = during(&mut bench, |bench| (0..50).for_each(|_| triangle(bench)));
    assert!(share(&stalls, Cause::WriteDrain) >= 70, "{stalls:?}");
}

#[test]
fn work_beside_triangles_has_causes_of_its_own() {
    let mut bench = Bench::new(Config { fill: Filling::Word, ..ideal() });
    let stalls = during(&mut bench, |bench| bench.write(offset::FASTFILL_CMD, 0));
    assert!(share(&stalls, Cause::Fill) >= 95, "{stalls:?}");
    let half = |n: u32| Access { offset: 0x40_0000 + 2 * n, data: n, width: Width::Half };
    let stalls = during(&mut bench, |bench| {
        for n in 0..200 {
            bench.card.offer(half(n));
        }
    });
    assert!(share(&stalls, Cause::Lfb) >= 40, "{stalls:?}");
    let mut bench = Bench::new(slow(Config::zsst(), 40));
    bench.texture();
    let stalls = during(&mut bench, |bench| {
        for n in 0..200 {
            bench.offer(0x80_0000 + 4 * n, n);
        }
    });
    assert!(share(&stalls, Cause::Upload) >= 40, "{stalls:?}");
}

/// Nothing comes any more: what happens is seen as it happens.
#[test]
fn the_end_of_a_stream_is_latency_and_drain() {
    let mut bench = Bench::new(spans());
    bench.one_pixel();
    let stalls = during(&mut bench, |bench| bench.write(offset::TRIANGLE_CMD, NEGATIVE));
    assert_eq!(stalls.of(Cause::Pixel), 0, "it faces away");
    let stalls = during(&mut bench, triangle);
    assert_eq!(stalls.of(Cause::Pixel), 1);
    assert!((6..=8).contains(&stalls.of(Cause::Pipe)), "{stalls:?}");
}
