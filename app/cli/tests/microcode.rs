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

#[test]
fn what_is_wrong_has_a_place() {
    let room = Room::new();
    room.file("bad.ps.asm", b"mul oC0, r1\nmov r0, r1\n");
    let run = room.run("asm bad.ps.asm -o out.bin");
    assert_eq!(run.code, 3);
    assert!(run.err.contains("bad.ps.asm:1:12: expected a comma and operand 2"), "{}", run.err);
    assert!(run.err.contains("bad.ps.asm:2:1: no instruction is called `mov`"), "{}", run.err);
    assert!(run.err.contains("errors in the text: 2"), "{}", run.err);
    assert!(!room.path("out.bin").exists());
    let report = room.run("asm bad.ps.asm --check --json");
    assert_eq!((report.code, &report.json()["errors"][1]["line"]), (3, &json!(2)));

    room.file("late.ps.asm", b"exece\nmax oC0, r0, r0\n");
    let run = room.run("asm late.ps.asm -o late.ps.bin");
    assert!(run.code == 3 && run.err.contains("error[export-without-alloc]"), "{}", run.err);
    assert!(!room.path("late.ps.bin").exists());
    assert_eq!(room.run("asm late.ps.asm -o late.ps.bin --invalid").code, 3);
    let listing = room.run("disasm late.ps.bin --validate");
    assert_eq!(listing.code, 0);
    assert!(listing.out.contains("// error[export-without-alloc] at instruction 1"));

    room.file("maybe.ps.asm", b"(p0) max oC0, r0, r0\n");
    let run = room.run("asm maybe.ps.asm -o maybe.ps.bin");
    assert!(run.code == 0 && run.err.contains("warning[predicate-unset]"), "{}", run.err);
    room.file("stage.asm", b"mul r0, r1, r2\n");
    assert!(room.run("asm stage.asm --check").err.contains("the stage is not known"));
    assert_eq!(room.run("asm stage.asm --check --stage ps").code, 0);
    assert_eq!(room.run("asm stage.asm").code, 2);
    assert_eq!(room.run("asm stage.asm -o -").code, 2);
    room.file("binary.asm", &[0xFF, 0xFE]);
    assert_eq!(room.run("asm binary.asm --check").code, 3);
}
