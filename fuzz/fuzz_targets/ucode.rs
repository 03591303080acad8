//! Microcode: any words as a program, through decoding, listing, graph, analysis and back.
//!
//! Input: a byte whose lowest bit chooses the stage, then big-endian dwords.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xenos_ucode::{Analysis, Graph, Program, Stage, disassemble};

fuzz_target!(|data: &[u8]| {
    let Some((head, body)) = data.split_first() else { return };
    let stage = if head & 1 == 0 { Stage::Vertex } else { Stage::Pixel };
    let words: Vec<u32> = body
        .chunks_exact(4)
        .map(|bytes| bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)))
        .collect();
    let decoded = Program::decode(stage, &words);
    let program = &decoded.program;
    let own = program.words();
    assert_eq!(own, words[..own.len()], "words come back");
    assert_eq!(own.len(), program.dwords());
    for finding in &decoded.findings {
        let _ = finding.to_string();
    }
    assert_eq!(Program::decode(stage, &own).program, *program, "the end is where it was");
    let graph = Graph::of(program);
    let blocks = graph.blocks.len() as u32;
    assert!(graph.edges.iter().all(|e| e.from < blocks && e.to.is_none_or(|to| to < blocks)));
    let analysis = Analysis::of(program);
    let _ = disassemble(program);
    let normal = program.normalized();
    assert_eq!(normal.normalized(), normal);
    // What has no effect may be dropped; what is used stays.
    let same = Analysis::of(&normal);
    assert_eq!(analysis.exports, same.exports);
    assert_eq!(analysis.inputs, same.inputs);
    assert_eq!(analysis.float_constants, same.float_constants);
});
