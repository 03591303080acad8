//! House keeping: `cargo xtask check`.
//!
//! For: everything about the repository that a program can check and no compiler does.
//! Not for: building, testing or measuring the product.
#![forbid(unsafe_code)]

mod check;
mod source;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask check

check   holds the tree against the house rules listed in ARCHITECTURE.md; exit 1 names each breach
";

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["check"] => check::run(),
        ["--help" | "-h"] => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        _ => bail!("{USAGE}"),
    }
}
