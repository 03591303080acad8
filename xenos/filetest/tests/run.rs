//! Every case of `tests/filetests/xenos` on every executor that takes it, and every scene on every
//! renderer: one test each. A file that cannot be read is a test that fails, so that the others run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use xenos_filetest::{Engine, Evaluator, Executor, load, run, run_scene};
use xenos_soft::Soft;

const EXECUTORS: &[&(dyn Executor + Sync)] = &[&Evaluator];

const ENGINES: &[Engine] = &[Engine {
    name: "soft",
    is_reference: true,
    claims: |_| true,
    make: |memory| Box::new(Soft::new(memory)),
}];

fn paths(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "test") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests/xenos");
    // A folder of drafts in its place, for whoever writes files.
    let folder = std::env::var_os("XENOS_FILETESTS").map_or(folder, Into::into);
    let paths = match paths(&folder) {
        Ok(paths) => paths,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    };
    let mut trials = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (cases, scenes) = match load(&path) {
            Ok(file) => (file.cases, file.scenes),
            Err(error) => {
                trials.push(Trial::test(name, move || Err(Failed::from(error.to_string()))));
                continue;
            }
        };
        for case in cases {
            let case = Arc::new(case);
            for executor in EXECUTORS.iter().filter(|executor| executor.claims(&case)) {
                let name = format!("{name}::{}::{}", case.name, executor.name());
                let case = Arc::clone(&case);
                trials.push(Trial::test(name, move || {
                    run(&case, *executor).map_err(|error| Failed::from(error.to_string()))
                }));
            }
        }
        for scene in scenes {
            let scene = Arc::new(scene);
            for engine in ENGINES.iter().filter(|engine| (engine.claims)(&scene)) {
                let name = format!("{name}::{}::{}", scene.name, engine.name);
                let scene = Arc::clone(&scene);
                trials.push(Trial::test(name, move || {
                    run_scene(&scene, engine).map_err(|error| Failed::from(error.to_string()))
                }));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
