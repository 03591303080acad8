//! The player: records in, accesses out, a stop at every executed swap.

mod retrace;

use base_refusal::Place;
use sst1_board::{Device, Event, State, Width};
use sst1_vood::{Command, Position, Reader, Record, Trace, VoodError};

use crate::cursor::Cursor;
use crate::summary::RefusalRow;
use crate::{EngineKind, PlayError, Setup, Tally, budget, image, refusal};

/// Operations after which [`Player::advance_some`] returns.
const SOME: u32 = 4096;
/// A record that nothing is left of.
const NOTHING: Record = Record {
    timestamp: 0,
    timestamp_end: 0,
    command: Command::FrameEnd,
    address: 0,
    data: 0,
    count: 1,
};

/// Why [`Player::advance`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A swapbufferCMD took effect.
    Swap {
        /// Number of the picture now visible, from 0.
        frame: u64,
    },
    /// The trace is over.
    End,
    /// The budget is used up.
    Budget,
}

/// A trace being played on a card.
///
/// Swaps take effect at once unless [`Setup::vsync`] is set. Then a swap that asks for it waits:
/// the player lets retraces pass as soon as one waits, until the first VSYNC record; from there on
/// only VSYNC records are retraces, except that a read which needs finished work and the trace's
/// end let as many pass as are needed.
///
/// The replay stops after the operation that exceeds the budget, [`Setup::budget`] or the usual one,
/// which no real stream reaches: each operation counts as four, a triangle or fill as two hundred
/// more, besides the pixels that it covers, fills or shows.
pub struct Player {
    pub(crate) device: Box<dyn Device>,
    pub(crate) cursor: Cursor,
    pub(crate) setup: Setup,
    pub(crate) tally: Tally,
    /// Refusals from before the saved position that was resumed.
    pub(crate) earlier: Vec<RefusalRow>,
    record: Record,
    position: Position,
    /// How often `record` is still to be executed.
    pub(crate) left: u32,
    /// The card may hold an event back, or a swap waits.
    attention: bool,
    over_budget: bool,
    /// What the card itself counts as work so far, if it does.
    own_work: Option<fn(&dyn Device) -> u64>,
    ending: Option<Result<(), VoodError>>,
}

impl Player {
    /// A player at the start of `trace`.
    ///
    /// # Errors
    /// When the board cannot be built, or the state image not be loaded.
    pub fn new(trace: Trace, engine: EngineKind, setup: Setup) -> Result<Self, PlayError> {
        let profile = setup.profile.profile().unwrap_or_default();
        let device = engine.card(setup.board(trace.reader.header()), profile)?;
        Self::on(device, trace, setup)
    }

    /// A player that drives a given card at power-on.
    ///
    /// # Errors
    /// When the state image cannot be loaded.
    pub fn on(mut device: Box<dyn Device>, trace: Trace, setup: Setup) -> Result<Self, PlayError> {
        // Configuration cycles are not recorded: fbiInit registers are open from the start.
        device.config_write(0x40, 1, Width::Word);
        device.set_vsync(setup.vsync);
        if let Some(image) = &trace.state {
            image::load(&mut *device, image)?;
        }
        let board = trace.reader.header().voodoo_type;
        if board != sst1_vood::VOODOO_GRAPHICS {
            device.log_mut().refuse(&refusal::BOARD_TYPE, "header", board);
        }
        Ok(Self::at_start(device, trace, setup))
    }

    pub(crate) fn at_start(device: Box<dyn Device>, trace: Trace, setup: Setup) -> Self {
        let image = trace.state_stored.and_then(|stored| stored.sha256);
        let position = trace.reader.position();
        Self {
            device,
            cursor: Cursor::new(trace.reader, image, setup.fingerprint),
            setup,
            tally: Tally::default(),
            earlier: Vec::new(),
            record: NOTHING,
            position,
            left: 0,
            attention: false,
            over_budget: false,
            own_work: None,
            ending: None,
        }
    }

    /// Lets what `work` tells of the card count against the budget too, besides what is drawn.
    pub(crate) fn counting(mut self, work: fn(&dyn Device) -> u64) -> Self {
        self.own_work = Some(work);
        self
    }

    /// The card.
    pub fn device(&self) -> &dyn Device {
        &*self.device
    }

    /// The card's state.
    pub fn state(&self) -> &State {
        self.device.state()
    }

    /// How the trace is played.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What was counted so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The record that was executed last, or the start.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The trace's reader, for its header and progress.
    pub fn reader(&self) -> &Reader {
        self.cursor.reader()
    }

    /// Gives the reader back, for the digest of its source.
    pub fn into_reader(self) -> Reader {
        self.cursor.into_reader()
    }

