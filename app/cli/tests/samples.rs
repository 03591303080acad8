//! What is written for others to read is still written as in the samples of its version.

mod common;

use common::{Room, four_frames};
use serde_json::Value;

const SUMMARY_1: &str = include_str!("samples/summary-1.json");
const BOARD_1: &str = include_str!("samples/board-1.toml");

fn room() -> Room {
    let room = Room::new();
    room.file("sample.vood", &four_frames());
    room
}

/// Everything but how long it took and which version of the program it was.
fn lasting(mut summary: Value) -> Value {
    let fields = summary.as_object_mut().unwrap();
    assert!(fields["timing"]["seconds"].is_number() && fields["program"].is_string());
    assert!(fields["timing"]["mpixels_per_second"].is_number());
    fields.remove("timing");
    fields.remove("program");
    summary
}

#[test]
fn version_1_of_the_summary() {
    let room = room();
    room.run("replay sample.vood -o out --profile 86box --set lod=half-30");
    let sample: Value = serde_json::from_str(SUMMARY_1).unwrap();
    assert_eq!(sample["format"], 1);
    assert_eq!(lasting(room.summary("out")), lasting(sample));
    // The order of the fields too: people compare the files as text.
    let names = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| Some(line.split_once("\":")?.0.to_owned())).collect()
    };
    let written = String::from_utf8(room.bytes("out/summary.json")).unwrap();
    assert_eq!(names(&written), names(SUMMARY_1));
}

#[test]
fn version_1_of_the_board() {
    let room = room();
    room.run("export sample.vood -o out");
    let written = String::from_utf8(room.bytes("out/board.toml")).unwrap();
    // Facts come and go with the list of facts; each is a line of its name and value.
    let lasting = |text: &str| -> Vec<String> {
        let board = text.lines().take_while(|line| *line != "[facts]");
        board.filter(|line| !line.starts_with("program = ")).map(str::to_owned).collect()
    };
    assert_eq!(lasting(&written), lasting(BOARD_1));
    assert!(written.contains("\n[facts]\n") && BOARD_1.contains("\n[facts]\nalpha_blend = "));
}
