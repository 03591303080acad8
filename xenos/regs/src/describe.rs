//! A register's value as text, by its fields.
//!
//! For: disassembly and reports. Not for: what a value does.

use core::fmt;

use base_word::{Field, FieldKind, Word};

use crate::fetch::{
    Dimension, TextureFetch0, TextureFetch1, TextureFetch3, TextureFetch4, TextureFetch5,
    TextureSize1d, TextureSize2d, TextureSize3d, VertexFetch0, VertexFetch1,
};
use crate::register::Format;
use crate::table::register_at;

#[cfg(test)]
mod tests;

/// A register's value as it is printed: fields by name where they are typed, a float, an address,
/// or eight hexadecimal digits. Reserved bits appear only where they are set.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// The register.
    pub index: u32,
    /// Its word.
    pub word: u32,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match register_at(self.index).map_or(Format::Raw, |row| row.format) {
            Format::Fields(fields) => Fields { fields, word: self.word }.fmt(f),
            Format::Float => write!(f, "{:?}", f32::from_bits(self.word)),
            Format::Address | Format::Fetch | Format::Raw => write!(f, "0x{:08X}", self.word),
        }
    }
}

/// A word by its fields: `name=value` with spaces between.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// The fields.
    pub fields: &'static [Field],
    /// The word.
    pub word: u32,
}

impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut space = "";
        for field in self.fields {
            let bits = field.get(self.word);
            if field.kind == FieldKind::Reserved && bits == 0 {
                continue;
            }
            write!(f, "{space}{}=", field.name)?;
            space = " ";
            if let Some(address) = byte_address(field, self.word) {
                write!(f, "0x{address:08X}")?;
                continue;
            }
            match field.kind {
                FieldKind::Flag | FieldKind::Unsigned => write!(f, "{bits}")?,
                FieldKind::Reserved => write!(f, "0x{bits:X}")?,
                FieldKind::Signed => {
                    write!(f, "{}", base_word::sign_extend(bits, field.hi - field.lo + 1))?;
                }
                FieldKind::Enumerated => match field.values.get(bits as usize) {
                    Some(value) => f.write_str(value.name)?,
                    None => write!(f, "{bits}")?,
                },
            }
        }
        Ok(())
    }
}

/// The address in bytes that a field holds: addresses stand in their words at their places, so that the
/// field's unit does not matter. Nothing for fields that are none.
pub fn byte_address(field: &Field, word: u32) -> Option<u32> {
    let is = field.kind == FieldKind::Unsigned && field.name.ends_with("address");
    is.then_some(word & field.mask())
}

/// The fields of dword `number` of a texture fetch constant; of dword 2 those of `dimension`.
pub const fn texture_fetch_fields(number: u32, dimension: Dimension) -> &'static [Field] {
    match number {
        0 => TextureFetch0::FIELDS,
        1 => TextureFetch1::FIELDS,
        2 => match dimension {
            Dimension::D1 => TextureSize1d::FIELDS,
            Dimension::D2 | Dimension::Cube => TextureSize2d::FIELDS,
            Dimension::D3 => TextureSize3d::FIELDS,
        },
        3 => TextureFetch3::FIELDS,
        4 => TextureFetch4::FIELDS,
        5 => TextureFetch5::FIELDS,
        _ => &[],
    }
}

/// The fields of dword `number` of a vertex fetch constant.
pub const fn vertex_fetch_fields(number: u32) -> &'static [Field] {
    match number {
        0 => VertexFetch0::FIELDS,
        1 => VertexFetch1::FIELDS,
        _ => &[],
    }
}
