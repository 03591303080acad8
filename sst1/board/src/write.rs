//! Register writes: from an offset to the state.

use sst1_facts::{ChipSelect, InitLock, NccQ2, NopClears, RegisterByteSwizzle, SwapTiming};
use sst1_regs::words::{
    AlphaMode, ClipLeftRight, ClipLowYHighY, ClutData, DacData, FbiInit0, FbiInit1, FbiInit2,
    FbiInit3, FbiInit4, FbzColorPath, FbzMode, FogEntry, FogMode, LfbMode, NopCmd, Rgb, Rgba,
    SwapCmd, TDetail, TLod, TexBase, TextureMode, TrexInit1, VideoDimensions, ZaColor,
};
use sst1_regs::{Access as Permission, alternate_offset, foreign_at, offset, register_at};

use crate::bus::{Access, Chips};
use crate::engine::{Engine, Touched};
use crate::parameters::{Number, Parameter, ParameterRegister, Slot, parameter_register};
use crate::{Counters, Event, State, refusal};

/// fbiInit1's read-only bits: function number and two-board configuration.
const INIT1_READ_ONLY: u32 = 0b101;
/// fbiInit3's read-only bits: memory type, VGA_PASS reset value, hard-coded base.
const INIT3_READ_ONLY: u32 = 0x1F00;
/// Bit 31 of NCC words 4 to 11: the word is a palette entry.
const NCC_PALETTE: u32 = 1 << 31;

/// Who owns a register where one file holds the registers of all (zSST).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owners {
    Fbi,
    Trex,
    Both,
}

impl Owners {
    /// Whether the chip field names an owner; texture units behind the first have no file.
    #[inline]
    fn named(self, chips: Chips) -> bool {
        (self != Self::Trex && chips.fbi()) || (self != Self::Fbi && chips.trex(0))
    }
}

/// A register write brought to the plain register map.
#[derive(Clone, Copy)]
pub(crate) struct RegisterWrite {
    pub(crate) offset: u32,
    pub(crate) chips: Chips,
    pub(crate) data: u32,
}

impl RegisterWrite {
    /// Undoes wrapping, the alternate map and the byte swizzle.
    #[inline]
    pub(crate) fn of(state: &State, access: &Access) -> Self {
        let mut offset = access.offset & 0x3FC;
        let mut data = access.data;
        if access.offset & 1 << 21 != 0 {
            if offset < 0x100 && state.init.fbi_init3.triangle_remap() {
                offset = alternate_offset(offset);
            }
            if state.init.fbi_init0.register_byte_swizzle()
                && state.profile.register_byte_swizzle == RegisterByteSwizzle::Honoured
            {
                data = data.swap_bytes();
            }
        }
        Self { offset, chips: Chips::of(access.offset), data }
    }

    /// Whether the write goes around the FIFO and takes effect at once.
    #[inline]
    pub(crate) fn immediate(&self) -> bool {
        (offset::FBI_INIT4..0x240).contains(&self.offset)
    }
}

impl State {
    /// Executes a register write.
    #[inline]
    pub(crate) fn write_register<E: Engine>(
        &mut self,
        engine: &mut E,
        write: RegisterWrite,
    ) -> Option<Event> {
        match write.offset {
            offset::TRIANGLE_CMD | offset::FTRIANGLE_CMD => {
                if self.reaches_command(write.chips, Owners::Both) {
                    self.triangles += 1;
                    engine.triangle(self, write.data >> 31 != 0);
                }
            }
            0x008..0x100 => self.write_parameter(engine, write),
            offset::FBZ_COLOR_PATH..offset::FBI_INIT4 => return self.write_fbi(engine, write),
            offset::FBI_INIT4..0x240 => self.write_init(engine, write),
            offset::TEXTURE_MODE..0x400 => self.write_trex(engine, write),
            _ => self.write_nowhere(write),
        }
        None
    }

    /// Whether a write reaches what FBI keeps of a register.
    #[inline]
    fn reaches_fbi(&self, chips: Chips, owners: Owners) -> bool {
        match self.profile.chip_select {
            ChipSelect::ByOwner | ChipSelect::CommandsAlways => chips.fbi(),
            ChipSelect::ParametersOnly => true,
            ChipSelect::SharedFile => owners.named(chips),
        }
    }

    /// Whether a command is executed.
    #[inline]
    fn reaches_command(&self, chips: Chips, owners: Owners) -> bool {
        self.profile.chip_select == ChipSelect::CommandsAlways || self.reaches_fbi(chips, owners)
    }

    /// Whether a write reaches what texture unit `tmu` keeps of a register.
    #[inline]
    fn reaches_trex(&self, chips: Chips, tmu: usize, owners: Owners) -> bool {
        match self.profile.chip_select {
            ChipSelect::SharedFile => owners.named(chips),
            _ => chips.trex(tmu),
        }
    }

    /// Whether a write reaches an initialisation or video register.
    fn reaches_init(&self, chips: Chips) -> bool {
        match self.profile.chip_select {
            ChipSelect::ByOwner | ChipSelect::ParametersOnly => true,
            ChipSelect::SharedFile | ChipSelect::CommandsAlways => chips.fbi(),
        }
    }

