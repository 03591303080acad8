use super::*;
use crate::program::Slot;
use crate::{Instruction, assemble};

fn program(text: &str) -> Program {
    assemble(None, text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

fn of(a: &str, b: &str) -> Comparison {
    compare(&program(a), &program(b))
}

/// Fields of changed rows, and other rows that are not the same.
fn told(comparison: &Comparison) -> Vec<String> {
    let mut told = Vec::new();
    for line in &comparison.lines {
        let text =
            |side: &Option<Side>| side.as_ref().map(|side| side.text.clone()).unwrap_or_default();
        match line.change {
            Change::Same => {}
            Change::Removed => told.push(format!("-{}", text(&line.a))),
            Change::Added => told.push(format!("+{}", text(&line.b))),
            Change::Changed => told.extend(line.fields.iter().map(|field| {
                let value = |value: &Option<String>| value.clone().unwrap_or("absent".into());
                format!("{}: {} -> {}", field.name, value(&field.a), value(&field.b))
            })),
        }
    }
    told
}

const BASE: &str = "ps
    tfetch2D r1, r0.xy, tf0
    mul r2.xy, r1, c0
    (p0) jmp out
    loop i0
      add r2.xy, r2, c[1+aL]
    endloop i0
  out:
    max oC0, r2, r2
";

#[test]
fn a_program_is_itself() {
    let same = of(BASE, BASE);
    assert_eq!((same.verdict, same.layout_differs), (Verdict::Identical, false));
    assert!(same.uses.is_empty() && told(&same).is_empty());
}

#[test]
fn what_an_exec_loses_that_is_not_reached_is_counted() {
    use crate::flow::{ControlFlow, Exec};
    let mut whole = program("ps\n exece\n add r0, r0, r0\n cnop");
    whole.flow[1] = ControlFlow::Exec(Exec { address: 1, count: 3, ..Exec::default() });
    let listed = program(&crate::disassemble(&whole));
    let found = compare(&whole, &listed);
    assert_eq!((found.verdict, found.layout_differs), (Verdict::Equal, false));
    let [dropped] = found.dropped.a.as_slice() else { panic!("{:?}", found.dropped.a) };
    let told = (dropped.flow, dropped.field, dropped.was, dropped.becomes);
    assert_eq!(told, (Some(1), "count", 3, 1));
    assert!(found.dropped.b.is_empty());
}

#[test]
fn changed_fields_have_names() {
    let edited = BASE
        .replace("mul r2.xy, r1, c0", "mul r2.xyz, r1, -c5.wzyx")
        .replace("tf0", "tf3, LODBias=-0.5")
        .replace("(p0) jmp", "(!p0) jmp");
    let wanted = [
        "constant: tf0 -> tf3",
        "lod_bias: 0 -> -8",
        "vector_mask: xy -> xyz",
        "vector_source_2: c0.xyzw -> -c5.wzyx",
        "condition: p0 -> !p0",
    ];
    let found = of(BASE, &edited);
    assert_eq!(told(&found), wanted);
    assert_eq!(found.verdict, Verdict::Different);
    let constants = &found.uses["constants"];
    assert_eq!(constants.only_a.iter().collect::<Vec<_>>(), ["c0"]);
    assert_eq!(constants.only_b.iter().collect::<Vec<_>>(), ["c5"]);
    assert!(found.uses["textures"].only_b.contains("tf3 2D"));
}

#[test]
fn insertions_shift_neither_labels_nor_execs() {
    let more = "add r3, r3, r3\n".repeat(7);
    let edited = BASE.replace("(p0) jmp out", &format!("{more}cnop\n(p0) jmp out"));
    assert_eq!(told(&of(BASE, &edited)), ["+add r3, r3, r3"; 7]);
    assert_eq!(told(&of(&edited, BASE)), ["-add r3, r3, r3"; 7]);
    let edited = BASE
        .replace("    loop i0\n", "    loop i0\nvfetchdone\n")
        .replace("out:\n", "out:\nvfetchdone\n")
        .replace("(p0) jmp out", "cjmp b1, out\nccall b2, sub")
        + "exece\nsub:\nret\n";
    let wanted = ["condition: p0 -> b1", "+ccall b2, L3", "+vfetchdone", "+vfetchdone", "+ret"];
    assert_eq!(told(&of(BASE, &edited)), wanted);
}

#[test]
fn another_target_is_a_field() {
    let a = "ps\n(p0) jmp one\nmul r1, r1, c0\none:\nmul r1, r1, c1\ntwo:\nmax oC0, r1, r1\n";
    let found = of(a, &a.replace("jmp one", "jmp two"));
    assert_eq!(told(&found)[0], "target: L1 -> L2");
    assert_eq!(found.verdict, Verdict::Different);
}

#[test]
fn what_has_no_effect_is_dropped_and_told() {
    let a = program(BASE);
    let mut b = a.clone();
    for slot in &mut b.slots {
        if let Slot::Used(Instruction::Alu(alu)) = slot {
            alu.predicate_condition = true;
        }
    }
    let found = compare(&a, &b);
    assert_eq!(found.verdict, Verdict::Equal);
    assert!(found.dropped.a.is_empty() && !found.layout_differs);
    let first = &found.dropped.b[0];
    assert_eq!((first.field, first.was, first.becomes), ("predicate_condition", 1, 0));
    assert_eq!(first.address, Some(a.first_address() + 1));
}

#[test]
fn layout_is_no_difference() {
    let a = "ps\nexec\nmul r1, r0, c0\nmul r2, r0, c1\nalloc colors\nexece\nmax oC0, r1, r2\n";
    let b = a.replace("mul r2", "cnop\nexec\nmul r2");
    let found = of(a, &b);
    assert_eq!((found.verdict, found.layout_differs), (Verdict::Equal, true));
    // A predicated exec may change its own condition.
    let (a, b) = (a.replace("exec\n", "(p0) exec\n"), b.replace("exec\n", "(p0) exec\n"));
    assert_eq!(of(&a, &b).verdict, Verdict::Different);
}

#[test]
fn the_stage_counts() {
    let a = program("ps\nexece\nnop\n");
    let mut b = a.clone();
    b.stage = crate::Stage::Vertex;
    let found = compare(&a, &b);
    assert!(found.verdict == Verdict::Different && found.stages_differ);
}
