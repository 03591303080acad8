//! Byte order of texture data.
//!
//! For: bytes as the chip works with them, from bytes in memory.
//! Not for: the wider codes of copies (`pack`).
//! Facts: digest section 3.6. The exchange acts on the 32-bit word in memory that holds a texel, so
//! texels of 8 and 16 bits trade places with their neighbours under the wider codes. Inferred; the
//! console's library uses only codes that keep a texel's bytes together.

use xenos_regs::words::Endian;

/// What the two lowest bits of a byte's address are exchanged with.
#[inline]
pub const fn flip(endian: Endian) -> usize {
    match endian {
        Endian::None => 0,
        Endian::Swap8In16 => 1,
        Endian::Swap8In32 => 3,
        Endian::Swap16In32 => 2,
    }
}

/// `out` from the words that hold it; its first byte is byte `skip`, 0 to 3, of the first word.
#[inline]
pub fn unswap(words: &[[u8; 4]], skip: usize, endian: Endian, out: &mut [u8]) {
    let flip = flip(endian);
    for (at, byte) in out.iter_mut().enumerate() {
        let from = at + skip;
        *byte = words.get(from / 4).map_or(0, |word| word[from & 3 ^ flip]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_words_bytes_are_those_of_its_exchanged_value() {
        let stored = [0x11, 0x22, 0x33, 0x44];
        for (endian, expected) in [
            (Endian::None, [0x11, 0x22, 0x33, 0x44]),
            (Endian::Swap8In16, [0x22, 0x11, 0x44, 0x33]),
            (Endian::Swap8In32, [0x44, 0x33, 0x22, 0x11]),
            (Endian::Swap16In32, [0x33, 0x44, 0x11, 0x22]),
        ] {
            let mut out = [0; 4];
            unswap(&[stored], 0, endian, &mut out);
            assert_eq!(out, expected, "{endian:?}");
            let value = endian.swap(u32::from_le_bytes(stored));
            assert_eq!(u32::from_le_bytes(out), value);
        }
        let mut out = [0; 2];
        unswap(&[stored], 2, Endian::Swap8In32, &mut out);
        assert_eq!(out, [0x22, 0x11]);
    }
}
