use super::*;
use crate::alu::Alu;
use crate::codes::{
    AnisotropyFilter, Component, Dimension, FetchOpcode, RelativeBase, ScalarOpcode, TextureFilter,
    VectorOpcode, VertexFormat,
};
use crate::fetch::{TextureFetch, VertexFetch};
use crate::flow::{Alloc, Call, CondExec, Exec, Jump, LoopEnd, LoopStart, Plain, PredExec};
use crate::pieces::{FetchSwizzle, Mask, SourceSwizzle, Swizzle};

fn text(instruction: Instruction) -> Vec<String> {
    line(&instruction, Stage::Vertex, Style::Complete)
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

fn flow(flow: ControlFlow) -> String {
    let mut out = String::new();
    control(&mut out, &flow, Stage::Pixel, 0, Style::Complete);
    out.trim().to_owned()
}

#[test]
fn nothing_is_nop_and_an_empty_export_is_not() {
    assert_eq!(text(Instruction::Alu(Alu::nop())), ["nop"]);
    let predicated = Alu { predicated: true, predicate_condition: true, ..Alu::nop() };
    assert_eq!(text(Instruction::Alu(predicated)), ["(p0) nop"]);
    let export = Alu { export: true, ..Alu::nop() };
    assert_eq!(text(Instruction::Alu(export)), ["max o0._, r0, r0"]);
}

#[test]
fn both_halves_stand_on_two_lines() {
    let alu = Alu {
        vector_opcode: VectorOpcode::Mad,
        vector_destination: 4,
        vector_destination_relative: true,
        vector_mask: Mask(0b0101),
        vector_clamp: true,
        temporary_1: true,
        source_1: 0x80 | 7,
        negate_1: true,
        source_2: 12,
        first_constant_relative: true,
        relative_base: RelativeBase::Address,
        source_3: 13,
        later_constants_relative: true,
        absolute_constants: true,
        swizzle_3: Swizzle::of([Component::W; 4]),
        scalar_opcode: ScalarOpcode::RcpC,
        scalar_destination: 3,
        predicated: true,
        ..Alu::default()
    };
    assert_eq!(
        text(Instruction::Alu(alu)),
        [
            "(!p0) mad_sat r[4+aL].x_z_, -r_abs[7], c_abs[12+a0], c_abs[13+a0].wwww",
            "+ (!p0) rcpc r3._, c_abs[13+a0].w"
        ]
    );
}

#[test]
fn vertex_fetches_show_what_is_not_zero() {
    let fetch = VertexFetch {
        destination: 1,
        destination_swizzle: FetchSwizzle(0o5410),
        source_component: Component::Y,
        format: VertexFormat::F16_16Float,
        stride: 9,
        offset: -2,
        exponent: -3,
        index_rounded: true,
        signed: true,
        integer: true,
        prefetch_minus_1: 3,
        must_be_one: true,
        ..VertexFetch::default()
    }
    .with_constant(95);
    assert_eq!(
        text(Instruction::VertexFetch(fetch)),
        ["vfetch_full r1.xy01, r0.y, vf0, RoundIndex=true, ExpAdjust=-3, Offset=-2, \
          DataFormat=FMT_16_16_FLOAT, Stride=9, Signed=true, NumFormat=integer, PrefetchCount=4"]
    );
    let mini = VertexFetch { mini: true, format: VertexFormat::F32Float, ..fetch };
    assert_eq!(
        text(Instruction::VertexFetch(mini)),
        ["vfetch_mini r1.xy01, ExpAdjust=-3, Offset=-2, DataFormat=FMT_32_FLOAT, Signed=true, \
          NumFormat=integer, PrefetchCount=4"]
    );
}

#[test]
fn texture_fetches_show_what_they_override() {
    let plain = TextureFetch::plain(FetchOpcode::Fetch, Dimension::D2);
    assert_eq!(text(Instruction::TextureFetch(plain)), ["tfetch2D r0, r0.xy, tf0"]);
    let all = TextureFetch {
        fetch_valid_only: false,
        unnormalized: true,
        mag_filter: TextureFilter::Linear,
        mip_filter: TextureFilter::BaseMap,
        anisotropy: AnisotropyFilter::Max16,
        volume_min_filter: TextureFilter::Point,
        use_computed_lod: false,
        use_register_lod: true,
        use_register_gradients: true,
        lod_bias: -3,
        offset_x: 1,
        offset_y: -16,
        offset_z: 3,
        dimension: Dimension::Cube,
        constant: 31,
        ..plain
    };
    assert_eq!(
        text(Instruction::TextureFetch(all)),
        ["tfetchCube r0, r0.xyz, tf31, FetchValidOnly=false, UnnormalizedTextureCoords=true, \
          MagFilter=linear, MipFilter=basemap, AnisoFilter=max16to1, VolMinFilter=point, \
          UseComputedLOD=false, UseRegisterLOD=true, UseRegisterGradients=true, LODBias=-0.1875, \
          OffsetX=0.5, OffsetY=-8, OffsetZ=1.5"]
    );
    let set = TextureFetch {
        source_relative: true,
        source_swizzle: SourceSwizzle(0b01_10_11),
        opcode: FetchOpcode::SetGradientH,
        ..plain
    };
    assert_eq!(text(Instruction::TextureFetch(set)), ["setGradientH r[0+aL].wzy"]);
    let gradients = TextureFetch { opcode: FetchOpcode::Gradients, ..plain };
    assert_eq!(text(Instruction::TextureFetch(gradients)), ["getGradients r0, r0.xy, tf0"]);
}

#[test]
fn control_flow() {
    let exec = Exec { predicate_clean: true, ..Exec::default() };
    assert_eq!(flow(ControlFlow::Exec(exec)), "exec");
    assert_eq!(flow(ControlFlow::ExecEnd(Exec { yields: true, ..exec })), "exece Yield=true");
    let cond = CondExec { boolean: 9, yields: true, ..CondExec::default() };
    assert_eq!(flow(ControlFlow::CondExecCleanEnd(cond)), "cexece !b9, Yield=true");
    assert_eq!(flow(ControlFlow::CondExec(cond)), "cexec !b9, Yield=true, PredicateClean=false");
    let pred = PredExec { condition: true, predicate_clean: true, ..PredExec::default() };
    assert_eq!(flow(ControlFlow::PredExec(pred)), "(p0) exec");
    let start = LoopStart { target: 4, repeat: true, constant: 2, ..LoopStart::default() };
    assert_eq!(flow(ControlFlow::LoopStart(start)), "loop i2, L4, Repeat=true");
    let end = LoopEnd { target: 1, predicated_break: true, ..LoopEnd::default() };
    assert_eq!(flow(ControlFlow::LoopEnd(end)), "(!p0) endloop i0, L1");
    let call = Call { target: 8, condition: true, boolean: 200, ..Call::default() };
    assert_eq!(flow(ControlFlow::Call(call)), "ccall b200, L8");
    let jump = Jump { predicated: true, target: 3, ..Jump::default() };
    assert_eq!(flow(ControlFlow::Jump(jump)), "(!p0) jmp L3");
    let alloc = Alloc { kind: AllocKind::Memory, size: 2, ..Alloc::default() };
    assert_eq!(flow(ControlFlow::Alloc(alloc)), "alloc export = 2");
    let alloc = Alloc { kind: AllocKind::Parameters, ..alloc };
    assert_eq!(flow(ControlFlow::Alloc(alloc)), "alloc colors, Size=2");
    assert_eq!(flow(ControlFlow::Nop(Plain::default())), "cnop");
    assert_eq!(flow(ControlFlow::MarkVertexFetchesDone(Plain::default())), "vfetchdone");
}
