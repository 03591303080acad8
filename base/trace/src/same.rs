//! Whether two paths are one file.

use std::fs;
use std::path::Path;

/// Whether both paths exist and lead to the same file or folder, through links of either kind.
pub fn same_file(a: &Path, b: &Path) -> bool {
    let (Ok(first), Ok(second)) = (fs::metadata(a), fs::metadata(b)) else { return false };
    if same_inode(&first, &second) {
        return true;
    }
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

#[cfg(unix)]
fn same_inode(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Where hard links cannot be seen, paths alone decide.
#[cfg(not(unix))]
fn same_inode(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::same_file;
    use std::fs;

    #[test]
    fn through_links_and_detours() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), b"same").unwrap();
        fs::write(path("b"), b"same").unwrap();
        fs::hard_link(path("a"), path("hard")).unwrap();
        fs::create_dir(path("sub")).unwrap();
        assert!(same_file(&path("a"), &path("sub/../a")));
        assert!(same_file(&path("a"), &path("hard")));
        assert!(!same_file(&path("a"), &path("b")) && !same_file(&path("a"), &path("none")));
        assert!(!same_file(&path("none"), &path("none")));
    }
}
