//! Control flow, quads, kills and exports, by programs in assembly.

use proptest::prelude::*;
use xenos_ucode::assemble;

use super::*;
use crate::inputs;
use crate::lanes::first;
use crate::texture::{NoTextures, Quad, TextureRequest};
use crate::vertex_fetch::NoMemory;

mod events;

struct Run {
    group: Group,
    report: Report,
}

impl Run {
    fn times(&self, event: Unspecified) -> u32 {
        self.report.times(event)
    }

    fn x(&self, register: usize) -> Vec<f32> {
        (0..4).map(|lane| self.group.get(register, lane)[0]).collect()
    }
}

/// Runs a pixel program on the first quads; `set` gives registers.
fn pixels(text: &str, covered: LaneMask, constants: &Constants, set: impl Fn(&mut Group)) -> Run {
    let program = assemble(Some(Stage::Pixel), text).unwrap_or_else(|e| panic!("{e:?}"));
    let ready = Prepared::new(&program);
    let mut group = Group::new();
    inputs::pixels(&mut group, 64, covered, &[], None);
    set(&mut group);
    let limits = Limits { flow: 10_000, ..Limits::default() };
    let report = run(&ready, constants, &mut group, &NoMemory, &NoTextures, &mut (), &limits);
    Run { group, report }
}

fn constants() -> Constants {
    let mut constants = Constants::new(Stage::Pixel);
    constants.set_float(0, [1.0, 0.0, 0.0, 0.0]);
    constants.set_float(1, [5.0, 0.0, 0.0, 0.0]);
    for number in 0..16 {
        let value = number as f32;
        constants.set_float(16 + number, [value, value * 2.0, -value, 0.5]);
    }
    constants
}

fn lanes_of(values: [f32; 4]) -> impl Fn(&mut Group) {
    move |group| {
        for (lane, value) in values.into_iter().enumerate() {
            group.set(0, lane, [value, 0.0, 0.0, 0.0]);
        }
    }
}

const QUAD_JUMP: &str = "
    exec
        setp_eq r2._, r0.x
    (p0) jmp L3
    exec
        max r1.x___, c1, c1
  (!p0) add r0.x___, r0, c0
    label L3
    exece
        getGradients r3, r0.xy, tf0
";

#[test]
fn a_quad_jumps_only_as_a_whole() {
    // The document's table: registers, covered lanes, r1.x, gradients, dragged.
    let cases = [
        ([0.0, 0.0, 0.0, 0.0], 15, 0.0, [0.0, 0.0], 0),
        ([1.0, 1.0, 1.0, 1.0], 15, 5.0, [0.0, 0.0], 0),
        ([0.0, 1.0, 0.0, 3.0], 15, 5.0, [2.0, 0.0], 1),
        ([0.0, 1.0, 0.0, 3.0], 0b1010, 5.0, [2.0, 0.0], 0),
        ([0.0, 1.0, 0.0, 3.0], 0b0101, 0.0, [1.0, 0.0], 0),
    ];
    for (values, covered, r1, gradients, dragged) in cases {
        let run = pixels(QUAD_JUMP, covered, &constants(), lanes_of(values));
        assert_eq!(run.x(1), [r1; 4], "{values:?} {covered:04b}");
        let [x, y, ..] = run.group.get(3, 2);
        assert_eq!([x, y], gradients, "{values:?} {covered:04b}");
        assert_eq!(run.times(Unspecified::LanesDisagree), dragged, "{values:?} {covered:04b}");
    }
}

#[test]
fn quads_part_and_meet() {
    // Quads 0 and 2 jump, 1 and 3 do not; each gives what it would give alone.
    let set = |group: &mut Group| {
        for lane in 0..16 {
            group.set(0, lane, [(lane / 4 % 2) as f32, 0.0, 0.0, 0.0]);
        }
    };
    let run = pixels(QUAD_JUMP, 0xFFFF, &constants(), set);
    for lane in 0..16 {
        let expected = if lane / 4 % 2 == 0 { 0.0 } else { 5.0 };
        assert_eq!(run.group.get(1, lane)[0], expected);
    }
    assert_eq!(run.times(Unspecified::LanesDisagree), 0);
    // They met behind the jump: the last instruction ran once for all.
    assert_eq!(run.report.instructions, 1 + 2 + 1);
}

