//! Random linear frame buffer accesses.

use sst1_board::Width;

use super::rng::Rng;
use super::{HEIGHT, WIDTH};
use crate::Operation;
use crate::Sink;
use crate::bus::{pixel16, pixel32};

/// A burst of writes: along a row, down a column or anywhere, words or halves, sometimes addressed
/// as the other kind of format would be, sometimes outside the frame.
pub(super) fn writes(rng: &mut Rng, wide: bool, out: &mut Vec<Operation>) {
    let wide = wide != rng.one_in(15);
    let (mut x, mut y) = place(rng);
    let path = rng.below(3);
    let half = rng.chance(25);
    let one = rng.word();
    let flat = rng.chance(20);
    for _ in 0..rng.between(1, 40) {
        let (width, offset) = access(rng, half, wide, x, y);
        let data = if flat { one } else { rng.word() };
        out.write(offset, data, width);
        match path {
            0 => x += if wide || half { 1 } else { 2 },
            1 => y += 1,
            _ => (x, y) = place(rng),
        }
        if path < 2 && (x >= WIDTH || y >= HEIGHT) {
            (x, y) = place(rng);
        }
    }
}

/// A few reads.
pub(super) fn reads(rng: &mut Rng, out: &mut Vec<Operation>) {
    let half = rng.chance(40);
    for _ in 0..rng.between(1, 6) {
        let (x, y) = place(rng);
        let (width, offset) = access(rng, half, false, x, y);
        out.read(offset, width);
    }
}

fn place(rng: &mut Rng) -> (u32, u32) {
    match rng.below(60) {
        0 => (rng.below(1024), rng.below(1024)),
        1..4 => (rng.below(80), rng.below(60)),
        _ => (rng.below(WIDTH), rng.below(HEIGHT)),
    }
}

fn access(rng: &mut Rng, half: bool, wide: bool, x: u32, y: u32) -> (Width, u32) {
    let offset = if wide { pixel32(x, y) } else { pixel16(x, y) };
    // Bits that an access of this width ignores.
    let ignored = if rng.one_in(50) { rng.below(4) } else { 0 };
    if half {
        // Either half of a 32-bit pixel.
        let side = if wide { rng.below(2) * 2 } else { 0 };
        (Width::Half, offset ^ side ^ (ignored & 1))
    } else {
        (Width::Word, (offset & !3) | ignored)
    }
}

/// Fills what is visible and what is not of all buffers with random words: as bypass writes in
/// 5-6-5, where `select` has chosen the buffer.
pub(super) fn fill(rng: &mut Rng, out: &mut Vec<Operation>) {
    for y in 0..HEIGHT {
        for x in (0..WIDTH).step_by(2) {
            out.write(pixel16(x, y), rng.word(), Width::Word);
        }
    }
}
