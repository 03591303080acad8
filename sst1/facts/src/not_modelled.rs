//! What is known to differ between the parties and is not modelled, with the reason.
//!
//! For: saying it, in one place, beside the facts that are modelled. Not for: what nobody knows
//! (`docs/hardware/sst1-decisions.md`).

/// A difference that no fact decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotModelled {
    /// A short name.
    pub name: &'static str,
    /// Who differs from the hardware's profile.
    pub parties: &'static [&'static str],
    /// How.
    pub what: &'static str,
    /// Why there is no fact for it.
    pub why: &'static str,
    /// Section of the digest, or document.
    pub source: &'static str,
}

/// Builds a row.
pub(crate) const fn row(
    name: &'static str,
    parties: &'static [&'static str],
    what: &'static str,
    why: &'static str,
    source: &'static str,
) -> NotModelled {
    NotModelled { name, parties, what, why, source }
}

/// All of them.
pub const NOT_MODELLED: &[NotModelled] = &[
    row(
        "units of a board",
        &["zsst"],
        "the board has one texture unit; downloads to others are dropped",
        "a board's units are its configuration, not a fact",
        "1.3",
    ),
    row(
        "texture of an untextured triangle",
        &["zsst"],
        "the texel of the last triangle that wrote neither colour nor depth stays in a register",
        "no program can rely on it; the digest says to take 0",
        "5.7",
    ),
    row(
        "bilinear coordinates at the end of their range",
        &["zsst"],
        "half a texel is subtracted, and one added, in 18 and 14 bits that wrap: seen with clamping, \
         8,192 texels from the origin",
        "only there, and clamped textures end 8,000 texels before",
        "5.5",
    ),
    row(
        "levels beyond 8",
        &["zsst"],
        "the detail factor and the trilinear parity see the level before it is held at 8",
        "a smallest LOD beyond 8 is refused anyway",
        "5.4",
    ),
    row(
        "byte enables of registers",
        &["zsst"],
        "16-bit register writes change a half",
        "register accesses are words on this bus",
        "1.1",
    ),
    row(
        "an empty range of LODs",
        &["mame"],
        "the upper limit wins; it may exceed 8, and level 8 of an odd map samples level 9: both lie \
         outside tables",
        "undefined there, refused here",
        "docs/hardware/sst1-mame.md",
    ),
    row(
        "NCC tables are expanded late",
        &["mame"],
        "a changed NCC table shows only after a texture register is written as well, unless a \
         download comes between",
        "needs an expanded copy of each table in the saved state",
        "voodoo_emu.cpp, prepare_tmu",
    ),
    row(
        "formats 6, 7 and 15",
        &["mame"],
        "have no table: the program ends",
        "undefined there, refused here",
        "voodoo_emu.cpp, init_tmu",
    ),
    row(
        "rows after a flip",
        &["mame"],
        "are taken modulo 1,024",
        "only rows that lie outside the picture differ, and those are refused or beyond memory",
        "voodoo_emu.cpp, raster_generic",
    ),
    row(
        "reserved draw buffers",
        &["mame"],
        "a triangle to buffer 2 or 3 is not drawn",
        "refused here",
        "voodoo_emu.cpp, triangle",
    ),
    row(
        "fbiPixelsIn",
        &["mame"],
        "counts the columns that clipping takes off, and nothing else",
        "no picture and no other counter shows it",
        "voodoo_emu.cpp, raster_generic",
    ),
    row(
        "the chip field of trexInit1",
        &["mame"],
        "bit 18 counts whatever chip is named, and for the whole board",
        "drivers name TMU 0, which is where it is read",
        "voodoo_emu.cpp, register_w",
    ),
    row(
        "log2 of W in SpinalVoodoo",
        &["spinal"],
        "the digest gives its constant, 27 - 1/256, not its table",
        "taken as zSST's table; there is no profile of it",
        "5.4",
    ),
];
