//! Profiles and facts as they are typed.

use play::ProfileChoice;
use sst1_facts::{FACTS, UnknownFact};

use crate::exit::Usage;

/// `FACT=VALUE` taken apart.
pub(crate) fn pair(text: &str) -> anyhow::Result<(String, String)> {
    let (fact, value) = text
        .split_once('=')
        .ok_or_else(|| Usage::error(format!("{text}: FACT=VALUE is expected")))?;
    Ok((fact.to_owned(), value.to_owned()))
}

/// A profile by name with single facts set; unknown names are wrong usage, and the known ones are
/// told.
pub(crate) fn choice(base: &str, set: &[(String, String)]) -> anyhow::Result<ProfileChoice> {
    ProfileChoice::new(base, set).map_err(|error| unknown(&error))
}

fn unknown(error: &UnknownFact) -> anyhow::Error {
    let mut message = error.to_string();
    if let UnknownFact::Fact(_) = error {
        let known: Vec<_> = FACTS.iter().map(|fact| fact.name).collect();
        message = format!("{message}; there are {}", known.join(", "));
    }
    Usage::error(message)
}

/// A budget in pixels, or `none`.
pub(crate) fn budget(text: &str) -> Result<u64, String> {
    match text {
        "none" => Ok(u64::MAX),
        number => number.parse().map_err(|_| "a number of pixels or `none`".to_owned()),
    }
}
