//! Shared streams.

use std::ops::Range;
use std::path::PathBuf;

use play::xtr::Rendering;
use xenos_soft::Soft;

use crate::seen::{Seen, frame, memory, on_threads, reader, rendering, rest, summary, trimmed};

/// Streams and frames that are cut out of them: a feedback of the picture, buffers run again,
/// predicated tiles, a frame of everything, gamma ramps.
const CUTS: [(&str, Range<u64>); 5] = [
    ("08_cube_fb_feedback", 2..5),
    ("19_ib_replay", 3..7),
    ("14_predicated_tiling", 1..2),
    ("23_race_frame", 1..3),
    ("22_gamma_ramps", 4..7),
];

/// Frames that are looked at where a stream has many.
const MOST: usize = 8;

/// The content of a shared stream.
fn stream(name: &str) -> Option<(PathBuf, Vec<u8>)> {
    let paths = base_corpus::xenos().expect("the shared streams");
    let path = paths.into_iter().find(|path| base_corpus::name(path) == name)?;
    let source = base_trace::Source::open(&path, base_trace::Options::default());
    let bytes = source.and_then(|mut source| source.read_rest(1 << 30)).expect("read");
    Some((path, bytes))
}

/// Up to [`MOST`] frames.
fn beginning(rendering: &mut Rendering<Soft>) -> Vec<Seen> {
    std::iter::from_fn(|| frame(rendering)).take(MOST).collect()
}

fn cut(name: &str, frames: Range<u64>) {
    let Some((_, bytes)) = stream(name) else { return };
    let mut whole = rendering(&bytes);
    let mut wanted = Vec::new();
    while whole.player().frames() < frames.end {
        let seen = frame(&mut whole).expect("so many frames");
        if frames.contains(&(whole.player().frames() - 1)) {
            wanted.push(seen);
        }
    }
    let cut = trimmed(&bytes, frames.clone());
    let mut alone = rendering(&cut);
    assert_eq!(rest(&mut alone), wanted, "{name} {frames:?}");
    assert!(alone.refusals().is_empty(), "{:?}", alone.refusals());
}

#[test]
fn frames_of_the_feedback_cut_out() {
    cut(CUTS[0].0, CUTS[0].1.clone());
}

#[test]
fn frames_of_replayed_buffers_cut_out() {
    cut(CUTS[1].0, CUTS[1].1.clone());
}

#[test]
fn frames_of_predicated_tiles_cut_out() {
    cut(CUTS[2].0, CUTS[2].1.clone());
}

#[test]
fn frames_of_the_race_cut_out() {
    cut(CUTS[3].0, CUTS[3].1.clone());
}

#[test]
fn frames_of_gamma_ramps_cut_out() {
    cut(CUTS[4].0, CUTS[4].1.clone());
}

#[test]
fn positions_of_shared_streams() {
    for (name, frames) in CUTS {
        let Some((_, bytes)) = stream(name) else { return };
        let mut first = rendering(&bytes);
        while first.player().frames() < frames.start {
            frame(&mut first);
        }
        let position = first.save().unwrap().unwrap();
        let (mut whole, resume) = (first, Rendering::resume(reader(&bytes), &position, Soft::new));
        let mut resumed = resume.unwrap();
        assert_eq!(beginning(&mut resumed), beginning(&mut whole), "{name}");
        assert_eq!(memory(&resumed), memory(&whole), "{name}");
        assert_eq!(summary(&resumed), summary(&whole), "{name}");
    }
}

#[test]
fn threads_change_nothing() {
    for name in ["08_cube_fb_feedback", "14_predicated_tiling", "15_memexport", "23_race_frame"] {
        let Some((_, bytes)) = stream(name) else { return };
        let on = |threads| {
            let mut rendering = on_threads(&bytes, threads);
            let seen = beginning(&mut rendering);
            (seen, memory(&rendering), summary(&rendering))
        };
        let alone = on(1);
        for threads in [2, 3, 8] {
            assert!(on(threads) == alone, "{name} on {threads} threads");
        }
    }
}
