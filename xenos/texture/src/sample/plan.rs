//! What a request and its constant ask for, settled once a quad.
//!
//! Facts: rules S1 to S3, S13 (which limit).

use xenos_eval::TextureRequest;
use xenos_regs::fetch::{AnisoFilter, ClampMode, Dimension, TextureFetch, TextureFilter};
use xenos_ucode::codes;

/// What coordinates mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// x.
    Line,
    /// x and y.
    Flat,
    /// x, y and z.
    Volume,
    /// x and y, and z counts layers.
    Stacked,
    /// A face's x and y, and the face.
    Cube,
}

/// Filters inside a level: linear, else point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filters {
    pub(crate) plane: bool,
    pub(crate) volume: bool,
}

/// The filter between levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mip {
    Point,
    Linear,
    Base,
}

/// A request, settled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) request: &'a TextureRequest<'a>,
    pub(crate) fetch: TextureFetch,
    pub(crate) kind: Kind,
    /// Texels of level 0 by axis; layers of a stack.
    pub(crate) size: [u32; 3],
    pub(crate) clamps: [ClampMode; 3],
    /// In texels.
    pub(crate) offsets: [f32; 3],
    pub(crate) normalized: bool,
    pub(crate) levels: (u32, u32),
    pub(crate) magnified: Filters,
    pub(crate) minified: Filters,
    pub(crate) mip: Mip,
    /// The most samples of anisotropy; 1 is none.
    pub(crate) limit: u32,
}

/// The constant as the instruction's dimension takes it, what its coordinates mean, and whether the
/// constant says otherwise (rule S1).
pub(crate) fn effective(
    fetch: TextureFetch,
    asked: codes::Dimension,
) -> (TextureFetch, Kind, bool) {
    let own = fetch.dimension();
    let (dimension, kind) = match (asked, own) {
        (codes::Dimension::D1, _) => (Dimension::D1, Kind::Line),
        (codes::Dimension::D2, _) => (Dimension::D2, Kind::Flat),
        (codes::Dimension::D3, Dimension::D3) => (Dimension::D3, Kind::Volume),
        (codes::Dimension::D3, _) => (Dimension::D2, Kind::Stacked),
        (codes::Dimension::Cube, _) => (Dimension::Cube, Kind::Cube),
    };
    let mut taken = TextureFetch { d5: fetch.d5.with_dimension(dimension), ..fetch };
    if kind == Kind::Stacked {
        // Layers are counted whether the constant calls itself a stack or not.
        taken.d1 = taken.d1.with_stacked(true);
    }
    (taken, kind, dimension != own)
}

/// The instruction's filter, unless it keeps the constant's; what is left is linear or not.
fn linear(own: codes::TextureFilter, constant: TextureFilter) -> bool {
    match own {
        codes::TextureFilter::Keep => constant == TextureFilter::Linear,
        other => other == codes::TextureFilter::Linear,
    }
}

impl<'a> Plan<'a> {
    /// Settles a request whose constant was made [`effective`].
    pub(crate) fn new(request: &'a TextureRequest<'a>, fetch: TextureFetch, kind: Kind) -> Self {
        let (own, d3, d4) = (request.instruction, fetch.d3, fetch.d4);
        let volume = |own, constant| {
            linear(own, if constant { TextureFilter::Linear } else { TextureFilter::Point })
        };
        let mip = match own.mip_filter {
            codes::TextureFilter::Linear => Mip::Linear,
            codes::TextureFilter::BaseMap => Mip::Base,
            codes::TextureFilter::Point => Mip::Point,
            codes::TextureFilter::Keep => match d3.mip_filter() {
                TextureFilter::Linear => Mip::Linear,
                TextureFilter::BaseMap => Mip::Base,
                TextureFilter::Point | TextureFilter::FromConstant => Mip::Point,
            },
        };
        let limit = match own.anisotropy {
            codes::AnisotropyFilter::Keep => match d3.aniso_filter() {
                AnisoFilter::Max2 => 2,
                AnisoFilter::Max4 => 4,
                AnisoFilter::Max8 => 8,
                AnisoFilter::Max16 => 16,
                _ => 1,
            },
            codes::AnisotropyFilter::Max2 => 2,
            codes::AnisotropyFilter::Max4 => 4,
            codes::AnisotropyFilter::Max8 => 8,
            codes::AnisotropyFilter::Max16 => 16,
            _ => 1,
        };
        let extent = fetch.extent();
        let clamps = match kind {
            Kind::Cube => [ClampMode::ClampToLast; 3],
            _ => fetch.clamps(),
        };
        let offsets = [own.offset_x, own.offset_y, own.offset_z].map(|half| f32::from(half) * 0.5);
        let mut plan = Self {
            request,
            fetch,
            kind,
            size: [extent.width, extent.height, extent.depth],
            clamps,
            offsets,
            normalized: true,
            levels: fetch.levels(),
            magnified: Filters {
                plane: linear(own.mag_filter, d3.mag_filter()),
                volume: volume(own.volume_mag_filter, d4.vol_mag_filter()),
            },
            minified: Filters {
                plane: linear(own.min_filter, d3.min_filter()),
                volume: volume(own.volume_min_filter, d4.vol_min_filter()),
            },
            mip,
            limit,
        };
        plan.normalized = !own.unnormalized || kind == Kind::Cube || plan.wraps();
        plan
    }

    /// Axes that are filtered along.
    pub(crate) fn axes(&self) -> usize {
        match self.kind {
            Kind::Line => 1,
            Kind::Flat | Kind::Cube => 2,
            Kind::Volume | Kind::Stacked => 3,
        }
    }

    /// Whether a used axis repeats.
    pub(crate) fn wraps(&self) -> bool {
        let repeats = |mode: &ClampMode| matches!(mode, ClampMode::Repeat | ClampMode::Mirror);
        self.clamps.iter().take(self.axes()).any(repeats)
    }

    /// Texels of a level along an axis; layers have no levels.
    pub(crate) fn size_at(&self, level: u32, axis: usize) -> u32 {
        let size = self.size[axis];
        if axis == 2 && self.kind == Kind::Stacked { size } else { (size >> level).max(1) }
    }

    /// A lane's three coordinates.
    pub(crate) fn coordinates(&self, lane: usize) -> [f32; 3] {
        self.request.coordinates.map(|axis| axis[lane])
    }
}
