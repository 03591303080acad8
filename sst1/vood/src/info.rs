//! A summary of a stream in one cheap pass, for people and for `--json`.
//!
//! The three register offsets below stand here because counting triangles and swaps is part of
//! describing a trace; what those registers do is none of this crate's business.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::{Batch, Command, Reader, Record, VoodError};

const TRIANGLE_CMD: u32 = 0x080;
const FTRIANGLE_CMD: u32 = 0x100;
const FASTFILL_CMD: u32 = 0x124;
const SWAPBUFFER_CMD: u32 = 0x128;
/// Bits of a register address that name the register; both register maps agree on the four above.
const REGISTER: u32 = 0x3FC;
/// Chip select: nothing selected means all; bit 10 is the FBI, which executes commands.
const CHIPS: u32 = 0xF << 10;
const CHIP_FBI: u32 = 1 << 10;

/// How often one record type occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CommandCount {
    /// Records.
    pub records: u64,
    /// Operations: the sum of their counts.
    pub operations: u64,
}

/// The summary of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StreamInfo {
    /// Records, CONFIG records counted.
    pub records: u64,
    /// Operations: the sum of all counts, SWAP records included.
    pub operations: u64,
    /// Records and operations by type; in JSON only types that occur, by name.
    #[serde(serialize_with = "by_name")]
    pub by_command: [CommandCount; 14],
    /// Writes of triangleCMD and ftriangleCMD that reach the FBI.
    pub triangles: u64,
    /// Writes of fastfillCMD that reach the FBI.
    pub fast_fills: u64,
    /// Writes of swapbufferCMD that reach the FBI.
    pub swaps: u64,
    /// Largest count of a record.
    pub largest_count: u32,
    /// Whether the time stamps are a running operation number from 0 on, as opposed to cycles.
    pub running_timestamps: bool,
    /// 32-bit register writes by register offset (bits 9..2 of the address, all chips and both
    /// maps together), if asked for; in JSON by `0x` and three digits.
    #[serde(serialize_with = "by_offset", skip_serializing_if = "Option::is_none")]
    pub register_writes: Option<Vec<u64>>,
}

impl StreamInfo {
    /// The summary of an empty stream, with or without the histogram of registers.
    pub fn new(registers: bool) -> Self {
        Self {
            records: 0,
            operations: 0,
            by_command: [CommandCount::default(); 14],
            triangles: 0,
            fast_fills: 0,
            swaps: 0,
            largest_count: 0,
            running_timestamps: true,
            register_writes: registers.then(|| vec![0; 256]),
        }
    }

    /// Reads to the end. After an error the summary holds what came before it.
    pub fn scan(&mut self, reader: &mut Reader) -> Result<(), VoodError> {
        while let Some(batch) = reader.next_batch()? {
            self.add_batch(&batch);
        }
        Ok(())
    }

    /// Adds a batch.
    pub fn add_batch(&mut self, batch: &Batch<'_>) {
        batch.records.iter().for_each(|record| self.add(record));
        if batch.config.is_some() {
            self.records += 1;
            self.by_command[Command::Config as usize].records += 1;
        }
    }

    /// Adds one record.
    #[inline]
    pub fn add(&mut self, record: &Record) {
        let count = record.count as u64;
        // The operation number is 32 bits wide in the file and wraps.
        self.running_timestamps &= record.timestamp == self.operations as u32
            && record.timestamp_end == record.timestamp.wrapping_add(record.count - 1);
        self.records += 1;
        self.operations += count;
        let of_command = &mut self.by_command[record.command as usize];
        of_command.records += 1;
        of_command.operations += count;
        self.largest_count = self.largest_count.max(record.count);
        if record.command == Command::WriteRegL {
            self.add_register_write(record.address, count);
        }
    }

    fn add_register_write(&mut self, address: u32, count: u64) {
        let register = address & REGISTER;
        if let Some(writes) = &mut self.register_writes {
            writes[register as usize / 4] += count;
        }
        if address & CHIPS == 0 || address & CHIP_FBI != 0 {
            match register {
                TRIANGLE_CMD | FTRIANGLE_CMD => self.triangles += count,
                FASTFILL_CMD => self.fast_fills += count,
                SWAPBUFFER_CMD => self.swaps += count,
                _ => {}
            }
        }
    }

    /// How often a record type occurs.
    pub fn of(&self, command: Command) -> CommandCount {
        self.by_command[command as usize]
    }
}

fn by_name<S: Serializer>(counts: &[CommandCount; 14], out: S) -> Result<S::Ok, S::Error> {
    let present = Command::ALL.iter().zip(counts).filter(|(_, count)| count.records > 0);
    out.collect_map(present.map(|(command, count)| (command.name(), count)))
}

#[allow(clippy::ref_option, reason = "serde passes the field by reference")]
fn by_offset<S: Serializer>(writes: &Option<Vec<u64>>, out: S) -> Result<S::Ok, S::Error> {
    let all = writes.iter().flatten().enumerate().filter(|(_, writes)| **writes > 0);
    let named: BTreeMap<String, u64> =
        all.map(|(index, writes)| (format!("{:#05x}", index * 4), *writes)).collect();
    named.serialize(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(timestamp: u32, address: u32, count: u32) -> Record {
        let timestamp_end = timestamp + count - 1;
        Record { timestamp, timestamp_end, command: Command::WriteRegL, address, data: 0, count }
    }

    #[test]
    fn counts_by_execution_and_only_what_reaches_the_fbi() {
        let mut info = StreamInfo::new(true);
        info.add(&write(0, 0x080, 3));
        info.add(&write(3, 0x200100 | CHIP_FBI, 1));
        info.add(&write(4, 0x100 | 2 << 10, 1));
        info.add(&write(5, 0x128, 2));
        assert_eq!((info.triangles, info.swaps, info.operations), (4, 2, 7));
        assert!(info.running_timestamps);
        info.add(&write(8, 0x124, 1));
        assert!(!info.running_timestamps);
        let json = serde_json::to_value(&info).unwrap();
        assert_eq!(json["register_writes"]["0x080"], 3);
        assert_eq!(json["register_writes"]["0x100"], 2);
        assert_eq!(json["by_command"]["WRITE_REG_L"]["operations"], 8);
        assert!(json["by_command"].get("SWAP").is_none());
        assert_eq!((info.of(Command::WriteRegL).records, info.largest_count), (5, 3));
    }
}
