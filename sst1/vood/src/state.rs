//! `state.bin` (VSTA version 2): registers and memories at the start of a folder trace.
//!
//! Its layout is known from a description alone; none of the shared traces has one.

use std::io::Write;

use base_trace::{Source, TraceError};

use crate::bytes::{put_u32, u32_at};
use crate::{Fault, Header, MAX_SIZE_MB, VoodError, WriteError};

/// Size of the image's header.
pub const STATE_HEADER_BYTES: usize = 64;
/// The first word: `VSTA` on disk.
pub const STATE_MAGIC: u32 = 0x4154_5356;
/// The only version that is known.
pub const STATE_VERSION: u32 = 2;
/// Most registers in an image: 256 registers, 16 chip selects, two maps, and room to spare.
pub const MAX_STATE_REGISTERS: u32 = 1 << 14;
/// Largest memory in an image, in bytes.
const MAX_MEMORY: u32 = MAX_SIZE_MB << 20;

/// A register's value in a state image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateRegister {
    /// Byte offset in the register window, as a write would use it.
    pub address: u32,
    /// Its value.
    pub value: u32,
}

/// A state image. Fields that nothing depends on are kept as found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateImage {
    /// Number of the frame that the trace begins with.
    pub frame_number: u32,
    /// The board, as in [`Header::voodoo_type`].
    pub voodoo_type: u32,
    /// No flag is known.
    pub flags: u32,
    /// Bytes from one row of the frame buffer to the next.
    pub row_stride: u32,
    /// Byte offset of the buffer drawn to.
    pub draw_offset: u32,
    /// Byte offset of the depth or alpha buffer.
    pub aux_offset: u32,
    /// Visible width in pixels.
    pub h_disp: u32,
    /// Visible height in lines.
    pub v_disp: u32,
    /// Reserved.
    pub reserved: [u32; 2],
    /// The registers, in file order.
    pub registers: Vec<StateRegister>,
    /// The frame-buffer memory.
    pub frame_buffer: Vec<u8>,
    /// The texture memory of each TMU (1 to 3), all of the same length.
    pub textures: Vec<Vec<u8>>,
}

impl StateImage {
    /// Reads an image to the end of `source`. All sizes are checked before memory is taken, and
    /// memory grows only with what is really there (at most 64 MiB and the registers).
    pub fn read(source: &mut Source) -> Result<Self, VoodError> {
        let start = source.offset();
        let unreadable = |source| VoodError::Source { record: None, source };
        let mut bytes = [0; STATE_HEADER_BYTES];
        source.read_exact(&mut bytes).map_err(|error| cut_short(error, unreadable))?;
        let malformed = |at: usize, fault| {
            let offset = start + at as u64;
            VoodError::Malformed { offset, record: None, fault }
        };
        let (magic, version) = (u32_at(&bytes, 0), u32_at(&bytes, 4));
        if magic != STATE_MAGIC {
            let fault = Fault::Magic { expected: STATE_MAGIC, found: magic };
            return Err(malformed(0, fault));
        }
        if version != STATE_VERSION {
            let fault = Fault::Version { expected: STATE_VERSION, found: version };
            return Err(malformed(4, fault));
        }
        let bounded = |at: usize, what, min, max| {
            let found = u32_at(&bytes, at);
            if (min..=max).contains(&found) {
                Ok(found)
            } else {
                Err(malformed(at, Fault::Bounds { what, found, min, max }))
            }
        };
        let fb_bytes = bounded(16, "frame-buffer size", 1, MAX_MEMORY)?;
        let tex_bytes = bounded(20, "texture memory size", 1, MAX_MEMORY)?;
        let tmus = bounded(24, "number of TMUs", 1, 3)?;
        let register_count = bounded(28, "number of registers", 0, MAX_STATE_REGISTERS)?;

        let mut take =
            |n: u32| source.read_vec(n as u64).map_err(|error| cut_short(error, unreadable));
        let register_bytes = take(register_count * 8)?;
        let (pairs, _) = register_bytes.as_chunks::<8>();
        let registers = pairs
            .iter()
            .map(|pair| StateRegister { address: u32_at(pair, 0), value: u32_at(pair, 4) })
            .collect();
        let frame_buffer = take(fb_bytes)?;
        let textures = (0..tmus).map(|_| take(tex_bytes)).collect::<Result<_, _>>()?;
        let end = source.offset();
        if !source.at_end().map_err(unreadable)? {
            return Err(VoodError::Malformed { offset: end, record: None, fault: Fault::Trailing });
        }
        Ok(Self {
            frame_number: u32_at(&bytes, 8),
            voodoo_type: u32_at(&bytes, 12),
            flags: u32_at(&bytes, 32),
            row_stride: u32_at(&bytes, 36),
            draw_offset: u32_at(&bytes, 40),
            aux_offset: u32_at(&bytes, 44),
            h_disp: u32_at(&bytes, 48),
            v_disp: u32_at(&bytes, 52),
            reserved: [u32_at(&bytes, 56), u32_at(&bytes, 60)],
            registers,
            frame_buffer,
            textures,
        })
    }

