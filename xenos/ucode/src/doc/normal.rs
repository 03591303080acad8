//! What the normal form drops, bit by bit, as a table.
//!
//! For: the document, and a test that no other bit is dropped and each of these can be.

use std::fmt::Write;

/// Bits of a form that the normal form clears or sets to a fixed value.
pub(super) struct Dropped {
    /// The form, by its name in the document.
    pub(super) form: &'static str,
    /// The first bit and the last.
    pub(super) bits: (u32, u32),
    /// When.
    when: &'static str,
    /// Why nothing is lost.
    why: &'static str,
}

const fn row(
    form: &'static str,
    bits: (u32, u32),
    when: &'static str,
    why: &'static str,
) -> Dropped {
    Dropped { form, bits, when, why }
}

const RESERVED: &str = "reserved: no known meaning; decoding reports it where set";
const CONDITION: &str = "nothing asks for it";
const UNREAD: &str = "no operation of the instruction reads it; it becomes r0";
const SET: &str = "`setTexLOD`, `setGradientH`, `setGradientV`";
const SETS: &str = "they write a register of the texture unit and sample nothing";
const MINI: &str = "a mini fetch";
const FULL: &str = "the last full fetch decides";

/// All of them.
pub(super) const DROPPED: &[Dropped] = &[
    row("nop, vertex-fetches-done", (0, 42), "always", RESERVED),
    row("exec", (16, 27), "places from the count on", "the exec does not run them"),
    row("exec", (34, 40), "always", RESERVED),
    row("exec", (42, 42), "always", RESERVED),
    row("cexec", (16, 27), "places from the count on", "the exec does not run them"),
    row("(p0) exec", (16, 27), "places from the count on", "the exec does not run them"),
    row("(p0) exec", (34, 40), "always", RESERVED),
    row("loop", (14, 15), "always", RESERVED),
    row("loop", (21, 42), "always", RESERVED),
    row("endloop", (13, 15), "always", RESERVED),
    row("endloop", (22, 41), "always", RESERVED),
    row("endloop", (42, 42), "no predicated break", CONDITION),
    row("call", (14, 14), "unconditional", CONDITION),
    row("call", (15, 33), "always", RESERVED),
    row("call", (34, 41), "unconditional or predicated", CONDITION),
    row("call", (42, 42), "unconditional", CONDITION),
    row("ret", (0, 42), "always", RESERVED),
    row("jmp", (14, 14), "unconditional", CONDITION),
    row("jmp", (15, 32), "always", RESERVED),
    row("jmp", (34, 41), "unconditional or predicated", CONDITION),
    row("jmp", (42, 42), "unconditional", CONDITION),
    row("alloc", (3, 39), "always", RESERVED),
    row("alu", (6, 6), "an export", "export registers are not relative"),
    row("alu", (7, 7), "no constant is read", "it is about constants"),
    row("alu", (8, 13), "an export", "both halves write the vector's register"),
    row("alu", (14, 14), "an export whose masks cover all", "no component is left to become 0"),
    row(
        "alu",
        (32, 39),
        "source 3: parts that are not read",
        "repeated as the console's compiler does",
    ),
    row("alu", (40, 47), "source 2 is not read", UNREAD),
    row("alu", (48, 55), "source 1 is not read", UNREAD),
    row("alu", (56, 56), "source 3 is not read", UNREAD),
    row("alu", (57, 57), "source 2 is not read", UNREAD),
    row("alu", (58, 58), "source 1 is not read", UNREAD),
    row("alu", (59, 59), "not predicated", CONDITION),
    row("alu", (61, 61), "no constant that is read is relative", "it is about relative constants"),
    row(
        "alu",
        (62, 63),
        "set anew",
        "constants that nobody reads count no more; those that are read keep their meaning",
    ),
    row("alu", (64, 71), "source 3 is not read", UNREAD),
    row("alu", (72, 79), "source 2 is not read", UNREAD),
    row("alu", (80, 87), "source 1 is not read", UNREAD),
    row("alu", (93, 93), "source 3 is not read", UNREAD),
    row("alu", (94, 94), "source 2 is not read", UNREAD),
    row("alu", (95, 95), "source 1 is not read", UNREAD),
    row("vfetch", (5, 11), MINI, FULL),
    row(
        "vfetch",
        (20, 26),
        "a mini fetch, or a select of 3",
        "the full fetch decides; a select of 3 is the next index's first",
    ),
    row("vfetch", (30, 31), MINI, FULL),
    row("vfetch", (47, 47), MINI, FULL),
    row("vfetch", (54, 55), "always", RESERVED),
    row("vfetch", (64, 71), MINI, FULL),
    row("vfetch", (95, 95), "not predicated", CONDITION),
    row("tfetch", (12, 25), SET, SETS),
    row("tfetch", (28, 31), "coordinates that are not read", "they repeat the first"),
    row("tfetch", (32, 61), SET, SETS),
    row("tfetch", (62, 62), "always", RESERVED),
    row("tfetch", (64, 72), SET, SETS),
    row("tfetch", (73, 77), "always", RESERVED),
    row("tfetch", (78, 84), SET, SETS),
    row(
        "tfetch",
        (85, 94),
        "coordinates that the dimension does not have",
        "nothing is added to them",
    ),
    row("tfetch", (95, 95), "not predicated", CONDITION),
];

/// The section of the document.
pub(super) fn markdown(out: &mut String) {
    out.push_str(
        "
## The normal form

`Program::normalized` drops what has no effect on any result, whatever the inputs, and nothing else;
`asm` makes programs in this form. Hints and fields without known effect are kept: `yields`,
`serialized`, `vertex_cache`, `predicate_clean`, `address_mode`, `direction`, sizes of allocs,
`arbitrary_filter`, `sample_location`. These are the bits that it may change; words between
instructions that no exec runs become 0 as well, and an exec that control does not reach counts those
instructions alone that are in the program. Words that are two things at once (run as ALU and as
fetch, or run though they are control flow) stay as they are.

| form | bits | when | why nothing is lost |
|---|---|---|---|
",
    );
    for Dropped { form, bits: (lo, hi), when, why } in DROPPED {
        let bits = if lo == hi { lo.to_string() } else { format!("{lo}-{hi}") };
        let _ = writeln!(out, "| `{form}` | {bits} | {when} | {why} |");
    }
}
