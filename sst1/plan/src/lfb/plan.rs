//! What LFB writes need, derived once per change of state.

use sst1_board::{Fbi, Layout, State, refusal};
use sst1_core::Lane;
use sst1_core::combine::ColorPath;
use sst1_core::depth::DepthTest;
use sst1_core::fog::Table;
use sst1_core::lfb::{self, Pixel, Shape};
use sst1_facts::{
    AlphaMaskCounts, DepthSource, LfbAux, LfbBeyond, LfbBuffers, LfbBypassAlpha, LfbBypassCounts,
    LfbBypassDither, LfbClip, LfbClippedStipple, LfbCombine, LfbCounts, LfbDepthColor, LfbFogAlpha,
    LfbNarrowAlpha, LfbPipelineOrigin, LfbRow, LfbStipple, LfbSums, LfbTests, LfbW, LfbYOrigin,
    Profile,
};
use sst1_regs::words::{LfbFormat, LfbLanes, LfbMode, LfbWSource, LfbWriteBuffer};

use crate::{Standing, channels};

/// What LFB writes need beside FBI's own plan.
#[derive(Clone, Debug)]
pub struct LfbPlan {
    /// lfbMode.
    pub(crate) mode: LfbMode,
    /// The format of writes.
    pub(crate) format: LfbFormat,
    /// How its pixels lie in a word.
    pub(crate) shape: Shape,
    /// The order of its channels.
    pub(crate) lanes: LfbLanes,
    /// Whether pixels go through the pipeline.
    pub pipeline: bool,
    /// Byte address of the buffer written.
    pub(crate) base: u32,
    /// Whether rows are flipped for memory.
    pub(crate) flip: bool,
    /// Whether addresses are taken modulo the memory's size.
    pub(crate) wraps_addresses: bool,
    pub(crate) buffer_reserved: Option<Standing>,
    /// Whether bypass writes store alpha, and depth.
    pub(crate) bypass_alpha: bool,
    pub(crate) bypass_depth: bool,
    /// Whether bypass writes dither, and count their pixels.
    pub(crate) bypass_dithers: bool,
    pub(crate) bypass_counts: bool,
    /// Whether clipping and patterns go by the row in memory.
    pub(crate) row_in_memory: bool,
    /// What pixels lack in their data.
    pub(crate) alpha: Lane,
    pub(crate) narrow_alpha: Option<Lane>,
    pub(crate) depth: u16,
    pub(crate) depth_color: [Lane; 3],
    pub(crate) depth_color_undefined: bool,
    // The pipeline's rules.
    pub(crate) clip: bool,
    /// Whether clipped pixels go through stippling.
    pub(crate) clipped_rotate: bool,
    /// How far what is taken for W is shifted left to 32 fraction bits, to go through the W-depth
    /// conversion.
    pub(crate) w_shift: Option<u32>,
    /// What is taken for W instead of the pixel's depth.
    pub(crate) w_constant: Option<u16>,
    /// Whether pixels pass all tests and reads of a triangle's.
    pub(crate) full_tests: bool,
    pub(crate) plain_test: Option<DepthTest>,
    /// Whether the depth is the pixel's own, without bias.
    pub(crate) own_depth: bool,
    /// What replaces such a depth altogether.
    pub(crate) own_constant: Option<u16>,
    /// The combine units, where pixels pass through them.
    pub(crate) combine: Option<ColorPath>,
    /// The constants of the combine units: color0.
    pub(crate) color0: [Lane; 4],
    /// The alpha that pixels are fogged by, instead of their own.
    pub(crate) fog_alpha: Option<Lane>,
    /// Whether the depth is stored whenever the auxiliary buffer is written.
    pub(crate) depth_always: bool,
    pub(crate) stipple_as_triangle: bool,
    pub(crate) wraps: bool,
    pub(crate) counts_in: bool,
    pub(crate) counts_all: bool,
    pub(crate) mask_counts: bool,
    pub(crate) fog_table: Table,
}

impl Default for LfbPlan {
    fn default() -> Self {
        let layout = Layout { front: 0, back: 0, aux: 0, stride: 0, unit: 0 };
        Self::decode(&Profile::default(), &Fbi::default(), &layout)
    }
}

impl LfbPlan {
    /// What a state's LFB writes need.
    pub fn new(state: &State) -> Self {
        Self::decode(&state.profile, &state.fbi, &state.layout())
    }

    /// What a pixel around the pipeline stores in the auxiliary buffer.
    pub(crate) fn bypass_aux(&self, pixel: &Pixel) -> Option<u16> {
        match (pixel.alpha, pixel.depth) {
            (Some(alpha), _) if self.bypass_alpha => Some(alpha as u16),
            (_, depth) => depth.filter(|_| self.bypass_depth),
        }
    }

