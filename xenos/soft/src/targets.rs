//! What a draw writes in EDRAM.

use base_refusal::RefusalLog;
use xenos_edram::Surface;
use xenos_edram::merge::{ColorUnit, DepthStencilUnit};
use xenos_regs::index;
use xenos_regs::state::{AlphaTest, BlendConstant, ColorTargets, DepthStencil};
use xenos_regs::words::{DepthFormat, MsaaSamples, RbDepthInfo, RbDepthcontrol, RbSurfaceInfo};

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

const NAMES: [&str; 4] = ["RB_COLOR_INFO", "RB_COLOR1_INFO", "RB_COLOR2_INFO", "RB_COLOR3_INFO"];

impl Targets {
    /// The targets of a draw whose pixel program writes `colors`; none with a draw of depth only.
    pub(crate) fn gather(
        read: impl Fn(u16) -> u32 + Copy,
        colors: u32,
        refusals: &mut RefusalLog,
    ) -> Self {
        let info = RbSurfaceInfo::from_raw(read(index::RB_SURFACE_INFO));
        let state = ColorTargets::gather(read);
        let constant = BlendConstant::gather(read);
        let mut targets = Vec::new();
        for (color, target) in state.0.iter().enumerate() {
            if colors >> color & 1 == 0 || target.mask == 0 {
                continue;
            }
            let Ok(surface) = Surface::color(info, target.info) else {
                refusals.refuse(&refusal::COLOR_FORMAT, NAMES[color], target.info.raw());
                continue;
            };
            targets.push(ColorTarget { color, surface, unit: ColorUnit::new(target, constant) });
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
}
