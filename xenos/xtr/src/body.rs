//! Bodies: stored raw or as one Snappy block, checked before anything is allocated for them.

use base_trace::{BUFFER_BYTES, Source, TraceError};

use crate::{Encoding, Fault};

/// A copy of 64 bytes takes three bytes of Snappy; nothing unpacks to more (format description).
const EXPANSION: (u64, u64) = (64, 3);

/// What a record says about its body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    pub(crate) encoding: Encoding,
    pub(crate) encoded: u32,
    pub(crate) decoded: u32,
}

impl Stored {
    /// Checks the numbers of a record: nothing is read or allocated on account of bad ones.
    pub(crate) fn new(code: u32, encoded: u32, decoded: u32) -> Result<Self, Fault> {
        let encoding = match code {
            0 => Encoding::Raw,
            1 => Encoding::Snappy,
            code => return Err(Fault::UnknownEncoding { code }),
        };
        let longest = snap::raw::max_compress_len(decoded as usize) as u64;
        let (most, per) = EXPANSION;
        match encoding {
            Encoding::Raw if encoded != decoded => {
                Err(Fault::RawLength { expected: decoded, found: encoded })
            }
            Encoding::Snappy
                if encoded as u64 > longest || decoded as u64 * per > encoded as u64 * most =>
            {
                Err(Fault::ImplausibleLength { stored: encoded, decoded })
            }
            _ => Ok(Self { encoding, encoded, decoded }),
        }
    }

    /// The unpacked body, from `stored`, which has the length stated.
    pub(crate) fn unpack<'a>(
        self,
        stored: &'a [u8],
        unpacked: &'a mut Vec<u8>,
        snappy: &mut snap::raw::Decoder,
    ) -> Result<&'a [u8], Fault> {
        if self.encoding == Encoding::Raw {
            return Ok(stored);
        }
        // The varint in front may state another length than the record.
        let found = snap::raw::decompress_len(stored).map_err(|_| Fault::Snappy)? as u64;
        if found != self.decoded as u64 {
            return Err(Fault::DecodedLength { expected: self.decoded, found });
        }
        unpacked.clear();
        unpacked.resize(self.decoded as usize, 0);
        match snappy.decompress(stored, unpacked) {
            Ok(length) if length == unpacked.len() => Ok(unpacked),
            _ => Err(Fault::Snappy),
        }
    }
}

/// The stored bytes of a body of `n` bytes, after a fixed part of `fixed` bytes, nothing of either
/// consumed; or how many bytes of both are there.
///
/// Short ones are shown where the source buffered them; long ones are collected in `long`, which
/// grows with what is really there, and the source then stands behind them.
pub(crate) fn stored<'a>(
    source: &'a mut Source,
    fixed: usize,
    n: usize,
    long: &'a mut Vec<u8>,
) -> Result<Result<Piece<'a>, u64>, TraceError> {
    let whole = fixed + n;
    if whole <= BUFFER_BYTES {
        let available = source.fill(whole)?;
        return Ok(match available.get(fixed..whole) {
            Some(bytes) => Ok(Piece { bytes, consume: whole }),
            None => Err(available.len() as u64),
        });
    }
    source.consume(fixed);
    long.clear();
    while long.len() < n {
        let available = source.fill(1)?;
        let taken = available.len().min(n - long.len());
        if taken == 0 {
            return Ok(Err((fixed + long.len()) as u64));
        }
        long.extend_from_slice(&available[..taken]);
        source.consume(taken);
    }
    Ok(Ok(Piece { bytes: long, consume: 0 }))
}

/// A body as stored.
#[derive(Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) bytes: &'a [u8],
    /// What the source is still to be moved on by once the bytes are done with.
    pub(crate) consume: usize,
}
