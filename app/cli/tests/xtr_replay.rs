//! `afterimage replay` and `trim` on .xtr traces from outside: files, exit codes, saved positions.

mod common;
#[path = "../../../play/tests/common/pictures.rs"]
mod pictures;

use common::xtr::two_frames;
use common::{Room, clean_frames};
use pictures::{FRONT, SIZE, color, frames};
use serde_json::{Value, json};

/// Everything that can be written.
const ALL: &str = "--raw --dump-resolves --dump-edram";
const WORDS: usize = (SIZE * SIZE) as usize;

fn room() -> Room {
    let room = Room::new();
    room.file("a.xtr", &frames(4));
    room
}

fn done(room: &Room, arguments: &str) -> String {
    let run = room.run(arguments);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments}: {}", run.out);
    run.out
}

fn lasting(mut summary: Value) -> Value {
    let timing = summary.as_object_mut().unwrap().remove("timing").unwrap();
    assert!(timing["seconds"].is_number() && timing["msamples_per_second"].is_number());
    summary
}

#[test]
fn one_picture_a_swap_and_what_is_asked_for() {
    let room = room();
    let out = done(&room, &format!("replay a.xtr -o out --strict {ALL}"));
    assert!(out.starts_with("4 frames of 32 x 32 played, 4 written; 0 draws, 5 copies"), "{out}");
    let mut expected: Vec<String> = Vec::new();
    for n in 0..4 {
        let resolve = format!("resolve-0000{n}-0000{n}-{FRONT:08x}");
        expected.extend([format!("edram-0000{n}.bin"), format!("frame-0000{n}.png")]);
        expected.extend([format!("frame-0000{n}.words"), format!("{resolve}.bin")]);
        expected.push(format!("{resolve}.png"));
    }
    // Behind the last swap: of a frame that does not end.
    expected.extend(["bin", "png"].map(|end| format!("resolve-00004-00004-{FRONT:08x}.{end}")));
    expected.push("summary.json".to_owned());
    expected.sort();
    assert_eq!(room.names("out"), expected);
    // Frame 1 shows in its upper half what frame 0 cleared to, and below what frame 0 showed.
    let words = room.bytes("out/frame-00001.words");
    assert_eq!(words[..4 * WORDS / 2], color(0).to_le_bytes().repeat(WORDS / 2));
    assert_eq!(words[4 * WORDS / 2..], [0; 4].repeat(WORDS / 2));
    // Tiles of 32 x 32: the copy wrote half of one, in memory's byte order.
    let resolved = room.bytes(&format!("out/resolve-00002-00002-{FRONT:08x}.bin"));
    assert_eq!(resolved.len(), 4 * WORDS);
    assert_eq!(resolved[..4], color(1).to_be_bytes());
    assert_eq!(room.bytes("out/edram-00000.bin").len(), 10 << 20);
    assert_eq!(room.bytes("out/edram-00002.bin")[..4], color(2).to_le_bytes());
    let summary = room.summary("out");
    for (field, value) in [
        ("format", json!(1)),
        ("kind", json!("xtr")),
        ("engine", json!("reference")),
        ("complete", json!(true)),
        ("ended", json!("end")),
        ("error", json!(null)),
        ("frames", json!(4)),
        ("draws", json!(0)),
        ("copies", json!(5)),
        ("width", json!(32)),
        ("height", json!(32)),
        ("samples", json!(0)),
        ("refusals", json!([])),
    ] {
        assert_eq!(summary[field], value, "{field}");
    }
    assert_eq!(summary["statistics"]["copies"], 5);
    assert_eq!(summary["input"]["name"], "a.xtr");
    assert_eq!(summary["input"]["sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn threads_and_standard_input_change_nothing() {
    let room = room();
    done(&room, &format!("replay a.xtr -o one --threads 1 {ALL}"));
    for threads in [2, 3, 8] {
        let json = room.run(&format!("replay a.xtr -o more --threads {threads} {ALL} --json"));
        assert_eq!(lasting(json.json()), lasting(room.summary("more")));
        for name in room.names("one").iter().filter(|name| *name != "summary.json") {
            assert_eq!(room.bytes(&format!("one/{name}")), room.bytes(&format!("more/{name}")));
        }
        assert_eq!(lasting(room.summary("one")), lasting(room.summary("more")));
    }
    let packed = zstd::encode_all(&*frames(4), 3).unwrap();
    assert_eq!(room.run_with("replay - -o piped", &packed).code, 0);
    assert_eq!(room.bytes("piped/frame-00003.png"), room.bytes("one/frame-00003.png"));
    assert_eq!(room.run("replay a.xtr -o out --threads 0").code, 2);
}

#[test]
fn frames_limit_what_is_written_and_stop_early() {
    let room = room();
    let out = done(&room, "replay a.xtr -o out --frames 1..3 --dump-edram");
    assert!(out.starts_with("3 frames of 32 x 32 played, 2 written; "), "{out}");
    let names = ["edram-00001.bin", "edram-00002.bin", "frame-00001.png", "frame-00002.png"];
    assert_eq!(room.names("out")[..4], names);
    assert_eq!(room.summary("out")["ended"], "frames");
}

#[test]
fn a_saved_position_goes_on_in_another_process() {
    let room = room();
    done(&room, &format!("replay a.xtr -o whole {ALL}"));
    done(&room, &format!("replay a.xtr -o first {ALL} --save-at 1 p.aim --frames 1"));
    done(&room, &format!("replay a.xtr -o rest {ALL} --from p.aim --threads 3"));
    for name in room.names("rest").iter().filter(|name| *name != "summary.json") {
        assert!(!name.contains("-00000.") && !name.contains("-00001."), "{name}");
        assert_eq!(room.bytes(&format!("rest/{name}")), room.bytes(&format!("whole/{name}")));
    }
    assert!(room.path("rest/frame-00003.words").exists());
    assert_eq!(lasting(room.summary("rest")), lasting(room.summary("whole")));
    // The same trace in a container is the same trace.
    room.file("a.xtr.zst", &zstd::encode_all(&*frames(4), 3).unwrap());
    done(&room, "replay a.xtr.zst -o packed --from p.aim");

    room.file("b.xtr", &frames(1));
    room.file("a.vood", &clean_frames());
    room.run("replay a.vood -o out --save-at 1 vood.aim");
    for (arguments, code, part) in [
        ("replay b.xtr -o out --from p.aim", 2, "another trace"),
        ("replay a.xtr -o out --from a.xtr", 3, "AIM-XTRP"),
        ("replay a.xtr -o out --from vood.aim", 3, "AIM-XTRP"),
        ("replay a.vood -o out --from p.aim", 3, "AIM-PLAY"),
        ("replay a.xtr -o out --save-at 9 q.aim", 2, "after 4 frames"),
        ("replay a.xtr -o out --from p.aim --save-at 0 q.aim", 2, "behind that frame"),
        ("replay a.xtr -o out --save-at 0 a.xtr", 2, "the trace itself"),
    ] {
        let run = room.run(arguments);
        assert_eq!(run.code, code, "{arguments}: {}", run.err);
        assert!(run.err.contains(part), "{arguments}: {}", run.err);
    }
    assert!(!room.path("q.aim").exists());
}

#[test]
fn frames_that_are_not_there_are_wrong_usage() {
    let room = room();
    for frames in ["9", "4..9", "4.."] {
        let run = room.run(&format!("replay a.xtr -o out --frames {frames}"));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{frames}");
        assert!(run.err.contains("none of them is there; 4 frames are"), "{}", run.err);
        assert!(room.names("out").is_empty());
    }
    done(&room, "replay a.xtr -o out --frames 3..9");
    done(&room, "replay a.xtr -o out --save-at 1 p.aim");
    let run = room.run("replay a.xtr -o rest --from p.aim --frames 0");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--frames 0..1: the position is behind them, after frame 1"));
}

#[test]
fn what_is_no_trace_is_told_as_info_tells_it() {
    let room = room();
    let whole = frames(1);
    room.file("short.xtr", &whole[..40]);
    room.file("empty", b"");
    room.file("text", b"# What this is, and a little more of it to be long enough for any kind");
    for name in ["short.xtr", "empty", "text"] {
        let (run, info) =
            (room.run(&format!("replay {name} -o out")), room.run(&format!("info {name}")));
        assert_eq!((run.code, run.err), (3, info.err), "{name}");
    }
}

#[test]
fn folders_are_the_same_only_if_their_raw_files_are() {
    let room = room();
    done(&room, &format!("replay a.xtr -o a {ALL}"));
    done(&room, &format!("replay a.xtr -o b {ALL}"));
    assert_eq!(room.run("diff a b").code, 0);
    assert_eq!(room.run("diff a/frame-00001.words b/frame-00001.words").code, 0);
    let resolve = format!("resolve-00000-00000-{FRONT:08x}.bin");
    let mut edram = room.bytes("b/edram-00001.bin");
    edram[77] ^= 1;
    room.file("b/edram-00001.bin", &edram);
    let words = room.bytes("b/frame-00002.words");
    room.file("b/frame-00002.words", &words[4..]);
    for name in ["frame-00001.words", &resolve] {
        std::fs::remove_file(room.path(&format!("b/{name}"))).unwrap();
    }
    let run = room.run("diff a b");
    assert_eq!(run.code, 5, "{}", run.out);
    assert!(run.out.contains("1 of 10485760 bytes differ, the first is byte 77"), "{}", run.out);
    assert!(run.out.contains("one has 4096 bytes, the other 4092"), "{}", run.out);
    let report = room.run("diff a b --json").json();
    assert_eq!(report["only_in_a"], json!(["frame-00001.words", resolve]));
    let edram = &report["pictures"]["edram-00001.bin"];
    assert_eq!(*edram, json!({"passes": false, "bytes": 10 << 20, "differing": 1, "first": 77}));
    assert_eq!(report["pictures"]["edram-00000.bin"]["passes"], true);
    let pair = "diff a/edram-00001.bin b/edram-00001.bin";
    assert_eq!((room.run(pair).code, room.run(&format!("{pair} -o d.png")).code), (5, 2));
}

#[test]
fn help_tells_what_options_mean_of_either_kind() {
    let help = room().run("replay --help").out;
    for part in ["--budget <UNITS>", "quads, vertices, texels", "of .xtr traces there is one"] {
        assert!(help.split_whitespace().collect::<Vec<_>>().join(" ").contains(part), "{help}");
    }
}

#[test]
fn a_cut_trace_is_played_up_to_the_fault() {
    let room = room();
    done(&room, "replay a.xtr -o whole");
    let whole = frames(4);
    room.file("cut.xtr", &whole[..whole.len() - 3]);
    let run = room.run("replay cut.xtr -o cut");
    assert_eq!(run.code, 3);
    assert!(run.err.contains("cut.xtr") && run.err.contains("record"), "{}", run.err);
    for frame in 0..4 {
        let name = format!("frame-0000{frame}.png");
        assert_eq!(room.bytes(&format!("cut/{name}")), room.bytes(&format!("whole/{name}")));
    }
    let summary = room.summary("cut");
    assert_eq!((&summary["complete"], &summary["ended"]), (&json!(false), &json!("fault")));
    assert!(summary["error"]["offset"].is_number() && summary["error"]["record"].is_number());
}

#[test]
fn strict_ends_with_4_after_writing_everything() {
    let room = Room::new();
    // It swaps without a front buffer.
    room.file("a.xtr", &two_frames());
    assert_eq!(room.run("replay a.xtr -o lax").code, 0);
    let run = room.run("replay a.xtr -o strict --strict");
    assert_eq!(run.code, 4);
    assert!(run.err.contains("refused: xenos."), "{}", run.err);
    assert_eq!(room.names("lax"), room.names("strict"));
    assert_ne!(room.summary("strict")["refusals"], json!([]));
}

#[test]
fn a_budget_ends_hostile_streams() {
    let room = room();
    let run = room.run("replay a.xtr -o out --budget 1000");
    assert_eq!(run.code, 4, "{}", run.err);
    assert!(run.err.contains("xenos.work-spent"), "{}", run.err);
    let summary = room.summary("out");
    assert_eq!((&summary["ended"], &summary["complete"]), (&json!("budget"), &json!(false)));
    done(&room, "replay a.xtr -o out --budget none");
}

#[test]
fn a_budget_ends_at_the_first_work_left_undone() {
    let room = room();
    let work = |budget: u32| {
        let run = room.run(&format!("replay a.xtr -o out{budget} --budget {budget} {ALL}"));
        (run, room.summary(&format!("out{budget}")))
    };
    // Each frame copies 32 x 32 or 32 x 16 texels, two units each, and shows 32 x 32 pixels.
    let (run, summary) = work(2 * 1024 + 1024 + 1023);
    assert_eq!(run.code, 4, "{}", run.err);
    assert!(
        run.out.starts_with("1 frame of 32 x 32 played, 1 written; 0 draws, 2 copies"),
        "{}",
        run.out
    );
    assert!(run.out.contains("xenos.work-spent budget 0x00000fff, 1 time,"), "{}", run.out);
    assert_eq!((&summary["frames"], &summary["copies"]), (&json!(1), &json!(2)));
    assert_eq!((&summary["width"], &summary["height"]), (&json!(32), &json!(32)));
    assert_eq!(summary["statistics"]["copies"], 1);
    assert_eq!(summary["refusals"][0]["count"], 1);
    let written = room.names("out4095");
    assert!(written.contains(&"edram-00000.bin".to_owned()), "{written:?}");
    assert!(!written.iter().any(|name| name.contains("-00001")), "{written:?}");
    // A swap that cannot be shown any more has been executed.
    let (run, summary) = work(2 * 1024 + 1024 + 1024 + 1023);
    assert_eq!(
        (run.code, &summary["frames"], &summary["statistics"]["copies"]),
        (4, &json!(2), &json!(2))
    );
    assert_eq!((&summary["width"], &summary["height"]), (&json!(32), &json!(32)));
    assert!(!room.path("out5119/frame-00001.png").exists());
    assert!(!room.path("out5119/edram-00001.bin").exists());
}

#[test]
fn options_of_the_other_chip_are_refused_by_name() {
    let room = room();
    room.file("a.vood", &clean_frames());
    for (trace, options) in [
        ("a.xtr", "--engine soft"),
        ("a.xtr", "--profile hardware"),
        ("a.xtr", "--set lod=quarter-27"),
        ("a.xtr", "--tmus 2"),
        ("a.xtr", "--gamma"),
        ("a.xtr", "--vsync"),
        ("a.vood", "--dump-resolves"),
        ("a.vood", "--dump-edram"),
        ("a.vood", "--threads 2"),
    ] {
        let run = room.run(&format!("replay {trace} -o out {options}"));
        let option = options.split(' ').next().unwrap();
        assert_eq!(run.code, 2, "{options}: {}", run.err);
        assert!(run.err.contains(option) && run.err.contains(trace), "{options}: {}", run.err);
        assert!(!room.path("out").exists());
    }
    done(&room, "replay a.xtr -o out --engine reference");
}

#[test]
fn trimmed_frames_are_the_same() {
    let room = room();
    done(&room, &format!("replay a.xtr -o whole {ALL}"));
    for (name, first, last) in [("t.xtr", 1, 3), ("t.xtr.zst", 2, 4), ("u.xtr", 3, 4)] {
        let out = done(&room, &format!("trim a.xtr --frames {first}..{last} -o {name}"));
        let several = if last - first == 1 { "frame" } else { "frames" };
        assert!(out.starts_with(&format!("{} {several}, ", last - first)), "{out}");
        assert!(out.ends_with(" bytes of content written\n"), "{out}");
        done(&room, &format!("replay {name} -o {name}.out {ALL} --strict"));
        for n in first..last {
            for (kind, end) in [("frame", "png"), ("frame", "words"), ("edram", "bin")] {
                let mine = room.bytes(&format!("{name}.out/{kind}-0000{}.{end}", n - first));
                assert_eq!(mine, room.bytes(&format!("whole/{kind}-0000{n}.{end}")));
            }
        }
        assert_eq!(room.summary(&format!("{name}.out"))["frames"], last - first);
    }
    assert_eq!(room.bytes("t.xtr.zst")[..4], [0x28, 0xB5, 0x2F, 0xFD]);
    let out = done(&room, "trim a.xtr --frames 2..9 -o t.xtr");
    assert!(
        out.starts_with("2 frames, ") && out.ends_with("; the trace has no frame 4\n"),
        "{out}"
    );
    let out = done(&room, "trim a.xtr --frames 2.. -o t.xtr");
    assert!(out.ends_with("written\n"), "{out}");
}

#[test]
fn what_cannot_be_trimmed() {
    let room = room();
    room.file("a.vood", &clean_frames());
    let whole = frames(4);
    room.file("cut.xtr", &whole[..whole.len() - 3]);
    for (arguments, code, part) in [
        ("trim a.xtr -o t.xtr", 2, "--frames"),
        ("trim a.xtr --frames 1", 2, "--output"),
        ("trim a.xtr --frames 4.. -o t.xtr", 2, "4 frames are"),
        ("trim a.xtr --frames 3..3 -o t.xtr", 2, "3..3"),
        ("trim a.xtr --frames 1 -o a.xtr", 2, "replace the input"),
        ("trim a.xtr --frames 1 -o -", 2, "files only"),
        ("trim a.xtr --frames 1 -o t.xtr.gz", 2, ".gz"),
        ("trim a.vood --frames 1 -o t.xtr", 2, "a VOOD trace"),
        ("trim cut.xtr --frames 3.. -o t.xtr", 3, "cut.xtr"),
    ] {
        let run = room.run(arguments);
        assert_eq!(run.code, code, "{arguments}: {}", run.err);
        assert!(run.err.contains(part), "{arguments}: {}", run.err);
        assert!(!room.path("t.xtr").exists(), "{arguments}");
    }
}

#[test]
fn version_1_of_the_summary() {
    let room = room();
    done(&room, "replay a.xtr -o out");
    let sample: Value = serde_json::from_str(include_str!("samples/summary-xtr-1.json")).unwrap();
    let without_program = |mut summary: Value| {
        summary.as_object_mut().unwrap().remove("program").unwrap();
        summary
    };
    let written = without_program(lasting(room.summary("out")));
    assert_eq!(written, without_program(lasting(sample)));
}
