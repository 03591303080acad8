//! Texels straight from memory.
//!
//! For: one texel, and a rectangle of them, decoded.
//! Not for: keeping them (`cache`), coordinates, filters.
//! Facts: none of its own.

use xenos_memory::{GuestMemory, physical};
use xenos_regs::fetch::TextureFetch;
use xenos_regs::words::Endian;

use crate::endian::unswap;
use crate::format::{Decoder, NoDecoder, Signs, decode, info};
use crate::layout::{Layout, Level};

/// A texel's four stored components (rule S12, steps 1 and 2).
pub type Texel = [f32; 4];

/// How a texture's bytes become texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reader {
    /// The format's.
    pub decoder: Decoder,
    /// Byte order.
    pub endian: Endian,
    /// How components are read.
    pub signs: Signs,
}

impl Reader {
    /// The one that a texture constant asks for.
    pub fn new(fetch: &TextureFetch) -> Result<Self, NoDecoder> {
        let format = fetch.d1.format();
        let decoder = info(format).decoder;
        if decoder == Decoder::None {
            return Err(NoDecoder(format));
        }
        let signs = Signs { signs: fetch.signs(), integer: fetch.d3.num_format() };
        Ok(Self { decoder, endian: fetch.d1.endianness(), signs })
    }

    /// A texel of a level. Memory beyond the end counts from the start again; a place outside the
    /// level is where the formula puts it.
    pub fn texel(&self, memory: &GuestMemory, level: &Level, slice: u32, x: u32, y: u32) -> Texel {
        let storage = level.storage;
        let address = level.block_address(slice, x / storage.width, y / storage.height);
        let mut block = [0; 16];
        self.block(memory, address, &mut block[..storage.bytes as usize]);
        self.decode(&block, x % storage.width, y % storage.height)
    }

    fn decode(&self, block: &[u8; 16], x: u32, y: u32) -> Texel {
        decode(self.decoder, block, x, y, self.signs).unwrap_or_default()
    }

    /// Up to 64 bytes at an address, in the chip's order.
    fn block(&self, memory: &GuestMemory, address: u32, out: &mut [u8]) {
        let skip = address as usize % 4;
        let mut words = [[0; 4]; 17];
        let count = (skip + out.len()).div_ceil(4).min(words.len());
        if let Some(words) = words.get_mut(..count)
            && memory.read_dwords(address, words).is_err()
        {
            // A block lies in memory whole, but a run of them may go on at its start.
            for (word, at) in words.iter_mut().zip((address & !3..).step_by(4)) {
                let read = memory.read_dwords(physical(at), core::slice::from_mut(word));
                debug_assert!(read.is_ok());
            }
        }
        unswap(&words, skip, self.endian, out);
    }

    /// The texels of a rectangle of a level, row by row: `size` texels from `from` on, which begins
    /// a block. What lies outside the level is left out.
    pub fn rectangle(
        &self,
        memory: &GuestMemory,
        level: &Level,
        slice: u32,
        from: [u32; 2],
        size: [u32; 2],
    ) -> Box<[Texel]> {
        let storage = level.storage;
        let bytes = storage.bytes as usize;
        let mut texels = vec![[0.0; 4]; (size[0] * size[1]) as usize].into_boxed_slice();
        let end = [0, 1].map(|axis| (from[axis] + size[axis]).min(level.size[axis]));
        let (first, last) = (from[0] / storage.width, end[0].div_ceil(storage.width));
        for row in from[1] / storage.height..end[1].div_ceil(storage.height) {
            let mut column = first;
            while column < last {
                let run = level.run(column).min(last - column).min(64 / storage.bytes);
                let address = level.block_address(slice, column, row);
                let mut buffer = [0; 64];
                self.block(memory, address, &mut buffer[..run as usize * bytes]);
                for (at, stored) in buffer.chunks_exact(bytes).take(run as usize).enumerate() {
                    let mut block = [0; 16];
                    block[..bytes].copy_from_slice(stored);
                    let left = (column + at as u32) * storage.width;
                    let top = row * storage.height;
                    for y in top..(top + storage.height).min(end[1]) {
                        for x in left..(left + storage.width).min(end[0]) {
                            let index = (y - from[1]) * size[0] + (x - from[0]);
                            texels[index as usize] = self.decode(&block, x - left, y - top);
                        }
                    }
                }
                column += run;
            }
        }
        texels
    }
}

/// Texel (`x`, `y`) of a level and slice (layer, face, or depth of a volume), straight from memory.
/// A level that the constant does not have gives zeros.
pub fn texel(
    fetch: &TextureFetch,
    memory: &GuestMemory,
    level: u32,
    slice: u32,
    x: u32,
    y: u32,
) -> Result<Texel, NoDecoder> {
    let reader = Reader::new(fetch)?;
    let layout = Layout::new(fetch);
    Ok(layout.level(level).map_or([0.0; 4], |level| reader.texel(memory, level, slice, x, y)))
}
