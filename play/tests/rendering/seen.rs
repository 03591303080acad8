//! Streams rendered, and what was seen of them.

use std::num::NonZero;
use std::sync::Arc;

use base_trace::{Options, Source};
use play::xtr::{Reached, Rendering, Threads, resolved_bytes, trim};
use play::{Ended, Input};
use sha2::{Digest, Sha256};
use xenos_memory::MEMORY_BYTES;
use xenos_renderer::{Presented, Renderer};
use xenos_soft::Soft;
use xenos_xtr::Reader;

/// What a frame left: hashes of the picture, of the front buffer's words, of EDRAM, and of the bytes
/// of each of its copies, with their place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) picture: Hash,
    pub(crate) words: Hash,
    pub(crate) edram: Hash,
    pub(crate) copies: Vec<(u32, Hash)>,
}

/// The beginning of a SHA-256.
type Hash = u64;

fn hash(bytes: &[u8]) -> Hash {
    short(&Sha256::digest(bytes).into())
}

fn short(digest: &[u8; 32]) -> Hash {
    digest.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

pub(crate) fn reader(bytes: &[u8]) -> Reader {
    let source = Source::from_bytes(bytes.to_vec(), Options::default()).expect("opened");
    Reader::new(source).expect("a header")
}

pub(crate) fn rendering(bytes: &[u8]) -> Rendering<Soft> {
    Rendering::keeping(reader(bytes), Soft::new)
}

/// The same on threads.
pub(crate) fn on_threads(bytes: &[u8], threads: usize) -> Rendering<Soft> {
    let workers = Arc::new(Threads(NonZero::new(threads).expect("threads")));
    Rendering::new(reader(bytes), |memory| Soft::with_workers(memory, workers))
}

/// Goes on to a frame's end; none at the trace's.
pub(crate) fn frame(rendering: &mut Rendering<Soft>) -> Option<Seen> {
    let mut copies = Vec::new();
    loop {
        match rendering.advance().expect("a trace in order") {
            Reached::Stopped => unreachable!("nobody asked to stop"),
            Reached::Copy(_) => {
                if let Some(resolved) = rendering.renderer().resolved() {
                    let bytes = resolved_bytes(rendering.player().memory(), resolved);
                    copies.push((resolved.address, hash(&bytes)));
                }
            }
            Reached::Frame(_) => break,
            Reached::End => return None,
        }
    }
    let renderer = rendering.renderer();
    let words = |shown: &Presented| -> Vec<u8> {
        shown.words.iter().flat_map(|word| word.to_le_bytes()).collect()
    };
    Some(Seen {
        picture: renderer.presented().map_or(0, |shown| hash(&shown.rgb8())),
        words: renderer.presented().map_or(0, |shown| hash(&words(shown))),
        edram: hash(&renderer.edram()),
        copies,
    })
}

/// All frames up to the end.
pub(crate) fn rest(rendering: &mut Rendering<Soft>) -> Vec<Seen> {
    std::iter::from_fn(|| frame(rendering)).collect()
}

/// The hash of all memory.
pub(crate) fn memory(rendering: &Rendering<Soft>) -> Hash {
    let memory = rendering.player().memory();
    let mut all = Sha256::new();
    let mut page = [0; 4096];
    for at in (0..MEMORY_BYTES).step_by(page.len()).filter(|at| !memory.is_absent(*at)) {
        memory.read_bytes(at, &mut page).expect("inside");
        // What is not there and what is zero are the same.
        if page != [0; 4096] {
            all.update(at.to_le_bytes());
            all.update(page);
        }
    }
    short(&all.finalize().into())
}

/// The summary up to here, as text.
pub(crate) fn summary(rendering: &Rendering<Soft>) -> String {
    let summary = rendering.summary(Input::default(), Ended::End, None);
    serde_json::to_string(&summary).expect("JSON")
}

pub(crate) fn trimmed(bytes: &[u8], frames: std::ops::Range<u64>) -> Vec<u8> {
    let (trace, trimmed) = trim(reader(bytes), &frames, Soft::new, Vec::new()).expect("trimmed");
    assert_eq!(trimmed.bytes, trace.len() as u64);
    trace
}
