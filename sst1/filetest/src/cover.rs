//! What a case claims to cover, and what to change to prove it.

use std::fmt;

use base_word::FieldKind;
use sst1_facts::FACTS;

use crate::value::word;
use crate::{ParseError, Place, Target};
use base_filetest::{Line, field_value};

/// What happens to a case when the one thing is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// At least one expectation fails.
    Changes,
    /// Nothing at all changes.
    Inert,
}

/// The one thing that is changed.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Bits of a register's writes.
    Bits {
        /// The register.
        target: Target,
        /// The bits.
        mask: u32,
        /// The value that is covered; any, if none.
        from: Option<u32>,
        /// What takes its place.
        to: Replacement,
    },
    /// A disputed fact.
    Fact {
        /// Its name.
        name: &'static str,
        /// The value that is covered.
        from: &'static str,
        /// What takes its place.
        to: &'static str,
    },
}

/// What takes the place of a covered value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Other bits.
    Bits(u32),
    /// The complement: of a flag.
    Opposite,
    /// No write at all.
    Nothing,
}

/// A claim of a case.
#[derive(Clone, Debug)]
pub struct Cover {
    /// Where it stands.
    pub place: Place,
    /// What happens.
    pub claim: Claim,
    /// What is changed.
    pub subject: Subject,
    /// The name of what is covered: `register.field`, `register.field=value`, `alt register` or
    /// `fact name=value`.
    pub key: String,
}

impl Cover {
    /// Takes what stands behind `covers` or `inert`.
    pub(crate) fn parse(line: &mut Line<'_>, claim: Claim) -> Result<Self, ParseError> {
        let place = line.place();
        let (subject, key) = if line.eat("fact") { fact(line)? } else { bits(line)? };
        line.end()?;
        Ok(Self { place, claim, subject, key })
    }
}

fn fact(line: &mut Line<'_>) -> Result<(Subject, String), ParseError> {
    let fact = line.parsed("a fact", |name| {
        let found = FACTS.iter().find(|fact| fact.name == name);
        found.ok_or_else(|| format!("no fact is called `{name}`"))
    })?;
    let value = |name: &str| {
        let found = fact.values.iter().find(|value| value.name == name).map(|value| value.name);
        found.ok_or_else(|| format!("fact `{}` has no value `{name}`", fact.name))
    };
    line.need("=")?;
    let from = line.parsed("a value", value)?;
    line.need("against")?;
    let to = line.parsed("a value", value)?;
    let key = format!("fact {}={from}", fact.name);
    Ok((Subject::Fact { name: fact.name, from, to }, key))
}

fn bits(line: &mut Line<'_>) -> Result<(Subject, String), ParseError> {
    let alternate = line.eat("alt");
    let place = line.place();
    let name = line.word("a register")?;
    let (name, field) = match name.split_once('.') {
        Some((name, field)) => (name, Some(field)),
        None => (name, None),
    };
    let fail = |message| ParseError::at(place.clone(), message);
    let target = Target::read(name, alternate).map_err(fail)?;
    let prefix = if alternate { "alt " } else { "" };
    let mut key = format!("{prefix}{}", target.key());
    let Some(field) = field else {
        let from = if line.eat("=") { Some(word(line, &target)?) } else { None };
        line.need("against")?;
        let to = if line.eat("nothing") {
            Replacement::Nothing
        } else {
            Replacement::Bits(word(line, &target)?)
        };
        return Ok((Subject::Bits { target, mask: u32::MAX, from, to }, key));
    };
    let field = target.field(field).map_err(fail)?;
    key = format!("{key}.{}", field.name);
    let value = |text: &str| field_value(field, text).map(|bits| field.set(0, bits));
    let from = if line.eat("=") { Some(line.parsed("a value", value)?) } else { None };
    if field.kind == FieldKind::Enumerated {
        let Some(from) = from else {
            return Err(line.fail(format!("`{}` is covered value by value", field.name)));
        };
        let code = field.get(from);
        let named = field.values.iter().find(|value| value.code == code);
        key = format!("{key}={}", named.map_or("", |value| value.name));
    }
    let to = if line.eat("against") {
        Replacement::Bits(line.parsed("a value", value)?)
    } else if field.hi == field.lo {
        Replacement::Opposite
    } else {
        return Err(line.fail("`against` is missing"));
    };
    Ok((Subject::Bits { target, mask: field.mask(), from, to }, key))
}

impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.key)?;
        match &self.subject {
            Subject::Fact { to, .. } => write!(f, " against {to}"),
            Subject::Bits { to: Replacement::Bits(bits), .. } => write!(f, " against {bits:#x}"),
            Subject::Bits { to: Replacement::Opposite, .. } => write!(f, " against the opposite"),
            Subject::Bits { to: Replacement::Nothing, .. } => write!(f, " against nothing"),
        }
    }
}
