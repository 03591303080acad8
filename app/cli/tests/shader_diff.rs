//! Comparing microcode programs.

mod common;

use common::Room;
use serde_json::json;

const A: &str = "ps
    tfetch2D r1, r0.xy, tf0
    mul r2.xy, r1, c0
    max oC0, r2, r2
";

fn room() -> Room {
    let room = Room::new();
    room.file("a.ps.asm", A.as_bytes());
    let b = A.replace("mul r2.xy, r1, c0", "mul r2.xyz, r1, c5\nadd r3, r3, r3");
    room.file("b.ps.asm", b.as_bytes());
    for name in ["a", "b"] {
        assert_eq!(room.run(&format!("asm {name}.ps.asm -o {name}.ps.bin")).code, 0);
    }
    room
}

#[test]
fn words_and_text_of_a_program_are_identical() {
    let room = room();
    for other in ["a.ps.asm", "a.ps.bin"] {
        let run = room.run(&format!("shader-diff a.ps.bin {other}"));
        let said = "identical: every word is the same\n";
        assert_eq!((run.code, run.out.as_str()), (0, said), "{}", run.err);
    }
    let listing = room.run("disasm a.ps.bin").out;
    assert_eq!(room.run_with("shader-diff a.ps.bin -", listing.as_bytes()).code, 0);
}

#[test]
fn what_has_no_effect_is_told() {
    let room = room();
    let mut words = room.bytes("a.ps.bin");
    // The condition of the last instruction, which is not predicated: bit 27 of its second dword.
    let place = words.len() - 8;
    words[place] |= 0x08;
    room.file("c.ps.bin", &words);
    let run = room.run("shader-diff a.ps.bin c.ps.bin");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("without effect in c.ps.bin:"), "{}", run.out);
    assert!(run.out.contains("predicate_condition  0x1, dropped to 0x0"), "{}", run.out);
    assert!(run.out.ends_with("equal: the words differ in what has no effect\n"), "{}", run.out);
}

#[test]
fn differences_have_names_and_5() {
    let room = room();
    let run = room.run("shader-diff a.ps.bin b.ps.asm --context 1");
    let listing = "--- a.ps.bin
+++ b.ps.asm
  ... 1 the same
       tfetch2D r1, r0.xy, tf0
-      mul r2.xy__, r1, c0
+      mul r2.xyz_, r1, c5
            vector_mask: xy -> xyz
            vector_source_2: c0.xyzw -> c5.xyzw
+      add r3, r3, r3
    alloc colors
  ... 2 the same
- uses constants  c0
+ uses constants  c5
";
    assert_eq!(run.code, 5, "{}", run.err);
    assert!(run.out.starts_with(listing), "{}", run.out);
    assert!(run.out.ends_with("different (1 changed, 1 in the second alone)\n"), "{}", run.out);
    let report = room.run("shader-diff a.ps.bin b.ps.asm --json");
    assert_eq!(report.code, 5);
    let report = report.json();
    assert_eq!((&report["version"], &report["format"]), (&json!(1), &json!("xenos-shader-diff")));
    assert_eq!(report["verdict"], "different");
    let field = json!({"name": "vector_mask", "a": "xy", "b": "xyz"});
    assert_eq!(report["lines"][0]["fields"][0], field);
    assert_eq!(report["lines"][1]["change"], "added");
    assert_eq!(report["uses"]["constants"], json!({"only_a": ["c0"], "only_b": ["c5"]}));
    assert_eq!(report["a"]["sha1"], room.run("disasm a.ps.bin --json").json()["sha1"]);
}

#[test]
fn what_cannot_be_compared_has_a_code() {
    let room = room();
    room.file("a.bin", &room.bytes("a.ps.bin"));
    assert_eq!(room.run("shader-diff a.bin a.ps.bin").code, 2);
    assert_eq!(room.run("shader-diff a.bin a.ps.bin --stage pixel").code, 0);
    assert_eq!(room.run("shader-diff - -").code, 2);
    assert_eq!(room.run("shader-diff a.ps.bin missing.ps.bin").code, 2);
    room.file("odd.ps.bin", &[0; 7]);
    assert_eq!(room.run("shader-diff odd.ps.bin a.ps.bin").code, 3);
    room.file("zero.ps.bin", &[0; 12]);
    let run = room.run("shader-diff a.ps.bin zero.ps.bin");
    assert!(run.code == 3 && run.err.contains("zero.ps.bin: malformed: "), "{}", run.err);
    room.file("bad.ps.asm", b"mov r0, r1\n");
    let run = room.run("shader-diff a.ps.bin bad.ps.asm");
    assert!(run.code == 3 && run.err.contains("bad.ps.asm:1:1: "), "{}", run.err);
    room.file("words.asm", &[0xFF; 12]);
    assert_eq!(room.run("shader-diff a.ps.bin words.asm").code, 3);
    let help = room.run("shader-diff --help");
    assert!(help.code == 0 && help.out.contains("Examples:"));
}
