//! The microcode validator on any words, and on valid programs with some bits turned.
//!
//! Input: a byte whose lowest bit chooses the stage; then big-endian dwords, or, if the second bit is
//! set, four bytes of a seed and pairs of bytes that say which bits of the seed's program are turned.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xenos_ucode::{Program, ProgramJson, Stage, validate};
use xenos_ucodegen::{Options, program};

fuzz_target!(|data: &[u8]| {
    let Some((head, body)) = data.split_first() else { return };
    let stage = if head & 1 == 0 { Stage::Vertex } else { Stage::Pixel };
    let big = |bytes: &[u8]| bytes.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte));
    let words = match body.split_first_chunk::<4>() {
        Some((seed, turns)) if head & 2 != 0 => {
            let options = Options { stage: Some(stage), ..Options::default() };
            let mut words = program(u64::from(big(seed)), &options).words();
            let bits = words.len() * 32;
            for turn in turns.chunks_exact(2) {
                let bit = big(turn) as usize % bits;
                words[bit / 32] ^= 1 << (bit % 32);
            }
            words
        }
        _ => body.chunks_exact(4).map(big).collect(),
    };
    let program = Program::decode(stage, &words).program;
    let remarks = validate(&program);
    for remark in &remarks {
        let _ = remark.to_string();
    }
    // Words that were decoded are a program that decodes again.
    assert!(remarks.iter().all(|remark| remark.rule.name() != "lost-words"));
    let _ = ProgramJson::of(&program);
});
