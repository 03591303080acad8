//! Twenty kinds of copies.
//!
//! Facts: digest `xenos-native-renderer`, section 1.4.

use std::fmt;

use base_word::FieldValue;
use xenos_regs::index;
use xenos_regs::words::{
    ColorFormat as C, CopySampleSelect as Select, DataFormat as D, DepthFormat, EdramMode,
    MsaaSamples, RbColorInfo, RbCopyControl, RbCopyDestInfo, RbDepthInfo, RbModecontrol,
    RbSurfaceInfo,
};

use super::{Variant, change, name};

/// Where a copy comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Colour target 0.
    Color(C),
    /// Depth and stencil.
    Depth(DepthFormat),
}

/// A kind of copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyKind {
    source: Source,
    samples: MsaaSamples,
    select: Select,
    destination: D,
    bias: i32,
    clears: bool,
}

const fn kind(
    source: Source,
    samples: MsaaSamples,
    select: Select,
    destination: D,
    bias: i32,
    clears: bool,
) -> CopyKind {
    CopyKind { source, samples, select, destination, bias, clears }
}

/// All of them, in the digest's order.
pub const COPIES: [CopyKind; 20] = {
    use MsaaSamples::{X1, X2, X4};
    use Select::{Sample0, Samples01, Samples0123};
    use Source::{Color, Depth};
    const TENS: D = D::K2101010;
    const BYTES: D = D::K8888;
    [
        kind(Color(C::Float2101010), X1, Sample0, TENS, -4, true),
        kind(Color(C::Float2101010), X1, Sample0, TENS, -2, true),
        kind(Color(C::Float2101010), X4, Samples0123, TENS, -2, true),
        kind(Color(C::Float2101010As16), X4, Samples0123, TENS, -2, true),
        kind(Depth(DepthFormat::D24FS8), X4, Sample0, BYTES, 0, false),
        kind(Color(C::Fixed8888), X1, Sample0, BYTES, 0, true),
        kind(Depth(DepthFormat::D24S8), X1, Sample0, BYTES, 0, false),
        kind(Color(C::Float2101010), X2, Samples01, TENS, -4, true),
        kind(Color(C::Fixed8888), X1, Sample0, BYTES, 0, false),
        kind(Color(C::Float32), X1, Sample0, D::K32Float, 0, true),
        kind(Color(C::Float2101010As16), X2, Samples01, TENS, -4, true),
        kind(Color(C::Fixed2101010), X1, Sample0, TENS, -2, true),
        kind(Color(C::Fixed2101010), X1, Sample0, TENS, 0, true),
        kind(Depth(DepthFormat::D24FS8), X1, Sample0, BYTES, 0, false),
        kind(Color(C::Fixed2101010As10), X1, Sample0, TENS, 0, true),
        kind(Color(C::Float2101010), X1, Sample0, BYTES, 0, true),
        kind(Color(C::Float2101010As16), X2, Samples01, TENS, -2, true),
        kind(Color(C::Fixed8888), X2, Samples01, BYTES, 0, true),
        kind(Depth(DepthFormat::D24FS8), X2, Sample0, BYTES, 0, false),
        kind(Color(C::Fixed16161616), X1, Sample0, D::K16161616Float, 0, true),
    ]
};

impl fmt::Display for CopyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = match self.source {
            Source::Color(format) => name(format),
            Source::Depth(format) => name(format),
        };
        write!(
            f,
            "{source} {}, samples {}, to {}, exponent {}, {}",
            name(self.samples),
            name(self.select),
            name(self.destination),
            self.bias,
            if self.clears { "cleared" } else { "not cleared" }
        )
    }
}

/// A colour format whose words mean something else.
pub(super) fn other_color(format: C) -> C {
    match format {
        C::Fixed8888 | C::Float2101010 | C::Float2101010As16 => C::Fixed2101010,
        C::Fixed16161616 => C::Float16161616,
        C::Float32 => C::Float1616,
        _ => C::Fixed8888,
    }
}

