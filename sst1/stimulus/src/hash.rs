//! The hash of frame-buffer memory.
//!
//! A sum over words, so that a side that writes a word adds the new word's term and subtracts the
//! old one's; memory of zeros has the hash 0. The mixing function is a bijection of 64 bits (the
//! output function of SplitMix64, by Steele, Lea and Flood), so that a difference of two hashes
//! that comes from a single word can be solved for that word.

const INCREMENT: u64 = 0x9E37_79B9_7F4A_7C15;
const FIRST: u64 = 0xBF58_476D_1CE4_E5B9;
const SECOND: u64 = 0x94D0_49BB_1331_11EB;

/// The mixing function of a word's index (its byte address divided by 2) and value.
#[inline]
pub const fn mix(index: u32, word: u16) -> u64 {
    let mut z = ((index as u64) << 16 | word as u64).wrapping_add(INCREMENT);
    z = (z ^ z >> 30).wrapping_mul(FIRST);
    z = (z ^ z >> 27).wrapping_mul(SECOND);
    z ^ z >> 31
}

/// What a word adds to the hash of its memory.
#[inline]
pub const fn term(index: u32, word: u16) -> u64 {
    mix(index, word).wrapping_sub(mix(index, 0))
}

/// The word that, in the place of `ours` at `index`, makes a hash greater by `difference`; there is
/// at most one.
#[inline]
pub fn explained(difference: u64, index: u32, ours: u16) -> Option<u16> {
    let argument = unmix(mix(index, ours).wrapping_add(difference));
    let word = argument as u16;
    (argument >> 16 == u64::from(index) && word != ours).then_some(word)
}

/// The argument that [`mix`] made `z` of.
#[inline]
const fn unmix(mut z: u64) -> u64 {
    const FIRST_INVERSE: u64 = inverse(FIRST);
    const SECOND_INVERSE: u64 = inverse(SECOND);
    z = (z ^ z >> 31 ^ z >> 62).wrapping_mul(SECOND_INVERSE);
    z = (z ^ z >> 27 ^ z >> 54).wrapping_mul(FIRST_INVERSE);
    (z ^ z >> 30 ^ z >> 60).wrapping_sub(INCREMENT)
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: correct bits double each time.
const fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    let mut round = 0;
    while round < 5 {
        x = x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x)));
        round += 1;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those of `docs/stimulus.md`. `mix(0, 0)` is the first output of SplitMix64 seeded with 0.
    #[test]
    fn vectors() {
        assert_eq!(mix(0, 0), 0xE220_A839_7B1D_CDAF);
        for (index, word, expected) in [
            (0, 0x0001, VECTORS[0]),
            (1, 0x0000, VECTORS[1]),
            (0x2_5800, 0xF800, VECTORS[2]),
            (0x7F_FFFF, 0xFFFF, VECTORS[3]),
        ] {
            assert_eq!(mix(index, word), expected, "mix({index:#x}, {word:#x})");
        }
        assert_eq!(term(0x7F_FFFF, 0), 0);
    }

    const VECTORS: [u64; 4] = [
        0x910A_2DEC_8902_5CC1,
        0x09AA_B36C_FDA2_D1B3,
        0xEC70_02F8_99F2_E5C2,
        0xBB3B_1E06_FF39_8FD6,
    ];

    #[test]
    fn a_single_word_is_found_and_no_other_place_explains_it() {
        for (index, ours, theirs) in [(0, 0, 1), (77, 0x1234, 0x1235), (0x7F_FFFF, 0xFFFF, 0)] {
            let difference = mix(index, theirs).wrapping_sub(mix(index, ours));
            assert_eq!(explained(difference, index, ours), Some(theirs));
            assert!(
                (0..10_000).all(|other| {
                    other == index || explained(difference, other, ours).is_none()
                })
            );
        }
        assert_eq!(explained(0, 5, 5), None);
    }
}
