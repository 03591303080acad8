//! Groups of registers: surfaces, what a draw does to them, copies out of them.
//!
//! For: state as a program thinks of it, written as SET_CONSTANT blocks. Not for: packets.
//! Facts: register words of `xenos-regs`; how the console's library sets them, as the shared streams
//! in its style do.

mod copy;

use xenos_regs::index;
use xenos_regs::words::{
    BlendFactor, BlendOp, ColorFormat, Compare, DepthFormat, EdramMode, MsaaSamples, PaClClipCntl,
    PaClVteCntl, PaScAaConfig, PaScWindowOffset, PaScWindowScissorBr, PaScWindowScissorTl,
    PaSuScModeCntl, RbBlendcontrol, RbColorInfo, RbColorcontrol, RbDepthInfo, RbDepthcontrol,
    RbModecontrol, RbSurfaceInfo,
};

pub use copy::Copy;

use crate::Commands;

/// What is drawn to.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Pixels in a row of the surface.
    pub pitch: u32,
    /// Samples a pixel.
    pub samples: MsaaSamples,
    /// The colour surface: its first tile and its format.
    pub color: Option<(u32, ColorFormat)>,
    /// The depth surface: its first tile and its format.
    pub depth: Option<(u32, DepthFormat)>,
    /// Pixels across that are drawn to.
    pub width: u32,
    /// And down.
    pub height: u32,
}

/// The depth test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None.
    Off,
    /// Everything passes, and is written.
    Fill,
    /// What is as near as what is there passes, and is written.
    Test,
    /// The same, and nothing is written.
    Look,
}

/// What becomes of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blend {
    /// It replaces what is there.
    Off,
    /// Alpha decides between the two.
    Alpha,
    /// It is added.
    Add,
}

/// Which triangles are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raster {
    /// All.
    All,
    /// Not those whose vertices turn to the right on the screen.
    CullBack,
    /// Only those.
    CullFront,
}

/// What a draw does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The depth test.
    pub depth: Depth,
    /// Blending.
    pub blend: Blend,
    /// Culling.
    pub raster: Raster,
    /// Only depth is drawn, without a pixel program.
    pub depth_only: bool,
}

impl Draw {
    /// Opaque colours, the nearest ones.
    pub const SOLID: Self =
        Self { depth: Depth::Test, blend: Blend::Off, raster: Raster::CullBack, depth_only: false };
    /// Colours over all that is there.
    pub const OVER: Self =
        Self { depth: Depth::Off, blend: Blend::Off, raster: Raster::All, depth_only: false };
}

/// Clip space is transformed by the viewport, w is given as 1/w.
pub(crate) fn transform() -> PaClVteCntl {
    PaClVteCntl::default()
        .with_vport_x_scale_ena(true)
        .with_vport_x_offset_ena(true)
        .with_vport_y_scale_ena(true)
        .with_vport_y_offset_ena(true)
        .with_vport_z_scale_ena(true)
        .with_vport_z_offset_ena(true)
        .with_vtx_w0_fmt(true)
}

pub(crate) fn mode(mode: EdramMode) -> u32 {
    RbModecontrol::default().with_edram_mode(mode).raw()
}

fn equation(source: BlendFactor, destination: BlendFactor) -> RbBlendcontrol {
    RbBlendcontrol::default()
        .with_color_srcblend(source)
        .with_color_comb_fcn(BlendOp::Add)
        .with_color_destblend(destination)
        .with_alpha_srcblend(BlendFactor::One)
        .with_alpha_comb_fcn(BlendOp::Add)
        .with_alpha_destblend(BlendFactor::Zero)
}

