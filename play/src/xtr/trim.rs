//! Cutting frames out of a trace: a trace of its own that starts where they do.
//!
//! Up to the first frame wanted everything is rendered, so that memory and EDRAM hold what the frame
//! starts from; that becomes records (`xenos_front::Processor::prelude`), and the frames'
//! own records follow as they are.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;
use xenos_front::{Ignore, OpenRecords, PreludeError, TraceFeed};
use xenos_memory::GuestMemory;
use xenos_renderer::Renderer;
use xenos_xtr::{Compression, Entry, Reader, Record, Totals, WriteError, Writer, XtrError};

use super::tail::Tail;
use crate::xtr::XtrPlayer;

/// Why frames cannot be cut out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrimError {
    /// The trace is malformed or cannot be read.
    #[error(transparent)]
    Trace(#[from] XtrError),
    /// What the frames start from cannot be written.
    #[error("cannot write the trimmed trace")]
    Prelude(#[from] PreludeError),
    /// A record cannot be written.
    #[error("cannot write the trimmed trace")]
    Write(#[from] WriteError),
    /// The first frame wanted is not there.
    #[error("there are {there} frames")]
    NoFrames {
        /// Frames that end in the trace.
        there: u64,
    },
}

/// What was cut out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trimmed {
    /// Frames that end in it.
    pub frames: u64,
    /// Records, those of the start state among them.
    pub records: u64,
    /// Bytes, without compression around them.
    pub bytes: u64,
}

/// Where the cutting is.
enum Phase {
    /// Before the first frame wanted.
    Before,
    /// In what still belongs to the frame before it; EDRAM as it starts from.
    At(Tail, Vec<u8>),
    /// Among those wanted.
    Within,
    /// In what still belongs to the last one wanted.
    Ending(Tail),
    /// Behind them.
    Over,
}

struct Cutter<W: Write> {
    phase: Phase,
    open: OpenRecords,
    writer: Writer<W>,
}

impl<W: Write> Cutter<W> {
    /// Looks at a record that will be played next.
    fn look(&mut self, entry: &Entry<'_>, feed: &TraceFeed) -> Result<(), TrimError> {
        let record = &entry.record;
        match &mut self.phase {
            Phase::Before | Phase::Over => {}
            Phase::At(tail, edram) => {
                if !tail.holds(record) {
                    let (edram, open) = (std::mem::take(edram), &self.open);
                    let writer = &mut self.writer;
                    let mut each = |record: &Record<'_>| Ok(writer.record(record)?);
                    feed.processor().prelude::<TrimError>(Some(&edram), open, &mut each)?;
                    self.phase = Phase::Within;
                    self.writer.record(record)?;
                }
            }
            Phase::Within => self.writer.record(record)?,
            Phase::Ending(tail) => {
                if tail.holds(record) {
                    self.writer.record(record)?;
                } else {
                    self.phase = Phase::Over;
                }
            }
        }
        self.open.see(record);
        Ok(())
    }
}

/// Writes `frames` of a trace as a trace of their own, which renders to the same bits; a range that
/// reaches beyond the trace holds what there is, what follows the last swap too.
pub fn trim<R: Renderer, W: Write>(
    reader: Reader,
    frames: &Range<u64>,
    make: impl FnOnce(Arc<GuestMemory>) -> R,
    output: W,
) -> Result<(W, Trimmed), TrimError> {
    let writer = Writer::new(output, reader.header(), Compression::LikeXenia)?;
    let mut player = XtrPlayer::new(reader);
    let mut renderer = make(player.shared_memory());
    // From the very start nothing has to be carried.
    let phase = if frames.start == 0 { Phase::Within } else { Phase::Before };
    let mut cutter = Cutter { phase, open: OpenRecords::default(), writer };
    loop {
        let mut looked = Ok(());
        let look = |entry: &Entry<'_>, feed: &TraceFeed| looked = cutter.look(entry, feed);
        let goes_on = if player.frames() < frames.start {
            player.step_seen(&mut renderer, look)?
        } else {
            // Which frame is which does not depend on what is drawn.
            player.step_seen(Ignore, look)?
        };
        looked?;
        cutter.phase = match cutter.phase {
            Phase::Before if player.frames() >= frames.start => {
                Phase::At(Tail::default(), renderer.edram())
            }
            Phase::Within if player.frames() >= frames.end => Phase::Ending(Tail::default()),
            phase => phase,
        };
        if !goes_on || matches!(cutter.phase, Phase::Over) {
            break;
        }
    }
    let there = player.frames();
    if there <= frames.start {
        return Err(TrimError::NoFrames { there });
    }
    let (output, Totals { records, bytes }) = cutter.writer.finish()?;
    let frames = there.min(frames.end) - frames.start;
    Ok((output, Trimmed { frames, records, bytes }))
}
