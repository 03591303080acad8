//! Every shared Xenos stream on the reference engine, one named test each.
//!
//! - `pictures::NAME`: each frame against the picture computed from the formats' definitions, under
//!   its mask and within its cells' tolerances (of `xenos`: identical); against what Xenia shows,
//!   within 1/255, where what differs beyond it stands in [`explained`] by name and number; no
//!   refusal; and the bytes that copies and exports left in guest memory.
//! - `whole::NAME` (ignored): the same, and frames without any picture are drawn as well.
//! - `explain::NAME` (ignored, twenty-seven renderings each): the numbers of [`explained`] found again.
//!
//! `AFTERIMAGE_TRACES` names the folder of shared traces. A frame that differs is drawn under
//! `target/tmp`.

mod cells;
mod check;
mod explain;
mod explained;
mod memory;
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
            .flat_map(|path| {
                let name = base_corpus::name(&path);
                let (other, all) = (path.clone(), path.clone());
                let pictures = Trial::test(format!("pictures::{name}"), move || {
                    check::stream(&path, false).map_err(Into::into)
                });
                let explain = Trial::test(format!("explain::{name}"), move || {
                    explain::stream(&other).map_err(Into::into)
                });
                let whole = Trial::test(format!("whole::{name}"), move || {
                    check::stream(&all, true).map_err(Into::into)
                });
                [pictures, explain.with_ignored_flag(true), whole.with_ignored_flag(true)]
            })
            .collect(),
        Err(error) => {
            vec![Trial::test("streams are there", move || Err(error.to_string().into()))]
        }
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}
