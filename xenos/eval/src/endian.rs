//! Byte order between guest memory and the chip.
//!
//! For: one dword under the four 32-bit codes. Not for: the wider codes of copies and exports.
//! Facts: `docs/hardware/xenos-microcode.md`, rule V6.

use xenos_regs::words::Endian;

/// The dword that the chip works with, from memory's four bytes read as a big-endian number.
#[inline]
pub fn swapped(stored: u32, endian: Endian) -> u32 {
    let little = stored.swap_bytes();
    match endian {
        Endian::None => little,
        Endian::Swap8In16 => (little & 0x00FF_00FF) << 8 | little >> 8 & 0x00FF_00FF,
        Endian::Swap8In32 => stored,
        Endian::Swap16In32 => little.rotate_left(16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_exchange_bytes() {
        // Bytes 11 22 33 44 in memory.
        let cases = [
            (Endian::None, 0x4433_2211),
            (Endian::Swap8In16, 0x3344_1122),
            (Endian::Swap8In32, 0x1122_3344),
            (Endian::Swap16In32, 0x2211_4433),
        ];
        for (endian, expected) in cases {
            assert_eq!(swapped(0x1122_3344, endian), expected, "{endian:?}");
        }
    }
}
