//! What LFB writes need, derived once per change of state.

use sst1_board::{Fbi, Layout, State, refusal};
use sst1_core::Lane;
use sst1_core::depth::DepthTest;
use sst1_core::fog::Table;
use sst1_core::lfb::{self, Shape};
use sst1_facts::{
    AlphaMaskCounts, LfbAux, LfbBeyond, LfbBypassAlpha, LfbClip, LfbCounts, LfbDepthColor,
    LfbNarrowAlpha, LfbStipple, LfbSums, LfbTests, LfbW, LfbYOrigin, Profile,
};
use sst1_regs::words::{LfbFormat, LfbLanes, LfbMode, LfbWSource, LfbWriteBuffer};

use crate::{Standing, channels};

/// What LFB writes need beside FBI's own plan.
#[derive(Clone, Debug)]
pub struct LfbPlan {
    pub mode: LfbMode,
    pub format: LfbFormat,
    pub shape: Shape,
    pub lanes: LfbLanes,
    pub pipeline: bool,
    /// Byte address of the buffer written.
    pub base: u32,
    /// Whether rows are flipped for memory.
    pub flip: bool,
    /// Whether addresses are taken modulo the memory's size.
    pub wraps_addresses: bool,
    pub buffer_reserved: Option<Standing>,
    /// Whether bypass writes store alpha.
    pub bypass_alpha: bool,
    /// What pixels lack in their data.
    pub alpha: Lane,
    pub narrow_alpha: Option<Lane>,
    pub depth: u16,
    pub depth_color: [Lane; 3],
    pub depth_color_undefined: bool,
    // The pipeline's rules.
    pub clip: bool,
    /// Whether W goes through the W-depth conversion.
    pub converts_w: bool,
    /// What is taken for W instead of the pixel's depth.
    pub w_constant: Option<u16>,
    /// Whether pixels pass all tests and reads of a triangle's.
    pub full_tests: bool,
    pub plain_test: Option<DepthTest>,
    /// Whether the depth is stored whenever the auxiliary buffer is written.
    pub depth_always: bool,
    pub stipple_as_triangle: bool,
    pub wraps: bool,
    pub counts_all: bool,
    pub mask_counts: bool,
    pub fog_table: Table,
}

impl Default for LfbPlan {
    fn default() -> Self {
        let layout = Layout { front: 0, back: 0, aux: 0, stride: 0 };
        Self::decode(&Profile::default(), &Fbi::default(), &layout)
    }
}

impl LfbPlan {
    pub fn new(state: &State) -> Self {
        Self::decode(&state.profile, &state.fbi, &state.layout())
    }

    fn decode(profile: &Profile, fbi: &Fbi, layout: &Layout) -> Self {
        let mode = fbi.lfb_mode;
        let honours_origin = profile.lfb_y_origin == LfbYOrigin::Honoured;
        let pipeline = mode.pixel_pipeline();
        let flip = if pipeline { fbi.fbz_mode.y_origin_bottom() } else { mode.y_origin_bottom() };
        let reserved =
            matches!(mode.write_buffer(), LfbWriteBuffer::Reserved2 | LfbWriteBuffer::Reserved3);
        let za = fbi.za_color;
        let color1 = channels(fbi.color1.raw());
        let undefined = profile.lfb_depth_color == LfbDepthColor::Undefined;
        let converts_w = profile.lfb_w == LfbW::Converted;
        let by_constant = converts_w && mode.w_source() == LfbWSource::ZaColor;
        let fbz = fbi.fbz_mode;
        Self {
            mode,
            format: mode.write_format(),
            shape: lfb::shape(mode.write_format()),
            lanes: lfb::lanes(profile, mode),
            pipeline,
            base: match mode.write_buffer() {
                LfbWriteBuffer::Back => layout.back,
                _ => layout.front,
            },
            flip: flip && honours_origin,
            wraps_addresses: profile.lfb_beyond == LfbBeyond::Wrapped,
            buffer_reserved: reserved.then(|| (&refusal::BUFFER_RESERVED, "lfbMode", mode.raw())),
            bypass_alpha: profile.lfb_bypass_alpha == LfbBypassAlpha::WithAlphaPlanes
                && fbz.alpha_planes(),
            alpha: za.alpha() as Lane,
            narrow_alpha: (profile.lfb_narrow_alpha == LfbNarrowAlpha::Opaque).then_some(255),
            depth: za.depth() as u16,
            depth_color: if undefined { [0; 3] } else { [color1[0], color1[1], color1[2]] },
            depth_color_undefined: undefined,
            clip: profile.lfb_clip == LfbClip::Clipped,
            converts_w,
            w_constant: by_constant.then(|| za.depth() as u16),
            full_tests: profile.lfb_tests == LfbTests::AsTriangle,
            plain_test: fbz
                .depth_test()
                .then(|| DepthTest::new(profile.depth_source, fbz.depth_function(), false, 0)),
            depth_always: profile.lfb_aux == LfbAux::DepthAlways,
            stipple_as_triangle: profile.lfb_stipple == LfbStipple::AsTriangle,
            wraps: profile.lfb_sums == LfbSums::Wrapped,
            counts_all: profile.lfb_counts == LfbCounts::All,
            mask_counts: profile.alpha_mask_counts == AlphaMaskCounts::Counted,
            fog_table: Table::new(&fbi.fog_table),
        }
    }
}
