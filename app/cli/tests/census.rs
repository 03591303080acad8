//! Censuses, contracts, verdicts and reports from outside.

mod common;

use common::{Room, Stream, clean_frames, four_frames};
use serde_json::{Value, json};

/// Two streams, the second with a register write that the first lacks.
fn room() -> Room {
    let room = Room::new();
    room.file("a.vood", &clean_frames());
    let mut stream = Stream::new();
    stream.frame(0xFF0000);
    stream.write(0x140, 5);
    stream.frame(0x00FF00);
    room.file("b.vood", &stream.finish());
    room
}

fn ok(room: &Room, arguments: &str) -> String {
    let run = room.run(arguments);
    assert_eq!(run.code, 0, "{arguments}: {}", run.err);
    run.out
}

fn text(room: &Room, name: &str) -> String {
    String::from_utf8(room.bytes(name)).unwrap()
}

#[test]
fn a_census_is_printed_written_and_merged() {
    let room = room();
    let human = ok(&room, "census a.vood");
    assert!(human.contains("a.vood: 4 frames (0..4)") && human.contains("swapbufferCMD"));
    let whole = ok(&room, "census a.vood --json");
    let header: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    assert_eq!((&header["version"], &header["window"]), (&json!(1), &json!(60)));
    assert!(ok(&room, "census a.vood -o a.jsonl").contains("in a.jsonl"));
    assert_eq!(text(&room, "a.jsonl"), whole);
    ok(&room, "census a.vood --frames ..1 -o first.jsonl");
    ok(&room, "census a.vood --frames 1.. -o rest.jsonl");
    assert_eq!(ok(&room, "census rest.jsonl first.jsonl --merge --json"), whole);
    assert_eq!(room.run("census a.jsonl first.jsonl --merge").code, 2, "frame 0 twice");
    assert_eq!(room.run("census a.jsonl b.vood --merge").code, 2, "two streams");
    ok(&room, "census a.vood b.vood -o all");
    assert_eq!(room.names("all"), ["a.jsonl", "b.jsonl"]);
    let piped = room.run_with("census --json -", &clean_frames());
    assert_eq!((piped.code, piped.out.lines().count()), (0, whole.lines().count()));
    assert_eq!(room.run("census missing.vood").code, 2);
    assert_eq!(room.run("census a.vood --window 0").code, 2);
}

#[test]
fn a_malformed_trace_is_counted_up_to_the_fault() {
    let room = Room::new();
    let bytes = four_frames();
    room.file("cut.vood", &bytes[..bytes.len() - 1]);
    let run = room.run("census cut.vood -o cut.jsonl");
    assert_eq!(run.code, 3);
    assert!(text(&room, "cut.jsonl").contains("swapbufferCMD"));
    assert_eq!(room.run("contract cut.vood -o cut.toml").code, 3);
    assert!(!room.path("cut.toml").exists());
    assert_eq!(room.run("verdict cut.vood --contract cut.jsonl").code, 2, "no contract");
    let run = room.run("report cut.vood -o cut.html");
    assert_eq!(run.code, 3);
    assert!(text(&room, "cut.html").contains("The trace is malformed"));
}

#[test]
fn contracts_are_kept_or_not() {
    let room = room();
    ok(&room, "contract a.vood -o a.toml");
    ok(&room, "census b.vood -o b.jsonl");
    assert!(ok(&room, "verdict a.vood --contract a.toml").contains("0 entries outside"));
    for input in ["b.vood", "b.jsonl"] {
        let run = room.run(&format!("verdict {input} --contract a.toml --json"));
        assert_eq!(run.code, 4, "{}", run.err);
        let verdict = run.json();
        assert_eq!(verdict["keeps"], false);
        let outside = verdict["outside"].as_array().unwrap();
        assert_eq!(outside.len(), 1, "{outside:?}");
        assert_eq!(
            (&outside[0]["table"], &outside[0]["key"]),
            (&json!("registers"), &json!("stipple"))
        );
        assert_eq!(outside[0]["first"], json!({ "frame": 1, "record": 11 }));
    }
    assert_eq!(room.run("verdict a.vood --contract a.vood").code, 2, "no contract");
    assert_eq!(room.run("verdict a.toml --contract a.toml").code, 2, "no trace");
}

#[test]
fn contracts_merge_differ_and_carry_labels() {
    let room = room();
    ok(&room, "contract a.vood -o a.toml --label start=0..1 --label rest=1..4");
    let contract = text(&room, "a.toml");
    assert!(contract.contains("name = \"start\"") && contract.contains("labels = ["));
    ok(&room, "contract b.vood -o b.toml --label late=1..2");
    let stipple = text(&room, "b.toml");
    let stipple = stipple.split("[[item]]").find(|item| item.contains("\"stipple\"")).unwrap();
    assert!(stipple.contains("labels = [\"late\"]"), "{stipple}");
    ok(&room, "contract a.toml b.vood -o both.toml");
    assert!(ok(&room, "verdict b.vood --contract both.toml").contains("0 entries outside"));
    assert_eq!(room.run("contract a.toml a.vood --diff").code, 0, "counts do not matter");
    let run = room.run("contract a.toml both.toml --diff --json");
    assert_eq!((run.code, &run.json()["added"][0]["key"]), (5, &json!("stipple")));
    let human = room.run("contract b.vood a.toml --diff");
    assert!(human.out.contains("1 item only in the first"), "{}", human.out);
    assert_eq!(room.run("contract a.vood b.vood --label x=0..1").code, 2);
    assert_eq!(room.run("contract a.vood --label x=1..1").code, 2);
    assert_eq!(room.run("contract a.vood --diff").code, 2);
}

