//! `afterimage export` and `afterimage locate` from outside: files, exit codes, hostile input.

mod common;

use std::io::Write as _;
use std::process::{Command, Stdio};

use common::{Room, Stream, clean_frames, four_frames};
use serde_json::json;
use sst1_stimulus::{Detail, Hashes, parse_stimulus, term};
use sst1_vood::{Header, StateImage, StateRegister};

/// A room with a trace and its export.
fn exported() -> Room {
    let room = Room::new();
    room.file("a.vood", &clean_frames());
    let run = room.run("export a.vood -o out --detail 0 --detail 2 --json");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!((&run.json()["commands"], &run.json()["frames"]), (&json!(8), &json!(4)));
    room
}

fn text(room: &Room, name: &str) -> String {
    String::from_utf8(room.bytes(name)).unwrap()
}

#[test]
fn an_export_is_read_back_and_equal() {
    let room = exported();
    let names = ["board.toml", "detail-0.txt", "detail-2.txt", "hashes.txt", "stimulus.txt"];
    assert_eq!(room.names("out"), names);
    let stimulus = parse_stimulus(&room.bytes("out/stimulus.txt")).unwrap();
    assert_eq!(stimulus.iter().filter(|line| line.command.is_some()).count(), 8);
    assert!(text(&room, "out/stimulus.txt").ends_with("# frame 4\n"));
    let hashes = Hashes::parse(&room.bytes("out/hashes.txt")).unwrap();
    assert_eq!(hashes.lines.len(), 8);
    let board = text(&room, "out/board.toml");
    for line in ["version = 1", "frame_buffer_bytes = 1048576", "[facts]", "edges = \"exact\""] {
        assert!(board.contains(line), "{line}: {board}");
    }
    let run = room.run("locate a.vood --hashes out/hashes.txt");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out, "8 of 8 commands compared, all equal; the trace has 8\n");
    let piped = room.run_with("locate - --hashes out/hashes.txt --json", &clean_frames());
    assert_eq!((piped.code, &piped.json()["equal"]), (0, &json!(8)));
    let packed = zstd::encode_all(&*room.bytes("out/hashes.txt"), 3).unwrap();
    let packed = room.run_with("locate a.vood --hashes - --engine reference", &packed);
    assert_eq!(packed.code, 0, "{}", packed.err);
    assert_eq!(room.run("locate a.vood --detail out/detail-2.txt").code, 0);
    // Another profile only parts where it matters: not here.
    assert_eq!(room.run("locate a.vood --hashes out/hashes.txt --profile 86box").code, 0);
}

#[test]
fn a_single_word_is_named_with_its_command() {
    let room = exported();
    let detail = Detail::parse(&room.bytes("out/detail-2.txt")).unwrap();
    let change = detail.changes[100];
    let hashes = text(&room, "out/hashes.txt");
    let color = Hashes::parse(hashes.as_bytes()).unwrap().lines[2].digest.color;
    let wrong = change.after ^ 0x0400;
    let other = color
        .wrapping_sub(term(change.index, change.after))
        .wrapping_add(term(change.index, wrong));
    let theirs = hashes.replacen(&format!("{color:016x}"), &format!("{other:016x}"), 1);
    room.file("theirs.txt", theirs.as_bytes());
    let run = room.run("locate a.vood --hashes theirs.txt --json");
    assert_eq!(run.code, 5, "{}", run.err);
    let located = run.json();
    let parted = &located["parted"];
    assert_eq!((&parted["command"], &parted["frame"]), (&json!(2), &json!(1)));
    assert_eq!((&parted["kind"], &parted["unequal"]), (&json!("fastfill"), &json!(["color"])));
    // Six registers, three of the first frame with its SWAP record, two before the fill.
    assert_eq!(parted["record"], 6 + 3 + 2 + 2);
    assert_eq!(parted["offset"], 64 + 24 * 13);
    let pixel = &parted["pixels"][0];
    assert_eq!((&pixel["x"], &pixel["y"]), (&json!(36), &json!(1)));
    assert_eq!((&pixel["buffer"], &pixel["bits"]), (&json!("back"), &json!(0x0400)));
    assert_eq!(pixel["theirs"], wrong);
    assert_eq!(parted["theirs"]["color"], format!("{other:016x}"));
    let human = room.run("locate a.vood --hashes theirs.txt");
    for part in [
        "parted after command 2, fastfill, record 13 at byte 376, frame 1",
        "2 commands compared before it are equal",
        "one word explains it: back (36, 1)",
        "bits 0x0400",
        "written here: 2048 words of back, x 0 to 63, y 0 to 31; 2048 words of aux",
        "fbzMode        0x00004601  clip depth_function=never rgb_write aux_write",
        "draw_buffer=back",
    ] {
        assert!(human.out.contains(part), "{part}: {}", human.out);
    }
}

