//! What a line writes into a register: a whole word or some of its fields.

use sst1_regs::Format;

use crate::{ParseError, Target};
use base_filetest::{Line, field_value, number};

/// What is written, or expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The whole word.
    Word(u32),
    /// Fields; the others are 0.
    Fields(Selection),
    /// Fields; the others stay what they were when the file last wrote the register.
    With(Selection),
}

/// Some bits of a word and what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The bits meant.
    pub mask: u32,
    /// Their values, in place.
    pub bits: u32,
}

impl Selection {
    /// `word` with the selected bits replaced.
    pub const fn apply(self, word: u32) -> u32 {
        (word & !self.mask) | (self.bits & self.mask)
    }

    /// Whether `word` has the selected values.
    pub const fn holds(self, word: u32) -> bool {
        (word ^ self.bits) & self.mask == 0
    }
}

impl Value {
    /// Takes `= word`, `field=value ...`, `with field=value ...`, or nothing, which is 0.
    pub(crate) fn parse(line: &mut Line<'_>, target: &Target) -> Result<Self, ParseError> {
        if line.eat("=") {
            return word(line, target).map(Self::Word);
        }
        if line.done() {
            return Ok(Self::Word(0));
        }
        let with = line.eat("with");
        let mut selection = Selection::default();
        while !line.done() {
            let place = line.place();
            let field = line.parsed("a field", |name| target.field(name))?;
            if selection.mask & field.mask() != 0 {
                let message = format!("`{}` is given twice", field.name);
                return Err(ParseError::at(place, message));
            }
            line.need("=")?;
            let bits = line.parsed(field.name, |text| field_value(field, text))?;
            selection.mask |= field.mask();
            selection.bits |= field.set(0, bits);
        }
        Ok(if with { Self::With(selection) } else { Self::Fields(selection) })
    }

    /// The word that is written where `last` was written before.
    pub(crate) const fn over(self, last: u32) -> u32 {
        match self {
            Self::Word(word) => word,
            Self::Fields(selection) => selection.apply(0),
            Self::With(selection) => selection.apply(last),
        }
    }

    /// Whether a word that was read is what was expected.
    pub(crate) const fn holds(self, word: u32) -> bool {
        match self {
            Self::Word(expected) => word == expected,
            Self::Fields(selection) | Self::With(selection) => selection.holds(word),
        }
    }
}

/// Takes a whole register word, in the register's own form.
pub(crate) fn word(line: &mut Line<'_>, target: &Target) -> Result<u32, ParseError> {
    line.parsed("a value", |text| {
        let scaled = text.contains('.');
        match target.register.format {
            Format::Fixed { fraction, .. } if scaled => number::fixed(text, fraction),
            Format::Float { .. } if !text.starts_with("0x") => number::single(text),
            Format::Fixed { .. } if !text.starts_with("0x") => Err(format!(
                "`{text}`: write a number with a point, or 0x and the register's own bits"
            )),
            _ => number::integer(text),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<u32, String> {
        let mut line = Line::new("f".into(), 1, text);
        let value = Target::parse(&mut line)
            .and_then(|target| Value::parse(&mut line, &target))
            .map_err(|error| error.to_string())?;
        Ok(value.over(0xFFFF_FFFF))
    }

    #[test]
    fn fields_have_names_and_the_rest_is_zero() {
        assert_eq!(parse("fbzMode depth_function=less rgb_write=1"), Ok(0x220));
        assert_eq!(parse("fbzMode with depth_function=never"), Ok(0xFFFF_FF1F));
        assert_eq!(parse("tLOD lod_bias=-1"), Ok(0x3F000));
        assert_eq!(parse("fbzMode = 0x300"), Ok(0x300));
        assert_eq!(parse("fastfillCMD"), Ok(0));
    }

    #[test]
    fn parameters_have_a_point_or_bits() {
        assert_eq!(parse("startR = -1.0"), Ok(0xFFFF_F000));
        assert_eq!(parse("fstartR = 64.0"), Ok(0x4280_0000));
        assert_eq!(parse("startR = 0x1000"), Ok(0x1000));
        assert!(parse("startR = 16").is_err());
    }

    #[test]
    fn what_does_not_fit_is_refused_at_its_column() {
        assert_eq!(
            parse("fbzMode clip=2"),
            Err("f:1:14: `2` does not fit `clip`, which has 1 bit(s)".to_owned())
        );
        assert!(parse("tLOD lod_bias=-33").is_err());
        assert!(parse("fbzMode clip=1 clip=0").is_err());
        assert!(parse("fogMode alpha_source=tabel").is_err());
    }
}
