//! Opening a path: a file, standard input, or a folder that is a trace.

use std::path::Path;

use crate::{Options, Source, TraceError, TraceKind};

/// What a path turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One file, or standard input.
    Stream,
    /// A folder that holds `trace.bin` and perhaps `state.bin`.
    Folder,
}

/// An opened trace.
#[derive(Debug)]
pub struct Opened {
    /// The format of the stream, by content.
    pub kind: TraceKind,
    /// File or folder.
    pub layout: Layout,
    /// The stream, nothing consumed.
    pub trace: Source,
    /// The start state of a folder trace, if it has one.
    pub state: Option<Source>,
}

/// Opens `path`: a file, `-` for standard input, or a folder with `trace.bin` and perhaps
/// `state.bin`, each plain or with `.zst` or `.gz` after it (the content decides what it is).
pub fn open(path: &Path, options: Options) -> Result<Opened, TraceError> {
    let folder = path.as_os_str() != "-" && path.is_dir();
    let (layout, mut trace, state) = if folder {
        let Some(trace) = member(path, "trace.bin", options)? else {
            return Err(TraceError::NoTraceInFolder { path: path.to_owned() });
        };
        (Layout::Folder, trace, member(path, "state.bin", options)?)
    } else {
        (Layout::Stream, Source::open(path, options)?, None)
    };
    let kind = trace.kind()?;
    Ok(Opened { kind, layout, trace, state })
}

fn member(folder: &Path, name: &str, options: Options) -> Result<Option<Source>, TraceError> {
    for suffix in ["", ".zst", ".gz"] {
        let path = folder.join(format!("{name}{suffix}"));
        // What is there and cannot be read is an error, not an absence.
        if path.symlink_metadata().is_ok() {
            return Source::open(&path, options).map(Some);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn folders_files_and_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let open = |path: &Path| open(path, Options::default());
        assert!(matches!(open(folder.path()), Err(TraceError::NoTraceInFolder { .. })));

        let trace = folder.path().join("trace.bin.zst");
        fs::write(&trace, zstd::encode_all(&b"DOOV and more"[..], 1).unwrap()).unwrap();
        let opened = open(folder.path()).unwrap();
        assert_eq!((opened.kind, opened.layout), (TraceKind::Vood, Layout::Folder));
        assert!(opened.state.is_none());

        fs::write(folder.path().join("state.bin"), b"VSTA").unwrap();
        assert!(open(folder.path()).unwrap().state.is_some());

        let opened = open(&trace).unwrap();
        assert_eq!((opened.kind, opened.layout), (TraceKind::Vood, Layout::Stream));
        assert!(matches!(open(&folder.path().join("none")), Err(TraceError::Open { .. })));
    }

    #[test]
    fn the_name_does_not_matter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.png");
        fs::write(&path, b"DOOV").unwrap();
        assert_eq!(open(&path, Options::default()).unwrap().kind, TraceKind::Vood);
    }
}
