//! Which files are compared with which.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::load;
use crate::exit::Usage;

/// The files to compare.
pub(crate) struct Pairs {
    pub(crate) folders: bool,
    /// Name and both paths.
    pub(crate) both: Vec<(String, PathBuf, PathBuf)>,
    pub(crate) only_in_a: Vec<String>,
    pub(crate) only_in_b: Vec<String>,
}

impl Pairs {
    pub(crate) fn find(a: &Path, b: &Path) -> anyhow::Result<Self> {
        match (a.is_dir(), b.is_dir()) {
            (false, false) => {
                let name = a.file_name().unwrap_or(a.as_os_str()).to_string_lossy().into_owned();
                let both = vec![(name, a.to_owned(), b.to_owned())];
                Ok(Self { folders: false, both, only_in_a: Vec::new(), only_in_b: Vec::new() })
            }
            (true, true) => {
                let (names_a, names_b) = (pictures(a)?, pictures(b)?);
                if names_a.is_empty() && names_b.is_empty() {
                    return Err(Usage::error("neither folder holds a picture"));
                }
                let pair = |name: &String| (name.clone(), a.join(name), b.join(name));
                Ok(Self {
                    folders: true,
                    both: names_a.intersection(&names_b).map(pair).collect(),
                    only_in_a: names_a.difference(&names_b).cloned().collect(),
                    only_in_b: names_b.difference(&names_a).cloned().collect(),
                })
            }
            _ => {
                // What is not there at all is the likelier mistake.
                for path in [a, b] {
                    if let Err(error) = path.metadata() {
                        let path = crate::input::shown(path);
                        return Err(Usage::error(format!("{path}: cannot open: {error}")));
                    }
                }
                let [a, b] = [a, b].map(crate::input::shown);
                let message = format!("{a} and {b}: a picture cannot be compared with a folder");
                Err(Usage::error(message))
            }
        }
    }
}

fn pictures(folder: &Path) -> anyhow::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    let cannot = || format!("cannot list {}", folder.display());
    for entry in folder.read_dir().with_context(cannot)? {
        let entry = entry.with_context(cannot)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if (load::is_picture(&name) || load::is_raw(&name)) && entry.path().is_file() {
            names.insert(name);
        }
    }
    Ok(names)
}
