//! Stippling: a 32-bit register that lets pixels pass.
//!
//! For: the pattern's bit of a pixel and the rotating register, for triangles and LFB pixels.
//! Facts: digest 5.8, 9.4 step 2, 9.7; decisions page, "Stipple" and "LFB".

use sst1_board::Fbi;
use sst1_facts::{LfbStipple, Profile, StippleRotation};
use sst1_regs::words::StippleMode;

/// The stipple register while a command draws.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stipple {
    enabled: bool,
    mode: StippleMode,
    rotation: StippleRotation,
    lfb: LfbStipple,
    /// What the register holds, and will hold after the command.
    pub(crate) register: u32,
    /// 9.4 step 2: the working copy that each triangle takes from the register and throws away.
    copy: i32,
}

impl Stipple {
    /// At the start of a triangle or LFB write.
    pub(crate) fn new(profile: &Profile, fbi: &Fbi) -> Self {
        Self {
            enabled: fbi.fbz_mode.stipple_enable(),
            mode: fbi.fbz_mode.stipple_mode(),
            rotation: profile.stipple_rotation,
            lfb: profile.lfb_stipple,
            register: fbi.stipple,
            copy: fbi.stipple as i32,
        }
    }

    /// Whether a triangle's pixel passes. `row` is the row that patterns are selected by.
    pub(crate) fn triangle_pixel(&mut self, column: i32, row: i32) -> bool {
        match (self.mode, self.rotation) {
            (StippleMode::Pattern, _) => !self.enabled || self.pattern(column, row),
            // 5.8: tests, then rotates, even while stippling is off.
            (StippleMode::Rotate, StippleRotation::FreeRunning) => {
                let passes = self.register >> 31 != 0;
                self.register = self.register.rotate_left(1);
                !self.enabled || passes
            }
            // 5.8: rotates, then tests, and only while stippling is on.
            (StippleMode::Rotate, StippleRotation::RotateFirst) => {
                if self.enabled {
                    self.register = self.register.rotate_left(1);
                }
                !self.enabled || self.register >> 31 != 0
            }
            // 9.4: rotates, then tests. The word is signed, so bit 31 comes back in all bits.
            (StippleMode::Rotate, StippleRotation::RestartsAndSticks) => {
                if self.enabled {
                    self.copy = self.copy.wrapping_mul(2) | self.copy >> 31;
                }
                !self.enabled || self.copy < 0
            }
        }
    }

    /// Whether an LFB pixel passes. `first` is the column of the write's first pixel, `number` which
    /// of its pixels this is, 0 or 1.
    pub(crate) fn lfb_pixel(&mut self, first: i32, number: i32, row: i32) -> bool {
        match (self.lfb, self.mode) {
            (LfbStipple::AsTriangle, _) => self.triangle_pixel(first + number, row),
            (LfbStipple::ByteColumn, _) if !self.enabled => true,
            // 9.7: the first pixel's column is taken in bytes.
            (LfbStipple::ByteColumn, StippleMode::Pattern) => self.pattern(2 * first + number, row),
            // 9.7: on the register itself, unsigned.
            (LfbStipple::ByteColumn, StippleMode::Rotate) => {
                self.register = self.register.rotate_left(1);
                self.register >> 31 != 0
            }
        }
    }

    /// The 8x4 pattern, bit 0 at the right end of row 0.
    fn pattern(&self, column: i32, row: i32) -> bool {
        self.register >> ((row & 3) * 8 + (!column & 7)) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_regs::words::FbzMode;

    fn stipple(profile: &Profile, mode: StippleMode, enable: bool, register: u32) -> Stipple {
        let fbz_mode = FbzMode::default().with_stipple_enable(enable).with_stipple_mode(mode);
        Stipple::new(profile, &Fbi { fbz_mode, stipple: register, ..Fbi::default() })
    }

    #[test]
    fn the_pattern_runs_from_the_left_in_bits_7_to_0() {
        let mut s = stipple(&Profile::hardware(), StippleMode::Pattern, true, 0x0100_0080);
        let row = |s: &mut Stipple, y| (0..8).map(|x| s.triangle_pixel(x, y)).collect::<Vec<_>>();
        assert_eq!(row(&mut s, 4), [true, false, false, false, false, false, false, false]);
        assert_eq!(row(&mut s, -1), [false, false, false, false, false, false, false, true]);
    }

    #[test]
    fn free_running_rotation_tests_first_and_runs_while_off() {
        let profile = Profile::hardware();
        let mut s = stipple(&profile, StippleMode::Rotate, true, 0x4000_0001);
        assert_eq!([0, 1, 2].map(|x| s.triangle_pixel(x, 0)), [false, true, false]);
        assert_eq!(s.register, 0x0000_000A);
        let mut off = stipple(&profile, StippleMode::Rotate, false, 0x4000_0001);
        assert!(off.triangle_pixel(0, 0));
        assert_eq!(off.register, 0x8000_0002);
    }

    #[test]
    fn rotating_first_keeps_the_register_and_rests_while_off() {
        let mut s = stipple(&Profile::mame(), StippleMode::Rotate, true, 0xA000_0000);
        assert_eq!([0, 1, 2].map(|x| s.triangle_pixel(x, 0)), [false, true, false]);
        assert_eq!(s.register, 5);
        let mut off = stipple(&Profile::mame(), StippleMode::Rotate, false, 0xA000_0000);
        assert!(off.triangle_pixel(0, 0));
        assert_eq!(off.register, 0xA000_0000);
    }

    #[test]
    fn sticking_rotation_fills_with_ones_and_leaves_the_register() {
        let mut s = stipple(&Profile::b86(), StippleMode::Rotate, true, 0x4000_0000);
        let passes: Vec<_> = (0..5).map(|x| s.triangle_pixel(x, 0)).collect();
        assert_eq!(passes, [true, true, true, true, true], "0x80000000 | 0, then all ones");
        let mut s = stipple(&Profile::b86(), StippleMode::Rotate, true, 0x2000_0000);
        assert_eq!([0, 1, 2].map(|x| s.triangle_pixel(x, 0)), [false, true, true]);
        assert_eq!(s.register, 0x2000_0000);
    }

    #[test]
    fn lfb_pixels_of_86box() {
        let mut s = stipple(&Profile::b86(), StippleMode::Rotate, true, 0x4000_0000);
        assert_eq!([0, 1].map(|n| s.lfb_pixel(0, n, 0)), [true, false]);
        assert_eq!(s.register, 1);
        // Column 1 counts as 2.
        let mut s = stipple(&Profile::b86(), StippleMode::Pattern, true, 0x20);
        assert!(s.lfb_pixel(1, 0, 0) && !s.lfb_pixel(2, 0, 0));
    }
}
