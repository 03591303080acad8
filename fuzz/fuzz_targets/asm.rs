//! Microcode as text: any text is assembled or refused with places; what is assembled comes back from
//! its listing. Any words without errors come back from theirs.
//!
//! Input: a byte whose lowest bit chooses the stage and whose second says whether the rest is text or
//! big-endian dwords.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xenos_ucode::{ControlFlow, Program, Severity, Stage, assemble, disassemble, validate};

/// A program without errors comes back from its text.
fn comes_back(program: &Program) {
    let text = disassemble(program);
    // What control does not reach may run and go to what is not there.
    let outside =
        |flow: &ControlFlow| flow.target().is_some_and(|to| to as usize >= program.flow.len());
    let error = |remark: &xenos_ucode::Remark| remark.severity == Severity::Error;
    if text.contains("outside the program")
        || program.flow.iter().any(outside)
        || validate(program).iter().any(error)
    {
        return;
    }
    match assemble(Some(program.stage), &text) {
        Ok(again) => assert_eq!(again, program.normalized(), "{text}"),
        // A program as long as addresses allow has a listing longer than a text may be.
        Err(errors) => assert!(text.len() > xenos_ucode::ASM_BYTES, "{errors:?}\n{text}"),
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((head, body)) = data.split_first() else { return };
    let stage = if head & 1 == 0 { Stage::Vertex } else { Stage::Pixel };
    if head & 2 == 0 {
        let words: Vec<u32> = body
            .chunks_exact(4)
            .map(|bytes| bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)))
            .collect();
        comes_back(&Program::decode(stage, &words).program);
        return;
    }
    let Ok(text) = std::str::from_utf8(body) else { return };
    match assemble(Some(stage), text) {
        Ok(program) => {
            for remark in validate(&program) {
                let _ = remark.to_string();
            }
            comes_back(&program);
        }
        Err(errors) => {
            assert!(!errors.is_empty() && errors.len() <= xenos_ucode::ASM_ERRORS);
            let lines = text.lines().count() as u32 + 1;
            for error in errors {
                let _ = error.to_string();
                assert!(error.line <= lines && error.column > 0);
            }
        }
    }
});
