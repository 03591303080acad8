//! What is known to differ about pixels, the linear frame buffer and swaps, and is not modelled.
//!
//! For: the rows of [`crate::NOT_MODELLED`]'s kind that concern these. Not for: registers, geometry
//! and textures (`not_modelled`).

use crate::NotModelled;
use crate::not_modelled::row;

/// The page of the MAME line.
const MAME: &str = "docs/hardware/sst1-mame.md";
/// The page of zSST.
const ZSST: &str = "docs/hardware/sst1-zsst.md";

/// All of them.
pub const NOT_MODELLED_PIXELS: &[NotModelled] = &[
    row(
        "mantissa of the W depth",
        &["specification"],
        "a figure takes it from W's bits 30:16 alone, zeros shifted in",
        "whether zeros come in before or behind the complement is not stated, and no program has it",
        "5.8",
    ),
    row(
        "destination alpha of 16 bits",
        &["mame"],
        "with alpha planes the whole auxiliary word is a blend factor",
        "alpha planes hold 8 bits; only depths under alpha planes show it",
        MAME,
    ),
    row(
        "a_local 3",
        &["mame"],
        "is bits 47:32 of W, brought to a byte",
        "a code of later chips, refused here",
        MAME,
    ),
    row(
        "c_local of LFB pixels by the texel",
        &["mame"],
        "is not initialised",
        "undefined there; the pixel's own is taken",
        MAME,
    ),
    row(
        "colour of depth-only LFB writes",
        &["mame"],
        "is not initialised",
        "undefined there; color1 is taken, as by the chip",
        MAME,
    ),
    row(
        "halves of 32-bit LFB formats",
        &["zsst", "mame"],
        "write colour or depth alone, in bypass",
        "what the other half of the bus carries decides the rest, and formats 4 and 5; refused here",
        "5.9",
    ),
    row(
        "lone halves under swizzle and swap",
        &["zsst"],
        "keep their place and take the other half's data",
        "what the other half of the bus carries is not stated",
        ZSST,
    ),
    row(
        "fog of LFB pixels by alpha or Z",
        &["zsst"],
        "takes what the last triangle that wrote neither colour nor depth left in a register",
        "no program can rely on it",
        ZSST,
    ),
    row(
        "three buffers",
        &["mame"],
        "leave no auxiliary buffer: depth tests pass, nothing is stored there",
        "boards without an auxiliary buffer are not modelled",
        MAME,
    ),
    row(
        "reserved LFB buffers",
        &["mame"],
        "end the program when written, and read as all ones",
        "refused here",
        MAME,
    ),
    row(
        "a fill whose left limit exceeds the right one",
        &["mame"],
        "takes the difference off fbiPixelsOut, row by row",
        "a negative count; nothing is drawn",
        MAME,
    ),
    row(
        "the colour look-up table",
        &["mame"],
        "does not exist; 565 goes to the host's window",
        "what the host shows is not the card's",
        MAME,
    ),
    row(
        "lengths of queues",
        &["zsst"],
        "64 writes and 7 swaps; then the host waits",
        "time alone",
        "1.1, 1.5",
    ),
    row(
        "fills and LFB accesses beyond memory",
        &["zsst"],
        "never end",
        "a chip that hangs shows nothing; they are dropped and refused",
        "1.2",
    ),
];
