//! The end of the pixel pipeline: fog, alpha test, blending, writing.
//!
//! For: what triangles' and LFB pixels have in common once colour, alpha and depth are known, and
//! the few rules in which the two differ. Not for: what comes before ([`crate::triangle`],
//! [`crate::lfb`]).
//! Facts: digest 5.8, 9.4 steps 4 and 8 to 11, 9.7; decisions page, "LFB".

use sst1_board::{Counters, Fbi, FrameBuffer};
use sst1_facts::{
    AuxWrite, DepthCounts, DestinationExpand, DitherSubtract, LfbAux, LfbSums, LfbTests, Profile,
};

use crate::color::{Color, clamp8, from_565, from_565_shifted};
use crate::fog::FogInputs;
use crate::target::{Addresses, Used};
use crate::{blend, dither, fog};

/// In what the last stages differ between triangles' and LFB pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Destination alpha comes from alpha planes, and dither can be subtracted from the destination.
    whole_destination: bool,
    /// Sums wrap at 8 bits instead of being clamped.
    wrapped_sums: bool,
    /// The auxiliary buffer takes the depth whenever it is written.
    depth_always: bool,
}

impl Rules {
    pub(crate) const TRIANGLE: Self =
        Self { whole_destination: true, wrapped_sums: false, depth_always: false };

    /// 9.7: 86Box's LFB pixels pass through code of their own.
    pub(crate) fn lfb(profile: &Profile) -> Self {
        Self {
            whole_destination: profile.lfb_tests != LfbTests::Reduced,
            wrapped_sums: profile.lfb_sums == LfbSums::Wrapped,
            depth_always: profile.lfb_aux == LfbAux::DepthAlways,
        }
    }

    fn sum8(self, value: i32) -> i32 {
        if self.wrapped_sums { value & 0xFF } else { clamp8(value) }
    }
}

/// Where a pixel is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) column: i32,
    /// The row that stipple and dither patterns are selected by.
    pub(crate) pattern_row: i32,
    pub(crate) at: Addresses,
}

/// What a pixel is before fog.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shaded {
    pub(crate) color: Color,
    /// What the alpha test compares.
    pub(crate) tested_alpha: i32,
    pub(crate) depth: i32,
    pub(crate) fog: FogInputs,
}

/// What the stages look at and change.
pub(crate) struct Pipe<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) fbi: &'a Fbi,
    pub(crate) memory: &'a mut FrameBuffer,
    pub(crate) counted: Counters,
}

/// The buffers that the pipeline's state reads or writes.
pub(crate) fn used(fbi: &Fbi) -> Used {
    let (mode, blends) = (fbi.fbz_mode, fbi.alpha_mode.blend_enable());
    Used {
        color: mode.rgb_write() || blends,
        aux: mode.aux_write() || mode.depth_test() || blends && mode.alpha_planes(),
    }
}

impl Pipe<'_> {
    /// Fog, alpha test, blending and writing of a pixel that all earlier tests let pass.
    pub(crate) fn finish(&mut self, rules: Rules, place: &Place, pixel: &Shaded) {
        let Self { profile, fbi, .. } = *self;
        let before_fog = pixel.color.rgb;
        let mut color = pixel.color;
        if fbi.fog_mode.enable() {
            let sums = fog::fogged(profile, fbi, color.rgb, &pixel.fog);
            color.rgb = sums.map(|sum| rules.sum8(sum));
        }
        if fbi.alpha_mode.test_enable() {
            let function = fbi.alpha_mode.test_function();
            if !function.passes(pixel.tested_alpha as u32, fbi.alpha_mode.reference()) {
                self.counted.afunc_fail += 1;
                return;
            }
        }
        if fbi.alpha_mode.blend_enable() {
            let destination = self.destination(rules, place);
            let inputs = blend::Inputs { source: color, destination, before_fog };
            let sums = blend::color(profile, fbi.alpha_mode, &inputs);
            color.rgb = sums.map(|sum| rules.sum8(sum));
            color.a = blend::alpha(profile, fbi.alpha_mode, &inputs);
            if rules.wrapped_sums {
                color.a &= 0xFF;
            }
        }
        self.write(rules, place, color, pixel.depth);
        self.counted.pixels_out += 1;
    }

    /// Counts a pixel that failed the depth test.
    pub(crate) fn count_depth_kill(&mut self) {
        if self.profile.depth_counts == DepthCounts::Counted {
            self.counted.zfunc_fail += 1;
        }
    }

    /// The stored colour as blending sees it.
    fn destination(&self, rules: Rules, place: &Place) -> Color {
        let mode = self.fbi.fbz_mode;
        let stored = self.memory.read(place.at.color);
        let mut rgb = match self.profile.destination_expand {
            DestinationExpand::Replicated => from_565(stored),
            DestinationExpand::Shifted => from_565_shifted(stored),
        };
        let subtracts = mode.dither_subtract()
            && match self.profile.dither_subtract {
                DitherSubtract::WithDither => mode.dither(),
                DitherSubtract::Alone => true,
            };
        if rules.whole_destination && subtracts {
            let m = dither::matrix(mode.dither_matrix(), place.column, place.pattern_row);
            rgb = dither::subtracted(self.profile, rgb, m);
        }
        let a = if rules.whole_destination && mode.alpha_planes() {
            (self.memory.read(place.at.aux) & 0xFF) as i32
        } else {
            0xFF
        };
        Color { rgb, a }
    }

    fn write(&mut self, rules: Rules, place: &Place, color: Color, depth: i32) {
        let mode = self.fbi.fbz_mode;
        if mode.rgb_write() {
            let word = dither::stored(mode, color.rgb, place.column, place.pattern_row);
            self.memory.write(place.at.color, word);
        }
        if !mode.aux_write() {
            return;
        }
        let depth_counts = match self.profile.aux_write {
            AuxWrite::WheneverEnabled => true,
            AuxWrite::WithTest => mode.depth_test(),
        };
        if rules.depth_always {
            self.memory.write(place.at.aux, depth as u16);
        } else if mode.alpha_planes() {
            self.memory.write(place.at.aux, color.a as u16);
        } else if depth_counts {
            self.memory.write(place.at.aux, depth as u16);
        }
    }
}
