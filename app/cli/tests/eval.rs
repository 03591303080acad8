//! The verb `eval`, on small programs and a stream made here.

mod common;

use common::Room;
use common::xtr::two_frames;

const PROGRAM: &str = "ps
    exec
        mul r1, r0, c0
        tfetch2D r2, r0.xy, tf0
    loop i0, L5
    label L3
    exec
        add r1.x___, r1, r2
    endloop i0, L3
    label L5
    alloc colors
    exece
        max oC0, r1, r1
";

fn room() -> Room {
    let room = Room::new();
    room.file("p.txt", PROGRAM.as_bytes());
    room.file("a.xtr", &two_frames());
    room
}

fn ends(room: &Room, arguments: &str, code: i32, part: &str) {
    let run = room.run(arguments);
    assert_eq!(run.code, code, "{arguments}: {}{}", run.out, run.err);
    assert!(run.err.contains(part), "{arguments}: {}", run.err);
}

#[test]
fn a_quad_gives_its_exports() {
    let room = room();
    let inputs =
        "--reg r0=1,2,0x40800000 --reg r0@1=8 --const c0=0.5,0.5,0.5 --loop i0=3,0,1 --texel 0.25";
    let run = room.run(&format!("eval p.txt {inputs} --json"));
    assert_eq!(run.code, 0, "{}", run.err);
    let json = run.json();
    assert_eq!((&json["version"], &json["stage"]), (&2.into(), &"pixel".into()));
    assert_eq!(json["unspecified"], serde_json::json!({}));
    let value = |lane: usize, at: usize| &json["exports"][lane]["values"][at]["value"];
    assert_eq!([0, 1, 2].map(|at| value(0, at).as_f64()), [1.25, 1.0, 2.0].map(Some));
    assert_eq!(value(1, 0).as_f64(), Some(4.75));
    assert_eq!(json["exports"][0]["values"][0]["word"], "3fa00000");
    // The same from a file, and by words of the program.
    let file = r#"{"reg": {"r0": [1, 2, "0x40800000"], "r0@1": [8]}, "const": {"c0": [0.5, 0.5, 0.5]},
        "loop": {"i0": [3, 0, 1]}}"#;
    room.file("in.json", file.as_bytes());
    let again = room.run("eval p.txt --inputs in.json --texel 0.25 --json");
    assert_eq!(again.out, run.out, "{}", again.err);
}