impl Commands {
    /// All that a stream starts from: what the console's library sets before it draws first.
    pub fn defaults(&mut self) {
        let unblended = equation(BlendFactor::One, BlendFactor::Zero).raw();
        let clip = PaClClipCntl::default().with_dx_clip_space_def(true).raw();
        let blocks: &[(u16, &[u32])] = &[
            (index::RB_COLOR1_INFO, &[0; 3]),
            (index::PA_SC_SCREEN_SCISSOR_TL, &[0, 8192 << 16 | 8192]),
            (index::VGT_MAX_VTX_INDX, &[0x00FF_FFFF, 0, 0, 0xFFFF]),
            (index::RB_BLEND_RED, &[0; 4]),
            (index::RB_STENCILREFMASK_BF, &[0x00FF_FF00, 0x00FF_FF00, 0]),
            (index::SQ_INTERPOLATOR_CNTL, &[0xFFFF_FFFF]),
            (index::RB_HIZCONTROL, &[0, clip]),
            (index::RB_BLENDCONTROL1, &[unblended; 3]),
            (index::PA_SU_POINT_SIZE, &[0x0008_0008, 0x0100_0008, 8]),
            (index::PA_SC_VIZ_QUERY, &[0]),
            // Pixel centres at integers, vertices truncated to 1/16.
            (index::PA_SU_VTX_CNTL, &[0]),
            // Constants 0 to 255 for vertices, 256 to 511 for pixels.
            (index::SQ_VS_CONST, &[0x000F_F000, 0x000F_F100]),
            (index::PA_SC_AA_MASK, &[0xFFFF]),
            (index::PA_SU_POLY_OFFSET_FRONT_SCALE, &[0; 4]),
        ];
        for (first, values) in blocks {
            self.register(*first, values);
        }
    }

    /// Surfaces, viewport and scissor.
    pub fn target(&mut self, target: &Target) {
        let Target { pitch, samples, color, depth, width, height } = *target;
        let (base, format) = color.unwrap_or((0, ColorFormat::Fixed8888));
        let color = RbColorInfo::default().with_color_base(base).with_color_format(format);
        let (base, format) = depth.unwrap_or((0, DepthFormat::D24S8));
        let depth = RbDepthInfo::default().with_depth_base(base).with_depth_format(format);
        let surface = RbSurfaceInfo::default().with_surface_pitch(pitch).with_msaa_samples(samples);
        self.register(index::RB_SURFACE_INFO, &[surface.raw(), color.raw(), depth.raw()]);
        let config = PaScAaConfig::default().with_msaa_num_samples(samples as u32);
        self.register(index::PA_SC_AA_CONFIG, &[config.raw()]);
        let (x, y) = (width as f32 / 2.0, height as f32 / 2.0);
        let viewport = [x, x, -y, y, 1.0, 0.0].map(f32::to_bits);
        self.register(index::PA_CL_VPORT_XSCALE, &viewport);
        self.window(0, width, height);
    }

    /// Only rows from `top` on are drawn, so many, and they lie at the surface's start.
    pub fn window(&mut self, top: u32, width: u32, rows: u32) {
        let offset = PaScWindowOffset::default().with_window_y_offset(-(top as i32));
        let tl = PaScWindowScissorTl::default().with_window_offset_disable(true);
        let br = PaScWindowScissorBr::default().with_br_x(width).with_br_y(rows);
        self.register(index::PA_SC_WINDOW_OFFSET, &[offset.raw(), tl.raw(), br.raw()]);
    }

    /// What draws do.
    pub fn draw_state(&mut self, draw: Draw) {
        let depth = RbDepthcontrol::default()
            .with_z_enable(draw.depth != Depth::Off)
            .with_z_write_enable(matches!(draw.depth, Depth::Fill | Depth::Test))
            .with_zfunc(if draw.depth == Depth::Fill {
                Compare::Always
            } else {
                Compare::LessEqual
            });
        let blend = match draw.blend {
            Blend::Off => equation(BlendFactor::One, BlendFactor::Zero),
            Blend::Alpha => equation(BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha),
            Blend::Add => equation(BlendFactor::One, BlendFactor::One),
        };
        let color = RbColorcontrol::default().with_alpha_func(Compare::Always);
        self.register(index::RB_DEPTHCONTROL, &[depth.raw(), blend.raw(), color.raw()]);
        let setup = PaSuScModeCntl::default()
            .with_cull_back(draw.raster == Raster::CullBack)
            .with_cull_front(draw.raster == Raster::CullFront)
            .with_msaa_enable(true)
            .with_vtx_window_offset_enable(true);
        self.register(index::PA_SU_SC_MODE_CNTL, &[setup.raw(), transform().raw()]);
        let kind = if draw.depth_only { EdramMode::DepthOnly } else { EdramMode::ColorDepth };
        self.register(index::RB_MODECONTROL, &[mode(kind)]);
        self.register(index::RB_COLOR_MASK, &[if draw.depth_only { 0 } else { 0xF }]);
    }
}
