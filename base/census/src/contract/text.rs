//! A contract as versioned TOML, written and read.

use std::collections::BTreeSet;

use base_text::{excerpt, reason};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::{Contract, ContractError, Item, Label, SourceOf};
use crate::Frames;
use crate::census::{place_fields, place_of, touches};
use crate::names::{digest, number, one_line};

/// Version of the contract format that this build writes and reads.
pub const CONTRACT_VERSION: u32 = 1;

const FORMAT: &str = "afterimage-contract";
/// Items that a contract has at most.
const MOST_ITEMS: usize = 1 << 16;

#[derive(Serialize)]
struct Written<'a> {
    format: &'a str,
    version: u32,
    chip: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a str>,
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
    profile: Option<Spanned<String>>,
    #[serde(default, rename = "source")]
    sources: Vec<Spanned<SourceOf>>,
    #[serde(default, rename = "label")]
    labels: Vec<Spanned<Label>>,
    #[serde(default, rename = "item")]
    items: Vec<Spanned<Item>>,
}

/// An item in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ItemText {
    table: String,
    key: String,
    count: u64,
    source: String,
    frame: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    packet: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    labels: BTreeSet<String>,
}

impl From<Item> for ItemText {
    fn from(item: Item) -> Self {
        let Item { table, key, count, source, frame, record, places, labels } = item;
        let (record, packet) = place_fields(record, places);
        Self { table, key, count, source, frame, record, packet, labels }
    }
}

impl TryFrom<ItemText> for Item {
    type Error = String;

    fn try_from(text: ItemText) -> Result<Self, String> {
        let (record, places) = place_of(text.record, text.packet.as_deref())?;
        let ItemText { table, key, count, source, frame, labels, .. } = text;
        Ok(Self { table, key, count, source, frame, record, places, labels })
    }
}

#[derive(Deserialize)]
struct Start {
    format: Spanned<String>,
    version: Spanned<u32>,
}

