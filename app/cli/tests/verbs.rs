//! The other verbs from outside.

mod common;

use std::process::Stdio;

use common::{Room, clean_frames, four_frames};
use serde_json::json;

#[test]
fn info_counts_without_playing() {
    let room = Room::new();
    let bytes = four_frames();
    room.file("a.vood.zst", &zstd::encode_all(&*bytes, 3).unwrap());
    let run = room.run("info a.vood.zst --json --registers");
    assert_eq!(run.code, 0, "{}", run.err);
    let info = run.json();
    assert_eq!((&info["kind"], &info["swaps"]), (&json!("vood"), &json!(4)));
    assert_eq!((&info["fast_fills"], &info["triangles"]), (&json!(4), &json!(0)));
    assert_eq!(info["picture"], json!({ "width": 64, "height": 32 }));
    assert_eq!(
        (&info["containers"][0], &info["content_bytes"]),
        (&json!("zstd"), &json!(bytes.len()))
    );
    assert_eq!(info["register_writes"]["0x128"], 4);
    let human = room.run("info a.vood.zst --registers");
    assert!(human.out.contains("64 x 32") && human.out.contains("0x128 swapbufferCMD"));
    let piped = room.run_with("info --json -", &bytes);
    assert_eq!((piped.code, &piped.json()["records"]), (0, &info["records"]));
}

#[test]
fn info_of_a_cut_trace_says_what_was_there() {
    let room = Room::new();
    let bytes = four_frames();
    room.file("a.vood", &bytes[..bytes.len() - 1]);
    let run = room.run("info a.vood --json");
    assert_eq!(run.code, 3);
    let info = run.json();
    assert_eq!((&info["complete"], &info["swaps"]), (&json!(false), &json!(3)));
    assert_eq!(info["error"]["offset"], bytes.len() - 24);
}

#[test]
fn diff_is_exact_unless_told_otherwise() {
    let room = Room::new();
    room.file("a.rgb565", &[0x00, 0xF8, 0x00, 0x00, 0x1F, 0x00, 0x00, 0x00]);
    room.file("b.rgb565", &[0x00, 0xF8, 0x00, 0x00, 0x1E, 0x00, 0x00, 0x00]);
    assert_eq!(room.run("diff a.rgb565 a.rgb565").code, 0);
    let run = room.run("diff a.rgb565 b.rgb565 --size 2x2 -o d.png --json");
    assert_eq!(run.code, 5);
    let report = run.json();
    let picture = &report["pictures"]["a.rgb565"];
    assert_eq!((&picture["identical"], &picture["largest"]), (&json!(3), &json!(8)));
    assert_eq!((&picture["identical_percent"], &picture["width"]), (&json!(75.0), &json!(2)));
    assert_eq!(picture["histogram"], json!({ "0": 3, "8": 1 }));
    assert!(room.bytes("d.png").starts_with(b"\x89PNG"));
    let human = room.run("diff a.rgb565 b.rgb565");
    assert!(human.out.contains("75.000 % identical") && human.out.contains("8-15"));
    assert_eq!(room.run("diff a.rgb565 b.rgb565 --tolerance 8").code, 0);
    assert_eq!(room.run("diff a.rgb565 b.rgb565 --tolerance 7").code, 5);
    assert_eq!(room.run("diff a.rgb565 b.rgb565 --size 3x2").code, 3);
    assert_eq!(room.run("diff a.rgb565 missing.png").code, 2);
}

#[test]
fn diff_refuses_pictures_beyond_its_bound() {
    let room = Room::new();
    let huge = std::fs::File::create(room.path("huge.rgb565")).unwrap();
    huge.set_len((2 << 26) + 2).unwrap();
    let run = room.run("diff huge.rgb565 huge.rgb565");
    assert_eq!(run.code, 3);
    assert!(run.err.contains("67108865 pixels, and at most 67108864"), "{}", run.err);
    huge.set_len((256 << 20) + 1).unwrap();
    let run = room.run("diff huge.rgb565 huge.rgb565");
    assert_eq!(run.code, 3);
    assert!(run.err.contains("more than 268435456 bytes"), "{}", run.err);
}

#[test]
fn diff_sees_the_low_byte_of_auxiliary_words() {
    let room = Room::new();
    room.file("a.vood", &clean_frames());
    room.run("replay a.vood -o a --raw");
    let mut words = room.bytes("a/final-aux.aux16");
    words[0] ^= 1;
    room.file("b.aux16", &words);
    let run = room.run("diff a/final-aux.aux16 b.aux16 --json");
    assert_eq!((run.code, &run.json()["pictures"]["final-aux.aux16"]["largest"]), (5, &json!(1)));
    let kinds = room.run("diff a/final-aux.png a/final-front.png");
    assert_eq!(kinds.code, 5);
    assert!(kinds.out.contains("grey"), "{}", kinds.out);
}

#[test]
fn diff_of_folders_names_what_is_missing() {
    let room = Room::new();
    room.file("a.vood", &four_frames());
    room.run("replay a.vood -o a");
    room.run("replay a.vood -o b");
    assert_eq!(room.run("diff a b").code, 0);
    std::fs::remove_file(room.path("b/frame-00002.png")).unwrap();
    std::fs::copy(room.path("a/frame-00000.png"), room.path("b/frame-00001.png")).unwrap();
    let run = room.run("diff a b --json -o d");
    assert_eq!(run.code, 5);
    let report = run.json();
    assert_eq!(report["only_in_a"], json!(["frame-00002.png"]));
    assert_eq!(report["only_in_b"], json!([]));
    assert_eq!(report["pictures"]["frame-00000.png"]["passes"], true);
    assert_eq!(report["pictures"]["frame-00001.png"]["passes"], false);
    assert_eq!(room.names("d"), ["frame-00001.png"]);
}

