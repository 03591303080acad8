//! `afterimage replay` from outside: files, exit codes, saved positions.

mod common;

use common::{Room, clean_frames, four_frames};
use serde_json::{Value, json};

fn without_timing(mut summary: Value) -> Value {
    assert!(summary["timing"]["seconds"].is_number());
    summary.as_object_mut().unwrap().remove("timing");
    summary
}

#[test]
fn one_picture_a_swap_and_three_at_the_end() {
    let room = Room::new();
    room.file("a.vood", &clean_frames());
    let run = room.run("replay a.vood -o out --raw --strict");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("4 frames of 64 x 32 played, 4 written; "), "{}", run.out);
    let mut expected: Vec<String> = (0..4)
        .flat_map(|n| ["aux16", "png", "rgb565"].map(|kind| format!("frame-0000{n}.{kind}")))
        .collect();
    let finals = ["final-aux.aux16", "final-aux.png", "final-back.png", "final-back.rgb565"];
    expected.splice(0..0, finals.map(str::to_owned));
    let rest = ["final-front.png", "final-front.rgb565"];
    expected.splice(4..4, rest.map(str::to_owned));
    expected.push("summary.json".to_owned());
    assert_eq!(room.names("out"), expected);
    assert_eq!(room.bytes("out/frame-00001.rgb565"), [0xE0, 0x07].repeat(64 * 32));
    assert_eq!(room.bytes("out/frame-00001.aux16"), [0x00, 0xFF].repeat(64 * 32));
    let summary = room.summary("out");
    for (field, value) in [
        ("format", json!(1)),
        ("kind", json!("vood")),
        ("engine", json!("soft")),
        ("profile", json!("hardware")),
        ("complete", json!(true)),
        ("ended", json!("end")),
        ("frames", json!(4)),
        ("width", json!(64)),
        ("height", json!(32)),
    ] {
        assert_eq!(summary[field], value, "{field}");
    }
    assert_eq!(summary["input"]["name"], "a.vood");
    assert_eq!(summary["input"]["sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn outputs_are_byte_stable_but_for_the_timing() {
    let room = Room::new();
    room.file("a.vood", &four_frames());
    room.run("replay a.vood -o one --raw");
    let again = room.run("replay a.vood -o two --raw --json");
    let names = room.names("one");
    assert_eq!(names, room.names("two"));
    for name in names.iter().filter(|name| *name != "summary.json") {
        assert_eq!(room.bytes(&format!("one/{name}")), room.bytes(&format!("two/{name}")));
    }
    assert_eq!(without_timing(room.summary("one")), without_timing(room.summary("two")));
    assert_eq!(without_timing(again.json()), without_timing(room.summary("two")));
}

#[test]
fn engines_write_the_same() {
    let room = Room::new();
    room.file("a.vood", &four_frames());
    room.run("replay a.vood -o soft --raw");
    room.run("replay a.vood -o reference --raw --engine reference");
    assert_eq!(room.run("diff soft reference").code, 0);
    assert_eq!(room.summary("reference")["engine"], "reference");
}

#[test]
fn a_cut_trace_is_played_up_to_the_fault() {
    let room = Room::new();
    let whole = four_frames();
    room.file("whole.vood", &whole);
    room.run("replay whole.vood -o whole");
    room.file("cut.vood", &whole[..whole.len() - 24 * 4 - 7]);
    let run = room.run("replay cut.vood -o cut");
    assert_eq!(run.code, 3);
    let offset = whole.len() - 24 * 5;
    assert!(run.err.contains("cut.vood"), "{}", run.err);
    assert!(run.err.contains(&format!("byte {offset}")) && run.err.contains("record"));
    for frame in 0..3 {
        let name = format!("frame-0000{frame}.png");
        assert_eq!(room.bytes(&format!("cut/{name}")), room.bytes(&format!("whole/{name}")));
    }
    assert!(room.path("cut/final-front.png").exists());
    let summary = room.summary("cut");
    assert_eq!((&summary["complete"], &summary["ended"]), (&json!(false), &json!("fault")));
    assert_eq!(summary["error"]["offset"], offset);
    assert_eq!(summary["frames"], 3);
}

#[test]
fn cut_and_corrupt_containers() {
    let room = Room::new();
    let packed = zstd::encode_all(&*four_frames(), 3).unwrap();
    room.file("cut.vood.zst", &packed[..packed.len() / 2]);
    assert_eq!(room.run("replay cut.vood.zst -o out").code, 3);
    room.file("other", b"this is no trace");
    let run = room.run("replay other -o out");
    assert_eq!(run.code, 3);
    assert!(run.err.contains("neither a VOOD trace"), "{}", run.err);
    let info = room.run("info other");
    assert_eq!((info.code, info.err), (3, run.err));
}

#[test]
fn frames_that_are_not_there_are_wrong_usage() {
    let room = Room::new();
    room.file("a.vood", &clean_frames());
    let run = room.run("replay a.vood -o out --frames 9");
    let said = "a.vood: --frames 9..10: none of them is there; 4 frames are";
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains(said), "{}", run.err);
    assert!(room.names("out").is_empty());
    assert_eq!(room.run("replay a.vood -o out --save-at 1 p.aim").code, 0);
    let run = room.run("replay a.vood -o rest --from p.aim --frames ..2");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--frames 0..2: the position is behind them, after frame 1"));
    assert_eq!(room.run("replay a.vood -o rest --from p.aim --frames 1..3").code, 0);
}

