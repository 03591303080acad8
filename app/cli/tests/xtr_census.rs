//! Census, contract, verdict and report of .xtr traces.

mod common;

use common::xtr::{Xtr, two_frames};
use common::{Room, clean_frames};
use serde_json::{Value, json};

fn room() -> Room {
    let room = Room::new();
    room.file("a.xtr", &two_frames());
    room.file("a.vood", &clean_frames());
    room
}

fn ok(room: &Room, arguments: &str) -> String {
    let run = room.run(arguments);
    assert_eq!(run.code, 0, "{arguments}: {}", run.err);
    run.out
}

/// That a run ends with that code, and says so.
fn ends(room: &Room, arguments: &str, code: i32, part: &str) {
    let run = room.run(arguments);
    assert_eq!(run.code, code, "{arguments}: {}{}", run.out, run.err);
    assert!(run.err.contains(part), "{arguments}: {}", run.err);
}

fn text(room: &Room, name: &str) -> String {
    String::from_utf8(room.bytes(name)).unwrap()
}

/// A stream that draws quadrangles too.
fn more() -> Vec<u8> {
    let mut trace = Xtr::new();
    trace.write(0x2208, 4);
    trace.command(0x36, &[4 << 16 | 2 << 6 | 0xD]);
    trace.swap();
    trace.finish()
}

#[test]
fn a_trace_is_counted_held_and_shown() {
    let room = room();
    let human = ok(&room, "census a.xtr");
    assert!(human.contains("of chip `xenos`: 2 frames and an unfinished one (0..3)"), "{human}");
    assert!(human.contains("Primitives and indices") && human.contains("kind=DRAW_INDX_2"));
    ok(&room, "census a.xtr -o a.jsonl");
    let header: Value =
        serde_json::from_str(text(&room, "a.jsonl").lines().next().unwrap()).unwrap();
    assert_eq!((&header["chip"], &header["valid"]), (&json!("xenos"), &json!(true)));
    assert_eq!(ok(&room, "census a.jsonl --json"), text(&room, "a.jsonl"));
    // Parts are the whole.
    ok(&room, "census a.xtr --frames ..1 -o first.jsonl");
    ok(&room, "census a.xtr --frames 1.. -o rest.jsonl");
    assert_eq!(ok(&room, "census first.jsonl rest.jsonl --merge --json"), text(&room, "a.jsonl"));
    ends(&room, "census a.xtr --frames 9..", 2, "none of them is there");

    ok(&room, "contract a.xtr -o a.toml");
    let contract = text(&room, "a.toml");
    assert!(contract.contains("primitives") && !contract.contains("kind=DRAW_INDX_2"));
    ok(&room, "contract a.toml a.jsonl --diff");
    for verb in ["check", "verdict"] {
        assert!(
            ok(&room, &format!("{verb} a.xtr --contract a.toml")).contains("0 entries outside")
        );
        ok(&room, &format!("{verb} a.jsonl --contract a.toml"));
    }
    room.file("more.xtr", &more());
    let run = room.run("check more.xtr --contract a.toml");
    assert_eq!(run.code, 4);
    let line = run.out.lines().find(|line| line.contains("primitive=quads")).expect("outside");
    assert!(line.contains("frame 0") && line.contains("packet 0x"), "{line}");
    assert!(run.out.starts_with("table "), "{}", run.out);
    assert_eq!(room.run("contract a.xtr more.xtr --diff").code, 5);
    ok(&room, "contract a.xtr --label menu=0..1 --label race=1..3 -o labelled.toml");
    assert!(text(&room, "labelled.toml").contains("race"));

    ok(&room, "report more.xtr -o a.html --contract a.toml");
    let page = text(&room, "a.html");
    for part in [
        "A Xenos command stream",
        "Primitives and indices",
        "does not keep the contract",
        "primitive=quads",
        "<th scope=\"col\" class=\"n\">dwords</th>",
        "Looked for, and not found: ",
        "docs/census-xenos.md",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Frames are the census'.
    let said = ok(&room, "report a.xtr -o part.html --frames 1..2");
    assert!(said.contains("1 frame described, without the pictures that replay draws"), "{said}");
    let said = ok(&room, "report a.xtr -o whole.html");
    assert!(said.contains("2 frames and an unfinished one described"), "{said}");
    assert!(text(&room, "whole.html").contains("stream: 2 frames and an unfinished one, "));
    let page = text(&room, "part.html");
    assert!(page.contains("A Xenos command stream: 1 frame, 0 draws"), "{page}");
    assert!(page.contains("<dt>frames counted</dt><dd>1: 1 to 1</dd>"), "{page}");
    assert_eq!(room.run("report a.xtr -o a.xtr").code, 2);
}

#[test]
fn chips_are_told_apart() {
    let room = room();
    ok(&room, "contract a.xtr -o x.toml");
    ok(&room, "contract a.vood -o v.toml");
    for arguments in [
        "verdict a.vood --contract x.toml",
        "verdict a.xtr --contract v.toml",
        "report a.xtr -o r.html --contract v.toml",
        "contract a.xtr a.vood",
        "contract a.xtr v.toml --diff",
    ] {
        ends(&room, arguments, 2, "different chips");
    }
    for option in ["--profile mame", "--set a=b", "--budget 9"] {
        ends(&room, &format!("census a.xtr {option}"), 2, "an .xtr trace");
    }
}

#[test]
fn what_stands_before_a_fault_is_counted() {
    let room = room();
    let bytes = two_frames();
    room.file("cut.xtr", &bytes[..bytes.len() - 1]);
    ends(&room, "census cut.xtr -o cut.jsonl", 3, "cut short");
    let header: Value =
        serde_json::from_str(text(&room, "cut.jsonl").lines().next().unwrap()).unwrap();
    assert_eq!(header["valid"], false);
    assert!(header["partial"].as_str().unwrap().contains("cut short"));
    ends(&room, "contract cut.xtr -o cut.toml", 3, "cut.xtr");
    assert!(!room.path("cut.toml").exists());
    ends(&room, "contract cut.xtr -o cut.toml --allow-partial", 3, "cut.xtr");
    ends(&room, "check cut.xtr --contract cut.toml", 3, "cut.xtr");
    ends(&room, "report cut.xtr -o cut.html", 3, "cut.xtr");
    assert!(text(&room, "cut.html").contains("The trace is malformed"));
    // Nothing but the header's first bytes.
    room.file("short.xtr", &bytes[..44]);
    ends(&room, "census short.xtr", 3, "short.xtr");
}
