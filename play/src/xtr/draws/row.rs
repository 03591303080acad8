//! One draw or copy as a row.

use serde::Serialize;
use xenos_front::{Indices, State};
use xenos_regs::fetch::{Dimension, TextureFetch};
use xenos_regs::index;
use xenos_regs::state::{ColorTargets, EdramCopy};
use xenos_regs::words::{
    EdramMode, IndexSize, PaSuScModeCntl, RbColorInfo, RbDepthInfo, RbModecontrol, RbSurfaceInfo,
};
use xenos_ucode::Analysis;

use super::copy::{CopyRow, copy};
use super::export::{ExportRow, exports};
use super::shown::shown;
use super::vertices::{VertexRow, vertices};
use super::{DrawSeen, What, source};
use crate::xtr::fields::name;
use crate::xtr::{Listing, Place};

/// A draw or copy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawRow {
    /// Draw or copy.
    pub what: What,
    /// Its number among draws, or among copies, from 0.
    pub number: u64,
    /// Its number among those of its frame, likewise.
    pub nth: u64,
    /// Where its packet ended.
    #[serde(flatten)]
    pub place: Place,
    /// Address of its packet.
    pub packet: u32,
    /// The primitive.
    pub primitive: &'static str,
    /// Indices drawn.
    pub count: u32,
    /// Where they come from.
    pub indices: IndexRow,
    /// Whether its packet was predicated, and so passed.
    pub predicated: bool,
    /// The visibility query that it depends on.
    pub query: Option<u8>,
    /// What it is drawn to, or copied from.
    pub surface: SurfaceRow,
    /// SHA-1 of the vertex program.
    pub vertex_shader: Option<String>,
    /// SHA-1 of the pixel program, where one takes part: of copies none does, nor of what writes depth
    /// alone.
    pub pixel_shader: Option<String>,
    /// Vertex fetch constants that the vertex program uses.
    pub vertices: Vec<VertexRow>,
    /// Textures that the programs use.
    pub textures: Vec<TextureRow>,
    /// Memory that the programs export to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub memory_exports: Vec<ExportRow>,
    /// What else is not as it is by default, in words.
    pub state: Vec<String>,
    /// The copy, of a copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy: Option<CopyRow>,
}

/// Where indices come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexRow {
    /// `auto`, `memory` or `immediate`.
    pub source: &'static str,
    /// Bits of an index, where there are any.
    pub bits: Option<u32>,
    /// Address in memory.
    pub address: Option<u32>,
    /// Byte order in memory.
    pub endian: Option<&'static str>,
    /// The index that begins a strip anew, where one does.
    pub reset: Option<u32>,
}

/// What is drawn to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SurfaceRow {
    /// Pixels in a row.
    pub pitch: u32,
    /// Samples a pixel: `1x`, `2x`, `4x`.
    pub samples: &'static str,
    /// Colour targets of which something is written; of a copy, the one that is copied.
    pub colors: Vec<TargetRow>,
    /// Depth and stencil, if a test is on; of a copy, if it copies or clears them.
    pub depth: Option<DepthRow>,
}

/// A colour target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TargetRow {
    /// Its number.
    pub target: usize,
    /// First tile.
    pub base: u32,
    /// Format.
    pub format: &'static str,
    /// Components written, red at bit 0.
    pub mask: u32,
}

/// Depth and stencil.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DepthRow {
    /// First tile.
    pub base: u32,
    /// Format.
    pub format: &'static str,
}

/// A texture in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TextureRow {
    /// The fetch constant, 0 to 31.
    pub constant: u8,
    /// The dimension that the instruction names.
    pub dimension: &'static str,
    /// Format.
    pub format: &'static str,
    /// Width in texels.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Depth, layers or faces.
    pub depth: u32,
    /// Address of the base level.
    pub address: u32,
    /// Whether it is stored in tiles.
    pub tiled: bool,
    /// Lowest and highest level.
    pub levels: (u32, u32),
    /// What the constant says it is: `texture`, or it is none.
    pub kind: &'static str,
}

impl DrawSeen<'_> {
    /// The row.
    pub fn row(&mut self) -> DrawRow {
        let Self { place, what, nth, draw, state, memory, .. } = *self;
        let vertex = state.vertex_shader.map(|shader| self.programs.of(shader));
        let pixel = state.pixel_shader.map(|shader| self.programs.of(shader));
        // A copy runs no pixel program, nor does what draws depth alone, whichever is loaded.
        let mode = RbModecontrol::from_raw(state.registers.get(index::RB_MODECONTROL)).edram_mode();
        let runs = what == What::Draw && mode == EdramMode::ColorDepth;
        let pixel = pixel.filter(|_| runs);
        let of = |listing: &Option<std::sync::Arc<Listing>>| {
            listing.as_ref().map(|listing| listing.sha1.clone())
        };
        let analyses: Vec<&Analysis> =
            [&vertex, &pixel].into_iter().flatten().map(|listing| &listing.analysis).collect();
        DrawRow {
            what,
            number: draw.number,
            nth,
            place,
            packet: draw.packet,
            primitive: name(draw.initiator.prim_type()),
            count: draw.initiator.num_indices(),
            indices: indices(state, &draw.indices, draw.initiator.index_size()),
            predicated: draw.predicated,
            query: draw.query,
            surface: surface(state, what),
            vertices: vertex.as_ref().map_or_else(Vec::new, |v| vertices(state, &v.analysis)),
            textures: textures(state, &analyses),
            memory_exports: exports(state, &analyses),
            state: shown(state, what),
            copy: (what == What::Copy).then(|| copy(state, memory)),
            vertex_shader: of(&vertex),
            pixel_shader: of(&pixel),
        }
    }
}

