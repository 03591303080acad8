//! Iterated values by their formulas.
//!
//! Facts: digest section 5.2; `color_accumulators`, `subpixel`; the decisions on stored parameters.
//! Distances are to the right and down.

/// How far R, G, B, A and Z reach before something is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 32 bits, wrapping.
    Wrapped32,
    /// 48 bits; then the nearest number of 32 bits, since all that looks at it clamps.
    Held48,
}

/// The low 48 bits of a value, sign-extended.
const fn cut48(value: i64) -> i64 {
    value << 16 >> 16
}

/// The nearest number of 32 bits.
fn hold(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}

/// Both products of gradients and distance.
fn products(dx: i32, dy: i32, distance: [i32; 2]) -> [i64; 2] {
    [i64::from(dx) * i64::from(distance[0]), i64::from(dy) * i64::from(distance[1])]
}

impl Width {
    /// A value so many whole pixels from its start.
    pub fn stepped(self, start: i32, dx: i32, dy: i32, pixels: [i32; 2]) -> i32 {
        let [right, down] = products(dx, dy, pixels);
        let sum = i64::from(start) + right + down;
        match self {
            Self::Wrapped32 => sum as i32,
            Self::Held48 => hold(cut48(sum)),
        }
    }

    /// A value so many sixteenths of a pixel from its start, as `always` has it.
    pub fn moved(self, start: i32, dx: i32, dy: i32, sixteenths: [i32; 2]) -> i32 {
        let [right, down] = products(dx, dy, sixteenths);
        match self {
            Self::Wrapped32 => start.wrapping_add(((right + down) >> 4) as i32),
            Self::Held48 => hold(cut48(i64::from(start) + (cut48(right + down) >> 4))),
        }
    }

    /// A start value corrected by so many sixteenths of a pixel, as `by-bit` has it.
    pub fn corrected(self, start: i32, dx: i32, dy: i32, sixteenths: [i32; 2]) -> i32 {
        let [right, down] = products(dx, dy, sixteenths);
        match self {
            // The sum has 32 bits before it is shifted.
            Self::Wrapped32 => start.wrapping_add((right + down) as i32 >> 4),
            Self::Held48 => hold(i64::from(start) + ((right + down) >> 4)),
        }
    }

    /// The same with products shifted one by one, as `by-bit-z-apart` has it.
    pub fn corrected_apart(self, start: i32, dx: i32, dy: i32, sixteenths: [i32; 2]) -> i32 {
        let [right, down] = products(dx, dy, sixteenths).map(|product| product >> 4);
        match self {
            Self::Wrapped32 => start.wrapping_add((right + down) as i32),
            Self::Held48 => hold(i64::from(start) + right + down),
        }
    }
}

/// S, T or W so many sixteenths of a pixel from its start.
#[inline]
pub fn moved(start: i64, dx: i64, dy: i64, sixteenths: [i32; 2]) -> i64 {
    let [x, y] = sixteenths.map(i64::from);
    start.wrapping_add(x.wrapping_mul(dx).wrapping_add(y.wrapping_mul(dy)) >> 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths() {
        let most = 0x7F_FFFF;
        assert_eq!(Width::Held48.stepped(most, most, 0, [300, 0]), i32::MAX);
        assert_eq!(Width::Held48.stepped(0, -most, 0, [300, 0]), i32::MIN);
        assert!(Width::Wrapped32.stepped(most, most, 0, [300, 0]) < 0);
        // 2^31 * 2^16 is 2^47: one more than 48 signed bits hold.
        assert_eq!(Width::Held48.moved(0, i32::MIN, 0, [-0x1_0000, 0]), i32::MIN);
        assert_eq!(Width::Held48.corrected(1, 1, 1, [8, 8]), 2);
        assert_eq!(Width::Held48.corrected_apart(1, 1, 1, [8, 8]), 1);
        assert_eq!(Width::Wrapped32.corrected_apart(1, -1, 1, [8, 8]), 0);
        assert_eq!(moved(5, 3, -1, [16, 8]), 7, "40 / 16, rounded down");
    }
}
