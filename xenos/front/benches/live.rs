//! Nanoseconds a draw of the live feed, cold and warm, and of the trace feed, one thread.
//!
//! Plays traces of the folder that `AFTERIMAGE_TRACES` names: the one with the most draws, or those
//! whose names contain the first argument. `cargo bench -p xenos-front --bench live`.
//!
//! Live: the trace is rebuilt in memory once; then its last frame's stretches of the ring run again
//! and again, each frame after notifications for the ring and 71 KB of vertices. Cold forgets every
//! decoded buffer and shader place before each frame; rewritten notifies of all of memory, so that
//! every buffer and shader is read and decoded again.

#[path = "frame/bandwidth.rs"]
mod bandwidth;
mod frame;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use base_trace::{Options, Source, open};
use xenos_front::{
    Counts, Direct, Ignore, LiveFeed, Outcome, Pace, Processor, RebuiltFeed, Sink, TraceFeed,
};
use xenos_memory::{Extent, GuestMemory, Writer};
use xenos_xtr::Reader;

use bandwidth::Bandwidth;
use frame::last_frame;

/// Frames that are run for a figure, at least.
const FRAMES: u32 = 20;
/// Draws that are run for a figure, at least.
const DRAWS: u64 = 200_000;

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    for path in base_corpus::xenos_chosen(wanted.as_deref()).expect("the shared streams") {
        println!("{}", path.file_name().unwrap_or_default().to_string_lossy());
        measure(&path);
    }
}

fn measure(path: &Path) {
    let opened = open(path, Options::default().with_sha256(false)).expect("opened");
    let mut source = opened.trace;
    let bytes = source.read_rest(1 << 30).expect("unpacked");
    let reader = || {
        let options = Options::default().with_sha256(false);
        let source = Source::from_bytes(bytes.clone(), options).expect("opened");
        Reader::new(source).expect("a header")
    };

    let memory = Arc::new(GuestMemory::new());
    let mut feed = RebuiltFeed::new(LiveFeed::new(memory.clone()), Pace::Far);
    let mut sink = Direct { memory: &memory, inner: Ignore };
    feed.play(&mut reader(), &mut sink).expect("read to the end");
    let mut live = feed.into_live();
    let stretches = last_frame(&mut reader());

    for kind in [Kind::Cold, Kind::Rewritten, Kind::Warm] {
        let (mean, best) = run(&mut live, &memory, &stretches, kind, &mut sink);
        let what = format!("{kind:?}:").to_lowercase();
        println!("  live, {what:10} {best:8.1} ns a draw in the best frame, {mean:.1} on average");
    }

    floors(&mut live, &memory, &stretches, &mut sink);

    let mut records = reader();
    let start = Instant::now();
    let mut count = 0u64;
    records.for_each(|_| count += 1).expect("read to the end");
    let walking = start.elapsed().as_nanos() as f64;

    let memory = Arc::new(GuestMemory::new());
    let mut feed = TraceFeed::new(Processor::new(memory.clone()));
    let mut sink = Direct { memory: &memory, inner: Ignore };
    let mut records = reader();
    let start = Instant::now();
    feed.play(&mut records, &mut sink).expect("read to the end");
    let all = start.elapsed().as_nanos() as f64;
    let draws = feed.processor().counts().draws.max(1) as f64;
    println!(
        "  trace:      {:8.1} ns a draw, of which records {:.1} ({count} records)",
        all / draws,
        walking / draws
    );
}

/// The time that memory alone takes: every byte that a draw touches once through it.
fn floors<S: Sink>(
    live: &mut LiveFeed,
    memory: &GuestMemory,
    stretches: &[(u32, u32)],
    sink: &mut S,
) {
    let bandwidth = Bandwidth::measure();
    let (before, frames) = (live.call_statistics(), live.counts().clone());
    live.forget_buffers();
    play(live, memory, stretches, sink);
    let after = live.call_statistics();
    let draws = (work(live.counts()) - work(&frames)).max(1) as f64;
    let a_draw = |after: u64, before: u64| (after - before) as f64 / draws;
    let guest = 4.0 * a_draw(after.words, before.words);
    let run = a_draw(after.run_bytes, before.run_bytes);
    let side = a_draw(after.side_bytes, before.side_bytes);
    println!(
        "  floor: memory reads {:.1} and writes {:.1} bytes a nanosecond; a draw is {guest:.0} bytes \
         of buffers, {run:.0} of steps and {side:.0} beside them",
        bandwidth.read, bandwidth.write,
    );
    println!(
        "  floor, cold: {:8.1} ns a draw (buffers read, steps and the rest written, steps read); \
         warm: {:.1} (steps read)",
        bandwidth.floor(guest + run, run + side),
        bandwidth.floor(run, 0.0),
    );
}

/// What is known when a frame begins.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Cold,
    Rewritten,
    Warm,
}

/// Nanoseconds a draw: the mean of some frames, and the best one.
fn run<S: Sink>(
    live: &mut LiveFeed,
    memory: &GuestMemory,
    stretches: &[(u32, u32)],
    kind: Kind,
    sink: &mut S,
) -> (f64, f64) {
    let vertices = Extent::new(0x0100_0000, 71 << 10).expect("inside");
    let (mut nanoseconds, mut draws, mut best) = (0.0, 0, f64::INFINITY);
    for frame in 0.. {
        match kind {
            Kind::Cold => live.forget_buffers(),
            Kind::Rewritten => memory.notify(Writer::Cpu, Extent::ALL),
            Kind::Warm => {}
        }
        let before = work(live.counts());
        let start = Instant::now();
        memory.notify(Writer::Cpu, vertices);
        play(live, memory, stretches, sink);
        let (elapsed, done) = (start.elapsed().as_nanos() as f64, work(live.counts()) - before);
        // The first frame of either kind only warms up.
        if frame > 0 {
            nanoseconds += elapsed;
            draws += done;
            best = best.min(elapsed / done.max(1) as f64);
        }
        if frame >= FRAMES && (draws >= DRAWS || frame >= 100 * FRAMES) {
            break;
        }
    }
    (nanoseconds / draws.max(1) as f64, best)
}

/// Runs the frame once.
fn play<S: Sink>(
    live: &mut LiveFeed,
    memory: &GuestMemory,
    stretches: &[(u32, u32)],
    sink: &mut S,
) {
    for &(address, words) in stretches {
        memory.notify(Writer::Cpu, Extent::of_words(address, words).expect("inside"));
        live.set_ring(address, words + 1);
        live.set_write_pointer(words);
        while let Outcome::Waiting(_) = live.run(u64::MAX, sink) {
            live.give_up_wait();
        }
    }
}

fn work(counts: &Counts) -> u64 {
    counts.draws + counts.copies
}
