//! The stream of decompressed bytes that a format's reader works on.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use crate::container::{Stream, sniff, unpack};
use crate::tap::Tap;
use crate::{Container, MAX_LAYERS, Progress, Stored, TraceError, TraceKind};

/// Size of the buffer, and so the most that [`Source::peek`] shows.
pub const BUFFER_BYTES: usize = 1 << 18;

/// How to open a source.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Compute the SHA-256 of the stored bytes while they pass. On by default.
    pub sha256: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { sha256: true }
    }
}

impl Options {
    /// The options with the digest switched on or off.
    #[must_use]
    pub fn with_sha256(mut self, sha256: bool) -> Self {
        self.sha256 = sha256;
        self
    }
}

/// A buffered stream of decompressed bytes that knows its offset.
///
/// Every error carries the offset. After a fault of the system or the decompressor, bytes that were
/// buffered before it can still be read; asking for more gives [`TraceError::Failed`].
/// [`TraceError::Truncated`] is no such fault: it consumes what is there, and the content's end
/// stays a clean end for reads that accept one.
pub struct Source {
    stream: Stream,
    tap: Tap,
    containers: Vec<Container>,
    buffer: Box<[u8]>,
    /// The unread part of the buffer.
    start: usize,
    end: usize,
    /// Offset of `buffer[start]`.
    offset: u64,
    ended: bool,
    failed: bool,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source")
            .field("containers", &self.containers)
            .field("offset", &self.offset)
            .finish_non_exhaustive()
    }
}

impl Source {
    /// Opens a file, or standard input for `-`. For a folder use [`crate::open`].
    pub fn open(path: &Path, options: Options) -> Result<Self, TraceError> {
        if path.as_os_str() == "-" {
            return Self::from_reader(io::stdin(), None, options);
        }
        let fail = |source| TraceError::Open { path: path.to_owned(), source };
        let file = File::open(path).map_err(fail)?;
        let metadata = file.metadata().map_err(fail)?;
        if metadata.is_dir() {
            // Opening one is no fault everywhere, reading it is.
            return Err(fail(io::ErrorKind::IsADirectory.into()));
        }
        // The length of a pipe or device says nothing.
        let total = metadata.is_file().then_some(metadata.len());
        Self::from_reader(file, total, options)
    }

    /// A source over bytes in memory, compressed or not.
    pub fn from_bytes(bytes: Vec<u8>, options: Options) -> Result<Self, TraceError> {
        let total = bytes.len() as u64;
        Self::from_reader(Cursor::new(bytes), Some(total), options)
    }

    /// A source over any reader of stored bytes; `total` is their number if known.
    /// The reader is asked for large pieces and needs no buffer of its own.
    pub fn from_reader(
        reader: impl Read + Send + 'static,
        total: Option<u64>,
        options: Options,
    ) -> Result<Self, TraceError> {
        let tap = Tap::new(Box::new(reader), total, options.sha256);
        let mut stream: Stream = Box::new(tap.clone());
        let mut containers = Vec::new();
        loop {
            let (container, whole) =
                sniff(stream).map_err(|source| fault(&tap, &containers, 0, source))?;
            stream = whole;
            if container == Container::Plain {
                break;
            }
            if containers.len() == MAX_LAYERS {
                return Err(TraceError::TooNested);
            }
            containers.push(container);
            stream =
                unpack(container, stream).map_err(|source| fault(&tap, &containers, 0, source))?;
        }
        let buffer = vec![0; BUFFER_BYTES].into_boxed_slice();
        let (start, end, offset, ended, failed) = (0, 0, 0, false, false);
        Ok(Self { stream, tap, containers, buffer, start, end, offset, ended, failed })
    }

    /// Decompressed bytes consumed so far: the offset of the next byte.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The layers of compression, outermost first; empty for a plain file.
    pub fn containers(&self) -> &[Container] {
        &self.containers
    }

    /// A handle for watching how far reading is.
    pub fn progress(&self) -> Progress {
        self.tap.progress()
    }

    /// The format of the content. Only meaningful before anything was consumed.
    pub fn kind(&mut self) -> Result<TraceKind, TraceError> {
        Ok(TraceKind::of(self.peek(TraceKind::PREFIX)?))
    }

    /// The next `n` bytes without consuming them; fewer only at the end of the content.
    /// `n` above [`BUFFER_BYTES`] counts as that.
    pub fn peek(&mut self, n: usize) -> Result<&[u8], TraceError> {
        let available = self.fill(n)?;
        Ok(&available[..n.min(available.len())])
    }

