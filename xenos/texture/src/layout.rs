//! Where levels and slices of a texture lie.
//!
//! For: the addresses of blocks from a fetch constant, sizes in memory, packed small levels.
//! Not for: what the bytes mean.
//! Facts: digest section 3.4, inferred unless it says otherwise; the same rules with their
//! confidence in `docs/hardware/xenos-texture.md`, chapter L.

#[cfg(test)]
mod tests;

use xenos_memory::{Extent, MEMORY_BYTES, PAGE_BYTES, physical};
use xenos_regs::fetch::{Dimension, TextureFetch};

use crate::address::{
    MACRO_TILE, MACRO_TILE_DEPTH, linear, span_2d, span_3d, tiled_2d, tiled_3d, tiled_run,
};
use crate::format::{Storage, info};

/// Linear rows of levels above the base are aligned to so many bytes.
const ROW_BYTES: u32 = 256;
/// The shorter side of the first level that is packed with smaller ones.
const PACKED_LOG2: u32 = 4;

/// A texture's storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Its dimension; stacked ones are 2D.
    pub dimension: Dimension,
    /// The first level that shares its storage with smaller ones, if any does.
    pub packed: Option<u32>,
    /// Levels that may be sampled: the lowest and the highest.
    pub range: (u32, u32),
    levels: Vec<Level>,
}

/// One level's storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Physical address of the first byte of its storage, which a packed level shares.
    pub address: u32,
    /// Texels across, down and deep; a depth only of 3D textures.
    pub size: [u32; 3],
    /// Slices: layers of a stacked texture, 6 of a cube, else 1.
    pub slices: u32,
    /// The format's block.
    pub storage: Storage,
    /// In macro tiles, else row by row.
    pub tiled: bool,
    /// A volume.
    pub volume: bool,
    /// Where in its storage the level begins, in blocks.
    pub offset: [u32; 3],
    /// Blocks in a row of its storage.
    pub pitch: u32,
    /// Rows of blocks of its storage.
    pub height: u32,
    /// Bytes from a linear row to the next.
    pub row: u32,
    /// Bytes from a slice to the next; of a volume all of its storage.
    pub slice_stride: u64,
}

impl Layout {
    /// The storage of a texture constant's levels 0 to the highest sampled.
    pub fn new(fetch: &TextureFetch) -> Self {
        let dimension = fetch.dimension();
        let storage = info(fetch.d1.format()).storage;
        let extent = fetch.extent();
        let volume = dimension == Dimension::D3;
        let (size, slices) = if volume {
            ([extent.width, extent.height, extent.depth], 1)
        } else {
            ([extent.width, extent.height, 1], extent.depth)
        };
        let packed = (fetch.d5.packed_mips() && dimension != Dimension::D1)
            .then(|| ceil_log2(size[0].min(size[1])).saturating_sub(PACKED_LOG2));
        let range = fetch.levels();
        let tiled = fetch.d0.tiled() && dimension != Dimension::D1;
        let mut layout = Self { dimension, packed, range, levels: Vec::new() };
        // Levels above the base follow each other without gaps.
        let mut next = u64::from(fetch.mip_address());
        for level in 0..=range.1 {
            let own = packed.map_or(level, |packed| level.min(packed));
            let stored = size.map(|texels| (texels.next_power_of_two() >> own).max(1));
            let blocks = |texels: u32, block: u32, align: u32| {
                texels.div_ceil(block).next_multiple_of(align)
            };
            let pitch = if level == 0 { fetch.pitch() } else { stored[0] };
            let pitch = blocks(pitch, storage.width, MACRO_TILE);
            let rows = if level == 0 { size[1] } else { stored[1] };
            let height = match dimension {
                Dimension::D1 => 1,
                _ => blocks(rows, storage.height, MACRO_TILE),
            };
            let mut row = pitch * storage.bytes;
            if level > 0 && !tiled {
                row = row.next_multiple_of(ROW_BYTES);
            }
            let deep = if level == 0 { size[2] } else { stored[2] };
            let deep = if volume { deep.next_multiple_of(MACRO_TILE_DEPTH) } else { 1 };
            let slice_stride = (u64::from(row) * u64::from(height) * u64::from(deep))
                .next_multiple_of(u64::from(PAGE_BYTES));
            let address = if level == 0 { u64::from(fetch.base_address()) } else { next };
            layout.levels.push(Level {
                address: (address % u64::from(MEMORY_BYTES)) as u32,
                size: size.map(|texels| texels.checked_shr(level).unwrap_or(0).max(1)),
                slices,
                storage,
                tiled,
                volume,
                offset: packed_offset(packed, level, size, storage),
                pitch,
                height,
                row,
                slice_stride,
            });
            // A level that shares storage moves nothing on.
            let last = packed.is_some_and(|packed| level >= packed);
            if level > 0 && !last {
                next += slice_stride * u64::from(slices);
            }
        }
        layout
    }

    /// A level's storage; above the highest there is none.
    pub fn level(&self, level: u32) -> Option<&Level> {
        self.levels.get(level as usize)
    }

    /// All levels from 0 on; the base counts only if it can be sampled.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The memory that levels which can be sampled lie in, level by level.
    pub fn extents(&self) -> impl Iterator<Item = Extent> {
        let (lowest, highest) = self.range;
        (lowest..=highest).filter_map(|level| self.level(level)).flat_map(Level::extents)
    }
}

