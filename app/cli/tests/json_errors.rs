//! Whatever goes wrong, a verb that is asked for JSON prints some.

mod common;

use common::xtr::two_frames;
use common::{Room, Run, clean_frames};
use serde_json::{Value, json};

/// Every verb that has --json, with FILE in place of its input: traces, programs, or none.
const VERBS: &[(&str, &str)] = &[
    ("info", "info FILE"),
    ("replay", "replay FILE -o out"),
    ("trim", "trim FILE --frames 0 -o out.xtr"),
    ("diff", "diff FILE FILE"),
    ("packets", "packets FILE"),
    ("draws", "draws FILE"),
    ("shaders", "shaders FILE"),
    ("disasm", "disasm FILE --stage pixel"),
    ("asm", "asm FILE --stage pixel --check"),
    ("eval", "eval FILE --stage pixel"),
    ("shader-diff", "shader-diff FILE FILE --stage pixel"),
    ("export", "export FILE -o out"),
    ("locate", "locate FILE --hashes FILE"),
    ("bisect", "bisect FILE"),
    ("truth", "truth sst1 FILE"),
    ("census", "census FILE"),
    ("contract", "contract FILE FILE --diff"),
    ("verdict", "verdict FILE --contract FILE"),
    ("timing", "timing FILE"),
    ("sweep", "sweep FILE --set rob=8,16"),
    ("registers", "registers xenos FILE"),
    ("presets", "presets FILE"),
    ("demo", "demo FILE"),
    ("refusals", "refusals FILE"),
];

/// Traces of both chips, whole and cut, and what is no trace.
fn room() -> Room {
    let room = Room::new();
    let (xtr, vood) = (two_frames(), clean_frames());
    room.file("cut.xtr", &xtr[..xtr.len() - 3]);
    room.file("cut.vood", &vood[..vood.len() - 3]);
    room.file("a.xtr", &xtr);
    room.file("a.vood", &vood);
    room.file("junk", b"\x07junk\xFF\x00");
    room.file("empty", b"");
    room
}

/// Standard output as JSON: a document, or a line each.
fn documents(run: &Run, what: &str) -> Vec<Value> {
    if let Ok(whole) = serde_json::from_str(&run.out) {
        return vec![whole];
    }
    let line = |line: &str| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{what}: {error}: {line}"))
    };
    run.out.lines().map(line).collect()
}

/// The error object, if the last document is one; it must say what standard error says.
fn error(run: &Run, what: &str) -> Option<Value> {
    let documents = documents(run, what);
    let last = documents.last().unwrap_or_else(|| panic!("{what}: nothing on standard output"));
    let error = last.get("error").filter(|error| error.get("exit").is_some())?;
    assert_eq!((&last["version"], &error["exit"]), (&json!(1), &json!(run.code)), "{what}");
    let kinds = ["done", "internal", "usage", "malformed", "refused", "differ"];
    assert_eq!(error["kind"], kinds[run.code as usize], "{what}");
    let message = error["message"].as_str().unwrap();
    assert!(run.err.contains(message), "{what}: {message}: {}", run.err);
    Some(error.clone())
}

#[test]
fn the_list_has_every_verb_with_json() {
    let room = Room::new();
    let help = room.run("--help").out;
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let verbs = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let verbs: Vec<&str> = verbs.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(verbs.len() > 20, "{verbs:?}");
    for verb in verbs.iter().filter(|verb| **verb != "help") {
        let has = room.run(&format!("{verb} --help")).out.contains("--json");
        let listed = VERBS.iter().any(|(name, _)| name == verb);
        assert_eq!(has, listed, "{verb}");
    }
}

#[test]
fn files_that_are_missing_or_nothing_known_give_an_error_object() {
    let room = room();
    for (verb, arguments) in VERBS {
        for file in ["missing", "junk", "empty"] {
            // These name no files; and what is to be compared is compared as it is.
            if *verb == "diff" && file != "missing" {
                continue;
            }
            let what = format!("{} --json", arguments.replace("FILE", file));
            let run = room.run(&what);
            assert!(matches!(run.code, 2 | 3), "{what}: {}: {}", run.code, run.err);
            // A text with errors has a report of its own.
            if *verb == "asm" && file != "missing" && run.out.contains("\"xenos-asm\"") {
                continue;
            }
            assert!(error(&run, &what).is_some(), "{what}: {}", run.out);
        }
    }
}

#[test]
fn files_of_the_wrong_kind_and_cut_ones_give_json() {
    let room = room();
    for (_, arguments) in VERBS {
        for file in ["a.xtr", "a.vood", "cut.xtr", "cut.vood"] {
            let what = format!("{} --json", arguments.replace("FILE", file));
            let run = room.run(&what);
            let error = error(&run, &what);
            assert!(error.is_none() || run.code != 0, "{what}: {error:?}");
            assert!(run.code != 1, "{what}: {}", run.err);
        }
    }
    for verb in ["packets", "draws", "shaders"] {
        let run = room.run(&format!("{verb} a.vood --json"));
        assert_eq!(error(&run, verb).unwrap()["kind"], "usage");
    }
}

#[test]
fn an_error_object_has_the_place() {
    let room = room();
    for verb in ["packets", "draws"] {
        let what = format!("{verb} cut.xtr --json");
        let run = room.run(&what);
        let fault = error(&run, &what).unwrap();
        assert_eq!((run.code, fault["kind"].as_str()), (3, Some("malformed")));
        assert!(fault["offset"].as_u64().is_some(), "{what}: {fault}");
        // What was there comes before it.
        assert!(documents(&run, &what).len() > 2, "{}", run.out);
    }
    room.file("bad.ps.asm", b"mul oC0, r1\nmov r0, r1\n");
    for what in ["eval bad.ps.asm --json", "shader-diff bad.ps.asm bad.ps.asm --json"] {
        let fault = error(&room.run(what), what).unwrap();
        assert_eq!((&fault["exit"], &fault["errors"][1]["line"]), (&json!(3), &json!(2)), "{what}");
    }
    let run = room.run("draws a.xtr --draw 99 --json");
    assert_eq!(error(&run, "draws").unwrap()["exit"], 2);
    // Arguments that the parser refuses.
    let run = room.run("packets a.xtr --nothing --json");
    assert_eq!((run.code, &error(&run, "packets").unwrap()["kind"]), (2, &json!("usage")));
    let run = room.run("disasm --json");
    let wanted = "the following required arguments were not provided: <FILE>";
    assert_eq!(documents(&run, "disasm")[0]["error"]["message"], wanted);
    let run = room.run("packets a.xtr --nothing");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(room.run("--help --json").code, 0);
}
