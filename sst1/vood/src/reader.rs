//! Reading a stream of records, in batches or one by one.
//!
//! Tolerated: any time stamps, any flags and reserved words, an unknown number of records, odd
//! addresses, data above 16 bits in 16-bit records. Errors: everything in [`Fault`].

use base_trace::Source;

use crate::{CONFIG_BYTES, Config, Fault, HEADER_BYTES, Header, RECORD_BYTES, Record, VoodError};

/// Where a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its index, from 0, CONFIG records counted.
    pub index: u64,
    /// Its byte offset in the decompressed content.
    pub offset: u64,
}

/// A record with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands.
    pub position: Position,
    /// What it is.
    pub item: Item,
}

/// An ordinary record or a CONFIG record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// One of the 24-byte records.
    Record(Record),
    /// The 32-byte record.
    Config(Config),
}

/// Some consecutive records: either ordinary ones, or a single CONFIG.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// Where the first record stands.
    pub first: Position,
    /// The ordinary records, without gaps; empty when [`Batch::config`] is there.
    pub records: &'a [Record],
    /// The CONFIG record.
    pub config: Option<Config>,
}

impl Batch<'_> {
    /// Where `records[at]` stands.
    #[inline]
    pub fn position(&self, at: usize) -> Position {
        let at = at as u64;
        let offset = self.first.offset + at * RECORD_BYTES as u64;
        Position { index: self.first.index + at, offset }
    }
}

/// A reader of a trace. Memory is one buffer of a few thousand records, whatever the trace.
#[derive(Debug)]
pub struct Reader {
    source: Source,
    header: Header,
    records: Vec<Record>,
    config: Option<Config>,
    /// Where the loaded records begin, and where the next ones will.
    first: Position,
    next: Position,
    configs: u64,
}

impl Reader {
    /// Reads and checks the header of a trace that begins where `source` stands.
    pub fn new(mut source: Source) -> Result<Self, VoodError> {
        let start = source.offset();
        let error = |source| VoodError::Source { record: None, source };
        let available = source.fill(HEADER_BYTES).map_err(error)?;
        let Some(bytes) = available.first_chunk() else {
            let (wanted, found) = (HEADER_BYTES as u32, available.len() as u32);
            let fault = Fault::Truncated { wanted, found };
            return Err(VoodError::Malformed { offset: start, record: None, fault });
        };
        let header = Header::from_bytes(bytes)?;
        source.consume(HEADER_BYTES);
        let first = Position { index: 0, offset: source.offset() };
        let (records, config, configs) = (Vec::new(), None, 0);
        Ok(Self { source, header, records, config, first, next: first, configs })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the next record that is not yet loaded stands.
    pub fn position(&self) -> Position {
        self.next
    }

    /// The source, for its progress and containers.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Gives the source back, for its digest.
    pub fn into_source(self) -> Source {
        self.source
    }

    /// The next records, or `None` at the end. All good records before a malformed one are given
    /// before the error; the error is repeated by further calls. Nothing is allocated per record.
    pub fn next_batch(&mut self) -> Result<Option<Batch<'_>>, VoodError> {
        Ok(if self.load()? {
            Some(Batch { first: self.first, records: &self.records, config: self.config })
        } else {
            None
        })
    }

    /// The records one by one. Ends after the first error. What an earlier [`Reader::next_batch`]
    /// gave is not given again; records that were loaded but not taken are lost when the iterator
    /// is dropped.
    pub fn entries(&mut self) -> Entries<'_> {
        Entries { at: usize::MAX, ended: false, reader: self }
    }

    /// Loads the next batch; false at the end.
    fn load(&mut self) -> Result<bool, VoodError> {
        self.records.clear();
        self.config = None;
        self.first = self.next;
        let index = self.next.index;
        let error = |source| VoodError::Source { record: Some(index), source };
        let available = self.source.fill(RECORD_BYTES).map_err(error)?;
        if available.is_empty() {
            return self.check_entry_count().map(|()| false);
        }
        let (whole, _) = available.as_chunks::<RECORD_BYTES>();
        self.records.extend(whole.iter().map_while(Record::decode));
        let taken = self.records.len();
        if taken > 0 {
            let bytes = taken * RECORD_BYTES;
            self.source.consume(bytes);
            self.next = Position { index: index + taken as u64, offset: self.source.offset() };
            return Ok(true);
        }
        // The first one is a CONFIG record, malformed, or cut short.
        let (found, wanted) = (available.len() as u32, RECORD_BYTES as u32);
        match whole.first() {
            None => Err(self.malformed(Fault::Truncated { wanted, found })),
            Some(bytes) if Config::is_config(bytes) => self.load_config().map(|()| true),
            Some(bytes) => {
                let fault = Record::from_bytes(bytes).err().unwrap_or(Fault::ConfigAsRecord);
                Err(self.malformed(fault))
            }
        }
    }

    fn load_config(&mut self) -> Result<(), VoodError> {
        let index = self.next.index;
        let error = |source| VoodError::Source { record: Some(index), source };
        let available = self.source.fill(CONFIG_BYTES).map_err(error)?;
        let Some(bytes) = available.first_chunk() else {
            let (wanted, found) = (CONFIG_BYTES as u32, available.len() as u32);
            return Err(self.malformed(Fault::Truncated { wanted, found }));
        };
        self.config = Some(Config::from_bytes(bytes));
        self.configs += 1;
        self.source.consume(CONFIG_BYTES);
        self.next = Position { index: index + 1, offset: self.source.offset() };
        Ok(())
    }

    /// At the end of the content. Whether CONFIG records count is not documented and no known file
    /// has one, so both are accepted.
    fn check_entry_count(&self) -> Result<(), VoodError> {
        let (stated, found) = (self.header.entry_count, self.next.index);
        if stated == 0 || stated as u64 == found || stated as u64 == found - self.configs {
            Ok(())
        } else {
            Err(self.malformed(Fault::EntryCount { stated, found }))
        }
    }

    fn malformed(&self, fault: Fault) -> VoodError {
        let Position { index, offset } = self.next;
        VoodError::Malformed { offset, record: Some(index), fault }
    }
}

/// The records of a [`Reader`], one by one.
#[derive(Debug)]
pub struct Entries<'a> {
    reader: &'a mut Reader,
    /// Index in the loaded records; beyond them to begin with.
    at: usize,
    ended: bool,
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, VoodError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let reader = &mut *self.reader;
            if let Some(record) = reader.records.get(self.at) {
                let records = reader.records.as_slice();
                let batch = Batch { first: reader.first, records, config: None };
                let position = batch.position(self.at);
                self.at += 1;
                return Some(Ok(Entry { position, item: Item::Record(*record) }));
            }
            if self.ended {
                return None;
            }
            match reader.load() {
                Ok(true) => self.at = 0,
                Ok(false) => self.ended = true,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
            if let Some(config) = reader.config {
                return Some(Ok(Entry { position: reader.first, item: Item::Config(config) }));
            }
        }
    }
}

#[cfg(test)]
mod tests;
