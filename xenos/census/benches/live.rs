//! Nanoseconds a draw that counting adds to the live feed, one thread.
//!
//! Plays traces of the folder that `AFTERIMAGE_TRACES` names: the one with the most draws, or those
//! whose names contain the first argument. `cargo bench -p xenos-census --bench live`.
//!
//! The trace is rebuilt in memory once; then its last frame's stretches of the ring run again and
//! again, each frame after notifications for the ring and 71 KB of vertices: with a sink that
//! ignores everything and with one that counts, in turns. Cold forgets every decoded buffer before
//! each frame. `cold` or `warm` as an argument runs that one alone, a number runs so many pairs of
//! frames.

#[path = "../../front/benches/frame/mod.rs"]
mod frame;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use base_trace::{Options, Source, open};
use xenos_census::Counting;
use xenos_front::{Direct, Ignore, LiveFeed, Outcome, Pace, RebuiltFeed, Sink};
use xenos_memory::{Extent, GuestMemory, Writer};
use xenos_xtr::Reader;

use frame::last_frame;

/// Pairs of frames that are run for a figure unless said otherwise.
const FRAMES: u32 = 60;

fn main() {
    let mut wanted = None;
    let (mut kinds, mut frames) = (vec![true, false], FRAMES);
    for argument in std::env::args().skip(1).filter(|argument| !argument.starts_with('-')) {
        match argument.as_str() {
            "cold" => kinds = vec![true],
            "warm" => kinds = vec![false],
            other => match other.parse() {
                Ok(number) => frames = number,
                Err(_) => wanted = Some(argument),
            },
        }
    }
    for path in base_corpus::xenos_chosen(wanted.as_deref()).expect("the shared streams") {
        println!("{}", path.file_name().unwrap_or_default().to_string_lossy());
        measure(&path, &kinds, frames);
    }
}

/// A live feed at the end of its stream.
struct Host<S> {
    memory: Arc<GuestMemory>,
    live: LiveFeed,
    sink: S,
}

impl<S: Sink> Host<S> {
    fn new(reader: &mut Reader, sink: impl FnOnce(&Arc<GuestMemory>) -> S) -> Self {
        let memory = Arc::new(GuestMemory::new());
        let mut feed = RebuiltFeed::new(LiveFeed::new(Arc::clone(&memory)), Pace::Far);
        let mut sink = sink(&memory);
        let mut direct = Direct { memory: &memory, inner: &mut sink };
        feed.play(reader, &mut direct).expect("read to the end");
        let live = feed.into_live();
        Self { memory, live, sink }
    }

    /// Runs the frame; nanoseconds a draw.
    fn frame(&mut self, stretches: &[(u32, u32)], cold: bool) -> f64 {
        let Self { memory, live, sink } = self;
        if cold {
            live.forget_buffers();
        }
        let vertices = Extent::new(0x0100_0000, 71 << 10).expect("inside");
        let work = |live: &LiveFeed| live.counts().draws + live.counts().copies;
        let before = work(live);
        let mut sink = Direct { memory, inner: sink };
        let start = Instant::now();
        memory.notify(Writer::Cpu, vertices);
        for &(address, words) in stretches {
            memory.notify(Writer::Cpu, Extent::of_words(address, words).expect("inside"));
            live.set_ring(address, words + 1);
            live.set_write_pointer(words);
            while let Outcome::Waiting(_) = live.run(u64::MAX, &mut sink) {
                live.give_up_wait();
            }
        }
        start.elapsed().as_nanos() as f64 / (work(live) - before).max(1) as f64
    }
}

fn measure(path: &Path, kinds: &[bool], frames: u32) {
    let opened = open(path, Options::default().with_sha256(false)).expect("opened");
    let mut source = opened.trace;
    let bytes = source.read_rest(1 << 30).expect("unpacked");
    let reader = || {
        let options = Options::default().with_sha256(false);
        let source = Source::from_bytes(bytes.clone(), options).expect("opened");
        Reader::new(source).expect("a header")
    };
    let stretches = last_frame(&mut reader());
    let mut plain = Host::new(&mut reader(), |_| Ignore);
    let mut counted = Host::new(&mut reader(), |memory| Counting::new(Arc::clone(memory), Ignore));

    for &cold in kinds {
        let (mut best, mut costs) = ([f64::INFINITY; 2], Vec::new());
        for frame in 0..=frames {
            let took = [plain.frame(&stretches, cold), counted.frame(&stretches, cold)];
            // The first one of either kind only warms up.
            if frame > 0 {
                best = [best[0].min(took[0]), best[1].min(took[1])];
                costs.push(took[1] - took[0]);
            }
        }
        costs.sort_by(f64::total_cmp);
        let what = if cold { "cold" } else { "warm" };
        println!(
            "  {what}: {:.1} ns a draw without, {:.1} with, in the best frames: {:.1} more; \
             {:.1} more in the median pair of frames",
            best[0],
            best[1],
            best[1] - best[0],
            costs[costs.len() / 2],
        );
    }
}
