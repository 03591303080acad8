//! What was not done, by name.
//!
//! For: saying that a stream asked for something that is unsupported, undefined or outside a
//! contract, with a stable identifier, the place, the register and value, and how often.
//! Not for: malformed files (those are errors of the crate that reads them) and not for any chip's
//! list of reasons: each crate that refuses declares its own [`RefusalKind`]s.
#![forbid(unsafe_code)]

mod declare;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A reason for refusing, declared once as a `static` by the crate that refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusalKind {
    /// Stable identifier, `chip.reason`, kebab case. Never reused for another meaning.
    pub id: &'static str,
    /// What was asked for, one line.
    pub title: &'static str,
    /// What happens instead, one line.
    pub instead: &'static str,
}

/// Where in a stream something was refused. Unknown parts are `None`, for example when a running
/// program drives the device and there are no records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Place {
    /// Index of the record in its stream.
    pub record: Option<u64>,
    /// Byte offset of the record in the decompressed stream.
    pub offset: Option<u64>,
    /// Number of frames completed before it.
    pub frame: Option<u64>,
    /// Address of the packet, of a device that is driven by packets in memory. Not part of what is
    /// saved or printed as JSON: traces have records, and saved states a layout without it.
    #[serde(skip)]
    pub packet: Option<u32>,
}

impl Place {
    /// A record of a stream.
    pub const fn of_record(record: u64, offset: u64, frame: u64) -> Self {
        Self { record: Some(record), offset: Some(offset), frame: Some(frame), packet: None }
    }
}

/// Something refused: why, where first, with which register and value first, how often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Refusal {
    /// Identifier of the [`RefusalKind`].
    pub id: &'static str,
    /// What was asked for.
    pub title: &'static str,
    /// The first occurrence.
    pub first: Place,
    /// Name of the register or memory window concerned.
    pub register: &'static str,
    /// The word that asked for it, first occurrence.
    pub value: u32,
    /// Number of occurrences.
    pub count: u64,
}

/// Counts refusals by reason and register. The number of rows is bounded by the number of declared
/// reasons and registers, whatever the stream does.
#[derive(Clone, Debug, Default)]
pub struct RefusalLog {
    place: Place,
    rows: BTreeMap<(&'static str, &'static str), Refusal>,
}

impl RefusalLog {
    /// Sets the place that following refusals are reported at.
    pub fn at(&mut self, place: Place) {
        self.place = place;
    }

    /// The place that refusals are reported at now.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Counts one refusal.
    pub fn refuse(&mut self, kind: &'static RefusalKind, register: &'static str, value: u32) {
        self.refuse_times(kind, register, value, 1);
    }

    /// Counts several refusals of one place; none if `times` is 0.
    pub fn refuse_times(
        &mut self,
        kind: &'static RefusalKind,
        register: &'static str,
        value: u32,
        times: u64,
    ) {
        if times == 0 {
            return;
        }
        let first = self.place;
        self.rows
            .entry((kind.id, register))
            .or_insert_with(|| Refusal {
                id: kind.id,
                title: kind.title,
                first,
                register,
                value,
                count: 0,
            })
            .count += times;
    }

    /// All refusals so far, by identifier and register.
    pub fn rows(&self) -> impl Iterator<Item = &Refusal> {
        self.rows.values()
    }

    /// Number of refusals so far, all reasons together.
    pub fn total(&self) -> u64 {
        self.rows.values().map(|r| r.count).sum()
    }

    /// Whether nothing was refused.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static EXAMPLE: RefusalKind =
        RefusalKind { id: "test.example", title: "an example", instead: "nothing happens" };

    #[test]
    fn the_first_place_and_value_stay_and_the_count_grows() {
        let mut log = RefusalLog::default();
        log.at(Place::of_record(7, 232, 1));
        log.refuse(&EXAMPLE, "lfbMode", 3);
        log.at(Place::of_record(9, 280, 1));
        log.refuse(&EXAMPLE, "lfbMode", 6);
        log.refuse(&EXAMPLE, "fbzMode", 6);
        let rows: Vec<_> = log.rows().collect();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[1].value, rows[1].count, rows[1].first.record), (3, 2, Some(7)));
        assert_eq!(log.total(), 3);
    }
}
