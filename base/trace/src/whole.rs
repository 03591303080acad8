//! Output files that appear whole or not at all.
//!
//! The bytes go to a hidden file in the same folder, which takes the output's name at the end.
//! When anything fails before, the hidden file is removed and an older output stays as it was.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::TraceError;

/// An output in the making: buffered, seekable, in place after [`AtomicFile::commit`] only.
#[derive(Debug)]
pub struct AtomicFile {
    /// Present until the file is closed.
    file: Option<BufWriter<File>>,
    hidden: PathBuf,
    target: PathBuf,
    in_place: bool,
}

impl AtomicFile {
    /// Begins the output `target`. Something there that is not a regular file (a folder, a device,
    /// a link to one) is [`TraceError::NotAFile`]; a link to a regular file is followed.
    pub fn create(target: &Path) -> Result<Self, TraceError> {
        let target = match fs::metadata(target) {
            Ok(found) if !found.is_file() => {
                return Err(TraceError::NotAFile { path: target.to_owned() });
            }
            Ok(_) => fs::canonicalize(target).map_err(|source| write_error(target, source))?,
            Err(_) => target.to_owned(),
        };
        let (file, hidden) = hidden_file(&target).map_err(|source| write_error(&target, source))?;
        Ok(Self { file: Some(BufWriter::new(file)), hidden, target, in_place: false })
    }

    /// Puts the output in its place.
    pub fn commit(self) -> Result<(), TraceError> {
        self.close(false)
    }

    /// The same after asking the system to bring the bytes to the disk first.
    pub fn commit_synced(self) -> Result<(), TraceError> {
        self.close(true)
    }

    fn close(mut self, sync: bool) -> Result<(), TraceError> {
        self.try_close(sync).map_err(|source| write_error(&self.target, source))
    }

    fn try_close(&mut self, sync: bool) -> io::Result<()> {
        if let Some(buffered) = self.file.take() {
            let file = buffered.into_inner().map_err(io::IntoInnerError::into_error)?;
            if sync {
                file.sync_all()?;
            }
        }
        fs::rename(&self.hidden, &self.target)?;
        self.in_place = true;
        Ok(())
    }

    fn open_file(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.file.as_mut().ok_or_else(|| io::Error::from(io::ErrorKind::NotConnected))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open_file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open_file()?.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.open_file()?.seek(to)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.in_place {
            self.file = None;
            // Nobody is left to tell if this fails; the hidden file's name says what it is.
            let _ = fs::remove_file(&self.hidden);
        }
    }
}

/// Writes `bytes` as the file `target`, whole or not at all.
pub fn write_whole(target: &Path, bytes: &[u8]) -> Result<(), TraceError> {
    let mut file = AtomicFile::create(target)?;
    file.write_all(bytes).map_err(|source| write_error(target, source))?;
    file.commit()
}

fn write_error(path: &Path, source: io::Error) -> TraceError {
    TraceError::Write { path: path.to_owned(), source }
}

/// Creates a file beside `target` whose name nobody else uses.
fn hidden_file(target: &Path) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    loop {
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        hidden.push(format!(".{}-{number}.part", std::process::id()));
        let path = target.with_file_name(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            // Left over from a killed process of the same number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        write_whole(&path, b"first").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"second").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        drop(file);
        assert_eq!(names(folder.path()), ["out"]);
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"third").unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        file.write_all(b"T").unwrap();
        file.commit_synced().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"Third");
        assert_eq!(names(folder.path()), ["out"]);
    }

    #[test]
    fn only_regular_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let create = |path: &Path| AtomicFile::create(path).map(drop);
        assert!(matches!(create(folder.path()), Err(TraceError::NotAFile { .. })));
        let missing = folder.path().join("none/out");
        assert!(matches!(create(&missing), Err(TraceError::Write { .. })));
    }
}
