//! The filetests of this repository, carried in the program.
//!
//! For: programs that show or run the cases where the repository is not at hand. Not for: other
//! files, which [`load`](crate::load) reads.

use std::io;

use crate::{ParseError, TestFile};

/// A folder of `tests/filetests`: its name, and names and texts of its files.
type Folder = (&'static str, &'static [(&'static str, &'static str)]);

/// The folders, with the texts of the files that are named.
macro_rules! embed {
    ($($folder:literal: [$($name:literal),+ $(,)?]),+ $(,)?) => {
        &[$((
            $folder,
            &[$((
                $name,
                include_str!(concat!("../../../tests/filetests/", $folder, "/", $name)),
            )),+],
        )),+]
    };
}

/// Every file, by folder and name.
const FOLDERS: &[Folder] = embed! {
    "facts": [
        "combine.test",
        "fills.test",
        "frame_buffer.test",
        "geometry.test",
        "pixel_blend.test",
        "pixel_depth.test",
        "pixel_fog.test",
        "pixel_tests.test",
        "profiles.test",
        "registers.test",
        "status_swaps.test",
        "texture.test",
    ],
    "sst1": [
        "alpha_path.test",
        "alpha_test.test",
        "blend.test",
        "board.inc",
        "bus.test",
        "color_path.test",
        "commands.test",
        "depth.test",
        "dither.test",
        "fbz_mode.test",
        "fog.test",
        "fog_table.test",
        "lfb_formats.test",
        "lfb_mode.test",
        "lfb_pipeline.test",
        "ncc.test",
        "parameters.test",
        "screen.test",
        "stipple.test",
        "texture_combine.test",
        "texture_formats.test",
        "texture_mode.test",
        "texture_unit.test",
        "tlod.test",
        "vertices.test",
    ],
};

/// Every filetest of this repository as this program was built with it, named `FOLDER/FILE`.
///
/// # Errors
/// When a file is not in the format, which the tests exclude.
pub fn embedded() -> Result<Vec<TestFile>, ParseError> {
    let mut all = Vec::new();
    for (folder, files) in FOLDERS {
        // Included files are found beside those that name them.
        let mut include = |name: &str| {
            // As paths go: beside the file, or in a folder beside its folder.
            let beside = name.strip_prefix("../").and_then(|rest| rest.split_once('/'));
            let (folder, name) = beside.unwrap_or((*folder, name));
            let files = FOLDERS.iter().filter(|(known, _)| *known == folder);
            let found = files.flat_map(|(_, files)| *files).find(|(known, _)| *known == name);
            found.map(|(_, text)| (*text).to_owned()).ok_or(io::ErrorKind::NotFound.into())
        };
        let test = |name: &str| name.rsplit_once('.').is_some_and(|(_, ending)| ending == "test");
        for (name, text) in files.iter().filter(|(name, _)| test(name)) {
            all.push(TestFile::parse(&format!("{folder}/{name}"), text, &mut include)?);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::load_folder;

    fn names(folder: &Path) -> Vec<String> {
        let entries = folder.read_dir().unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn every_file_of_every_folder_is_carried() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests");
        let mut carried: Vec<_> = FOLDERS.iter().map(|(folder, _)| *folder).collect();
        carried.sort_unstable();
        // Those of another chip are its crate's.
        let mut there = names(&root);
        there.retain(|name| name != "xenos");
        assert_eq!(there, carried, "sst1/filetest/src/embedded.rs lists what is carried");
        let mut cases = 0;
        for (folder, files) in FOLDERS {
            let mut carried: Vec<_> = files.iter().map(|(name, _)| *name).collect();
            carried.sort_unstable();
            assert_eq!(names(&root.join(folder)), carried, "in embedded.rs, under {folder}");
            let loaded = load_folder(&root.join(folder)).unwrap();
            cases += loaded.iter().map(|file| file.cases.len()).sum::<usize>();
        }
        let embedded = embedded().unwrap();
        assert_eq!(embedded.iter().map(|file| file.cases.len()).sum::<usize>(), cases);
    }
}
