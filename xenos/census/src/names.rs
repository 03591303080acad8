//! Names of values in keys, by code.
//!
//! Facts: docs/census-xenos.md, which decides every spelling.

use std::borrow::Cow;

/// The name of a code; `code-N` where the list has none.
pub(crate) fn named(names: &[&'static str], code: u32) -> Cow<'static, str> {
    match names.get(code as usize) {
        Some(name) if !name.is_empty() => Cow::Borrowed(name),
        _ => Cow::Owned(format!("code-{code}")),
    }
}

/// Yes or no.
pub(crate) const fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

/// These names joined by `+`, or `none`.
pub(crate) fn joined(names: impl Iterator<Item = &'static str>) -> String {
    let names: Vec<_> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join("+") }
}

/// The names of the bits that are set, lowest first.
pub(crate) fn set_bits(
    names: &'static [&'static str],
    bits: u32,
) -> impl Iterator<Item = &'static str> {
    (0..).zip(names).filter(move |(bit, _)| bits >> bit & 1 != 0).map(|(_, name)| *name)
}

pub(crate) const COMPARE: &[&str] =
    &["never", "less", "equal", "less-equal", "greater", "not-equal", "greater-equal", "always"];

pub(crate) const WAIT: &[&str] =
    &["never", "less", "less-equal", "equal", "not-equal", "greater-equal", "greater", "always"];

pub(crate) const STENCIL: &[&str] = &[
    "keep",
    "zero",
    "replace",
    "increment-clamp",
    "decrement-clamp",
    "invert",
    "increment-wrap",
    "decrement-wrap",
];

pub(crate) const BLEND_FACTOR: &[&str] = &[
    "zero",
    "one",
    "",
    "",
    "source-color",
    "one-minus-source-color",
    "source-alpha",
    "one-minus-source-alpha",
    "dest-color",
    "one-minus-dest-color",
    "dest-alpha",
    "one-minus-dest-alpha",
    "constant-color",
    "one-minus-constant-color",
    "constant-alpha",
    "one-minus-constant-alpha",
    "source-alpha-saturate",
];

pub(crate) const BLEND_OPERATION: &[&str] = &["add", "subtract", "min", "max", "reverse-subtract"];

/// The first four are those of everything but resolves.
pub(crate) const ENDIAN: &[&str] = &["none", "8in16", "8in32", "16in32", "8in64", "8in128"];

pub(crate) const PRIMITIVE: &[&str] = &[
    "none",
    "points",
    "lines",
    "line-strip",
    "triangles",
    "triangle-fan",
    "triangle-strip",
    "triangles-with-w-flags",
    "rectangles",
    "",
    "",
    "",
    "line-loop",
    "quads",
    "quad-strip",
    "polygon",
];

/// From code 16 on, with tessellation.
pub(crate) const PATCH: &[&str] = &["line-patches", "triangle-patches", "quad-patches"];

pub(crate) const INDEX_SOURCE: &[&str] = &["dma", "immediate", "auto"];

pub(crate) const OUTPUT_PATH: &[&str] = &["reuse", "tessellation", "passthrough"];

pub(crate) const COLOR_FORMAT: &[&str] = &[
    "8-8-8-8",
    "8-8-8-8-gamma",
    "2-10-10-10",
    "2-10-10-10-float",
    "16-16",
    "16-16-16-16",
    "16-16-float",
    "16-16-16-16-float",
    "",
    "",
    "2-10-10-10-as-10-10-10-10",
    "",
    "2-10-10-10-float-as-16-16-16-16",
    "",
    "32-float",
    "32-32-float",
];

pub(crate) const DEPTH_FORMAT: &[&str] = &["d24s8", "d24fs8"];

pub(crate) const DATA_FORMAT: &[&str] = &[
    "1-reverse",
    "1",
    "8",
    "1-5-5-5",
    "5-6-5",
    "6-5-5",
    "8-8-8-8",
    "2-10-10-10",
    "8-a",
    "8-b",
    "8-8",
    "cr-y1-cb-y0-rep",
    "y1-cr-y0-cb-rep",
    "16-16-edram",
    "8-8-8-8-a",
    "4-4-4-4",
    "10-11-11",
    "11-11-10",
    "dxt1",
    "dxt2-3",
    "dxt4-5",
    "16-16-16-16-edram",
    "24-8",
    "24-8-float",
    "16",
    "16-16",
    "16-16-16-16",
    "16-expand",
    "16-16-expand",
    "16-16-16-16-expand",
    "16-float",
    "16-16-float",
    "16-16-16-16-float",
    "32",
    "32-32",
    "32-32-32-32",
    "32-float",
    "32-32-float",
    "32-32-32-32-float",
    "32-as-8",
    "32-as-8-8",
    "16-mpeg",
    "16-16-mpeg",
    "8-interlaced",
    "32-as-8-interlaced",
    "32-as-8-8-interlaced",
    "16-interlaced",
    "16-mpeg-interlaced",
    "16-16-mpeg-interlaced",
    "dxn",
    "8-8-8-8-as-16-16-16-16",
    "dxt1-as-16-16-16-16",
    "dxt2-3-as-16-16-16-16",
    "dxt4-5-as-16-16-16-16",
    "2-10-10-10-as-16-16-16-16",
    "10-11-11-as-16-16-16-16",
    "11-11-10-as-16-16-16-16",
    "32-32-32-float",
    "dxt3a",
    "dxt5a",
    "ctx1",
    "dxt3a-as-1-1-1-1",
    "8-8-8-8-gamma-edram",
    "2-10-10-10-float-edram",
];

