//! The registers of the SST-1.

mod json;
mod query;
mod show;

use base_word::sign_extend;
use sst1_regs::Format;

use super::words::{self, Decoded};
use crate::exit::{Exit, Usage};
use crate::out;
use query::{Found, Query};

pub(super) fn run(query: Option<&str>, as_json: bool) -> anyhow::Result<Exit> {
    let query = query.map(str::parse::<Query>).transpose().map_err(Usage::error)?;
    let everything = Query::default();
    let query = query.as_ref().unwrap_or(&everything);
    let found = query.find();
    if found.is_empty() {
        return Err(Usage::error(format!("no register is called or stands at `{}`", query.what)));
    }
    if let Some(value) = query.value {
        let [one] = found.as_slice() else {
            let names: Vec<String> = found.iter().map(query::Found::title).collect();
            let message = format!("`{}` is not one register but {}", query.what, names.join(", "));
            return Err(Usage::error(message));
        };
        if let query::Found::Block(register, None) = one
            && register.words > 1
        {
            let (name, words) = (register.name, register.words);
            let message = format!("`{name}` has {words} words: say which, as {name}[0]=...");
            return Err(Usage::error(message));
        }
        let decoded = decode(one, value);
        if as_json {
            out::json(&decoded)?;
        } else {
            out::text(words::decoded(&decoded))?;
        }
        return Ok(Exit::Done);
    }
    if as_json {
        out::json(&found.iter().map(json::Row::of).collect::<Vec<_>>())?;
    } else if let [one] = found.as_slice() {
        out::text(show::one(one))?;
    } else {
        out::text(show::table(&found))?;
    }
    Ok(Exit::Done)
}

fn decode(found: &Found, value: u32) -> Decoded {
    let format = match found {
        Found::Block(register, _) => Some(register.format),
        Found::Config(_) => None,
    };
    Decoded {
        name: found.title(),
        place: words::Place::Offset(found.offset()),
        value,
        number: format.and_then(|format| number(format, value)),
        fields: words::decode_fields(found.fields(), value),
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
