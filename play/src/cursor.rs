//! Where a player is in its trace.
//!
//! The records of a batch are copied out of the reader, so that a player can stop between any two
//! operations and go on later. The fingerprint is the SHA-256 of the header, the state image's
//! digest if there is one, and the records that have begun; CONFIG records, which a player ignores,
//! are no part of it.

use sha2::{Digest, Sha256};
use sst1_vood::{Header, Position, RECORD_BYTES, Reader, Record, VoodError};

pub(crate) struct Cursor {
    reader: Reader,
    records: Vec<Record>,
    /// Where `records[0]` stands.
    first: Position,
    /// The record in `records` that comes next.
    at: usize,
    /// Records begun, CONFIG records before them counted.
    begun: u64,
    /// Of everything before `records`.
    hash: Option<Sha256>,
}

impl Cursor {
    pub(crate) fn new(reader: Reader, image: Option<[u8; 32]>, fingerprint: bool) -> Self {
        let first = reader.position();
        let hash = fingerprint.then(|| {
            // How many records there are is unknown while a trace is being written.
            let header = Header { entry_count: 0, ..*reader.header() };
            let mut hash = Sha256::new();
            hash.update(header.to_bytes());
            hash.update(image.unwrap_or_default());
            hash
        });
        Self { reader, records: Vec::new(), first, at: 0, begun: 0, hash }
    }

    pub(crate) fn reader(&self) -> &Reader {
        &self.reader
    }

    pub(crate) fn into_reader(self) -> Reader {
        self.reader
    }

    /// Records begun, CONFIG records before them counted.
    pub(crate) fn begun(&self) -> u64 {
        self.begun
    }

    /// Begins the next record, or gives `None` at the end.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<(Record, Position)>, VoodError> {
        loop {
            if let Some(record) = self.records.get(self.at) {
                let at = self.at as u64;
                self.at += 1;
                self.begun = self.first.index + at + 1;
                let offset = self.first.offset + at * RECORD_BYTES as u64;
                return Ok(Some((*record, Position { index: self.first.index + at, offset })));
            }
            if !self.load()? {
                return Ok(None);
            }
        }
    }

    /// Begins records until `begun` have, and gives the last of them.
    pub(crate) fn skip_to(&mut self, begun: u64) -> Result<Option<(Record, Position)>, VoodError> {
        let mut last = None;
        while self.begun < begun {
            last = self.next()?;
            if last.is_none() {
                break;
            }
        }
        Ok(last)
    }

    /// The digest of the records that have begun, if it is kept.
    pub(crate) fn fingerprint(&self) -> Option<[u8; 32]> {
        let mut hash = self.hash.clone()?;
        for record in self.records.get(..self.at).unwrap_or_default() {
            hash.update(record.to_bytes());
        }
        Some(hash.finalize().into())
    }

    fn load(&mut self) -> Result<bool, VoodError> {
        if let Some(hash) = &mut self.hash {
            for record in &self.records {
                hash.update(record.to_bytes());
            }
        }
        self.records.clear();
        self.at = 0;
        let Some(batch) = self.reader.next_batch()? else { return Ok(false) };
        self.first = batch.first;
        self.records.extend_from_slice(batch.records);
        Ok(true)
    }
}
