//! A contract: the finite list of what may be used, as versioned TOML.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::Spanned;

use crate::lines::one_line;
use crate::{Census, First, Frames};

/// Version of the contract format that this build writes and reads.
pub const CONTRACT_VERSION: u32 = 1;

const FORMAT: &str = "afterimage-contract";

/// A contract that cannot be made, read or merged.
#[derive(Debug, Error)]
pub enum ContractError {
    /// The text is no TOML of the expected kind; the reason names line and column.
    #[error("{0}")]
    Text(String),
    /// What a line says makes no sense.
    #[error("line {line}: {reason}")]
    Line {
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A census that overflowed.
    #[error("the census of {0} overflowed: it does not hold everything and makes no contract")]
    Invalid(String),
    /// Parts of different chips.
    #[error("for {0} and for {1}: different chips")]
    Chips(String, String),
}

/// A stream that a contract was made from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceOf {
    /// Its name.
    pub name: String,
    /// Frames counted.
    pub frames: u64,
}

/// A named range of a source's frames: a menu, a race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The label.
    pub name: String,
    /// The source.
    pub source: String,
    /// First frame.
    pub start: u64,
    /// First frame behind.
    pub end: u64,
}

/// One thing that may be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// The table.
    pub table: String,
    /// The key's text.
    pub key: String,
    /// Occurrences in all sources.
    pub count: u64,
    /// Source of the first occurrence.
    pub source: String,
    /// Frame of the first occurrence.
    pub frame: u64,
    /// Record of the first occurrence.
    pub record: u64,
    /// Labels in whose frames it occurs.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub labels: BTreeSet<String>,
}

/// The finite list of what may be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// The chip.
    pub chip: String,
    /// The streams it was made from.
    pub sources: BTreeSet<SourceOf>,
    /// Named ranges of frames.
    pub labels: BTreeSet<Label>,
    /// What may be used, by table and key.
    pub items: BTreeMap<(String, String), Item>,
}

/// How two contracts differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Items of the first only.
    pub removed: Vec<Item>,
    /// Items of the second only.
    pub added: Vec<Item>,
}

#[derive(Serialize)]
struct Written<'a> {
    format: &'a str,
    version: u32,
    chip: &'a str,
    #[serde(rename = "source", skip_serializing_if = "Vec::is_empty")]
    sources: Vec<&'a SourceOf>,
    #[serde(rename = "label", skip_serializing_if = "Vec::is_empty")]
    labels: Vec<&'a Label>,
    #[serde(rename = "item")]
    items: Vec<&'a Item>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    #[expect(dead_code, reason = "checked before, and known here so that it is no stranger")]
    format: String,
    #[expect(dead_code, reason = "likewise")]
    version: u32,
    chip: Spanned<String>,
    #[serde(default, rename = "source")]
    sources: Vec<Spanned<SourceOf>>,
    #[serde(default, rename = "label")]
    labels: Vec<Spanned<Label>>,
    #[serde(default, rename = "item")]
    items: Vec<Spanned<Item>>,
}

impl Contract {
    /// The contract that a stream keeps, with labelled frame ranges.
    ///
    /// # Errors
    /// When the census overflowed.
    pub fn of(census: &Census, labels: &[(String, Frames)]) -> Result<Self, ContractError> {
        if !census.valid() {
            return Err(ContractError::Invalid(census.source.clone()));
        }
        let source = SourceOf { name: census.source.clone(), frames: census.frames() };
        let mut contract = Self { chip: census.chip.clone(), ..Self::default() };
        contract.sources.insert(source);
        for (name, frames) in labels {
            contract.labels.insert(Label {
                name: name.clone(),
                source: census.source.clone(),
                start: frames.start,
                end: frames.end,
            });
        }
        for (table, rows) in &census.tables {
            for (key, entry) in &rows.entries {
                let names = labels.iter().filter(|(_, f)| census.occurs_in(entry, *f));
                let item = Item {
                    table: table.clone(),
                    key: key.clone(),
                    count: entry.count,
                    source: census.source.clone(),
                    frame: entry.first.frame,
                    record: entry.first.record,
                    labels: names.map(|(name, _)| name.clone()).collect(),
                };
                contract.items.insert((table.clone(), key.clone()), item);
            }
        }
        Ok(contract)
    }

