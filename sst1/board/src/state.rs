//! The whole state of a board, as plain values.

use base_refusal::RefusalLog;
use serde::{Deserialize, Serialize};
use sst1_facts::{PowerOn, Profile};
use sst1_regs::words::{
    AlphaMode, ClipLeftRight, ClipLowYHighY, FbiInit0, FbiInit1, FbiInit2, FbiInit3, FbiInit4,
    FbzColorPath, FbzMode, FogEntry, FogMode, LfbMode, Rgb, Rgba, TDetail, TLod, TextureMode,
    TrexInit1, VideoDimensions, ZaColor,
};
use thiserror::Error;

use crate::{
    ConfigSpace, Dac, FrameBuffer, Parameters, TextureCache, TextureMemory, Video, bus::Access,
};

/// What is soldered onto a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardConfig {
    /// Frame-buffer memory in bytes, a power of two, 64 KiB to 16 MiB.
    pub frame_buffer_bytes: u32,
    /// Texture memory in bytes a unit, a power of two, 64 KiB to 16 MiB.
    pub texture_bytes: u32,
    /// Texture units, 1 to 3.
    pub tmus: u32,
}

/// A board that cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// Memory size out of range.
    #[error("{what} of {bytes} bytes: a power of two from 65536 to 16777216 is possible")]
    Memory {
        /// Which memory.
        what: &'static str,
        /// The size asked for.
        bytes: u32,
    },
    /// Number of texture units out of range.
    #[error("{0} texture units: 1 to 3 are possible")]
    Tmus(u32),
}

impl BoardConfig {
    /// Checks sizes and counts.
    ///
    /// # Errors
    /// Names what is out of range.
    pub fn validate(self) -> Result<Self, ConfigError> {
        for (what, bytes) in
            [("frame buffer", self.frame_buffer_bytes), ("texture memory", self.texture_bytes)]
        {
            if !bytes.is_power_of_two() || !(1 << 16..=1 << 24).contains(&bytes) {
                return Err(ConfigError::Memory { what, bytes });
            }
        }
        if !(1..=3).contains(&self.tmus) {
            return Err(ConfigError::Tmus(self.tmus));
        }
        Ok(self)
    }
}

impl Default for BoardConfig {
    /// 4 MiB of frame buffer, one texture unit with 4 MiB.
    fn default() -> Self {
        Self { frame_buffer_bytes: 4 << 20, texture_bytes: 4 << 20, tmus: 1 }
    }
}

/// FBI's drawing registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is the register of its name; see sst1-regs")]
pub struct Fbi {
    pub color_path: FbzColorPath,
    pub fog_mode: FogMode,
    pub alpha_mode: AlphaMode,
    pub fbz_mode: FbzMode,
    pub lfb_mode: LfbMode,
    pub clip_left_right: ClipLeftRight,
    pub clip_low_high: ClipLowYHighY,
    pub fog_color: Rgb,
    pub za_color: ZaColor,
    pub chroma_key: Rgb,
    /// Rotates while drawing in rotate mode.
    pub stipple: u32,
    pub color0: Rgba,
    pub color1: Rgba,
    pub fog_table: [FogEntry; 32],
}

/// Initialisation and video registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is the register of its name; see sst1-regs")]
pub struct Init {
    pub fbi_init0: FbiInit0,
    pub fbi_init1: FbiInit1,
    pub fbi_init2: FbiInit2,
    pub fbi_init3: FbiInit3,
    pub fbi_init4: FbiInit4,
    pub back_porch: u32,
    pub video_dimensions: VideoDimensions,
    pub h_sync: u32,
    pub v_sync: u32,
    pub max_rgb_delta: u32,
}

impl Init {
    /// The power-on values.
    pub fn power_on(profile: &Profile) -> Self {
        match profile.power_on {
            PowerOn::Zero => Self::default(),
            PowerOn::Documented => Self {
                fbi_init0: FbiInit0::default().with_stall_pci(true).with_pci_fifo_low_water(0x10),
                fbi_init1: FbiInit1::default()
                    .with_pci_write_wait(true)
                    .with_video_reset(true)
                    .with_blank(true)
                    .with_vclk_source(2),
                fbi_init2: FbiInit2::default().with_generated_oe(true).with_refresh_load(0x100),
                fbi_init3: FbiInit3::default()
                    .with_fbi_to_trex_delay(2)
                    .with_trex_to_fbi_threshold(0xF),
                fbi_init4: FbiInit4::default().with_pci_read_wait(true),
                ..Self::default()
            },
        }
    }
}

