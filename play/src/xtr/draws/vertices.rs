//! Vertex data of a draw: fetch constants, and what a program takes from them.

use serde::Serialize;
use xenos_front::State;
use xenos_regs::fetch::VertexFetch;
use xenos_regs::index;
use xenos_ucode::Analysis;
use xenos_ucode::codes::VertexFormat;

use crate::xtr::fields::name;

/// A vertex fetch constant in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VertexRow {
    /// Its name in listings.
    pub name: String,
    /// The slot, 0 to 95.
    pub constant: u32,
    /// Address in bytes.
    pub address: u32,
    /// Bytes.
    pub bytes: u32,
    /// Bytes between elements, as the program says.
    pub stride: u32,
    /// Byte order.
    pub endian: &'static str,
    /// What the program takes from it, in the order of its instructions.
    pub elements: Vec<ElementRow>,
}

/// Something that a vertex fetch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ElementRow {
    /// Its format.
    pub format: VertexFormat,
    /// Bytes from an element's start.
    pub offset: i32,
    /// Bytes between elements, as this fetch says.
    pub stride: u32,
    /// Components are signed.
    pub signed: bool,
    /// Components are integers.
    pub integer: bool,
    /// The power of two that results are multiplied by.
    pub exponent: i8,
}

/// What listings call a vertex fetch constant: they count from the other end of the slots.
pub fn vertex_name(slot: u32) -> String {
    format!("vf{}", 95_u32.saturating_sub(slot))
}

pub(super) fn vertices(state: &State<'_>, analysis: &Analysis) -> Vec<VertexRow> {
    let mut rows: Vec<VertexRow> = Vec::new();
    for fetch in &analysis.vertex_fetches {
        let stride = u32::from(fetch.stride) * 4;
        let element = ElementRow {
            format: fetch.format,
            offset: fetch.offset.saturating_mul(4),
            stride,
            signed: fetch.signed,
            integer: fetch.integer,
            exponent: fetch.exponent,
        };
        if let Some(row) = rows.iter_mut().find(|row| row.constant == fetch.constant) {
            row.elements.push(element);
            continue;
        }
        let first = u32::from(index::SHADER_CONSTANT_FETCH) + 2 * fetch.constant;
        let word = |register| state.registers.get(register as u16);
        let constant = VertexFetch::from_words([word(first), word(first + 1)]);
        rows.push(VertexRow {
            name: vertex_name(fetch.constant),
            constant: fetch.constant,
            address: constant.address(),
            bytes: constant.bytes(),
            stride,
            endian: name(constant.d1.endian()),
            elements: vec![element],
        });
    }
    rows.sort_by_key(|row| row.constant);
    rows
}