    /// Adds everything that another contract allows.
    ///
    /// # Errors
    /// When the contracts are for different chips.
    pub fn merge(&mut self, other: &Self) -> Result<(), ContractError> {
        if self.chip.is_empty() {
            self.chip.clone_from(&other.chip);
        }
        if self.chip != other.chip {
            return Err(ContractError::Chips(self.chip.clone(), other.chip.clone()));
        }
        self.sources.extend(other.sources.iter().cloned());
        self.labels.extend(other.labels.iter().cloned());
        for (place, item) in &other.items {
            match self.items.get_mut(place) {
                None => {
                    self.items.insert(place.clone(), item.clone());
                }
                Some(own) => {
                    own.count = own.count.saturating_add(item.count);
                    own.labels.extend(item.labels.iter().cloned());
                    let order = |i: &Item| (i.source.clone(), i.frame, i.record);
                    if order(item) < order(own) {
                        own.source.clone_from(&item.source);
                        (own.frame, own.record) = (item.frame, item.record);
                    }
                }
            }
        }
        Ok(())
    }

    /// Items that only one of two contracts has. Counts and labels do not matter.
    pub fn difference(&self, other: &Self) -> Difference {
        let only = |a: &Self, b: &Self| {
            let missing = a.items.iter().filter(|(place, _)| !b.items.contains_key(*place));
            missing.map(|(_, item)| item.clone()).collect()
        };
        Difference { removed: only(self, other), added: only(other, self) }
    }

    /// Where an item occurred first.
    pub fn first(item: &Item) -> First {
        First { frame: item.frame, record: item.record }
    }

    /// The contract as TOML.
    ///
    /// # Errors
    /// When it cannot be encoded.
    pub fn to_toml(&self) -> Result<String, ContractError> {
        toml::to_string(&Written {
            format: FORMAT,
            version: CONTRACT_VERSION,
            chip: &self.chip,
            sources: self.sources.iter().collect(),
            labels: self.labels.iter().collect(),
            items: self.items.values().collect(),
        })
        .map_err(|e| ContractError::Text(e.to_string()))
    }

    /// The contract that [`to_toml`](Self::to_toml) wrote.
    ///
    /// # Errors
    /// Names what is wrong and where.
    pub fn from_toml(text: &str) -> Result<Self, ContractError> {
        let unreadable = |e: toml::de::Error| unreadable(text, &e);
        let line = |start: usize, reason: String| {
            let line = 1 + text.get(..start).unwrap_or(text).matches('\n').count();
            ContractError::Line { line, reason }
        };
        let Start { format, version } = toml::from_str(text).map_err(unreadable)?;
        if format.get_ref() != FORMAT {
            let reason = format!("not a contract: its format is {:?}", format.get_ref());
            return Err(line(format.span().start, reason));
        }
        if *version.get_ref() != CONTRACT_VERSION {
            let found = version.get_ref();
            let reason = format!("version {found}; this build knows version {CONTRACT_VERSION}");
            return Err(line(version.span().start, reason));
        }
        let read: Read = toml::from_str(text).map_err(unreadable)?;
        let mut contract = Self::default();
        let start = read.chip.span().start;
        contract.chip = read.chip.into_inner();
        one_line(&contract.chip).map_err(|reason| line(start, reason))?;
        for source in read.sources {
            let start = source.span().start;
            let source = source.into_inner();
            one_line(&source.name).map_err(|reason| line(start, reason))?;
            contract.sources.insert(source);
        }
        for label in read.labels {
            let start = label.span().start;
            let label = label.into_inner();
            one_line(&label.name).map_err(|reason| line(start, reason))?;
            if label.start >= label.end {
                return Err(line(start, format!("label `{}` has no frames", label.name)));
            }
            contract.labels.insert(label);
        }
        for item in read.items {
            let start = item.span().start;
            contract.take(item.into_inner()).map_err(|reason| line(start, reason))?;
        }
        Ok(contract)
    }

    fn take(&mut self, item: Item) -> Result<(), String> {
        for name in [&item.table, &item.key, &item.source].into_iter().chain(&item.labels) {
            one_line(name)?;
        }
        let place = (item.table.clone(), item.key.clone());
        let twice = format!("`{}` stands twice in table `{}`", item.key, item.table);
        match self.items.insert(place, item) {
            Some(_) => Err(twice),
            None => Ok(()),
        }
    }
}

#[derive(Deserialize)]
struct Start {
    format: Spanned<String>,
    version: Spanned<u32>,
}

/// What the TOML reader says, as one line that begins with the place.
fn unreadable(text: &str, error: &toml::de::Error) -> ContractError {
    let start = error.span().map_or(0, |span| span.start);
    let before = text.get(..start).unwrap_or(text);
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
    let reason = error.message().replace('\n', "; ");
    ContractError::Line { line, reason: format!("{reason} (column {column})") }
}