    fn decode(profile: &Profile, fbi: &Fbi, layout: &Layout) -> Self {
        let mode = fbi.lfb_mode;
        let honours_origin = profile.lfb_y_origin == LfbYOrigin::Honoured;
        let pipeline = mode.pixel_pipeline();
        let by_fbz = pipeline && profile.lfb_pipeline_origin == LfbPipelineOrigin::FbzMode;
        let flip = if by_fbz { fbi.fbz_mode.y_origin_bottom() } else { mode.y_origin_bottom() };
        let reserved =
            matches!(mode.write_buffer(), LfbWriteBuffer::Reserved2 | LfbWriteBuffer::Reserved3);
        let za = fbi.za_color;
        let color1 = channels(fbi.color1.raw());
        let undefined = profile.lfb_depth_color == LfbDepthColor::Undefined;
        let by_constant = matches!(profile.lfb_w, LfbW::Converted | LfbW::SelectedAsW)
            && mode.w_source() == LfbWSource::ZaColor;
        let fbz = fbi.fbz_mode;
        let planes = fbz.alpha_planes() && profile.lfb_bypass_alpha != LfbBypassAlpha::Never;
        let written = profile.depth_source == DepthSource::Written && fbz.depth_source_zacolor();
        Self {
            mode,
            format: mode.write_format(),
            shape: lfb::shape(mode.write_format()),
            lanes: lfb::lanes(profile, mode),
            pipeline,
            base: buffer(profile, layout, mode.write_buffer() == LfbWriteBuffer::Back),
            flip: flip && honours_origin,
            wraps_addresses: profile.lfb_beyond == LfbBeyond::Wrapped,
            buffer_reserved: reserved.then(|| (&refusal::BUFFER_RESERVED, "lfbMode", mode.raw())),
            bypass_alpha: planes,
            bypass_depth: !(planes && profile.lfb_bypass_alpha == LfbBypassAlpha::AlphaOrDepth),
            bypass_dithers: profile.lfb_bypass_dither == LfbBypassDither::Dithered,
            bypass_counts: profile.lfb_bypass_counts == LfbBypassCounts::Counted,
            row_in_memory: profile.lfb_row == LfbRow::Memory,
            alpha: za.alpha() as Lane,
            narrow_alpha: (profile.lfb_narrow_alpha == LfbNarrowAlpha::Opaque).then_some(255),
            depth: za.depth() as u16,
            depth_color: if undefined { [0; 3] } else { [color1[0], color1[1], color1[2]] },
            depth_color_undefined: undefined,
            clip: profile.lfb_clip == LfbClip::Clipped,
            clipped_rotate: profile.lfb_clipped_stipple == LfbClippedStipple::Rotates,
            w_shift: match profile.lfb_w {
                LfbW::Converted => Some(16),
                LfbW::Shifted14 => Some(14),
                LfbW::SelectedAsW | LfbW::DepthAsW => None,
            },
            w_constant: by_constant.then(|| za.depth() as u16),
            full_tests: profile.lfb_tests != LfbTests::Reduced,
            plain_test: fbz
                .depth_test()
                .then(|| DepthTest::new(profile.depth_source, fbz.depth_function(), false, 0)),
            own_depth: profile.lfb_tests == LfbTests::OwnDepth,
            own_constant: written.then(|| za.depth() as u16),
            combine: (profile.lfb_combine == LfbCombine::Units)
                .then(|| ColorPath::new(profile, fbi.color_path).for_lfb()),
            color0: channels(fbi.color0.raw()),
            fog_alpha: (profile.lfb_fog_alpha == LfbFogAlpha::ZaColor).then(|| za.alpha() as Lane),
            depth_always: profile.lfb_aux == LfbAux::DepthAlways,
            stipple_as_triangle: profile.lfb_stipple == LfbStipple::AsTriangle,
            wraps: profile.lfb_sums == LfbSums::Wrapped,
            counts_in: profile.lfb_counts == LfbCounts::All,
            counts_all: profile.lfb_counts != LfbCounts::KillsOnly,
            mask_counts: profile.alpha_mask_counts == AlphaMaskCounts::Counted,
            fog_table: Table::new(&fbi.fog_table),
        }
    }
}

/// Byte address of the buffer that a buffer select of 0, or 1 for `second`, means.
pub(super) fn buffer(profile: &Profile, layout: &Layout, second: bool) -> u32 {
    let [zero, one] = match profile.lfb_buffers {
        LfbBuffers::Displayed => [layout.front, layout.back],
        LfbBuffers::Physical => [0, layout.unit],
    };
    if second { one } else { zero }
}
