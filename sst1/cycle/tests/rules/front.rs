//! The host, the FIFO and what waits for what.

use sst1_board::{Device, Event, Width};
use sst1_cycle::config::Config;
use sst1_regs::offset;

use crate::bench::{AUX, Bench, COLOR, ideal};

/// Digest 1.1: "one request per clock"; "One push and one pop per clock".
#[test]
fn the_host_writes_one_word_a_clock() {
    let mut bench = Bench::new(ideal());
    let begun = bench.card.clocks();
    for n in 0..40 {
        bench.write(offset::START_R, n);
    }
    assert_eq!(bench.card.clocks() - begun, 40);
    assert!(bench.card.queued() <= 1, "each was popped in the clock after its push");
}

/// A bus with a clock of its own: three clocks in two of its own.
#[test]
fn a_write_may_take_a_part_of_a_clock_more() {
    let mut bench = Bench::new(Config { host_clocks: 1, host_hundredths: 50, ..ideal() });
    for n in 0..5 {
        bench.offer(offset::VERTEX_AX, n);
    }
    let writes = bench.times(|card| card.host_counts().writes, 5);
    let gaps: Vec<_> = writes.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // The phase is that of the writes before.
    assert!(gaps == [1, 2, 1, 2] || gaps == [2, 1, 2, 1], "{gaps:?}");
}

/// Digest 1.1: "An entry pushed into an empty FIFO is visible at the head the next clock."
#[test]
fn a_write_takes_effect_one_clock_after_its_push() {
    let mut bench = Bench::new(ideal());
    bench.offer(offset::START_R, 0x1000);
    bench.card.step();
    assert_eq!(bench.card.state().parameters.start.r, 0);
    bench.card.step();
    assert_eq!(bench.card.state().parameters.start.r, 0x1000);
}

/// Digest 1.1: "64 entries"; a write waits until the FIFO can take it.
#[test]
fn the_65th_write_behind_a_command_waits_for_a_pop() {
    let mut bench = Bench::new(Config::zsst());
    bench.stairs(40);
    bench.command(offset::TRIANGLE_CMD, 0);
    // Sync: stays at the head while the triangle is drawn.
    bench.write(offset::FBZ_MODE, COLOR);
    for _ in 0..63 {
        bench.write(offset::START_R, 7);
    }
    assert_eq!(bench.card.queued(), 64);
    bench.offer(offset::START_R, 9);
    bench.card.step();
    assert_eq!(bench.card.queued(), 64);
    assert_eq!(bench.card.host_counts().blocked, 1);
    bench.until_done();
    assert_eq!(bench.card.state().parameters.start.r, 9);
}

/// Digest 1.1: "Writes to non-FIFO (init/video) registers bypass the FIFO, take effect at once, and
/// are silently dropped unless initEnable\[0\]=1." At once on an idle card: while it draws, ours lets
/// them wait, so that pixels are those of the order of writes (docs/cycle.md, "Inferred, and ours").
#[test]
fn initialisation_registers_go_around_the_fifo() {
    let mut bench = Bench::new(ideal());
    bench.offer(offset::BACK_PORCH, 0x1234);
    bench.card.step();
    assert_eq!(bench.card.state().init.back_porch, 0x1234, "in the clock of the write");
    bench.card.config_write(0x40, 0, Width::Word);
    let before = bench.card.state().init.fbi_init4.raw();
    bench.write(offset::FBI_INIT4, !before);
    assert_eq!(bench.card.state().init.fbi_init4.raw(), before);
}

/// Digest 1.1: "`status` is answered without waiting. Every other register read waits for FIFO
/// empty, `pipeline_idle`, and no pending command; (...) accept at T, response valid T+2."
#[test]
fn status_is_read_at_once_and_other_registers_when_all_is_done() {
    let mut bench = Bench::new(Config::zsst());
    bench.stairs(30);
    bench.command(offset::TRIANGLE_CMD, 0);
    let begun = bench.card.clocks();
    let status = bench.card.read(offset::STATUS, Width::Word);
    assert_eq!(bench.card.clocks() - begun, 2);
    assert_eq!(status >> 7 & 7, 7, "busy bits are equal");
    assert_eq!(status & 0x3F, 63);
    bench.card.read(offset::FBI_INIT4, Width::Word);
    assert!(!bench.card.busy(), "those that lie outside the FIFO wait too");
    let begun = bench.card.clocks();
    assert_eq!(bench.card.read(offset::FBI_PIXELS_OUT, Width::Word), 30 * 29 / 2);
    assert_eq!(bench.card.clocks() - begun, 2);
}

/// Digest 1.1, status: "min(63, 64-occupancy)".
#[test]
fn status_shows_the_fifo_s_room() {
    let mut bench = Bench::new(Config::zsst());
    bench.stairs(40);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.write(offset::FBZ_MODE, COLOR);
    for _ in 0..9 {
        bench.write(offset::START_R, 7);
    }
    assert_eq!(bench.card.read(offset::STATUS, Width::Word) & 0x3F, 64 - 10);
}

