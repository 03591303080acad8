use std::fmt::Write;

use crate::TestFile;

const HEAD: &str = "; afterimage filetest 1\nchip xenos\n";
const PROGRAM: &str = "program vertex\nadd r1, r0, r0\nend\n";

fn parse(text: &str) -> String {
    let file = TestFile::parse("f", &format!("{HEAD}{text}"), &mut |_| Ok(HEAD.to_owned()));
    file.map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn included_files_are_counted_in_all() {
    let mut reads = 0;
    // Six files, each of which includes the next thirty times.
    let file = TestFile::parse("f0", &format!("{HEAD}include f1"), &mut |name| {
        reads += 1;
        let depth: u32 = name[1..].parse().unwrap();
        let more = format!("include f{}\n", depth + 1).repeat(if depth < 6 { 30 } else { 0 });
        Ok(format!("{HEAD}{more}"))
    });
    assert!(file.unwrap_err().to_string().ends_with("a file includes at most 64 others"));
    assert_eq!(reads, 64);
}

#[test]
fn words_of_setups_count_wherever_they_are_used() {
    let words = "7 ".repeat(100_000);
    let cases = (0..11).fold(String::new(), |mut text, n| {
        let _ = write!(text, "case a{n}\nuse s\nrule R\n{PROGRAM}expect p0 = 0\n");
        text
    });
    let file = parse(&format!("setup s\nmemory 0 = {words}\n{cases}"));
    assert!(file.ends_with("at most 1048576 words of state and programs"), "{file}");
}

#[test]
fn programs_of_setups_count_wherever_they_are_used() {
    let program = format!("program vertex\n{}end\n", "add r1, r0, r0\n".repeat(3_700));
    let cases = (0..100).fold(String::new(), |mut text, n| {
        let _ = write!(text, "case a{n}\nuse s\nrule R\nexpect p0 = 0\n");
        text
    });
    let file = parse(&format!("setup s\n{program}{cases}"));
    assert!(file.ends_with("at most 1048576 words of state and programs"), "{file}");
}

#[test]
fn packets_count_by_their_words() {
    let packets = format!("packets\n{}end\n", "SCRATCH_REG0 = 1 2 3 4 5 6 7\n".repeat(4_000));
    let uses = "use s\n".repeat(40);
    let file = parse(&format!("setup s\n{packets}case a\n{PROGRAM}{uses}"));
    assert!(file.ends_with("at most 1048576 words of state and programs"), "{file}");
}

#[test]
fn limits_and_claims_have_a_bound() {
    assert_eq!(parse(&format!("case a\n{PROGRAM}rule R\nlimit 1048576\nexpect p0 = 0")), "");
    let file = parse(&format!("case a\n{PROGRAM}limit 4294967295"));
    assert_eq!(file, "f:7:7: a limit is at most 0x100000, not `4294967295`");
    let file = parse(&format!("case a\n{PROGRAM}{}", "covers vector.add\n".repeat(65)));
    assert_eq!(file, "f:71:1: a case has at most 64 claims");
}
