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
    assert_eq!((&json["version"], &json["stage"]), (&1.into(), &"pixel".into()));
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
    for part in ["mul r1, r0, c0", "r1.x   = 40000000  2", "lane 3  oC0", "of control flow"] {
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
