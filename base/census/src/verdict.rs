//! A census held against a contract.

use serde::Serialize;

use crate::{Census, Contract, ContractError, First};

/// Something a stream uses and its contract does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outside {
    /// The table.
    pub table: String,
    /// The key.
    pub key: String,
    /// How often.
    pub count: u64,
    /// Where first.
    pub first: First,
}

/// What a contract says of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Entries outside, by first occurrence.
    pub outside: Vec<Outside>,
    /// Entries inside.
    pub inside: u64,
    /// Items of the contract that the stream does not use.
    pub unused: u64,
    /// Whether the census held everything, as far as is asked.
    pub valid: bool,
    /// Why the stream was not counted to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<String>,
}

impl Verdict {
    /// Whether the stream keeps the contract, as far as a valid census can tell.
    pub fn keeps(&self) -> bool {
        self.valid && self.outside.is_empty()
    }
}

/// Holds a census against a contract; `partial` lets one tell that was not counted to the end.
///
/// # Errors
/// When they are of different chips.
pub fn verdict(
    census: &Census,
    contract: &Contract,
    partial: bool,
) -> Result<Verdict, ContractError> {
    if census.chip != contract.chip {
        return Err(ContractError::Chips(contract.chip.clone(), census.chip.clone()));
    }
    let mut verdict = Verdict {
        valid: census.valid() || (partial && !census.overflowed()),
        partial: census.partial.clone(),
        ..Verdict::default()
    };
    for (table, rows) in census.tables.iter().filter(|(_, rows)| !rows.describes) {
        for (key, entry) in rows.entries.iter().filter(|(_, entry)| entry.count > 0) {
            if contract.items.contains_key(&(table.clone(), key.clone())) {
                verdict.inside += 1;
            } else {
                verdict.outside.push(Outside {
                    table: table.clone(),
                    key: key.clone(),
                    count: entry.count,
                    first: entry.first,
                });
            }
        }
    }
    verdict.unused = (contract.items.len() as u64).saturating_sub(verdict.inside);
    verdict.outside.sort_by(|a, b| (a.first, &a.table, &a.key).cmp(&(b.first, &b.table, &b.key)));
    Ok(verdict)
}
