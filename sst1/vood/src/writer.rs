//! Writing a trace, for example by an emulator that captures what a program does to its board.
//!
//! An operation is merged into the one before it if and only if command, address and data are all
//! equal and nothing lies between; time stamps are a running operation number, so that the next
//! record's is the last one's plus its count.

use std::io::{self, Seek, SeekFrom, Write};

use crate::header::ENTRY_COUNT_AT;
use crate::{Command, Config, HEADER_BYTES, Header, RECORD_BYTES, Record, WriteError};

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Records, CONFIG records counted.
    pub records: u64,
    /// Operations: the sum of all counts.
    pub operations: u64,
    /// Bytes, header included.
    pub bytes: u64,
}

/// A writer of a trace. Give it a buffered output: every record is written by itself.
///
/// The last operation is held back until the next one differs, so [`Writer::finish`] or
/// [`Writer::finish_counted`] (or at least [`Writer::flush`]) has to be called.
#[derive(Debug)]
pub struct Writer<W: Write> {
    output: W,
    held: Option<Record>,
    clock: u32,
    totals: Totals,
}

impl<W: Write> Writer<W> {
    /// Writes the header with the number of records unknown (0). A header that the reader would
    /// refuse is [`WriteError::Malformed`].
    pub fn new(mut output: W, header: &Header) -> Result<Self, WriteError> {
        header.check().map_err(|(_, fault)| fault)?;
        output.write_all(&Header { entry_count: 0, ..*header }.to_bytes())?;
        let totals = Totals { bytes: HEADER_BYTES as u64, ..Totals::default() };
        Ok(Self { output, held: None, clock: 0, totals })
    }

    /// Records one operation. An address outside the command's window, or CONFIG, is
    /// [`WriteError::Malformed`].
    pub fn operation(
        &mut self,
        command: Command,
        address: u32,
        data: u32,
    ) -> Result<(), WriteError> {
        if let Some(held) = &mut self.held {
            let same = held.command == command && held.address == address && held.data == data;
            // A count that is full begins a new record; players cannot tell the difference.
            if same && held.count < u32::MAX {
                held.count += 1;
                held.timestamp_end = self.clock;
                self.clock = self.clock.wrapping_add(1);
                return Ok(());
            }
        }
        let (timestamp, timestamp_end) = (self.clock, self.clock);
        let record = Record { timestamp, timestamp_end, command, address, data, count: 1 };
        record.check()?;
        self.write_held()?;
        self.held = Some(record);
        self.clock = self.clock.wrapping_add(1);
        Ok(())
    }

    /// Records a write of swapbufferCMD (at `address`, usually 0x128) and the SWAP record that goes
    /// before it. `pending` is the number of swaps not yet shown, 0 to 3.
    pub fn swap(&mut self, pending: u32, address: u32, data: u32) -> Result<(), WriteError> {
        self.operation(Command::Swap, pending, data)?;
        self.operation(Command::WriteRegL, address, data)
    }

    /// Writes a record as it is, time stamps included, merged with nothing. The running operation
    /// number goes on after it.
    pub fn record(&mut self, record: &Record) -> Result<(), WriteError> {
        record.check()?;
        self.write_held()?;
        self.write_record(record)?;
        self.clock = record.timestamp.wrapping_add(record.count);
        Ok(())
    }

    /// Writes a CONFIG record as it is.
    pub fn config(&mut self, config: &Config) -> Result<(), WriteError> {
        self.write_held()?;
        let bytes = config.to_bytes();
        self.output.write_all(&bytes)?;
        self.totals.records += 1;
        self.totals.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Brings everything to the output. The next operation begins a new record even if equal.
    pub fn flush(&mut self) -> Result<(), WriteError> {
        self.write_held()?;
        Ok(self.output.flush()?)
    }

    /// Ends the trace with the number of records left unknown: for outputs that cannot seek, such
    /// as pipes and compressors.
    pub fn finish(mut self) -> Result<(W, Totals), WriteError> {
        self.flush()?;
        Ok((self.output, self.totals))
    }

    fn write_held(&mut self) -> Result<(), WriteError> {
        match self.held.take() {
            Some(record) => self.write_record(&record),
            None => Ok(()),
        }
    }

    fn write_record(&mut self, record: &Record) -> Result<(), WriteError> {
        self.output.write_all(&record.to_bytes())?;
        self.totals.records += 1;
        self.totals.operations += record.count as u64;
        self.totals.bytes += RECORD_BYTES as u64;
        Ok(())
    }
}

impl<W: Write + Seek> Writer<W> {
    /// Ends the trace and fills in the number of records, unless it does not fit in 32 bits. The
    /// output is left standing at the end.
    pub fn finish_counted(mut self) -> Result<(W, Totals), WriteError> {
        self.write_held()?;
        let count = u32::try_from(self.totals.records).unwrap_or(0);
        let end = self.output.stream_position()?;
        // Relative to where the header went, which need not be the start of the output.
        let start = end
            .checked_sub(self.totals.bytes)
            .ok_or_else(|| io::Error::other("the output is shorter than what was written"))?;
        self.output.seek(SeekFrom::Start(start + ENTRY_COUNT_AT as u64))?;
        self.output.write_all(&count.to_le_bytes())?;
        self.output.seek(SeekFrom::Start(end))?;
        self.output.flush()?;
        Ok((self.output, self.totals))
    }
}

#[cfg(test)]
mod tests;
