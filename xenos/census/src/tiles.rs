//! The pages that a copy's rectangle lies on.
//!
//! For: addresses of pixels in tiled surfaces, as far as pages are concerned.
//! Not for: reading or writing pixels.
//! Facts: specification digest `xenos-hardware` sections 3.1, 3.2 and 6.5: documented in two
//! dimensions, inferred in three.

use std::collections::BTreeSet;
use std::ops::Range;

use xenos_memory::{MEMORY_BYTES, PAGE_BYTES};

/// A rectangle of a tiled surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Area {
    /// Address in bytes.
    pub(crate) base: u32,
    /// Pixels in a row, a multiple of 32.
    pub(crate) pitch: u32,
    /// Of a volume: its rows, a multiple of 32, and the slice.
    pub(crate) volume: Option<(u32, u32)>,
    /// Bytes a pixel as a power of two.
    pub(crate) shift: u32,
    /// First column and row.
    pub(crate) from: [u32; 2],
    /// Column and row behind.
    pub(crate) to: [u32; 2],
}

/// Columns and rows of a tile in two dimensions.
const TILE: u32 = 32;

/// The address bits that both kinds share.
fn address(n: u64, y: u32, pipe: u32, bank: u32) -> u64 {
    n & 0xF
        | u64::from(y & 1) << 4
        | (n >> 4 & 1) << 5
        | u64::from(pipe & 3) << 6
        | (n >> 5 & 7) << 8
        | u64::from(bank & 1) << 11
        | n >> 8 << 12
}

/// Where a pixel lies, in bytes from the surface's start.
fn flat(x: u32, y: u32, pitch: u32, shift: u32) -> u64 {
    let outer = (u64::from(y >> 5) * u64::from(pitch >> 5) + u64::from(x >> 5)) * 64;
    let n = outer + u64::from((y >> 1 & 7) * 8 + (x & 7)) << shift;
    address(n, y, x >> 3 & 3 ^ (y >> 3 & 1) << 1, y >> 4)
}

/// The same in a volume.
fn deep(x: u32, y: u32, z: u32, pitch: u32, height: u32, shift: u32) -> u64 {
    let row = u64::from(z >> 2) * u64::from(height >> 4) + u64::from(y >> 4);
    let outer = (row * u64::from(pitch >> 5) + u64::from(x >> 5)) * 128;
    let n = outer + u64::from((z & 3) * 32 + (y >> 1 & 3) * 8 + (x & 7)) << shift;
    let bank = (y >> 3 ^ z >> 2) & 1;
    address(n, y, x >> 3 & 3 ^ bank << 1, bank)
}

impl Area {
    /// The pages that hold a byte of it.
    pub(crate) fn pages(&self) -> Vec<u32> {
        let mut pages = BTreeSet::new();
        let [left, top] = self.from;
        let [right, bottom] = self.to;
        for row in (top / TILE * TILE..bottom).step_by(TILE as usize) {
            for column in (left / TILE * TILE..right).step_by(TILE as usize) {
                let x = column.max(left)..(column + TILE).min(right);
                let y = row.max(top)..(row + TILE).min(bottom);
                let whole = x.len() == TILE as usize && y.len() == TILE as usize;
                // Larger pixels fill their tile without a gap.
                if whole && self.volume.is_none() && self.shift >= 2 {
                    let start = flat(column, row, self.pitch, self.shift);
                    self.mark(start, 1 << (10 + self.shift), &mut pages);
                } else {
                    self.mark_pixels(x, y, &mut pages);
                }
            }
        }
        pages.into_iter().collect()
    }

    /// Eight pixels from a multiple of 8 on lie in one page of the surface.
    fn mark_pixels(&self, x: Range<u32>, y: Range<u32>, pages: &mut BTreeSet<u32>) {
        let aligned = self.base.is_multiple_of(PAGE_BYTES);
        let step = if aligned && x.start.is_multiple_of(8) { 8 } else { 1 };
        let mut last = u32::MAX;
        for y in y {
            for x in x.clone().step_by(step) {
                let at = match self.volume {
                    Some((height, z)) => deep(x, y, z, self.pitch, height, self.shift),
                    None => flat(x, y, self.pitch, self.shift),
                };
                let end = self.page(at + (1 << self.shift) - 1);
                if end != last || self.page(at) != last {
                    self.mark(at, 1 << self.shift, pages);
                    last = end;
                }
            }
        }
    }

    fn page(&self, at: u64) -> u32 {
        ((u64::from(self.base) + at) % u64::from(MEMORY_BYTES)) as u32 / PAGE_BYTES
    }

    fn mark(&self, at: u64, bytes: u64, pages: &mut BTreeSet<u32>) {
        let count = u64::from(MEMORY_BYTES / PAGE_BYTES);
        let start = u64::from(self.base) + at;
        let size = u64::from(PAGE_BYTES);
        pages.extend((start / size..=(start + bytes - 1) / size).map(|page| (page % count) as u32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_the_digests() {
        let all = [
            (flat(1, 0, 32, 2), 0x4),
            (flat(0, 1, 32, 2), 0x10),
            (flat(8, 0, 32, 2), 0x40),
            (flat(0, 8, 32, 2), 0x480),
            (flat(0, 16, 32, 2), 0x800),
            (flat(31, 31, 32, 2), 0xF7C),
            (flat(33, 5, 1280, 2), 0x1214),
            (flat(1279, 719, 1280, 2), 0x39777C),
            (flat(17, 9, 64, 0), 0x111),
            (flat(100, 77, 128, 1), 0x5798),
            (flat(5, 6, 96, 3), 0x708),
            (flat(5, 6, 96, 4), 0x1620),
            (deep(0, 0, 1, 32, 32, 2), 0x400),
            (deep(0, 0, 4, 32, 32, 2), 0x4880),
            (deep(9, 10, 3, 32, 32, 2), 0x1DC4),
            (deep(31, 31, 7, 32, 32, 2), 0x77FC),
            (deep(17, 40, 5, 64, 64, 0), 0x6181),
        ];
        for (number, (found, wanted)) in all.into_iter().enumerate() {
            assert_eq!(found, wanted, "value {number}");
        }
    }

    #[test]
    fn tiles_and_pixels_give_the_same_pages() {
        for shift in 0..5 {
            for base in [0x1_0000, 0x1_0800, 0x1FFF_F000, 0x1_0004] {
                let (from, to) = ([24, 8], [200, 104]);
                let area = Area { base, pitch: 224, volume: None, shift, from, to };
                let mut pixels = BTreeSet::new();
                for y in from[1]..to[1] {
                    for x in from[0]..to[0] {
                        area.mark(flat(x, y, 224, shift), 1 << shift, &mut pixels);
                    }
                }
                assert_eq!(
                    area.pages(),
                    pixels.into_iter().collect::<Vec<_>>(),
                    "{shift} {base:x}"
                );
            }
        }
    }
}
