//! The registers of the Xenos.

mod show;

use base_word::Field;
use xenos_regs::fetch::{Dimension, TextureFetch0};
use xenos_regs::{
    Format, Name, REGISTERS, Register, by_name, index, register_at, texture_fetch_fields,
    vertex_fetch_fields,
};

use super::number;
use super::words::{self, Decoded, Place};
use crate::exit::{Exit, Usage};
use crate::out;

/// A register that was found.
#[derive(Clone, Copy)]
struct Found {
    row: &'static Register,
    /// Of a range, the one that was asked for.
    index: Option<u32>,
}

impl Found {
    /// The register, if it is a single one.
    fn single(self) -> Option<u32> {
        self.index.or((self.row.count == 1).then_some(self.row.index.into()))
    }

    /// The name; of a range its first and last.
    fn title(self) -> String {
        if let Some(index) = self.single() {
            return Name(index).to_string();
        }
        let (first, last) = (Name(self.row.index.into()), Name(self.row.last().into()));
        format!("{first} to {last}")
    }
}

pub(super) fn run(query: Option<&str>, json: bool) -> anyhow::Result<Exit> {
    let query = query.unwrap_or_default();
    let (what, value) = match query.split_once('=') {
        Some((what, value)) => {
            let fail =
                || Usage::error(format!("`{}` is no 32-bit number", base_text::excerpt(value)));
            (what, Some(number(value).ok_or_else(fail)?))
        }
        None => (query, None),
    };
    let found = find(what);
    if found.is_empty() {
        let what = base_text::excerpt(what);
        return Err(Usage::error(format!("no register is called or stands at `{what}`")));
    }
    match (value, found.as_slice()) {
        (Some(value), [one]) => {
            let Some(register) = one.single() else {
                let title = one.title();
                return Err(Usage::error(format!("{title} is a range: name one register of it")));
            };
            let decoded = decode(*one, register, value);
            if json {
                out::json(&decoded)?;
            } else {
                decoded.iter().try_for_each(|one| out::text(words::decoded(one)))?;
            }
        }
        (Some(_), several) => {
            let names: Vec<_> = several.iter().map(|one| one.title()).collect();
            let (what, names) = (base_text::excerpt(what), names.join(", "));
            return Err(Usage::error(format!("`{what}` is not one register but {names}")));
        }
        (None, several) if json => {
            out::json(&several.iter().map(|one| show::Row::of(*one)).collect::<Vec<_>>())?;
        }
        (None, [one]) => out::text(show::one(*one))?,
        (None, several) => out::text(show::table(several))?,
    }
    Ok(Exit::Done)
}

/// Names that a census has for arrays, and the first registers of those.
const ARRAYS: [(&str, u16); 4] = [
    ("ALU_CONSTANTS", index::SHADER_CONSTANT),
    ("FETCH_CONSTANTS", index::SHADER_CONSTANT_FETCH),
    ("BOOLEAN_CONSTANTS", index::SHADER_CONSTANT_BOOL),
    ("LOOP_CONSTANTS", index::SHADER_CONSTANT_LOOP),
];

/// An index: hexadecimal as `packets` and `draws` print it, with or without 0x; decimal where no
/// register stands there.
fn by_index(what: &str) -> Option<u32> {
    let text = what.trim();
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    let exact = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let hexadecimal = u32::from_str_radix(digits, 16).ok().filter(|_| exact);
    hexadecimal.filter(|index| register_at(*index).is_some()).or_else(|| number(what))
}

/// The registers meant: by index, by whole name, or by part of one.
fn find(what: &str) -> Vec<Found> {
    let of = |index: u32| {
        register_at(index).map(|row| Found { row, index: (row.count > 1).then_some(index) })
    };
    if what.bytes().any(|byte| byte.is_ascii_digit())
        && let Some(index) = by_index(what)
    {
        return of(index).into_iter().collect();
    }
    let name = what.to_uppercase();
    if let Some((_, first)) = ARRAYS.iter().find(|(array, _)| *array == name) {
        let row = register_at((*first).into());
        return row.map(|row| Found { row, index: None }).into_iter().collect();
    }
    let whole = REGISTERS.iter().find(|row| row.name == name && !name.is_empty());
    if let Some(row) = whole {
        return vec![Found { row, index: None }];
    }
    if let Some(found) = by_name(&name).and_then(|index| of(index.into())) {
        return vec![found];
    }
    let rows = REGISTERS.iter().filter(|row| row.name.contains(&name));
    rows.map(|row| Found { row, index: None }).collect()
}

