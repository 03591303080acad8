//! Opening a trace by path: a file, standard input, or a folder with a state image.

use std::path::Path;

use base_trace::{Layout, Opened, Options, Stored, TraceKind};

use crate::{Fault, Reader, StateImage, VoodError};

/// An opened trace, header read and checked.
#[derive(Debug)]
pub struct Trace {
    /// The records.
    pub reader: Reader,
    /// The state to begin with; without one, everything begins at zero.
    pub state: Option<StateImage>,
    /// What is stored of the state image (its length and digest).
    pub state_stored: Option<Stored>,
    /// File or folder.
    pub layout: Layout,
}

impl Trace {
    /// Opens `path` (see [`base_trace::open`]).
    pub fn open(path: &Path, options: Options) -> Result<Self, VoodError> {
        let opened = base_trace::open(path, options)
            .map_err(|source| VoodError::Source { record: None, source })?;
        Self::from_opened(opened)
    }

    /// Goes on from an opened path. Another format is [`VoodError::NotVood`]; a state image whose
    /// memories are not those of the header is malformed.
    pub fn from_opened(opened: Opened) -> Result<Self, VoodError> {
        if opened.kind != TraceKind::Vood {
            return Err(VoodError::NotVood { found: opened.kind });
        }
        let reader = Reader::new(opened.trace)?;
        let (mut state, mut state_stored) = (None, None);
        if let Some(mut source) = opened.state {
            let image = StateImage::read(&mut source)?;
            image.check_against(reader.header()).map_err(|fault: Fault| VoodError::Malformed {
                offset: 0,
                record: None,
                fault,
            })?;
            let stored =
                source.finish().map_err(|source| VoodError::Source { record: None, source })?;
            (state, state_stored) = (Some(image), Some(stored));
        }
        Ok(Self { reader, state, state_stored, layout: opened.layout })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Header, Writer};
    use std::fs;

    #[test]
    fn a_folder_with_a_state_image() {
        let folder = tempfile::tempdir().unwrap();
        let header = Header::new(1, 1, 2);
        let (bytes, _) = Writer::new(Vec::new(), &header).unwrap().finish().unwrap();
        fs::write(folder.path().join("trace.bin"), bytes).unwrap();
        let mut image = StateImage {
            frame_buffer: vec![1; 1 << 20],
            textures: vec![vec![2; 1 << 20]; 2],
            ..StateImage::default()
        };
        let state = folder.path().join("state.bin");
        image.write(fs::File::create(&state).unwrap()).unwrap();
        let trace = Trace::open(folder.path(), Options::default()).unwrap();
        assert_eq!(trace.state.as_ref(), Some(&image));
        assert_eq!(trace.state_stored.unwrap().bytes, 64 + (3 << 20));
        assert_eq!(trace.layout, Layout::Folder);

        image.textures.pop();
        image.write(fs::File::create(&state).unwrap()).unwrap();
        let error = Trace::open(folder.path(), Options::default()).unwrap_err();
        let fault = Fault::StateMismatch { what: "number of TMUs", state: 1, trace: 2 };
        assert!(matches!(error, VoodError::Malformed { fault: f, .. } if f == fault), "{error}");
    }

    #[test]
    fn other_contents_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.vood");
        fs::write(&path, b"something else").unwrap();
        let error = Trace::open(&path, Options::default()).unwrap_err();
        assert!(matches!(error, VoodError::NotVood { found: TraceKind::Unknown }));
    }
}
