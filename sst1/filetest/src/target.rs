//! The register that a line names: `name`, `name[word]`, `name@chips`, `alt name`.

use std::fmt;

use base_word::Field;
use sst1_regs::{Register, by_name};

use crate::ParseError;
use base_filetest::Line;

/// Address bit 21: byte swizzle and, below 0x100, the alternate map.
const BIT_21: u32 = 1 << 21;
/// Chip field names, bit 0 first.
const CHIPS: [&str; 4] = ["fbi", "trex0", "trex1", "trex2"];

/// A word of a register, and the address it is reached by.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The register.
    pub register: &'static Register,
    /// The word of an array; otherwise 0.
    pub word: u32,
    /// The address's chip field; 0 is all chips.
    pub chips: u32,
    /// Through the alternate map, with address bit 21.
    pub alternate: bool,
}

impl Target {
    /// A register by its name alone.
    pub(crate) fn named(name: &str) -> Option<Self> {
        by_name(name).map(|register| Self { register, word: 0, chips: 0, alternate: false })
    }

    /// Takes `[alt] name[word]@chips`.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Self, ParseError> {
        let alternate = line.eat("alt");
        line.parsed("a register", |word| Self::read(word, alternate))
    }

    /// Reads `name[word]@chips`.
    pub(crate) fn read(text: &str, alternate: bool) -> Result<Self, String> {
        let (text, chips) = match text.split_once('@') {
            Some((text, chips)) => (text, read_chips(chips)?),
            None => (text, 0),
        };
        let (name, word) = match text.split_once('[') {
            Some((name, index)) => {
                let index =
                    index.strip_suffix(']').ok_or_else(|| format!("`]` is missing in `{text}`"))?;
                (name, Some(base_filetest::number::integer(index)?))
            }
            None => (text, None),
        };
        let register = by_name(name).ok_or_else(|| format!("no register is called `{name}`"))?;
        let word = match (word, register.words) {
            (None, 1) => 0,
            (None, words) => return Err(format!("`{name}` has {words} words: name[number]")),
            (Some(word), words) if word < words && words > 1 => word,
            (Some(_), words) => return Err(format!("`{name}` has {words} word(s), from 0")),
        };
        Ok(Self { register, word, chips, alternate })
    }

    /// The normal byte offset in the register block.
    pub fn offset(&self) -> u32 {
        self.register.offset + 4 * self.word
    }

    /// The aperture offset that a write goes to.
    pub fn address(&self) -> u32 {
        let place = if self.alternate {
            self.register.alternate.unwrap_or(self.register.offset) + 4 * self.word + BIT_21
        } else {
            self.offset()
        };
        place | self.chips << 10
    }

    /// The field of that name.
    pub(crate) fn field(&self, name: &str) -> Result<&'static Field, String> {
        let fields = self.register.fields(self.word);
        fields.iter().find(|field| field.name == name).ok_or_else(|| {
            let known: Vec<_> = fields.iter().map(|field| field.name).collect();
            if known.is_empty() {
                format!("`{}` has no fields: write `= value`", self.register.name)
            } else {
                format!(
                    "`{}` has no field `{name}`; it has {}",
                    self.register.name,
                    known.join(", ")
                )
            }
        })
    }

    /// Whether `other` writes what this target means. A target without chips means any.
    pub(crate) fn matches(&self, other: &Self) -> bool {
        self.offset() == other.offset()
            && self.alternate == other.alternate
            && (self.chips == 0 || self.chips == other.chips)
    }

    /// The name without chips: `name` or `name[word]`.
    pub(crate) fn key(&self) -> String {
        if self.register.words == 1 {
            self.register.name.to_owned()
        } else {
            format!("{}[{}]", self.register.name, self.word)
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.alternate {
            write!(f, "alt ")?;
        }
        write!(f, "{}", self.key())?;
        let chips: Vec<_> = CHIPS
            .iter()
            .enumerate()
            .filter(|(bit, _)| self.chips >> bit & 1 != 0)
            .map(|(_, name)| *name)
            .collect();
        if chips.is_empty() { Ok(()) } else { write!(f, "@{}", chips.join("+")) }
    }
}

fn read_chips(text: &str) -> Result<u32, String> {
    text.split('+').try_fold(0, |mask, name| match CHIPS.iter().position(|known| *known == name) {
        Some(bit) => Ok(mask | 1 << bit),
        None => Err(format!("no chip is called `{name}`; there are {}", CHIPS.join(", "))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_follow_the_register_table() {
        let at = |text: &str, alternate| Target::read(text, alternate).expect("known").address();
        assert_eq!(at("fbzMode", false), 0x110);
        assert_eq!(at("fogTable[31]", false), 0x1DC);
        assert_eq!(at("textureMode@trex0", false), 0x300 | 2 << 10);
        assert_eq!(at("startW@fbi+trex1", false), 0x03C | 5 << 10);
        assert_eq!(at("startG", true), 0x20_002C);
        assert_eq!(at("fbzMode", true), 0x20_0110);
    }

    #[test]
    fn what_does_not_exist_is_named() {
        let error = |text: &str| Target::read(text, false).expect_err("unknown");
        assert_eq!(error("fbzmode"), "no register is called `fbzmode`");
        assert_eq!(error("fogTable"), "`fogTable` has 32 words: name[number]");
        assert_eq!(error("fogTable[32]"), "`fogTable` has 32 word(s), from 0");
        assert_eq!(
            error("stipple@fib"),
            "no chip is called `fib`; there are fbi, trex0, trex1, trex2"
        );
        let target = Target::read("fogMode", false).expect("known");
        assert!(target.field("enabled").is_err());
    }
}