/// A number of samples that the surface does not have.
pub(super) fn other_samples(samples: MsaaSamples) -> MsaaSamples {
    if samples == MsaaSamples::X2 { MsaaSamples::X1 } else { MsaaSamples::X2 }
}

impl CopyKind {
    fn is(&self, read: &dyn Fn(u16) -> u32) -> bool {
        let control = RbCopyControl::from_raw(read(index::RB_COPY_CONTROL));
        let info = RbCopyDestInfo::from_raw(read(index::RB_COPY_DEST_INFO));
        let select = control.copy_src_select().to_bits();
        let clears = match self.source {
            Source::Color(_) => control.color_clear_enable(),
            Source::Depth(_) => control.depth_clear_enable(),
        };
        let source = match self.source {
            Source::Color(format) => {
                let info = RbColorInfo::from_raw(read(index::RB_COLOR_INFO));
                select == 0 && info.color_format() == format
            }
            Source::Depth(format) => {
                let info = RbDepthInfo::from_raw(read(index::RB_DEPTH_INFO));
                select == 4 && info.depth_format() == format
            }
        };
        let mode = RbModecontrol::from_raw(read(index::RB_MODECONTROL)).edram_mode();
        let surface = RbSurfaceInfo::from_raw(read(index::RB_SURFACE_INFO));
        mode == EdramMode::Copy
            && source
            && surface.msaa_samples() == self.samples
            && control.copy_sample_select() == self.select
            && info.copy_dest_format() == self.destination
            && info.copy_dest_exp_bias() == self.bias
            && clears == self.clears
    }

    /// What is changed of a copy of this kind.
    pub(super) fn variants(&self, read: &dyn Fn(u16) -> u32) -> Option<Vec<Variant>> {
        if !self.is(read) {
            return None;
        }
        let samples = other_samples(self.samples);
        let mut all = vec![Variant::bits(
            format!("{} samples", name(samples)),
            vec![change(index::RB_SURFACE_INFO, (16, 17), samples.to_bits())],
        )];
        if self.samples != MsaaSamples::X1 {
            let other =
                if self.select == Select::Sample0 { Select::Sample1 } else { Select::Sample0 };
            let what = format!("samples {}", name(other));
            all.push(Variant::bits(
                what,
                vec![change(index::RB_COPY_CONTROL, (4, 6), other.to_bits())],
            ));
        }
        let clear = |bit| vec![change(index::RB_COPY_CONTROL, (bit, bit), u32::from(!self.clears))];
        match self.source {
            Source::Color(format) => {
                let other = other_color(format);
                let changes = vec![change(index::RB_COLOR_INFO, (16, 19), other.to_bits())];
                all.push(Variant::bits(format!("source {}", name(other)), changes));
                let other = match self.destination {
                    D::K8888 => D::K2101010,
                    D::K32Float => D::K1616Float,
                    D::K16161616Float => D::K16161616,
                    _ => D::K8888,
                };
                let changes = vec![change(index::RB_COPY_DEST_INFO, (7, 12), other.to_bits())];
                all.push(Variant::bits(format!("destination {}", name(other)), changes));
                let biases = if self.bias == 0 { vec![1, -1] } else { vec![0, -self.bias] };
                for bias in biases {
                    let changes = vec![change(index::RB_COPY_DEST_INFO, (16, 21), bias as u32)];
                    all.push(Variant::bits(format!("exponent {bias}"), changes));
                }
                all.push(Variant::bits(format!("clearing {}", !self.clears), clear(8)));
            }
            // Depth is copied as stored: only its place tells it from colour.
            Source::Depth(_) => {
                let base = RbDepthInfo::from_raw(read(index::RB_DEPTH_INFO)).depth_base();
                let changes = vec![
                    change(index::RB_COPY_CONTROL, (0, 2), 0),
                    change(index::RB_COLOR_INFO, (0, 19), base),
                ];
                all.push(Variant::bits("colour in its place", changes));
                all.push(Variant::bits(format!("clearing {}", !self.clears), clear(9)));
            }
        }
        Some(all)
    }
}
