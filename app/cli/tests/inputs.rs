//! Inputs of the verbs around censuses that are confused with each other, cut short, or hostile.

mod common;

use common::{Room, Stream, clean_frames, four_frames};
use serde_json::{Value, json};
use sst1_regs::offset;

/// A trace, its census and its contract.
fn room() -> Room {
    let room = Room::new();
    room.file("a.vood", &clean_frames());
    ok(&room, "census a.vood -o a.jsonl");
    ok(&room, "contract a.vood -o a.toml");
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

/// That a run ends with that code, and says so.
fn ends(room: &Room, arguments: &str, code: i32, part: &str) {
    let run = room.run(arguments);
    assert_eq!(run.code, code, "{arguments}: {}{}", run.out, run.err);
    assert!(run.err.contains(part), "{arguments}: {}", run.err);
}

#[test]
fn a_used_up_budget_ends_every_verb_with_4() {
    let room = room();
    let mut stream = Stream::new();
    stream.frame(0xFF0000);
    stream.repeat(offset::SWAPBUFFER_CMD, 0, u32::MAX);
    room.file("endless.vood", &stream.finish());
    let said = "stopped at the budget (play.budget); --budget sets another";
    for verb in [
        "census endless.vood -o c.jsonl",
        "contract endless.vood -o none.toml",
        "contract endless.vood --allow-partial -o c.toml",
        "contract endless.vood a.toml --diff",
        "verdict endless.vood --contract a.toml --allow-partial",
        "report endless.vood -o c.html",
        "export endless.vood -o out",
        "bisect a.vood --budget 9000",
        "census a.vood --budget 9000",
        "verdict a.vood --contract a.toml --budget 9000",
        "replay a.vood -o replayed --budget 9000",
    ] {
        ends(&room, verb, 4, said);
    }
    assert!(!room.path("none.toml").exists());
    let header: Value =
        serde_json::from_str(text(&room, "c.jsonl").lines().next().unwrap()).unwrap();
    assert_eq!(
        (&header["valid"], &header["partial"]),
        (&json!(false), &json!("the budget was used up"))
    );
    assert!(text(&room, "c.toml").contains("partial = \"the budget was used up\""));
    assert!(text(&room, "c.html").contains("stopped at its budget"));
    let verdict = room.run("verdict endless.vood --contract a.toml --json").json();
    assert_eq!((&verdict["valid"], &verdict["keeps"]), (&json!(false), &json!(false)));
    let bisection = room.run("bisect a.vood --budget 9000 --json").json();
    assert_eq!((&bisection["complete"], &bisection["frames"]), (&json!(false), &json!(2)));
    assert_eq!(room.run("bisect a.vood --json").json()["complete"], true);
    let difference = room.run("contract endless.vood a.toml --diff --json").json();
    assert_eq!(difference["complete"], false);
    // The file is partial from now on.
    ends(&room, "contract c.jsonl", 4, "the census of endless.vood is partial");
    ends(&room, "contract c.jsonl a.jsonl --diff", 4, "partial");
    assert_eq!(room.run("verdict c.jsonl --contract a.toml").code, 4);
    ok(&room, "verdict c.jsonl --contract c.toml --allow-partial");
    ok(&room, "contract c.jsonl --allow-partial -o d.toml");
}

#[test]
fn what_lies_before_a_fault_is_told() {
    let room = room();
    let mut stream = Stream::new();
    stream.frame(0xFF0000);
    stream.write(0x140, 5);
    stream.frame(0xFF0000);
    let bytes = stream.finish();
    room.file("cut.vood", &bytes[..bytes.len() - 1]);
    let run = room.run("verdict cut.vood --contract a.toml");
    assert_eq!(run.code, 3);
    assert!(run.out.contains("stipple") && run.out.contains("1 entry outside"), "{}", run.out);
    let run = room.run("contract a.toml cut.vood --diff");
    assert_eq!(run.code, 3);
    assert!(run.out.contains("stipple"), "{}", run.out);
    ends(&room, "contract cut.vood -o cut.toml", 3, "cut.vood");
    assert!(!room.path("cut.toml").exists());
    ends(&room, "contract cut.vood -o cut.toml --allow-partial", 3, "cut.vood");
    assert!(text(&room, "cut.toml").contains("stipple"));
}

#[test]
fn traces_are_told_apart_by_content() {
    let room = room();
    for folder in ["x", "y"] {
        std::fs::create_dir(room.path(folder)).unwrap();
    }
    room.file("x/a.vood", &clean_frames());
    room.file("y/a.vood", &four_frames());
    // The same trace under two names, and two traces under one.
    std::fs::copy(room.path("a.vood"), room.path("copy.vood")).unwrap();
    ends(&room, "contract a.vood copy.vood", 2, "frames of a.vood are in both");
    ends(&room, "contract a.toml a.jsonl", 2, "frames of a.vood are in both");
    ends(&room, "contract a.toml a.toml", 2, "would count twice");
    ends(&room, "census a.jsonl y/a.vood --merge", 2, "it is of another trace");
    ok(&room, "census copy.vood --frames 2.. -o rest.jsonl");
    ok(&room, "census a.vood --frames ..2 -o first.jsonl");
    let merged = ok(&room, "census first.jsonl rest.jsonl --merge --json");
    assert_eq!(merged, text(&room, "a.jsonl"));
    ok(&room, "contract first.jsonl rest.jsonl -o parts.toml");
    let parts = text(&room, "parts.toml");
    assert_eq!(parts, text(&room, "a.toml"), "parts of a trace add up");
    for order in ["x/a.vood y/a.vood", "y/a.vood x/a.vood"] {
        ok(&room, &format!("contract {order} -o both.toml"));
        let both = text(&room, "both.toml");
        assert_eq!(both.matches("\nname = \"a.vood@").count(), 2, "{both}");
        assert!(!both.contains("\"a.vood\""), "{both}");
        // Merged once more, the same trace is known by its content.
        ends(&room, "contract both.toml a.jsonl", 2, "are in both");
    }
    // Without a digest the name decides, and with one of them nothing does.
    let plain = text(&room, "a.jsonl");
    let digest = plain.split("\"sha256\":\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(digest.len(), 64);
    room.file("plain.jsonl", plain.replace(&format!("\"sha256\":\"{digest}\","), "").as_bytes());
    ends(&room, "census plain.jsonl rest.jsonl --merge", 2, "one of the two has no sha256");
    ends(&room, "census plain.jsonl plain.jsonl --merge", 2, "frame 0 is counted in both");
}

#[test]
fn profiles_stand_in_the_files() {
    let room = room();
    ok(&room, "census a.vood --frames 2.. --profile 86box --set lod=half-30 -o b.jsonl");
    assert!(text(&room, "b.jsonl").contains("\"profile\":\"86box,lod=half-30\""));
    ok(&room, "census a.vood --frames ..2 -o a2.jsonl");
    ends(&room, "census a2.jsonl b.jsonl --merge", 2, "different profiles: hardware and 86box,lod");
    ends(&room, "contract a2.jsonl b.jsonl", 2, "different profiles: hardware and 86box,lod");
    let out = ok(&room, "verdict b.jsonl --contract a.toml");
    assert!(out.contains("counted under 86box,lod=half-30"), "{out}");
    for verb in ["replay a.vood -o out", "census a.vood", "export a.vood -o out"] {
        let verb = format!("{verb} --set lod=half-30 --set lod=half-30");
        ends(&room, &verb, 2, "the fact lod is set twice");
    }
    ends(&room, "bisect a.vood --profile 86box,lod=half-30,lod=half-30", 2, "set twice");
}

#[test]
fn other_chips_are_named_with_their_files() {
    let room = room();
    for name in ["a.toml", "a.jsonl"] {
        let other =
            text(&room, name).replace("sst1", "otherchip").replace("\"commands\"", "\"mine\"");
        room.file(&format!("other{}", &name[1..]), other.as_bytes());
    }
    let both = "a.toml is for chip `sst1`, other.toml is for chip `otherchip`";
    ends(&room, "contract a.toml other.toml --diff", 2, both);
    ends(&room, "contract a.toml other.toml", 2, both);
    for verb in ["verdict a.vood", "verdict a.jsonl", "report a.vood -o r.html"] {
        let verb = format!("{verb} --contract other.toml");
        ends(&room, &verb, 2, "other.toml is for chip `otherchip`, a.");
    }
    ends(&room, "census a.jsonl other.jsonl --merge", 2, "other.jsonl is for chip `otherchip`");
    let out = ok(&room, "census other.jsonl");
    assert!(out.contains("a.vood of chip `otherchip`") && out.contains("\nmine\n"), "{out}");
}

#[test]
fn options_and_frames_that_cannot_apply_are_wrong_usage() {
    let room = room();
    for option in ["--frames 1..2", "--profile 86box", "--set lod=half-30", "--budget 5"] {
        let said = option.split(' ').next().unwrap();
        ends(&room, &format!("census a.jsonl {option}"), 2, said);
        ends(&room, &format!("contract a.jsonl {option}"), 2, said);
        ends(&room, &format!("contract a.toml {option}"), 2, said);
        ends(&room, &format!("verdict a.jsonl --contract a.toml {option}"), 2, said);
    }
    ends(&room, "census a.jsonl --window 60", 2, "--window: a.jsonl is a census");
    for verb in ["census a.vood", "contract a.vood", "verdict a.vood --contract a.toml"] {
        let verb = format!("{verb} --frames 4..9");
        ends(&room, &verb, 2, "--frames 4..9: none of them is there; 4 frames are");
    }
    ends(&room, "report a.vood -o r.html --frames 7", 2, "none of them is there");
    assert!(!room.path("r.html").exists());
    ok(&room, "census a.vood --frames 3..9");
    ends(&room, "contract a.vood --label x=4..9", 2, "label `x`: no frame of 4..9 was counted; 4");
    ok(&room, "contract a.vood --label x=3..9");
    ends(&room, "contract a.jsonl --label x=1..2", 2, "windows of 60 frames and cannot tell");
    ok(&room, "contract a.jsonl --label x=0..60");
    ok(&room, "census a.vood --window 1 -o fine.jsonl");
    assert_eq!(
        ok(&room, "contract fine.jsonl --label x=1..2"),
        ok(&room, "contract a.vood --label x=1..2")
    );
}

#[test]
fn no_output_is_an_input_and_every_output_has_its_place() {
    let room = room();
    let before = [text(&room, "a.jsonl"), text(&room, "a.toml")];
    std::fs::hard_link(room.path("a.jsonl"), room.path("hard.jsonl")).unwrap();
    for verb in [
        "census a.jsonl -o a.jsonl",
        "census a.jsonl -o hard.jsonl",
        "census a.vood a.jsonl -o .",
        "contract a.toml -o ./a.toml",
        "report a.vood -o a.vood",
        "report a.vood -o a.toml --contract a.toml",
    ] {
        ends(&room, verb, 2, "");
    }
    assert_eq!(before, [text(&room, "a.jsonl"), text(&room, "a.toml")]);
    assert_eq!(room.bytes("a.vood"), clean_frames());
    std::fs::create_dir(room.path("x")).unwrap();
    room.file("x/a.vood.zst", &zstd::encode_all(&*four_frames(), 3).unwrap());
    ends(&room, "census a.vood x/a.vood.zst -o all", 2, "would both be written as all/a.jsonl");
    assert!(!room.path("all").exists());
    ends(&room, "census a.vood x/a.vood.zst -o a.toml", 2, "a.toml");
    ends(&room, "census a.vood x/a.vood.zst -o -", 2, "standard output");
    ends(&room, "census a.vood -o x", 2, "is a folder");
    ends(&room, "census a.vood -o a.toml/b.jsonl", 2, "a.toml/b.jsonl");
    ends(&room, "replay a.vood -o a.toml", 2, "no folder");
    ends(&room, "verdict a.vood --contract x", 2, "x");
    ends(&room, "census - -", 2, "standard input");
    assert_eq!(ok(&room, "census a.jsonl -o -"), before[0]);
    assert_eq!(ok(&room, "contract a.toml -o -"), before[1]);
    assert!(ok(&room, "report a.vood -o -").starts_with("<!DOCTYPE html>"));
}

#[test]
fn what_cannot_be_is_refused_with_line_and_reason() {
    let room = room();
    let (census, contract) = (text(&room, "a.jsonl"), text(&room, "a.toml"));
    let swap = census.lines().find(|line| line.contains("\"swapbufferCMD\"")).unwrap();
    let line = census.lines().position(|line| line == swap).unwrap() + 1;
    assert!(swap.contains("\"count\":4,\"frames\":4,\"mean\":1.0,\"worst\":1,\"worst_frame\":0"));
    for (from, to, reason) in [
        ("\"windows\":{\"0\":4}", "\"windows\":{\"1\":4}", "window 1 has no frame"),
        ("\"windows\":{\"0\":4}", "\"windows\":{\"0\":1,\"0\":4}", "window 0 stands twice"),
        ("\"windows\":{\"0\":4}", "\"windows\":{\"0\":4,\"9\":0}", "counts nothing"),
        ("\"worst_frame\":0", "\"worst_frame\":4", "worst_frame: frame 4 was not counted"),
        ("\"first\":{\"frame\":0", "\"first\":{\"frame\":9", "first: frame 9 was not counted"),
        ("\"first\":{\"frame\":0", "\"first\":{\"frame\":1", "and 1 the first"),
        ("\"mean\":1.0", "\"mean\":2.0", "its mean is 1.0, not 2.0"),
        ("\"mean\":1.0", "\"mean\":1e999", "number out of range"),
        ("\"frames\":4", "\"frames\":5", "it is in 5 frames of 4"),
        ("\"frames\":4", "\"frames\":3", "4 cannot be in 3 frames, at most 1"),
        ("\"count\":4", "\"count\":0", "counts nothing"),
    ] {
        assert!(swap.contains(from), "{from}");
        let hostile = census.replacen(swap, &swap.replacen(from, to, 1), 1);
        room.file("h", hostile.as_bytes());
        ends(&room, "census h", 3, &format!("h: line {line}: "));
        ends(&room, "census h", 3, reason);
    }
    for (from, to, reason) in [
        ("[{\"start\":0,\"end\":4}]", "[]", "line 5: `fastfillCMD`: it is in 4 frames of 0"),
        ("\"sha256\":\"", "\"sha256\":\"0", "line 1: "),
        ("\"table\":\"bytes\"", "\"table\":\"mine\"", "line 2: sst1 has no table `mine`"),
        ("\"valid\":true", "\"partial\":\"a\",\"valid\":true", "line 1: `valid` contradicts"),
        ("\"end\":4}]", "\"end\":18446744073709551615}]", "line 1: frame 18446744073709551615"),
        ("a.vood", "a\\u202eb", "line 1: `a\\u{202e}b` is no name"),
    ] {
        assert!(census.contains(from), "{from}");
        room.file("h", census.replacen(from, to, 1).as_bytes());
        ends(&room, "census h", 3, reason);
    }
    let item = "[[item]]\ntable = \"commands\"\nkey = \"swapbufferCMD\"\ncount = 4\n";
    let label = "[[label]]\nname = \"l\"\nsource = \"a.vood\"\nstart = 0\nend = 1\n\n";
    let labelled = |text: &str| contract.replacen("[[item]]", &format!("{text}[[item]]"), 1);
    for (hostile, reason) in [
        (contract.replace(item, &item.replace('4', "0")), "has a count of 0"),
        (contract.replace(item, &item.replace('4', "18446744073709551615")), "count 184467440737"),
        (contract.replace(item, &item.replace("commands", "mine")), "sst1 has no table `mine`"),
        (contract.replacen("name = \"a.vood\"", "name = \"b\"", 1), "source `a.vood` is not there"),
        (contract.replacen("ranges = [[0, 4]]", "ranges = [[0, 5]]", 1), "are not its frames"),
        (contract.replacen("ranges = [[0, 4]]", "ranges = [[9, 13]]", 1), "was not counted"),
        (contract.replacen("frame = 0", "frame = 4", 1), "frame 4 of its source was not counted"),
        (contract.replace(item, &format!("{item}labels = [\"l\"]\n")), "label `l` is not there"),
        (labelled(&label.replace("a.vood", "b")), "source `b` is not there"),
        (labelled(&label.replace("start = 0", "start = 1")), "label `l` has no frames"),
        (labelled(&label.replace("end = 1", "end = 0")), "label `l` has no frames"),
        (labelled(&label.repeat(2)), "label `l` stands twice"),
    ] {
        assert_ne!(hostile, contract, "{reason}");
        room.file("h", hostile.as_bytes());
        ends(&room, "verdict a.vood --contract h", 3, "h: line ");
        ends(&room, "verdict a.vood --contract h", 3, reason);
    }
    room.file("h", labelled(label).as_bytes());
    ok(&room, "contract h");
}

#[test]
fn first_messages_say_what_is_wrong() {
    let room = room();
    for (content, code, said) in [
        ("", 3, "h: line 1: the file is empty"),
        ("{\"a\":1}\n", 3, "line 1: not written by this program: missing field `format`"),
        ("[1,2]\n", 3, "line 1: not written by this program: "),
        ("Dear all,\n", 3, "line 1: not written by this program: "),
        ("{\"format\":\"\\u001b[31m\",\"version\":1}", 3, "its format is `\\u{1b}[31m`"),
    ] {
        room.file("h", content.as_bytes());
        ends(&room, "census h", code, said);
        ends(&room, "verdict a.vood --contract h", code, said);
    }
    let long = format!("{{\"format\":\"{}\",\"version\":1}}", "x".repeat(1 << 20));
    room.file("h", long.as_bytes());
    let run = room.run("census h");
    assert!(run.code == 3 && run.err.len() < 200, "{}", run.err.len());
    for name in ["a.jsonl", "a.toml"] {
        room.file("h", format!("\u{feff}{}", text(&room, name)).as_bytes());
        ok(&room, "contract h");
    }
    room.file("h\u{1b}[2J\u{202e}", b"no\n");
    let run = room.run("census h\u{1b}[2J\u{202e}");
    assert_eq!(run.code, 3);
    assert!(run.err.contains("h\\u{1b}[2J\\u{202e}: line 1"), "{}", run.err);
    std::fs::copy(room.path("a.vood"), room.path("v\u{202e}")).unwrap();
    assert!(ok(&room, "census v\u{202e}").starts_with("v?: 4 frames"));
}

#[test]
fn bombs_are_refused_soon() {
    let room = room();
    let packed = |text: &[u8]| zstd::encode_all(text, 1).unwrap();
    room.file("newlines", &packed(&vec![b'\n'; 100 << 20]));
    ends(&room, "verdict a.vood --contract newlines", 3, "more than 8388608 bytes");
    let line = text(&room, "a.jsonl").lines().next().unwrap().to_owned();
    room.file("census", &packed(&[line.as_bytes(), &vec![b'\n'; 40 << 20]].concat()));
    ends(&room, "census census", 3, "more than 33554432 bytes");
    let head = "format = \"afterimage-contract\"\nversion = 1\nchip = \"sst1\"\nitem = [";
    let list = head.to_owned() + &"1,".repeat(3 << 18) + "1]";
    room.file("list", list.as_bytes());
    ends(&room, "verdict a.vood --contract list", 3, "line 4: invalid type: integer");
}
