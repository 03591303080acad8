//! Values of fields, by name or number.

use base_word::{Field, FieldKind, mask};

use crate::number;

/// A field's value by name or number.
///
/// # Errors
/// With the field's names or its width.
pub fn field_value(field: &Field, text: &str) -> Result<u32, String> {
    if let Some(value) = field.values.iter().find(|value| value.name == text) {
        return Ok(value.code);
    }
    let width = field.hi - field.lo + 1;
    let range = || match field.kind {
        FieldKind::Enumerated => {
            let names: Vec<_> = field.values.iter().map(|value| value.name).collect();
            format!("`{text}`: `{}` is one of {}", field.name, names.join(", "))
        }
        _ => format!("`{text}` does not fit `{}`, which has {width} bit(s)", field.name),
    };
    let value = number::integer(text).map_err(|_| range())?;
    let negative = text.starts_with('-');
    let fits = if negative {
        let signed = i64::from(value as i32);
        field.kind == FieldKind::Signed && signed >= -(1i64 << (width - 1))
    } else {
        value <= mask(width)
    };
    if fits { Ok(value & mask(width)) } else { Err(range()) }
}
