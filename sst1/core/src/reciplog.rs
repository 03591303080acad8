//! Reciprocal and logarithm from one look-up, as MAME has them.
//!
//! Facts: `docs/hardware/sst1-mame.md`, "Textures"; `perspective = reciprocal-512`, `lod = half-512`.

/// ln((1 + z) / (1 - z)) / 2 in 60 fraction bits, for z = `numerator` / `denominator`, at most 1/3.
const fn atanh(numerator: i128, denominator: i128) -> i128 {
    let z = (numerator << 60) / denominator;
    let square = (z * z) >> 60;
    let (mut power, mut sum, mut n) = (z, 0, 1);
    while power > 0 {
        sum += power / n;
        power = (power * square) >> 60;
        n += 2;
    }
    sum
}

/// For each 512th between 1 and 2: 1 / x and log2(x), 22 fraction bits, cut.
static TABLE: [[u32; 2]; 513] = {
    let mut table = [[0; 2]; 513];
    let mut k = 0;
    while k <= 512 {
        // x = (1 + z) / (1 - z) with z = k / (1024 + k); 2 has z = 1 / 3.
        let log = (atanh(k, 1024 + k) << 22) / atanh(1, 3);
        table[k as usize] = [((1i128 << 31) / (512 + k)) as u32, log as u32];
        k += 1;
    }
    table
};

/// 1 / `value` with 15 fraction bits, and log2 of 1 / |`value`| with 8; `value` has 32.
#[inline]
pub fn reciprocal_log(value: i64) -> (i64, i32) {
    let magnitude = value.unsigned_abs();
    let far = magnitude & 0xFFFF_0000_0000 != 0;
    let word = (if far { magnitude >> 16 } else { magnitude }) as u32;
    if word == 0 {
        return (if value < 0 { 1 << 31 } else { (1 << 31) - 1 }, 1000 * 256);
    }
    let zeros = word.leading_zeros();
    let word = word << zeros;
    let exponent = zeros as i32 - if far { 16 } else { 0 };
    let (index, next) = ((word >> 22 & 0x1FF) as usize, word >> 14 & 0xFF);
    let [[r0, l0], [r1, l1]] = [TABLE[index], TABLE[index + 1]];
    let mixed = |a: u32, b: u32| (a * (0x100 - next) + b * next) >> 8;
    let log = ((exponent + 1) << 8) - ((mixed(l0, l1) + 0x2000) >> 14) as i32;
    let wide = i64::from(mixed(r0, r1));
    let shift = exponent - 6;
    let reciprocal = if shift < 0 { wide >> -shift } else { wide << shift };
    (if value < 0 { -reciprocal } else { reciprocal }, log)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_their_formulas() {
        for (k, [reciprocal, log]) in TABLE.iter().enumerate() {
            let x = 1.0 + k as f64 / 512.0;
            let one = f64::from(1 << 22);
            assert_eq!(*reciprocal, (one / x).floor() as u32, "{k}");
            assert_eq!(*log, (one * x.log2()).floor() as u32, "{k}");
        }
    }

    #[test]
    fn values() {
        assert_eq!(reciprocal_log(1 << 32), (1 << 15, 0));
        assert_eq!(reciprocal_log(-1 << 31), (-1 << 16, 256));
        assert_eq!(reciprocal_log(1 << 47), (1, -15 << 8));
        assert_eq!(reciprocal_log(0), (0x7FFF_FFFF, 256_000));
        assert_eq!(reciprocal_log(1), (1 << 47, 32 << 8));
        let _ = reciprocal_log(i64::MIN);
    }
}
