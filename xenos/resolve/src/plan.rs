//! What the registers of a copy ask for.
//!
//! Facts: specification digest `xenos-hardware` sections 6.2 to 6.6; inferred from Direct3D's use.

use base_word::FieldValue;
use xenos_edram::{Surface, clear_words};
use xenos_regs::index;
use xenos_regs::state::{EdramCopy, Rectangle, Scissors};
use xenos_regs::words::{
    ColorFormat, CopyCommand, CopySource, DataFormat, Endian128, MsaaSamples, PaSuScModeCntl,
    PaSuVtxCntl, PixelCenter, RbColorInfo, RbDepthInfo, RbSurfaceInfo,
};
use xenos_texture::pack::Destination;

use crate::rectangle::{Rules, rectangle};
use crate::samples::Samples;

/// A copy that has no plan: nothing is copied, and nothing cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplanned {
    /// A corner of the rectangle is not a number.
    #[error("a corner of the rectangle is not a number")]
    Corner,
    /// A command that nobody knows the meaning of.
    #[error("copy command {0:?}")]
    Command(CopyCommand),
    /// The reserved number of samples.
    #[error("a reserved number of samples")]
    Samples,
    /// A colour format that is not defined.
    #[error("colour format {0:?}")]
    Source(ColorFormat),
    /// A destination format that EDRAM cannot be copied to.
    #[error("destination format {0:?}")]
    Destination(DataFormat),
    /// A byte order that is not defined.
    #[error("destination byte order {0:?}")]
    Endian(Endian128),
}

/// How samples become a texel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    /// One sample's words, bit for bit; of colours perhaps with red and blue exchanged.
    Words {
        /// Red and blue are exchanged.
        swap: bool,
    },
    /// Values: summed, multiplied, packed anew.
    Convert {
        /// Two to the exponent bias, over the number of samples.
        factor: f32,
        /// Red and blue are exchanged.
        swap: bool,
    },
}

/// What is cleared after the copy: all samples of its rectangle, with stored words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clears {
    /// The colour target that was copied, and its words.
    pub color: Option<(Surface, [u32; 2])>,
    /// Depth and stencil, and their word.
    pub depth: Option<(Surface, [u32; 2])>,
}

/// A copy, decoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Pixels of the source, and of the destination.
    pub rectangle: Rectangle,
    /// Where from.
    pub source: Surface,
    /// The format that colours are read as; none of depth.
    pub color: Option<ColorFormat>,
    /// Which samples.
    pub samples: Samples,
    /// How.
    pub operation: Operation,
    /// Where to: always a tiled texture.
    pub destination: Destination,
    /// The format that is packed; of depth the 32-bit word.
    pub format: DataFormat,
    /// Byte order there.
    pub endian: Endian128,
    /// What then.
    pub clears: Clears,
}

/// Whether one sample of a source is a texel of a destination as it is.
fn same(source: ColorFormat, destination: DataFormat) -> bool {
    use {ColorFormat as C, DataFormat as D};
    matches!(
        (source, destination),
        (C::Fixed8888 | C::Gamma8888, D::K8888 | D::K8888A | D::K8888As16)
            | (C::Fixed2101010 | C::Fixed2101010As10, D::K2101010 | D::K2101010As16)
            | (C::Float1616, D::K1616Float)
            | (C::Float16161616, D::K16161616Float)
            | (C::Float32, D::K32Float)
            | (C::Float3232, D::K3232Float)
    )
}

impl Plan {
    /// The plan of a copy with these registers and the three vertices of its rectangle.
    pub fn new(
        read: impl Fn(u16) -> u32 + Copy,
        corners: [[f32; 2]; 3],
    ) -> Result<Self, Unplanned> {
        let copy = EdramCopy::gather(read);
        let surface = RbSurfaceInfo::from_raw(read(index::RB_SURFACE_INFO));
        let (control, info) = (copy.control, copy.info);
        match control.copy_command() {
            CopyCommand::Raw | CopyCommand::Convert => {}
            other => return Err(Unplanned::Command(other)),
        }
        let count = surface.msaa_samples();
        if count == MsaaSamples::Reserved3 {
            return Err(Unplanned::Samples);
        }
        let word = RbDepthInfo::from_raw(read(index::RB_DEPTH_INFO));
        let depth_surface = Surface::depth(surface, word).map_err(|_| Unplanned::Samples)?;
        let (source, color) = if copy.is_depth() {
            (depth_surface, None)
        } else {
            let register = match control.copy_src_select() {
                CopySource::Color1 => index::RB_COLOR1_INFO,
                CopySource::Color2 => index::RB_COLOR2_INFO,
                CopySource::Color3 => index::RB_COLOR3_INFO,
                _ => index::RB_COLOR_INFO,
            };
            let word = RbColorInfo::from_raw(read(register));
            let format = word.color_format();
            let source = Surface::color(surface, word).map_err(|_| Unplanned::Source(format))?;
            (source, Some(format))
        };
        let samples = Samples::of(control.copy_sample_select(), count, color.is_none());
        // Depth is a 32-bit word whatever format is named.
        let format = if color.is_some() { info.copy_dest_format() } else { DataFormat::K8888 };
        if !format.is_copy_destination() {
            return Err(Unplanned::Destination(format));
        }
        let endian = info.copy_dest_endian();
        if endian.to_bits() > Endian128::Swap8In128.to_bits() {
            return Err(Unplanned::Endian(endian));
        }
        let destination = Destination::new(
            read(index::RB_COPY_DEST_BASE),
            copy.pitch.copy_dest_pitch(),
            copy.pitch.copy_dest_height(),
            info.copy_dest_array().then(|| info.copy_dest_slice()),
            format,
        );
        let bias = info.copy_dest_exp_bias();
        let swap = info.copy_dest_swap() && color.is_some();
        let operation = match color {
            None => Operation::Words { swap },
            Some(from) if bias == 0 && samples.count() == 1 && same(from, format) => {
                Operation::Words { swap }
            }
            Some(_) => {
                // Powers of two both, so the product is exact.
                let scale = f32::from_bits(((127 + bias) as u32) << 23);
                let factor = scale / samples.count() as f32;
                Operation::Convert { factor, swap }
            }
        };
        let rules = rules(read, surface);
        Ok(Self {
            rectangle: rectangle(corners, &rules).ok_or(Unplanned::Corner)?,
            source,
            color,
            samples,
            operation,
            destination,
            format,
            endian,
            clears: Clears {
                color: (control.color_clear_enable() && color.is_some())
                    .then(|| (source, clear_words(&copy, source.kind()))),
                depth: control
                    .depth_clear_enable()
                    .then(|| (depth_surface, clear_words(&copy, depth_surface.kind()))),
            },
        })
    }
}

fn rules(read: impl Fn(u16) -> u32 + Copy, surface: RbSurfaceInfo) -> Rules {
    let scissors = Scissors::gather(read);
    let mode = PaSuScModeCntl::from_raw(read(index::PA_SU_SC_MODE_CNTL));
    let center = PaSuVtxCntl::from_raw(read(index::PA_SU_VTX_CNTL)).pix_center();
    let offset = scissors.offset;
    Rules {
        half_pixel: center == PixelCenter::D3d,
        window_offset: if mode.vtx_window_offset_enable() {
            [offset.window_x_offset(), offset.window_y_offset()]
        } else {
            [0, 0]
        },
        scissor: scissors.rectangle(),
        pitch: surface.surface_pitch(),
    }
}

#[cfg(test)]
mod tests;