impl Contract {
    /// The contract as TOML.
    ///
    /// # Errors
    /// When it cannot be encoded.
    pub fn to_toml(&self) -> Result<String, ContractError> {
        toml::to_string(&Written {
            format: FORMAT,
            version: CONTRACT_VERSION,
            chip: &self.chip,
            profile: self.profile.as_deref(),
            sources: self.sources.values().collect(),
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
        Self::read(text, &|_, _| true)
    }

    /// The same where `known` says whether a chip has a table.
    ///
    /// # Errors
    /// Names what is wrong and where.
    pub fn read(text: &str, known: &dyn Fn(&str, &str) -> bool) -> Result<Self, ContractError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        if text.trim_ascii().is_empty() {
            return Err(ContractError::Line { line: 1, reason: "the file is empty".to_owned() });
        }
        let unreadable = |e: toml::de::Error| unreadable(text, &e);
        let line = |start: usize, reason: String| {
            let line = 1 + text.get(..start).unwrap_or(text).matches('\n').count();
            ContractError::Line { line, reason }
        };
        let Start { format, version } = toml::from_str(text).map_err(unreadable)?;
        if format.get_ref() != FORMAT {
            let reason = format!("not a contract: its format is `{}`", excerpt(format.get_ref()));
            return Err(line(format.span().start, reason));
        }
        if *version.get_ref() != CONTRACT_VERSION {
            let found = version.get_ref();
            let reason = format!("version {found}; this build knows version {CONTRACT_VERSION}");
            return Err(line(version.span().start, reason));
        }
        let read: Read = toml::from_str(text).map_err(unreadable)?;
        let mut contract = Self::default();
        let at = read.chip.span().start;
        contract.chip = read.chip.into_inner();
        one_line(&contract.chip).map_err(|reason| line(at, reason))?;
        if let Some(profile) = read.profile {
            let at = profile.span().start;
            one_line(profile.get_ref()).map_err(|reason| line(at, reason))?;
            contract.profile = Some(profile.into_inner());
        }
        let mut digests = BTreeSet::new();
        for source in read.sources {
            let at = source.span().start;
            let source = source.into_inner();
            if source.sha256.as_ref().is_some_and(|sha256| !digests.insert(sha256.clone())) {
                let reason =
                    format!("the content of source `{}` stands twice", excerpt(&source.name));
                return Err(line(at, reason));
            }
            contract.take_source(source).map_err(|reason| line(at, reason))?;
        }
        for label in read.labels {
            let at = label.span().start;
            contract.take_label(label.into_inner()).map_err(|reason| line(at, reason))?;
        }
        let labels: BTreeSet<String> = contract.labels.iter().map(|l| l.name.clone()).collect();
        for item in read.items {
            let at = item.span().start;
            let item = item.into_inner();
            contract.take_item(item, &labels, known).map_err(|reason| line(at, reason))?;
        }
        Ok(contract)
    }

    fn take_source(&mut self, source: SourceOf) -> Result<(), String> {
        let SourceOf { name, frames, sha256, ranges, partial } = &source;
        one_line(name)?;
        partial.iter().try_for_each(|reason| one_line(reason))?;
        sha256.iter().try_for_each(|sha256| digest(sha256))?;
        number("frames", *frames)?;
        let length = |sum: u64, range: &Frames| sum.saturating_add(range.end - range.start);
        let ascending = ranges.iter().all(|range| range.start < range.end)
            && ranges.windows(2).all(|pair| pair[0].end < pair[1].start);
        if !ascending || (!ranges.is_empty() && ranges.iter().fold(0, length) != *frames) {
            return Err(format!("the ranges of source `{}` are not its frames", excerpt(name)));
        }
        let twice = format!("source `{}` stands twice", excerpt(name));
        match self.sources.insert(name.clone(), source) {
            Some(_) => Err(twice),
            None => Ok(()),
        }
    }

    /// The source of that name.
    fn source(&self, name: &str) -> Result<&SourceOf, String> {
        self.sources.get(name).ok_or_else(|| format!("source `{}` is not there", excerpt(name)))
    }

    fn take_label(&mut self, label: Label) -> Result<(), String> {
        one_line(&label.name)?;
        number("end", label.end)?;
        let name = excerpt(&label.name);
        let source = self.source(&label.source)?;
        let counted = source.ranges.is_empty() || touches(&source.ranges, label.start..label.end);
        if label.start >= label.end || !counted {
            return Err(format!("label `{name}` has no frames"));
        }
        if !self.labels.insert(label) {
            return Err(format!("label `{name}` stands twice"));
        }
        Ok(())
    }

    fn take_item(
        &mut self,
        item: Item,
        labels: &BTreeSet<String>,
        known: &dyn Fn(&str, &str) -> bool,
    ) -> Result<(), String> {
        one_line(&item.table)?;
        one_line(&item.key)?;
        let (table, key) = (excerpt(&item.table), excerpt(&item.key));
        if !known(&self.chip, &item.table) {
            return Err(format!("{} has no table `{table}`", excerpt(&self.chip)));
        }
        if item.count == 0 {
            return Err(format!("`{key}` has a count of 0"));
        }
        for (what, value) in [("count", item.count), ("frame", item.frame), ("record", item.record)]
        {
            number(what, value)?;
        }
        let ranges = &self.source(&item.source)?.ranges;
        if !ranges.is_empty() && !touches(ranges, item.frame..item.frame.saturating_add(1)) {
            return Err(format!("`{key}`: frame {} of its source was not counted", item.frame));
        }
        if let Some(label) = item.labels.iter().find(|label| !labels.contains(*label)) {
            return Err(format!("label `{}` is not there", excerpt(label)));
        }
        if self.items.len() >= MOST_ITEMS {
            return Err(format!("more than {MOST_ITEMS} items"));
        }
        match self.items.insert((item.table.clone(), item.key.clone()), item) {
            Some(_) => Err(format!("`{key}` stands twice in table `{table}`")),
            None => Ok(()),
        }
    }
}

/// What the TOML reader says, as one line that begins with the place.
fn unreadable(text: &str, error: &toml::de::Error) -> ContractError {
    let start = error.span().map_or(0, |span| span.start);
    let before = text.get(..start).unwrap_or(text);
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
    let what = reason(&error.message().replace('\n', "; "));
    // Whoever edits a contract knows what it is; whoever took another file for one is told.
    let stranger = if text.contains(FORMAT) { "" } else { "not written by this program: " };
    ContractError::Line { line, reason: format!("{stranger}{what} (column {column})") }
}

/// Ranges of frames as pairs, which stand on one line.
pub(super) mod pairs {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::Frames;

    pub(in crate::contract) fn serialize<S: Serializer>(
        ranges: &[Frames],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(ranges.iter().map(|range| [range.start, range.end]))
    }

    pub(in crate::contract) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Frames>, D::Error> {
        let pairs = Vec::<[u64; 2]>::deserialize(deserializer)?;
        Ok(pairs.into_iter().map(|[start, end]| Frames { start, end }).collect())
    }
}