/// One texture unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tmu {
    /// textureMode.
    pub mode: TextureMode,
    /// tLOD.
    pub lod: TLod,
    /// tDetail.
    pub detail: TDetail,
    /// texBaseAddr, _1, _2 and _3_8 in units of 8 bytes, 19 bits.
    pub base: [u32; 4],
    /// trexInit0, without known effect.
    pub init0: u32,
    /// trexInit1.
    pub init1: TrexInit1,
    /// The NCC tables' words as stored: 0-3 Y, 4-7 I, 8-11 Q.
    pub ncc: [[u32; 12]; 2],
    /// The palette, 256 entries of 0x00RRGGBB.
    pub palette: Vec<u32>,
    /// XOR of all palette entries.
    pub palette_checksum: u32,
    /// Texture memory.
    pub memory: TextureMemory,
}

impl Tmu {
    fn new(bytes: u32) -> Self {
        Self {
            mode: TextureMode::default(),
            lod: TLod::default(),
            detail: TDetail::default(),
            base: [0; 4],
            init0: 0,
            init1: TrexInit1::default(),
            ncc: [[0; 12]; 2],
            palette: vec![0; 256],
            palette_checksum: 0,
            memory: TextureMemory::new(bytes as usize),
        }
    }
}

/// The five pixel counters, 24 bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// fbiPixelsIn: pixels that were covered.
    pub pixels_in: u32,
    /// fbiChromaFail.
    pub chroma_fail: u32,
    /// fbiZfuncFail.
    pub zfunc_fail: u32,
    /// fbiAfuncFail.
    pub afunc_fail: u32,
    /// fbiPixelsOut: pixels that passed.
    pub pixels_out: u32,
}

impl Counters {
    /// Adds `other`, each counter wrapping at 24 bits.
    pub fn add(&mut self, other: &Self) {
        let sum = |a: u32, b: u32| a.wrapping_add(b) & 0xFF_FFFF;
        self.pixels_in = sum(self.pixels_in, other.pixels_in);
        self.chroma_fail = sum(self.chroma_fail, other.chroma_fail);
        self.zfunc_fail = sum(self.zfunc_fail, other.zfunc_fail);
        self.afunc_fail = sum(self.afunc_fail, other.afunc_fail);
        self.pixels_out = sum(self.pixels_out, other.pixels_out);
    }
}

/// Everything a board remembers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    /// What is soldered on.
    pub config: BoardConfig,
    /// How disputed facts are decided.
    pub profile: Profile,
    /// PCI configuration space.
    pub pci: ConfigSpace,
    /// Initialisation and video registers.
    pub init: Init,
    /// FBI's drawing registers.
    pub fbi: Fbi,
    /// Triangle parameters.
    pub parameters: Parameters,
    /// Texture units, as many as the board has.
    pub tmus: Vec<Tmu>,
    /// 86Box's decoded textures; unused where drawing sees memory as it is.
    pub texture_cache: TextureCache,
    /// Frame-buffer memory.
    pub frame_buffer: FrameBuffer,
    /// Displayed buffer, swaps, retraces, colour look-up.
    pub video: Video,
    /// The DAC.
    pub dac: Dac,
    /// The five pixel counters.
    pub counters: Counters,
    /// Triangles drawn since power-on.
    pub triangles: u64,
    /// Pixels covered and pixels that passed since power-on, never cleared.
    pub pixels_total: [u64; 2],
    /// Writes that wait behind a swap.
    pub(crate) waiting: std::collections::VecDeque<Access>,
    /// What was refused; not part of a saved state.
    #[serde(skip)]
    pub log: RefusalLog,
}

impl State {
    /// A board at power-on.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn new(config: BoardConfig, profile: Profile) -> Result<Self, ConfigError> {
        let config = config.validate()?;
        Ok(Self {
            config,
            pci: ConfigSpace::default(),
            init: Init::power_on(&profile),
            fbi: Fbi::default(),
            parameters: Parameters::default(),
            tmus: (0..config.tmus).map(|_| Tmu::new(config.texture_bytes)).collect(),
            texture_cache: TextureCache::default(),
            frame_buffer: FrameBuffer::new(config.frame_buffer_bytes as usize),
            video: Video::default(),
            dac: Dac::default(),
            counters: Counters::default(),
            triangles: 0,
            pixels_total: [0; 2],
            waiting: std::collections::VecDeque::new(),
            log: RefusalLog::default(),
            profile,
        })
    }

    /// Puts a write behind those that wait, for a device that keeps its own queue and is saved.
    pub fn wait(&mut self, access: Access) {
        self.waiting.push_back(access);
    }

    /// Takes the oldest write that waits.
    pub fn next_waiting(&mut self) -> Option<Access> {
        self.waiting.pop_front()
    }

    /// Adds what a command counted to the counters and totals.
    pub fn count(&mut self, counted: &Counters) {
        self.counters.add(counted);
        self.pixels_total[0] += u64::from(counted.pixels_in);
        self.pixels_total[1] += u64::from(counted.pixels_out);
    }
}
