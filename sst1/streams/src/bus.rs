//! What a program writes to the card, by register names and typed words.
//!
//! For: register writes, commands, linear frame buffer accesses and texture downloads as bus
//! accesses with the right addresses. Not for: keeping a copy of the card's state; a program
//! knows what it wrote.
//!
//! Facts: digest sections 4.1 to 4.6.

mod lfb;
mod screen;
mod trex;

pub(crate) use lfb::{pixel16, pixel32};
pub use screen::Screen;
pub use trex::Units;

use sst1_board::Width;
use sst1_regs::offset;
use sst1_regs::words::{
    AlphaMode, ClipLeftRight, ClipLowYHighY, FbiInit0, FbiInit1, FbiInit2, FbiInit3, FbiInit4,
    FbzColorPath, FbzMode, FogEntry, FogMode, LfbMode, NopCmd, Rgb, Rgba, SwapCmd, VideoDimensions,
    ZaColor,
};

use crate::Sink;

/// A program's side of the bus.
pub struct Bus<'a> {
    sink: &'a mut dyn Sink,
}

impl<'a> Bus<'a> {
    /// The bus in front of a sink.
    pub fn new(sink: &'a mut dyn Sink) -> Self {
        Self { sink }
    }

    /// A write of a register by its offset, chip field and other address bits included.
    pub fn register(&mut self, offset: u32, data: u32) {
        self.sink.write(offset & 0x3F_FFFF, data, Width::Word);
    }

    /// Any write.
    pub fn write(&mut self, offset: u32, data: u32, width: Width) {
        self.sink.write(offset, data, width);
    }

    /// Any read; its value is not used.
    pub fn read(&mut self, offset: u32, width: Width) {
        self.sink.read(offset, width);
    }

    /// stipple.
    pub fn stipple(&mut self, pattern: u32) {
        self.register(offset::STIPPLE, pattern);
    }

    /// The whole fog table.
    pub fn fog_table(&mut self, entries: &[FogEntry; 32]) {
        for (at, entry) in (offset::FOG_TABLE..).step_by(4).zip(entries) {
            self.register(at, entry.raw());
        }
    }

    /// Columns left..right and rows low..high, as registers hold them: the second is exclusive.
    pub fn clip(&mut self, left: u32, right: u32, low: u32, high: u32) {
        self.clip_left_right(ClipLeftRight::default().with_left(left).with_right(right));
        self.clip_low_high(ClipLowYHighY::default().with_low(low).with_high(high));
    }

    /// fastfillCMD.
    pub fn fastfill(&mut self) {
        self.register(offset::FASTFILL_CMD, 0);
    }
}

macro_rules! registers {
    ($( $name:ident: $Word:ty = $OFFSET:ident $text:literal; )*) => {
        impl Bus<'_> {
            $(
                #[doc = $text]
                pub fn $name(&mut self, word: $Word) {
                    self.register(offset::$OFFSET, word.raw());
                }
            )*
        }
    };
}

registers! {
    fbz_color_path: FbzColorPath = FBZ_COLOR_PATH "fbzColorPath.";
    fog_mode: FogMode = FOG_MODE "fogMode.";
    alpha_mode: AlphaMode = ALPHA_MODE "alphaMode.";
    fbz_mode: FbzMode = FBZ_MODE "fbzMode.";
    lfb_mode: LfbMode = LFB_MODE "lfbMode.";
    clip_left_right: ClipLeftRight = CLIP_LEFT_RIGHT "clipLeftRight.";
    clip_low_high: ClipLowYHighY = CLIP_LOWY_HIGHY "clipLowYHighY.";
    fog_color: Rgb = FOG_COLOR "fogColor.";
    za_color: ZaColor = ZA_COLOR "zaColor.";
    chroma_key: Rgb = CHROMA_KEY "chromaKey.";
    color0: Rgba = COLOR0 "color0.";
    color1: Rgba = COLOR1 "color1.";
    nop: NopCmd = NOP_CMD "nopCMD.";
    swap: SwapCmd = SWAPBUFFER_CMD "swapbufferCMD.";
    fbi_init0: FbiInit0 = FBI_INIT0 "fbiInit0.";
    fbi_init1: FbiInit1 = FBI_INIT1 "fbiInit1.";
    fbi_init2: FbiInit2 = FBI_INIT2 "fbiInit2.";
    fbi_init3: FbiInit3 = FBI_INIT3 "fbiInit3.";
    fbi_init4: FbiInit4 = FBI_INIT4 "fbiInit4.";
    video_dimensions: VideoDimensions = VIDEO_DIMENSIONS "videoDimensions.";
}