    fn write_nowhere(&mut self, write: RegisterWrite) {
        if let Some(foreign) = foreign_at(write.offset) {
            self.log.refuse(&refusal::REGISTER_FOREIGN, foreign.name, write.data);
        } else if register_at(write.offset).is_none_or(|r| r.access != Permission::ReadOnly) {
            self.log.refuse(&refusal::REGISTER_UNKNOWN, "reserved", write.data);
        }
    }

    #[inline]
    fn write_parameter<E: Engine>(&mut self, engine: &E, write: RegisterWrite) {
        let Some((register, float)) = parameter_register(write.offset) else {
            return self.write_nowhere(write);
        };
        let number = if float { Number::Float(write.data) } else { Number::Fixed(write.data) };
        match register {
            ParameterRegister::Vertex(vertex, axis) => {
                if self.reaches_fbi(write.chips, Owners::Both) {
                    self.parameters.vertices[vertex][axis] = engine.vertex(&self.profile, number);
                }
            }
            ParameterRegister::Iterated(parameter, slot) => {
                let start = slot == Slot::Start;
                let value = engine.parameter(&self.profile, parameter, start, number);
                self.store_parameter(parameter, slot, write.chips, value);
            }
        }
    }

    #[inline]
    fn store_parameter(&mut self, parameter: Parameter, slot: Slot, chips: Chips, value: i64) {
        let fbi = self.reaches_fbi(chips, Owners::Both);
        let own_w =
            if self.profile.chip_select == ChipSelect::SharedFile { fbi } else { chips.fbi() };
        let reached: [bool; 3] =
            std::array::from_fn(|tmu| self.reaches_trex(chips, tmu, Owners::Both));
        let units = self.tmus.len();
        let values = self.parameters.slot_mut(slot);
        let trex = (0..units).filter(|tmu| reached.get(*tmu).copied().unwrap_or(false));
        match parameter {
            Parameter::R if fbi => values.r = value as i32,
            Parameter::G if fbi => values.g = value as i32,
            Parameter::B if fbi => values.b = value as i32,
            Parameter::A if fbi => values.a = value as i32,
            Parameter::Z if fbi => values.z = value as i32,
            Parameter::S => trex.for_each(|tmu| values.tmu[tmu].s = value),
            Parameter::T => trex.for_each(|tmu| values.tmu[tmu].t = value),
            Parameter::W => {
                if own_w {
                    values.w = value;
                }
                trex.for_each(|tmu| values.tmu[tmu].w = value);
            }
            _ => {}
        }
    }

    fn write_fbi<E: Engine>(&mut self, engine: &mut E, write: RegisterWrite) -> Option<Event> {
        let reached = match write.offset {
            offset::FBZ_COLOR_PATH => self.reaches_fbi(write.chips, Owners::Both),
            offset::NOP_CMD => self.reaches_command(write.chips, Owners::Both),
            offset::FASTFILL_CMD | offset::SWAPBUFFER_CMD => {
                self.reaches_command(write.chips, Owners::Fbi)
            }
            _ => self.reaches_fbi(write.chips, Owners::Fbi),
        };
        if !reached {
            return None;
        }
        let data = write.data;
        match write.offset {
            offset::FBZ_COLOR_PATH => self.fbi.color_path = FbzColorPath::from_raw(data),
            offset::FOG_MODE => self.fbi.fog_mode = FogMode::from_raw(data),
            offset::ALPHA_MODE => self.fbi.alpha_mode = AlphaMode::from_raw(data),
            offset::FBZ_MODE => self.fbi.fbz_mode = FbzMode::from_raw(data),
            offset::LFB_MODE => self.fbi.lfb_mode = LfbMode::from_raw(data),
            offset::CLIP_LEFT_RIGHT => self.fbi.clip_left_right = ClipLeftRight::from_raw(data),
            offset::CLIP_LOWY_HIGHY => self.fbi.clip_low_high = ClipLowYHighY::from_raw(data),
            offset::FOG_COLOR => self.fbi.fog_color = Rgb::from_raw(data),
            offset::ZA_COLOR => self.fbi.za_color = ZaColor::from_raw(data),
            offset::CHROMA_KEY => self.fbi.chroma_key = Rgb::from_raw(data),
            offset::STIPPLE => self.fbi.stipple = data,
            offset::COLOR0 => self.fbi.color0 = Rgba::from_raw(data),
            offset::COLOR1 => self.fbi.color1 = Rgba::from_raw(data),
            at @ offset::FOG_TABLE..0x1E0 => {
                let word = (at - offset::FOG_TABLE) / 4;
                self.fbi.fog_table[word as usize] = FogEntry::from_raw(data);
            }
            offset::NOP_CMD => {
                let clear = NopCmd::from_raw(data).clear_counters();
                if clear || self.profile.nop_clears == NopClears::Always {
                    self.counters = Counters::default();
                }
                return None;
            }
            offset::FASTFILL_CMD => {
                engine.fastfill(self);
                return None;
            }
            offset::SWAPBUFFER_CMD => return self.write_swap(engine, SwapCmd::from_raw(data)),
            _ => {
                self.write_nowhere(write);
                return None;
            }
        }
        engine.touched(Touched::Fbi);
        None
    }

