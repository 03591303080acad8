//! Saved states: a magic number, a version, then the state.
//!
//! The version grows whenever [`State`](crate::State) changes shape. Unknown versions are refused,
//! and a sample of every version stays in the tests.

use thiserror::Error;

use crate::State;

const MAGIC: [u8; 8] = *b"AIM-SST1";

/// Version of saved states that this build writes and reads.
pub const STATE_VERSION: u32 = 1;

/// A saved state that cannot be used.
#[derive(Debug, Error)]
pub enum StateError {
    /// The bytes do not start like a saved state.
    #[error("not a saved SST-1 state: it does not start with AIM-SST1")]
    Magic,
    /// The bytes end within the header.
    #[error("a saved state of {0} bytes ends within its header")]
    Short(usize),
    /// Written by another version.
    #[error("saved state of version {found}; this build knows version {STATE_VERSION}")]
    Version {
        /// The version found.
        found: u32,
    },
    /// The body does not decode.
    #[error("saved state damaged behind byte {offset}: {reason}")]
    Body {
        /// Length of the header.
        offset: usize,
        /// The decoder's words.
        reason: String,
    },
    /// The body decodes to something that no board can be in.
    #[error("saved state inconsistent: {0}")]
    Inconsistent(&'static str),
}

impl State {
    /// The state as bytes.
    ///
    /// # Errors
    /// When it cannot be encoded.
    pub fn to_bytes(&self) -> Result<Vec<u8>, StateError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(STATE_VERSION.to_le_bytes());
        let offset = bytes.len();
        postcard::to_extend(self, bytes)
            .map_err(|e| StateError::Body { offset, reason: e.to_string() })
    }

    /// The state that [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// When the bytes are no saved state of a known version, or no board can be in that state.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
            return Err(StateError::Magic);
        }
        let offset = MAGIC.len() + 4;
        let Some((header, body)) = bytes.split_at_checked(offset) else {
            return Err(StateError::Short(bytes.len()));
        };
        let mut version = [0; 4];
        version.copy_from_slice(&header[MAGIC.len()..]);
        let found = u32::from_le_bytes(version);
        if found != STATE_VERSION {
            return Err(StateError::Version { found });
        }
        let state: Self = postcard::from_bytes(body)
            .map_err(|e| StateError::Body { offset, reason: e.to_string() })?;
        state.consistent()?;
        Ok(state)
    }

    /// Holds a decoded state against what code relies on.
    fn consistent(&self) -> Result<(), StateError> {
        let checks = [
            (self.config.validate().is_ok(), "board configuration"),
            (self.tmus.len() == self.config.tmus as usize, "number of texture units"),
            (self.frame_buffer.bytes() == self.config.frame_buffer_bytes, "frame-buffer size"),
            (
                self.tmus.iter().all(|t| {
                    t.memory.bytes().len() == self.config.texture_bytes as usize
                        && t.palette.len() == 256
                        && t.base.iter().all(|base| *base < 1 << 19)
                }),
                "texture unit",
            ),
            (self.video.consistent(), "video"),
            (self.texture_cache.consistent(), "texture cache"),
        ];
        checks
            .iter()
            .find(|(good, _)| !good)
            .map_or(Ok(()), |(_, what)| Err(StateError::Inconsistent(what)))
    }
}
