//! The display's words: the gamma table.
//!
//! Facts: specification digest `xenos-hardware` section 1.1, from AMD's M56 guide; documented.

use base_word::{field_enum, word};

field_enum! {
    /// DC_LUT_RW_MODE: which kind of table is written.
    pub enum LutMode: 1 {
        /// 256 entries
        Table = 0 => "table",
        /// 128 entries of base and delta
        PiecewiseLinear = 1 => "piecewise-linear",
    }
}

word! {
    /// The kind of gamma table that is written.
    pub struct DcLutRwMode = "DC_LUT_RW_MODE" {
        /// which kind
        rw_mode: LutMode(0),
        /// unused
        reserved_1: reserved(1..=31),
    }
}

word! {
    /// The entry that is written next; a write resets the component counter.
    pub struct DcLutRwIndex = "DC_LUT_RW_INDEX" {
        /// the entry
        rw_index: uint(0..=7),
        /// unused
        reserved_8: reserved(8..=31),
    }
}

word! {
    /// One component of the 256-entry table, red, green, blue in turn.
    pub struct DcLutSeqColor = "DC_LUT_SEQ_COLOR" {
        /// the value; its low 6 bits are hard-wired 0
        seq_color: uint(0..=15),
        /// unused
        reserved_16: reserved(16..=31),
    }
}

word! {
    /// One component of the piecewise-linear table, red, green, blue in turn.
    pub struct DcLutPwlData = "DC_LUT_PWL_DATA" {
        /// the value at the entry; its low 6 bits are hard-wired 0
        base: uint(0..=15),
        /// the rise to the next entry; its low 6 bits are hard-wired 0
        delta: uint(16..=31),
    }
}

word! {
    /// A whole entry of the 256-entry table.
    pub struct DcLut30Color = "DC_LUT_30_COLOR" {
        /// blue
        color_10_blue: uint(0..=9),
        /// green
        color_10_green: uint(10..=19),
        /// red
        color_10_red: uint(20..=29),
        /// unused
        reserved_30: reserved(30..=31),
    }
}

word! {
    /// Which components are stored.
    pub struct DcLutWriteEnMask = "DC_LUT_WRITE_EN_MASK" {
        /// blue
        blue: flag(0),
        /// green
        green: flag(1),
        /// red
        red: flag(2),
        /// unused
        reserved_3: reserved(3..=31),
    }
}

word! {
    /// How the table in use is applied.
    pub struct DcLutaControl = "DC_LUTA_CONTROL" {
        /// the increment's code: 0 for 256 entries, 3 for steps of 8
        data_inc: uint(0..=3),
        /// unused
        reserved_4: reserved(4..=31),
    }
}