    /// Plays on until a swap takes effect, the trace ends or the budget is used up. After the end
    /// it says so again.
    ///
    /// # Errors
    /// When the trace is malformed; everything before the fault was played.
    pub fn advance(&mut self) -> Result<Step, PlayError> {
        loop {
            if let Some(step) = self.turn()? {
                return Ok(step);
            }
        }
    }

    /// The same, but gives nothing after some operations without any of these: for whoever may want to
    /// stop within a frame.
    ///
    /// # Errors
    /// When the trace is malformed; everything before the fault was played.
    pub fn advance_some(&mut self) -> Result<Option<Step>, PlayError> {
        for _ in 0..SOME {
            if let Some(step) = self.turn()? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    #[inline]
    fn turn(&mut self) -> Result<Option<Step>, PlayError> {
        if self.attention
            && let Some(step) = self.attend()
        {
            return Ok(Some(step));
        }
        if self.over_budget {
            return Ok(Some(Step::Budget));
        }
        if self.left == 0 {
            if self.ending.is_none() {
                match self.cursor.next() {
                    Ok(Some((record, position))) => self.begin(record, position),
                    end => self.ending = Some(end.map(|_| ())),
                }
            }
            if self.ending.is_some() {
                if let Some(step) = self.settle() {
                    return Ok(Some(step));
                }
                self.ending.replace(Ok(())).unwrap_or(Ok(()))?;
                return Ok(Some(Step::End));
            }
        }
        if self.reads_finished_work() {
            // A device in which time passes may not have come to every swap yet.
            let step = if self.setup.vsync { self.settle() } else { self.run() };
            if step.is_some() {
                return Ok(step);
            }
        }
        Ok(self.operation().map(|_| self.swapped()))
    }

    #[inline]
    fn begin(&mut self, record: Record, position: Position) {
        self.left = record.count;
        self.record = record;
        self.position = position;
        self.report_place();
    }

    /// Goes on with a record that was begun before the position was saved.
    pub(crate) fn resume_at(&mut self, record: Record, position: Position, left: u32) {
        (self.record, self.position, self.left) = (record, position, left);
        self.attention = true;
    }

    /// Tells the card where what follows is refused.
    #[inline]
    pub(crate) fn report_place(&mut self) {
        let Position { index, offset } = self.position;
        self.device.log_mut().at(Place::of_record(index, offset, self.tally.frames));
    }

    /// Executes the record once.
    #[inline]
    fn operation(&mut self) -> Option<Event> {
        self.left -= 1;
        self.tally.operations += 1;
        let covered = self.state().pixels_total[0];
        let Record { command, address, data, .. } = self.record;
        let event = match command {
            Command::WriteRegL | Command::WriteFbL | Command::WriteTexL => {
                self.device.write(address, data, Width::Word)
            }
            Command::WriteRegW | Command::WriteFbW => {
                self.device.write(address, data & 0xFFFF, Width::Half)
            }
            Command::WriteCmdFifo => {
                self.device.log_mut().refuse(&refusal::COMMAND_FIFO, "command FIFO", data);
                None
            }
            Command::ReadRegL | Command::ReadRegW | Command::ReadFbL | Command::ReadFbW => {
                self.read();
                None
            }
            Command::Vsync => self.vsync_record(),
            Command::Swap | Command::Config | Command::FrameEnd => {
                // Nothing happens, however often.
                self.tally.operations += u64::from(self.left);
                self.left = 0;
                None
            }
        };
        if self.setup.vsync && self.state().video.pending.is_some() {
            self.attention = true;
        }
        self.charge(budget::cost(self.device.state(), &self.record, covered));
        event
    }

    #[cold]
    fn read(&mut self) {
        let Record { command, address, data, .. } = self.record;
        let width = match command {
            Command::ReadRegL | Command::ReadFbL => Width::Word,
            _ => Width::Half,
        };
        let found = self.device.read(address, width);
        if matches!(command, Command::ReadFbL | Command::ReadFbW) {
            let recorded = if width == Width::Half { data & 0xFFFF } else { data };
            self.tally.reads += 1;
            self.tally.read_mismatches += u64::from(found != recorded);
        }
    }

    fn swapped(&mut self) -> Step {
        let frame = self.tally.frames;
        self.tally.frames += 1;
        self.attention = true;
        self.charge(budget::picture(self.device.state()));
        self.report_place();
        Step::Swap { frame }
    }

    #[inline]
    fn charge(&mut self, work: u64) {
        let limit = self.setup.budget.unwrap_or_else(|| budget::usual(self.cursor.begun()));
        self.tally.work = self.tally.work.saturating_add(work);
        let own = self.own_work.map_or(0, |work| work(&*self.device));
        if self.tally.work.saturating_add(own) > limit && !self.over_budget {
            self.over_budget = true;
            let value = u32::try_from(limit).unwrap_or(u32::MAX);
            self.device.log_mut().refuse(&refusal::BUDGET, "pixels", value);
        }
    }
}
