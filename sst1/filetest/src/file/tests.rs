use super::*;

fn parse(text: &str) -> Result<TestFile, String> {
    let mut include = |name: &str| match name {
        "board" => Ok("; afterimage filetest 1\nsetup board\n  config 0x40 = 1\n".to_owned()),
        _ => Err(std::io::Error::other("not there")),
    };
    TestFile::parse("f", text, &mut include).map_err(|error| error.to_string())
}

const GOOD: &str = "\
; afterimage filetest 1
include board
profile 86box
set lod=half-30
board tmus=2 texture=1M

setup clip
  use board
  clipLeftRight left=0 right=8

case one ; the only one
  board frame_buffer=2M
  covers fbzMode.rgb_write
  use clip
  fbzMode rgb_write=1
  pixel 1,2
  expect back 1,2 = 0 0
";

#[test]
fn a_case_is_its_setups_and_its_own_lines() {
    let file = parse(GOOD).expect("good");
    let case = &file.cases[0];
    assert_eq!((case.name.as_str(), case.place.line), ("one", 11));
    assert_eq!((case.board.tmus, case.board.frame_buffer_bytes), (2, 2 << 20));
    assert_eq!(case.profile.get("lod"), Some("half-30"));
    assert_eq!(case.profile.get("edges"), Some("slopes-16.16"));
    let setups: Vec<_> = case.steps.iter().map(|step| step.setup).collect();
    assert_eq!(setups, [true, true, false, false, false]);
    assert_eq!(case.covers[0].key, "fbzMode.rgb_write");
}

#[test]
fn other_versions_and_unknown_words_are_refused_by_place() {
    let error = |text: &str| parse(text).expect_err("bad");
    assert_eq!(error("; afterimage filetest 2\n"), "f:1:1: version 2 is not known; 1 is");
    assert_eq!(error("case x\n"), "f:1:1: the first line is not `; afterimage filetest 1`");
    assert_eq!(error(&GOOD.replace("use clip", "use clop")), "f:14:7: no setup is called `clop`");
    assert_eq!(
        error(&GOOD.replace("fbzMode rgb_write=1", "fbzMode rgb_rite=1")).split(';').next(),
        Some("f:15:11: `fbzMode` has no field `rgb_rite`")
    );
    assert_eq!(
        error(&GOOD.replace("  covers fbzMode.rgb_write\n", "")),
        "f:11:1: case `one` covers nothing"
    );
    assert_eq!(error(&GOOD.replace("include board", "include bored")), "f:2:9: include: not there");
}

#[test]
fn setups_that_double_run_out_of_steps() {
    let mut text = "; afterimage filetest 1\nsetup s\n  config 0x40 = 1\n".to_owned();
    text += &"  use s\n".repeat(40);
    let error = parse(&text).unwrap_err();
    assert!(error.starts_with("f:20:") && error.contains("at most 100000 steps"), "{error}");
}