pub(crate) const MSAA: &[&str] = &["1x", "2x", "4x"];

pub(crate) const MODE: &[&str] = &["none", "", "", "", "color-depth", "depth-only"];

pub(crate) const FILTER: &[&str] = &["point", "linear", "base-map"];

pub(crate) const ANISOTROPY: &[&str] = &["off", "1", "2", "4", "8", "16"];

pub(crate) const CLAMP: &[&str] = &[
    "repeat",
    "mirror",
    "clamp-to-last",
    "mirror-once-to-last",
    "clamp-halfway",
    "mirror-once-halfway",
    "border",
    "mirror-once-border",
];

pub(crate) const BORDER: &[&str] = &["black", "white", "black-acbycr", "black-acbcry"];

pub(crate) const POLYGON: &[&str] = &["points", "lines", "triangles"];

pub(crate) const VIEWPORT: &[&str] =
    &["x-scale", "x-offset", "y-scale", "y-offset", "z-scale", "z-offset"];

pub(crate) const VIEWPORT_DONE: &[&str] = &["xy-done", "z-done", "w-is-w"];

pub(crate) const POLYGON_OFFSET: &[&str] = &["front", "back", "para"];

pub(crate) const SAMPLE_SELECT: &[&str] =
    &["sample-0", "sample-1", "sample-2", "sample-3", "average-0-1", "average-2-3", "average-all"];

pub(crate) const COPY_SOURCE: &[&str] = &["color0", "color1", "color2", "color3"];

pub(crate) const COPY_COMMAND: &[&str] = &["raw", "convert", "constant-one", "null"];

/// Opcodes of type 3 that have a name here.
pub(crate) const OPCODES: &[(u8, &str)] = &[
    (0x10, "NOP"),
    (0x21, "REG_RMW"),
    (0x22, "DRAW_INDX"),
    (0x23, "VIZ_QUERY"),
    (0x26, "WAIT_FOR_IDLE"),
    (0x27, "IM_LOAD"),
    (0x2B, "IM_LOAD_IMMEDIATE"),
    (0x2D, "SET_CONSTANT"),
    (0x2F, "LOAD_ALU_CONSTANT"),
    (0x36, "DRAW_INDX_2"),
    (0x37, "INDIRECT_BUFFER_PFD"),
    (0x3B, "INVALIDATE_STATE"),
    (0x3C, "WAIT_REG_MEM"),
    (0x3D, "MEM_WRITE"),
    (0x3E, "REG_TO_MEM"),
    (0x3F, "INDIRECT_BUFFER"),
    (0x45, "COND_WRITE"),
    (0x46, "EVENT_WRITE"),
    (0x48, "ME_INIT"),
    (0x50, "SET_BIN_MASK"),
    (0x51, "SET_BIN_SELECT"),
    (0x54, "INTERRUPT"),
    (0x55, "SET_CONSTANT2"),
    (0x56, "SET_SHADER_CONSTANTS"),
    (0x58, "EVENT_WRITE_SHD"),
    (0x5A, "EVENT_WRITE_EXT"),
    (0x5B, "EVENT_WRITE_ZPD"),
    (0x5E, "CONTEXT_UPDATE"),
    (0x60, "SET_BIN_MASK_LO"),
    (0x61, "SET_BIN_MASK_HI"),
    (0x62, "SET_BIN_SELECT_LO"),
    (0x63, "SET_BIN_SELECT_HI"),
    (0x64, "XE_SWAP"),
];

/// The letters of texture signs.
pub(crate) const SIGN: &[u8; 4] = b"usbg";

/// The letters of a texture's swizzle.
pub(crate) const SWIZZLE: &[u8; 8] = b"xyzw0167";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_their_lengths_and_no_name_twice() {
        let lists = [
            (COMPARE, 8),
            (WAIT, 8),
            (STENCIL, 8),
            (BLEND_FACTOR, 17),
            (BLEND_OPERATION, 5),
            (ENDIAN, 6),
            (PRIMITIVE, 16),
            (COLOR_FORMAT, 16),
            (DATA_FORMAT, 64),
            (CLAMP, 8),
            (SAMPLE_SELECT, 7),
        ];
        for (list, length) in lists {
            assert_eq!(list.len(), length);
            let mut names: Vec<_> = list.iter().filter(|name| !name.is_empty()).collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
        }
        assert_eq!([DATA_FORMAT[18], DATA_FORMAT[49], DATA_FORMAT[60]], ["dxt1", "dxn", "ctx1"]);
        assert_eq!(named(BLEND_FACTOR, 3), "code-3");
        assert_eq!(named(MSAA, 3), "code-3");
    }

    #[test]
    fn bits_are_named_in_order() {
        assert_eq!(joined(set_bits(VIEWPORT, 0b10_0001)), "x-scale+z-offset");
        assert_eq!(joined(set_bits(VIEWPORT, 0)), "none");
    }
}
