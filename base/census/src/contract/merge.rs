//! Merging contracts: streams are told apart by content, and none counts twice.

use std::collections::{BTreeMap, BTreeSet};

use super::{Contract, ContractError, Item, Label, SourceOf};
use crate::census::joined;
use crate::names::MOST_NUMBER;

/// Digits of a digest that are added to a name, and more if that is taken.
const DIGITS: [usize; 3] = [8, 16, 64];

impl Contract {
    /// Adds everything that another contract allows.
    ///
    /// Sources are the same if their digests are, whatever their names; without a digest the name
    /// decides. Different ones of one name are renamed by their digests. Frames of a source may be in
    /// one of the two only, so that nothing is counted twice.
    ///
    /// # Errors
    /// When the contracts are for different chips or profiles, or share frames of a source.
    pub fn merge(&mut self, other: &Self) -> Result<(), ContractError> {
        if self.chip.is_empty() {
            self.clone_from(other);
            return Ok(());
        }
        if self.chip != other.chip {
            return Err(ContractError::Chips(self.chip.clone(), other.chip.clone()));
        }
        if self.profile != other.profile {
            let name = |c: &Self| c.profile.clone().unwrap_or_else(|| "an unknown one".to_owned());
            return Err(ContractError::Profiles(name(self), name(other)));
        }
        let mut other = other.clone();
        self.tell_apart(&mut other)?;
        for (name, theirs) in other.sources {
            match self.sources.get_mut(&name) {
                Some(ours) => join(ours, theirs)?,
                None => {
                    self.sources.insert(name, theirs);
                }
            }
        }
        self.labels.append(&mut other.labels);
        for (place, item) in other.items {
            match self.items.get_mut(&place) {
                Some(own) => add(own, item),
                None => {
                    self.items.insert(place, item);
                }
            }
        }
        Ok(())
    }

    /// Gives the sources of both names so that equal names mean equal sources.
    fn tell_apart(&mut self, other: &mut Self) -> Result<(), ContractError> {
        let clash = |name: &String| match (self.sources.get(name), other.sources.get(name)) {
            (Some(ours), Some(theirs)) => ours.sha256 != theirs.sha256,
            _ => false,
        };
        let clashing: BTreeSet<String> =
            self.sources.keys().filter(|name| clash(name)).cloned().collect();
        let mut taken: BTreeSet<String> =
            self.sources.keys().chain(other.sources.keys()).cloned().collect();
        let mut ours = BTreeMap::new();
        let mut by_digest: BTreeMap<String, String> = BTreeMap::new();
        for (name, source) in &self.sources {
            let renamed = match &source.sha256 {
                Some(sha256) if clashing.contains(name) => unused(name, sha256, &mut taken)?,
                _ => name.clone(),
            };
            if let Some(sha256) = &source.sha256 {
                by_digest.insert(sha256.clone(), renamed.clone());
            }
            ours.insert(name.clone(), renamed);
        }
        let mut theirs = BTreeMap::new();
        for (name, source) in &other.sources {
            let same = source.sha256.as_ref().and_then(|sha256| by_digest.get(sha256));
            let renamed = match (&source.sha256, same) {
                (_, Some(same)) => same.clone(),
                (Some(sha256), None) if clashing.contains(name) => {
                    unused(name, sha256, &mut taken)?
                }
                _ => name.clone(),
            };
            theirs.insert(name.clone(), renamed);
        }
        self.rename(&ours)?;
        other.rename(&theirs)
    }

    /// Gives sources other names, everywhere.
    fn rename(&mut self, names: &BTreeMap<String, String>) -> Result<(), ContractError> {
        let renamed = |name: &String| names.get(name).unwrap_or(name).clone();
        for (name, mut source) in std::mem::take(&mut self.sources) {
            source.name = renamed(&name);
            match self.sources.get_mut(&source.name) {
                Some(same) => join(same, source)?,
                None => {
                    self.sources.insert(source.name.clone(), source);
                }
            }
        }
        let labels = std::mem::take(&mut self.labels).into_iter();
        self.labels =
            labels.map(|label| Label { source: renamed(&label.source), ..label }).collect();
        for item in self.items.values_mut() {
            item.source = renamed(&item.source);
        }
        Ok(())
    }
}

/// Joins two parts of a source.
fn join(ours: &mut SourceOf, theirs: SourceOf) -> Result<(), ContractError> {
    let known = !ours.ranges.is_empty() && !theirs.ranges.is_empty();
    if let (true, Ok(ranges)) = (known, joined(&ours.ranges, &theirs.ranges)) {
        ours.ranges = ranges;
        ours.frames = ours.frames.saturating_add(theirs.frames).min(MOST_NUMBER);
        ours.partial = ours.partial.take().or(theirs.partial);
        return Ok(());
    }
    Err(ContractError::Twice(ours.name.clone()))
}

/// Adds the occurrences of an item in other streams.
fn add(own: &mut Item, item: Item) {
    own.count = own.count.saturating_add(item.count).min(MOST_NUMBER);
    let order = |i: &Item| (i.source.clone(), i.frame, i.record);
    if order(&item) < order(own) {
        (own.source, own.frame, own.record) = (item.source, item.frame, item.record);
        own.places = item.places;
    }
    own.labels.extend(item.labels);
}

/// The name with as many digits of the digest as make it one of its own.
fn unused(name: &str, sha256: &str, taken: &mut BTreeSet<String>) -> Result<String, ContractError> {
    for digits in DIGITS {
        let longer = format!("{name}@{}", sha256.get(..digits).unwrap_or(sha256));
        if taken.insert(longer.clone()) {
            return Ok(longer);
        }
    }
    Err(ContractError::Names(name.to_owned()))
}
