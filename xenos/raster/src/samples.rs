//! Where samples lie in a pixel, and where a pixel's interpolators are taken.
//!
//! For: the patterns of 1, 2 and 4 samples; the mask of enabled ones; which interpolators want the
//! centroid.
//! Not for: coverage itself.
//! Facts: `docs/hardware/xenos-raster.md`, rules C2, C7, I4 and I5.

use crate::screen::SUBPIXELS;
use xenos_regs::state::Interpolators;
use xenos_regs::words::{MsaaSamples, PaScAaMask, SampleControl};

/// The middle of a pixel, in steps from its top left corner.
pub const CENTER: i64 = SUBPIXELS / 2;

/// Each sample's place in steps from the pixel's top left corner. Rule C2; the reserved code is
/// as four.
pub const fn pattern(samples: MsaaSamples) -> &'static [[i64; 2]] {
    match samples {
        MsaaSamples::X1 => &[[8, 8]],
        MsaaSamples::X2 => &[[4, 4], [12, 12]],
        MsaaSamples::X4 | MsaaSamples::Reserved3 => &[[6, 2], [2, 10], [14, 6], [10, 14]],
    }
}

/// The mask of a pixel whose samples are all covered.
pub const fn full(samples: MsaaSamples) -> u8 {
    match samples {
        MsaaSamples::X1 => 1,
        MsaaSamples::X2 => 3,
        MsaaSamples::X4 | MsaaSamples::Reserved3 => 15,
    }
}

/// The samples that PA_SC_AA_MASK enables in each pixel of a quad. A caller takes the others out of
/// a quad's masks, once it has the places of interpolators. Rule C7.
pub fn enabled(mask: PaScAaMask) -> [u8; 4] {
    core::array::from_fn(|pixel| (mask.aa_mask() >> (4 * pixel) & 15) as u8)
}

/// Which interpolators are taken at the centroid, a bit each; the others at the centre. Rule I4.
pub fn centroids(state: &Interpolators, samples: MsaaSamples) -> u16 {
    if samples == MsaaSamples::X1 {
        return 0;
    }
    match state.context.sc_sample_cntl() {
        SampleControl::Centroids => 0xFFFF,
        SampleControl::Centers | SampleControl::Reserved3 => 0,
        SampleControl::Both => !(state.control.sampling_pattern() as u16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xenos_regs::words::{SqContextMisc, SqInterpolatorCntl};

    #[test]
    fn patterns_lie_inside_and_balance() {
        for samples in [MsaaSamples::X1, MsaaSamples::X2, MsaaSamples::X4] {
            let all = pattern(samples);
            assert_eq!((1u32 << all.len()) - 1, u32::from(full(samples)));
            for axis in 0..2 {
                let sum: i64 = all.iter().map(|sample| sample[axis] - CENTER).sum();
                assert_eq!(sum, 0, "{samples:?}");
            }
        }
    }

    #[test]
    fn each_pixel_has_its_group_of_the_mask() {
        assert_eq!(enabled(PaScAaMask::from_raw(0xFFFF_4321)), [1, 2, 3, 4]);
    }

    #[test]
    fn centroids_need_samples_and_a_switch() {
        let state = |code: SampleControl| Interpolators {
            context: SqContextMisc::default().with_sc_sample_cntl(code),
            control: SqInterpolatorCntl::default().with_sampling_pattern(0x00F3),
            ..Interpolators::default()
        };
        let cases = [
            (SampleControl::Centroids, 0xFFFF),
            (SampleControl::Centers, 0),
            (SampleControl::Both, 0xFF0C),
        ];
        for (code, expected) in cases {
            assert_eq!(centroids(&state(code), MsaaSamples::X4), expected, "{code:?}");
            assert_eq!(centroids(&state(code), MsaaSamples::X1), 0, "{code:?}");
        }
    }
}
