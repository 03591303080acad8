//! A device that counts accesses on their way in.

use std::collections::BTreeSet;
use std::ops::Range;

use base_census::{Census, First};
use base_refusal::RefusalLog;
use sst1_board::{
    BoardConfig, Buffer, Card, ConfigError, Device, Engine, Event, Picture, Region, State,
    StateError, Width,
};
use sst1_facts::Profile;
use sst1_regs::alternate_offset;
use sst1_regs::words::SwapCmd;

use crate::gallery::Gallery;
use crate::{Counting, Sight, Sums};

/// A card that draws with engine `E` and counts what is asked of it.
///
/// It counts from the first record on that its refusal log is told of: what a player does before,
/// such as loading a start state, is no part of the stream.
#[derive(Debug)]
pub struct CensusDevice<E> {
    card: Card<Counting<E>>,
}

impl<E: Engine> CensusDevice<E> {
    /// A card at power-on that counts every frame, in windows of 60.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn new(config: BoardConfig, profile: Profile) -> Result<Self, ConfigError> {
        Ok(Self { card: Card::new(config, profile)? })
    }

    /// Sets the number of frames a window.
    #[must_use]
    pub fn with_window(mut self, frames: u64) -> Self {
        self.card.inner_mut().tables.set_window(frames);
        self
    }

    /// Lets windows end before these frames only, and be numbered by their first frames.
    #[must_use]
    pub fn with_cuts(mut self, cuts: BTreeSet<u64>) -> Self {
        self.card.inner_mut().tables.set_cuts(cuts);
        self
    }

    /// Sets the frames that are counted.
    #[must_use]
    pub fn with_frames(mut self, frames: Range<u64>) -> Self {
        self.card.inner_mut().tables.set_frames(frames);
        self
    }

    /// Keeps pictures of at most `most` textures.
    #[must_use]
    pub fn with_textures(mut self, most: usize) -> Self {
        self.card.inner_mut().gallery = (most > 0).then(|| Gallery::new(most));
        self
    }

    /// The census so far, as if the stream ended here.
    pub fn census(&self, source: &str) -> Census {
        self.card.inner().tables.clone().finish(source, self.area())
    }

    /// What was counted so far of a few things, without a pass over all tables.
    pub fn sums(&self) -> Sums {
        self.card.inner().tables.sums()
    }

    /// Pictures of the textures so far, by first use, and whether others found no room.
    pub fn textures(&self) -> (&[Sight], bool) {
        self.card.inner().gallery.as_ref().map_or((&[], false), Gallery::sights)
    }

    fn area(&self) -> u64 {
        let state = self.card.state();
        u64::from(state.picture_width()) * u64::from(state.picture_height())
    }

    #[inline]
    fn count_register(&mut self, at: u32, data: u32) {
        let state = self.card.state();
        let remapped = at & 1 << 21 != 0 && state.init.fbi_init3.triangle_remap();
        let plain = at & 0x3FC;
        let plain = if remapped && plain < 0x100 { alternate_offset(plain) } else { plain };
        let triple = state.init.fbi_init2.triple_buffer();
        let tables = &mut self.card.inner_mut().tables;
        let place = tables.place;
        tables.open = true;
        if tables.words.write(plain, data, place) {
            let swap = SwapCmd::from_raw(data);
            let buffers = if triple { "triple" } else { "double" };
            let when = if swap.vsync() { "at retrace" } else { "at once" };
            let key = format!("{buffers}, {when}, interval {}", swap.interval());
            tables.swaps.count(&key, 1, place);
        }
    }

    #[inline]
    fn swapped(&mut self, event: Option<Event>) -> Option<Event> {
        if event.is_some() {
            let state = self.card.state();
            let picture = format!("{}x{}", state.picture_width(), state.picture_height());
            let area = self.area();
            let tables = &mut self.card.inner_mut().tables;
            if tables.on {
                let place = tables.place;
                tables.pictures.count(&picture, 1, place);
            }
            tables.end_frame(area);
        }
        event
    }

    /// Takes over where the stream is. Says whether accesses are counted there.
    #[inline]
    fn arrive(&mut self) -> bool {
        let record = self.card.state().log.place().record;
        let tables = &mut self.card.inner_mut().tables;
        tables.place = First { record: record.unwrap_or_default(), ..tables.place };
        tables.on && record.is_some()
    }
}

impl<E: Engine> Device for CensusDevice<E> {
    fn engine(&self) -> &'static str {
        self.card.engine()
    }

    fn write(&mut self, at: u32, data: u32, width: Width) -> Option<Event> {
        if self.arrive() && Region::of(at) == Region::Register && width == Width::Word {
            self.count_register(at, data);
        }
        let event = self.card.write(at, data, width);
        self.swapped(event)
    }

    fn read(&mut self, at: u32, width: Width) -> u32 {
        if self.arrive() && Region::of(at) == Region::Register {
            let tables = &mut self.card.inner_mut().tables;
            let place = tables.place;
            tables.open = true;
            tables.words.read(at & 0x3FC, place);
        }
        self.card.read(at, width)
    }

    fn config_write(&mut self, at: u32, data: u32, width: Width) {
        self.card.config_write(at, data, width);
    }

    fn config_read(&mut self, at: u32) -> u32 {
        self.card.config_read(at)
    }

    fn set_vsync(&mut self, wait: bool) {
        self.card.set_vsync(wait);
    }

    fn retrace(&mut self, active: bool) -> Option<Event> {
        let event = self.card.retrace(active);
        self.swapped(event)
    }

    fn set_line(&mut self, line: u32) {
        self.card.set_line(line);
    }

    fn run(&mut self) -> Option<Event> {
        let event = self.card.run();
        self.swapped(event)
    }

    fn picture(&self, buffer: Buffer) -> Picture {
        self.card.picture(buffer)
    }

    fn state(&self) -> &State {
        self.card.state()
    }

    fn log_mut(&mut self) -> &mut RefusalLog {
        self.card.log_mut()
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        self.card.save()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        self.card.load(bytes)
    }
}
