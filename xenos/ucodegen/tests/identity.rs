//! Random valid programs: to words and back, to text and back, and without errors.

use std::collections::BTreeMap;

use xenos_ucode::{
    ControlFlow, Instruction, Program, Severity, Slot, Style, assemble, disassemble, listing,
    validate,
};
use xenos_ucodegen::{Numbers, Options, program};

const COUNT: u64 = 10_000;

fn programs() -> impl Iterator<Item = Program> {
    (0..COUNT).map(|seed| {
        let options = match seed % 4 {
            0 => Options { size: 40, ..Options::default() },
            1 => Options::plain(),
            _ => Options::default(),
        };
        program(seed, &options)
    })
}

#[test]
fn words_and_text_give_the_program_back() {
    let mut used = BTreeMap::<String, u64>::new();
    for program in programs() {
        let decoded = Program::decode(program.stage, &program.words());
        assert_eq!(decoded.findings, [], "{}", disassemble(&program));
        assert!(decoded.program == program && program.normalized() == program);
        let text = disassemble(&program);
        let again = assemble(None, &text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        let differs = again.slots.iter().zip(&program.slots).find(|(a, b)| a != b);
        assert!(again == program, "{differs:?}\n{text}");
        for flow in &program.flow {
            *used.entry(format!("flow {}", flow.opcode().name())).or_default() += 1;
        }
        for slot in &program.slots {
            let Slot::Used(instruction) = slot else { panic!("{text}") };
            let name = match instruction {
                Instruction::Alu(alu) => {
                    *used.entry(format!("scalar {}", alu.scalar_opcode.name())).or_default() += 1;
                    format!("vector {}", alu.vector_opcode.name())
                }
                Instruction::VertexFetch(fetch) => format!("vertex {}", fetch.mini),
                Instruction::TextureFetch(fetch) => format!("texture {}", fetch.opcode.name()),
            };
            *used.entry(name).or_default() += 1;
        }
    }
    // 16 of control flow, 30 and 50 of the halves, 2 vertex fetches, 8 of the texture unit.
    assert_eq!(used.len(), 16 + 30 + 50 + 2 + 8, "{used:#?}");
    println!("{COUNT} programs, {} kinds, the rarest {:?}", used.len(), used.values().min());
}

#[test]
fn no_program_has_an_error() {
    let mut rules = BTreeMap::<&str, u64>::new();
    for program in programs() {
        for remark in validate(&program) {
            let text = || listing(&program, Style::Complete);
            assert!(remark.severity != Severity::Error, "{remark}\n{}", text());
            *rules.entry(remark.rule.name()).or_default() += 1;
        }
    }
    println!("{rules:?}");
    // What is read is written, but for what relative registers reach.
    for rule in ["temporary-unset", "address-unset", "predicate-unset", "unreachable"] {
        assert!(!rules.contains_key(rule), "{rule}: {rules:?}");
    }
}

/// One to three bits turned: whatever still has no error comes back from its text.
#[test]
fn changed_programs_that_stay_valid_have_a_text() {
    let mut numbers = Numbers::new(1);
    let mut texts = 0;
    for program in programs() {
        let mut words = program.words();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(words.len() as u32) as usize;
            words[at] ^= 1 << numbers.below(32);
        }
        let program = Program::decode(program.stage, &words).program;
        let text = disassemble(&program);
        // What control does not reach may go to what is not there.
        let outside =
            |flow: &ControlFlow| flow.target().is_some_and(|to| to as usize >= program.flow.len());
        let lost = program.flow.iter().any(outside);
        let error = || validate(&program).iter().any(|r| r.severity == Severity::Error);
        if lost || error() {
            continue;
        }
        let again = assemble(Some(program.stage), &text);
        let again = again.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        let normal = program.normalized();
        let differs = again.slots.iter().zip(&normal.slots).find(|(a, b)| a != b);
        assert!(again == normal, "{differs:?}\n{text}\n{}", disassemble(&again));
        texts += 1;
    }
    println!("{texts} of {COUNT} stayed valid");
    assert!(texts > COUNT / 4);
}
