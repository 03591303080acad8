//! The pages that a copy's rectangle lies on.
//!
//! For: addresses of pixels in tiled surfaces, as far as pages are concerned.
//! Not for: reading or writing pixels.
//! Facts: specification digest `xenos-hardware` sections 3.1, 3.2 and 6.5: documented in two
//! dimensions, inferred in three.

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
    /// First column and row, multiples of 8.
    pub(crate) from: [u32; 2],
    /// Column and row behind, multiples of 8.
    pub(crate) to: [u32; 2],
}

/// Columns and rows of a tile in two dimensions; in three it has half the rows.
const TILE: u32 = 32;
/// Columns and rows that rectangles are made of.
const BLOCK: u32 = 8;

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

/// What a pixel's address is made of, beside the lowest bit of its row: its number among the rows'
/// pairs, and where that lies.
#[derive(Clone, Copy, Debug)]
struct Piece {
    n: u64,
    pipe: u32,
    bank: u32,
}

fn flat_piece(x: u32, y: u32, pitch: u32, shift: u32) -> Piece {
    let outer = (u64::from(y >> 5) * u64::from(pitch >> 5) + u64::from(x >> 5)) * 64;
    let n = (outer + u64::from((y >> 1 & 7) * 8 + (x & 7))) << shift;
    Piece { n, pipe: x >> 3 & 3 ^ (y >> 3 & 1) << 1, bank: y >> 4 & 1 }
}

fn deep_piece(x: u32, y: u32, z: u32, pitch: u32, height: u32, shift: u32) -> Piece {
    let row = u64::from(z >> 2) * u64::from(height >> 4) + u64::from(y >> 4);
    let outer = (row * u64::from(pitch >> 5) + u64::from(x >> 5)) * 128;
    let n = (outer + u64::from((z & 3) * 32 + (y >> 1 & 3) * 8 + (x & 7))) << shift;
    let bank = (y >> 3 ^ z >> 2) & 1;
    Piece { n, pipe: x >> 3 & 3 ^ bank << 1, bank }
}

/// Pages of memory.
const PAGES: usize = (MEMORY_BYTES / PAGE_BYTES) as usize;

/// A set of pages.
struct Marked {
    bits: Box<[u64]>,
    left: usize,
}

impl Marked {
    fn new() -> Self {
        Self { bits: vec![0; PAGES / 64].into(), left: PAGES }
    }

    /// Marks the pages of a range of bytes. Addresses go round at the end of memory.
    fn mark(&mut self, start: u64, bytes: u64) {
        let size = u64::from(PAGE_BYTES);
        for page in start / size..=(start + bytes - 1) / size {
            let page = page as usize % PAGES;
            let (bit, word) = (1 << (page % 64), &mut self.bits[page / 64]);
            self.left -= usize::from(*word & bit == 0);
            *word |= bit;
        }
    }

    fn pages(&self) -> Vec<u32> {
        let marked = |page: &u32| self.bits[*page as usize / 64] >> (page % 64) & 1 != 0;
        (0..PAGES as u32).filter(marked).collect()
    }
}

impl Area {
    /// Bytes of its pixels.
    pub(crate) fn bytes(&self) -> u64 {
        let side = |at: usize| u64::from(self.to[at].saturating_sub(self.from[at]));
        (side(0) * side(1)) << self.shift
    }

    /// The pages that hold a byte of it. What it takes grows with the tiles that it lies on, not
    /// with its pixels, and ends when all of memory is in.
    pub(crate) fn pages(&self) -> Vec<u32> {
        let mut marked = Marked::new();
        let [left, top] = self.from;
        let [right, bottom] = self.to;
        // A unit is the smallest whole that the address is made of: its bytes have no gap but the
        // one that the bank makes.
        let high = if self.volume.is_some() { TILE / 2 } else { TILE };
        for row in (top / high * high..bottom).step_by(high as usize) {
            for column in (left / TILE * TILE..right).step_by(TILE as usize) {
                let x = column.max(left)..(column + TILE).min(right);
                let y = row.max(top)..(row + high).min(bottom);
                if x.len() == TILE as usize && y.len() == high as usize {
                    self.mark_unit(column, row, &mut marked);
                } else {
                    for y in y.step_by(BLOCK as usize) {
                        for x in x.clone().step_by(BLOCK as usize) {
                            self.mark_block(x, y, &mut marked);
                        }
                    }
                }
            }
            if marked.left == 0 {
                break;
            }
        }
        marked.pages()
    }

    /// A unit: its `n` are in a row, and it has both banks and all pipes.
    fn mark_unit(&self, x: u32, y: u32, marked: &mut Marked) {
        let numbers = (if self.volume.is_some() { 32 } else { 64 }) << self.shift;
        let Piece { n, .. } = self.piece(x, y);
        let start = u64::from(self.base) + (n >> 5 & 7) * 256 + (n >> 8 << 12);
        if numbers >= 256 {
            return marked.mark(start, numbers * 16);
        }
        for bank in 0..2 {
            marked.mark(start + bank * 2048, numbers * 8);
        }
    }

    /// Eight columns of eight rows: its `n` are in a row, 32 of them in 64 bytes without a gap.
    fn mark_block(&self, x: u32, y: u32, marked: &mut Marked) {
        let Piece { n, pipe, bank } = self.piece(x, y);
        for run in 0..1 << self.shift {
            let at = address(n + 32 * run, 0, pipe, bank);
            marked.mark(u64::from(self.base) + at, 64);
        }
    }

    fn piece(&self, x: u32, y: u32) -> Piece {
        match self.volume {
            Some((height, z)) => deep_piece(x, y, z, self.pitch, height, self.shift),
            None => flat_piece(x, y, self.pitch, self.shift),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(x: u32, y: u32, pitch: u32, shift: u32) -> u64 {
        let Piece { n, pipe, bank } = flat_piece(x, y, pitch, shift);
        address(n, y, pipe, bank)
    }

    fn deep(x: u32, y: u32, z: u32, pitch: u32, height: u32, shift: u32) -> u64 {
        let Piece { n, pipe, bank } = deep_piece(x, y, z, pitch, height, shift);
        address(n, y, pipe, bank)
    }

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

    /// The pages of every pixel's bytes.
    fn by_pixels(area: &Area) -> Vec<u32> {
        let mut marked = Marked::new();
        for y in area.from[1]..area.to[1] {
            for x in area.from[0]..area.to[0] {
                let Piece { n, pipe, bank } = area.piece(x, y);
                marked.mark(u64::from(area.base) + address(n, y, pipe, bank), 1 << area.shift);
            }
        }
        marked.pages()
    }

    #[test]
    fn tiles_and_pixels_give_the_same_pages() {
        let volumes = [None, Some((96, 0)), Some((128, 3)), Some((128, 6))];
        for shift in 0..5 {
            for base in [0x1_0000, 0x1_0800, 0x1FFF_F000, 0x1_0004, 0x1_0FC1] {
                for volume in volumes {
                    let (from, to) = ([24, 8], [200, 104]);
                    let area = Area { base, pitch: 224, volume, shift, from, to };
                    assert_eq!(area.pages(), by_pixels(&area), "{area:x?}");
                }
            }
        }
    }

    #[test]
    fn the_largest_areas_take_no_time_for_their_pixels() {
        for shift in 0..5 {
            for volume in [None, Some((16_384, 7))] {
                let (from, to) = ([8, 8], [16_376, 32_760]);
                let area = Area { base: 0x123, pitch: 16_384, volume, shift, from, to };
                assert!(area.pages().len() > 1 << 14, "{area:x?}");
            }
        }
    }
}
