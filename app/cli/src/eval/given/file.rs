//! Inputs out of a JSON file.
//!
//! For: the file taken apart into names and the texts of their values.
//! Not for: what those mean (`values`). Numbers stay texts: a number that goes through a double is
//! rounded twice.

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

/// An object's members in their order; a name that stands twice is an error.
struct Members<T>(Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Members<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Members<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let (mut members, mut names) = (Vec::new(), BTreeSet::new());
                while let Some((name, value)) = map.next_entry::<String, T>()? {
                    if !names.insert(name.clone()) {
                        let name = base_text::shown(&name, 40);
                        return Err(Error::custom(format!("{name} stands twice")));
                    }
                    members.push((name, value));
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Object(PhantomData))
    }
}

/// Gives each input of a file: its kind, its name (none of a texel), and the texts of its values.
pub(super) fn each(
    bytes: &[u8],
    mut add: impl FnMut(&str, &str, &[&str]) -> Result<(), String>,
) -> Result<(), String> {
    let shown = |text: &str| base_text::shown(text, 40);
    let Members(kinds) =
        serde_json::from_slice::<Members<&RawValue>>(bytes).map_err(|error| error.to_string())?;
    for (kind, inside) in kinds {
        let wrong = |error: serde_json::Error| format!("{}: {error}", shown(&kind));
        let names: Vec<(String, Vec<&RawValue>)> = match kind.as_str() {
            "texel" => vec![(String::new(), serde_json::from_str(inside.get()).map_err(wrong)?)],
            "reg" | "const" | "bool" | "loop" | "fetch" | "memory" => {
                serde_json::from_str::<Members<_>>(inside.get()).map_err(wrong)?.0
            }
            _ => {
                let kinds = "reg, const, bool, loop, fetch, memory and texel are inputs";
                return Err(format!("{}: {kinds}", shown(&kind)));
            }
        };
        for (name, values) in names {
            let said = |why| format!("{} {}: {why}", shown(&kind), shown(&name));
            let texts: Result<Vec<String>, String> = values.iter().map(|v| text(v)).collect();
            let texts = texts.map_err(said)?;
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            add(&kind, &name, &texts).map_err(said)?;
        }
    }
    Ok(())
}

/// The text of a number or boolean, or what a string holds.
fn text(value: &RawValue) -> Result<String, String> {
    let text = value.get();
    match text.as_bytes().first() {
        Some(b'"') => serde_json::from_str(text).map_err(|error| error.to_string()),
        Some(b'{' | b'[' | b'n') => Err("a value is a number or a string".to_owned()),
        _ => Ok(text.to_owned()),
    }
}
