//! Every register, as one table.
//!
//! For: indices, names, formats and meanings, each written once; `index`, `REGISTERS` and the
//! look-ups follow from the same lines. Not for: the bits inside a word (`words`).
//! Facts: names as Xenia's register_table.inc has them; each row says its source.

mod backend;
mod constants;
mod counters;
mod declare;
mod display;
mod names;
mod sequencer;
mod setup;
mod surface;
mod system;
mod unnamed;
mod vertex;

#[cfg(test)]
mod tests;

pub use names::{Name, by_name};

use crate::register::{Register, SideEffect};

/// The index of each register, by name; of a range, the index of its first.
pub mod index {
    pub use super::backend::index::*;
    pub use super::constants::index::*;
    pub use super::counters::index::*;
    pub use super::display::index::*;
    pub use super::sequencer::index::*;
    pub use super::setup::index::*;
    pub use super::surface::index::*;
    pub use super::system::index::*;
    pub use super::vertex::index::*;
}

/// How many registers the file has: indices 0x0000 to 0x5002.
pub const FILE_WORDS: usize = 0x5003;

const PARTS: [&[Register]; 10] = [
    system::ROWS,
    counters::ROWS,
    display::ROWS,
    surface::ROWS,
    vertex::ROWS,
    setup::ROWS,
    sequencer::ROWS,
    backend::ROWS,
    constants::ROWS,
    unnamed::ROWS,
];

const COUNT: usize = {
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

const NO_ROW: u16 = u16::MAX;

static SORTED: [Register; COUNT] = sorted();

/// Every register or range that is known, by ascending index.
pub static REGISTERS: &[Register] = &SORTED;

/// The row number of each index.
static ROW_OF_INDEX: [u16; FILE_WORDS] = row_of_index();

/// A bit for each index whose write has a side effect.
static EFFECTS: [u64; FILE_WORDS.div_ceil(64)] = effects();

/// The row that holds `index`; none if nothing is known of it, or if the file ends before it.
#[inline]
pub fn register_at(index: u32) -> Option<&'static Register> {
    let row = ROW_OF_INDEX.get(index as usize)?;
    REGISTERS.get(usize::from(*row))
}

/// What a write to `index` does beside storing the word.
#[inline]
pub fn side_effect(index: u32) -> SideEffect {
    if !has_side_effect(index) {
        return SideEffect::None;
    }
    register_at(index).map_or(SideEffect::None, |row| row.effect)
}

/// Whether a write to `index` does more than store the word.
#[inline]
pub fn has_side_effect(index: u32) -> bool {
    EFFECTS.get(index as usize / 64).is_some_and(|bits| bits >> (index % 64) & 1 != 0)
}

/// Whether any of `count` registers from `first` on does more than store the word.
#[inline]
pub fn any_side_effect(first: u32, count: u32) -> bool {
    let end = first.saturating_add(count).min(FILE_WORDS as u32);
    let mut at = first;
    while at < end {
        let bits = EFFECTS[at as usize / 64] >> (at % 64);
        let here = (64 - at % 64).min(end - at);
        if bits & (u64::MAX >> (64 - here)) != 0 {
            return true;
        }
        at += here;
    }
    false
}

#[expect(clippy::large_stack_arrays, reason = "runs at compile time only")]
const fn sorted() -> [Register; COUNT] {
    let mut rows = [PARTS[0][0]; COUNT];
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut next = 0;
        while next < PARTS[part].len() {
            let row = PARTS[part][next];
            let mut place = count;
            while place > 0 && rows[place - 1].index > row.index {
                rows[place] = rows[place - 1];
                place -= 1;
            }
            rows[place] = row;
            count += 1;
            next += 1;
        }
        part += 1;
    }
    rows
}

#[expect(clippy::large_stack_arrays, reason = "runs at compile time only")]
const fn row_of_index() -> [u16; FILE_WORDS] {
    let mut index = [NO_ROW; FILE_WORDS];
    let mut row = 0;
    while row < COUNT {
        let mut at = SORTED[row].index as usize;
        while at <= SORTED[row].last() as usize {
            assert!(index[at] == NO_ROW, "two rows share a register");
            index[at] = row as u16;
            at += 1;
        }
        row += 1;
    }
    index
}

const fn effects() -> [u64; FILE_WORDS.div_ceil(64)] {
    let mut bits = [0; FILE_WORDS.div_ceil(64)];
    let mut row = 0;
    while row < COUNT {
        if !matches!(SORTED[row].effect, SideEffect::None) {
            let mut at = SORTED[row].index as usize;
            while at <= SORTED[row].last() as usize {
                bits[at / 64] |= 1 << (at % 64);
                at += 1;
            }
        }
        row += 1;
    }
    bits
}
