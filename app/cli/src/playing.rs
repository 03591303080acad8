//! How a trace is to be played, as it is typed: the options that several verbs share.

use std::collections::BTreeSet;

use play::ProfileChoice;
use sst1_facts::{FACTS, UnknownFact};

use crate::exit::{Exit, Usage};
use crate::out;

/// How disputed facts are decided.
#[derive(clap::Args)]
pub(crate) struct Deciding {
    /// How disputed facts are decided: hardware (the default), 86box, zsst or mame
    #[arg(long)]
    profile: Option<String>,
    /// Decide a single disputed fact; may be given more than once, once a fact
    #[arg(long, value_name = "FACT=VALUE")]
    set: Vec<String>,
}

impl Deciding {
    /// An option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let set = (!self.set.is_empty()).then_some("--set");
        self.profile.as_ref().map(|_| "--profile").or(set)
    }

    /// The profile with the facts set, checked.
    pub(crate) fn choice(&self) -> anyhow::Result<ProfileChoice> {
        choice(self.profile.as_deref().unwrap_or("hardware"), self.set.iter().map(String::as_str))
    }
}

/// Says that a budget was used up, and how the program ends then.
pub(crate) fn over_budget() -> Exit {
    spent("play.budget")
}

/// The same where it was refused by another name.
pub(crate) fn spent(refusal: &str) -> Exit {
    out::error(format!("afterimage: stopped at the budget ({refusal}); --budget sets another\n"));
    Exit::Refused
}

/// The same as [`Deciding`] for verbs whose `--set` is about something else.
#[derive(clap::Args)]
pub(crate) struct DecidingFacts {
    /// How disputed facts are decided: hardware (the default), 86box, zsst or mame
    #[arg(long)]
    profile: Option<String>,
    /// Decide a single disputed fact; may be given more than once, once a fact
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
    let mut facts = BTreeSet::new();
    if let Some((fact, _)) = set.iter().find(|(fact, _)| !facts.insert(fact)) {
        return Err(Usage::error(format!("the fact {} is set twice", base_text::excerpt(fact))));
    }
    ProfileChoice::new(base, &set).map_err(|error| unknown(&error))
}

fn pair(text: &str) -> anyhow::Result<(String, String)> {
    let (fact, value) = text.split_once('=').ok_or_else(|| {
        let text = base_text::excerpt(text);
        Usage::error(format!("{text}: FACT=VALUE is expected"))
    })?;
    Ok((fact.to_owned(), value.to_owned()))
}

fn unknown(error: &UnknownFact) -> anyhow::Error {
    let mut message = base_text::reason(&error.to_string());
    if let UnknownFact::Fact(_) = error {
        let known: Vec<_> = FACTS.iter().map(|fact| fact.name).collect();
        message = format!("{message}; there are {}", known.join(", "));
    }
    Usage::error(message)
}

/// A bound on the boards that are played side by side.
#[derive(clap::Args)]
pub(crate) struct Memory {
    /// MiB of memory for boards that are played side by side. What little is needed in any case (four
    /// boards at most) and the decompressors' windows come on top
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: u64,
}

impl Memory {
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.saturating_mul(1 << 20)
    }
}

/// What each of many boards may draw where no budget is given: a hostile trace ends within a minute.
pub(crate) const PER_BOARD: u64 = 1 << 27;

/// A bound on the work of playing a trace.
#[derive(clap::Args)]
pub(crate) struct Bound {
    /// Stop with exit code 4 when more work is asked for: about so many pixels drawn, filled or shown
    /// of a VOOD trace, which has a bound without it too that `none` lifts; of a replayed .xtr trace
    /// quads, vertices, texels and instructions, without it unbounded (docs/summary.md)
    #[arg(long, value_name = "UNITS", value_parser = budget)]
    pub(crate) budget: Option<u64>,
}

fn budget(text: &str) -> Result<u64, String> {
    match text {
        "none" => Ok(u64::MAX),
        number => number.parse().map_err(|_| "a number of units or `none`".to_owned()),
    }
}
