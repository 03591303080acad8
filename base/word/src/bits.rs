//! Bit ranges and sign extension.

/// A mask of the `width` lowest bits; `width` is 0 to 32.
#[inline]
pub const fn mask(width: u32) -> u32 {
    if width >= 32 { u32::MAX } else { (1 << width) - 1 }
}

/// Bits `hi` to `lo` of `word`, both inclusive, shifted down.
#[inline]
pub const fn bits(word: u32, hi: u32, lo: u32) -> u32 {
    (word >> lo) & mask(hi - lo + 1)
}

/// `word` with its bits `hi` to `lo` replaced by the low bits of `value`.
#[inline]
pub const fn with_bits(word: u32, hi: u32, lo: u32, value: u32) -> u32 {
    let field = mask(hi - lo + 1) << lo;
    (word & !field) | ((value << lo) & field)
}

/// The low `width` bits of `word` (1 to 32) as a two's complement number.
#[inline]
pub const fn sign_extend(word: u32, width: u32) -> i32 {
    let unused = 32 - width;
    ((word << unused) as i32) >> unused
}

/// The low `width` bits of `word` (1 to 64) as a two's complement number.
#[inline]
pub const fn sign_extend64(word: u64, width: u32) -> i64 {
    let unused = 64 - width;
    ((word << unused) as i64) >> unused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_inclusive() {
        assert_eq!(bits(0xABCD_1234, 15, 8), 0x12);
        assert_eq!(bits(0xABCD_1234, 31, 0), 0xABCD_1234);
        assert_eq!(with_bits(0xFFFF_FFFF, 7, 4, 0), 0xFFFF_FF0F);
        assert_eq!(with_bits(0, 31, 31, 3), 0x8000_0000);
    }

    #[test]
    fn sign_extension_keeps_the_low_bits() {
        assert_eq!(sign_extend(0x8000, 16), -32768);
        assert_eq!(sign_extend(0x17FFF, 16), 32767);
        assert_eq!(sign_extend(0xFFFF_FFFF, 32), -1);
        assert_eq!(sign_extend64(0x80_0000, 24), -0x80_0000);
    }
}