#[test]
fn several_words_are_compared_by_details() {
    let room = exported();
    let zeros =
        text(&room, "out/hashes.txt").lines().take(4).map(str::to_owned).collect::<Vec<_>>();
    let [number, record, kind, displayed, draw, ..] = zeros[3].split(' ').collect::<Vec<_>>()[..]
    else {
        panic!("{zeros:?}")
    };
    let wrong =
        format!("{number} {record} {kind} {displayed} {draw} 0123456789abcdef 0000000000000000");
    let end = "end 2".to_owned();
    room.file("theirs.txt", [&zeros[..3], &[wrong, end]].concat().join("\n").as_bytes());
    let run = room.run("locate a.vood --hashes theirs.txt");
    assert_eq!(run.code, 5);
    assert!(run.out.contains("no single word of colour memory explains"), "{}", run.out);
    assert!(run.out.contains("afterimage export --detail 1"), "{}", run.out);

    let detail = text(&room, "out/detail-2.txt").replace(" 07e0\n", " 07c0\n");
    room.file("detail.txt", detail.as_bytes());
    let run = room.run("locate a.vood --detail detail.txt");
    assert_eq!(run.code, 5);
    let first = "  the first: back (0, 0) at byte 0x000000: 0x0000 to 0x07e0 here, 0x0000 to 0x07c0 \
                 there\n";
    assert!(run.out.contains("2048 words differ\n") && run.out.contains(first), "{}", run.out);
    let other = detail.replace("command 2 fastfill", "command 99 fastfill");
    room.file("other.txt", other.as_bytes());
    let run = room.run("locate a.vood --detail other.txt");
    assert_eq!(run.code, 5);
    assert!(run.out.contains("command 99 is none"), "{}", run.out);
}

#[test]
fn frames_are_a_range_and_details_must_exist() {
    let room = Room::new();
    room.file("a.vood", &clean_frames());
    let run = room.run("export a.vood -o out --frames 1..3 --json");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!((&run.json()["hashed"], &run.json()["commands"]), (&json!(4), &json!(6)));
    let hashes = Hashes::parse(&room.bytes("out/hashes.txt")).unwrap();
    assert_eq!((hashes.lines[0].number, hashes.lines[3].number), (2, 5));
    assert_eq!(room.run("locate a.vood --hashes out/hashes.txt").code, 0);
    let run = room.run("export a.vood -o out --detail 8");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--detail 8: there are 8 commands"), "{}", run.err);
    assert_eq!(room.run("export a.vood -o out --profile none").code, 2);
    assert_eq!(room.run("export a.vood -o out --set edges=none").code, 2);
    assert_eq!(room.run("locate a.vood").code, 2);
    assert_eq!(room.run("locate a.vood --hashes missing.txt").code, 2);
    let run = room.run("export a.vood -o out --budget 10000 --json");
    assert_eq!((run.code, &run.json()["complete"]), (4, &json!(false)));
    assert!(run.err.contains("stopped at the budget"), "{}", run.err);
    let run = room.run("export a.vood -o beyond --frames 4..");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--frames 4..: none of them is there; 4 frames are"), "{}", run.err);
    assert_eq!(room.names("beyond"), [""; 0]);
    assert_eq!(room.run("export a.vood -o beyond --frames 3..9").code, 0, "partly beyond");
}

