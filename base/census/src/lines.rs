//! A census as versioned JSON Lines: a header, a line a table, a line an entry, an end.
//!
//! The end line counts the lines, so that a cut file is noticed. What an entry's numbers cannot be is in
//! [`entries`](crate::entries).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base_text::{excerpt, reason};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::entries::Counted;
use crate::names::{digest, number, one_line};
use crate::windows::Windows;
use crate::{Census, Entry, First, Frames, TableCensus};

/// Version of the census format that this build writes and reads.
pub const CENSUS_VERSION: u32 = 1;

const FORMAT: &str = "afterimage-census";
/// Tables that a file has at most.
const MOST_TABLES: usize = 256;

/// A census file that cannot be read.
#[derive(Debug, Error)]
pub enum CensusError {
    /// A line is no JSON of the expected kind.
    #[error("line {line}: {reason}")]
    Line {
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// Another format.
    #[error("line 1: not a census: its format is `{0}`")]
    Format(String),
    /// No format at all.
    #[error("line 1: not written by this program: {0}")]
    Stranger(String),
    /// Another version.
    #[error("line 1: census of version {0}; this build knows version {CENSUS_VERSION}")]
    Version(u32),
    /// The file ends too early.
    #[error("line {line}: the census ends without its end line")]
    Cut {
        /// Number of lines found.
        line: usize,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    version: u32,
    chip: String,
    source: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    window: u64,
    ranges: Vec<Frames>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partial: Option<String>,
    valid: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableLine {
    table: String,
    entries: u64,
    overflow: u64,
    /// It only describes the stream: contracts do not hold it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    describes: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine {
    #[serde(rename = "in")]
    table: String,
    key: String,
    count: u64,
    frames: u64,
    /// Mean a frame counted.
    mean: f64,
    worst: u64,
    worst_frame: u64,
    first: First,
    windows: Windows,
    #[serde(default, skip_serializing_if = "is_zero")]
    value: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: u64,
}

impl Census {
    /// The census as JSON Lines.
    ///
    /// # Errors
    /// When a line cannot be encoded.
    pub fn to_lines(&self) -> Result<String, CensusError> {
        let mut text = String::new();
        let mut lines = 0;
        let mut push = |json: Result<String, serde_json::Error>| {
            lines += 1;
            let json =
                json.map_err(|e| CensusError::Line { line: lines, reason: e.to_string() })?;
            let _ = writeln!(text, "{json}");
            Ok::<_, CensusError>(lines as u64)
        };
        push(serde_json::to_string(&Header {
            format: FORMAT.to_owned(),
            version: CENSUS_VERSION,
            chip: self.chip.clone(),
            source: self.source.clone(),
            sha256: self.sha256.clone(),
            profile: self.profile.clone(),
            window: self.window,
            ranges: self.ranges.clone(),
            partial: self.partial.clone(),
            valid: self.valid(),
        }))?;
        let frames = self.frames().max(1);
        let mut last = 1;
        for (name, table) in &self.tables {
            last = push(serde_json::to_string(&TableLine {
                table: name.clone(),
                entries: table.entries.len() as u64,
                overflow: table.overflow,
                describes: table.describes,
            }))?;
            for (key, entry) in &table.entries {
                last = push(serde_json::to_string(&EntryLine {
                    table: name.clone(),
                    key: key.clone(),
                    count: entry.count,
                    frames: entry.frames,
                    mean: entry.count as f64 / frames as f64,
                    worst: entry.worst,
                    worst_frame: entry.worst_frame,
                    first: entry.first,
                    windows: Windows(entry.windows.clone()),
                    value: entry.value,
                }))?;
            }
        }
        push(serde_json::to_string(&EndLine { end: last }))?;
        Ok(text)
    }

    /// The census that [`to_lines`](Self::to_lines) wrote.
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn from_lines(text: &str) -> Result<Self, CensusError> {
        Self::read(text, &|_, _| true)
    }

    /// The same where `known` says whether a chip has a table.
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn read(text: &str, known: &dyn Fn(&str, &str) -> bool) -> Result<Self, CensusError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let (_, first) = lines.next().ok_or_else(|| bad(1, "the file is empty"))?;
        let header = header(first)?;
        let mut census = Self {
            chip: header.chip,
            source: header.source,
            sha256: header.sha256,
            profile: header.profile,
            partial: header.partial,
            window: header.window,
            ranges: header.ranges,
            tables: BTreeMap::new(),
        };
        let mut reading = Reading { frames: census.frames(), open: None };
        let mut ended = false;
        let mut last = 1;
        for (number, line) in lines {
            if ended {
                return Err(bad(number, "something follows the end line"));
            }
            last = number;
            let fail = |e: serde_json::Error| bad(number, json(&e));
            if line.starts_with("{\"in\"") {
                let row: EntryLine = serde_json::from_str(line).map_err(fail)?;
                reading.take(&mut census, row).map_err(|reason| bad(number, reason))?;
                continue;
            }
            if let Some(TableLine { table, entries: rest @ 1.., .. }) = &reading.open {
                return Err(bad(
                    number,
                    format!("table `{}` lacks {rest} entries", excerpt(table)),
                ));
            }
            if line.starts_with("{\"table\"") {
                let row: TableLine = serde_json::from_str(line).map_err(fail)?;
                reading.begin(&mut census, row, known).map_err(|reason| bad(number, reason))?;
            } else {
                let row: EndLine = serde_json::from_str(line).map_err(fail)?;
                if row.end.checked_add(1) != Some(number as u64) {
                    return Err(bad(number, format!("{} lines announced", row.end)));
                }
                ended = true;
            }
        }
        if !ended {
            return Err(CensusError::Cut { line: last });
        }
        if census.valid() != header.valid {
            return Err(bad(1, "`valid` contradicts the tables' overflow and `partial`"));
        }
        Ok(census)
    }
}

/// A census being read.
struct Reading {
    /// Frames counted.
    frames: u64,
    /// The table that the next entries belong to, and how many are still to come.
    open: Option<TableLine>,
}

impl Reading {
    /// Begins a table.
    fn begin(
        &mut self,
        census: &mut Census,
        row: TableLine,
        known: &dyn Fn(&str, &str) -> bool,
    ) -> Result<(), String> {
        one_line(&row.table)?;
        let name = excerpt(&row.table);
        if !known(&census.chip, &row.table) {
            return Err(format!("{} has no table `{name}`", excerpt(&census.chip)));
        }
        if census.tables.len() >= MOST_TABLES {
            return Err(format!("more than {MOST_TABLES} tables"));
        }
        let (describes, overflow) = (row.describes, row.overflow);
        let table = TableCensus { describes, overflow, ..TableCensus::default() };
        if census.tables.insert(row.table.clone(), table).is_some() {
            return Err(format!("table `{name}` stands twice"));
        }
        self.open = Some(row);
        Ok(())
    }

    /// Adds an entry to the table that is open.
    fn take(&mut self, census: &mut Census, row: EntryLine) -> Result<(), String> {
        let announced = self.open.as_mut().filter(|table| table.table == row.table);
        let name = excerpt(&row.table);
        let left = announced.ok_or_else(|| format!("table `{name}` is not open"))?;
        left.entries = left
            .entries
            .checked_sub(1)
            .ok_or_else(|| format!("table `{name}` has more entries than announced"))?;
        one_line(&row.key)?;
        let entry = Entry {
            count: row.count,
            frames: row.frames,
            worst: row.worst,
            worst_frame: row.worst_frame,
            first: row.first,
            windows: row.windows.0,
            value: row.value,
        };
        let (window, ranges) = (census.window, census.ranges.as_slice());
        Counted { window, ranges, frames: self.frames }.check(&row.key, &entry, row.mean)?;
        // `open` names a table that is there.
        let entries = &mut census.tables.entry(row.table).or_default().entries;
        let twice = format!("`{}` stands twice", excerpt(&row.key));
        match entries.insert(row.key, entry) {
            Some(_) => Err(twice),
            None => Ok(()),
        }
    }
}

fn bad(line: usize, reason: impl Into<String>) -> CensusError {
    CensusError::Line { line, reason: reason.into() }
}

/// A line's fault, with the column; the library counts lines in what it was given, which was one.
pub(crate) fn json(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = text.strip_suffix(&place).unwrap_or(&text);
    format!("{} at column {}", reason(what), error.column())
}

fn header(line: &str) -> Result<Header, CensusError> {
    #[derive(Deserialize)]
    struct Start {
        format: String,
        version: u32,
    }
    let start: Start =
        serde_json::from_str(line).map_err(|error| CensusError::Stranger(json(&error)))?;
    if start.format != FORMAT {
        return Err(CensusError::Format(excerpt(&start.format)));
    }
    if start.version != CENSUS_VERSION {
        return Err(CensusError::Version(start.version));
    }
    let header: Header = serde_json::from_str(line).map_err(|error| bad(1, json(&error)))?;
    check(&header).map_err(|reason| bad(1, reason))?;
    Ok(header)
}

fn check(header: &Header) -> Result<(), String> {
    let ascending = header.ranges.iter().all(|r| r.start < r.end)
        && header.ranges.windows(2).all(|pair| pair[0].end < pair[1].start);
    if header.window == 0 || !ascending {
        return Err("the window is 0, or ranges of frames are empty or not ascending".to_owned());
    }
    number("frame", header.ranges.last().map_or(0, |range| range.end))?;
    for name in [&header.chip, &header.source].into_iter().chain(&header.profile) {
        one_line(name)?;
    }
    header.partial.iter().try_for_each(|reason| one_line(reason))?;
    header.sha256.iter().try_for_each(|sha256| digest(sha256))
}
