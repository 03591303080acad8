//! Where a block lies: the tiled and the linear formula.
//!
//! For: byte offsets from a surface's start, of blocks at signed places. Copies move a surface's
//! base, so places left of or above it are meant.
//! Not for: what a surface's pitch and height are; `layout` knows.
//! Facts: digest sections 3.1 to 3.3; 2D documented, 3D and linear inferred.

/// Blocks across and down of a macro tile of a 2D surface, and the alignment of every pitch.
pub const MACRO_TILE: u32 = 32;
/// Slices of a macro tile of a 3D surface.
pub const MACRO_TILE_DEPTH: u32 = 4;

/// The byte offset of block (`x`, `y`) in a tiled 2D surface of `pitch` blocks a row, a multiple
/// of 32, with blocks of 2^`log2_bytes` bytes.
#[inline]
pub fn tiled_2d(x: i32, y: i32, pitch: u32, log2_bytes: u32) -> i64 {
    let (x, y) = (i64::from(x), i64::from(y));
    let across = i64::from(pitch / MACRO_TILE);
    let outer = ((y >> 5) * across + (x >> 5)) * 64;
    let inner = (y >> 1 & 7) * 8 + (x & 7);
    let bank = y >> 4 & 1;
    let pipe = (x >> 3 & 3) ^ (y >> 3 & 1) << 1;
    spread((outer + inner) << log2_bytes, y & 1, pipe, bank)
}

/// The byte offset of block (`x`, `y`, `z`) in a tiled 3D surface of `pitch` x `height` blocks a
/// slice, both multiples of 32.
#[inline]
pub fn tiled_3d(x: i32, y: i32, z: i32, pitch: u32, height: u32, log2_bytes: u32) -> i64 {
    let (x, y, z) = (i64::from(x), i64::from(y), i64::from(z));
    let (across, down) = (i64::from(pitch / MACRO_TILE), i64::from(height / 16));
    let outer = (((z >> 2) * down + (y >> 4)) * across + (x >> 5)) * 128;
    let inner = (z & 3) * 32 + (y >> 1 & 3) * 8 + (x & 7);
    let bank = (y >> 3 ^ z >> 2) & 1;
    let pipe = (x >> 3 & 3) ^ bank << 1;
    spread((outer + inner) << log2_bytes, y & 1, pipe, bank)
}

/// The byte offset of block (`x`, `y`) where rows of `row` bytes follow each other.
#[inline]
pub fn linear(x: i32, y: i32, row: u32, log2_bytes: u32) -> i64 {
    i64::from(y) * i64::from(row) + (i64::from(x) << log2_bytes)
}

/// A number's bits moved apart, with the row's parity, the pipe and the bank in between: address
/// bits 4, 6 to 7 and 11.
#[inline]
fn spread(n: i64, parity: i64, pipe: i64, bank: i64) -> i64 {
    (n & 0xF)
        | parity << 4
        | (n & 0x10) << 1
        | pipe << 6
        | (n & 0xE0) << 3
        | bank << 11
        | (n & !0xFF) << 4
}

/// Blocks that lie side by side in memory if they do so in a row and start at a multiple of this.
pub(crate) fn tiled_run(log2_bytes: u32) -> u32 {
    (16 >> log2_bytes).clamp(1, 8)
}

/// Bytes from the first byte of a 2D macro tile to behind its last.
pub(crate) fn span_2d(log2_bytes: u32) -> u64 {
    match log2_bytes {
        0 => 0xA00,
        1 => 0xC00,
        log2 => 0x400 << log2,
    }
}

/// Bytes from the first byte of a 3D macro tile, pipe and bank apart, to behind its last.
pub(crate) fn span_3d(log2_bytes: u32) -> u64 {
    match log2_bytes {
        0 => 0xC00,
        log2 => 0x800 << log2,
    }
}

#[cfg(test)]
mod tests;
