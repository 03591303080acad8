//! MAME's reciprocal and logarithm of one number, by one table of 513 entries each.
//!
//! For: `perspective = reciprocal-512` and `lod = half-512`. Not for: the chip's own tables
//! ([`crate::log`], [`crate::perspective`]).
//! Facts: `docs/hardware/sst1-mame.md`, "Textures".

/// Steps of a table between 1 and 2.
const STEPS: usize = 512;
/// Fraction bits of the logarithm's table.
const LOG_FRACTION: u32 = 22;

/// floor(2^22 * log2(1 + k / 512)), in integers: squaring the argument again and again, with its top
/// bit kept in place, yields the bits from the top. No entry but the first and the last lies near a
/// whole number.
const LOG: [u32; STEPS + 1] = {
    let mut table = [0; STEPS + 1];
    let mut k = 1;
    while k < STEPS {
        // 1.63 fixed point.
        let mut value = ((STEPS + k) as u64) << 54;
        let mut log = 0;
        let mut bit = 0;
        while bit < LOG_FRACTION {
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
        table[k] = log;
        k += 1;
    }
    table[STEPS] = 1 << LOG_FRACTION;
    table
};

/// floor(2^31 / (512 + k)): 1 / (1 + k / 512) with 22 fraction bits.
fn reciprocal(k: usize) -> u32 {
    (1 << 31) / (STEPS + k) as u32
}

/// What one look-up gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReciprocalLog {
    /// 1 / value with 15 fraction bits and the value's sign.
    pub(crate) reciprocal: i64,
    /// log2(1 / |value|) with 8 fraction bits.
    pub(crate) log: i32,
}

/// Of a value with 32 fraction bits.
pub(crate) fn reciprocal_log(value: i64) -> ReciprocalLog {
    let magnitude = value.unsigned_abs();
    // What does not fit into 32 bits is taken 16 bits further up.
    let (word, shifted) = if magnitude >> 32 & 0xFFFF == 0 {
        (magnitude as u32, 0)
    } else {
        ((magnitude >> 16) as u32, 16)
    };
    if word == 0 {
        let reciprocal = if value < 0 { 0x8000_0000 } else { 0x7FFF_FFFF };
        return ReciprocalLog { reciprocal, log: 1000 << 8 };
    }
    let zeros = word.leading_zeros();
    let exponent = zeros as i32 - shifted;
    let normalized = word << zeros;
    let (k, fraction) = ((normalized >> 22 & 0x1FF) as usize, normalized >> 14 & 0xFF);
    let between = |here: u32, next: u32| (here * (256 - fraction) + next * fraction) >> 8;
    let log = between(LOG[k], LOG[k + 1]);
    let log = (log + (1 << 13)) >> 14;
    let mantissa = between(reciprocal(k), reciprocal(k + 1)) as i64;
    let magnitude = match exponent - 6 {
        left @ 0.. => mantissa << left,
        right => mantissa >> -right,
    };
    ReciprocalLog {
        reciprocal: if value < 0 { -magnitude } else { magnitude },
        log: ((exponent + 1) << 8) - log as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_its_formula() {
        for (k, entry) in LOG.iter().enumerate() {
            let exact = (f64::from(1 << LOG_FRACTION) * (1.0 + k as f64 / 512.0).log2()).floor();
            assert_eq!(*entry, exact as u32, "entry {k}");
        }
    }

    #[test]
    fn powers_and_zero() {
        let of = |value| {
            let ReciprocalLog { reciprocal, log } = reciprocal_log(value);
            (reciprocal, log)
        };
        // One, a quarter, two, minus a quarter.
        assert_eq!(of(1 << 32), (1 << 15, 0));
        assert_eq!(of(1 << 30), (1 << 17, 2 << 8));
        assert_eq!(of(1 << 33), (1 << 14, -256));
        assert_eq!(of(-1 << 30), (-1 << 17, 2 << 8));
        assert_eq!(of(0), (0x7FFF_FFFF, 256_000));
        // Nothing but bits above 47, which are not looked at.
        assert_eq!(of(-1 << 48), (0x8000_0000, 256_000));
        // 0.75: 2^31 / 768 = 2796202 with 22 fraction bits, twice that >> 7; log2(1.5) is 149.75 / 256.
        assert_eq!(of(3 << 30), (2_796_202 >> 6, 256 - 150));
    }
}
