//! What was asked for, and which registers that is.

use std::str::FromStr;

use base_word::Field;
use sst1_regs::{BLOCK_BYTES, CONFIG_REGISTERS, ConfigRegister, REGISTERS, Register, register_at};

use crate::registers::number;

/// A name or offset, and perhaps a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query {
    /// As it was typed, without the value.
    pub(crate) what: String,
    name: String,
    /// The word of an array.
    word: Option<u32>,
    pub(crate) value: Option<u32>,
}

/// A register that was found.
#[derive(Clone, Copy)]
pub(crate) enum Found {
    /// One of the register block; the word, if one of an array was asked for.
    Block(&'static Register, Option<u32>),
    /// One of PCI configuration space.
    Config(&'static ConfigRegister),
}

impl FromStr for Query {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (what, value) = match text.split_once('=') {
            Some((what, value)) => {
                let number =
                    number(value).ok_or_else(|| format!("`{value}` is no 32-bit number"))?;
                (what, Some(number))
            }
            None => (text, None),
        };
        let (name, word) = match what.split_once('[') {
            Some((name, index)) => {
                let word = index.strip_suffix(']').and_then(number);
                let message = || format!("`[{index}` is no word of an array: NAME[NUMBER]");
                (name, Some(word.ok_or_else(message)?))
            }
            None => (what, None),
        };
        Ok(Self { what: what.to_owned(), name: name.to_lowercase(), word, value })
    }
}

impl Query {
    /// The registers meant: by offset, by whole name, or by part of one.
    pub(crate) fn find(&self) -> Vec<Found> {
        if let Some(offset) = number(&self.what).filter(|offset| *offset < BLOCK_BYTES) {
            let word =
                |r: &Register| (r.words > 1).then_some((offset & !3).wrapping_sub(r.offset) / 4);
            return register_at(offset).map(|r| Found::Block(r, word(r))).into_iter().collect();
        }
        let (name, word) = (self.name.as_str(), self.word);
        let whole = |known: &str| known.to_lowercase() == *name;
        let part = |known: &str| known.to_lowercase().contains(name);
        let exact = all(&whole, word);
        if exact.is_empty() { all(&part, word) } else { exact }
    }
}

fn all(matches: &dyn Fn(&str) -> bool, word: Option<u32>) -> Vec<Found> {
    let block = REGISTERS
        .iter()
        .filter(|r| matches(r.name) && word.is_none_or(|word| word < r.words))
        .map(|r| Found::Block(r, word.filter(|_| r.words > 1)));
    let config = CONFIG_REGISTERS.iter().filter(|r| matches(r.name) && word.is_none());
    block.chain(config.map(Found::Config)).collect()
}

impl Found {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Block(register, _) => register.name,
            Self::Config(register) => register.name,
        }
    }

    /// The name, with the word of an array.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Block(register, Some(word)) => format!("{}[{word}]", register.name),
            _ => self.name().to_owned(),
        }
    }

    /// The first byte's offset.
    pub(crate) fn offset(&self) -> u32 {
        match self {
            Self::Block(register, word) => register.offset + 4 * word.unwrap_or(0),
            Self::Config(register) => register.offset,
        }
    }

    /// The fields of its word.
    pub(crate) fn fields(&self) -> &'static [Field] {
        match self {
            Self::Block(register, word) => register.fields(word.unwrap_or(0)),
            Self::Config(register) => register.fields,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.parse::<Query>().unwrap().find().iter().map(Found::title).collect()
    }

    #[test]
    fn by_name_part_offset_and_word() {
        assert_eq!(names("fbzMode"), ["fbzMode"]);
        assert_eq!(names("FBZMODE=0x10"), ["fbzMode"]);
        assert_eq!(names("0x110"), ["fbzMode"]);
        assert_eq!(names("272"), ["fbzMode"]);
        assert_eq!(names("nccTable0[5]"), ["nccTable0[5]"]);
        assert_eq!(names("0x338"), ["nccTable0[5]"]);
        assert_eq!(names("initEnable"), ["initEnable"]);
        assert!(names("clip").len() == 2 && names("0x138").is_empty() && names("zzz").is_empty());
        assert!(names("fbzMode[1]").is_empty() && names("initEnable[0]").is_empty());
        for word in ["nccTable0[x]=1", "nccTable0[]", "nccTable0[4", "nccTable0[4]5=1"] {
            assert!(word.parse::<Query>().is_err(), "{word}");
        }
        assert!("fbzMode=x".parse::<Query>().is_err());
        assert!("fbzMode=0x1_0000_0000".parse::<Query>().is_err());
    }
}
