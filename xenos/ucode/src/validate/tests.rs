use super::*;
use crate::assemble;
use crate::flow::{ControlFlow, Exec, Plain};
use crate::program::Slot;

fn rules(text: &str) -> Vec<&'static str> {
    let program = assemble(None, text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let mut names: Vec<_> = validate(&program).iter().map(|remark| remark.rule.name()).collect();
    names.dedup();
    names
}

const FETCH: &str = "vfetch_full r1, r0.x, vf0, DataFormat=FMT_32_32_32_32_FLOAT, Stride=4";

#[test]
fn nothing_is_wrong_with_good_programs() {
    assert_eq!(rules(&format!("vs\n {FETCH}\n max oPos, r1, r1\n max o0, r1.wzyx, r1")), [""; 0]);
    assert_eq!(rules("ps\n tfetch2D r1, r0.xy, tf0\n mul oC0, r1, c0"), [""; 0]);
}

#[test]
fn what_decoding_found_is_not_lost() {
    // An exec of two instructions, of which the words hold one: the typed program has one as well.
    let program = assemble(None, "ps\n max r1, r0, c0\n max oC0, r1, r1").unwrap();
    let words = program.words();
    let decoded = Program::decode(program.stage, &words[..words.len() - 3]);
    let remarks = validate_read(&decoded.program, &decoded.findings);
    assert_eq!(remarks.first().map(|remark| remark.rule), Some(Rule::Truncated), "{remarks:?}");
    let whole = Program::decode(program.stage, &words);
    assert_eq!(validate_read(&whole.program, &whole.findings), validate(&program));
}

#[test]
fn exports_need_room_and_addresses() {
    assert_eq!(rules("ps\n exece\n max oC0, r0, r0"), ["export-without-alloc"]);
    let some = "ps\n cjmp b0, over\n alloc colors\n over: exece\n max oC0, r0, r0";
    assert_eq!(rules(some), ["export-maybe-without-alloc"]);
    let ok = "ps\n mad eA, r0, c0, c1\n max eM0, r0, r0";
    assert_eq!(rules(ok), [""; 0]);
    assert_eq!(rules("ps\n alloc export = 1\n max eM0, r0, r0"), ["export-data-without-address"]);
    assert_eq!(rules("ps\n mul eA, r0, c0\n max eM0, r0, r0"), ["export-address-by-mad"]);
    assert_eq!(rules("ps\n max export20, r0, r0"), ["export-register", "no-output"]);
    assert_eq!(rules("ps\n alloc export = 1\n max oC0, r0, r0"), ["alloc-unused"]);
    assert_eq!(rules("vs\n max o0, r0.x, r0.x"), ["no-position"]);
    assert_eq!(rules("ps\n max r0, r0, r0"), ["no-output"]);
}

#[test]
fn what_is_read_is_written_before() {
    assert_eq!(rules("ps\n (p0) max oC0, r0, r0"), ["predicate-unset"]);
    assert_eq!(rules("ps\n (p0) jmp a\n a: max oC0, r0, r0"), ["predicate-unset"]);
    assert_eq!(rules("ps\n max oC0, r0, c[1+a0]"), ["address-unset"]);
    assert_eq!(rules("ps\n max oC0, r0, c[1+aL]"), ["loop-register-unset"]);
    assert_eq!(rules("ps\n adds_prev oC0.x, r0.x"), ["previous-scalar-unset"]);
    assert_eq!(rules("ps\n max oC0, r20, r0"), ["temporary-unset"]);
    assert_eq!(
        rules("ps\n tfetch2D r0, r0.xy, tf0, UseRegisterLOD=true\n max oC0, r0, r0"),
        ["register-lod-unset"]
    );
    assert_eq!(
        rules(
            "ps\n setGradientH r0.xyz\n tfetch2D r0, r0.xy, tf0, UseRegisterGradients=true
             max oC0, r0, r0"
        ),
        ["register-gradients-unset"]
    );
    assert_eq!(rules("ps\n setTexLOD r0.x\n max oC0, r0, r0"), ["set-register-unused"]);
    let mini = "vs\n vfetch_mini r1, DataFormat=FMT_32_FLOAT\n max oPos, r1, r1";
    assert_eq!(rules(mini), ["mini-fetch"]);
    let sub = "ps
        maxa r1._, r0, r0
        setp_eq r1.x, r0.x
        loop i0
        call s
        endloop i0
        exec
        (p0) max r30, r0, r0
        (!p0) max r30, c[a0], c[a0]
        alloc colors
        exece
        max oC0, r30, r30
        s: max r2, c[1+aL], r2
        ret";
    assert_eq!(rules(sub), [""; 0]);
}

