//! A census of a trace.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use base_census::Census;
use xenos_front::{Direct, Ignore, Processor, TraceFeed};
use xenos_memory::GuestMemory;
use xenos_xtr::{Position, Reader};

use crate::Counting;

/// What is to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Frames; those before are played and not counted.
    pub frames: Range<u64>,
    /// Frames a window.
    pub window: u64,
    /// Frames at which windows begin; instead of `window` if there are any.
    pub cuts: BTreeSet<u64>,
}

impl Default for Wanted {
    /// Everything, in windows of 60 frames.
    fn default() -> Self {
        Self { frames: 0..u64::MAX, window: 60, cuts: BTreeSet::new() }
    }
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The frame that is open.
    pub frame: u64,
    /// The next record.
    pub position: Position,
}

/// A census, and the processor that executed the trace: its counts, refusals and programs.
#[derive(Debug)]
pub struct Counted {
    /// The census; partial if the trace is malformed or the work was stopped.
    pub census: Census,
    /// The processor.
    pub processor: Processor,
}

/// Records between two looks at progress.
const STEP: u64 = 1024;

/// Counts what is left of a trace. `progress` is asked now and then whether to go on; what it says
/// against that becomes the reason why the census is partial.
pub fn census_of_trace(
    reader: &mut Reader,
    source: &str,
    wanted: &Wanted,
    progress: &mut dyn FnMut(&Progress) -> Result<(), String>,
) -> Counted {
    let memory = Arc::new(GuestMemory::new());
    let counting = Counting::new(Arc::clone(&memory), Ignore).with_frames(wanted.frames.clone());
    let counting = if wanted.cuts.is_empty() {
        counting.with_window(wanted.window)
    } else {
        counting.with_cuts(wanted.cuts.clone())
    };
    let mut feed = TraceFeed::new(Processor::new(Arc::clone(&memory)));
    let mut sink = Direct { memory: &memory, inner: counting };
    let mut partial = None;
    let mut records = 0u64;
    while sink.inner.frame() < wanted.frames.end {
        if records.is_multiple_of(STEP) {
            let (frame, position) = (sink.inner.frame(), reader.position());
            if let Err(reason) = progress(&Progress { frame, position }) {
                partial = Some(reason);
                break;
            }
        }
        records += 1;
        match reader.next_record() {
            Ok(Some(entry)) => feed.record(&entry, &mut sink),
            Ok(None) => break,
            Err(error) => {
                partial = Some(error.to_string());
                break;
            }
        }
    }
    let (mut census, _) = sink.inner.finish(source);
    census.partial = partial;
    Counted { census, processor: feed.into_processor() }
}
