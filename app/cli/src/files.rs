//! Outputs: where they may go, checked before any work.
//!
//! An output is never one of the inputs, also through links; `-` is standard output where one file is
//! written; a folder is no file and a file no folder. All of these are wrong usage.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::exit::Usage;
use crate::{input, out};

/// Whether an output is standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// That an output which has to be a folder is not standard output.
pub(crate) fn no_stdout(path: &Path) -> anyhow::Result<()> {
    if is_stdout(path) {
        let message =
            "-o -: files go into a folder, not to standard output; ./- is a folder's name";
        return Err(Usage::error(message));
    }
    Ok(())
}

/// Creates a folder for outputs where there is none.
pub(crate) fn folder(path: &Path) -> anyhow::Result<()> {
    no_stdout(path)?;
    let shown = base_text::path(path);
    if path.metadata().is_ok_and(|found| !found.is_dir()) {
        return Err(Usage::error(format!("{shown} exists and is no folder")));
    }
    std::fs::create_dir_all(path).with_context(|| format!("cannot create {shown}"))
}

/// Whether `output` can be written without harm to the inputs.
pub(crate) fn apart<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    if is_stdout(output) {
        return Ok(());
    }
    if output.is_dir() {
        let shown = base_text::path(output);
        return Err(Usage::error(format!("{shown} is a folder where a file is needed")));
    }
    for input in inputs {
        if parts(input).iter().any(|part| base_trace::same_file(output, part)) {
            let (output, input) = (base_text::path(output), input::shown(input));
            return Err(Usage::error(format!("{output} would replace the input {input}")));
        }
    }
    Ok(())
}

/// The same for several outputs, all files of their own.
pub(crate) fn several(outputs: &[Option<&Path>], inputs: &[&Path]) -> anyhow::Result<()> {
    let outputs: Vec<&Path> = outputs.iter().flatten().copied().collect();
    for (index, output) in outputs.iter().enumerate() {
        let shown = base_text::path(output);
        if is_stdout(output) {
            let message = format!("{shown}: written to files only; ./- is a file's name");
            return Err(Usage::error(message));
        }
        apart(output, inputs.iter().copied())?;
        let same = |earlier: &&Path| same_place(earlier, output);
        if outputs[..index].iter().any(same) {
            return Err(Usage::error(format!("{shown} is named for two outputs")));
        }
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            anyhow::bail!("cannot write {shown}: there is no such folder");
        }
    }
    Ok(())
}

/// Whether two paths are one file, or will be when they are written.
fn same_place(a: &Path, b: &Path) -> bool {
    let folder = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        parent.unwrap_or(Path::new(".")).canonicalize().ok()
    };
    let will_be = || folder(a).is_some_and(|there| Some(there) == folder(b));
    base_trace::same_file(a, b) || (a.file_name() == b.file_name() && will_be())
}

/// The files that an input is read from.
fn parts(input: &Path) -> Vec<PathBuf> {
    if is_stdout(input) || !input.is_dir() {
        return vec![input.to_owned()];
    }
    let names = ["trace.bin", "state.bin"];
    let parts = names.iter().flat_map(|name| ["", ".zst", ".gz"].map(|end| format!("{name}{end}")));
    parts.map(|name| input.join(name)).collect()
}

/// Writes a whole output, and says whether it went to standard output.
pub(crate) fn write(output: &Path, text: &str) -> anyhow::Result<bool> {
    if is_stdout(output) {
        out::text(text)?;
        return Ok(true);
    }
    base_trace::write_whole(output, text.as_bytes())?;
    Ok(false)
}

/// That standard input is named at most once.
pub(crate) fn one_stdin(inputs: &[PathBuf]) -> anyhow::Result<()> {
    if inputs.iter().filter(|path| is_stdout(path)).count() > 1 {
        return Err(Usage::error("standard input can be read once"));
    }
    Ok(())
}
