//! Names of values in keys, by code.
//!
//! For: one spelling with `registers`, `packets` and `draws`: that of the fields' own types.
//! Facts: docs/census-xenos.md, which decides every spelling.

use base_word::FieldValue;

/// The name of a field's code.
pub(crate) fn named<T: FieldValue>(code: u32) -> &'static str {
    T::VALUES.get(code as usize % T::VALUES.len()).map_or("", |known| known.name)
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

pub(crate) const VIEWPORT: &[&str] =
    &["x-scale", "x-offset", "y-scale", "y-offset", "z-scale", "z-offset"];

pub(crate) const VIEWPORT_DONE: &[&str] = &["xy-done", "z-done", "w-is-w"];

pub(crate) const POLYGON_OFFSET: &[&str] = &["front", "back", "para"];

pub(crate) const COPY_SOURCE: &[&str] = &["color0", "color1", "color2", "color3"];

/// The letters of texture signs.
pub(crate) const SIGN: &[u8; 4] = b"usbg";

/// The letters of a texture's swizzle.
pub(crate) const SWIZZLE: &[u8; 8] = b"xyzw0167";

#[cfg(test)]
mod tests {
    use super::*;
    use xenos_regs::words::{BlendFactor, DataFormat, MsaaSamples};

    #[test]
    fn names_are_those_of_fields() {
        assert_eq!([18, 49, 60].map(named::<DataFormat>), ["DXT1", "DXN", "CTX1"]);
        assert_eq!(named::<BlendFactor>(3), "reserved-3");
        assert_eq!([3, 4].map(named::<MsaaSamples>), ["reserved-3", "1x"]);
    }

    #[test]
    fn bits_are_named_in_order() {
        assert_eq!(joined(set_bits(VIEWPORT, 0b10_0001)), "x-scale+z-offset");
        assert_eq!(joined(set_bits(VIEWPORT, 0)), "none");
    }
}