    fn write_swap<E: Engine>(&mut self, engine: &mut E, command: SwapCmd) -> Option<Event> {
        let timing = self.profile.swap_timing;
        if self.video.wait_for_retrace && command.vsync() && timing != SwapTiming::AtOnce {
            self.video.pending = Some(command);
            if timing == SwapTiming::SinceCommand {
                self.video.retraces = 0;
            }
            return None;
        }
        self.swap();
        engine.touched(Touched::Fbi);
        Some(Event::Swapped)
    }

    fn write_init<E: Engine>(&mut self, engine: &mut E, write: RegisterWrite) {
        if !self.reaches_init(write.chips) {
            return;
        }
        let data = write.data;
        let init = &mut self.init;
        let locked = !self.pci.init_enable.fbi_init_writes();
        let fbi_init =
            matches!(write.offset, offset::FBI_INIT0..=offset::FBI_INIT3 | offset::FBI_INIT4);
        if locked && (fbi_init || self.profile.init_lock == InitLock::All) {
            let name = register_at(write.offset).map_or("fbiInit", |r| r.name);
            return self.log.refuse(&refusal::INIT_LOCKED, name, data);
        }
        let keep = |old: u32, read_only: u32| (data & !read_only) | (old & read_only);
        match write.offset {
            offset::FBI_INIT0 => {
                init.fbi_init0 = FbiInit0::from_raw(data);
                if init.fbi_init0.graphics_reset() {
                    self.video.reset();
                }
            }
            offset::FBI_INIT1 => {
                init.fbi_init1 = FbiInit1::from_raw(keep(init.fbi_init1.raw(), INIT1_READ_ONLY));
            }
            offset::FBI_INIT2 => init.fbi_init2 = FbiInit2::from_raw(data),
            offset::FBI_INIT3 => {
                init.fbi_init3 = FbiInit3::from_raw(keep(init.fbi_init3.raw(), INIT3_READ_ONLY));
            }
            offset::FBI_INIT4 => init.fbi_init4 = FbiInit4::from_raw(data),
            offset::BACK_PORCH => init.back_porch = data,
            offset::VIDEO_DIMENSIONS => init.video_dimensions = VideoDimensions::from_raw(data),
            offset::H_SYNC => init.h_sync = data,
            offset::V_SYNC => init.v_sync = data,
            offset::MAX_RGB_DELTA => init.max_rgb_delta = data,
            offset::CLUT_DATA => self.write_clut(ClutData::from_raw(data)),
            offset::DAC_DATA => self.dac.write(DacData::from_raw(data)),
            _ => self.write_nowhere(write),
        }
        engine.touched(Touched::Fbi);
    }

    fn write_trex<E: Engine>(&mut self, engine: &mut E, write: RegisterWrite) {
        if register_at(write.offset).is_none() {
            return self.write_nowhere(write);
        }
        for tmu in 0..self.tmus.len() {
            if self.reaches_trex(write.chips, tmu, Owners::Trex) {
                self.write_tmu(tmu, write);
                engine.touched(Touched::Tmu(tmu));
            }
        }
    }

    fn write_tmu(&mut self, tmu: usize, write: RegisterWrite) {
        let data = write.data;
        let slip = self.profile.ncc_q2 == NccQ2::InI2;
        let unit = &mut self.tmus[tmu];
        match write.offset {
            offset::TEXTURE_MODE => unit.mode = TextureMode::from_raw(data),
            offset::T_LOD => unit.lod = TLod::from_raw(data),
            offset::T_DETAIL => unit.detail = TDetail::from_raw(data),
            offset::TEX_BASE_ADDR..offset::TREX_INIT0 => {
                let number = (write.offset - offset::TEX_BASE_ADDR) / 4;
                unit.base[number as usize] = TexBase::from_raw(data).base();
            }
            offset::TREX_INIT0 => unit.init0 = data,
            offset::TREX_INIT1 => unit.init1 = TrexInit1::from_raw(data),
            offset::NCC_TABLE0..offset::NCC_TABLE1 => {
                let word = (write.offset - offset::NCC_TABLE0) / 4;
                if word >= 4 && data & NCC_PALETTE != 0 {
                    let entry = &mut unit.palette[(data >> 23 & 0xFE | word & 1) as usize];
                    let color = data & 0xFF_FFFF;
                    unit.palette_checksum ^= *entry ^ color;
                    *entry = color;
                } else {
                    let stored = if slip && word == 10 { 6 } else { word };
                    unit.ncc[0][stored as usize] = data;
                }
            }
            offset::NCC_TABLE1..0x384 => {
                unit.ncc[1][((write.offset - offset::NCC_TABLE1) / 4) as usize] = data;
            }
            _ => {}
        }
    }
}