#[test]
fn steps_say_what_changed() {
    let room = room();
    let run = room.run("eval p.txt --reg r0=1 --const c0=2 --steps");
    assert_eq!(run.code, 0, "{}", run.err);
    for part in ["mul r1, r0, c0", "lane 0  r1      40000000 2", "lane 3  oC0", "of control flow"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let run = room.run("eval p.txt --steps --json");
    assert_eq!(run.json()["steps"][1]["text"], "mul r1, r0, c0", "{}", run.out);
}

#[test]
fn programs_of_a_trace_run_on_their_draw() {
    let room = room();
    for stage in ["vertex", "pixel"] {
        let run = room.run(&format!("eval --trace a.xtr --draw 1 --stage {stage} --json"));
        // The small stream loads one program only.
        assert!(run.code == 0 || run.err.contains("program is loaded"), "{stage}: {}", run.err);
    }
    ends(&room, "eval --trace a.xtr --draw 99", 2, "there are 2");
}

#[test]
fn wrong_inputs_are_named() {
    let room = room();
    for (arguments, code, part) in [
        ("eval p.txt --reg r64=1", 2, "r0 to r63"),
        ("eval p.txt --reg r0", 2, "NAME=VALUES"),
        ("eval p.txt --reg r0=one", 2, "one is no number"),
        ("eval p.txt --loop i0=256,0,0", 2, "count, start and step"),
        ("eval p.txt --memory 0x1001=1", 2, "divisible by 4"),
        ("eval p.txt --memory 0xfffffffc=1,2", 2, "beyond the last"),
        ("eval p.txt --memory 0x+1=1", 2, "a number of 32 bits"),
        ("eval p.txt --reg r0=1,2,3,4,5", 2, "at most 4"),
        ("eval p.txt --reg r+5=1", 2, "r0 to r63"),
        ("eval p.txt --reg r0=1e999", 2, "no number"),
        ("eval p.txt --const c0=1,2,3,4,5", 2, "at most 4"),
        ("eval p.txt --texel 1,2,3,4,5", 2, "at most 4"),
        ("eval p.txt --fetch vf0=0x1,0x2,0x3", 2, "at most 2"),
        ("eval p.txt --fetch tf0=0x1,0x2,0x3,0x4,0x5,0x6,0x7", 2, "at most 6"),
        ("eval p.txt --fetch vf0=4099,66", 2, "no word"),
        ("eval p.txt --fetch vf96=0x1", 2, "vf0 to vf95"),
        ("eval p.txt --bool b0=2", 2, "0 or 1"),
        ("eval missing.txt", 2, "missing"),
        ("eval", 2, "required"),
    ] {
        ends(&room, arguments, code, part);
    }
    room.file("bad.txt", b"ps\n frobnicate r0\n");
    ends(&room, "eval bad.txt", 3, "2:");
    room.file("bad.json", b"{\"reg\": 7}");
    ends(&room, "eval p.txt --inputs bad.json", 3, "bad.json");
}

#[test]
fn fetch_constants_have_the_names_of_listings() {
    let room = room();
    let program =
        "vs\n vfetch_full r1, r0.x, vf0, DataFormat=FMT_32_32_FLOAT, Stride=2\n max oPos, r1, r1\n";
    room.file("v.txt", program.as_bytes());
    let memory = "--memory 0x1000=0x3f800000,0x40000000";
    let run = room.run(&format!("eval v.txt --fetch vf0=0x1003,0x42 {memory}"));
    assert!(run.out.contains("3f800000 1"), "{}{}", run.out, run.err);
    let same = room.run(&format!("eval v.txt --fetch slot95=0x1003,0x42 {memory}"));
    assert_eq!(same.out, run.out, "{}", same.err);
}

#[test]
fn malformed_and_endless_programs_are_no_success() {
    let room = room();
    room.file("zeros.ps.bin", &[0; 48]);
    for arguments in ["eval zeros.ps.bin --json", "eval zeros.ps.bin --json --invalid"] {
        let run = room.run(arguments);
        assert_eq!(run.code, 3, "{}", run.err);
        assert!(run.err.contains("malformed"), "{}", run.err);
        assert!(!run.json()["findings"].as_array().unwrap().is_empty(), "{}", run.out);
        assert_eq!(run.json()["ran"], arguments.ends_with("--invalid"), "{}", run.out);
    }
    room.file("endless.txt", b"ps\n a:\n jmp a\n");
    // Nothing leads out of it: that is malformed besides.
    ends(&room, "eval endless.txt --invalid", 3, "flow-limit");
    ends(&room, "eval p.txt --limit 1", 4, "flow-limit");
    let stores = "ps\n a:\n mad eA, r0, c1, c0\n max eM0, r0, r0\n cjmp !b0, a\n nop\n";
    room.file("stores.txt", stores.as_bytes());
    let address = "--const c0=0x40000000,0x4b000000,0x4b072600,0x4b000008";
    let run = room.run(&format!("eval stores.txt {address} --json"));
    assert_eq!(run.code, 4, "{}", run.err);
    assert!(run.err.contains("store-limit"), "{}", run.err);
    let stored = run.json()["stored"].as_array().unwrap().len();
    assert!((100_000..100_100).contains(&stored), "{stored}");
}

#[test]
fn files_of_inputs_are_read_strictly() {
    let room = room();
    for (json, part) in [
        (r#"{"x": {}}"#, "x"),
        (r#"{"reg": {"r0": [1], "r0": [2]}}"#, "stands twice"),
        (r#"{"reg": {}, "reg": {}}"#, "stands twice"),
        (r#"{"reg": {"r0": []}}"#, "no value"),
        (r#"{"reg": {"r0": [1e400]}}"#, "no number"),
        (r#"{"memory": {"0x0": ["@/etc/passwd"]}}"#, "no number"),
        (r#"{"fetch": {"vf0": [4099, 66]}}"#, "no word"),
    ] {
        room.file("in.json", json.as_bytes());
        ends(&room, "eval p.txt --inputs in.json", 3, part);
    }
    let json = r#"{"reg": {"r0": [16777217.0000000001]}, "const": {"c0": [1]}, "texel": [0.5]}"#;
    room.file("in.json", json.as_bytes());
    let run = room.run("eval p.txt --inputs in.json --loop i0=1");
    let given =
        room.run("eval p.txt --reg r0=16777217.0000000001 --const c0=1 --texel 0.5 --loop i0=1");
    assert_eq!(run.out, given.out, "{}", run.err);
    room.file("large.json", &vec![b' '; (4 << 20) + 1]);
    assert_ne!(room.run("eval p.txt --inputs large.json").code, 0);
}

#[test]
fn programs_are_told_from_texts_by_their_bytes() {
    let room = room();
    assert_eq!(room.run("asm p.txt -o p.ps.bin").code, 0);
    let bytes = room.bytes("p.ps.bin");
    room.file("p", &bytes);
    assert_eq!(room.run("eval p --stage pixel").code, 0);
    assert_eq!(room.run("shader-diff p p.ps.bin --stage pixel").code, 0);
    room.file("mark.txt", format!("\u{feff}{PROGRAM}").as_bytes());
    assert_eq!(room.run("eval mark.txt").code, 0);
    room.file("two.txt", b"ps\n foo r0\n bar r0\n");
    let run = room.run("eval two.txt");
    assert!(run.err.contains("two.txt:2:") && run.err.contains("\ntwo.txt:3:"), "{}", run.err);
}
