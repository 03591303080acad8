//! Vertex elements and how they lie together.

use std::collections::BTreeSet;

use xenos_regs::words::{DataFormat, Endian};

use crate::names::named;
use crate::program::Element;

/// The key of an element, with the byte order of its fetch constant.
pub(crate) fn format(element: Element, endian: u32) -> String {
    format!(
        "format={} sign={} number={} endian={}",
        named::<DataFormat>(u32::from(element.format)),
        if element.signed { "signed" } else { "unsigned" },
        if element.integer { "integer" } else { "fraction" },
        named::<Endian>(endian),
    )
}

/// The key of the elements of one slot and stride.
pub(crate) fn layout(stride: u8, elements: &BTreeSet<Element>) -> String {
    let one = |element: &Element| {
        format!(
            "{}@{}{}{}",
            named::<DataFormat>(u32::from(element.format)),
            element.offset,
            if element.signed { "s" } else { "" },
            if element.integer { "i" } else { "" },
        )
    };
    let elements: Vec<String> = elements.iter().map(one).collect();
    format!("stride={stride} fetches={}", elements.join(","))
}

/// The endian field of a slot's fetch constant, whatever the constant's type.
pub(crate) fn endian_register(slot: u32) -> u16 {
    crate::registers::FETCH + 2 * slot as u16 + 1
}
