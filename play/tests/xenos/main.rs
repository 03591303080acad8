//! Every shared Xenos stream on the reference engine, one named test each.
//!
//! - `expected::NAME`: each frame against the picture computed from the formats' definitions, under
//!   its mask and within its cells' tolerances (of `xenos`: identical), no refusal, and the bytes
//!   that copies and exports left in guest memory.
//! - `xenia::NAME`: each frame against what Xenia shows, within 1/255; what may differ beyond it
//!   stands in [`explained`], by name and with its number of pixels.
//!
//! `AFTERIMAGE_TRACES` names the folder of shared traces. A frame that differs is drawn under
//! `target/tmp`.

mod cells;
mod check;
mod explained;
mod pictures;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = match base_corpus::xenos() {
        Ok(paths) if paths.is_empty() => {
            let name = format!("skipped ({} is not set)", base_corpus::VARIABLE);
            vec![Trial::test(name, || Ok(())).with_ignored_flag(true)]
        }
        Ok(paths) => paths
            .into_iter()
            .map(|path| {
                let name = base_corpus::name(&path);
                Trial::test(format!("pictures::{name}"), move || {
                    check::stream(&path).map_err(Into::into)
                })
            })
            .collect(),
        Err(error) => {
            vec![Trial::test("streams are there", move || Err(error.to_string().into()))]
        }
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}
