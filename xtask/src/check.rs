//! `cargo xtask check`: every check is a file of its own and returns its breaches.

mod arrows;
mod documents;
mod files;
mod names;
mod purity;
mod reasons;
mod registers;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::source::rust_files;

/// Runs every check and prints breaches.
pub(crate) fn run() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the repository's root")?;
    let sources = rust_files(root)?;
    let checks: [(&str, Result<Vec<String>>); 9] = [
        ("dependency arrows", arrows::check(root)),
        ("explained dependencies", arrows::explained(root)),
        ("chip crates are pure", Ok(purity::check(&sources))),
        ("file sizes", Ok(files::sizes(&sources))),
        ("module headers", Ok(files::headers(&sources))),
        ("reasons", Ok(reasons::check(&sources))),
        ("no trace in sources", names::check(&sources)),
        ("register bits partitioned", Ok(registers::check())),
        ("documents", documents::check(root)),
    ];
    let mut breaches = 0;
    for (name, result) in checks {
        let found = result.with_context(|| name.to_owned())?;
        println!("{name}: {}", if found.is_empty() { "holds" } else { "BROKEN" });
        for breach in &found {
            println!("  {breach}");
        }
        breaches += found.len();
    }
    println!("{} Rust files, {breaches} breaches", sources.len());
    Ok(if breaches == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