#[test]
fn strict_ends_with_4_after_writing_everything() {
    let room = Room::new();
    room.file("a.vood", &four_frames());
    assert_eq!(room.run("replay a.vood -o lax").code, 0);
    let run = room.run("replay a.vood -o strict --strict");
    assert_eq!(run.code, 4);
    assert!(run.err.contains("sst1.register-unknown") && run.err.contains("0x00000007"));
    assert_eq!(room.names("lax"), room.names("strict"));
    let row = &room.summary("strict")["refusals"][0];
    assert_eq!((&row["count"], &row["value"]), (&json!(1), &json!(7)));
    assert_eq!(row["first"]["frame"], 2);
    assert_eq!(row["first"]["offset"], 64 + 24 * row["first"]["record"].as_u64().unwrap());
}

#[test]
fn frames_limit_what_is_written_and_stop_early() {
    let room = Room::new();
    room.file("a.vood", &four_frames());
    let frames = |arguments: &str, folder: &str| -> Vec<String> {
        let run = room.run(&format!("replay a.vood -o {folder} {arguments}"));
        assert_eq!(run.code, 0, "{}", run.err);
        let names = room.names(folder);
        names.into_iter().filter(|name| name.starts_with("frame")).collect()
    };
    assert_eq!(frames("--frames 1..3", "a"), ["frame-00001.png", "frame-00002.png"]);
    let run = room.run("replay a.vood -o a --frames 1..3");
    assert!(run.out.starts_with("3 frames of 64 x 32 played, 2 written; "), "{}", run.out);
    assert_eq!(frames("--frames 3..", "b"), ["frame-00003.png"]);
    assert_eq!(frames("--frames ..1", "c"), ["frame-00000.png"]);
    assert_eq!(frames("--frames 2", "d"), ["frame-00002.png"]);
    let summary = room.summary("c");
    assert_eq!((&summary["frames"], &summary["ended"]), (&json!(1), &json!("frames")));
    assert_eq!(summary["complete"], true);
    assert_eq!(room.bytes("a/final-front.png"), room.bytes("a/frame-00002.png"));
}

#[test]
fn a_saved_position_goes_on_in_another_process() {
    let room = Room::new();
    room.file("a.vood", &four_frames());
    let settings = "--set lod=quarter-27 --vsync --raw";
    room.run(&format!("replay a.vood -o whole {settings}"));
    let saved =
        room.run(&format!("replay a.vood -o first {settings} --save-at 1 p.aim --frames 1"));
    assert_eq!(saved.code, 0, "{}", saved.err);
    let resumed = room.run("replay a.vood -o rest --raw --from p.aim");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    let other = room.run("replay a.vood -o other --raw --from p.aim --engine reference");
    assert_eq!(other.code, 0, "{}", other.err);
    for folder in ["rest", "other"] {
        for name in room.names(folder).iter().filter(|name| *name != "summary.json") {
            assert!(!name.starts_with("frame-00000") && !name.starts_with("frame-00001"));
            assert_eq!(
                room.bytes(&format!("{folder}/{name}")),
                room.bytes(&format!("whole/{name}"))
            );
        }
    }
    assert_eq!(without_timing(room.summary("rest")), without_timing(room.summary("whole")));

    // The same size, and another colour in the second frame.
    let mut other = four_frames();
    other[64 + 24 * 11 + 16] ^= 1;
    room.file("b.vood", &other);
    let run = room.run("replay b.vood -o out --from p.aim");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("another trace"), "{}", run.err);
    assert_eq!(room.run("replay a.vood -o out --from a.vood").code, 3);
    assert_eq!(room.run("replay a.vood -o out --from p.aim --profile 86box").code, 2);
    assert_eq!(room.run("replay a.vood -o out --save-at 9 q.aim").code, 2);
    assert!(!room.path("q.aim").exists());
}

#[test]
fn standard_input_and_folders() {
    let room = Room::new();
    let bytes = four_frames();
    room.file("a.vood", &bytes);
    room.run("replay a.vood -o file");
    let packed = zstd::encode_all(&*bytes, 3).unwrap();
    assert_eq!(room.run_with("replay - -o piped", &packed).code, 0);
    assert_eq!(room.run("diff file piped").code, 0);
    assert_eq!(room.summary("piped")["input"]["name"], "-");
    std::fs::create_dir(room.path("folder")).unwrap();
    room.file("folder/trace.bin.zst", &packed);
    assert_eq!(room.run("replay folder -o opened").code, 0);
    assert_eq!(room.run("diff file opened").code, 0);
}

#[test]
fn a_budget_ends_hostile_streams() {
    let room = Room::new();
    room.file("a.vood", &four_frames());
    let run = room.run("replay a.vood -o out --budget 3000");
    assert_eq!(run.code, 4, "what is missing is not passed over in silence");
    let summary = room.summary("out");
    assert_eq!((&summary["ended"], &summary["complete"]), (&json!("budget"), &json!(false)));
    assert_eq!(summary["refusals"][0]["id"], "play.budget");
    assert_eq!(room.run("replay a.vood -o out --budget none").code, 0);
}

#[test]
fn wrong_usage_is_2_and_says_what_is_possible() {
    let room = Room::new();
    room.file("a.vood", &four_frames());
    for (arguments, hint) in [
        ("replay a.vood", "--output"),
        ("replay missing.vood -o out", "missing.vood"),
        ("replay a.vood -o out --set lod=7", "quarter-27"),
        ("replay a.vood -o out --set lod", "FACT=VALUE"),
        ("replay a.vood -o out --set no-fact=1", "lod"),
        ("replay a.vood -o out --profile x", "86box"),
        ("replay a.vood -o out --engine x", "reference"),
        ("replay a.vood -o out --tmus 4", "1 to 3"),
        ("replay a.vood -o out --frames 3..3", "3..3"),
        ("replay a.vood -o out --save-at x y", "number"),
    ] {
        let run = room.run(arguments);
        assert_eq!(run.code, 2, "{arguments}: {}", run.err);
        assert!(run.err.contains(hint), "{arguments}: {}", run.err);
    }
}
