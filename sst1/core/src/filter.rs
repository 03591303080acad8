//! Texture coordinates to texels: mirroring, wrapping, clamping, bilinear weights.
//!
//! Facts: digest sections 5.5 and 9.5; `mirror`. Coordinates are "int" with 4 fraction bits of a
//! texel of level 0.

use crate::lane::Lane;

/// Voodoo 2's mirror: a coordinate with bit 12 set is complemented.
#[inline(always)]
pub fn mirror(coordinate: i32) -> i32 {
    if coordinate & 0x1000 != 0 { !coordinate } else { coordinate }
}

/// The texel of a point sample before wrapping. `shift` is the level's number, at most 9.
#[inline(always)]
pub fn point(coordinate: i32, shift: u32) -> i32 {
    coordinate >> (4 + shift)
}

/// The first of two texels of a bilinear sample before wrapping, and the weight of the second in
/// sixteenths.
#[inline(always)]
pub fn bilinear(coordinate: i32, shift: u32) -> (i32, Lane) {
    let moved = coordinate.wrapping_sub(1 << (3 + shift)) >> shift;
    (moved >> 4, (moved & 15) as Lane)
}

/// A texel brought into a level of `last` + 1 texels, a power of two.
#[inline(always)]
pub fn hold(texel: i32, clamp: bool, last: i32) -> u32 {
    let held = if clamp { texel.clamp(0, last) } else { texel & last };
    held as u32
}

/// One channel of four texels by weights of the right and lower ones in sixteenths; products are
/// summed, then cut. The texels are upper left, upper right, lower left, lower right.
#[inline(always)]
pub fn blend_channel(texels: [Lane; 4], right: Lane, low: Lane) -> Lane {
    let [a, b, c, d] = texels.map(|texel| texel as u16);
    // a * (16 - right) + b * right for both rows, then the same downwards: 255 * 256 at most.
    // Differences may be negative; in wrapping words the sums come out right.
    let mix = |from: u16, to: u16, weight: Lane| {
        (from << 4).wrapping_add(to.wrapping_sub(from).wrapping_mul(weight as u16))
    };
    (mix(mix(a, b, right), mix(c, d, right), low) >> 8) as Lane
}

/// All channels of four texels, 0xAARRGGBB, likewise; each in 16 bits of its own.
#[inline(always)]
pub fn blend_texels(texels: [u32; 4], right: Lane, low: Lane) -> u32 {
    let spread = |texel: u32| u64::from(texel & 0xFF00_FF00) << 24 | u64::from(texel & 0x00FF_00FF);
    let [a, b, c, d] = texels.map(spread);
    let mix = |from: u64, to: u64, weight: Lane| {
        (from << 4).wrapping_add(to.wrapping_sub(from).wrapping_mul(weight as u64))
    };
    let cut = mix(mix(a, b, right), mix(c, d, right), low) >> 8;
    (cut >> 24) as u32 & 0xFF00_FF00 | cut as u32 & 0x00FF_00FF
}

/// All channels of four texels, between the columns first and then between the rows, cut each time.
#[inline]
pub fn blend_texels_in_two_steps([a, b, c, d]: [u32; 4], right: Lane, low: Lane) -> u32 {
    let mut blended = 0;
    for shift in [0, 8, 16, 24] {
        let [a, b, c, d] = [a, b, c, d].map(|texel| (texel >> shift & 0xFF) as Lane);
        let between = |from: Lane, to: Lane, weight: Lane| from + (((to - from) * weight) >> 4);
        let channel = between(between(a, b, right), between(c, d, right), low);
        blended |= (channel as u32) << shift;
    }
    blended
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn coordinates() {
        assert_eq!(point(0x54, 0), 5);
        assert_eq!(point(-1, 2), -1);
        assert_eq!(bilinear(0x58, 0), (5, 0));
        assert_eq!(bilinear(0x57, 0), (4, 15));
        assert_eq!(bilinear(0, 1), (-1, 8));
        assert_eq!(mirror(0x1001), !0x1001);
        assert_eq!(hold(-1, false, 255), 255);
        assert_eq!(hold(-1, true, 255), 0);
        assert_eq!(hold(300, true, 255), 255);
        let _ = bilinear(i32::MIN, 9);
    }

    #[test]
    fn two_steps_are_cut_twice() {
        // 0 to 255 by 1/16 is 15.9, to 15; between two such rows the same; 255 to 0 is -15.9, to -16.
        assert_eq!(blend_texels_in_two_steps([0, 0xFF, 0, 0xFF], 1, 8), 15);
        assert_eq!(blend_texels_in_two_steps([0xFF00, 0, 0xFF00, 0], 1, 0), (255 - 16) << 8);
        assert_eq!(blend_texels_in_two_steps([u32::MAX; 4], 7, 9), u32::MAX);
    }

    proptest! {
        #[test]
        fn both_blends_equal_the_sum_of_products(
            texels in any::<[u32; 4]>(), right in 0u32..16, low in 0u32..16,
        ) {
            let weights = [(16 - right) * (16 - low), right * (16 - low), (16 - right) * low,
                right * low];
            let mut expected = 0;
            for channel in 0..4 {
                let parts = texels.map(|texel| texel >> (8 * channel) & 255);
                let sum: u32 = parts.iter().zip(weights).map(|(part, w)| part * w).sum();
                expected |= (sum >> 8) << (8 * channel);
                let lanes = parts.map(|part| part as Lane);
                let blended = blend_channel(lanes, right as Lane, low as Lane);
                prop_assert_eq!(blended as u32, sum >> 8);
            }
            prop_assert_eq!(blend_texels(texels, right as Lane, low as Lane), expected);
        }
    }
}
