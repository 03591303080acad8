//! Every register, as one table.
//!
//! For: offsets, classes, formats and meanings, each written once; `offset` and `REGISTERS` follow
//! from the same lines. Not for: the bits inside a word (`words`) nor what a write does.
//!
//! Facts: SST-1 specification 1.61's memory map and register descriptions; each row names its
//! source, and differences of other implementations stand in its note.

mod config;
mod declare;
mod foreign;
mod pixel;
mod texture;
mod triangle;
mod video;

#[cfg(test)]
mod tests;

use crate::register::Register;

pub use config::{CONFIG_REGISTERS, ConfigRegister};
pub use foreign::{FOREIGN, Foreign, foreign_at};

/// The offset of each register, by name; of an array, the offset of its first word.
pub mod offset {
    pub use super::pixel::offset::*;
    pub use super::texture::offset::*;
    pub use super::triangle::offset::*;
    pub use super::video::offset::*;
}

/// Size of the register block in bytes; address bits above wrap or select chips.
pub const BLOCK_BYTES: u32 = 0x400;

const WORDS: usize = BLOCK_BYTES as usize / 4;
const COUNT: usize =
    triangle::ROWS.len() + pixel::ROWS.len() + video::ROWS.len() + texture::ROWS.len();
const NO_ROW: u8 = u8::MAX;

const SORTED: [Register; COUNT] = sorted();

/// Every register of the SST-1, by ascending offset.
pub static REGISTERS: &[Register] = &SORTED;

/// The row number of each word of the block.
static ROW_OF_WORD: [u8; WORDS] = row_of_word();

/// The normal word number of each word of the block in the alternate map.
static NORMAL_OF_ALTERNATE: [u8; WORDS] = normal_of_alternate();

/// The register that holds the word at `offset` of the register block. Higher address bits wrap,
/// and bits 1:0 are ignored.
#[inline]
pub fn register_at(offset: u32) -> Option<&'static Register> {
    REGISTERS.get(usize::from(ROW_OF_WORD[word_number(offset)]))
}

/// The register of that name, in the field's own spelling.
pub fn by_name(name: &str) -> Option<&'static Register> {
    REGISTERS.iter().find(|register| register.name == name)
}

/// The normal offset of what stands at `offset` in the alternate map, which an address with bit 21
/// set goes through while fbiInit3\[0\] is set. An offset that the map does not list stays.
#[inline]
pub fn alternate_offset(offset: u32) -> u32 {
    u32::from(NORMAL_OF_ALTERNATE[word_number(offset)]) * 4
}

const fn word_number(offset: u32) -> usize {
    (offset as usize / 4) % WORDS
}

const fn sorted() -> [Register; COUNT] {
    let blocks = [pixel::ROWS, video::ROWS, texture::ROWS];
    let mut rows = [triangle::ROWS[0]; COUNT];
    let mut count = 0;
    while count < triangle::ROWS.len() {
        rows[count] = triangle::ROWS[count];
        count += 1;
    }
    let mut block = 0;
    while block < blocks.len() {
        let mut next = 0;
        while next < blocks[block].len() {
            let row = blocks[block][next];
            let mut place = count;
            while place > 0 && rows[place - 1].offset > row.offset {
                rows[place] = rows[place - 1];
                place -= 1;
            }
            rows[place] = row;
            count += 1;
            next += 1;
        }
        block += 1;
    }
    rows
}

const fn row_of_word() -> [u8; WORDS] {
    assert!(COUNT < NO_ROW as usize, "row numbers fit a byte");
    let mut index = [NO_ROW; WORDS];
    let mut row = 0;
    while row < COUNT {
        let mut word = 0;
        while word < SORTED[row].words {
            let place = word_number(SORTED[row].offset + 4 * word);
            assert!(index[place] == NO_ROW, "two registers share a word");
            index[place] = row as u8;
            word += 1;
        }
        row += 1;
    }
    index
}

const fn normal_of_alternate() -> [u8; WORDS] {
    let mut index = [0; WORDS];
    let mut word = 0;
    while word < WORDS {
        index[word] = word as u8;
        word += 1;
    }
    let mut row = 0;
    while row < COUNT {
        if let Some(alternate) = SORTED[row].alternate {
            index[word_number(alternate)] = word_number(SORTED[row].offset) as u8;
        }
        row += 1;
    }
    index
}
