//! Where the bytes are: pieces that come into being when written, or a host's block.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::{Extent, MEMORY_BYTES};

/// Memory that a host program owns and shares with the GPU.
///
/// The words hold the guest's bytes in the guest's order: the word at address 4n is the bytes 4n to
/// 4n+3 as they lie in memory, so its value reads big-endian words through `u32::from_be`.
pub trait HostBlock: Send + Sync {
    /// The words from physical address 0 on. The same slice at every call. Fewer than the whole
    /// space are fine: what lies beyond reads as 0, and writes to it are lost.
    fn words(&self) -> &[AtomicU32];

    /// Somebody is about to read `extent` and to keep what it derives until told of a write. A host
    /// that notices writes by page protection protects those pages before it returns; one that
    /// notifies of every write by itself needs to do nothing.
    fn watch(&self, extent: Extent) {
        let _ = extent;
    }
}

impl HostBlock for Box<[AtomicU32]> {
    fn words(&self) -> &[AtomicU32] {
        self
    }
}

impl HostBlock for Vec<AtomicU32> {
    fn words(&self) -> &[AtomicU32] {
        self
    }
}

/// Size of the pieces that owned memory comes in.
const CHUNK_BYTES: u32 = 0x1_0000;
const CHUNK_WORDS: usize = CHUNK_BYTES as usize / 4;
const CHUNKS: usize = (MEMORY_BYTES / CHUNK_BYTES) as usize;

/// A piece of owned memory, once something was written to it.
type Chunk = OnceLock<Box<[AtomicU32]>>;

pub(crate) enum Block {
    /// Pieces, and whether zeros were written where one has not come into being.
    Owned(Box<[(Chunk, AtomicBool)]>),
    Host(Arc<dyn HostBlock>),
}

impl std::fmt::Debug for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Owned(chunks) => {
                let present = chunks.iter().filter(|(chunk, _)| chunk.get().is_some()).count();
                write!(f, "Owned({present} x {CHUNK_BYTES:#x} bytes)")
            }
            Self::Host(host) => write!(f, "Host({} words)", host.words().len()),
        }
    }
}

/// Consecutive words: there, or not.
pub(crate) enum Run<'a> {
    There(&'a [AtomicU32]),
    /// Zeros that were written.
    Zeros(usize),
    Absent(usize),
}

impl Block {
    pub(crate) fn owned() -> Self {
        Self::Owned((0..CHUNKS).map(|_| (OnceLock::new(), AtomicBool::new(false))).collect())
    }

    /// The words from index `first` on, `count` of them, as runs in order.
    #[inline]
    pub(crate) fn read_runs(&self, first: usize, count: usize, mut each: impl FnMut(Run<'_>)) {
        match self {
            Self::Host(host) => {
                let there = host.words().get(first..).unwrap_or_default();
                let there = &there[..there.len().min(count)];
                if !there.is_empty() {
                    each(Run::There(there));
                }
                if there.len() < count {
                    each(Run::Absent(count - there.len()));
                }
            }
            Self::Owned(chunks) => {
                for (chunk, within) in chunk_parts(first, count) {
                    let chunk = chunks.get(chunk);
                    let present = chunk.and_then(|(chunk, _)| chunk.get());
                    match present.and_then(|words| words.get(within.clone())) {
                        Some(words) => each(Run::There(words)),
                        None if chunk.is_some_and(|(_, zeros)| zeros.load(Ordering::Relaxed)) => {
                            each(Run::Zeros(within.len()));
                        }
                        None => each(Run::Absent(within.len())),
                    }
                }
            }
        }
    }

    /// The same for writing: owned pieces come into being, unless all that would be written to one is
    /// zeros, which `zeros` says of words by their numbers in what is written.
    pub(crate) fn write_runs(
        &self,
        first: usize,
        count: usize,
        zeros: impl Fn(Range<usize>) -> bool,
        mut each: impl FnMut(Range<usize>, &[AtomicU32]),
    ) {
        match self {
            Self::Host(host) => {
                let there = host.words().get(first..).unwrap_or_default();
                let there = &there[..there.len().min(count)];
                each(0..there.len(), there);
            }
            Self::Owned(chunks) => {
                let mut done = 0;
                for (chunk, within) in chunk_parts(first, count) {
                    let Some((chunk, zeroed)) = chunks.get(chunk) else { return };
                    let part = done..done + within.len();
                    done = part.end;
                    if chunk.get().is_none() && zeros(part.clone()) {
                        zeroed.store(true, Ordering::Relaxed);
                        continue;
                    }
                    let words = chunk.get_or_init(new_chunk);
                    each(part, words.get(within).unwrap_or_default());
                }
            }
        }
    }

    /// Whether the word is one that was never there.
    pub(crate) fn absent(&self, word: usize) -> bool {
        match self {
            Self::Host(host) => word >= host.words().len(),
            Self::Owned(chunks) => chunks.get(word / CHUNK_WORDS).is_none_or(|(chunk, zeros)| {
                chunk.get().is_none() && !zeros.load(Ordering::Relaxed)
            }),
        }
    }
}

fn new_chunk() -> Box<[AtomicU32]> {
    (0..CHUNK_WORDS).map(|_| AtomicU32::new(0)).collect()
}

/// Index of a chunk and the words in it, for `count` words from index `first` on.
fn chunk_parts(
    first: usize,
    count: usize,
) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
    let end = first + count;
    let mut at = first;
    std::iter::from_fn(move || {
        (at < end).then(|| {
            let (chunk, from) = (at / CHUNK_WORDS, at % CHUNK_WORDS);
            let length = (CHUNK_WORDS - from).min(end - at);
            at += length;
            (chunk, from..from + length)
        })
    })
}

/// Stores some of a word's bytes and leaves the others to whoever writes them at the same time.
pub(crate) fn store_bytes(word: &AtomicU32, at: usize, bytes: &[u8]) {
    let mut old = word.load(Ordering::Relaxed);
    loop {
        let mut new = old.to_ne_bytes();
        for (place, byte) in new.iter_mut().skip(at).zip(bytes) {
            *place = *byte;
        }
        let new = u32::from_ne_bytes(new);
        match word.compare_exchange_weak(old, new, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return,
            Err(found) => old = found,
        }
    }
}