/// Digest 1.1: "a popped command register latches a full snapshot of render state and becomes
/// `render_cmd` next clock, held until accepted. The next command may be popped in the same clock
/// the previous one is accepted."
#[test]
fn a_popped_command_is_handed_over_one_clock_later() {
    let mut bench = Bench::new(ideal());
    bench.one_pixel();
    let begun = bench.card.clocks();
    // Push at 0, pop at 1, hand-over at 2.
    assert_eq!(bench.command(offset::TRIANGLE_CMD, 0) - begun, 2);
}

/// Digest 1.1, Command handling: registers may change behind a command that is at work.
#[test]
fn a_command_keeps_the_registers_it_was_popped_with() {
    let mut bench = Bench::new(ideal());
    bench.write(offset::START_R, 0xFF << 12);
    bench.stairs(10);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.write(offset::START_R, 0);
    bench.write(offset::VERTEX_AX, 800);
    bench.until_done();
    assert_eq!(bench.card.state().parameters.start.r, 0);
    let back = bench.card.state().layout().back;
    for (x, y) in [(0, 1), (8, 9), (3, 5)] {
        let word = bench.card.state().frame_buffer.read(back + y * 128 + x * 2);
        assert_eq!(word, 0xF800, "{x} {y}");
    }
}

/// Digest 1: "Registers marked "sync" are popped only when that holds and no render command is
/// waiting"; others are popped while a command is at work.
#[test]
fn sync_registers_wait_and_others_do_not() {
    let mut bench = Bench::new(Config::zsst());
    bench.stairs(20);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.offer(offset::ALPHA_MODE, 1);
    bench.offer(offset::COLOR1, 0x77);
    bench.until(|card| card.state().fbi.alpha_mode.raw() == 1);
    assert!(bench.card.fbi().counts.retired < 10, "early");
    bench.until(|card| card.state().fbi.color1.raw() == 0x77);
    assert!(bench.card.fbi().is_idle());
    assert!(bench.card.memory().writes_idle());
    assert_eq!(bench.card.fbi().counts.retired, 190);
}

/// Digest 1.1, Drains: "nopCMD is a sync register, so the pop itself waits for everything to drain;
/// data bit 0 clears the five counters."
#[test]
fn nop_clears_counters_after_everything_before_it() {
    let mut bench = Bench::new(Config::zsst());
    bench.stairs(20);
    bench.command(offset::TRIANGLE_CMD, 0);
    bench.offer(offset::NOP_CMD, 1);
    bench.until_done();
    assert_eq!(bench.card.state().counters.pixels_out, 0);
    assert_eq!(bench.card.fbi().counts.retired, 190);
}

/// Digest 1: "A triangle/fill/nop is handed to FBI only when the FBI is idle, the TMU is idle **and
/// all earlier memory writes have been acknowledged**."
#[test]
fn a_triangle_waits_until_the_one_before_is_in_memory() {
    let mut bench = Bench::new(Config::zsst());
    bench.stairs(20);
    bench.command(offset::TRIANGLE_CMD, 0);
    let before = bench.card.host_counts().commands;
    bench.offer(offset::TRIANGLE_CMD, 0);
    let mut busy = 0;
    while bench.card.host_counts().commands == before {
        let idle = bench.card.fbi().is_idle() && bench.card.memory().writes_idle();
        busy += u32::from(!idle);
        bench.card.step();
    }
    assert!(busy > 200);
    assert_eq!(bench.card.fbi().counts.retired, 190);
}

/// Digest 1.5: "Non-sync swap pops at once."; 1: gated like a command.
#[test]
fn a_swap_takes_effect_when_all_before_it_is_drawn() {
    let mut bench = Bench::new(Config::zsst());
    bench.stairs(20);
    bench.offer(offset::TRIANGLE_CMD, 0);
    bench.offer(offset::SWAPBUFFER_CMD, 0);
    let mut event = None;
    while event.is_none() {
        event = bench.card.step();
    }
    assert_eq!(event, Some(Event::Swapped));
    assert!(bench.card.fbi().is_idle() && bench.card.memory().writes_idle());
    assert_eq!(bench.card.fbi().counts.retired, 190);
    assert_eq!(bench.card.state().video.displayed, 1);
}

/// Digest 1: "the first sync register after a vsync'd swap stalls the FIFO until the swap happens";
/// 1.5: "Sync swap pops on a retrace rising edge".
#[test]
fn a_swap_at_a_retrace_stalls_what_follows() {
    let mut bench = Bench::new(ideal());
    bench.card.set_vsync(true);
    assert_eq!(bench.card.write(offset::SWAPBUFFER_CMD, 1, Width::Word), None);
    assert!(bench.card.state().video.pending.is_some());
    bench.write(offset::FBZ_MODE, COLOR | AUX);
    bench.settle();
    assert_eq!(bench.card.state().fbi.fbz_mode.raw(), COLOR, "waits");
    assert_eq!(bench.card.read(offset::STATUS, Width::Word) & 0x3F, 63);
    assert_eq!(bench.card.retrace(true), Some(Event::Swapped));
    bench.settle();
    bench.settle();
    assert_eq!(bench.card.state().fbi.fbz_mode.raw(), COLOR | AUX);
}