fn indices(state: &State<'_>, indices: &Indices<'_>, size: IndexSize) -> IndexRow {
    let bits = match size {
        IndexSize::Bits16 => 16,
        IndexSize::Bits32 => 32,
    };
    let (address, endian) = match indices {
        Indices::Memory { address, size } => (Some(*address), Some(name(size.swap_mode()))),
        Indices::Auto | Indices::Immediate(_) => (None, None),
    };
    let bits = (!matches!(indices, Indices::Auto)).then_some(bits);
    let mode = PaSuScModeCntl::from_raw(state.registers.get(index::PA_SU_SC_MODE_CNTL));
    let reset = state.registers.get(index::VGT_MULTI_PRIM_IB_RESET_INDX);
    let reset = (bits.is_some() && mode.multi_prim_ib_ena()).then_some(reset);
    IndexRow { source: source(indices), bits, address, endian, reset }
}

fn surface(state: &State<'_>, what: What) -> SurfaceRow {
    let read = |register| state.registers.get(register);
    let info = RbSurfaceInfo::from_raw(read(index::RB_SURFACE_INFO));
    let depth_info = RbDepthInfo::from_raw(read(index::RB_DEPTH_INFO));
    let mode = RbModecontrol::from_raw(read(index::RB_MODECONTROL)).edram_mode();
    let targets = ColorTargets::gather(read);
    let target = |(target, info, mask): (usize, RbColorInfo, u32)| TargetRow {
        target,
        base: info.color_base(),
        format: name(info.color_format()),
        mask,
    };
    let (colors, depth): (Vec<_>, bool) = match what {
        What::Draw => {
            let written = (0..).zip(targets.normalized().0).zip(targets.0);
            let written = written.filter(|((_, normal), _)| normal.mask != 0);
            let colors = written.map(|((n, normal), own)| target((n, own.info, normal.mask)));
            let colors = if mode == EdramMode::ColorDepth { colors.collect() } else { Vec::new() };
            let tests = xenos_regs::state::DepthStencil::gather(read).normalized().control;
            (colors, tests.z_enable() || tests.stencil_enable())
        }
        What::Copy => {
            let copy = EdramCopy::gather(read);
            let number = copy.control.copy_src_select() as usize;
            let color = targets.0.get(number).filter(|_| !copy.is_depth());
            let colors = color.map(|own| target((number, own.info, 0xF)));
            let depth = copy.is_depth() || copy.control.depth_clear_enable();
            (colors.into_iter().collect(), depth)
        }
    };
    SurfaceRow {
        pitch: info.surface_pitch(),
        samples: name(info.msaa_samples()),
        colors,
        depth: depth.then(|| DepthRow {
            base: depth_info.depth_base(),
            format: name(depth_info.depth_format()),
        }),
    }
}

fn textures(state: &State<'_>, analyses: &[&Analysis]) -> Vec<TextureRow> {
    let mut used: Vec<_> = analyses
        .iter()
        .flat_map(|analysis| analysis.textures())
        .flat_map(|(constant, dimensions)| dimensions.into_iter().map(move |d| (constant, d)))
        .collect();
    used.sort_unstable();
    used.dedup();
    let row = |(constant, dimension): (u8, xenos_ucode::codes::Dimension)| {
        let fetch = TextureFetch::from_words(state.registers.fetch(usize::from(constant)));
        let taken = match dimension.code() {
            0 => Dimension::D1,
            1 => Dimension::D2,
            2 if fetch.dimension() == Dimension::D2 => Dimension::D2,
            2 => Dimension::D3,
            _ => Dimension::Cube,
        };
        let extent = fetch.extent_as(taken);
        TextureRow {
            constant,
            dimension: dimension.name(),
            format: name(fetch.d1.format()),
            width: extent.width,
            height: extent.height,
            depth: extent.depth,
            address: fetch.base_address(),
            tiled: fetch.d0.tiled(),
            levels: fetch.levels(),
            kind: name(fetch.d0.fetch_type()),
        }
    };
    used.into_iter().map(row).collect()
}
