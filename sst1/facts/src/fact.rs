//! How a fact is described, and what can be wrong with its name.

use base_word::Confidence;
use thiserror::Error;

/// One value of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactValue {
    /// Its name, as given on a command line.
    pub name: &'static str,
    /// Who holds it.
    pub parties: &'static [&'static str],
    /// What it means.
    pub doc: &'static str,
}

/// A disputed fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name: the field of the profile.
    pub name: &'static str,
    /// What is disputed.
    pub question: &'static str,
    /// The values held.
    pub values: &'static [FactValue],
    /// Section of the digest, or document.
    pub source: &'static str,
    /// How well the hardware's value is known.
    pub confidence: Confidence,
}

/// A fact, value or profile that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownFact {
    /// No profile has this name.
    #[error("no profile is called `{0}`; there are {1}")]
    Profile(String, String),
    /// No fact has this name.
    #[error("no fact is called `{0}`")]
    Fact(String),
    /// The fact has no such value.
    #[error("fact `{fact}` has no value `{value}`; it has {known}")]
    Value {
        /// The fact.
        fact: &'static str,
        /// The value asked for.
        value: String,
        /// The values there are.
        known: String,
    },
}
