//! Copies out of EDRAM.
//!
//! For: a rectangle with its source, destination, conversion and clears.
//! Facts: specification digests `pm4`, "Resolve", and `xenos-hardware` section 6.

use std::io::Write;

use xenos_regs::fetch::{FetchType, VertexFetch0, VertexFetch1};
use xenos_regs::index;
use xenos_regs::words::{
    CopyCommand, CopySampleSelect, CopySource, DataFormat, EdramMode, Endian128, PaClVteCntl,
    PrimitiveType, RbCopyControl, RbCopyDestInfo, RbCopyDestPitch,
};

use super::{mode, transform};
use crate::heap::floats;
use crate::{Commands, Program, Stream};

/// A copy out of EDRAM, of rows `top` to `bottom` (screen rows, before the window offset).
#[derive(Clone, Copy, Debug)]
pub struct Copy {
    /// The depth surface is copied as it is stored, else the colour surface is converted.
    pub depth: bool,
    /// Which samples.
    pub samples: CopySampleSelect,
    /// Pixels across.
    pub width: u32,
    /// The first row.
    pub top: u32,
    /// The row behind the last.
    pub bottom: u32,
    /// Where the row at the surface's start goes, in bytes.
    pub address: u32,
    /// Pixels in a row of the destination.
    pub pitch: u32,
    /// Its rows.
    pub height: u32,
    /// Its format.
    pub format: DataFormat,
    /// Colours are multiplied by two to this power.
    pub exponent: i32,
    /// Red and blue are exchanged.
    pub swap: bool,
    /// What the colour surface is cleared to.
    pub clear_color: Option<u32>,
    /// What the depth surface is cleared to.
    pub clear_depth: Option<u32>,
}

impl Copy {
    /// A vertex program of copies: the corner, as it is. Nobody is known to run it.
    pub(crate) const PROGRAM: &str = "vs
    vfetch_full r1.xy01, r0.x, vf95, DataFormat=FMT_32_32_FLOAT, Stride=2, MustBeOne=true
    max oPos, r1, r1
";
}

impl Commands {
    /// Copies, and waits until textures can be read.
    pub fn copy<W: Write>(&mut self, copy: &Copy, program: &Program, stream: &mut Stream<W>) {
        let (right, top, bottom) =
            (copy.width as f32 - 0.5, copy.top as f32 - 0.5, copy.bottom as f32 - 0.5);
        let corners = floats(&[-0.5, top, right, top, right, bottom]);
        // They are read when the copy runs; so each rectangle has its own place.
        let corners = stream.constant(&corners);
        self.load(program);
        let d0 =
            VertexFetch0::default().with_fetch_type(FetchType::Vertex).with_address(corners >> 2);
        let d1 =
            VertexFetch1::default().with_endian(xenos_regs::words::Endian::Swap8In32).with_size(6);
        self.fetch(0, &[d0.raw(), d1.raw()]);
        let untransformed = PaClVteCntl::default().with_vtx_xy_fmt(true).with_vtx_z_fmt(true);
        self.register(index::PA_CL_VTE_CNTL, &[untransformed.raw()]);
        self.register(index::RB_MODECONTROL, &[mode(EdramMode::Copy)]);
        let (source, command) = if copy.depth {
            (CopySource::Depth, CopyCommand::Raw)
        } else {
            (CopySource::Color0, CopyCommand::Convert)
        };
        let control = RbCopyControl::default()
            .with_copy_src_select(source)
            .with_copy_sample_select(copy.samples)
            .with_color_clear_enable(copy.clear_color.is_some())
            .with_depth_clear_enable(copy.clear_depth.is_some())
            .with_copy_command(command);
        let pitch = RbCopyDestPitch::default()
            .with_copy_dest_pitch(copy.pitch)
            .with_copy_dest_height(copy.height);
        let info = RbCopyDestInfo::default()
            .with_copy_dest_endian(Endian128::Swap8In32)
            .with_copy_dest_format(copy.format)
            .with_copy_dest_exp_bias(copy.exponent)
            .with_copy_dest_swap(copy.swap);
        let words = [control.raw(), copy.address, pitch.raw(), info.raw()];
        self.register(index::RB_COPY_CONTROL, &words);
        let (depth, color) = (copy.clear_depth.unwrap_or(0), copy.clear_color.unwrap_or(0));
        self.register(index::RB_DEPTH_CLEAR, &[depth, color, 0]);
        self.draw_auto(PrimitiveType::Rectangles, 3);
        self.register(index::RB_MODECONTROL, &[mode(EdramMode::ColorDepth)]);
        self.register(index::PA_CL_VTE_CNTL, &[transform().raw()]);
        self.flush();
    }
}
