//! Registers, swizzles and attributes as they are written.

use super::error::{AsmError, AsmFault};
use super::lex::{Cursor, Token};
use crate::alu::{Index, Operand, Register};
use crate::codes::Component;
use crate::pieces::Swizzle;
use base_word::FieldValue;

/// A number in its range.
pub(super) fn number(
    token: Token<'_>,
    digits: &str,
    what: &'static str,
    least: i64,
    most: i64,
) -> Result<i64, AsmError> {
    let plain = digits.strip_prefix('-').unwrap_or(digits);
    if plain.is_empty() || !plain.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(token.expected(what));
    }
    match digits.parse() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => {
            let value = super::error::shown(digits);
            Err(token.error(AsmFault::Range { what, value, least, most }))
        }
    }
}

/// A component's letter.
pub(super) fn component(letter: char) -> Option<Component> {
    Component::VALUES
        .iter()
        .find(|value| value.name.starts_with(letter))
        .map(|value| Component::from_bits(value.code))
}

/// What stands between brackets, and how the number is made: `[5]`, `[5+aL]`, `[aL+5]`, `[a0]`.
fn bracketed(
    cursor: &mut Cursor<'_>,
    what: &'static str,
    most: i64,
) -> Result<(u8, Index), AsmError> {
    let mut base = None;
    let mut index = None;
    loop {
        let token = cursor.word("a number, aL or a0")?;
        match token.text {
            "aL" if index.is_none() => index = Some(Index::Loop),
            "a0" if index.is_none() => index = Some(Index::Address),
            digits if base.is_none() => base = Some(number(token, digits, what, 0, most)?),
            _ => return Err(token.expected("`]`")),
        }
        if !cursor.took("+") {
            break;
        }
    }
    cursor.expect("]")?;
    Ok((base.unwrap_or(0) as u8, index.unwrap_or(Index::Static)))
}

/// A register's number behind its name: digits in the same word, or brackets.
pub(super) fn index(
    cursor: &mut Cursor<'_>,
    token: Token<'_>,
    digits: &str,
    what: &'static str,
    most: i64,
) -> Result<(u8, Index), AsmError> {
    if digits.is_empty() && cursor.took("[") {
        return bracketed(cursor, what, most);
    }
    Ok((number(token, digits, what, 0, most)? as u8, Index::Static))
}

/// A temporary.
pub(super) fn temporary(cursor: &mut Cursor<'_>) -> Result<(u8, bool), AsmError> {
    let expected = "r and a number";
    let token = cursor.word(expected)?;
    let digits = token.text.strip_prefix('r').ok_or_else(|| token.expected(expected))?;
    let shape = digits.is_empty() || digits.bytes().all(|byte| byte.is_ascii_digit());
    if !shape {
        return Err(token.expected(expected));
    }
    match index(cursor, token, digits, "a temporary's number", 63)? {
        (number, Index::Static) => Ok((number, false)),
        (number, Index::Loop) => Ok((number, true)),
        (_, Index::Address) => Err(token
            .error(AsmFault::Conflict("a temporary's number can be relative to aL, not to a0"))),
    }
}

/// An ALU operand: what is read, and the letters that stand behind it.
#[derive(Clone, Copy)]
pub(super) struct Read<'t> {
    pub(super) token: Token<'t>,
    /// Its swizzle is not set.
    pub(super) operand: Operand,
    pub(super) letters: [Component; 4],
    /// How many letters stand there.
    pub(super) count: usize,
}

impl Read<'_> {
    /// The swizzle of a vector operation: none is xyzw, the last letter is repeated.
    pub(super) fn swizzle(&self) -> Swizzle {
        match self.count {
            0 => Swizzle(0),
            count => {
                let last = self.letters[count - 1];
                Swizzle::of([0, 1, 2, 3].map(|i| if i < count { self.letters[i] } else { last }))
            }
        }
    }
}