#[test]
fn loops_and_jumps() {
    let loops = |count: usize| {
        let start = (0..count).map(|i| format!("loop i{i}\n")).collect::<Vec<_>>().concat();
        let end = (0..count).rev().map(|i| format!("endloop i{i}\n")).collect::<Vec<_>>().concat();
        (start, end)
    };
    let (start, end) = loops(5);
    let text = format!("ps\n{start} max r0, r0, r0\n{end} max oC0, r0, r0");
    assert_eq!(rules(&text), ["loop-depth"]);
    let (start, end) = loops(4);
    let text = format!(
        "ps\n{start} call s\n{end} max oC0, r0, r0\n exece\n s: loop i9\n cnop\n endloop i9\n ret"
    );
    assert_eq!(rules(&text), ["loop-depth"]);
    let text = "ps\n cjmp b0, in\n loop i0\n in: cnop\n endloop i0\n max oC0, r0, r0";
    assert_eq!(rules(text), ["jump-into-loop"]);
    let text = "ps\n loop i0\n cjmp b0, out\n endloop i0\n out: max oC0, r0, r0";
    assert_eq!(rules(text), ["jump-out-of-loop"]);
    assert_eq!(
        rules("ps\n loop i0, b\n a: cnop\n endloop i1, a\n b: max oC0, r0, r0"),
        ["half-loop"]
    );
    assert_eq!(
        rules("ps\n loop i0, b\n a: cnop\n b: max oC0, r0, r0\n exec\n endloop i0, a\n exece"),
        ["loop-targets"]
    );
    assert_eq!(rules("ps\n s: call s\n max oC0, r0, r0"), ["call-depth"]);
    assert_eq!(
        rules("ps\n a: jmp a\n max oC0, r0, r0"),
        ["no-end", "lost-words", "unreachable", "unreachable-outside", "no-output"]
    );
    let text = "ps\n setp_eq r0.x, r0.x\n (p0) exec\n max r0, r0, r0\n alloc colors\n exece
        max oC0, r0, r0";
    assert_eq!(rules(text), ["unpredicated-inside"]);
}

#[test]
fn single_instructions() {
    let text = "ps\n mul r1, r0, r0 + rcp r1.x, r0.x\n max oC0, r1, r1";
    assert_eq!(rules(text), ["component-written-twice"]);
    assert_eq!(rules("ps\n tfetch2D r0._, r0.xy, tf0\n max oC0, r0, r0"), ["nothing-fetched"]);
    assert_eq!(rules("vs\n max oPos, r0.x, r0.x\n kills_eq r1._, r0.x"), ["kill-in-vertex"]);
    assert_eq!(rules("vs\n tfetch2D r1, r0.xx, tf0\n max oPos, r1, r1"), ["gradients-in-vertex"]);
    let fetch = |rest: &str| format!("ps\n tfetch2D r0, r0.xy, tf0, {rest}\n max oC0, r0, r0");
    assert_eq!(rules(&fetch("AnisoFilter=aniso_6")), ["filter-code"]);
    let vertex = |rest: &str| format!("vs\n {FETCH}{rest}\n max oPos, r1, r1");
    assert_eq!(rules(&vertex(", MustBeOne=false")), ["must-be-one"]);
    assert_eq!(rules("vs\n vfetch r1, r0.x, vf0\n max oPos, r1, r1"), ["vertex-format"]);
    assert_eq!(
        rules("vs\n vfetch r1.?xyz, r0.x, vf0, DataFormat=FMT_32_FLOAT\n max oPos, r1, r1"),
        ["fetch-swizzle"]
    );
    assert_eq!(rules("ps\n opcode_30 r0\n max oC0, r0, r0"), ["vector-opcode"]);
    assert_eq!(rules("ps\n opcode_41 r0.x\n max oC0, r0, r0"), ["scalar-opcode"]);
    assert_eq!(rules("ps\n fetch_9 r0, r0.xy, tf0\n max oC0, r0, r0"), ["fetch-opcode"]);
}