#[test]
fn loops_count_with_their_register() {
    let mut constants = constants();
    // Three times: 1, 3, 5; and an inner one of two.
    constants.loops[2] = 3 | 1 << 8 | 2 << 16;
    constants.loops[3] = 2;
    let text = "
        loop i2, L9
        label L1
        exec
            add r1, r1, c[16+aL]
        loop i3, L7
        label L4
        exec
            add r2.x___, r2, c0
        endloop i3, L4
        label L7
        endloop i2, L1
        label L9
        exece
            mul oC0, r1, c0.xxxx
    ";
    let run = pixels(text, 15, &constants, |_| ());
    assert_eq!(run.group.get(1, 0), [9.0, 18.0, -9.0, 1.5]);
    assert_eq!(run.group.get(2, 3)[0], 6.0);
    assert_eq!(run.group.exports.colors()[0].lane(1), [9.0, 18.0, -9.0, 1.5]);
    assert_eq!(run.report.unspecified().next(), None);
}

#[test]
fn endless_programs_end_at_the_limit() {
    let run =
        pixels("label L0\n exec\n add r0, r0, c0\n jmp L0\n exece\n", 15, &constants(), |_| ());
    assert_eq!(run.times(Unspecified::FlowLimit), 1);
    assert_eq!(run.report.flow, 10_000);
    assert_eq!(run.group.get(0, 0)[0], 5_000.0);
}

#[test]
fn calls_return_and_the_fifth_is_not_taken() {
    let text = "
        exec
            add r0, r0, c0
        call L2
        label L2
        exec
            add r1, r1, c0
        ret
        exece
            add r2, r2, c0
    ";
    let run = pixels(text, 15, &constants(), |_| ());
    // Called once, returned to the call's successor, run again, then out of it.
    assert_eq!([run.x(0)[0], run.x(1)[0], run.x(2)[0]], [1.0, 2.0, 1.0]);
    let deep = "label L0\n call L0\n exece\n add r0, r0, c0\n";
    let run = pixels(deep, 15, &constants(), |_| ());
    assert_eq!(run.times(Unspecified::CallDepth), 1);
    assert_eq!(run.x(0), [1.0; 4]);
}

