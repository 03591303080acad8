//! lfbMode: the linear frame buffer's format and routing.

use base_word::{field_enum, word};

field_enum! {
    /// lfbMode\[3:0\]: the format of LFB writes.
    pub enum LfbFormat: 4 {
        /// two 5-6-5 pixels a word
        Rgb565 = 0 => "rgb565",
        /// two x-5-5-5 pixels a word
        Rgb555 = 1 => "rgb555",
        /// two 1-5-5-5 pixels a word
        Argb1555 = 2 => "argb1555",
        /// reserved
        Reserved3 = 3 => "reserved-3",
        /// one x-8-8-8 pixel a word
        Rgb888 = 4 => "rgb888",
        /// one 8-8-8-8 pixel a word
        Argb8888 = 5 => "argb8888",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// reserved
        Reserved7 = 7 => "reserved-7",
        /// reserved
        Reserved8 = 8 => "reserved-8",
        /// reserved
        Reserved9 = 9 => "reserved-9",
        /// reserved
        Reserved10 = 10 => "reserved-10",
        /// reserved
        Reserved11 = 11 => "reserved-11",
        /// depth in the high half, 5-6-5 in the low
        DepthRgb565 = 12 => "depth-rgb565",
        /// depth in the high half, x-5-5-5 in the low
        DepthRgb555 = 13 => "depth-rgb555",
        /// depth in the high half, 1-5-5-5 in the low
        DepthArgb1555 = 14 => "depth-argb1555",
        /// two depths a word
        Depth = 15 => "depth",
    }
}

field_enum! {
    /// lfbMode\[5:4\]: the buffer written.
    pub enum LfbWriteBuffer: 2 {
        /// the front buffer
        Front = 0 => "front",
        /// the back buffer
        Back = 1 => "back",
        /// reserved
        Reserved2 = 2 => "reserved-2",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// lfbMode\[7:6\]: the buffer read.
    pub enum LfbReadBuffer: 2 {
        /// the front buffer
        Front = 0 => "front",
        /// the back buffer
        Back = 1 => "back",
        /// the auxiliary buffer
        Aux = 2 => "aux",
        /// reserved
        Reserved3 = 3 => "reserved-3",
    }
}

field_enum! {
    /// lfbMode\[10:9\]: the order of colour lanes in LFB data.
    pub enum LfbLanes: 2 {
        /// alpha, red, green, blue from the top
        Argb = 0 => "argb",
        /// alpha, blue, green, red
        Abgr = 1 => "abgr",
        /// red, green, blue, alpha
        Rgba = 2 => "rgba",
        /// blue, green, red, alpha
        Bgra = 3 => "bgra",
    }
}

field_enum! {
    /// lfbMode\[14\]: W of pixels written through the pipeline.
    pub enum LfbWSource: 1 {
        /// the pixel's depth
        PixelDepth = 0 => "pixel-depth",
        /// zaColor\[15:0\]
        ZaColor = 1 => "zacolor",
    }
}

word! {
    /// The linear frame buffer.
    pub struct LfbMode = "lfbMode" {
        /// the format of writes
        write_format: LfbFormat(0..=3),
        /// the buffer written
        write_buffer: LfbWriteBuffer(4..=5),
        /// the buffer read
        read_buffer: LfbReadBuffer(6..=7),
        /// writes pass through the pixel pipeline
        pixel_pipeline: flag(8),
        /// the order of colour lanes
        lanes: LfbLanes(9..=10),
        /// the halves of written words are exchanged
        write_word_swap: flag(11),
        /// the bytes of written words are reversed
        write_byte_swizzle: flag(12),
        /// y = 0 is the bottom line
        y_origin_bottom: flag(13),
        /// W of pixels written through the pipeline
        w_source: LfbWSource(14),
        /// the halves of read words are exchanged
        read_word_swap: flag(15),
        /// the bytes of read words are reversed
        read_byte_swizzle: flag(16),
        /// reserved
        reserved_17: reserved(17..=31),
    }
}
