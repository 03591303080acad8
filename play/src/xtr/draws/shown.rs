//! What of a draw's state is not as it is by default, in words.

use xenos_front::State;
use xenos_regs::index;
use xenos_regs::state::{
    AlphaTest, ClipPlanes, ColorTargets, DepthStencil, Raster, Rectangle, Scissors,
};
use xenos_regs::words::{
    Compare, EdramMode, OutputPath, PaSuScModeCntl, PolygonMode, RbBlendcontrol, RbModecontrol,
    VgtHosCntl, VgtOutputPathCntl,
};

use super::What;
use crate::xtr::fields::name;

/// A word or a few for each part of the state.
pub(super) fn shown(state: &State<'_>, what: What) -> Vec<String> {
    let read = |register| state.registers.get(register);
    let mut words = Vec::new();
    if what == What::Draw {
        let mode = RbModecontrol::from_raw(read(index::RB_MODECONTROL)).edram_mode();
        if mode != EdramMode::ColorDepth {
            words.push(name(mode).to_owned());
        }
        depth_stencil(DepthStencil::gather(read).normalized(), &mut words);
        blending(ColorTargets::gather(read).normalized(), &mut words);
        alpha(AlphaTest::gather(read).normalized(), &mut words);
        raster(Raster::gather(read).normalized(), &mut words);
        let planes = ClipPlanes::gather(read).normalized().control;
        if planes.ucp_ena() != 0 {
            words.push(format!("planes={:b}", planes.ucp_ena()));
        }
        if planes.clip_disable() {
            words.push("no-clip".to_owned());
        }
    }
    let path = VgtOutputPathCntl::from_raw(read(index::VGT_OUTPUT_PATH_CNTL)).path_select();
    if path == OutputPath::Tessellation {
        let tessellation = VgtHosCntl::from_raw(read(index::VGT_HOS_CNTL)).tess_mode();
        words.push(format!("tessellation={}", name(tessellation)));
    }
    let scissors = Scissors::gather(read);
    let Rectangle { left, top, right, bottom } = scissors.rectangle();
    words.push(format!("scissor={left},{top}..{right},{bottom}"));
    let (x, y) = (scissors.offset.window_x_offset(), scissors.offset.window_y_offset());
    if (x, y) != (0, 0) {
        let mode = PaSuScModeCntl::from_raw(read(index::PA_SU_SC_MODE_CNTL));
        let moves = [
            (mode.vtx_window_offset_enable(), "vertices"),
            (!scissors.window_tl.window_offset_disable(), "scissor"),
        ];
        let moves: Vec<_> = moves.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        let moves = if moves.is_empty() { "nothing".to_owned() } else { moves.join("+") };
        words.push(format!("window-offset={x},{y}:{moves}"));
    }
    words
}

fn depth_stencil(tests: DepthStencil, words: &mut Vec<String>) {
    let control = tests.control;
    if control.z_enable() {
        let writes = if control.z_write_enable() { "+write" } else { "" };
        words.push(format!("depth={}{writes}", name(control.zfunc())));
    }
    if control.stencil_enable() {
        let sides = if control.backface_enable() { "+back" } else { "" };
        words.push(format!("stencil={}{sides}", name(control.stencilfunc())));
    }
}

fn blending(targets: ColorTargets, words: &mut Vec<String>) {
    for (n, target) in targets.0.iter().enumerate() {
        if !target.is_blended() {
            continue;
        }
        let b: RbBlendcontrol = target.blend;
        let color =
            half(name(b.color_srcblend()), name(b.color_comb_fcn()), name(b.color_destblend()));
        let alpha =
            half(name(b.alpha_srcblend()), name(b.alpha_comb_fcn()), name(b.alpha_destblend()));
        let alpha = if alpha == color { String::new() } else { format!("/{alpha}") };
        words.push(format!("blend{n}={color}{alpha}"));
    }
}

fn half(source: &str, operation: &str, destination: &str) -> String {
    format!("{source}:{operation}:{destination}")
}

fn alpha(test: AlphaTest, words: &mut Vec<String>) {
    if test.control.alpha_test_enable() && test.control.alpha_func() != Compare::Always {
        let reference = f32::from_bits(test.reference);
        words.push(format!("alpha={}:{reference:?}", name(test.control.alpha_func())));
    }
    if test.control.alpha_to_mask_enable() {
        words.push("alpha-to-mask".to_owned());
    }
}

fn raster(raster: Raster, words: &mut Vec<String>) {
    let mode = raster.mode;
    let culled = match (mode.cull_front(), mode.cull_back()) {
        (false, false) => None,
        (true, false) => Some("front"),
        (false, true) => Some("back"),
        (true, true) => Some("both"),
    };
    words.extend(culled.map(|culled| format!("cull={culled}:{}", name(mode.face()))));
    if mode.poly_mode() == PolygonMode::Dual {
        let (front, back) = (mode.polymode_front_ptype(), mode.polymode_back_ptype());
        words.push(format!("polygons={}:{}", name(front), name(back)));
    }
    let offsets = [
        (mode.poly_offset_front_enable(), "front"),
        (mode.poly_offset_back_enable(), "back"),
        (mode.poly_offset_para_enable(), "para"),
    ];
    let offset: Vec<&str> = offsets.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
    if !offset.is_empty() {
        words.push(format!("depth-offset={}", offset.join("+")));
    }
}