/// Reads an ALU operand.
pub(super) fn read<'t>(cursor: &mut Cursor<'t>) -> Result<Read<'t>, AsmError> {
    let expected = "r or c, and a number";
    let negate = cursor.took("-");
    let token = cursor.word(expected)?;
    let (constant, rest) = match (token.text.strip_prefix('r'), token.text.strip_prefix('c')) {
        (Some(rest), _) => (false, rest),
        (_, Some(rest)) => (true, rest),
        _ => return Err(token.expected(expected)),
    };
    let (absolute, digits) = rest.strip_prefix("_abs").map_or((false, rest), |rest| (true, rest));
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(token.expected(expected));
    }
    let (what, most) =
        if constant { ("a constant's number", 255) } else { ("a temporary's number", 63) };
    let (number, index) = index(cursor, token, digits, what, most)?;
    if !constant && index == Index::Address {
        return Err(token
            .error(AsmFault::Conflict("a temporary's number can be relative to aL, not to a0")));
    }
    let register = if constant { Register::Constant(number) } else { Register::Temporary(number) };
    let operand = Operand { register, index, absolute, negate, swizzle: Swizzle(0) };
    let mut read = Read { token, operand, letters: [Component::X; 4], count: 0 };
    if cursor.took(".") {
        let expected = "one to four of x, y, z and w";
        let token = cursor.word(expected)?;
        for letter in token.text.chars() {
            let place = read.letters.get_mut(read.count).ok_or_else(|| token.expected(expected))?;
            *place = component(letter).ok_or_else(|| token.expected(expected))?;
            read.count += 1;
        }
    }
    Ok(read)
}

/// Reads attributes up to the end of the line: `, Name=value`, the first comma left out at will.
/// `set` takes a name with its value and says whether it knows the name.
pub(super) fn attributes<'t>(
    cursor: &mut Cursor<'t>,
    instruction: &str,
    mut set: impl FnMut(&str, Value<'t>) -> Result<bool, AsmError>,
) -> Result<(), AsmError> {
    let mut seen = Vec::new();
    loop {
        let comma = cursor.took(",");
        if !comma && (!seen.is_empty() || cursor.end().is_ok()) {
            return cursor.end();
        }
        let name = cursor.word("an attribute's name")?;
        cursor.expect("=")?;
        let (token, text) = cursor.value()?;
        if seen.contains(&name.text) {
            return Err(name.error(AsmFault::Twice(name.text.to_owned())));
        }
        seen.push(name.text);
        if !set(name.text, Value { token, text })? {
            return Err(name.error(AsmFault::Attribute {
                instruction: super::error::shown(instruction),
                name: super::error::shown(name.text),
            }));
        }
    }
}

/// An attribute's value.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    pub(super) token: Token<'t>,
    pub(super) text: &'t str,
}

impl Value<'_> {
    /// `true` or `false`.
    pub(super) fn flag(self) -> Result<bool, AsmError> {
        match self.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.token.expected("true or false")),
        }
    }

    /// A whole number.
    pub(super) fn number(self, what: &'static str, least: i64, most: i64) -> Result<i64, AsmError> {
        number(self.token, self.text, what, least, most)
    }

    /// A number in steps of one `steps`th, counted in steps.
    pub(super) fn steps(
        self,
        what: &'static str,
        steps: i64,
        least: i64,
        most: i64,
    ) -> Result<i64, AsmError> {
        let is_number = self.text.bytes().all(|b| b.is_ascii_digit() || b"-.".contains(&b));
        let value: f64 =
            Some(self.text)
                .filter(|_| is_number)
                .and_then(|text| text.parse().ok())
                .ok_or_else(|| self.token.expected(format!("{what}, in steps of 1/{steps}")))?;
        // Powers of two: a decimal number of ten digits is exact or is no step.
        let counted = value * steps as f64;
        let fits = self.text.len() <= 10
            && counted.fract() == 0.0
            && (least as f64..=most as f64).contains(&counted);
        if !fits {
            let value = super::error::shown(self.text);
            return Err(self.token.error(AsmFault::Steps { what, value, least, most, steps }));
        }
        Ok(counted as i64)
    }

    /// One of an enumeration's names.
    pub(super) fn code<T: FieldValue>(self) -> Result<T, AsmError> {
        T::VALUES.iter().find(|value| value.name == self.text).map_or_else(
            || {
                let names: Vec<&str> = T::VALUES.iter().take(9).map(|value| value.name).collect();
                let more = if T::VALUES.len() > names.len() { " or another" } else { "" };
                Err(self.token.expected(format!("one of {}{more}", names.join(", "))))
            },
            |value| Ok(T::from_bits(value.code)),
        )
    }
}
