//! A contract: the finite list of what may be used, as versioned TOML.

use std::collections::{BTreeMap, BTreeSet};

use base_text::excerpt;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Census, First, Frames, Places};

mod merge;
mod text;

pub use text::CONTRACT_VERSION;

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
    #[error("the census of {} overflowed: it does not hold everything and makes no contract", excerpt(.0))]
    Invalid(String),
    /// A census that does not reach the end of what was to be counted.
    #[error("the census of {} is partial: {}", excerpt(name), base_text::reason(reason))]
    Partial {
        /// What was counted.
        name: String,
        /// Why it ended early.
        reason: String,
    },
    /// A label whose frames the windows of a census do not tell from others.
    #[error(
        "label `{}`: the census of {} has windows of {window} frames and cannot tell what occurs in \
         {start}..{end}; make it with a smaller window, or give the trace itself",
        excerpt(label),
        excerpt(name)
    )]
    Window {
        /// The label.
        label: String,
        /// What was counted.
        name: String,
        /// Frames a window.
        window: u64,
        /// First frame of the label.
        start: u64,
        /// First frame behind.
        end: u64,
    },
    /// A label without a frame that was counted.
    #[error("label `{}`: no frame of {start}..{end} was counted; {counted}", excerpt(label))]
    Label {
        /// The label.
        label: String,
        /// First frame of the label.
        start: u64,
        /// First frame behind.
        end: u64,
        /// The frames there are.
        counted: String,
    },
    /// Parts of different chips.
    #[error("for {} and for {}: different chips", excerpt(.0), excerpt(.1))]
    Chips(String, String),
    /// Parts made under different profiles.
    #[error("made under different profiles: {} and {}", excerpt(.0), excerpt(.1))]
    Profiles(String, String),
    /// Parts that were made from the same frames of a stream.
    #[error("frames of {} are in both: what occurs in them would count twice", excerpt(.0))]
    Twice(String),
    /// Streams whose names cannot be told apart.
    #[error("no name is left for another trace that is called {}", excerpt(.0))]
    Names(String),
}

/// A stream that a contract was made from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceOf {
    /// Its name.
    pub name: String,
    /// Number of frames counted.
    pub frames: u64,
    /// A digest of the stored stream: what tells sources apart, whatever their names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The frames counted, ascending, none touching; nothing where that is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "text::pairs")]
    pub ranges: Vec<Frames>,
    /// Why it was not counted to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial: Option<String>,
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
#[serde(try_from = "text::ItemText", into = "text::ItemText")]
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
    /// Record of the first occurrence, or its packet's address.
    pub record: u64,
    /// Which of the two.
    pub places: Places,
    /// Labels in whose frames it occurs.
    pub labels: BTreeSet<String>,
}

/// The finite list of what may be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// The chip.
    pub chip: String,
    /// How disputed facts were decided where it was made.
    pub profile: Option<String>,
    /// The streams it was made from, by name.
    pub sources: BTreeMap<String, SourceOf>,
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

impl Contract {
    /// The contract that a stream keeps, of the tables that do more than describe it
    /// ([`TableCensus::describes`](crate::TableCensus::describes)), with labelled frame ranges; `partial` lets a census make one
    /// that was not counted to the end.
    ///
    /// # Errors
    /// When the census overflowed or is partial, or does not tell what occurs in a label's frames.
    pub fn of(
        census: &Census,
        labels: &[(String, Frames)],
        partial: bool,
    ) -> Result<Self, ContractError> {
        let name = census.source.clone();
        if census.overflowed() {
            return Err(ContractError::Invalid(name));
        }
        if let Some(reason) = census.partial.clone().filter(|_| !partial) {
            return Err(ContractError::Partial { name, reason });
        }
        let mut contract =
            Self { chip: census.chip.clone(), profile: census.profile.clone(), ..Self::default() };
        for (label, frames) in labels {
            check(census, label, *frames)?;
            contract.labels.insert(Label {
                name: label.clone(),
                source: name.clone(),
                start: frames.start,
                end: frames.end,
            });
        }
        for (table, rows) in census.tables.iter().filter(|(_, rows)| !rows.describes) {
            // What does not occur is nothing that may be used.
            for (key, entry) in rows.entries.iter().filter(|(_, entry)| entry.count > 0) {
                let names = labels.iter().filter(|(_, f)| census.occurs_in(entry, *f));
                let item = Item {
                    table: table.clone(),
                    key: key.clone(),
                    count: entry.count,
                    source: name.clone(),
                    frame: entry.first.frame,
                    record: entry.first.record,
                    places: entry.first.places,
                    labels: names.map(|(name, _)| name.clone()).collect(),
                };
                contract.items.insert((table.clone(), key.clone()), item);
            }
        }
        let source = SourceOf {
            name: name.clone(),
            frames: census.frames(),
            sha256: census.sha256.clone(),
            ranges: census.ranges.clone(),
            partial: census.partial.clone(),
        };
        contract.sources.insert(name, source);
        Ok(contract)
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
        First { frame: item.frame, record: item.record, places: item.places }
    }
}

/// Whether a census can say what occurs in a label's frames.
fn check(census: &Census, label: &str, frames: Frames) -> Result<(), ContractError> {
    let (label, Frames { start, end }) = (label.to_owned(), frames);
    if !census.counted(start..end) {
        let ranges = census.ranges.iter().take(8).map(|r| format!("{}..{}", r.start, r.end));
        let more = if census.ranges.len() > 8 { ", and more" } else { "" };
        let counted = match census.frames() {
            0 => "none was".to_owned(),
            frames => {
                format!("{frames} frames were: {}{more}", ranges.collect::<Vec<_>>().join(", "))
            }
        };
        return Err(ContractError::Label { label, start, end, counted });
    }
    if !census.tells(frames) {
        let (name, window) = (census.source.clone(), census.window);
        return Err(ContractError::Window { label, name, window, start, end });
    }
    Ok(())
}
