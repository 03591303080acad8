//! What a draw writes in EDRAM.

use base_refusal::RefusalLog;
use xenos_edram::Surface;
use xenos_edram::merge::{ColorUnit, DepthStencilUnit};
use xenos_regs::index;
use xenos_regs::state::{AlphaTest, DepthStencil};
use xenos_regs::words::{
    DepthFormat, MsaaSamples, RbBlendcontrol, RbColorInfo, RbColorMask, RbDepthInfo, RbDepthcontrol,
    RbSurfaceInfo,
};

use crate::refusals::refusal;

/// A colour target.
#[derive(Debug)]
pub(crate) struct ColorTarget {
    /// Which of the program's colours.
    pub(crate) color: usize,
    pub(crate) surface: Surface,
    pub(crate) unit: ColorUnit,
}

/// Depth and stencil.
#[derive(Debug)]
pub(crate) struct DepthTarget {
    pub(crate) surface: Surface,
    pub(crate) format: DepthFormat,
    pub(crate) unit: DepthStencilUnit,
}

/// Everything that pixels go through behind their program.
#[derive(Debug)]
pub(crate) struct Targets {
    pub(crate) samples: MsaaSamples,
    pub(crate) colors: Vec<ColorTarget>,
    pub(crate) depth: Option<DepthTarget>,
    /// The alpha test and alpha to mask.
    pub(crate) alpha: AlphaTest,
}

const INFO: [u16; 4] =
    [index::RB_COLOR_INFO, index::RB_COLOR1_INFO, index::RB_COLOR2_INFO, index::RB_COLOR3_INFO];
const INFO_NAMES: [&str; 4] =
    ["RB_COLOR_INFO", "RB_COLOR1_INFO", "RB_COLOR2_INFO", "RB_COLOR3_INFO"];
const BLEND: [u16; 4] = [
    index::RB_BLENDCONTROL0,
    index::RB_BLENDCONTROL1,
    index::RB_BLENDCONTROL2,
    index::RB_BLENDCONTROL3,
];

impl Targets {
    /// The targets of a draw whose pixel program writes `colors`; none with a draw of depth only.
    pub(crate) fn gather(
        read: impl Fn(u16) -> u32 + Copy,
        colors: u32,
        refusals: &mut RefusalLog,
    ) -> Self {
        let info = RbSurfaceInfo::from_raw(read(index::RB_SURFACE_INFO));
        let mask = RbColorMask::from_raw(read(index::RB_COLOR_MASK));
        let constant = [0, 1, 2, 3].map(|n| f32::from_bits(read(index::RB_BLEND_RED + n)));
        let mut targets = Vec::new();
        for color in (0..4).filter(|color| colors >> color & 1 != 0) {
            let components = mask.raw() >> (4 * color) & 15;
            if components == 0 {
                continue;
            }
            let word = RbColorInfo::from_raw(read(INFO[color]));
            let Ok(surface) = Surface::color(info, word) else {
                let register = INFO_NAMES[color];
                refusals.refuse(&refusal::COLOR_FORMAT, register, read(INFO[color]));
                continue;
            };
            let blend = RbBlendcontrol::from_raw(read(BLEND[color]));
            let unit = ColorUnit::new(word, blend, constant, components);
            targets.push(ColorTarget { color, surface, unit });
        }
        let control = RbDepthcontrol::from_raw(read(index::RB_DEPTHCONTROL));
        let word = RbDepthInfo::from_raw(read(index::RB_DEPTH_INFO));
        // A reserved number of samples was refused before.
        let depth = Surface::depth(info, word)
            .ok()
            .filter(|_| control.z_enable() || control.stencil_enable())
            .map(|surface| DepthTarget {
                surface,
                format: word.depth_format(),
                unit: DepthStencilUnit::new(&DepthStencil::gather(read)),
            });
        let samples = info.msaa_samples();
        Self { samples, colors: targets, depth, alpha: AlphaTest::gather(read) }
    }

    /// Whether a pixel can change anything in EDRAM.
    pub(crate) fn is_empty(&self) -> bool {
        self.colors.is_empty() && self.depth.is_none()
    }
}
