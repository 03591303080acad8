//! One record, in memory and as bytes.

use crate::bytes::{put_u32, put_u64, u32_at, u64_at};
use crate::{Command, Fault};

/// Size of every record but CONFIG.
pub const RECORD_BYTES: usize = 24;
/// Size of a CONFIG record.
pub const CONFIG_BYTES: usize = 32;

/// An operation that happened `count` times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Of the first occurrence: a running operation number or processor cycles, by the recorder.
    pub timestamp: u32,
    /// Of the last occurrence. Nothing is required of it.
    pub timestamp_end: u32,
    /// What was done; never [`Command::Config`], which is a [`Config`].
    pub command: Command,
    /// Byte offset in the 16 MiB aperture, as issued. Alignment is not checked: what a board does
    /// with an odd address is the board's business.
    pub address: u32,
    /// The data written or returned; [`Command::Swap`] and other events use it differently.
    pub data: u32,
    /// Times that it happened in a row, at least 1. **Any** number is well formed, 4 billion too:
    /// a player executes the operation this often and has to bound its own work.
    pub count: u32,
}

/// The display mode (a CONFIG record). None of the shared traces has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Like [`Record::timestamp`], 64 bits wide.
    pub timestamp: u64,
    /// Visible width in pixels.
    pub h_disp: u32,
    /// Visible height in lines.
    pub v_disp: u32,
    /// Refresh rate in Hz.
    pub refresh_hz: u32,
    /// Pixel clock in Hz.
    pub pixel_clock_hz: u32,
    /// Reserved.
    pub reserved: u32,
}

impl Record {
    /// Reads a record, or says what is wrong with it.
    #[inline]
    pub fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Result<Self, Fault> {
        Self::decode(bytes).ok_or_else(|| Self::fault(bytes))
    }

    /// The record as bytes.
    pub fn to_bytes(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        put_u32(&mut bytes, 0, self.timestamp);
        put_u32(&mut bytes, 4, self.timestamp_end);
        bytes[8] = self.command.code();
        put_u32(&mut bytes, 12, self.address);
        put_u32(&mut bytes, 16, self.data);
        put_u32(&mut bytes, 20, self.count);
        bytes
    }

    /// What a reader would find wrong with the record.
    pub fn check(&self) -> Result<(), Fault> {
        let bytes = self.to_bytes();
        Self::from_bytes(&bytes).map(drop)
    }

    /// The record, if it is well formed and no CONFIG. The fast path of reading.
    #[inline(always)]
    pub(crate) fn decode(bytes: &[u8; RECORD_BYTES]) -> Option<Self> {
        // Type and padding together: a padding that is not zero makes an unknown type.
        let command = Command::from_code(u32_at(bytes, 8))?;
        let record = Self {
            timestamp: u32_at(bytes, 0),
            timestamp_end: u32_at(bytes, 4),
            command,
            address: u32_at(bytes, 12),
            data: u32_at(bytes, 16),
            count: u32_at(bytes, 20),
        };
        let good = record.count != 0
            && command.may_address(record.address)
            && command as u8 != Command::Config as u8;
        good.then_some(record)
    }

    /// Why [`Record::decode`] gave nothing.
    #[cold]
    fn fault(bytes: &[u8; RECORD_BYTES]) -> Fault {
        let padding = u32_at(bytes, 8) >> 8;
        let address = u32_at(bytes, 12);
        match Command::from_code(bytes[8] as u32) {
            None => Fault::UnknownCommand { code: bytes[8] },
            Some(_) if padding != 0 => Fault::Padding { found: padding },
            Some(Command::Config) => Fault::ConfigAsRecord,
            Some(command) if !command.may_address(address) => Fault::Address { command, address },
            Some(_) => Fault::ZeroCount,
        }
    }
}

impl Config {
    /// Whether a record that begins with these bytes is a CONFIG record.
    pub(crate) fn is_config(bytes: &[u8; RECORD_BYTES]) -> bool {
        u32_at(bytes, 8) == Command::Config as u32
    }

    /// Reads the fields; the type word is the caller's to check.
    pub(crate) fn from_bytes(bytes: &[u8; CONFIG_BYTES]) -> Self {
        Self {
            timestamp: u64_at(bytes, 0),
            h_disp: u32_at(bytes, 12),
            v_disp: u32_at(bytes, 16),
            refresh_hz: u32_at(bytes, 20),
            pixel_clock_hz: u32_at(bytes, 24),
            reserved: u32_at(bytes, 28),
        }
    }

    /// The record as bytes.
    pub fn to_bytes(&self) -> [u8; CONFIG_BYTES] {
        let mut bytes = [0; CONFIG_BYTES];
        put_u64(&mut bytes, 0, self.timestamp);
        put_u32(&mut bytes, 8, Command::Config as u32);
        put_u32(&mut bytes, 12, self.h_disp);
        put_u32(&mut bytes, 16, self.v_disp);
        put_u32(&mut bytes, 20, self.refresh_hz);
        put_u32(&mut bytes, 24, self.pixel_clock_hz);
        put_u32(&mut bytes, 28, self.reserved);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_has_its_name() {
        let (timestamp, timestamp_end, command) = (5, 5, Command::WriteRegL);
        let good = Record { timestamp, timestamp_end, command, address: 0x128, data: 1, count: 1 };
        assert_eq!(Record::from_bytes(&good.to_bytes()), Ok(good));
        let fault = |at: usize, value: u8| {
            let mut bytes = good.to_bytes();
            bytes[at] = value;
            Record::from_bytes(&bytes).unwrap_err()
        };
        assert_eq!(fault(8, 14), Fault::UnknownCommand { code: 14 });
        assert_eq!(fault(9, 1), Fault::Padding { found: 1 });
        assert_eq!(fault(11, 1), Fault::Padding { found: 0x10000 });
        assert_eq!(fault(8, 12), Fault::ConfigAsRecord);
        assert_eq!(fault(20, 0), Fault::ZeroCount);
        let address = 0x400128;
        assert_eq!(fault(14, 0x40), Fault::Address { command: Command::WriteRegL, address });
    }
}
