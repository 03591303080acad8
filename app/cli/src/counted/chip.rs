//! What differs between the chips whose censuses are known: tables, titles, what a contract holds,
//! how a place is called.

use base_census::{Census, First};

/// A chip by the name that files have of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chip {
    Sst1,
    Xenos,
    /// One that this build does not know; its files are read all the same.
    Other,
}

/// A table of a census.
pub(crate) struct Titled<'a> {
    pub(crate) name: &'a str,
    pub(crate) title: &'a str,
    /// What its entries sum besides; empty where they sum nothing.
    pub(crate) value: &'a str,
}

/// A table in reading order.
pub(crate) type Rows<'a> = Vec<(&'a str, &'a base_census::Entry)>;

impl Chip {
    pub(crate) fn named(name: &str) -> Self {
        match name {
            sst1_census::CHIP => Self::Sst1,
            xenos_census::CHIP => Self::Xenos,
            _ => Self::Other,
        }
    }

    /// Whether files may have a table of that name.
    pub(crate) fn knows(self, table: &str) -> bool {
        match self {
            Self::Sst1 => sst1_census::is_table(table),
            Self::Xenos => xenos_census::is_table(table),
            Self::Other => true,
        }
    }

    /// The tables of a census, in the order of reports.
    pub(crate) fn tables(self, census: &Census) -> Vec<Titled<'_>> {
        match self {
            Self::Sst1 => sst1_census::TABLES
                .iter()
                .map(|(name, title)| Titled { name, title, value: "" })
                .collect(),
            Self::Xenos => xenos_census::TABLES
                .iter()
                .map(|table| Titled { name: table.name, title: table.title, value: table.value })
                .collect(),
            Self::Other => {
                census.tables.keys().map(|name| Titled { name, title: name, value: "" }).collect()
            }
        }
    }

    /// The rows of a table.
    pub(crate) fn rows<'a>(self, census: &'a Census, table: &str) -> Rows<'a> {
        match self {
            Self::Xenos => xenos_census::rows(census, table),
            Self::Sst1 | Self::Other => sst1_census::rows(census, table),
        }
    }

    /// Whether the place of a first occurrence is a packet's address instead of a record's index, so
    /// that a live stream has one too.
    pub(crate) fn has_addresses(self) -> bool {
        self == Self::Xenos
    }

    /// A first occurrence's place, without its frame.
    pub(crate) fn place(self, first: First) -> String {
        if self.has_addresses() {
            format!("packet 0x{:08X}", first.record)
        } else {
            format!("record {}", first.record)
        }
    }

    /// The same in short.
    pub(crate) fn short_place(self, first: First) -> String {
        if self.has_addresses() {
            format!("{}/{:08X}", first.frame, first.record)
        } else {
            format!("{}/{}", first.frame, first.record)
        }
    }
}