    /// Writes the image; one that the reader would refuse is [`WriteError::Malformed`].
    pub fn write(&self, mut output: impl Write) -> Result<(), WriteError> {
        let size = |what, found: usize, min: u32, max: u32| match u32::try_from(found) {
            Ok(n) if (min..=max).contains(&n) => Ok(n),
            other => Err(Fault::Bounds { what, found: other.unwrap_or(u32::MAX), min, max }),
        };
        let fb_bytes = size("frame-buffer size", self.frame_buffer.len(), 1, MAX_MEMORY)?;
        let tmus = size("number of TMUs", self.textures.len(), 1, 3)?;
        let tex_length = self.textures.first().map_or(0, Vec::len);
        let tex_bytes = size("texture memory size", tex_length, 1, MAX_MEMORY)?;
        let registers = size("number of registers", self.registers.len(), 0, MAX_STATE_REGISTERS)?;
        if let Some(other) = self.textures.iter().find(|t| t.len() != tex_length) {
            let (what, state, trace) = ("texture size", other.len() as u64, tex_length as u64);
            return Err(Fault::StateMismatch { what, state, trace }.into());
        }
        let words = [
            STATE_MAGIC,
            STATE_VERSION,
            self.frame_number,
            self.voodoo_type,
            fb_bytes,
            tex_bytes,
            tmus,
            registers,
            self.flags,
            self.row_stride,
            self.draw_offset,
            self.aux_offset,
            self.h_disp,
            self.v_disp,
            self.reserved[0],
            self.reserved[1],
        ];
        let mut bytes = [0; STATE_HEADER_BYTES];
        for (index, word) in words.into_iter().enumerate() {
            put_u32(&mut bytes, index * 4, word);
        }
        output.write_all(&bytes)?;
        for register in &self.registers {
            output.write_all(&register.address.to_le_bytes())?;
            output.write_all(&register.value.to_le_bytes())?;
        }
        output.write_all(&self.frame_buffer)?;
        self.textures.iter().try_for_each(|texture| output.write_all(texture))?;
        Ok(output.flush()?)
    }

    /// Checks that the image's memories are those of the trace's header.
    pub fn check_against(&self, header: &Header) -> Result<(), Fault> {
        let texture = self.textures.first().map_or(0, Vec::len);
        let pairs = [
            ("frame-buffer size", self.frame_buffer.len() as u64, (header.fb_size_mb as u64) << 20),
            ("texture memory size", texture as u64, (header.tex_size_mb as u64) << 20),
            ("number of TMUs", self.textures.len() as u64, header.num_tmus as u64),
        ];
        match pairs.into_iter().find(|(_, state, trace)| state != trace) {
            Some((what, state, trace)) => Err(Fault::StateMismatch { what, state, trace }),
            None => Ok(()),
        }
    }
}

/// A short image is malformed rather than unreadable.
fn cut_short(error: TraceError, unreadable: impl Fn(TraceError) -> VoodError) -> VoodError {
    match error {
        TraceError::Truncated { offset, wanted, found } => {
            // Both are below 2^32: no part of an image is larger.
            let fault = Fault::Truncated { wanted: wanted as u32, found: found as u32 };
            VoodError::Malformed { offset, record: None, fault }
        }
        other => unreadable(other),
    }
}

#[cfg(test)]
mod tests;
