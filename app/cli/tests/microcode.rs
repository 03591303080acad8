//! The verbs that make and read microcode programs.

mod common;

use common::Room;
use serde_json::json;

const TEXT: &str = "ps
    tfetch2D r1, r0.xy, tf0
    mul oC0, r1, c0
";

#[test]
fn a_text_becomes_a_program_and_a_text() {
    let room = Room::new();
    room.file("a.asm", TEXT.as_bytes());
    let run = room.run("asm a.asm -o a.ps.bin");
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let words = room.bytes("a.ps.bin");
    assert_eq!(words.len(), 48);
    let listing = room.run("disasm a.ps.bin").out;
    assert!(listing.starts_with("ps\n") && listing.contains("mul oC0, r1, c0"), "{listing}");
    let again = room.run_with("asm - -o b.ps.bin", listing.as_bytes());
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(room.bytes("b.ps.bin"), words);
    assert!(!room.run("disasm a.ps.bin --shared").out.contains("ps\n"));

    let whole = room.run("disasm a.ps.bin --json --validate").json();
    assert_eq!((&whole["version"], &whole["format"]), (&json!(1), &json!("xenos-program")));
    assert_eq!((&whole["findings"], &whole["remarks"]), (&json!([]), &json!([])));
    assert_eq!(whole["instructions"][1]["vector"]["opcode"], "mul");
    let uses = room.run("disasm a.ps.bin --uses").json();
    assert_eq!(uses["sha1"], whole["sha1"]);
    let report = room.run("asm a.asm --check --json").json();
    assert_eq!((&report["sha1"], &report["dwords"]), (&whole["sha1"], &json!(12)));
}

/// What control does not reach may name instructions that are not in the program; a listing cannot
/// say how many, and no text gives the words back.
#[test]
fn what_is_left_out_of_a_listing_is_malformed() {
    let room = Room::new();
    room.file("a.ps.asm", b"exece\nadd r0, r0, r0\nexec\nadd r1, r1, r1\n");
    assert_eq!(room.run("asm a.ps.asm -o a.ps.bin --invalid").code, 3);
    let run = room.run("disasm a.ps.bin --validate");
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    let said = "flow 0.1 is not reached, and runs instruction 2, outside the program";
    assert!(run.err.contains(&format!("malformed: {said}")), "{}", run.err);
    assert!(run.out.contains(&format!("// malformed: {said}\n")), "{}", run.out);
    assert!(run.out.contains("// warning[unreachable-outside] at flow 0.1: "), "{}", run.out);
    let whole = room.run("disasm a.ps.bin --json").json();
    assert_eq!(whole["findings"][0]["finding"], "unreached-exec");

    room.file("b.ps.asm", room.run("disasm a.ps.bin").out.as_bytes());
    assert_eq!(room.run("asm b.ps.asm -o b.ps.bin").code, 0);
    let run = room.run("shader-diff a.ps.bin b.ps.bin");
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("flow 0.1  count  0x1, dropped to 0x0"), "{}", run.out);
    let report = room.run("shader-diff a.ps.bin b.ps.bin --json").json();
    let dropped = json!([{"flow": 1, "field": "count", "was": 1, "becomes": 0}]);
    assert_eq!((&report["dropped"]["a"], &report["verdict"]), (&dropped, &json!("equal")));
}

#[test]
fn what_is_wrong_has_a_place() {
    let room = Room::new();
    room.file("bad.ps.asm", b"mul oC0, r1\nmov r0, r1\n");
    let run = room.run("asm bad.ps.asm -o out.bin");
    assert_eq!(run.code, 3);
    assert!(run.err.contains("bad.ps.asm:1:12: expected a comma and operand 2"), "{}", run.err);
    assert!(
        run.err.contains("bad.ps.asm:2:1: no instruction is called `mov`, a name of Direct3D: "),
        "{}",
        run.err
    );
    assert!(run.err.contains("errors in the text: 2"), "{}", run.err);
    assert!(!room.path("out.bin").exists());
    let report = room.run("asm bad.ps.asm --check --json");
    assert_eq!((report.code, &report.json()["errors"][1]["line"]), (3, &json!(2)));

    room.file("late.ps.asm", b"exece\nmax oC0, r0, r0\n");
    let run = room.run("asm late.ps.asm -o late.ps.bin");
    assert!(
        run.code == 3 && run.err.contains("late.ps.asm:2:1: error export-without-alloc: "),
        "{}",
        run.err
    );
    assert!(!room.path("late.ps.bin").exists());
    assert_eq!(room.run("asm late.ps.asm -o late.ps.bin --invalid").code, 3);
    let listing = room.run("disasm late.ps.bin --validate");
    assert_eq!(listing.code, 0);
    assert!(listing.out.contains("// error[export-without-alloc] at instruction 1"));

    room.file("maybe.ps.asm", b"(p0) max oC0, r0, r0\n");
    let run = room.run("asm maybe.ps.asm -o maybe.ps.bin");
    assert!(
        run.code == 0 && run.err.contains("maybe.ps.asm:1:6: warning predicate-unset: "),
        "{}",
        run.err
    );
    let report = room.run("asm maybe.ps.asm --check --json").json();
    let place = json!([1, 6, 1, "predicate-unset"]);
    let remark = &report["remarks"][0];
    let found = ["line", "column", "address", "rule"].map(|key| remark[key].clone());
    assert_eq!(json!(found), place);
    room.file("none.vs.asm", b"\n  nop\n");
    let run = room.run("asm none.vs.asm --check");
    assert!(run.err.contains("none.vs.asm:1:1: warning no-position: "), "{}", run.err);
    let steps = "tfetch2D r0, r0.xy, tf0, LODBias=99\n";
    room.file("steps.ps.asm", steps.as_bytes());
    let run = room.run("asm steps.ps.asm --check");
    let range = "steps.ps.asm:1:34: a bias is 99, allowed are -4 to 3.9375 in steps of 1/16\n";
    assert!(run.err.contains(range), "{}", run.err);
    room.file("stage.asm", b"mul r0, r1, r2\n");
    assert!(room.run("asm stage.asm --check").err.contains("the stage is not known"));
    assert_eq!(room.run("asm stage.asm --check --stage ps").code, 0);
    assert_eq!(room.run("asm stage.asm").code, 2);
    assert_eq!(room.run("asm stage.asm -o -").code, 2);
    room.file("binary.asm", &[0xFF, 0xFE]);
    assert_eq!(room.run("asm binary.asm --check").code, 3);
}
