//! The verb `eval`: steps, lanes that do not count, rules that are held, and what docs/eval.md shows.

mod common;

use common::Room;
use serde_json::{Value, json};

fn room(text: &str) -> Room {
    let room = Room::new();
    room.file("p.txt", text.as_bytes());
    room
}

fn steps(room: &Room, arguments: &str) -> Vec<Value> {
    let run = room.run(&format!("eval p.txt {arguments} --steps --json"));
    assert_eq!(run.code, 0, "{}", run.err);
    run.json()["steps"].as_array().unwrap().clone()
}

/// The step of an instruction that begins so.
fn step<'a>(steps: &'a [Value], text: &str) -> &'a Value {
    let begins = |step: &&Value| step["text"].as_str().unwrap().starts_with(text);
    steps.iter().find(begins).unwrap_or_else(|| panic!("{text}: {steps:#?}"))
}

/// The values that a step wrote into a register of a lane; null for what it did not.
fn wrote(step: &Value, register: &str, lane: usize) -> Value {
    let all = step["wrote"].as_array().unwrap();
    let of = |wrote: &&Value| wrote["register"] == register && wrote["lane"] == lane;
    let found = all.iter().find(of).unwrap_or_else(|| panic!("{register}@{lane}: {step:#}"));
    found["values"].as_array().unwrap().iter().map(|number| number["value"].clone()).collect()
}

#[test]
fn what_is_written_again_is_shown_and_the_rest_is_not() {
    let room = room("ps\n max r1.xz, r0, r0\n max r1.xz, r0, r0\n max oC0.x__1, r1, r1\n");
    let steps = steps(&room, "--reg r0=0,5,7");
    let same: Vec<&Value> =
        steps.iter().filter(|step| !step["address"].is_null()).take(2).collect();
    for step in same {
        assert_eq!(wrote(step, "r1", 3), json!([0.0, null, 7.0, null]), "{step:#}");
        assert_eq!(step["wrote"].as_array().unwrap().len(), 4, "{step:#}");
    }
    assert_eq!(wrote(step(&steps, "max oC0"), "oC0", 2), json!([0.0, null, null, 1.0]));
}