/// The value by the register's format; of a fetch constant by each that it can be.
fn decode(found: Found, register: u32, value: u32) -> Vec<Decoded> {
    let decoded = |name: String, fields: &[Field]| Decoded {
        name,
        place: Place::Index(register),
        value,
        number: (found.row.format == Format::Float)
            .then(|| f64::from(f32::from_bits(value)))
            .filter(|number| number.is_finite()),
        fields: words::decode_fields(fields, value),
    };
    let title = found.title();
    if found.row.format != Format::Fetch {
        return vec![decoded(title, found.row.fields())];
    }
    let at = register.saturating_sub(u32::from(index::SHADER_CONSTANT_FETCH));
    let (texture, vertex) = (at % 6, at % 2);
    // Dword 2 is another one for each dimension, the others are not.
    let dimensions: &[_] = match texture {
        2 => &[(Dimension::D1, ", 1D"), (Dimension::D2, ", 2D"), (Dimension::D3, ", 3D")],
        _ => &[(Dimension::D2, "")],
    };
    let mut all: Vec<_> = dimensions
        .iter()
        .map(|(dimension, name)| {
            let name = format!("{title}, of a texture{name}");
            decoded(name, texture_fetch_fields(texture, *dimension))
        })
        .collect();
    all.push(decoded(format!("{title}, of vertices"), vertex_fetch_fields(vertex)));
    if texture == 0 {
        // The first dword says which of the two it is.
        let kind = TextureFetch0::from_raw(value).fetch_type() as u32;
        let keep = usize::from(kind % 2 == 1);
        all = all.into_iter().skip(keep).take(1).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(what: &str) -> Vec<String> {
        find(what).into_iter().map(Found::title).collect()
    }

    #[test]
    fn by_name_part_and_index() {
        assert_eq!(names("RB_DEPTHCONTROL"), ["RB_DEPTHCONTROL"]);
        assert_eq!(names("rb_depthcontrol"), ["RB_DEPTHCONTROL"]);
        assert_eq!(names("0x2200"), ["RB_DEPTHCONTROL"]);
        assert_eq!(names("2200"), ["RB_DEPTHCONTROL"], "as packets prints it");
        assert_eq!(names("8704"), ["RB_DEPTHCONTROL"], "decimal where no such index is");
        assert_eq!(names("4801"), ["SHADER_CONSTANT_FETCH_00_1"]);
        assert_eq!(names("ALU_CONSTANTS"), names("SHADER_CONSTANT"));
        assert_eq!(names("loop_constants"), names("SHADER_CONSTANT_LOOP"));
        assert_eq!(names("shader_constant_012_x"), ["SHADER_CONSTANT_012_X"]);
        assert_eq!(
            names("SHADER_CONSTANT_FETCH"),
            ["SHADER_CONSTANT_FETCH_00_0 to SHADER_CONSTANT_FETCH_31_5"]
        );
        assert!(names("scissor").len() > 3 && names("").len() > 100);
        assert!(names("0x5003").is_empty() && names("zzz").is_empty());
    }

    #[test]
    fn fetch_constants_are_told_apart_by_their_first_dword() {
        let decoded = |register: u32, value| {
            let found = Found { row: register_at(register).expect("a row"), index: Some(register) };
            decode(found, register, value).into_iter().map(|one| one.name).collect::<Vec<_>>()
        };
        assert!(decoded(0x4800, 2)[0].ends_with("of a texture"));
        assert!(decoded(0x4800, 3)[0].ends_with("of vertices"));
        assert_eq!([decoded(0x4800, 3).len(), decoded(0x4801, 0).len()], [1, 2]);
        assert_eq!(decoded(0x4802, 0).len(), 4);
    }
}