#[test]
fn killed_lanes_run_on_and_do_not_vote() {
    let text = "
        exec
            kill_eq r4, r0.xxxx, c0.xxxx
            setp_ne r2._, r0.x
        (p0) jmp L3
        exec
            max r1.x___, c1, c1
        label L3
        exece
            max oC0, r0, r0
    ";
    // Lane 1 is killed; the others wish to jump, whatever it wishes.
    let run = pixels(text, 15, &constants(), lanes_of([2.0, 1.0, 3.0, 4.0]));
    assert_eq!((run.group.killed, run.group.alive()), (0b10, 0b1101));
    assert_eq!(run.x(1), [0.0; 4]);
    assert_eq!(run.group.exports.colors()[0].lane(1)[0], 1.0);
    assert_eq!(run.x(4), [0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn predicated_instructions_leave_everything_else_alone() {
    let text = "
        exece
            setp_gt r2._, r0.x
      (!p0) muls r3.x___, c1.xx
      (!p0) add r1, c0.xxxx, c0.xxxx
            adds_prev r4.x___, r4.x
    ";
    let run = pixels(text, 15, &constants(), lanes_of([1.0, 0.0, 1.0, 0.0]));
    assert_eq!(run.x(1), [0.0, 2.0, 0.0, 2.0]);
    assert_eq!(run.x(3), [0.0, 25.0, 0.0, 25.0]);
    // The previous result is setp's where the product did not run.
    assert_eq!(run.x(4), [0.0, 25.0, 0.0, 25.0]);
}

#[test]
fn exports_hold_ones_zeros_and_what_was_written() {
    let text = "alloc colors\n exece\n max oC0.x100, r0, r0\n max oC1._y__, r0.xxxx, r0.xxxx\n";
    let run = pixels(text, 15, &constants(), lanes_of([7.0; 4]));
    let colors = run.group.exports.colors();
    assert_eq!(colors[0].lane(0), [7.0, 1.0, 0.0, 0.0]);
    assert_eq!(colors[0].written, [15; 4]);
    assert_eq!(colors[1].written, [0, 15, 0, 0]);
    assert_eq!(colors[2].any(), 0);
}

#[test]
fn a_texture_unit_is_asked_quad_by_quad() {
    struct Echo;
    impl TextureUnit for Echo {
        fn sample(&self, request: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
            let gradients = request.gradients.expect("gradients");
            [0, 1, 2, 3].map(|lane| {
                let [h, v] = [gradients.h[0][lane], gradients.v[1][lane]];
                [request.coordinates[0][lane], h, v, f32::from(request.lanes)]
            })
        }
        fn computed_lod(&self, _: &TextureRequest<'_>) -> Quad {
            [3.0; QUAD]
        }
        fn weights(&self, _: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
            [[0.25; 4]; QUAD]
        }
        fn border_fraction(&self, _: &TextureRequest<'_>) -> Quad {
            [0.5; QUAD]
        }
    }
    let text = "exece\n tfetch2D r1, r0.xy, tf3\n getCompTexLOD2D r2, r0.xy, tf3\n";
    let program = assemble(Some(Stage::Pixel), text).unwrap_or_else(|e| panic!("{e:?}"));
    let mut group = Group::new();
    inputs::pixels(&mut group, 8, 0b1101_0000, &[], None);
    for lane in 4..8 {
        group.set(0, lane, [lane as f32 * 0.5, (lane * lane) as f32, 0.0, 0.0]);
    }
    let limits = Limits::default();
    let ready = Prepared::new(&program);
    run(&ready, &constants(), &mut group, &NoMemory, &Echo, &mut (), &limits);
    assert_eq!(group.get(1, 5), [2.5, 0.5, 20.0, 15.0]);
    assert_eq!(group.get(2, 5), [3.0, 0.0, 0.0, 0.0]);
    assert_eq!(group.active, 0xF0);
}

proptest! {
    /// What a vertex does hangs on nothing but itself: any lanes run together give what each gives
    /// alone, events included.
    #[test]
    fn vertices_are_independent(values in prop::collection::vec(-4.0..4.0f32, 1..=64)) {
        let text = "
            exec
                setp_gt r2._, r0.x
            (p0) jmp L4
            exec
                mul r1, r0.xxxx, c17
                  + rcp r1.___w, r0.x
            loop i1, L4
            label L3
            exec
                maxa r5, r0.xxxx, r0.xxxx
                add r3, r3, c[18+a0]
                setp_gt r2._, r3.x
            (p0) endloop i1, L3
            label L4
            exece
                mad oPos, r1, r3, r0.xxxx
        ";
        let program = assemble(Some(Stage::Vertex), text).unwrap_or_else(|e| panic!("{e:?}"));
        let ready = Prepared::new(&program);
        let mut constants = constants();
        constants.window = crate::constants::Window { base: 256, count: 256 };
        constants.loops[1] = 4;
        let together = |values: &[f32]| {
            let mut group = Group::new();
            group.reset(first(values.len()), first(values.len()), 64);
            for (lane, value) in values.iter().enumerate() {
                group.set(0, lane, [*value, 0.0, 0.0, 0.0]);
            }
            let limits = Limits::default();
            let report =
                run(&ready, &constants, &mut group, &NoMemory, &NoTextures, &mut (), &limits);
            (group, report)
        };
        let (group, report) = together(&values);
        let mut alone_total = Report::default();
        for (lane, value) in values.iter().enumerate() {
            let (alone, report) = together(&[*value]);
            alone_total.add(&report);
            for register in 0..6 {
                let bits = |v: [f32; 4]| v.map(f32::to_bits);
                prop_assert_eq!(bits(group.get(register, lane)), bits(alone.get(register, 0)));
            }
            let position = |group: &Group, lane| group.exports.position().lane(lane).map(f32::to_bits);
            prop_assert_eq!(position(&group, lane), position(&alone, 0));
        }
        let events = |report: &Report| report.unspecified().collect::<Vec<_>>();
        prop_assert_eq!(events(&report), events(&alone_total));
        prop_assert_eq!(report.lane_instructions, alone_total.lane_instructions);
    }
}