#[test]
fn a_cut_trace_is_exported_and_compared_up_to_its_fault() {
    let room = exported();
    let bytes = clean_frames();
    room.file("cut.vood", &bytes[..bytes.len() - 1]);
    let run = room.run("export cut.vood -o cut");
    assert_eq!(run.code, 3);
    assert!(run.out.contains("7 hashed"), "{}", run.out);
    assert_eq!(room.run("locate a.vood --hashes cut/hashes.txt").code, 0);
    let run = room.run("locate cut.vood --hashes cut/hashes.txt");
    assert_eq!(run.code, 3);
    assert!(run.out.starts_with("7 of 7 commands compared"), "{}", run.out);
    // A stream with other commands is told apart from one that draws otherwise.
    room.file("b.vood", &four_frames());
    let run = room.run("locate b.vood --hashes out/hashes.txt");
    assert_eq!(run.code, 5);
    assert!(run.out.contains("record: 19 here, 18 there: another stream"), "{}", run.out);
    // A bench that does not know records says so.
    let bench = text(&room, "out/hashes.txt");
    let bench = bench.lines().map(|line| match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
        [number, record, rest] if number != "#" && record.parse::<u64>().is_ok() => {
            format!("{number} - {rest}\n")
        }
        _ => format!("{line}\n"),
    });
    room.file("bench.txt", bench.collect::<String>().as_bytes());
    assert_eq!(room.run("locate b.vood --hashes bench.txt").code, 0);
    let mut stream = Stream::new();
    stream.write(0x128, 0);
    room.file("c.vood", &stream.finish());
    let run = room.run("locate c.vood --hashes out/hashes.txt");
    assert_eq!(run.code, 5);
    assert!(run.out.contains("kind: swap here, fastfill there: another stream"), "{}", run.out);
}

#[test]
fn hostile_hashes_and_details_end_in_3_with_line_and_reason() {
    let room = exported();
    let good = text(&room, "out/hashes.txt");
    let check = |name: &str, bytes: &[u8], option: &str, part: &str| {
        room.file(name, bytes);
        let run = room.run(&format!("locate a.vood --{option} {name}"));
        assert_eq!(run.code, 3, "{part}: {}", run.err);
        let line = format!("{name}: line ");
        assert!(run.err.contains(&line) && run.err.contains(part), "{part}: {}", run.err);
        assert!(run.err.len() < 300, "{}", run.err.len());
    };
    let hashes = |text: &str, part: &str| check("h.txt", text.as_bytes(), "hashes", part);
    hashes("", "line 1: the file is empty; it should begin with `afterimage hashes VERSION`");
    hashes(&good.replace("end 8\n", ""), "line 10: the end line is missing behind it");
    hashes("\u{202e}{\"a\":1}", "VERSION`, but with `\\u{202e}{");
    hashes(&good.replace("hashes 1", "hashes 2"), "version 2; this build knows version 1");
    hashes(&good.replace("\n1 ", "\n0 "), "line 4: command 0 behind 0");
    hashes(&good.replace("end 8", "end 9"), "line 11: the end line states 9 commands, 8 are there");
    hashes(&good[..good.len() / 2], "line ");
    hashes(&good.replace(" swap ", " swop "), "line 4: KIND");
    hashes(&good.replace('\n', " "), "version");
    check("h.txt", &[0xFF; 4096], "hashes", "it is no UTF-8 text");
    check("h.txt", &vec![b'0'; 4 << 20], "hashes", "line 1");
    let detail = text(&room, "out/detail-2.txt");
    let end = detail.rfind("end").unwrap();
    check("d.txt", &detail.as_bytes()[..end], "detail", "the end line is missing");
    check("d.txt", detail.replace("end 4096", "end 1").as_bytes(), "detail", "states 1 words");
    check("d.txt", good.as_bytes(), "detail", "`afterimage detail VERSION`");
}

#[test]
fn nothing_compared_is_no_success() {
    let room = exported();
    let good = text(&room, "out/hashes.txt");
    room.file("none.txt", b"afterimage hashes 1\nend 0\n");
    let run = room.run("locate a.vood --hashes none.txt");
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    assert!(run.err.contains("none.txt: it lists no command"), "{}", run.err);
    // A used-up budget says nothing of the rest of the trace.
    let run = room.run("locate a.vood --hashes out/hashes.txt --budget 7000");
    assert_eq!(run.code, 4, "{}", run.out);
    assert!(run.out.contains("the budget ended the replay behind"), "{}", run.out);
    assert!(!run.out.contains("the trace has") && run.err.contains("stopped at the budget"));
    let json = room.run("locate a.vood --hashes out/hashes.txt --budget 7000 --json").json();
    assert_eq!((&json["complete"], &json["ended"]), (&json!(false), &json!("budget")));
    assert_eq!(json["surplus"], json!(null));
    let run = room.run("locate a.vood --detail out/detail-2.txt --budget 1");
    assert_eq!((run.code, run.out.as_str()), (4, ""));
    assert_eq!(room.run("locate - --hashes -").code, 2, "standard input twice");
    assert_eq!(room.run("locate a.vood --hashes out").code, 2, "a folder");
    assert_eq!(room.run("locate a.vood --hashes a.vood/none").code, 2, "below a file");
    room.file("marked.txt", format!("\u{feff}{good}").as_bytes());
    assert_eq!(room.run("locate a.vood --hashes marked.txt").code, 0);
}

