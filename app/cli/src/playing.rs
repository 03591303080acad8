//! How a trace is to be played, as it is typed: the options that several verbs share.

use play::ProfileChoice;
use sst1_facts::{FACTS, UnknownFact};

use crate::exit::Usage;

/// How disputed facts are decided.
#[derive(clap::Args)]
pub(crate) struct Deciding {
    /// How disputed facts are decided: hardware (the default) or 86box
    #[arg(long)]
    profile: Option<String>,
    /// Decide a single disputed fact; may be given more than once
    #[arg(long, value_name = "FACT=VALUE")]
    set: Vec<String>,
}

impl Deciding {
    /// The profile with the facts set, checked.
    pub(crate) fn choice(&self) -> anyhow::Result<ProfileChoice> {
        choice(self.profile.as_deref().unwrap_or("hardware"), self.set.iter().map(String::as_str))
    }
}

/// The same for verbs whose `--set` is about something else.
#[derive(clap::Args)]
pub(crate) struct DecidingFacts {
    /// How disputed facts are decided: hardware (the default) or 86box
    #[arg(long)]
    profile: Option<String>,
    /// Decide a single disputed fact; may be given more than once
    #[arg(long, value_name = "FACT=VALUE")]
    fact: Vec<String>,
}

impl DecidingFacts {
    /// The profile with the facts set, checked.
    pub(crate) fn choice(&self) -> anyhow::Result<ProfileChoice> {
        choice(self.profile.as_deref().unwrap_or("hardware"), self.fact.iter().map(String::as_str))
    }
}

/// A profile by name, with facts behind commas.
pub(crate) fn named(text: &str) -> anyhow::Result<ProfileChoice> {
    let mut parts = text.split(',');
    choice(parts.next().unwrap_or_default(), parts)
}

/// Unknown names are wrong usage, and the known ones are told.
fn choice<'a>(base: &str, set: impl Iterator<Item = &'a str>) -> anyhow::Result<ProfileChoice> {
    let set = set.map(pair).collect::<Result<Vec<_>, _>>()?;
    ProfileChoice::new(base, &set).map_err(|error| unknown(&error))
}

fn pair(text: &str) -> anyhow::Result<(String, String)> {
    let (fact, value) = text
        .split_once('=')
        .ok_or_else(|| Usage::error(format!("{text}: FACT=VALUE is expected")))?;
    Ok((fact.to_owned(), value.to_owned()))
}

fn unknown(error: &UnknownFact) -> anyhow::Error {
    let mut message = error.to_string();
    if let UnknownFact::Fact(_) = error {
        let known: Vec<_> = FACTS.iter().map(|fact| fact.name).collect();
        message = format!("{message}; there are {}", known.join(", "));
    }
    Usage::error(message)
}

/// A bound on the work of a replay.
#[derive(clap::Args)]
pub(crate) struct Bound {
    /// Stop when more was drawn, filled or shown (docs/summary.md says how it is counted); `none`
    /// lifts the usual bound on repetitions too
    #[arg(long, value_name = "PIXELS", value_parser = budget)]
    pub(crate) budget: Option<u64>,
}

fn budget(text: &str) -> Result<u64, String> {
    match text {
        "none" => Ok(u64::MAX),
        number => number.parse().map_err(|_| "a number of pixels or `none`".to_owned()),
    }
}
