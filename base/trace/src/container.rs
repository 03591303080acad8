//! Compression around a trace: which, by the first bytes, and its removal as a stream.

use std::fmt;
use std::io::{self, BufReader, Cursor, Read};

/// Layers of compression that are removed (for example gzip around zstd).
pub const MAX_LAYERS: usize = 2;
/// Largest zstd window, as a power of two: what the highest ordinary level uses. A frame that asks
/// for more (`--long=28` and up) is refused, since a hostile one could ask for gigabytes.
pub const ZSTD_WINDOW_LOG_MAX: u32 = 27;

const SNIFF: usize = 4;
const STORED_BUFFER: usize = 1 << 17;

/// One layer around a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// None.
    Plain,
    /// Zstandard frames, one or several, skippable ones included.
    Zstd,
    /// Gzip members, one or several.
    Gzip,
}

impl Container {
    /// The container of a content that begins with `prefix`.
    pub fn of(prefix: &[u8]) -> Self {
        match prefix {
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Self::Zstd,
            [0x1F, 0x8B, ..] => Self::Gzip,
            _ => Self::Plain,
        }
    }
}

impl fmt::Display for Container {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "plain",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        })
    }
}

pub(crate) type Stream = Box<dyn Read + Send>;

/// Looks at the first bytes of `stream` and gives it back with them in front again.
pub(crate) fn sniff(mut stream: Stream) -> io::Result<(Container, Stream)> {
    let mut prefix = Vec::with_capacity(SNIFF);
    stream.by_ref().take(SNIFF as u64).read_to_end(&mut prefix)?;
    let container = Container::of(&prefix);
    Ok((container, Box::new(Cursor::new(prefix).chain(stream))))
}

/// Removes one layer.
pub(crate) fn unpack(container: Container, stream: Stream) -> io::Result<Stream> {
    let buffered = |stream| BufReader::with_capacity(STORED_BUFFER, stream);
    Ok(match container {
        Container::Plain => stream,
        Container::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(buffered(stream))?;
            decoder.window_log_max(ZSTD_WINDOW_LOG_MAX)?;
            Box::new(decoder)
        }
        Container::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(buffered(stream))),
    })
}
