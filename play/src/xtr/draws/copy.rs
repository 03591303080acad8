//! A copy out of EDRAM: what is copied where.

use serde::Serialize;
use xenos_census::{Rectangle, copy_rectangle, copy_vertices};
use xenos_front::State;
use xenos_memory::GuestMemory;
use xenos_regs::index;
use xenos_regs::state::EdramCopy;

use crate::xtr::fields::name;

/// A copy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CopyRow {
    /// What is copied.
    pub source: &'static str,
    /// Which samples.
    pub samples: &'static str,
    /// What is done.
    pub command: &'static str,
    /// Address of the destination.
    pub address: u32,
    /// Its pixels in a row.
    pub pitch: u32,
    /// Its rows.
    pub height: u32,
    /// Its format.
    pub format: &'static str,
    /// Its byte order.
    pub endian: &'static str,
    /// Red and blue are exchanged.
    pub swaps: bool,
    /// Its three vertices, where memory has them; what is not finite is null.
    pub vertices: Option<[[f32; 2]; 3]>,
    /// Columns and rows that they span: left, top, right, bottom, before any offset and scissor.
    pub rectangle: Option<[i64; 4]>,
    /// Words of the colour that is cleared to.
    pub clear_color: Option<[u32; 2]>,
    /// Word of depth and stencil that is cleared to.
    pub clear_depth: Option<u32>,
}

pub(super) fn copy(state: &State<'_>, memory: &GuestMemory) -> CopyRow {
    let EdramCopy { control, info, pitch, depth_clear, color_clear } =
        EdramCopy::gather(|register| state.registers.get(register));
    CopyRow {
        source: name(control.copy_src_select()),
        samples: name(control.copy_sample_select()),
        command: name(control.copy_command()),
        address: state.registers.get(index::RB_COPY_DEST_BASE),
        pitch: pitch.copy_dest_pitch(),
        height: pitch.copy_dest_height(),
        format: name(info.copy_dest_format()),
        endian: name(info.copy_dest_endian()),
        swaps: info.copy_dest_swap(),
        vertices: copy_vertices(state.registers, memory),
        rectangle: copy_rectangle(state.registers, memory)
            .map(|Rectangle { from, to }| [from[0], from[1], to[0], to[1]]),
        clear_color: control.color_clear_enable().then_some(color_clear),
        clear_depth: control.depth_clear_enable().then_some(depth_clear),
    }
}
