//! The chip's base-2 logarithm with 8 fraction bits.
//!
//! Facts: digest 5.4 (the table, equal in all implementations) and 9.5 (`flog`).

/// floor(256 * log2(1 + i / 256)). The digest states the table by this formula; its fractional parts
/// are far enough from whole numbers for any double-precision logarithm to give it.
const TABLE: [u8; 256] = table();

/// The table in integers: the largest L with 2^(L / 256) <= 1 + i / 256. Squaring the argument eight
/// times, with its top bit kept in place, yields the bits of L from the top.
const fn table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        // 1.63 fixed point.
        let mut value = (256 + i as u64) << 55;
        let mut log = 0u8;
        let mut bit = 0;
        while bit < 8 {
            let square = (value as u128 * value as u128) >> 63;
            log <<= 1;
            if square >> 64 != 0 {
                log |= 1;
                value = (square >> 1) as u64;
            } else {
                value = square as u64;
            }
            bit += 1;
        }
        table[i] = log;
        i += 1;
    }
    table
}

/// Position of the top set bit, and the two groups of eight bits below it (zeros come in from the
/// right). `value` is not 0.
pub(crate) fn normalized(value: u64) -> (u32, usize, u32) {
    let top = 63 - value.leading_zeros().min(63);
    let mantissa = value << (63 - top);
    ((top), (mantissa >> 55 & 0xFF) as usize, (mantissa >> 47 & 0xFF) as u32)
}

/// 256 * log2(value), truncated as the chip does. `value` is not 0.
pub(crate) fn log2(value: u64) -> i32 {
    let (top, index, _) = normalized(value);
    256 * top as i32 + TABLE[index & 0xFF] as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_its_formula() {
        for (i, entry) in TABLE.iter().enumerate() {
            let exact = (256.0 * (1.0 + i as f64 / 256.0).log2()).floor();
            assert_eq!(*entry, exact as u8, "entry {i}");
        }
    }

    #[test]
    fn whole_powers_and_small_numbers() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(1 << 40), 40 * 256);
        assert_eq!(log2(3), 256 + 149);
        assert_eq!(normalized(0x1_2345), (16, 0x23, 0x45));
        assert_eq!(normalized(3), (1, 0x80, 0));
    }
}
