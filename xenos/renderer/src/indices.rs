//! A draw's indices, as they lie where the draw says.

use xenos_front::{Draw, Indices};
use xenos_memory::GuestMemory;
use xenos_raster::{index_16, index_32};
use xenos_regs::words::IndexSize;

/// Index number `number` of a draw, its byte order undone, before `xenos_raster::IndexRules`.
///
/// What lies outside of memory, of the packet, or beyond the buffer's size (digest `xenos-hardware`
/// 5.1; documented of a sibling chip) reads as 0.
pub fn stored_index(draw: &Draw<'_>, memory: &GuestMemory, number: u32) -> u32 {
    let wide = draw.initiator.index_size() == IndexSize::Bits32;
    match draw.indices {
        Indices::Auto => number,
        Indices::Immediate(words) if wide => words.get(number as usize).copied().unwrap_or(0),
        Indices::Immediate(words) => {
            let word = words.get(number as usize / 2).copied().unwrap_or(0);
            word >> (16 * (number % 2)) & 0xFFFF
        }
        Indices::Memory { size, .. } if number >= size.num_words() => 0,
        Indices::Memory { address, size } if wide => {
            let word = memory.read_word(address.wrapping_add(number * 4)).unwrap_or(0);
            index_32(word.to_be_bytes(), size.swap_mode())
        }
        Indices::Memory { address, size } => {
            let mut bytes = [0; 2];
            let _ = memory.read_bytes(address.wrapping_add(number * 2), &mut bytes);
            index_16(bytes, size.swap_mode())
        }
    }
}

#[cfg(test)]
mod tests;
