//! A value, taken apart by a register's format.

use base_word::{Field, FieldKind, sign_extend};
use serde::Serialize;
use sst1_regs::Format;

use super::query::Found;
use crate::table::plain;

/// A register's value with its meaning.
#[derive(Serialize)]
pub(crate) struct Decoded {
    pub(crate) name: String,
    pub(crate) offset: u32,
    pub(crate) value: u32,
    /// The value as a number, where the register holds one.
    pub(crate) number: Option<f64>,
    pub(crate) fields: Vec<DecodedField>,
}

/// A field's value with its meaning.
#[derive(Serialize)]
pub(crate) struct DecodedField {
    pub(crate) name: &'static str,
    pub(crate) hi: u32,
    pub(crate) lo: u32,
    /// The bits as a number, signed if the field is.
    pub(crate) value: i64,
    /// The name of an enumerated field's value.
    pub(crate) choice: Option<&'static str>,
    pub(crate) reserved: bool,
    pub(crate) meaning: String,
}

pub(crate) fn decode(found: &Found, value: u32) -> Decoded {
    let format = match found {
        Found::Block(register, _) => Some(register.format),
        Found::Config(_) => None,
    };
    Decoded {
        name: found.title(),
        offset: found.offset(),
        value,
        number: format.and_then(|format| number(format, value)),
        fields: found.fields().iter().map(|field| decode_field(field, value)).collect(),
    }
}

fn number(format: Format, value: u32) -> Option<f64> {
    match format {
        Format::Fixed { fraction, bits, .. } => {
            let scale = f64::from(2_u32).powi(fraction as i32);
            Some(f64::from(sign_extend(value, bits.clamp(1, 32))) / scale)
        }
        // JSON has no infinities.
        Format::Float { .. } => Some(f64::from(f32::from_bits(value))).filter(|n| n.is_finite()),
        Format::Counter24 => Some(f64::from(value & 0xFF_FFFF)),
        Format::Word(_) | Format::Command(_) | Format::Ncc { .. } | Format::Raw32 => None,
    }
}

fn decode_field(field: &Field, word: u32) -> DecodedField {
    let bits = field.get(word);
    let value = match field.kind {
        FieldKind::Signed => i64::from(sign_extend(bits, field.hi - field.lo + 1)),
        _ => i64::from(bits),
    };
    let choice = field.values.iter().find(|choice| choice.code == bits);
    DecodedField {
        name: field.name,
        hi: field.hi,
        lo: field.lo,
        value,
        choice: choice.map(|choice| choice.name),
        reserved: field.kind == FieldKind::Reserved,
        meaning: plain(choice.map_or(field.doc, |choice| choice.doc)),
    }
}
