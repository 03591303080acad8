//! A trace as stimulus and memory hashes, for another implementation of the chip.
//!
//! For: writing both while a trace is replayed, and keeping the words that chosen commands changed.
//! Not for: the formats (`sst1-stimulus`), nor files.

use std::collections::BTreeSet;
use std::io::{self, Write};

use sst1_board::{Device, Layout, State};
use sst1_stimulus::{
    Detail, Drawn, HashLine, Kind, Observer, StimulusLine, hashes_head, stimulus_head,
};
use sst1_vood::{Reader, Trace};

use crate::watching::{self, Shared};
use crate::{Ended, EngineKind, PlayError, Player, Setup, Step};

/// What is wanted of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportRequest {
    /// First frame whose commands are hashed.
    pub first_frame: u64,
    /// Last frame to be replayed.
    pub last_frame: Option<u64>,
    /// Commands whose changed words are kept.
    pub details: BTreeSet<u64>,
    /// Bytes of stimulus and hashes after which the export ends as with a used-up budget.
    pub most_bytes: Option<u64>,
}

/// An export in progress.
pub struct Export<W> {
    player: Player,
    writing: Shared<Writing<W>>,
    last_frame: Option<u64>,
    most_bytes: u64,
}

/// What an export did.
pub struct Exported<W> {
    /// The stimulus, written.
    pub stimulus: W,
    /// The hashes, written.
    pub hashes: W,
    /// Operations written.
    pub operations: u64,
    /// Drawing commands among them.
    pub commands: u64,
    /// Lines of hashes.
    pub hashed: u64,
    /// Frames replayed.
    pub frames: u64,
    /// The kept words of commands, each with the layout of its buffers.
    pub details: Vec<(Detail, Layout)>,
    /// Why it ended.
    pub ended: Ended,
    /// Whether it was the bytes written that used up the budget.
    pub full: bool,
    /// What is wrong with the trace; everything before it was written.
    pub fault: Option<PlayError>,
    /// The trace's reader, for the digest of its source.
    pub reader: Reader,
}

impl<W: Write + Send + 'static> Export<W> {
    /// Begins with the files' first lines.
    ///
    /// # Errors
    /// When the board cannot be built or the state image not be loaded.
    pub fn new(
        trace: Trace,
        engine: EngineKind,
        setup: Setup,
        request: ExportRequest,
        [stimulus, hashes]: [W; 2],
    ) -> Result<Self, PlayError> {
        let device = watching::card(&trace, engine, &setup)?;
        Self::on(device, trace, setup, request, [stimulus, hashes])
    }

    /// The same with a given card at power-on.
    ///
    /// # Errors
    /// When the state image cannot be loaded.
    pub fn on(
        device: Box<dyn Device>,
        trace: Trace,
        setup: Setup,
        request: ExportRequest,
        [stimulus, hashes]: [W; 2],
    ) -> Result<Self, PlayError> {
        let last_frame = request.last_frame;
        let most_bytes = request.most_bytes.unwrap_or(u64::MAX);
        let mut writing = Writing::new(request, stimulus, hashes);
        writing.put(|w| w.stimulus.write_all(stimulus_head().as_bytes()));
        writing.put(|w| w.hashes.write_all(hashes_head().as_bytes()));
        let (player, writing) = watching::player(device, trace, setup, writing)?;
        Ok(Self { player, writing, last_frame, most_bytes })
    }

    /// The card's state, before the first record.
    pub fn state(&self) -> &State {
        self.player.state()
    }

    /// Replays and writes.
    ///
    /// # Errors
    /// When writing fails. A malformed trace is no error here, see [`Exported::fault`].
    pub fn run(mut self) -> io::Result<Exported<W>> {
        let (ended, fault, full) = loop {
            // A single record can be repeated thousands of millions of times.
            let step = self.player.advance_some();
            let mut writing = self.writing.get();
            if let Some(error) = writing.error.take() {
                return Err(error);
            }
            let full = writing.stimulus.bytes + writing.hashes.bytes > self.most_bytes;
            drop(writing);
            match step {
                Ok(Some(Step::End)) => break (Ended::End, None, false),
                Ok(Some(Step::Budget)) => break (Ended::Budget, None, false),
                Ok(Some(Step::Swap { frame })) if self.last_frame.is_some_and(|l| frame >= l) => {
                    break (Ended::Frames, None, false);
                }
                Ok(_) if full => break (Ended::Budget, None, true),
                Ok(_) => {}
                Err(fault) => break (Ended::Fault, Some(fault), false),
            }
        };
        let frames = self.player.tally().frames;
        // The card goes with the player, and the observer is left alone.
        let reader = self.player.into_reader();
        let gone = || io::Error::other("the card still holds the files");
        let mut writing = self.writing.into_inner().ok_or_else(gone)?;
        let hashed = writing.hashed;
        writing.put(|w| writeln!(w.hashes, "end {hashed}"));
        if let Some(error) = writing.error {
            return Err(error);
        }
        let Writing { stimulus, hashes, operations, commands, details, .. } = writing;
        Ok(Exported {
            stimulus: stimulus.inner,
            hashes: hashes.inner,
            operations,
            commands,
            hashed,
            frames,
            details,
            ended,
            full,
            fault,
            reader,
        })
    }
}

/// A writer that counts.
struct Counted<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The observer that writes.
struct Writing<W> {
    stimulus: Counted<W>,
    hashes: Counted<W>,
    request: ExportRequest,
    layout: Layout,
    operations: u64,
    commands: u64,
    hashed: u64,
    details: Vec<(Detail, Layout)>,
    /// The first failure, which ends the writing.
    error: Option<io::Error>,
}

impl<W: Write> Writing<W> {
    fn new(request: ExportRequest, stimulus: W, hashes: W) -> Self {
        Self {
            stimulus: Counted { inner: stimulus, bytes: 0 },
            hashes: Counted { inner: hashes, bytes: 0 },
            request,
            layout: Layout { front: 0, back: 0, aux: 0, stride: 0, unit: 0 },
            operations: 0,
            commands: 0,
            hashed: 0,
            details: Vec::new(),
            error: None,
        }
    }

    fn put(&mut self, act: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = act(self).err();
        }
    }
}

impl<W: Write + Send + 'static> Observer for Writing<W> {
    fn operation(&mut self, line: &StimulusLine) {
        self.operations += 1;
        self.put(|w| writeln!(w.stimulus, "{line}"));
    }

    fn begins(&mut self, state: &State) {
        self.layout = state.layout();
    }

    fn drawn(&mut self, drawn: &Drawn<'_>) {
        let Drawn { number, kind, place, digest, changes, .. } = *drawn;
        self.commands += 1;
        let frame = place.frame.unwrap_or(0);
        if frame >= self.request.first_frame {
            self.hashed += 1;
            let line = HashLine { number, record: place.record, kind, digest };
            self.put(|w| writeln!(w.hashes, "{line}"));
        }
        if self.request.details.contains(&number) {
            let mut changes = changes.to_vec();
            changes.sort_unstable();
            self.details.push((Detail { number, kind, changes }, self.layout));
        }
        if kind == Kind::Swap {
            self.put(|w| writeln!(w.stimulus, "# frame {}", frame + 1));
        }
    }
}
