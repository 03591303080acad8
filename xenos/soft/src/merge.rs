//! Behind the pixel program: alpha, depth, stencil and colours, sample by sample, into EDRAM.
//!
//! Facts: specification digest `xenos-hardware` sections 4.5 and 5.9: alpha test, alpha to mask,
//! then for each sample stencil, depth and colours; a killed sample changes nothing.

use xenos_edram::Edram;
use xenos_edram::format::{limit_depth, pack_depth};
use xenos_edram::merge::{Outcome, Source, alpha_test, alpha_to_mask};
use xenos_eval::QUAD;
use xenos_raster::{Shape, sample as place};
use xenos_regs::state::AlphaTest;

use crate::pixels::{Shaded, ShapeQuad};
use crate::queries::Counts;
use crate::targets::Targets;

/// What is written where, and what may be covered.
pub(crate) struct Merge<'a> {
    pub(crate) targets: &'a Targets,
    /// Samples of each pixel of a quad that PA_SC_AA_MASK enables, a bit each.
    pub(crate) enabled_samples: [u8; 4],
}

/// A pixel with something to merge.
#[derive(Clone, Copy)]
struct Pixel<'a> {
    x: u32,
    y: u32,
    /// Its lane in what was shaded.
    lane: usize,
    shape: &'a Shape,
    shaded: Option<&'a Shaded>,
}

impl Merge<'_> {
    /// Merges the quads of a group; `shaded` is what their program gave, if one ran.
    pub(crate) fn quads(
        &self,
        shapes: &[Shape],
        quads: &[ShapeQuad],
        shaded: Option<&Shaded>,
        edram: &mut Edram,
        counts: &mut Counts,
    ) {
        for (number, ShapeQuad { shape, quad }) in quads.iter().enumerate() {
            let shape = &shapes[*shape as usize];
            for at in 0..QUAD {
                let lane = number * QUAD + at;
                let covered = u32::from(quad.masks[at] & self.enabled_samples[at]);
                if covered == 0 || shaded.is_some_and(|shaded| shaded.killed >> lane & 1 != 0) {
                    continue;
                }
                let [x, y] = quad.pixel(at);
                let pixel = Pixel { x, y, lane, shape, shaded };
                let covered = covered & self.alpha(&pixel);
                if covered == 0 {
                    continue;
                }
                let colors = self.prepared(&pixel);
                for sample in (0..4).filter(|sample| covered >> sample & 1 != 0) {
                    self.sample(&pixel, &colors, sample, edram, counts);
                }
            }
        }
    }

    /// Samples that alpha leaves, a bit each.
    fn alpha(&self, pixel: &Pixel<'_>) -> u32 {
        let Some(alpha) = pixel.shaded.and_then(|shaded| shaded.alpha.as_ref()) else { return 15 };
        let alpha = alpha[pixel.lane];
        let AlphaTest { control, reference } = self.targets.alpha;
        if control.alpha_test_enable()
            && !alpha_test(control.alpha_func(), f32::from_bits(reference), alpha)
        {
            return 0;
        }
        alpha_to_mask(control, self.targets.samples, pixel.x, pixel.y, alpha)
    }

    /// The pixel's colours, ready for each of its samples; as many as there are targets.
    fn prepared(&self, pixel: &Pixel<'_>) -> [Option<Source>; 4] {
        let mut prepared = [None; 4];
        let Some(shaded) = pixel.shaded else { return prepared };
        for ((place, target), color) in
            prepared.iter_mut().zip(&self.targets.colors).zip(&shaded.colors)
        {
            *place = Some(target.unit.prepare(color[pixel.lane]));
        }
        prepared
    }

    fn sample(
        &self,
        pixel: &Pixel<'_>,
        colors: &[Option<Source>; 4],
        sample: u32,
        edram: &mut Edram,
        counts: &mut Counts,
    ) {
        let Pixel { x, y, lane, shape, shaded } = *pixel;
        counts.covered += 1;
        if let Some(target) = &self.targets.depth {
            let depth = match shaded.and_then(|shaded| shaded.depth.as_ref()) {
                Some(depth) => f64::from(depth[lane]),
                None => shape.depth(place([x, y], self.targets.samples, sample as usize)),
            };
            let stored = target.surface.read(edram, x, y, sample)[0];
            let code = pack_depth(target.format, limit_depth(depth));
            let tested = target.unit.test(shape.back, stored, code);
            if tested.word != stored {
                target.surface.write(edram, x, y, sample, [tested.word, 0]);
            }
            match tested.outcome {
                Outcome::Passed => {}
                Outcome::StencilFailed => {
                    counts.stencil_failed += 1;
                    return;
                }
                Outcome::DepthFailed => {
                    counts.depth_failed += 1;
                    return;
                }
            }
        }
        counts.passed += 1;
        for (target, color) in self.targets.colors.iter().zip(colors.iter().flatten()) {
            let stored = target.surface.read(edram, x, y, sample);
            let merged = target.unit.apply(color, stored);
            if merged != stored {
                target.surface.write(edram, x, y, sample, merged);
            }
        }
    }
}
