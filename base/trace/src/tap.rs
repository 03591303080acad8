//! The stored bytes on their way in: counted, hashed, and their faults remembered.
//!
//! The tap is shared by the decompressor, which reads from it, and the [`Source`](crate::Source),
//! which asks it afterwards. One lock per read of many kilobytes costs nothing.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

/// How much of the stored input was read; clones see the same count, from any thread.
#[derive(Clone, Debug)]
pub struct Progress {
    read: Arc<AtomicU64>,
    total: Option<u64>,
}

impl Progress {
    /// Stored (compressed) bytes read so far.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Stored bytes in all; `None` for standard input and other readers of unknown length.
    pub fn total(&self) -> Option<u64> {
        self.total
    }
}

/// The input as stored, once all of it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its length in bytes.
    pub bytes: u64,
    /// Its SHA-256, unless [`Options::sha256`](crate::Options::sha256) was off.
    pub sha256: Option<[u8; 32]>,
}

impl Stored {
    /// The SHA-256 in lower-case hexadecimal digits.
    pub fn sha256_hex(&self) -> Option<String> {
        let digit = |nibble: u8| char::from_digit(nibble as u32, 16).unwrap_or('?');
        let hex = |byte: &u8| [digit(byte >> 4), digit(byte & 15)];
        self.sha256.map(|digest| digest.iter().flat_map(hex).collect())
    }
}

struct State {
    input: Box<dyn Read + Send>,
    hash: Option<Sha256>,
    failed: bool,
}

/// A shared handle on the stored bytes.
#[derive(Clone)]
pub(crate) struct Tap {
    state: Arc<Mutex<State>>,
    progress: Progress,
}

impl Tap {
    pub(crate) fn new(input: Box<dyn Read + Send>, total: Option<u64>, sha256: bool) -> Self {
        let state = State { input, hash: sha256.then(Sha256::new), failed: false };
        let progress = Progress { read: Arc::default(), total };
        Self { state: Arc::new(Mutex::new(state)), progress }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere cannot leave the state half changed in a way that matters here.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Whether the system, as opposed to a decompressor, reported an error.
    pub(crate) fn failed(&self) -> bool {
        self.lock().failed
    }

    /// Reads what is left and says what was stored.
    pub(crate) fn drain(&mut self) -> io::Result<Stored> {
        let mut rest = vec![0; 1 << 16];
        while self.read(&mut rest)? > 0 {}
        let sha256 = self.lock().hash.clone().map(|hash| hash.finalize().into());
        Ok(Stored { bytes: self.progress.bytes_read(), sha256 })
    }
}

impl Read for Tap {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.lock();
        loop {
            match state.input.read(buffer) {
                Ok(n) => {
                    if let Some(hash) = &mut state.hash {
                        hash.update(&buffer[..n]);
                    }
                    self.progress.read.fetch_add(n as u64, Ordering::Relaxed);
                    return Ok(n);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    state.failed = true;
                    return Err(error);
                }
            }
        }
    }
}