#[test]
fn an_export_takes_its_places_together() {
    let room = exported();
    room.file("out/here", b"");
    std::fs::write(room.path("out/stimulus.txt"), clean_frames()).unwrap();
    let run = room.run("export out/stimulus.txt -o out");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("would replace the input"), "{}", run.err);
    assert_eq!(room.bytes("out/stimulus.txt"), clean_frames());
    assert_eq!(room.run("export a.vood -o out/here").code, 2, "a file");
    assert_eq!(room.run("export a.vood -o -").code, 2, "standard output");
    std::fs::create_dir(room.path("blocked")).unwrap();
    std::fs::create_dir(room.path("blocked/board.toml")).unwrap();
    assert_eq!(room.run("export a.vood -o blocked").code, 2, "a folder where a file is needed");
    assert_eq!(room.names("blocked"), ["board.toml"]);
}

#[test]
fn a_state_image_becomes_start_files() {
    let room = Room::new();
    let folder = room.path("trace");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("trace.bin"), clean_frames()).unwrap();
    let header = Header::new(1, 1, 1);
    assert_eq!((header.fb_size_mb, header.num_tmus), (1, 1));
    let image = StateImage {
        registers: vec![StateRegister { address: 0x148, value: 0x123456 }],
        frame_buffer: vec![7; 1 << 20],
        textures: vec![vec![9; 1 << 20]],
        ..StateImage::default()
    };
    image.write(std::fs::File::create(folder.join("state.bin")).unwrap()).unwrap();
    let run = room.run("export trace -o out --json");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.json()["start"]["frame_buffer"], "start-frame-buffer.bin");
    assert_eq!(room.bytes("out/start-frame-buffer.bin"), vec![7; 1 << 20]);
    assert_eq!(room.bytes("out/start-texture-0.bin"), vec![9; 1 << 20]);
    assert!(text(&room, "out/board.toml").contains("[start]"));
    assert!(text(&room, "out/stimulus.txt").contains("\nw4 000148 00123456\n"));
    assert_eq!(room.run("locate trace --hashes out/hashes.txt").code, 0);
}

/// The Python of docs/stimulus.md computes our hashes from our details, where there is a Python.
#[test]
fn the_documented_python_agrees() {
    let room = exported();
    let document = include_str!("../../../docs/stimulus.md");
    let code = document.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let check = r#"
assert mix(0, 1) == 0x910a2dec89025cc1
memory = Memory(1 << 19, 2 * 4 * 4096 // 2)
wanted = [l for l in lines("out/hashes.txt", "hashes") if l[0] != "end"]
drawn = [(o, n, k) for o, _, _, n, k in operations("out/stimulus.txt") if n is not None]
assert [(n, k) for _, n, k in drawn] == [(int(w[0]), w[2]) for w in wanted]
for number in 0, 2:
    for fields in lines("out/detail-%d.txt" % number, "detail"):
        if len(fields) == 6:
            memory.write(int(fields[3], 16) // 2, int(fields[5], 16))
    n, _, kind, displayed, draw, color, aux = wanted[number]
    ours = memory.line(int(n), kind, int(displayed), int(draw))
    assert ours.split()[2:] == wanted[number][2:], (ours, wanted[number])
print("agrees")
"#;
    let python = Command::new("python3")
        .arg("-")
        .current_dir(room.path("."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        eprintln!("there is no python3: the example of docs/stimulus.md is not run");
        return;
    };
    let source = code.to_owned() + check;
    python.stdin.take().unwrap().write_all(source.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "agrees\n", "{output:?}");
}

#[test]
fn both_verbs_have_help_with_an_example() {
    let room = Room::new();
    for verb in ["export", "locate"] {
        let run = room.run(&format!("{verb} --help"));
        assert_eq!(run.code, 0);
        assert!(run.out.contains("Example") && run.out.contains(&format!("afterimage {verb}")));
    }
}
