//! A contract: the finite list of what may be used, as versioned TOML.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

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
    /// Another format.
    #[error("line 1: not a contract: its format is `{0}`")]
    Format(String),
    /// Another version.
    #[error("line 2: contract of version {0}; this build knows version {CONTRACT_VERSION}")]
    Version(u32),
    /// A census that overflowed.
    #[error("the census of {0} overflowed: it does not hold everything and makes no contract")]
    Invalid(String),
    /// Parts of different chips.
    #[error("a contract for {0} and one for {1} do not merge")]
    Chips(String, String),
    /// Two items with the same table and key.
    #[error("`{key}` stands twice in table {table}")]
    Twice {
        /// The table.
        table: String,
        /// The key.
        key: String,
    },
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    chip: String,
    #[serde(default, rename = "source", skip_serializing_if = "Vec::is_empty")]
    sources: Vec<SourceOf>,
    #[serde(default, rename = "label", skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Label>,
    #[serde(default, rename = "item")]
    items: Vec<Item>,
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
                    own.count += item.count;
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
        toml::to_string(&File {
            format: FORMAT.to_owned(),
            version: CONTRACT_VERSION,
            chip: self.chip.clone(),
            sources: self.sources.iter().cloned().collect(),
            labels: self.labels.iter().cloned().collect(),
            items: self.items.values().cloned().collect(),
        })
        .map_err(|e| ContractError::Text(e.to_string()))
    }

    /// The contract that [`to_toml`](Self::to_toml) wrote.
    ///
    /// # Errors
    /// Names what is wrong and where.
    pub fn from_toml(text: &str) -> Result<Self, ContractError> {
        #[derive(Deserialize)]
        struct Start {
            format: String,
            version: u32,
        }
        let bad = |e: toml::de::Error| ContractError::Text(e.to_string().trim_end().to_owned());
        let start: Start = toml::from_str(text).map_err(bad)?;
        if start.format != FORMAT {
            return Err(ContractError::Format(start.format));
        }
        if start.version != CONTRACT_VERSION {
            return Err(ContractError::Version(start.version));
        }
        let file: File = toml::from_str(text).map_err(bad)?;
        let mut contract = Self {
            chip: file.chip,
            sources: file.sources.into_iter().collect(),
            labels: file.labels.into_iter().collect(),
            items: BTreeMap::new(),
        };
        for item in file.items {
            let place = (item.table.clone(), item.key.clone());
            if contract.items.insert(place, item.clone()).is_some() {
                return Err(ContractError::Twice { table: item.table, key: item.key });
            }
        }
        Ok(contract)
    }
}