#[test]
fn every_kind_of_register_is_shown() {
    let text = "ps
        adds r1.x, r0.xy
        setp_gt r2._, r0.x
        maxa r2._, r0, r0
        (p0) setTexLOD r0.y
        loop i0
            max r[2+aL].x, r0, r0
        endloop i0
        kills_gt r2._, r0.x
        alloc export = 1
        mad eA, r3.w, c1, c0
        max eM0, r0, r0
        nop
        alloc colors
        max oC0, r0, c[0+a0]
        max oDepth.x, r0, r0";
    let room = room(text);
    // A 32_32_32_32_FLOAT at 0x1000 and on, by lanes that are not killed.
    let inputs = "--reg r0=-1,2,0,-3 --reg r0@2=1,2,0,4 --loop i0=2,3,1 \
        --const c0=0x40000400,0x4b000000,0x4b072600,0x4b000008";
    let inputs: Vec<&str> = inputs.split_whitespace().collect();
    let steps = steps(&room, &inputs.join(" "));
    assert_eq!(wrote(step(&steps, "adds"), "r1", 2), json!([3.0, null, null, null]));
    assert_eq!(wrote(step(&steps, "adds"), "ps", 2), json!([3.0]));
    let set = step(&steps, "setp_gt");
    assert_eq!(
        (&set["predicate"], &set["p0"][2]),
        (&json!([2]), &json!({"lane": 2, "value": true}))
    );
    assert_eq!(set["p0"][0], json!({"lane": 0, "value": false}));
    let address = step(&steps, "maxa");
    assert_eq!(address["a0"][2], json!({"lane": 2, "value": 4}));
    assert_eq!(address["a0"][1], json!({"lane": 1, "value": -3}));
    let lod = step(&steps, "(p0) setTexLOD");
    assert_eq!((&lod["active"], &lod["lanes"]), (&json!([0, 1, 2, 3]), &json!([2])));
    assert_eq!(lod["wrote"].as_array().unwrap().len(), 1);
    assert_eq!(wrote(lod, "lod", 2), json!([2.0]));
    assert!(step(&steps, "loop")["text"].as_str().unwrap().starts_with("loop i0, L"));
    let turns: Vec<&Value> =
        steps.iter().filter(|step| step["text"] == "max r[2+aL].x___, r0, r0").collect();
    for (turn, register) in turns.iter().zip(["r5", "r6"]) {
        assert_eq!(turn["loop_index"], if register == "r5" { 3 } else { 4 });
        assert_eq!(wrote(turn, register, 0), json!([-1.0, null, null, null]));
    }
    assert_eq!(turns.len(), 2);
    let kill = step(&steps, "kills_gt");
    assert_eq!((&kill["kills"], &kill["killed"]), (&json!([2]), &json!([2])));
    let data = step(&steps, "max eM0");
    assert_eq!(wrote(data, "eM0", 0), json!([-1.0, 2.0, 0.0, -3.0]));
    assert!(data["wrote"].as_array().unwrap().iter().all(|wrote| wrote["lane"] != 2), "{data:#}");
    let stored = step(&steps, "alloc colors")["stored"].as_array().unwrap();
    let lanes: Vec<&Value> = stored.iter().map(|stored| &stored["lane"]).collect();
    assert_eq!(lanes, [0, 1, 3]);
    assert_eq!(stored[0]["register"], "eM0");
    assert_eq!(stored[0]["bytes"], "000080bf0000004000000000000040c0");
    assert_eq!(wrote(step(&steps, "max oDepth"), "oDepth", 1), json!([-1.0, null, null, null]));
    let run = room.run(&format!("eval p.txt {} --steps", inputs.join(" ")));
    for part in ["lane 2  p0      1", "lane 1  a0      -3", "lane 2  is killed", "killed 2", "aL 4"]
    {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
}

#[test]
fn full_fetches_are_what_mini_ones_go_on_from() {
    let room = room(
        "vs\n vfetch_full r1, r0.x, vf0, DataFormat=FMT_32_FLOAT, Stride=3, Offset=1\n max oPos, r1, r1\n",
    );
    let steps = steps(&room, "--reg r0=2");
    let fetch = step(&steps, "vfetch_full");
    assert_eq!(fetch["full_fetch"], json!([{"lane": 0, "constant": 95, "element": 6}]));
    let run = room.run("eval p.txt --reg r0=2 --steps");
    assert!(run.out.contains("lane 0  fetch   dword 6 of slot95"), "{}", run.out);
}

#[test]
fn all_registers_are_shown_after_each_step_and_at_the_end() {
    let room = room("ps\n adds r1.x, r0.xy\n setp_ge r2._, r0.x\n max oC0, r1.x, r1.x\n");
    let inputs = "--reg r0=1,2 --reg r4@3=9";
    let all = steps(&room, &format!("{inputs} --registers all"));
    let sum = step(&all, "adds");
    // r4 is not the program's, and was given.
    assert_eq!(sum["state"][3]["registers"].as_array().unwrap().len(), 5);
    assert_eq!(sum["state"][3]["registers"][4][0]["value"], 9.0);
    assert_eq!(sum["state"][0]["registers"][1][0]["value"], 3.0);
    assert_eq!(sum["state"][0]["p0"], false);
    assert_eq!(step(&all, "setp_ge")["state"][0]["p0"], true);
    assert!(step(&all, "exec")["state"].is_null());
    let end = room.run(&format!("eval p.txt {inputs} --json")).json();
    assert_eq!(end["state"][0]["registers"], sum["state"][0]["registers"]);
    assert_eq!((&end["state"][2]["p0"], &end["state"][2]["a0"]), (&true.into(), &0.into()));
    assert!(end["steps"].is_null());
    let text = room.run(&format!("eval p.txt {inputs} --steps --registers all"));
    assert_eq!(text.out.matches("lane 3  r4      41100000 9").count(), 4, "{}", text.out);
    let wrong = room.run("eval p.txt --registers all");
    assert!(wrong.code == 2 && wrong.err.contains("--steps"), "{}", wrong.err);
}

#[test]
fn lanes_that_do_not_count_are_marked() {
    let room = room("ps\n kills_gt r1._, r0.x\n max oC0, r0, r0\n");
    let inputs = "--reg r0@1=1 --reg r0@3=1 --covered 0,1";
    let json = room.run(&format!("eval p.txt {inputs} --json")).json();
    let marks = |at: usize| {
        let export = &json["exports"][at];
        export["lane"] == at && export["covered"] == (at < 2) && export["killed"] == (at % 2 == 1)
    };
    assert!((0..4).all(marks), "{json:#}");
    assert_eq!((&json["active"], &json["covered"]), (&json!([0, 1, 2, 3]), &json!([0, 1])));
    assert_eq!(json["killed"], json!([1, 3]));
    let out = room.run(&format!("eval p.txt {inputs}")).out;
    let line = |lane: usize| out.lines().find(|l| l.starts_with(&format!("lane {lane}"))).unwrap();
    assert!(!line(0).contains(';'), "{out}");
    assert!(line(1).ends_with("; killed: it does not count"), "{out}");
    assert!(line(2).ends_with("; not covered: it does not count"), "{out}");
    assert!(line(3).ends_with("; not covered, killed: it does not count"), "{out}");
    assert!(out.contains("killed: lanes 1,3\nnot covered: lanes 2,3\n"), "{out}");
    let run = room.run("eval p.txt --covered 4");
    assert!(run.code == 2 && run.err.contains("--covered 4"), "{}", run.err);
}

#[test]
fn a_program_that_breaks_rules_is_not_run() {
    let room = room("ps\n exece\n max oC0, r0, r0\n");
    let run = room.run("eval p.txt --json");
    assert_eq!(run.code, 3);
    let json = run.json();
    assert_eq!((&json["ran"], &json["exports"]), (&false.into(), &Value::Null));
    assert_eq!(json["findings"][0]["rule"], "export-without-alloc");
    assert_eq!(json["findings"][0]["severity"], "error");
    for part in ["p.txt: error[export-without-alloc]", "rules broken: export-without-alloc"] {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
    let run = room.run("eval p.txt");
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    for option in ["--invalid", "--no-validate"] {
        let run = room.run(&format!("eval p.txt {option} --json"));
        assert_eq!((run.code, &run.json()["ran"]), (3, &true.into()));
        assert_eq!(run.json()["exports"].as_array().unwrap().len(), 4);
        assert!(run.err.contains("rules broken: export-without-alloc"), "{}", run.err);
    }
    // A warning is said and hinders nothing.
    room.file("p.txt", b"ps\n max oC0, r0, r5\n kills_gt r1._, c[a0].x\n");
    let run = room.run("eval p.txt --json");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("warning[address-unset]"), "{}", run.err);
    assert_eq!(run.json()["findings"][0]["severity"], "warning");
}

/// Fenced blocks of a page.
fn blocks(page: &str) -> Vec<&str> {
    page.split("\n```").skip(1).step_by(2).map(|block| block.split_once('\n').unwrap().1).collect()
}

#[test]
fn the_page_shows_what_is_printed() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/eval.md");
    let page = std::fs::read_to_string(page).unwrap();
    let [program, text, step, ..] = blocks(&page)[..] else { panic!("{page}") };
    let room = Room::new();
    room.file("drop.ps.asm", program.as_bytes());
    let (command, printed) = text.split_once('\n').unwrap();
    let arguments = command.strip_prefix("$ afterimage ").unwrap();
    let run = room.run(arguments);
    assert_eq!(run.out.trim_end(), printed.trim_end(), "{}", run.err);
    let json = room.run(&format!("{arguments} --json")).json();
    let step: Value = serde_json::from_str(step).unwrap();
    assert_eq!(json["steps"][3], step);
}
