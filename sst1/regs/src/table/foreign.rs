//! Offsets that the SST-1 reserves and its successors use.
//!
//! For: refusing such writes by name, since a stream that has them was made for another card.
//! 86Box decodes them for every type of card, with lasting effects.
//!
//! Facts: Voodoo 2's memory map, as public drivers and emulators agree on it.

/// A range of offsets that belongs to another card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// What the other card keeps there.
    pub name: &'static str,
    /// The first offset.
    pub first: u32,
    /// The last word's offset.
    pub last: u32,
    /// The other card.
    pub owner: &'static str,
}

const VOODOO_2: &str = "Voodoo 2";

const fn foreign(name: &'static str, first: u32, last: u32) -> Foreign {
    Foreign { name, first, last, owner: VOODOO_2 }
}

/// Every such range, by ascending offset.
pub static FOREIGN: &[Foreign] = &[
    foreign("command FIFO", 0x1E0, 0x1F8),
    foreign("borders", 0x234, 0x23C),
    foreign("hvRetrace", 0x240, 0x240),
    foreign("fbiInit5", 0x244, 0x244),
    foreign("fbiInit6", 0x248, 0x248),
    foreign("fbiInit7", 0x24C, 0x24C),
    foreign("triangle set-up", 0x260, 0x2A4),
    foreign("blitter", 0x2C0, 0x2FC),
];

/// The other card's range that holds `offset`. Higher address bits wrap, and bits 1:0 are ignored.
pub fn foreign_at(offset: u32) -> Option<&'static Foreign> {
    let word = (offset % super::BLOCK_BYTES) & !3;
    FOREIGN.iter().find(|range| (range.first..=range.last).contains(&word))
}
