//! A board with an engine: the [`Device`].

use base_refusal::RefusalLog;
use base_word::bits;
use sst1_facts::{Profile, SwapBlocks};

use crate::bus::{Access, Region, Width};
use crate::write::RegisterWrite;
use crate::{
    BoardConfig, Buffer, ConfigError, Device, Engine, Event, Picture, State, StateError, Touched,
    refusal,
};
use sst1_regs::{offset, register_at};

/// Writes that can wait behind a swap: the PCI FIFO's 64 and the memory FIFO's 65,536.
const FIFO_ENTRIES: usize = 64 + 65_536;

/// A Voodoo Graphics card that draws with engine `E`.
#[derive(Clone, Debug)]
pub struct Card<E> {
    state: State,
    engine: E,
}

impl<E: Engine> Card<E> {
    /// A card at power-on.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn new(config: BoardConfig, profile: Profile) -> Result<Self, ConfigError> {
        Ok(Self::from_state(State::new(config, profile)?))
    }

    /// A card in a given state.
    pub fn from_state(state: State) -> Self {
        let mut engine = E::default();
        engine.touched(Touched::All);
        Self { state, engine }
    }

    /// The engine, for one that keeps more than the state.
    pub fn inner(&self) -> &E {
        &self.engine
    }

    /// The engine, to be told something that is not the board's business.
    pub fn inner_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    /// State and engine together, for a device around this card in which time passes.
    pub fn parts_mut(&mut self) -> (&mut State, &mut E) {
        (&mut self.state, &mut self.engine)
    }

    /// Takes the engine out.
    pub fn into_inner(self) -> E {
        self.engine
    }

    /// Whether `access` must wait behind a swap.
    #[inline]
    pub fn blocked(&self, access: &Access) -> bool {
        if self.state.video.pending.is_none() {
            return false;
        }
        let register = Region::of(access.offset) == Region::Register;
        if self.state.profile.swap_blocks == SwapBlocks::SyncRegisters {
            let at = RegisterWrite::of(&self.state, access).offset;
            return register && register_at(at).is_some_and(|register| register.sync);
        }
        // With three buffers there is one to draw to meanwhile; only the next swap waits.
        !self.state.triple_buffering()
            || (register && access.offset & 0x3FC == offset::SWAPBUFFER_CMD)
    }

    #[inline]
    fn execute(&mut self, access: &Access) -> Option<Event> {
        match Region::of(access.offset) {
            Region::Register => {
                let write = RegisterWrite::of(&self.state, access);
                return self.state.write_register(&mut self.engine, write);
            }
            Region::Lfb => self.engine.lfb_write(
                &mut self.state,
                access.offset & 0x3F_FFFF,
                access.data,
                access.width,
            ),
            Region::Texture => {
                self.engine.texture_write(&mut self.state, access.offset & 0xFF_FFFF, access.data);
            }
        }
        None
    }

    /// Performs the waiting swap, if there is one, without its retrace; `value` is what is noted
    /// of the access that could not wait.
    pub fn force_swap(&mut self, value: u32) -> Option<Event> {
        self.state.video.pending?;
        self.state.log.refuse(&refusal::FIFO_FORCED, "swapbufferCMD", value);
        Some(self.swap_now())
    }

    fn swap_now(&mut self) -> Event {
        self.state.swap();
        self.engine.touched(Touched::Fbi);
        Event::Swapped
    }

    /// Finishes everything that waits, for a read that needs the result. Swaps that happen on the
    /// way are not reported: the host did not wait for them.
    fn finish(&mut self) {
        while self.state.video.pending.is_some() || !self.state.waiting.is_empty() {
            if self.run().is_none() && self.force_swap(0).is_none() {
                break;
            }
        }
    }
}

impl<E: Engine> Device for Card<E> {
    fn engine(&self) -> &'static str {
        E::NAME
    }

    #[inline]
    fn write(&mut self, offset: u32, data: u32, width: Width) -> Option<Event> {
        let access = Access { offset, data, width };
        let region = Region::of(offset);
        if width == Width::Half && region != Region::Lfb {
            let name = if region == Region::Register { "register" } else { "texture" };
            self.state.log.refuse(&refusal::REGISTER_NARROW, name, offset & 0xFF_FFFF);
            return None;
        }
        if self.state.video.pending.is_none() && self.state.waiting.is_empty() {
            return self.execute(&access);
        }
        if region == Region::Register && RegisterWrite::of(&self.state, &access).immediate() {
            return self.execute(&access);
        }
        self.state.waiting.push_back(access);
        if self.state.waiting.len() > FIFO_ENTRIES {
            return self.force_swap(data);
        }
        self.run()
    }

    fn read(&mut self, offset: u32, width: Width) -> u32 {
        match Region::of(offset) {
            Region::Register => {
                let at = offset & 0x3FC;
                if at != offset::STATUS && !(offset::FBI_INIT4..0x240).contains(&at) {
                    self.finish();
                }
                let word = self.state.read_register(at);
                match width {
                    Width::Word => word,
                    Width::Half => {
                        self.state.log.refuse(&refusal::REGISTER_NARROW, "register", offset);
                        let low = (offset & 2) * 8;
                        bits(word, low + 15, low)
                    }
                }
            }
            Region::Lfb => {
                self.finish();
                self.engine.lfb_read(&self.state, offset & 0x3F_FFFF, width)
            }
            Region::Texture => self.state.read_texture(),
        }
    }

    fn config_write(&mut self, offset: u32, data: u32, width: Width) {
        self.state.pci.write(offset, data, width);
    }

    fn config_read(&mut self, offset: u32) -> u32 {
        self.state.pci.read(offset, self.state.status())
    }

    fn set_vsync(&mut self, wait: bool) {
        self.state.video.wait_for_retrace = wait;
    }

    fn retrace(&mut self, active: bool) -> Option<Event> {
        let began = active && !self.state.video.in_retrace;
        self.state.video.in_retrace = active;
        if began {
            let video = &mut self.state.video;
            video.retraces = video.retraces.saturating_add(1);
            if video.pending.is_some_and(|swap| video.retraces > swap.interval()) {
                return Some(self.swap_now());
            }
        }
        None
    }

    fn set_line(&mut self, line: u32) {
        self.state.video.line = line;
    }

    fn run(&mut self) -> Option<Event> {
        while let Some(access) = self.state.waiting.front().copied() {
            if self.blocked(&access) {
                return None;
            }
            self.state.waiting.pop_front();
            if let Some(event) = self.execute(&access) {
                return Some(event);
            }
        }
        None
    }

    fn picture(&self, buffer: Buffer) -> Picture {
        self.state.picture(buffer)
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn log_mut(&mut self) -> &mut RefusalLog {
        &mut self.state.log
    }

    fn save(&self) -> Result<Vec<u8>, StateError> {
        self.state.to_bytes()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let log = std::mem::take(&mut self.state.log);
        match State::from_bytes(bytes) {
            Ok(state) => {
                self.state = State { log, ..state };
                self.engine.touched(Touched::All);
                Ok(())
            }
            Err(error) => {
                self.state.log = log;
                Err(error)
            }
        }
    }
}

#[cfg(test)]
mod tests;
