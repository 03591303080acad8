//! Twenty-nine surface configurations.
//!
//! Facts: digest `xenos-native-renderer`, section 1.3.

use std::fmt;

use base_word::FieldValue;
use xenos_regs::index;
use xenos_regs::words::{
    ColorFormat as C, DepthFormat as Z, EdramMode, MsaaSamples, RbColorInfo, RbColorMask,
    RbDepthInfo, RbDepthcontrol, RbModecontrol, RbSurfaceInfo,
};

use super::copies::{other_color, other_samples};
use super::{Variant, change, name};

/// What a draw draws to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceKind {
    pitch: u32,
    samples: MsaaSamples,
    color: Option<C>,
    depth: Option<Z>,
}

const fn kind(pitch: u32, samples: MsaaSamples, color: Option<C>, depth: Option<Z>) -> SurfaceKind {
    SurfaceKind { pitch, samples, color, depth }
}

/// All of them, in the digest's order.
pub const SURFACES: [SurfaceKind; 29] = {
    use MsaaSamples::{X1, X2, X4};
    const FIXED: Option<Z> = Some(Z::D24S8);
    const FLOAT: Option<Z> = Some(Z::D24FS8);
    const BYTES: Option<C> = Some(C::Fixed8888);
    const TENS: Option<C> = Some(C::Fixed2101010);
    const TENS_AS_10: Option<C> = Some(C::Fixed2101010As10);
    const SEVEN: Option<C> = Some(C::Float2101010);
    const SEVEN_AS_16: Option<C> = Some(C::Float2101010As16);
    [
        kind(1280, X4, SEVEN, FLOAT),
        kind(1280, X4, SEVEN_AS_16, FLOAT),
        kind(1280, X1, None, FLOAT),
        kind(1040, X1, None, FIXED),
        kind(1280, X1, TENS_AS_10, None),
        kind(320, X2, SEVEN, FLOAT),
        kind(1280, X1, BYTES, FLOAT),
        kind(1280, X1, SEVEN, None),
        kind(320, X2, SEVEN_AS_16, FLOAT),
        kind(640, X4, TENS, FLOAT),
        kind(80, X1, BYTES, FLOAT),
        kind(1280, X1, BYTES, None),
        kind(1280, X1, TENS_AS_10, FLOAT),
        kind(1280, X1, TENS, None),
        kind(640, X4, None, FLOAT),
        kind(640, X4, None, FIXED),
        kind(640, X4, BYTES, FLOAT),
        kind(640, X4, SEVEN, FLOAT),
        kind(80, X1, Some(C::Float32), None),
        kind(160, X4, SEVEN, FLOAT),
        kind(1280, X1, Some(C::Gamma8888), None),
        kind(400, X2, BYTES, FLOAT),
        kind(200, X4, BYTES, FLOAT),
        kind(200, X4, None, FIXED),
        kind(400, X1, BYTES, None),
        kind(1280, X1, None, None),
        kind(1280, X2, None, None),
        kind(1280, X1, Some(C::Fixed16161616), None),
        kind(640, X4, Some(C::Fixed16161616), None),
    ]
};

impl fmt::Display for SurfaceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.pitch, name(self.samples))?;
        match (self.color, self.depth) {
            (None, None) => f.write_str(" no target"),
            (None, Some(depth)) => write!(f, " depth {}", name(depth)),
            (Some(color), None) => write!(f, " {}", name(color)),
            (Some(color), Some(depth)) => write!(f, " {} and {}", name(color), name(depth)),
        }
    }
}

impl SurfaceKind {
    fn is(self, read: &dyn Fn(u16) -> u32) -> bool {
        let mode = RbModecontrol::from_raw(read(index::RB_MODECONTROL)).edram_mode();
        let mask = RbColorMask::from_raw(read(index::RB_COLOR_MASK));
        let control = RbDepthcontrol::from_raw(read(index::RB_DEPTHCONTROL));
        let color = RbColorInfo::from_raw(read(index::RB_COLOR_INFO)).color_format();
        let depth = RbDepthInfo::from_raw(read(index::RB_DEPTH_INFO)).depth_format();
        let surface = RbSurfaceInfo::from_raw(read(index::RB_SURFACE_INFO));
        let colored = mode == EdramMode::ColorDepth && mask.write_mask0() != 0;
        let deep = control.z_enable() || control.stencil_enable();
        matches!(mode, EdramMode::ColorDepth | EdramMode::DepthOnly)
            && surface.surface_pitch() == self.pitch
            && surface.msaa_samples() == self.samples
            && colored.then_some(color) == self.color
            && deep.then_some(depth) == self.depth
    }

    /// What is changed of a draw to this.
    pub(super) fn variants(self, read: &dyn Fn(u16) -> u32) -> Option<Vec<Variant>> {
        if !self.is(read) {
            return None;
        }
        let samples = other_samples(self.samples);
        // A tile more in each row.
        let pitch = self.pitch + 80;
        let mut all = vec![
            Variant::bits(
                format!("pitch {pitch}"),
                vec![change(index::RB_SURFACE_INFO, (0, 13), pitch)],
            ),
            Variant::bits(
                format!("{} samples", name(samples)),
                vec![change(index::RB_SURFACE_INFO, (16, 17), samples.to_bits())],
            ),
        ];
        if let Some(format) = self.color {
            let other = other_color(format);
            let changes = vec![change(index::RB_COLOR_INFO, (16, 19), other.to_bits())];
            all.push(Variant::bits(format!("colour format {}", name(other)), changes));
        }
        if let Some(format) = self.depth {
            let other = if format == Z::D24S8 { Z::D24FS8 } else { Z::D24S8 };
            let changes = vec![change(index::RB_DEPTH_INFO, (16, 16), other.to_bits())];
            all.push(Variant::bits(format!("depth format {}", name(other)), changes));
        }
        Some(all)
    }
}
