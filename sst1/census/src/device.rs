//! A device that counts accesses on their way in.

use base_census::{Census, First};
use base_refusal::RefusalLog;
use sst1_board::{
    BoardConfig, Buffer, Card, ConfigError, Device, Engine, Event, Picture, Region, State,
    StateError, Width,
};
use sst1_facts::Profile;
use sst1_regs::words::{NopCmd, SwapCmd};
use sst1_regs::{alternate_offset, offset, register_at};

use crate::Counting;
use crate::keys::register_class;

/// A card that draws with engine `E` and counts what is asked of it.
#[derive(Debug)]
pub struct CensusDevice<E> {
    card: Card<Counting<E>>,
}

impl<E: Engine> CensusDevice<E> {
    /// A card at power-on.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn new(config: BoardConfig, profile: Profile) -> Result<Self, ConfigError> {
        Ok(Self { card: Card::new(config, profile)? })
    }

    /// Sets the number of frames a window.
    pub fn set_window(&mut self, frames: u64) {
        self.card.inner_mut().tables.set_window(frames);
    }

    /// Whether what follows is counted.
    pub fn set_counting(&mut self, on: bool) {
        self.card.inner_mut().tables.on = on;
    }

    /// The frame that is being counted.
    pub fn frame(&self) -> u64 {
        self.card.inner().tables.frame()
    }

    /// Ends the last frame and makes the census of `source`.
    pub fn finish(self, source: &str) -> Census {
        self.card.into_inner().tables.finish(source)
    }

    fn count_register(&mut self, at: u32, data: u32) {
        let state = self.card.state();
        let remapped = at & 1 << 21 != 0 && state.init.fbi_init3.triangle_remap();
        let plain = at & 0x3FC;
        let plain = if remapped && plain < 0x100 { alternate_offset(plain) } else { plain };
        let buffers = if state.init.fbi_init2.triple_buffer() { "triple" } else { "double" };
        let tables = &mut self.card.inner_mut().tables;
        let place = tables.place;
        let Some(register) = register_at(plain) else {
            tables.registers.count(&"unknown", 1, place);
            return;
        };
        tables.registers.count(&register.name, 1, place);
        tables.classes.count(&register_class(register), 1, place);
        match plain {
            offset::TRIANGLE_CMD => tables.commands.count(&"triangleCMD", 1, place),
            offset::FTRIANGLE_CMD => tables.commands.count(&"ftriangleCMD", 1, place),
            offset::FASTFILL_CMD => tables.commands.count(&"fastfillCMD", 1, place),
            offset::NOP_CMD if NopCmd::from_raw(data).clear_counters() => {
                tables.commands.count(&"nopCMD, clearing counters", 1, place);
            }
            offset::NOP_CMD => tables.commands.count(&"nopCMD", 1, place),
            offset::SWAPBUFFER_CMD => {
                tables.commands.count(&"swapbufferCMD", 1, place);
                let swap = SwapCmd::from_raw(data);
                let when = if swap.vsync() { "at retrace" } else { "at once" };
                let key = format!("{buffers}, {when}, interval {}", swap.interval());
                tables.swaps.count(&key, 1, place);
            }
            _ => {}
        }
    }

    fn swapped(&mut self, event: Option<Event>) -> Option<Event> {
        if event.is_some() {
            let state = self.card.state();
            let picture = format!("{}x{}", state.picture_width(), state.picture_height());
            let tables = &mut self.card.inner_mut().tables;
            if tables.on {
                let place = tables.place;
                tables.pictures.count(&picture, 1, place);
            }
            tables.end_frame();
        }
        event
    }
}

impl<E: Engine> Device for CensusDevice<E> {
    fn engine(&self) -> &'static str {
        self.card.engine()
    }

    fn write(&mut self, at: u32, data: u32, width: Width) -> Option<Event> {
        let place = self.card.log_mut().place();
        let tables = &mut self.card.inner_mut().tables;
        tables.place = First { record: place.record.unwrap_or_default(), ..tables.place };
        if tables.on && Region::of(at) == Region::Register && width == Width::Word {
            tables.open = true;
            self.count_register(at, data);
        }
        let event = self.card.write(at, data, width);
        self.swapped(event)
    }

    fn read(&mut self, at: u32, width: Width) -> u32 {
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
