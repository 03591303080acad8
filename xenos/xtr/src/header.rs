//! The 48-byte header.

use crate::Fault;
use crate::bytes::u32_at;

/// Size of the header.
pub const HEADER_BYTES: usize = 48;
/// The only version there is.
pub const VERSION: u32 = 1;
/// Length of the commit's name.
pub const COMMIT_BYTES: usize = 40;

const COMMIT_AT: usize = 4;
const TITLE_AT: usize = COMMIT_AT + COMMIT_BYTES;

/// The header's fields; nothing depends on them but the version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The recording build, ASCII as found; players do not look at it.
    pub commit: [u8; COMMIT_BYTES],
    /// The recorded title, 0 if none.
    pub title: u32,
}

impl Header {
    /// A header for a trace that no build of Xenia recorded: the commit's place is filled with
    /// zero digits, so that the file is still known by its first bytes.
    pub const fn new(title: u32) -> Self {
        Self { commit: [b'0'; COMMIT_BYTES], title }
    }

    /// Reads a header.
    pub fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Result<Self, Fault> {
        let found = u32_at(bytes, 0);
        if found != VERSION {
            return Err(Fault::Version { expected: VERSION, found });
        }
        let mut commit = [0; COMMIT_BYTES];
        commit.copy_from_slice(&bytes[COMMIT_AT..TITLE_AT]);
        Ok(Self { commit, title: u32_at(bytes, TITLE_AT) })
    }

    /// The header as bytes.
    pub fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..COMMIT_AT].copy_from_slice(&VERSION.to_le_bytes());
        bytes[COMMIT_AT..TITLE_AT].copy_from_slice(&self.commit);
        bytes[TITLE_AT..].copy_from_slice(&self.title.to_le_bytes());
        bytes
    }
}
