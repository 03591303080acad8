//! Every case of `tests/filetests` on every engine: one test each.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use sst1_board::{BoardConfig, Card, ConfigError, Device};
use sst1_facts::Profile;
use sst1_filetest::{Case, load_folder, run};
use sst1_reference::Reference;
use sst1_soft::Soft;

type Made = Result<Box<dyn Device>, ConfigError>;
type Make = fn(BoardConfig, Profile) -> Made;

fn reference(board: BoardConfig, profile: Profile) -> Made {
    Ok(Box::new(Card::<Reference>::new(board, profile)?))
}

fn soft(board: BoardConfig, profile: Profile) -> Made {
    Ok(Box::new(Card::<Soft>::new(board, profile)?))
}

const ENGINES: &[(&str, Make)] = &[("reference", reference), ("soft", soft)];

fn check(case: &Case, make: Make) -> Result<(), Failed> {
    run(case, &make).map_err(|error| Failed::from(error.to_string()))
}

fn main() -> ExitCode {
    let mut files = Vec::new();
    for folder in ["sst1", "facts"] {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests").join(folder);
        match load_folder(&folder) {
            Ok(found) => files.extend(found),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    }
    let mut trials = Vec::new();
    for file in files {
        for case in file.cases {
            let case = Arc::new(case);
            for &(engine, make) in ENGINES {
                let name = format!("{}::{}::{engine}", file.name, case.name);
                let case = Arc::clone(&case);
                trials.push(Trial::test(name, move || check(&case, make)));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
