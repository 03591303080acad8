//! Initialisation, video timing and the DAC. Writes bypass the FIFO and act at once; those to
//! fbiInit registers only while initEnable\[0\] is set.
//!
//! Facts: SST-1 specification 1.61.

use super::declare::registers;
use crate::register::{Block, Chips, Format, Register};
use crate::words::{
    BackPorch, ClutData, DacData, FbiInit0, FbiInit1, FbiInit2, FbiInit3, FbiInit4, HSync,
    MaxRgbDelta, VRetrace, VSync, VideoDimensions,
};
use base_word::{Field, Word};

const fn video(fields: &'static [Field]) -> Register {
    Register::row(Block::Video, Chips::FBI, Format::Word(fields))
}

registers! {
    /// PCI read timing and the memory FIFO's place.
    FBI_INIT4 "fbiInit4" = 0x200: video(FbiInit4::FIELDS).read_write();
    /// Where the vertical scan is.
    V_RETRACE "vRetrace" = 0x204: video(VRetrace::FIELDS).read_only().note(
        "86Box returns the current line.");
    /// Back porches.
    BACK_PORCH "backPorch" = 0x208: video(BackPorch::FIELDS).read_write();
    /// The picture's size.
    VIDEO_DIMENSIONS "videoDimensions" = 0x20C: video(VideoDimensions::FIELDS).read_write().note(
        "86Box reads 12 bits of each, and takes the heights 386, 402, 482 and 602 for 2 less.");
    /// Resets, VGA pass-through and the FIFOs.
    FBI_INIT0 "fbiInit0" = 0x210: video(FbiInit0::FIELDS).read_write().note(
        "zSST and 86Box do not reverse bytes (bit 3). 86Box: a write with bit 1 set shows buffer \
         0 and draws into buffer 1.");
    /// Row stride, LFB reads, and the video pins.
    FBI_INIT1 "fbiInit1" = 0x214: video(FbiInit1::FIELDS).read_write().note(
        "86Box adds 2,048 bytes of row stride when bit 24 is set.");
    /// DRAM, buffer size, swap algorithm; DAC data while initEnable bit 2 is set.
    FBI_INIT2 "fbiInit2" = 0x218: video(FbiInit2::FIELDS).read_write();
    /// The alternate map, texture links, row flip; the video checksum while initEnable bit 2 is set.
    FBI_INIT3 "fbiInit3" = 0x21C: video(FbiInit3::FIELDS).read_write().note(
        "zSST's checksum is 0.");
    /// Horizontal sync.
    H_SYNC "hSync" = 0x220: video(HSync::FIELDS);
    /// Vertical sync.
    V_SYNC "vSync" = 0x224: video(VSync::FIELDS);
    /// One entry of the colour look-up table; ignored during video reset.
    CLUT_DATA "clutData" = 0x228: video(ClutData::FIELDS).note(
        "86Box writes during video reset too, and stores white where bit 29 is set.");
    /// One access to the external DAC.
    DAC_DATA "dacData" = 0x22C: video(DacData::FIELDS);
    /// Thresholds of the video filter.
    MAX_RGB_DELTA "maxRgbDelta" = 0x230: video(MaxRgbDelta::FIELDS);
}
