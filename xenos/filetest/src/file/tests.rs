use super::*;

fn parse(text: &str) -> Result<TestFile, String> {
    let text = format!("; afterimage filetest 1\nchip xenos\n{text}");
    let mut include = |_: &str| Err(std::io::Error::other("not there"));
    TestFile::parse("f", &text, &mut include).map_err(|error| error.to_string())
}

const PROGRAM: &str = "program vertex\nmad r1, r0, c0, c1\nend\n";

#[test]
fn a_case_has_program_claim_and_expectation() {
    let file = parse(&format!("case a\ncovers vector.mad\n{PROGRAM}expect r1 = 1.0 2.0 3.0 4.0"));
    assert_eq!(file.unwrap().cases.len(), 1);
    for (text, message) in [
        (format!("case a\ncovers vector.mad\n{PROGRAM}"), "f:3:1: case `a` expects nothing"),
        (format!("case a\n{PROGRAM}expect p0 = 1"), "f:3:1: case `a` covers nothing"),
        ("case a\ncovers boolean\nexpect p0 = 1".to_owned(), "f:3:1: case `a` has no program"),
        (format!("case a\n{PROGRAM}{PROGRAM}"), "f:7:1: there is a program already"),
        ("case a\nprogram vertex\nmad r1".to_owned(), "f:4:1: its `end` is missing"),
        ("r0 = 1.0 1.0 1.0 1.0".to_owned(), "f:3:1: a line of state belongs to a setup or a case"),
        ("case a\nr0 = 1.0".to_owned(), "f:4:9: 4 value(s), not 1"),
        ("case a\nr0.q = 1.0".to_owned(), "f:4:1: `r0.q` begins no line"),
        ("case a\nexpect q0 = 1.0".to_owned(), "f:4:8: `q0` is nothing that can be expected"),
        (String::new(), "f:1:1: no case"),
    ] {
        assert_eq!(parse(&text).map(|_| ()), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn complaints_of_the_assembler_stand_at_the_files_lines() {
    let error =
        parse("case a\nprogram vertex\n  mad r1, r0, c0, c1\n  mud r1, r0\nend").unwrap_err();
    assert!(error.starts_with("f:6:3: "), "{error}");
}

#[test]
fn setups_are_shared_and_programs_among_them() {
    let file = parse(&format!(
        "setup s\n{PROGRAM}r0 = 1.0 1.0 1.0 1.0\nsetup t\nuse s\ncase a\nuse t\ncovers vector.mad\n\
         expect r1 = none"
    ))
    .unwrap();
    assert_eq!(file.cases[0].steps.len(), 1);
}

#[test]
fn state_that_doubles_ends() {
    let more = (1..40).map(|n| format!("setup s{n}\nuse s{}\nuse s{}\n", n - 1, n - 1));
    let text = std::iter::once("setup s0\nlimit 1\n".to_owned()).chain(more).collect::<String>();
    assert!(parse(&text).unwrap_err().contains("at most 100000"));
}

#[test]
fn patches_set_fields_of_the_program() {
    let file = parse(&format!(
        "case a\ncovers vector.mad\n{PROGRAM}patch 0 vector_clamp=1 vector_mask=xz\n\
         patch flow 0 yields=1\nexpect p0 = 0"
    ))
    .unwrap();
    let Slot::Used(xenos_ucode::Instruction::Alu(alu)) = file.cases[0].program.slots[0] else {
        panic!("an ALU instruction");
    };
    assert!(alu.vector_clamp && alu.vector_mask.0 == 5);
    assert!(parse(&format!("case a\n{PROGRAM}patch 7 vector_clamp=1")).is_err());
}

#[test]
fn comments_of_programs_are_the_assemblers() {
    for comment in [
        "/* a ; b */",
        "add r1, /* a ; b */ r0, r0",
        "/* a\nend\n; */",
        "; /* one line",
        "// /* one line",
        "/*/ add r1, r0, r0 ; /*",
        "/* a */ /* b\nend */ ; c",
    ] {
        let text = format!(
            "case a\ncovers vector.mad\nprogram vertex\n{comment}\nmad r1, r0, c0, c1\nend\n\
             expect p0 = 0"
        );
        assert!(parse(&text).is_ok(), "{comment}: {:?}", parse(&text));
    }
    let words = "case a\nrule R\nprogram vertex words\n0x0 ; /* a\nend\nexpect p0 = 0";
    assert!(parse(words).is_ok());
    let open = parse("case a\nprogram vertex\n/* a\nmad r1, r0, c0, c1\nend\n").unwrap_err();
    assert_eq!(open, "f:4:1: its `end` is missing");
}

#[test]
fn names_have_plain_characters() {
    assert!(parse("case a\0").unwrap_err().starts_with("f:3:6: `a\\0`: a name has letters"));
    assert!(parse("setup \u{7}").unwrap_err().starts_with("f:3:7: "));
}
