//! Words by their fields, of whatever chip: as tables, as JSON, and a value taken apart.

use base_word::{EnumValue, Field, FieldKind, sign_extend};
use serde::Serialize;

use crate::table::{columns, plain};

/// Where a register stands, as its chip's list says it.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Place {
    /// Bytes from the first.
    Offset(u32),
    /// Registers from the first.
    Index(u32),
}

/// A register's value with its meaning.
#[derive(Serialize)]
pub(crate) struct Decoded {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) place: Place,
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

/// A value by some fields.
pub(super) fn decode_fields(fields: &[Field], value: u32) -> Vec<DecodedField> {
    fields.iter().map(|field| decode_field(field, value)).collect()
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

/// A field.
#[derive(Serialize)]
pub(super) struct FieldRow {
    name: &'static str,
    hi: u32,
    lo: u32,
    kind: &'static str,
    meaning: String,
    values: Vec<ValueRow>,
}

/// A value of an enumerated field.
#[derive(Serialize)]
struct ValueRow {
    code: u32,
    name: &'static str,
    meaning: String,
}

impl FieldRow {
    pub(super) fn of(field: &Field) -> Self {
        let value = |v: &EnumValue| ValueRow { code: v.code, name: v.name, meaning: plain(v.doc) };
        Self {
            name: field.name,
            hi: field.hi,
            lo: field.lo,
            kind: kind(field.kind),
            meaning: plain(field.doc),
            values: field.values.iter().map(value).collect(),
        }
    }
}

/// A field's kind in one word.
fn kind(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Flag => "flag",
        FieldKind::Unsigned => "unsigned",
        FieldKind::Signed => "signed",
        FieldKind::Enumerated => "enumerated",
        FieldKind::Reserved => "reserved",
    }
}

/// Fields as a table.
pub(super) fn fields(fields: &[Field]) -> String {
    let mut rows = vec![["bits", "field", "kind", "meaning"].map(str::to_owned)];
    for field in fields {
        rows.push([
            bits(field.hi, field.lo),
            field.name.to_owned(),
            kind(field.kind).to_owned(),
            plain(field.doc),
        ]);
        for value in field.values {
            let meaning = format!("{} {}: {}", value.code, value.name, plain(value.doc));
            rows.push([String::new(), String::new(), String::new(), meaning]);
        }
    }
    columns(&rows)
}

fn bits(hi: u32, lo: u32) -> String {
    if hi == lo { format!("{lo}") } else { format!("{hi}:{lo}") }
}

/// A value's meaning; reserved fields only where they are not zero.
pub(super) fn decoded(decoded: &Decoded) -> String {
    let Decoded { name, value, number, .. } = decoded;
    let number = number.map_or(String::new(), |number| format!(" = {number}"));
    let title = format!("{name} = 0x{value:08X}{number}\n");
    let shown = decoded.fields.iter().filter(|field| !field.reserved || field.value != 0);
    let rows: Vec<[String; 4]> = shown
        .map(|field| {
            let value = match field.choice {
                Some(choice) => format!("{} {choice}", field.value),
                None => field.value.to_string(),
            };
            let meaning = if field.reserved { "reserved, and set" } else { &field.meaning };
            [bits(field.hi, field.lo), field.name.to_owned(), value, meaning.to_owned()]
        })
        .collect();
    title + &columns(&rows)
}
