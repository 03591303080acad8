//! Words with the names of their fields, as plain data.

use base_word::{Field, FieldKind, sign_extend};
use serde::ser::{Serialize, SerializeMap, Serializer};
use xenos_regs::{Format, Name, byte_address, register_at};

/// A field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum FieldValueRow {
    /// A number.
    Number(i64),
    /// An address in bytes; a number in JSON.
    Address(u32),
    /// A flag.
    Flag(bool),
    /// A named value.
    Name(&'static str),
}

/// A field with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldRow {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: FieldValueRow,
}

/// A register with its value.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RegisterRow {
    /// Its index.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its word.
    pub word: u32,
    /// The word as a number, where the register holds a finite float.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<f32>,
    /// The word by its fields, where they are known; reserved ones only where they are set.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_map")]
    pub fields: Vec<FieldRow>,
}

/// Fields as a map from names to values, for `serialize_with`.
///
/// # Errors
/// What the serializer says.
pub fn as_map<S: Serializer>(fields: &[FieldRow], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(fields.len()))?;
    for field in fields {
        map.serialize_entry(field.name, &field.value)?;
    }
    map.end()
}

impl Serialize for FieldRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_map(std::slice::from_ref(self), serializer)
    }
}

/// A word by its fields.
pub(super) fn fields_of(fields: &'static [Field], word: u32) -> Vec<FieldRow> {
    let shown = |field: &&Field| field.kind != FieldKind::Reserved || field.get(word) != 0;
    fields
        .iter()
        .filter(shown)
        .map(|field| FieldRow { name: field.name, value: value(field, word) })
        .collect()
}

fn value(field: &Field, word: u32) -> FieldValueRow {
    if let Some(address) = byte_address(field, word) {
        return FieldValueRow::Address(address);
    }
    let bits = field.get(word);
    match field.kind {
        FieldKind::Flag => FieldValueRow::Flag(bits != 0),
        FieldKind::Unsigned | FieldKind::Reserved => FieldValueRow::Number(bits.into()),
        FieldKind::Signed => {
            FieldValueRow::Number(sign_extend(bits, field.hi - field.lo + 1).into())
        }
        FieldKind::Enumerated => field
            .values
            .get(bits as usize)
            .map_or(FieldValueRow::Number(bits.into()), |value| FieldValueRow::Name(value.name)),
    }
}

impl RegisterRow {
    /// A register that holds `word`.
    pub fn of(index: u32, word: u32) -> Self {
        let row = register_at(index);
        let float = row.is_some_and(|row| row.format == Format::Float);
        Self {
            index,
            name: Name(index).to_string(),
            word,
            number: float.then(|| f32::from_bits(word)).filter(|number| number.is_finite()),
            fields: row.map_or_else(Vec::new, |row| fields_of(row.fields(), word)),
        }
    }
}

/// The name of an enumerated value.
pub(super) fn name<T: base_word::FieldValue>(value: T) -> &'static str {
    T::VALUES.get(value.to_bits() as usize).map_or("", |known| known.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_by_its_fields() {
        let row = RegisterRow::of(0x2000, 0x0001_0140);
        let json = serde_json::to_value(&row).expect("plain data");
        assert_eq!(json["name"], "RB_SURFACE_INFO");
        assert_eq!(json["fields"]["surface_pitch"], 320);
        assert_eq!(json["fields"]["msaa_samples"], "2x");
        assert!(json["fields"].get("reserved_14").is_none() && json.get("number").is_none());
        assert_eq!(RegisterRow::of(0x4000, 0x3F80_0000).number, Some(1.0));
        assert_eq!(RegisterRow::of(0x4000, 0x7F80_0000).number, None);
    }
}