impl Level {
    /// Blocks across and down.
    pub fn blocks(&self) -> [u32; 2] {
        let Storage { width, height, .. } = self.storage;
        [self.size[0].div_ceil(width), self.size[1].div_ceil(height)]
    }

    /// Bytes from the level's storage to block (`x`, `y`) of a slice, or of a volume's depth.
    #[inline]
    pub fn block_offset(&self, slice: u32, x: u32, y: u32) -> i64 {
        let log2 = self.storage.log2_bytes();
        let (x, y) = ((x + self.offset[0]) as i32, (y + self.offset[1]) as i32);
        let z = slice + self.offset[2];
        match (self.volume, self.tiled) {
            (true, true) => tiled_3d(x, y, z as i32, self.pitch, self.height, log2),
            (true, false) => {
                linear(x, y, self.row, log2)
                    + i64::from(z) * i64::from(self.row) * i64::from(self.height)
            }
            (false, tiled) => {
                let slice = u64::from(slice) * self.slice_stride;
                let within = if tiled {
                    tiled_2d(x, y, self.pitch, log2)
                } else {
                    linear(x, y, self.row, log2)
                };
                slice as i64 + within
            }
        }
    }

    /// The physical address of block (`x`, `y`) of a slice.
    #[inline]
    pub fn block_address(&self, slice: u32, x: u32, y: u32) -> u32 {
        physical((i64::from(self.address) + self.block_offset(slice, x, y)) as u32)
    }

    /// Blocks from (`x`, ..) on that lie side by side in memory.
    pub fn run(&self, x: u32) -> u32 {
        if !self.tiled {
            return u32::MAX;
        }
        let run = tiled_run(self.storage.log2_bytes());
        run - ((x + self.offset[0]) & (run - 1))
    }

    /// Bytes from the level's storage to behind the last that can belong to one of its blocks.
    /// Storage that is only padding is left out: games do not allocate it.
    pub fn end(&self) -> u64 {
        let slices = if self.volume { self.size[2] } else { self.slices };
        let [across, down] = self.blocks();
        let (right, bottom) = (across - 1, down - 1);
        if !self.tiled {
            let last = self.block_offset(slices - 1, right, bottom);
            return last as u64 + u64::from(self.storage.bytes);
        }
        let log2 = self.storage.log2_bytes();
        // Narrow blocks interleave up to four macro tiles each way; so the last is not always the
        // farthest.
        let tile = if self.volume { 16 } else { MACRO_TILE };
        let back = |last: u32, tile: u32| (0..4).map_while(move |n| (last / tile).checked_sub(n));
        let columns = (right + self.offset[0]) / MACRO_TILE;
        let rows = back(bottom + self.offset[1], tile);
        let farthest = rows.flat_map(|row| (0..=columns).map(move |column| (column, row)));
        let at = |(column, row): (u32, u32)| {
            let (x, y) = ((column * MACRO_TILE) as i32, (row * tile) as i32);
            if self.volume {
                let slabs = back(slices - 1 + self.offset[2], MACRO_TILE_DEPTH);
                let starts = slabs.map(|slab| {
                    let z = (slab * MACRO_TILE_DEPTH) as i32;
                    // Pipe and bank are in the span.
                    tiled_3d(x, y, z, self.pitch, self.height, log2) & !0x8C0
                });
                starts.max().unwrap_or(0) as u64 + span_3d(log2)
            } else {
                tiled_2d(x, y, self.pitch, log2) as u64 + span_2d(log2)
            }
        };
        let before = if self.volume { 0 } else { u64::from(slices - 1) * self.slice_stride };
        before + farthest.map(at).max().unwrap_or(0)
    }

    /// The memory it lies in: one range, or two where it goes on at the start of memory.
    pub fn extents(&self) -> impl Iterator<Item = Extent> {
        let bytes = self.end().min(u64::from(MEMORY_BYTES)) as u32;
        let first = bytes.min(MEMORY_BYTES - self.address);
        let parts = [(self.address, first), (0, bytes - first)];
        parts
            .into_iter()
            .filter_map(|(start, bytes)| Extent::new(start, bytes).ok())
            .filter(|extent| !extent.is_empty())
    }
}

/// The smallest power of two not below, as its exponent.
fn ceil_log2(n: u32) -> u32 {
    n.next_power_of_two().ilog2()
}

/// Where a level begins in the storage that it shares, in blocks.
pub fn packed_offset(
    packed: Option<u32>,
    level: u32,
    size: [u32; 3],
    storage: Storage,
) -> [u32; 3] {
    let Some(place) = packed.and_then(|packed| level.checked_sub(packed)) else { return [0; 3] };
    let (base, [log2_width, log2_height, log2_depth]) = (level - place, size.map(ceil_log2));
    let wide = log2_width > log2_height;
    let shift = |one: u32, by: u32| one.checked_shr(by).unwrap_or(0);
    let (offset, across, z) = if place < 3 {
        (16 >> place, !wide, 0)
    } else {
        let longer = log2_width.max(log2_height);
        let offset = shift(1 << (longer - base), place - 2);
        let z = match offset {
            4.. => 0,
            _ if log2_depth > 1 + place => 4 * (log2_depth - place),
            _ => 4,
        };
        (offset, wide, z)
    };
    let (x, y) = if across { (offset, 0) } else { (0, offset) };
    // Slices of a surface without depth have no place to go to.
    let z = if size[2] > 1 { z } else { 0 };
    [x / storage.width, y / storage.height, z]
}
