//! Addresses and byte order of LFB accesses.
//!
//! For: which pixels an access touches, and the data in the chip's own order. Facts: digest 4.1
//! (lines, order of swizzle and swap), 9.7 (addresses); decisions page, "LFB".

use sst1_board::Width;
use sst1_facts::{LfbOrder, Profile};
use sst1_regs::words::{LfbFormat, LfbMode};

use super::unpack::{Kind, kind};

/// A write, put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// The column of the first pixel.
    pub(super) column: i32,
    /// The row in the address.
    pub(super) row: i32,
    /// The pixels, first one in the low bits; `width` says whether 16 or 32 bits of them count.
    pub(super) data: u32,
    pub(super) width: Width,
}

impl Written {
    pub(super) fn new(
        profile: &Profile,
        mode: LfbMode,
        offset: u32,
        data: u32,
        width: Width,
    ) -> Self {
        if kind(mode.write_format()) == Kind::OnePixel {
            // Four bytes a pixel: lines of 4,096 bytes.
            let offset = offset >> 1;
            let (column, row) = (column(offset & !1), row(offset));
            return Self { column, row, data: write_order(profile, mode, data), width };
        }
        let (first, row) = (column(offset & !3), row(offset));
        match width {
            Width::Word => {
                let data = write_order(profile, mode, data);
                Self { column: first, row, data, width }
            }
            Width::Half => {
                // A lone half can change sides, and with that its column.
                let place = |half: u32| write_order(profile, mode, half << (8 * (offset & 2)));
                let high = place(0xFFFF) & 0xFFFF == 0;
                let data = place(data & 0xFFFF) >> if high { 16 } else { 0 };
                Self { column: first + i32::from(high), row, data, width }
            }
        }
    }

    /// The columns of its pixels, as many as there can be.
    pub(super) fn columns(&self) -> impl Iterator<Item = i32> + use<> {
        self.column..
    }
}

fn column(offset: u32) -> i32 {
    (offset >> 1 & 0x3FF) as i32
}

fn row(offset: u32) -> i32 {
    (offset >> 11 & 0x3FF) as i32
}

/// 4.1: bytes reversed, then halves exchanged, the latter not where a pixel is one 32-bit colour.
fn write_order(profile: &Profile, mode: LfbMode, word: u32) -> u32 {
    let color = matches!(mode.write_format(), LfbFormat::Rgb888 | LfbFormat::Argb8888);
    let swaps = !color || profile.lfb_order == LfbOrder::HonouredEverywhere;
    ordered(profile, word, mode.write_byte_swizzle(), mode.write_word_swap() && swaps)
}

/// The same for what is read.
pub(super) fn read_order(profile: &Profile, mode: LfbMode, word: u32) -> u32 {
    ordered(profile, word, mode.read_byte_swizzle(), mode.read_word_swap())
}

fn ordered(profile: &Profile, word: u32, reverse: bool, exchange: bool) -> u32 {
    if profile.lfb_order == LfbOrder::Ignored {
        return word;
    }
    let word = if reverse { word.swap_bytes() } else { word };
    if exchange { word.rotate_left(16) } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(mode: LfbMode, offset: u32, data: u32, width: Width) -> (i32, i32, u32) {
        let written = Written::new(&Profile::hardware(), mode, offset, data, width);
        (written.column, written.row, written.data)
    }

    #[test]
    fn lines_are_2048_or_4096_bytes() {
        let mode = LfbMode::default();
        assert_eq!(written(mode, 3 * 2048 + 11, 7, Width::Word), (4, 3, 7));
        assert_eq!(written(mode, 3 * 2048 + 11, 7, Width::Half), (5, 3, 7));
        let wide = mode.with_write_format(LfbFormat::Rgb888);
        assert_eq!(written(wide, 3 * 4096 + 11, 7, Width::Word), (2, 3, 7));
        assert_eq!(written(wide, 0x3F_FFFF, 7, Width::Word), (1023, 1023, 7));
        assert_eq!(written(mode, 0x3F_FFFF, 7, Width::Half), (1023, 1023, 7), "y has ten bits");
    }

    #[test]
    fn swizzle_and_swap() {
        let mode = LfbMode::default();
        let swap = mode.with_write_word_swap(true);
        let swizzle = mode.with_write_byte_swizzle(true);
        assert_eq!(written(swap, 0, 0x1122_3344, Width::Word).2, 0x3344_1122);
        assert_eq!(written(swizzle, 0, 0x1122_3344, Width::Word).2, 0x4433_2211);
        assert_eq!(written(swap, 0, 0x1122, Width::Half), (1, 0, 0x1122));
        assert_eq!(written(swizzle, 2, 0x1122, Width::Half), (0, 0, 0x2211));
        let both = swap.with_write_byte_swizzle(true);
        assert_eq!(written(both, 2, 0x1122, Width::Half), (1, 0, 0x2211));
        let wide = both.with_write_format(LfbFormat::Argb8888);
        assert_eq!(written(wide, 0, 0x1122_3344, Width::Word).2, 0x4433_2211);
        let mame = Written::new(&Profile::mame(), wide, 0, 0x1122_3344, Width::Word);
        assert_eq!(mame.data, 0x2211_4433);
        let b86 = Written::new(&Profile::b86(), both, 2, 0x1122, Width::Half);
        assert_eq!((b86.column, b86.data), (1, 0x1122));
    }
}