#[test]
fn programs_that_no_text_gives() {
    let mut program = assemble(None, "ps\n max oC0, r0, r0").unwrap();
    let names = |program: &Program| {
        let mut names: Vec<_> = validate(program).iter().map(|r| r.rule.name()).collect();
        names.dedup();
        names
    };
    assert_eq!(
        names(&Program { flow: vec![], slots: vec![], ..program.clone() })[0],
        "no-control-flow"
    );
    let mut longer = program.clone();
    longer.slots.push(Slot::Unused([1, 2, 3]));
    assert_eq!(names(&longer), ["lost-words", "unused-words"]);
    longer.flow.push(ControlFlow::Nop(Plain::default()));
    assert_eq!(names(&longer), ["odd-flow"]);
    let exec = Exec { address: 1, count: 1, predicate_clean: true, ..Exec::default() };
    let mut early = program.clone();
    early.flow[1] = ControlFlow::ExecEnd(Exec { address: 0, ..exec });
    assert!(names(&early).contains(&"inside-control-flow"));
    early.flow[1] = ControlFlow::ExecEnd(Exec { count: 7, ..exec });
    assert!(names(&early).contains(&"exec-count") && names(&early).contains(&"truncated"));
    early.flow[1] = ControlFlow::from_bits(1 << 44 | 1 << 36);
    assert!(names(&early).contains(&"reserved") && names(&early).contains(&"runs-off"));
    early.flow[1] = ControlFlow::from_bits(11 << 44 | 1 << 13 | 0x32);
    assert!(names(&early).contains(&"branch-target"));
    let fetch = crate::pieces::Sequence::default().with(0, true, false);
    early.flow[0] = ControlFlow::Exec(exec);
    early.flow[1] = ControlFlow::ExecEnd(Exec { sequence: fetch, ..exec });
    assert!(names(&early).contains(&"slot-kind"));
    if let Some(Slot::Used(crate::Instruction::Alu(alu))) = program.slots.first_mut() {
        alu.vector_destination = 64;
    }
    assert_eq!(names(&program), ["field-range"]);
    let mut vertex = assemble(None, &format!("vs\n {FETCH}\n max oPos, r1, r1")).unwrap();
    if let Some(Slot::Used(crate::Instruction::VertexFetch(fetch))) = vertex.slots.first_mut() {
        (fetch.constant_index, fetch.constant_select) = (31, 3);
    }
    assert_eq!(names(&vertex), ["fetch-constant"]);
}

/// Places in words are those that the listing shows.
#[test]
fn messages_number_control_flow_as_listings_do() {
    let said = |text: &str, rule: Rule| {
        let program = assemble(None, text).unwrap();
        let listing = crate::disassemble(&program);
        let remarks = validate(&program);
        let text = remarks.iter().find(|remark| remark.rule == rule).unwrap().to_string();
        (text, listing)
    };
    let text = "ps\n exec\n nop\n loop i0, b\n a: cnop\n endloop i1, a\n b: max oC0, r0, r0";
    let (half, listing) = said(text, Rule::HalfLoop);
    assert!(listing.contains("/*    0.1 */       loop i0"), "{listing}");
    assert!(half.starts_with("error[half-loop] at flow 0.1: flow 0.1 is half a loop; "), "{half}");
    let text = "ps\n cjmp b0, in\n loop i0\n in: cnop\n endloop i0\n max oC0, r0, r0";
    let (into, _) = said(text, Rule::JumpIntoLoop);
    assert!(into.contains("it goes to flow 1.0, in the loop of flow 0.1"), "{into}");
}

/// Every rule is broken by some test above; this holds the list complete.
#[test]
fn every_rule_has_a_test() {
    let text = include_str!("tests.rs");
    for rule in Rule::ALL {
        assert!(text.contains(&format!("\"{}\"", rule.name())), "{}", rule.name());
    }
}

#[test]
fn remarks_are_said_and_bounded() {
    let text = "ps\n (p0) max oC0, r0, r0";
    let remark = &validate(&assemble(None, text).unwrap())[0];
    assert_eq!(
        remark.to_string(),
        "warning[predicate-unset] at instruction 1: it is predicated; set it with a `setp`"
    );
    let many = format!("ps\n{} max oC0, r0, r0", "max r1, r20, r20\n".repeat(100));
    let remarks = validate(&assemble(None, &many).unwrap());
    assert_eq!(remarks.len(), MOST + 1);
    assert_eq!(remarks[MOST].text, "and 36 more of these");
}
