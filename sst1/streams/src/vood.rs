//! Bus accesses as a VOOD trace.
//!
//! For: the sink behind which a trace file is written. Not for: the format, which is `sst1-vood`'s.

use std::io::{Seek, Write};

use sst1_board::{BoardConfig, Region, Width};
use sst1_regs::offset;
use sst1_vood::{Command, Header, Totals, WriteError, Writer};

use crate::Sink;

/// Writes a VOOD trace. The first error ends it and is reported by [`finish`](Self::finish).
#[derive(Debug)]
pub struct VoodSink<W: Write> {
    writer: Writer<W>,
    error: Option<WriteError>,
}

impl<W: Write> VoodSink<W> {
    /// Begins a trace of a board. Give it a buffered output.
    ///
    /// # Errors
    /// When the header cannot be written, or states no board (memories are whole MiB there).
    pub fn new(output: W, board: BoardConfig) -> Result<Self, WriteError> {
        let header =
            Header::new(board.frame_buffer_bytes >> 20, board.texture_bytes >> 20, board.tmus);
        Ok(Self { writer: Writer::new(output, &header)?, error: None })
    }

    /// Ends the trace, with the number of records left unknown: for outputs that cannot seek.
    ///
    /// # Errors
    /// The first error of the whole trace.
    pub fn finish(self) -> Result<(W, Totals), WriteError> {
        match self.error {
            Some(error) => Err(error),
            None => self.writer.finish(),
        }
    }

    fn then(&mut self, act: impl FnOnce(&mut Writer<W>) -> Result<(), WriteError>) {
        if self.error.is_none() {
            self.error = act(&mut self.writer).err();
        }
    }
}

impl<W: Write + Seek> VoodSink<W> {
    /// Ends the trace and fills in the number of records.
    ///
    /// # Errors
    /// The first error of the whole trace.
    pub fn finish_counted(self) -> Result<(W, Totals), WriteError> {
        match self.error {
            Some(error) => Err(error),
            None => self.writer.finish_counted(),
        }
    }
}

impl<W: Write> Sink for VoodSink<W> {
    fn write(&mut self, offset: u32, data: u32, width: Width) {
        let offset = offset & 0xFF_FFFF;
        let command = match (Region::of(offset), width) {
            (Region::Register, Width::Word) => Command::WriteRegL,
            (Region::Register, Width::Half) => Command::WriteRegW,
            (Region::Lfb, Width::Word) => Command::WriteFbL,
            (Region::Lfb, Width::Half) => Command::WriteFbW,
            (Region::Texture, Width::Word) => Command::WriteTexL,
            // The format has no such record; the card drops the access.
            (Region::Texture, Width::Half) => return,
        };
        let swap = Region::of(offset) == Region::Register
            && width == Width::Word
            && offset & 0x3FC == offset::SWAPBUFFER_CMD;
        self.then(|writer| {
            if swap {
                writer.swap(0, offset, data)
            } else {
                writer.operation(command, offset, data)
            }
        });
    }

    /// The value read is not known here and recorded as 0.
    fn read(&mut self, offset: u32, width: Width) {
        let offset = offset & 0xFF_FFFF;
        let command = match (Region::of(offset), width) {
            (Region::Register, Width::Word) => Command::ReadRegL,
            (Region::Register, Width::Half) => Command::ReadRegW,
            (Region::Lfb, Width::Word) => Command::ReadFbL,
            (Region::Lfb, Width::Half) => Command::ReadFbW,
            (Region::Texture, _) => return,
        };
        self.then(|writer| writer.operation(command, offset, 0));
    }
}
