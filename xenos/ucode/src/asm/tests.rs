use super::*;
use crate::disassemble;
use crate::flow::ControlFlow;

fn same(text: &str) {
    let program = assemble(None, text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let listing = disassemble(&program);
    let again = assemble(None, &listing).unwrap_or_else(|errors| panic!("{errors:?}\n{listing}"));
    assert_eq!(again, program, "{listing}");
    let decoded = Program::decode(program.stage, &program.words());
    assert_eq!(decoded.program, program, "{listing}");
}

fn error(text: &str) -> String {
    match assemble(None, text) {
        Ok(program) => panic!("no error:\n{}", disassemble(&program)),
        Err(errors) => errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
    }
}

#[test]
fn execs_allocs_and_the_end_come_by_themselves() {
    let text = "vs
        vfetch r1, r0.x, vf0, DataFormat=FMT_32_32_32_32_FLOAT, Stride=4
        dp4 oPos.x, r1, c0
        dp4 oPos.y, r1, c1 ; a comment
        dp4 oPos.z, r1, c2 // another
        dp4 oPos.w, r1, c3
        mov_is_max: max o0, r1, r1
    ";
    let text = text.replace("mov_is_max:", "");
    let program = assemble(None, &text).unwrap();
    let names: Vec<&str> = program.flow.iter().map(|flow| flow.opcode().name()).collect();
    assert_eq!(names, ["exec", "alloc", "exec", "alloc", "exec-end", "nop"]);
    same(&text);
}

#[test]
fn loops_match_and_long_execs_go_on() {
    let text = "ps
        loop i0
          add r0, r0, c[3+aL]
          loop i1, Repeat=true
            (p0) mul r0.x, r[2+aL], c_abs[3]
          (!p0) endloop i1
        endloop i0
        exec Yield=true
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        (p0) jmp out
        cjmp !b3, out
        call sub
      out:
        alloc colors
        exece
        max oC0, r0, r0
      sub:
        serialize
        tfetch3D r1.zyx_, r0, tf1, LODBias=-0.5, OffsetX=1.5, MagFilter=linear
        ret";
    same(text);
    let program = assemble(None, text).unwrap();
    let ControlFlow::LoopStart(start) = program.flow[0] else { panic!() };
    assert_eq!(start.target, 6);
}

#[test]
fn halves_share_an_instruction() {
    same("ps\n mad r1.xy, r2, c3.wzyx, r4.yxxy + rcp r3.z, r4.y\n mul oC0.xy01, r1, c[2+a0]");
    same("ps\n mul r1, r2, -c_abs[3]\n + mulsc r0.x, c_abs[9].y, r_abs[43].z");
    same("ps\n maxs r5.w, r1.xy\n adds oC0.x, r1.x, r1.w");
    assert!(error("ps\n mad r1, r2, r3, r4 + rcp r0.x, r5.x").contains("third source"));
    assert!(error("ps\n mul r1, c2, c_abs[3]").contains("absolute"));
    assert!(error("ps\n mul oC0.xy, r1, r2 + rcp oC0.y, r3.x").contains("both halves write"));
    assert!(error("ps\n mul oC0, r1, r2 + rcp r0.y, r3.x").contains("one register"));
    assert!(error("ps\n mad r0, c1, c[2+aL], c3").contains("together"));
    assert!(error("ps\n max oC0.x_0_, r1, r1").contains("nothing writes"));
}

#[test]
fn errors_have_places_and_say_what_is_expected() {
    assert_eq!(
        error("ps\n  mul r0, r1"),
        "2:13: expected a comma and operand 2, found the end of the line"
    );
    assert_eq!(error("ps\nfoobar r0"), "2:1: no instruction is called `foobar`");
    assert_eq!(
        error("ps\n mull r0, r1, r1\n mov r0, r1"),
        "2:2: no instruction is called `mull`; did you mean `mul` or `muls`?; \
         3:2: no instruction is called `mov`, a name of Direct3D: write `max d, a, a`"
    );
    assert_eq!(
        error("mul r0, r1, r2"),
        "1:1: the stage is not known: begin with a line `vs` or `ps`"
    );
    assert_eq!(
        error("ps\nadd r64, r0, r0\n jmp nowhere\n tfetch2D r0, r0.x, tf0"),
        "2:5: a temporary's number is 64, allowed are 0 to 63; \
         4:17: expected 2 components, found `.`"
    );
    assert_eq!(error("ps\n jmp nowhere"), "2:6: no label is called `nowhere`");
    assert_eq!(
        error("ps\n loop i0\n cnop"),
        "2:2: half a loop: `loop` and `endloop` without a label must match"
    );
    assert_eq!(error("ps\n /* never"), "2:2: the comment does not end");
    assert_eq!(error("ps\n a:\n a:\n nop"), "3:2: label `a` stands twice");
    assert!(error("ps\n exec Yield=maybe").contains("true or false"));
    assert!(error("ps\n exec Yeld=true").contains("no attribute"));
    assert!(error("ps\n add o0, r0, r0").contains("oC0 to oC3"));
    assert!(
        error("ps\n (p0) exec\n nop\n nop\n nop\n nop\n nop\n nop\n nop").contains("at most 6")
    );
    assert_eq!(error(&"ps\n?\n".repeat(100)).split(';').count(), ASM_ERRORS);
    assert_eq!(error("ps"), "1:1: no instruction");
}

#[test]
fn numbers_in_steps_name_their_range_and_step() {
    let fetch = |said: &str| format!("ps\n tfetch2D r0, r0.xy, tf0, {said}");
    let wrong = |said: &str| error(&fetch(said));
    let range = "allowed are -4 to 3.9375 in steps of 1/16";
    for value in ["99", "4", "-4.0625", "0.03", "0.06250000000000000000001", "9999999999999999"] {
        assert_eq!(wrong(&format!("LODBias={value}")), format!("2:35: a bias is {value}, {range}"));
    }
    let range = "allowed are -8 to 7.5 in steps of 1/2";
    assert_eq!(wrong("OffsetX=7.75"), format!("2:35: an offset is 7.75, {range}"));
    assert!(wrong("LODBias=x").contains("expected a bias, in steps of 1/16, found `x`"));
    for value in ["3.9375", "-4", "0.0625"] {
        same(&fetch(&format!("LODBias={value}")));
    }
}

#[test]
fn what_was_assembled_has_its_place() {
    let text =
        "vs\n  max oPos, r0, r0\n\n  loop i0\n add r1, r0, r0 + rcp r2.x, r0.x\n endloop i0\n";
    let made = assemble_with_places(None, text).unwrap();
    let names: Vec<&str> = made.program.flow.iter().map(|flow| flow.opcode().name()).collect();
    assert_eq!(names, ["alloc", "exec", "loop-start", "exec", "loop-end", "exec-end"]);
    let at = |line, column| Some(SourcePlace { line, column });
    let flow: Vec<_> = (0..7).map(|number| made.places.of_flow(number)).collect();
    // What was added stands where the reason does.
    assert_eq!(flow, [at(2, 3), at(2, 3), at(4, 3), at(5, 2), at(6, 2), at(6, 2), None]);
    let instructions = [2, 3, 4, 5].map(|address| made.places.of_instruction(address));
    assert_eq!(instructions, [None, at(2, 3), at(5, 2), None]);
    let remarks = crate::validate(&made.program);
    let places: Vec<_> =
        remarks.iter().map(|r| (r.rule.name(), made.places.of_remark(r))).collect();
    assert!(remarks.iter().all(|r| r.flow.is_none() || r.address.is_none()), "{places:?}");
    let empty = assemble_with_places(None, "vs\n nop").unwrap();
    let remarks = crate::validate(&empty.program);
    let whole = remarks.iter().find(|r| r.rule == crate::Rule::NoPosition).unwrap();
    assert_eq!(empty.places.of_remark(whole), SourcePlace::START);
}

/// The page's first text gives the page's first listing, as far as it is shown.
#[test]
fn the_page_is_right() {
    let page = include_str!("../../../../docs/microcode-asm.md");
    let mut blocks = page.split("\n```\n").skip(1).step_by(2);
    let (Some(text), Some(shown)) = (blocks.next(), blocks.next()) else {
        panic!("the page begins with two blocks");
    };
    let program = assemble(None, text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let listing = disassemble(&program);
    let shown = shown.strip_suffix("\n...").expect("the page shows the beginning");
    assert!(listing.starts_with(shown), "{listing}");
}

#[test]
fn a_wait_without_an_instruction_is_an_error() {
    for text in [
        "serialize\n jmp l\n l:\n add r0, r0, r0",
        "serialize\n serialize\n add r0, r0, r0",
        "serialize\n l:\n add r0, r0, r0",
        "serialize\n exec\n add r0, r0, r0",
        "add r0, r0, r0\n serialize",
    ] {
        let wrong = error(&format!("ps\n {text}"));
        assert!(wrong.contains("`serialize` stands in front"), "{text}: {wrong}");
    }
    assert!(assemble(None, "\u{feff}ps\n serialize\n add r0, r0, r0").is_ok());
}

#[test]
fn long_texts_have_bounds() {
    let nops = "nop // ".to_owned() + &"-".repeat(2 << 20);
    assert!(assemble(None, &format!("ps\n{nops}")).is_ok());
    assert!(error(&" ".repeat(ASM_BYTES + 1)).contains("at most 16777216"));
    assert!(error(&".".repeat(ASM_TOKENS + 1)).contains("more than 4194304 words"));
}
