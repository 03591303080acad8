//! Every shared trace on every engine, one named test each.
//!
//! - `86box::ENGINE::TRACE`: the hash of each frame (displayed and auxiliary buffer after each
//!   swap) and of the final buffers, against `ref/TRACE/frames.txt`.
//! - `hardware::equal::TRACE`, `86box::equal::TRACE`: both engines' whole state, refusals and every
//!   frame, against each other.
//!
//! `AFTERIMAGE_TRACES` names the folder of shared traces (the one that holds `sst1/`). A frame that
//! differs is drawn beside the reference's, where the reference has the picture, under `target/tmp`.

mod equal;
mod expected;
mod frames;
mod picture;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use play::EngineKind;

const VARIABLE: &str = "AFTERIMAGE_TRACES";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = if let Some(folder) = std::env::var_os(VARIABLE) {
        trials(&Path::new(&folder).join("sst1"))
    } else {
        eprintln!("{VARIABLE} is not set: no trace is replayed");
        let name = format!("skipped ({VARIABLE} is not set)");
        vec![Trial::test(name, || Ok(())).with_ignored_flag(true)]
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials(folder: &Path) -> Vec<Trial> {
    let traces = traces(folder);
    if traces.is_empty() {
        let message = format!("{} holds no *.vood.zst", folder.display());
        return vec![Trial::test("traces are there", || Err(message.into()))];
    }
    let mut trials = Vec::new();
    for path in traces {
        let name = name_of(&path);
        let reference = folder.join("ref").join(&name);
        for engine in EngineKind::ALL {
            let (path, reference) = (path.clone(), reference.clone());
            trials.push(Trial::test(format!("86box::{engine}::{name}"), move || {
                frames::check(&path, &reference, engine).map_err(Into::into)
            }));
        }
        for profile in ["hardware", "86box"] {
            let path = path.clone();
            trials.push(Trial::test(format!("{profile}::equal::{name}"), move || {
                equal::check(&path, profile).map_err(Into::into)
            }));
        }
    }
    trials
}

/// The traces, the largest first, so that the last to end are short.
fn traces(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut traces: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let size = entry.metadata().ok()?.len();
            path.to_str()?.ends_with(".vood.zst").then_some((size, path))
        })
        .collect();
    traces.sort_by(|a, b| b.cmp(a));
    traces.into_iter().map(|(_, path)| path).collect()
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.trim_end_matches(".vood.zst").to_owned()
}

/// A player at the start of `path`.
fn player(path: &Path, engine: EngineKind, profile: &str) -> Result<play::Player, String> {
    let options = base_trace::Options::default().with_sha256(false);
    let trace = sst1_vood::Trace::open(path, options).map_err(|e| e.to_string())?;
    let profile = play::ProfileChoice::new(profile, &[]).map_err(|e| e.to_string())?;
    let setup = play::Setup { profile, ..play::Setup::default() };
    play::Player::new(trace, engine, setup).map_err(|e| e.to_string())
}
