//! The reference engine on any .xtr trace: no stream stops it, makes it hang or takes all memory;
//! what it holds at each frame is of one piece; how many work at it changes nothing.
//!
//! Input: a byte that chooses what else is checked, then the trace. Bits 0 to 2: the frame after
//! which the state is saved and loaded (none if all are set); bit 3: the same trace with three
//! workers must end equal; bits 4 and 5: how much less work is allowed.
#![no_main]

use std::sync::Arc;

use base_trace::{Options, Source};
use libfuzzer_sys::fuzz_target;
use play::xtr::{Reached, Rendering};
use xenos_memory::{GuestMemory, MEMORY_BYTES};
use xenos_renderer::{DISPLAY_ONE, Presented, Renderer, Workers};
use xenos_soft::Soft;
use xenos_xtr::Reader;

/// What an input may ask for: some full screens, or programs that loop for a while.
const WORK: u64 = 1 << 22;
/// Copies and frames that are looked at; the rest of the trace is not played.
const ENOUGH: usize = 64;

/// Three jobs at once, were there threads; last first.
struct Three;

impl Workers for Three {
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..jobs).rev().for_each(job);
    }

    fn width(&self) -> usize {
        3
    }
}

fn engine(memory: Arc<GuestMemory>, work: u64, three: bool) -> Soft {
    let mut soft =
        if three { Soft::with_workers(memory, Arc::new(Three)) } else { Soft::new(memory) };
    soft.limit_work(work);
    soft
}

fn check(renderer: &Soft) {
    if let Some(shown) = renderer.presented() {
        let Presented { width, height, words, pixels, .. } = shown;
        let size = *width as usize * *height as usize;
        assert_eq!((words.len(), pixels.len()), (size, size));
        assert!(pixels.iter().flatten().all(|value| *value <= DISPLAY_ONE));
    }
    if let Some(resolved) = renderer.resolved() {
        assert!(resolved.bytes > 0);
        assert!(u64::from(resolved.address) + u64::from(resolved.bytes) <= u64::from(MEMORY_BYTES));
    }
    let counts = renderer.statistics();
    assert!(counts.passed <= counts.samples && counts.samples <= 4 * counts.pixels);
}

/// Another engine goes on from what one saved, and saves the same.
fn saved(renderer: &Soft) {
    let state = renderer.save();
    let mut other = Soft::new(Arc::default());
    other.load(&state).expect("what was saved is loaded");
    assert!(other.save() == state, "what was loaded is saved again");
    assert!(other.load(&state[..state.len() - 1]).is_err());
}

/// Plays a trace; what is left at the end.
fn play(data: &[u8], work: u64, save_at: usize, three: bool) -> Option<Rendering<Soft>> {
    let options = Options::default().with_sha256(false);
    let reader = Reader::new(Source::from_bytes(data.to_vec(), options).ok()?).ok()?;
    let mut rendering = Rendering::new(reader, |memory| engine(memory, work, three));
    for step in 0..ENOUGH {
        let reached = rendering.advance();
        check(rendering.renderer());
        if step == save_at {
            saved(rendering.renderer());
        }
        if matches!(reached, Ok(Reached::End) | Err(_)) {
            break;
        }
    }
    Some(rendering)
}

fuzz_target!(|data: &[u8]| {
    let Some((head, data)) = data.split_first() else { return };
    let save_at = match head & 7 {
        7 => usize::MAX,
        step => usize::from(step),
    };
    let work = WORK >> (4 * (head >> 4 & 3));
    let Some(alone) = play(data, work, save_at, false) else { return };
    if head & 8 != 0 {
        let three = play(data, work, usize::MAX, true).expect("it opened");
        let [a, b] = [alone.renderer(), three.renderer()];
        assert_eq!(a.statistics(), b.statistics());
        assert!(a.refusals().rows().eq(b.refusals().rows()));
        assert!(a.presented() == b.presented() && a.resolved() == b.resolved());
        assert!(a.edram() == b.edram(), "EDRAM depends on who works");
    }
});
