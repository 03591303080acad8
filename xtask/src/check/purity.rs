//! Chip crates: no I/O, no clock, no thread, no global state.

use crate::source::{SourceFile, code};

/// Folders of chip crates. `sst1/vood` reads and writes a file format and is not among them.
const CHIP: &[&str] = &[
    "base/word/",
    "base/census/",
    "base/refusal/",
    "sst1/regs/",
    "sst1/facts/",
    "sst1/core/",
    "sst1/board/",
    "sst1/census/",
    "sst1/stimulus/",
    "sst1/plan/",
    "sst1/reference/",
    "sst1/soft/",
    "sst1/cycle/",
    "xenos/regs/",
    "xenos/pm4/",
    "xenos/ucode/",
    "xenos/front/",
    "xenos/census/",
    "xenos/edram/",
    "xenos/raster/",
];

const FORBIDDEN: &[(&str, &str)] = &[
    ("std::fs", "I/O"),
    ("std::io", "I/O"),
    ("std::net", "I/O"),
    ("std::env", "the environment"),
    ("std::process", "processes"),
    ("println!", "printing"),
    ("print!(", "printing"),
    ("dbg!", "printing"),
    ("std::time", "a clock"),
    ("Instant::now", "a clock"),
    ("SystemTime", "a clock"),
    ("std::thread", "a thread"),
    ("rayon", "a thread"),
    ("thread_local!", "global state"),
    ("static mut", "global state"),
    ("OnceLock", "global state"),
    ("LazyLock", "global state"),
];

/// Names every use of I/O, clocks, threads and globals in chip crates.
pub(crate) fn check(sources: &[SourceFile]) -> Vec<String> {
    let chip = sources.iter().filter(|f| CHIP.iter().any(|folder| f.path.starts_with(folder)));
    chip.flat_map(|file| {
        file.product_lines().flat_map(move |(number, line)| {
            FORBIDDEN
                .iter()
                .filter(move |(word, _)| code(line).contains(word))
                .map(move |(word, what)| format!("{}:{number}: {word} ({what})", file.path))
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_in_a_chip_crate_is_named_and_in_its_tests_is_not() {
        let text = "use std::time::Instant;\n#[cfg(test)]\nmod tests { use std::fs; }\n";
        let file =
            |path: &str| SourceFile { path: path.to_owned(), text: text.to_owned(), test: false };
        let files = [file("sst1/core/src/lib.rs"), file("play/src/lib.rs")];
        assert_eq!(check(&files), ["sst1/core/src/lib.rs:1: std::time (a clock)"]);
    }
}