#[test]
fn hostile_files_end_with_line_and_reason() {
    let room = room();
    ok(&room, "census a.vood -o a.jsonl");
    ok(&room, "contract a.vood -o a.toml");
    let (census, contract) = (text(&room, "a.jsonl"), text(&room, "a.toml"));
    let entry = census.lines().find(|line| line.starts_with("{\"in\"")).unwrap();
    let doubled = census.replacen(entry, &format!("{entry}\n{entry}"), 1);
    let (item, again) = ("[[item]]", contract.split("[[item]]").nth(1).unwrap());
    // A text, what is replaced in it and by what; the line of that place must be named.
    let edits = [
        (&census, "\"version\":1", "\"version\":2"),
        (&census, "afterimage-census", "x\\u001b[2J"),
        (&census, "\"window\":60", "\"window\":0"),
        (&census, "\"end\":4", "\"end\":0"),
        (&census, "\"count\":", "\"count\":99"),
        (&census, "\"count\":", "\"count\":-"),
        (&census, "\"worst\":", "\"worst\":99999"),
        (&census, "\"key\":\"", "\"key\":\"\\u0007"),
        (&census, "\"key\":", "\"extra\":1,\"key\":"),
        (&census, "\"overflow\":0}", "\"overflow\":0"),
        (&census, "{\"end\":", "{\"end\":1"),
        (&contract, "version = 1", "version = 3"),
        (&contract, "afterimage-contract", "other"),
        (&contract, "count = ", "count = \"many\" #"),
        (&contract, "chip = \"sst1\"", "chip = \"\""),
        (&contract, "table = ", "stranger = 1\ntable = "),
    ];
    let mut cases: Vec<(String, String, String)> = edits
        .into_iter()
        .map(|(text, from, to)| {
            let at = text.find(from).unwrap_or_else(|| panic!("no {from}"));
            let line = 1 + text[..at].matches('\n').count();
            (to.to_owned(), text.replacen(from, to, 1), format!("line {line}"))
        })
        .collect();
    let others = [
        ("a cut census", census.lines().take(5).collect::<Vec<_>>().join("\n"), "line 5"),
        ("an entry twice", doubled, "line "),
        ("overflow denied", census.replacen("\"overflow\":0", "\"overflow\":1", 1), "line 1"),
        ("no version", contract.replacen("version = 1\n", "", 1), "line 1"),
        ("an open string", contract.replacen("key = \"", "key = \"\"\"", 1), "line "),
        ("an item twice", format!("{contract}\n{item}{again}"), "line "),
        ("an escape", contract.replacen("key = \"", "key = \"\\u001b[2J", 1), "line "),
        ("nothing", String::new(), "line 1"),
        ("deep nesting", "x = ".to_owned() + &"[".repeat(100_000), "line 1"),
        ("deep nesting in JSON", "{\"format\":".to_owned() + &"[".repeat(100_000), "line 1"),
    ];
    cases.extend(others.map(|(what, content, place)| (what.into(), content, place.into())));
    for (what, content, place) in cases {
        room.file("hostile", content.as_bytes());
        for verb in ["census hostile", "contract hostile", "verdict a.vood --contract hostile"] {
            let run = room.run(verb);
            if verb.starts_with("census") && !content.starts_with('{') && run.code == 2 {
                continue; // A good contract where a census is wanted.
            }
            let wanted = run.code == 3 && run.err.contains(&place) && run.err.contains("hostile");
            assert!(wanted, "{what}, {verb}: code {}, {}", run.code, run.err);
            assert!(!run.err.contains('\u{1b}'), "{what}: {}", run.err);
        }
    }
    room.file("hostile", b"\xFF\xFE not text\n");
    assert_eq!(room.run("verdict a.vood --contract hostile").code, 3);
    room.file("hostile", "format = \"x\"\n\u{fffd}".replace('\u{fffd}', "\u{0}").as_bytes());
    assert_eq!(room.run("verdict a.vood --contract hostile").code, 3);
}

#[test]
fn a_census_that_overflowed_makes_no_contract_and_no_verdict() {
    let room = room();
    ok(&room, "contract a.vood -o a.toml");
    let census = ok(&room, "census a.vood --json");
    let full = census.replacen("\"overflow\":0", "\"overflow\":7", 1).replacen(
        "\"valid\":true",
        "\"valid\":false",
        1,
    );
    room.file("full.jsonl", full.as_bytes());
    assert!(ok(&room, "census full.jsonl").contains("NOT VALID"));
    assert_eq!(room.run("contract full.jsonl").code, 4);
    let run = room.run("verdict full.jsonl --contract a.toml");
    assert_eq!(run.code, 4);
    assert!(run.out.contains("cannot tell"), "{}", run.out);
}

#[test]
fn a_report_is_one_page() {
    let room = room();
    ok(&room, "contract a.vood -o a.toml");
    let out = ok(&room, "report b.vood -o b.html --contract a.toml");
    assert!(out.contains("2 frames shown"), "{out}");
    let html = text(&room, "b.html");
    for part in ["<title>b.vood - Afterimage", "data:image/png;base64,", "stipple", "frame 1"] {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("://") && !html.contains("<script"));
    assert_eq!(room.run("report a.toml -o x.html").code, 2);
    assert_eq!(room.run("report a.vood").code, 2);
}

#[test]
fn the_verbs_have_help_with_an_example() {
    let room = Room::new();
    for verb in ["census", "contract", "verdict", "report"] {
        let run = room.run(&format!("{verb} --help"));
        assert_eq!(run.code, 0);
        assert!(run.out.contains("Example") && run.out.contains(&format!("afterimage {verb}")));
    }
}
