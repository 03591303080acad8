//! Stippling: the pattern, and both ways of rotating the register.
//!
//! Facts: digest sections 5.8, 9.4 step 2, 9.7; `stipple_rotation`, `lfb_stipple`.

/// Whether a pattern lets a position pass.
#[inline(always)]
pub fn pattern(register: u32, x: i32, y: i32) -> bool {
    register >> ((y & 3) * 8 + (!x & 7)) & 1 != 0
}

/// Whether the pixel that `before` others preceded passes, `free-running`: bit 31 is tested, then the
/// register rotates left.
#[inline(always)]
pub fn free_running(register: u32, before: u32) -> bool {
    register.rotate_left(before & 31) >> 31 != 0
}

/// The same, `rotate-first`: the register rotates left, then bit 31 is tested.
#[inline(always)]
pub fn rotate_first(register: u32, before: u32) -> bool {
    free_running(register, before.wrapping_add(1))
}

/// The register after `pixels`, `free-running` and `rotate-first`.
#[inline(always)]
pub fn rotated(register: u32, pixels: u32) -> u32 {
    register.rotate_left(pixels & 31)
}

/// Whether the pixel that `before` others of the triangle preceded passes, `restarts-and-sticks`: a
/// signed word is shifted left, its sign filling it, and then tested. Once a set bit has been in
/// place 31 the word is all ones.
#[inline(always)]
pub fn sticking(register: u32, before: u32) -> bool {
    register != 0 && before + 1 >= register.leading_zeros()
}

/// One step of 86Box's rotation of the register itself in its LFB pipeline (digest 9.7): rotated,
/// then tested.
#[inline]
pub fn rotate_then_test(register: u32) -> (u32, bool) {
    let rotated = register.rotate_left(1);
    (rotated, rotated >> 31 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn patterns() {
        // Bit 7 of a row's byte is its left column.
        assert!(pattern(0x0000_8000, 0, 1));
        assert!(pattern(0x0000_8000, 8, 5));
        assert!(!pattern(0x0000_8000, 1, 1));
        assert!(pattern(1, 7, 0));
        assert!(pattern(1, -1, -4));
    }

    proptest! {
        #[test]
        fn sticking_equals_the_loop(register in any::<u32>(), shift in 0u32..32) {
            let register = register >> shift;
            let mut word = register as i32;
            for before in 0..40 {
                word = if word < 0 { -1 } else { word << 1 };
                prop_assert_eq!(sticking(register, before), word < 0);
            }
        }

        #[test]
        fn rotation_equals_the_loop(register in any::<u32>()) {
            let mut word = register;
            for before in 0..40 {
                prop_assert_eq!(free_running(register, before), word >> 31 != 0);
                word = word.rotate_left(1);
                prop_assert_eq!(word, rotated(register, before + 1));
            }
        }
    }
}
