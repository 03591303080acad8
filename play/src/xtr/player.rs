//! A trace, its command processor and its memory, played record by record.

use std::sync::Arc;

use serde::Serialize;
use xenos_front::{Direct, Processor, Sink, TraceFeed};
use xenos_memory::GuestMemory;
use xenos_xtr::{Entry, Position, Reader, XtrError};

use super::kept::Kept;

/// Where something stands in a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Frames completed before it.
    pub frame: u64,
    /// Index of its record.
    pub record: u64,
    /// Byte offset of its record in the decompressed content.
    pub offset: u64,
}

/// Plays a trace. Whatever packets store goes to memory at once.
#[derive(Debug)]
pub struct XtrPlayer {
    reader: Reader,
    feed: TraceFeed,
    memory: Arc<GuestMemory>,
    /// What a saved position needs of the records so far, if one may be saved.
    kept: Option<Kept>,
}

impl XtrPlayer {
    /// A player at the beginning of what `reader` has left.
    pub fn new(reader: Reader) -> Self {
        let memory = Arc::new(GuestMemory::new());
        let feed = TraceFeed::new(Processor::new(Arc::clone(&memory)));
        Self { reader, feed, memory, kept: None }
    }

    /// The same, whose position can be saved.
    pub fn keeping(reader: Reader) -> Self {
        let kept = Some(Kept::new(reader.header()));
        Self { kept, ..Self::new(reader) }
    }

    /// A player in the middle of a trace.
    pub(super) fn resumed(reader: Reader, feed: TraceFeed, kept: Kept) -> Self {
        let memory = Arc::clone(feed.processor().memory());
        Self { reader, feed, memory, kept: Some(kept) }
    }

    /// What a saved position needs of the records so far.
    pub(super) fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref()
    }

    /// The feed.
    pub(super) fn feed(&self) -> &TraceFeed {
        &self.feed
    }

    /// The feed, to be put in a state.
    pub(super) fn feed_mut(&mut self) -> &mut TraceFeed {
        &mut self.feed
    }

    /// The command processor.
    pub fn processor(&self) -> &Processor {
        self.feed.processor()
    }

    /// The memory.
    pub fn memory(&self) -> &GuestMemory {
        &self.memory
    }

    /// The memory, to be kept.
    pub fn shared_memory(&self) -> Arc<GuestMemory> {
        Arc::clone(&self.memory)
    }

    /// How deep the stream is in buffers: 1 in the ring.
    pub fn depth(&self) -> u32 {
        self.feed.depth()
    }

    /// The records.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Gives the records back.
    pub fn into_reader(self) -> Reader {
        self.reader
    }

    /// Frames that have ended, and so the number of the one that is open.
    pub fn frames(&self) -> u64 {
        self.processor().counts().frames()
    }

    /// Plays the next record; `look` sees it before. False at the end.
    pub fn step_seen<S: Sink>(
        &mut self,
        sink: S,
        look: impl FnOnce(&Entry<'_>, &TraceFeed),
    ) -> Result<bool, XtrError> {
        let Self { reader, feed, memory, kept } = self;
        let mut sink = Direct { memory, inner: sink };
        let entry = match reader.next_record() {
            Ok(Some(entry)) => entry,
            end => {
                feed.finish(&mut sink);
                return end.map(|_| false);
            }
        };
        look(&entry, feed);
        if let Some(kept) = kept {
            kept.see(&entry);
        }
        feed.record(&entry, &mut sink);
        Ok(true)
    }

    /// Plays the next record. False at the end.
    pub fn step<S: Sink>(&mut self, sink: S) -> Result<bool, XtrError> {
        self.step_seen(sink, |_, _| ())
    }

    /// Where the next record stands.
    pub fn place(&self) -> Place {
        let Position { index, offset } = self.reader.position();
        Place { frame: self.frames(), record: index, offset }
    }
}
