//! Every case of `tests/filetests/xenos` on every executor that takes it: one test each.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use xenos_filetest::{Evaluator, Executor, load_folder, run};

const EXECUTORS: &[&(dyn Executor + Sync)] = &[&Evaluator];

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests/xenos");
    // A folder of drafts in its place, for whoever writes files.
    let folder = std::env::var_os("XENOS_FILETESTS").map_or(folder, Into::into);
    let files = match load_folder(&folder) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials = Vec::new();
    for file in files {
        for case in file.cases {
            let case = Arc::new(case);
            for executor in EXECUTORS.iter().filter(|executor| executor.claims(&case)) {
                let name = format!("{}::{}::{}", file.name, case.name, executor.name());
                let case = Arc::clone(&case);
                trials.push(Trial::test(name, move || {
                    run(&case, *executor).map_err(|error| Failed::from(error.to_string()))
                }));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
