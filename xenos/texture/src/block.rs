//! Compressed blocks of 4x4 texels.
//!
//! For: one texel of a block as 8-bit codes.
//! Not for: byte order, which is undone before; nor what the codes mean as numbers.
//! Facts: digest section 3.7; inferred: they follow common encoders, and the chip's own rounding is
//! not known. A block's texels are numbered row by row.

/// The first two 16-bit colours of a colour block, as codes of 8 bits.
fn endpoints(block: &[u8]) -> [[u32; 3]; 2] {
    [0, 2].map(|at| {
        let color = u32::from(block[at]) | u32::from(block[at + 1]) << 8;
        let (r, g, b) = (color >> 11, color >> 5 & 63, color & 31);
        [r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2]
    })
}

/// A texel's 2 bits of the second word.
fn selector(block: &[u8], texel: usize) -> u32 {
    u32::from(block[4 + texel / 4] >> (2 * (texel % 4)) & 3)
}

/// Between two codes: the ends, and the thirds cut.
fn third(first: u32, second: u32, selector: u32) -> u32 {
    match selector {
        0 => first,
        1 => second,
        2 => (2 * first + second) / 3,
        _ => (first + 2 * second) / 3,
    }
}

/// Red, green and blue of a colour block's texel where there are four colours always.
pub(crate) fn color(block: &[u8], texel: usize) -> [u32; 3] {
    let ([first, second], selector) = (endpoints(block), selector(block, texel));
    [0, 1, 2].map(|at| third(first[at], second[at], selector))
}

/// Red, green, blue and alpha of a DXT1 block's texel.
pub(crate) fn dxt1(block: &[u8], texel: usize) -> [u32; 4] {
    let value = |at: usize| u16::from_le_bytes([block[at], block[at + 1]]);
    let selector = selector(block, texel);
    if value(0) <= value(2) && selector >= 2 {
        if selector == 3 {
            return [0; 4];
        }
        let [first, second] = endpoints(block);
        let [r, g, b] = [0, 1, 2].map(|at| (first[at] + second[at]) >> 1);
        return [r, g, b, 255];
    }
    let [r, g, b] = color(block, texel);
    [r, g, b, 255]
}

/// A texel's 4 bits of an explicit alpha block.
pub(crate) fn explicit(block: &[u8], texel: usize) -> u32 {
    u32::from(block[texel / 2] >> (4 * (texel % 2)) & 15)
}

/// A texel's code of an interpolated alpha block.
pub(crate) fn interpolated(block: &[u8], texel: usize) -> u32 {
    let (first, second) = (u32::from(block[0]), u32::from(block[1]));
    let codes = (2..8).fold(0_u64, |codes, at| codes | u64::from(block[at]) << (8 * (at - 2)));
    match (codes >> (3 * texel) & 7) as u32 {
        0 => first,
        1 => second,
        code if first > second => ((8 - code) * first + (code - 1) * second) / 7,
        6 => 0,
        7 => 255,
        code => ((6 - code) * first + (code - 1) * second) / 5,
    }
}

/// Red and green of a CTX1 block's texel. In each end green is the lower byte.
pub(crate) fn ctx1(block: &[u8], texel: usize) -> [u32; 2] {
    let selector = selector(block, texel);
    [1, 0].map(|at| third(u32::from(block[at]), u32::from(block[at + 2]), selector))
}

#[cfg(test)]
mod tests;