#[test]
fn registers_are_listed_shown_and_decoded() {
    let room = Room::new();
    let all = room.run("registers sst1");
    assert_eq!(all.code, 0);
    assert!(all.out.contains("fbzMode") && all.out.contains("initEnable"));
    assert!(room.run("registers sst1 --markdown").out.contains("# SST-1 registers"));
    let list = room.run("registers sst1 --json").json();
    assert!(list.as_array().unwrap().len() > 100);
    let one = room.run("registers sst1 fbzMode");
    assert!(one.out.contains("0x110") && one.out.contains("15:14"), "{}", one.out);
    let value = room.run("registers sst1 fbzMode=0x4001 --json").json();
    let fields = value["fields"].as_array().unwrap();
    let clip = fields.iter().find(|field| field["lo"] == 0).unwrap();
    assert_eq!((&clip["value"], &value["offset"]), (&json!(1), &0x110.into()));
    let number = room.run("registers sst1 startR=0x00FFF000 --json").json();
    assert_eq!(number["number"], -1.0);
    assert_eq!(room.run("registers sst1 nothing").code, 2);
    assert_eq!(room.run("registers sst1 clip=1").code, 2);
    assert_eq!(room.run("registers other").code, 2);
    let word = room.run("registers sst1 nccTable0[5]=0x10 --json").json();
    assert_eq!((&word["name"], &word["offset"]), (&json!("nccTable0[5]"), &json!(0x338)));
    for no_word in ["nccTable0[x]=1", "nccTable0[]=1", "nccTable0[12]=1", "nccTable0=1"] {
        let run = room.run(&format!("registers sst1 {no_word}"));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{no_word}: {}", run.err);
    }
}

#[test]
fn refusals_are_listed() {
    let room = Room::new();
    let rows = room.run("refusals --json").json();
    let ids: Vec<_> = rows.as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap()).collect();
    for id in ["sst1.lfb-format", "sst1.cycle-texture-cache", "play.budget"] {
        assert!(ids.contains(&id), "{id}");
    }
    assert!(ids.is_sorted());
    assert!(room.run("refusals").out.contains("sst1.lfb-format"));
}

#[test]
fn demos_are_traces() {
    let room = Room::new();
    let list = room.run("demo --list --json").json();
    let name = list[0]["name"].as_str().unwrap().to_owned();
    assert!(room.run("demo --list").out.contains(&name));
    let run = room.run(&format!("demo {name} -o a.vood --json"));
    assert_eq!(run.code, 0, "{}", run.err);
    let info = room.run("info a.vood --json").json();
    assert_eq!((&info["swaps"], &info["records"]), (&list[0]["frames"], &run.json()["records"]));
    assert_eq!(info["header"]["entry_count"], info["records"]);
    let said = room.run(&format!("demo {name}"));
    assert_eq!(said.code, 0);
    assert!(said.out.ends_with(" bytes of content\n"), "{}", said.out);
    let packed = room.run(&format!("info {name}.vood.zst --json")).json();
    assert_eq!(packed["by_command"], info["by_command"]);
    assert_eq!(room.run("demo no-such").code, 2);
    assert_eq!(room.run("demo").code, 2);
    assert_eq!(room.run(&format!("demo {name} --frames 3 -o b.vood")).code, 2);
}

#[test]
fn demos_of_the_xenos_have_as_many_frames_as_wanted() {
    let room = Room::new();
    let list = room.run("demo --list --json").json();
    let row = |name: &str| {
        let rows = list.as_array().unwrap().iter();
        rows.clone().find(|row| row["name"] == name).unwrap().clone()
    };
    assert_eq!(row("xenos-hdr")["chip"], "xenos");
    let run = room.run("demo xenos-turntable --json");
    assert_eq!(run.code, 0, "{}", run.err);
    let info = room.run("info xenos-turntable.xtr.zst --json").json();
    assert_eq!(info["swaps"], row("xenos-turntable")["frames"]);
    assert_eq!(room.run("demo xenos-turntable --frames 2 -o two.xtr").code, 0);
    let two = room.run("info two.xtr --json").json();
    assert_eq!(two["swaps"], 2);
    assert_eq!(room.run("demo xenos-turntable --frames 0 -o none.xtr").code, 2);
    for verb in ["packets", "draws", "census"] {
        assert_eq!(room.run(&format!("{verb} two.xtr")).code, 0, "{verb}");
    }
}

#[test]
fn every_verb_has_help_with_an_example() {
    let room = Room::new();
    for verb in ["info", "replay", "diff", "registers", "refusals", "demo", "bisect", "truth"] {
        let run = room.run(&format!("{verb} --help"));
        assert_eq!(run.code, 0);
        assert!(run.out.contains("Example") && run.out.contains(&format!("afterimage {verb}")));
    }
    assert_eq!(room.run("no-such-verb").code, 2);
}

#[test]
fn a_reader_that_hangs_up_is_no_failure() {
    let room = Room::new();
    let mut command = common::command(&room.path("."), "registers sst1 --json");
    let mut child = command.stdin(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
