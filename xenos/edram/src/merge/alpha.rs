//! Alpha test and alpha to mask.
//!
//! For: what colour 0's alpha, as the shader gave it, lets through.
//! Not for: whether the shader gave one; without colour 0 there is neither (rule T1).
//! Facts: `docs/hardware/xenos-edram.md`, rules T1 and T2.

#[cfg(test)]
mod tests;

use xenos_regs::words::{Compare, MsaaSamples, RbColorcontrol};

use super::compare;
use crate::sample_count;

/// Whether an alpha passes the test.
#[inline]
pub fn alpha_test(function: Compare, reference: f32, alpha: f32) -> bool {
    compare(function, alpha, reference)
}

/// The samples that alpha covers at pixel (x, y), a bit each; all of them where alpha to mask is
/// off.
#[inline]
pub fn alpha_to_mask(
    control: RbColorcontrol,
    samples: MsaaSamples,
    x: u32,
    y: u32,
    alpha: f32,
) -> u32 {
    let all = (1 << sample_count(samples)) - 1;
    if !control.alpha_to_mask_enable() {
        return all;
    }
    let offset = match (x & 1, y & 1) {
        (0, 0) => control.alpha_to_mask_offset0(),
        (0, _) => control.alpha_to_mask_offset1(),
        (_, 0) => control.alpha_to_mask_offset2(),
        _ => control.alpha_to_mask_offset3(),
    };
    // Thresholds and steps in sixteenths; a sixteenth of a small whole number is exact.
    let (thresholds, step): (&[u8], u8) = match samples {
        MsaaSamples::X1 => (&[16], 4),
        MsaaSamples::X2 => (&[8, 16], 2),
        MsaaSamples::X4 | MsaaSamples::Reserved3 => (&[12, 4, 8, 16], 1),
    };
    thresholds.iter().enumerate().fold(0, |mask, (sample, threshold)| {
        let least = f32::from(threshold - offset as u8 * step) / 16.0;
        mask | u32::from(alpha >= least) << sample
    })
}
