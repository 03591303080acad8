//! Video timing, colour look-up and DAC words.

use base_word::word;

word! {
    /// The picture's size.
    pub struct VideoDimensions = "videoDimensions" {
        /// width minus 1, pixels
        width_minus_1: uint(0..=9),
        /// reserved; 86Box reads the width from bits 11:0
        reserved_10: reserved(10..=15),
        /// height, lines
        height: uint(16..=25),
        /// reserved; 86Box reads the height from bits 27:16
        reserved_26: reserved(26..=31),
    }
}

word! {
    /// Back porches.
    pub struct BackPorch = "backPorch" {
        /// horizontal back porch minus 2, dot clocks
        horizontal_minus_2: uint(0..=7),
        /// reserved
        reserved_8: reserved(8..=15),
        /// vertical back porch, lines
        vertical: uint(16..=23),
        /// reserved
        reserved_24: reserved(24..=31),
    }
}

word! {
    /// Horizontal sync.
    pub struct HSync = "hSync" {
        /// on time minus 1, dot clocks
        on_minus_1: uint(0..=7),
        /// reserved
        reserved_8: reserved(8..=15),
        /// off time minus 1, dot clocks
        off_minus_1: uint(16..=25),
        /// reserved
        reserved_26: reserved(26..=31),
    }
}

word! {
    /// Vertical sync.
    pub struct VSync = "vSync" {
        /// on time, lines
        on: uint(0..=11),
        /// reserved
        reserved_12: reserved(12..=15),
        /// off time, lines
        off: uint(16..=27),
        /// reserved
        reserved_28: reserved(28..=31),
    }
}

word! {
    /// The vertical counter.
    pub struct VRetrace = "vRetrace" {
        /// internal vSync-off counter
        counter: uint(0..=11),
        /// reserved
        reserved_12: reserved(12..=31),
    }
}

word! {
    /// A write to the colour look-up table.
    pub struct ClutData = "clutData" {
        /// blue
        blue: uint(0..=7),
        /// green
        green: uint(8..=15),
        /// red
        red: uint(16..=23),
        /// entry, 0 to 32
        index: uint(24..=29),
        /// reserved
        reserved_30: reserved(30..=31),
    }
}

word! {
    /// An access to the DAC.
    pub struct DacData = "dacData" {
        /// data
        data: uint(0..=7),
        /// register select
        register: uint(8..=10),
        /// a read; the value appears in fbiInit2 when initEnable\[2\] is set
        read: flag(11),
        /// reserved
        reserved_12: reserved(12..=31),
    }
}

word! {
    /// Thresholds of the video filter.
    pub struct MaxRgbDelta = "maxRgbDelta" {
        /// blue
        blue: uint(0..=7),
        /// green
        green: uint(8..=15),
        /// red
        red: uint(16..=23),
        /// reserved
        reserved_24: reserved(24..=31),
    }
}
