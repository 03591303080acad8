//! How a trace is to be played.

use std::fmt;

use serde::{Deserialize, Serialize};
use sst1_board::BoardConfig;
use sst1_facts::{Profile, UnknownFact};
use sst1_vood::Header;

/// A profile and the facts that are set apart from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileChoice {
    base: String,
    set: Vec<(String, String)>,
}

impl Default for ProfileChoice {
    fn default() -> Self {
        Self { base: "hardware".to_owned(), set: Vec::new() }
    }
}

impl ProfileChoice {
    /// The profile `base` with single facts set, checked. A fact that is set twice has the last
    /// value.
    ///
    /// # Errors
    /// When the profile, a fact or a value does not exist.
    pub fn new(base: &str, set: &[(String, String)]) -> Result<Self, UnknownFact> {
        let mut choice = Self { base: base.to_owned(), set: Vec::new() };
        for (fact, value) in set {
            choice.set.retain(|(known, _)| known != fact);
            choice.set.push((fact.clone(), value.clone()));
        }
        choice.set.sort();
        choice.profile().map(|_| choice)
    }

    /// The profile's name.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Facts set apart from it, with their values, by name.
    pub fn set(&self) -> &[(String, String)] {
        &self.set
    }

    /// The values.
    ///
    /// # Errors
    /// When the profile, a fact or a value does not exist.
    pub fn profile(&self) -> Result<Profile, UnknownFact> {
        let mut profile = Profile::by_name(&self.base)?;
        for (fact, value) in &self.set {
            profile.set(fact, value)?;
        }
        Ok(profile)
    }
}

/// The name, and behind commas the facts whose values are not the profile's own: equal decisions have
/// equal texts.
impl fmt::Display for ProfileChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)?;
        let own = Profile::by_name(&self.base).ok();
        let is_own = |fact: &str, value: &str| {
            own.as_ref().is_some_and(|own| own.get(fact).is_some_and(|own| own == value))
        };
        for (fact, value) in self.set.iter().filter(|(fact, value)| !is_own(fact, value)) {
            write!(f, ",{fact}={value}")?;
        }
        Ok(())
    }
}

/// How a trace is to be played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How disputed facts are decided.
    pub profile: ProfileChoice,
    /// Texture units, instead of the header's number.
    pub tmus: Option<u32>,
    /// Whether swaps that ask for it wait for a retrace.
    pub vsync: bool,
    /// Stop when more was drawn than this many pixels, see [`Player`](crate::Player); without it
    /// repetitions are bounded, `u64::MAX` bounds nothing.
    pub budget: Option<u64>,
    /// Keep what [`Player::save`](crate::Player::save) needs to recognise the trace later. Costs
    /// the SHA-256 of all records.
    pub fingerprint: bool,
}

impl Setup {
    /// The board that a trace with this header is played on.
    pub(crate) fn board(&self, header: &Header) -> BoardConfig {
        BoardConfig {
            // The header's sizes are checked: 16 MiB at most.
            frame_buffer_bytes: header.fb_size_mb << 20,
            texture_bytes: header.tex_size_mb << 20,
            tmus: self.tmus.unwrap_or(header.num_tmus),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ProfileChoice;

    #[test]
    fn equal_decisions_have_equal_texts() {
        let text = |base: &str, set: &[(&str, &str)]| {
            let set: Vec<_> = set.iter().map(|(f, v)| ((*f).to_owned(), (*v).to_owned())).collect();
            ProfileChoice::new(base, &set).unwrap().to_string()
        };
        assert_eq!(text("hardware", &[]), "hardware");
        assert_eq!(text("86box", &[("lod", "half-30")]), "86box,lod=half-30");
        let own = ProfileChoice::default().profile().unwrap().get("lod").unwrap();
        assert_eq!(text("hardware", &[("lod", own)]), "hardware");
    }
}