    /// All bytes that are buffered, after reading on until there are at least `n`; fewer only at
    /// the end of the content. `n` above [`BUFFER_BYTES`] counts as that.
    pub fn fill(&mut self, n: usize) -> Result<&[u8], TraceError> {
        let n = n.min(BUFFER_BYTES);
        if self.end - self.start < n && !self.ended {
            self.read_on(n)?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// Consumes `n` bytes of those that [`Source::fill`] showed; more than were shown is cut to
    /// that.
    pub fn consume(&mut self, n: usize) {
        let n = n.min(self.end - self.start);
        self.start += n;
        self.offset += n as u64;
    }

    /// Fills `target`, or [`TraceError::Truncated`].
    pub fn read_exact(&mut self, target: &mut [u8]) -> Result<(), TraceError> {
        let (offset, wanted) = (self.offset, target.len());
        let mut done = 0;
        while done < wanted {
            let available = self.fill(1)?;
            let n = available.len().min(wanted - done);
            if n == 0 {
                let (wanted, found) = (wanted as u64, done as u64);
                return Err(TraceError::Truncated { offset, wanted, found });
            }
            target[done..done + n].copy_from_slice(&available[..n]);
            self.consume(n);
            done += n;
        }
        Ok(())
    }

    /// Fills `target` and gives true, or gives false when the content ends cleanly before its
    /// first byte; ending inside is [`TraceError::Truncated`].
    pub fn read_or_end(&mut self, target: &mut [u8]) -> Result<bool, TraceError> {
        if !target.is_empty() && self.at_end()? {
            return Ok(false);
        }
        self.read_exact(target).map(|()| true)
    }

    /// The next `n` bytes. Memory grows with what is really there, so that a false `n` in a short
    /// file allocates little; the caller still bounds `n`.
    pub fn read_vec(&mut self, n: u64) -> Result<Vec<u8>, TraceError> {
        let (offset, wanted) = (self.offset, n);
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < wanted {
            let available = self.fill(1)?;
            let left = wanted - bytes.len() as u64;
            let n = (available.len() as u64).min(left) as usize;
            if n == 0 {
                let found = bytes.len() as u64;
                return Err(TraceError::Truncated { offset, wanted, found });
            }
            bytes.extend_from_slice(&available[..n]);
            self.consume(n);
        }
        Ok(bytes)
    }

    /// All bytes that are left, or [`TraceError::TooLong`] when there are more than `most`: for
    /// inputs that have to be in memory whole.
    pub fn read_rest(&mut self, most: u64) -> Result<Vec<u8>, TraceError> {
        let mut bytes = Vec::new();
        loop {
            let available = self.fill(1)?;
            let n = available.len();
            if n == 0 {
                return Ok(bytes);
            }
            if bytes.len() as u64 + n as u64 > most {
                return Err(TraceError::TooLong { most });
            }
            bytes.extend_from_slice(available);
            self.consume(n);
        }
    }

    /// Consumes `n` bytes unseen, or [`TraceError::Truncated`].
    pub fn skip(&mut self, n: u64) -> Result<(), TraceError> {
        let (offset, wanted) = (self.offset, n);
        let mut left = n;
        while left > 0 {
            let available = (self.fill(1)?.len() as u64).min(left);
            if available == 0 {
                return Err(TraceError::Truncated { offset, wanted, found: wanted - left });
            }
            self.consume(available as usize);
            left -= available;
        }
        Ok(())
    }

    /// Whether the content ends here.
    pub fn at_end(&mut self) -> Result<bool, TraceError> {
        Ok(self.fill(1)?.is_empty())
    }

    /// Reads the stored bytes that are left, without decompressing them, and says what was stored.
    pub fn finish(mut self) -> Result<Stored, TraceError> {
        let offset = self.offset;
        self.tap.drain().map_err(|source| TraceError::Io { offset, source })
    }

    /// Reads until `n` bytes are buffered or the content ends.
    fn read_on(&mut self, n: usize) -> Result<(), TraceError> {
        if self.failed {
            return Err(TraceError::Failed { offset: self.offset });
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while self.end < n && !self.ended {
            match self.stream.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failed = true;
                    let delivered = self.offset + self.end as u64;
                    return Err(fault(&self.tap, &self.containers, delivered, error));
                }
            }
        }
        Ok(())
    }
}

/// Names an error by where it arose: in the system, or in the (innermost) decompressor.
fn fault(tap: &Tap, containers: &[Container], offset: u64, source: io::Error) -> TraceError {
    match containers.last() {
        Some(&container) if !tap.failed() => {
            if source.kind() == io::ErrorKind::UnexpectedEof {
                TraceError::CompressedTruncated { container, offset, source }
            } else {
                TraceError::Compressed { container, offset, source }
            }
        }
        _ => TraceError::Io { offset, source },
    }
}

#[cfg(test)]
mod tests;
