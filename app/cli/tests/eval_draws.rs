//! The verb `eval` on draws of a trace: which draw, and programs in the place of its own.
#![allow(clippy::float_cmp, reason = "results are exact, and tests say so")]

mod common;

use common::Room;
use common::xtr::{Xtr, two_frames};
use xenos_xtr::{BufferStart, Record};

/// Exports the index as position and interpolator.
const VERTEX: &str = "vs
    alloc position
    max oPos, r0, r0
    alloc interpolators
    max o0, r0, r0
";

/// Gives the interpolator and its own constant.
const PIXEL: &str = "ps\n max oC0.xy__, r0, r0\n max oC1, c0, c0\n";

fn words(room: &Room, name: &str, text: &str) -> Vec<u32> {
    room.file(name, text.as_bytes());
    let run = room.run(&format!("asm {name} -o {name}.bin"));
    assert_eq!(run.code, 0, "{}", run.err);
    let bytes = room.bytes(&format!("{name}.bin"));
    bytes.as_chunks().0.iter().map(|word| u32::from_be_bytes(*word)).collect()
}

/// Frame 0 with a draw, frame 1 with two: float constant 0 of pixels holds the draw's number.
fn drawn(room: &Room) {
    let vertex = words(room, "v.vs.asm", VERTEX);
    let pixel = words(room, "p.ps.asm", PIXEL);
    let mut trace = Xtr::new();
    trace.record(&Record::PrimaryBufferStart(BufferStart { base: 0x1000, words: &[] }));
    trace.write(0x2000, 0x0001_0140);
    trace.write(0x2208, 4);
    // Indices have a limit.
    trace.write(0x2100, 0xFF_FFFF);
    for (stage, words) in [(0, &vertex), (1, &pixel)] {
        trace.command(0x2B, &[&[stage, words.len() as u32], &words[..]].concat());
    }
    for number in 0..3 {
        trace.write(0x4400, (number as f32).to_bits());
        trace.draw();
        if number != 1 {
            trace.swap();
        }
    }
    trace.record(&Record::PrimaryBufferEnd);
    room.file("a.xtr", &trace.finish());
}

fn x(json: &serde_json::Value, register: &str, lane: usize) -> f64 {
    let exports = json["exports"].as_array().unwrap();
    let of = |export: &&serde_json::Value| export["register"] == register && export["lane"] == lane;
    exports.iter().find(of).unwrap()["values"][0]["value"].as_f64().unwrap()
}

#[test]
fn draws_are_numbered_in_the_trace_or_in_a_frame() {
    let room = Room::new();
    drawn(&room);
    for (place, number, frame, nth) in
        [("--draw 0", 0, 0, 0), ("--draw 2", 2, 1, 1), ("--frame 1 --draw 1", 2, 1, 1)]
    {
        let run = room.run(&format!("eval --trace a.xtr {place} --stage pixel --json"));
        assert_eq!(run.code, 0, "{}", run.err);
        let json = run.json();
        let expected =
            serde_json::json!({"number": number, "frame": frame, "nth": nth, "vertex": 0});
        assert_eq!(json["draw"], expected);
        assert_eq!(x(&json, "oC1", 0), f64::from(number), "{place}");
        let text = room.run(&format!("eval --trace a.xtr {place} --stage pixel")).out;
        let head = format!("draw {number} (draw {nth} of frame {frame}), vertex 0\n");
        assert!(text.starts_with(&head), "{text}");
    }
    for (place, part) in [
        ("--frame 0 --draw 1", "frame 0 has 1 draw"),
        ("--frame 1 --draw 2", "draw 2 of the trace is draw 1 of that frame"),
        ("--frame 5 --draw 0", "--frame 5"),
        ("--draw 3", "there are 3 draws"),
    ] {
        let run = room.run(&format!("eval --trace a.xtr {place}"));
        assert!(run.code == 2 && run.err.contains(part), "{place}: {}", run.err);
    }
    // A frame numbers draws; without one there is nothing to number.
    assert_eq!(room.run("eval --trace a.xtr --frame 1").code, 2);
    assert_eq!(room.run("eval p.ps.asm --draw 1").code, 2);
}

#[test]
fn an_own_program_runs_on_the_inputs_of_a_draw() {
    let room = Room::new();
    drawn(&room);
    room.file("own.ps.asm", b"ps\n adds r1.x, r0.xx\n muls r1.y, c0.xx\n max oC0, r1, r1\n");
    let own = room.run("eval own.ps.asm --trace a.xtr --draw 2 --json");
    assert_eq!(own.code, 0, "{}", own.err);
    let own = own.json();
    let drawn = room.run("eval --trace a.xtr --draw 2 --stage pixel --json").json();
    assert_ne!(own["sha1"], drawn["sha1"]);
    for lane in 0..4 {
        assert_eq!(x(&own, "oC0", lane), 2.0 * x(&drawn, "oC0", lane), "{own:#}");
    }
    assert_eq!(own["exports"][0]["values"][1]["value"], 4.0);
    // By words as well, and what is given counts more than the draw's.
    assert_eq!(room.run("asm own.ps.asm -o own.ps.bin").code, 0);
    let given = room.run("eval own.ps.bin --trace a.xtr --draw 2 --const c0=5 --json").json();
    assert_eq!(given["exports"][0]["values"][1]["value"], 25.0);
    room.file("own.vs.asm", b"vs\n add oPos, r0.x, r0.x\n");
    let vertex = room.run("eval own.vs.asm --trace a.xtr --draw 0 --vertex 2 --json").json();
    assert_eq!(x(&vertex, "oPos", 0), 4.0);
    assert_eq!(vertex["draw"]["vertex"], 2);
    let run = room.run("eval own.ps.asm --trace a.xtr --draw 2 --stage vertex");
    assert!(run.code == 2 && run.err.contains("its name says pixel"), "{}", run.err);
}

#[test]
fn an_own_program_needs_a_draw_of_its_kind() {
    let room = Room::new();
    room.file("a.xtr", &two_frames());
    room.file("own.ps.asm", PIXEL.as_bytes());
    let run = room.run("eval own.ps.asm --trace a.xtr --draw 1");
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("own.ps.asm is a pixel program, and draw 1 has no pixel program"));
    room.file("own.vs.asm", b"vs\n add oPos, r0.x, c0\n");
    let run = room.run("eval own.vs.asm --trace a.xtr --frame 2 --draw 0 --const c0=3 --json");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(x(&run.json(), "oPos", 0), 3.0);
    // What is wrong with it is said as without a trace.
    room.file("own.vs.asm", b"vs\n exece\n max oPos, r0, r0\n");
    let run = room.run("eval own.vs.asm --trace a.xtr --draw 1");
    assert!(run.code == 3 && run.err.contains("own.vs.asm: error[export-without-alloc]"));
}
