//! One draw or copy as a row.

use serde::Serialize;
use xenos_front::{Indices, State};
use xenos_regs::fetch::{Dimension, TextureFetch, VertexFetch};
use xenos_regs::index;
use xenos_regs::state::{ColorTargets, EdramCopy};
use xenos_regs::words::{
    EdramMode, IndexSize, RbColorInfo, RbDepthInfo, RbModecontrol, RbSurfaceInfo,
};
use xenos_ucode::Analysis;

use super::shown::shown;
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
    /// SHA-1 of the pixel program; of copies none counts.
    pub pixel_shader: Option<String>,
    /// Vertex fetch constants that the vertex program uses.
    pub vertices: Vec<VertexRow>,
    /// Textures that the programs use.
    pub textures: Vec<TextureRow>,
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

/// A vertex fetch constant in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VertexRow {
    /// The constant, 0 to 95.
    pub constant: u32,
    /// Address in bytes.
    pub address: u32,
    /// Bytes.
    pub bytes: u32,
    /// Bytes between elements, as the program says.
    pub stride: u32,
    /// Byte order.
    pub endian: &'static str,
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

/// A copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    /// Words of the colour that is cleared to.
    pub clear_color: Option<[u32; 2]>,
    /// Word of depth and stencil that is cleared to.
    pub clear_depth: Option<u32>,
}

impl DrawSeen<'_> {
    /// The row.
    pub fn row(&mut self) -> DrawRow {
        let Self { place, what, draw, state, .. } = *self;
        let vertex = state.vertex_shader.map(|shader| self.programs.of(shader));
        let pixel = state.pixel_shader.map(|shader| self.programs.of(shader));
        // A copy runs no pixel program, whichever is loaded.
        let pixel = pixel.filter(|_| what == What::Draw);
        let of = |listing: &Option<std::sync::Arc<Listing>>| {
            listing.as_ref().map(|listing| listing.sha1.clone())
        };
        let analyses: Vec<&Analysis> =
            [&vertex, &pixel].into_iter().flatten().map(|listing| &listing.analysis).collect();
        DrawRow {
            what,
            number: draw.number,
            place,
            packet: draw.packet,
            primitive: name(draw.initiator.prim_type()),
            count: draw.initiator.num_indices(),
            indices: indices(&draw.indices, draw.initiator.index_size()),
            predicated: draw.predicated,
            query: draw.query,
            surface: surface(state, what),
            vertices: vertex.as_ref().map_or_else(Vec::new, |v| vertices(state, &v.analysis)),
            textures: textures(state, &analyses),
            state: shown(state, what),
            copy: (what == What::Copy).then(|| copy(state)),
            vertex_shader: of(&vertex),
            pixel_shader: of(&pixel),
        }
    }
}

fn indices(indices: &Indices<'_>, size: IndexSize) -> IndexRow {
    let bits = match size {
        IndexSize::Bits16 => 16,
        IndexSize::Bits32 => 32,
    };
    let (address, endian) = match indices {
        Indices::Memory { address, size } => (Some(*address), Some(name(size.swap_mode()))),
        Indices::Auto | Indices::Immediate(_) => (None, None),
    };
    let bits = (!matches!(indices, Indices::Auto)).then_some(bits);
    IndexRow { source: source(indices), bits, address, endian }
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

fn vertices(state: &State<'_>, analysis: &Analysis) -> Vec<VertexRow> {
    let mut rows: Vec<VertexRow> = Vec::new();
    for fetch in &analysis.vertex_fetches {
        if rows.iter().any(|row| row.constant == fetch.constant) {
            continue;
        }
        let first = u32::from(index::SHADER_CONSTANT_FETCH) + 2 * fetch.constant;
        let word = |register| state.registers.get(register as u16);
        let constant = VertexFetch::from_words([word(first), word(first + 1)]);
        rows.push(VertexRow {
            constant: fetch.constant,
            address: constant.address(),
            bytes: constant.bytes(),
            stride: u32::from(fetch.stride) * 4,
            endian: name(constant.d1.endian()),
        });
    }
    rows.sort_by_key(|row| row.constant);
    rows
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

fn copy(state: &State<'_>) -> CopyRow {
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
        clear_color: control.color_clear_enable().then_some(color_clear),
        clear_depth: control.depth_clear_enable().then_some(depth_clear),
    }
}
