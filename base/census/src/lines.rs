//! A census as versioned JSON Lines: a header, a line a table, a line an entry, an end.
//!
//! The end line counts the lines, so that a cut file is noticed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Census, Entry, First, Frames, TableCensus};

/// Version of the census format that this build writes and reads.
pub const CENSUS_VERSION: u32 = 1;

const FORMAT: &str = "afterimage-census";

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
    #[error("line 1: not a census: its format is {0:?}")]
    Format(String),
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
    window: u64,
    ranges: Vec<Frames>,
    valid: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableLine {
    table: String,
    entries: u64,
    overflow: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine {
    #[serde(rename = "in")]
    table: String,
    key: String,
    count: u64,
    frames: u64,
    /// Mean a frame counted, for readers; not read back.
    mean: f64,
    worst: u64,
    worst_frame: u64,
    first: First,
    windows: BTreeMap<u64, u64>,
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
            window: self.window,
            ranges: self.ranges.clone(),
            valid: self.valid(),
        }))?;
        let frames = self.frames().max(1);
        let mut last = 1;
        for (name, table) in &self.tables {
            last = push(serde_json::to_string(&TableLine {
                table: name.clone(),
                entries: table.entries.len() as u64,
                overflow: table.overflow,
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
                    windows: entry.windows.clone(),
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
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let (_, first) = lines.next().ok_or(CensusError::Cut { line: 0 })?;
        let header = header(first)?;
        let mut census = Self {
            chip: header.chip,
            source: header.source,
            window: header.window,
            ranges: header.ranges,
            tables: BTreeMap::new(),
        };
        let mut open: Option<TableLine> = None;
        let mut ended = false;
        let mut last = 1;
        for (number, line) in lines {
            if ended {
                return Err(bad(number, "something follows the end line"));
            }
            last = number;
            let fail = |e: serde_json::Error| json(number, &e);
            if line.starts_with("{\"in\"") {
                let row: EntryLine = serde_json::from_str(line).map_err(fail)?;
                census.take(&mut open, row).map_err(|reason| bad(number, reason))?;
                continue;
            }
            if let Some(TableLine { table, entries: rest @ 1.., .. }) = open {
                return Err(bad(number, format!("table `{table}` lacks {rest} entries")));
            }
            if line.starts_with("{\"table\"") {
                let row: TableLine = serde_json::from_str(line).map_err(fail)?;
                one_line(&row.table).map_err(|reason| bad(number, reason))?;
                let table = TableCensus { overflow: row.overflow, ..TableCensus::default() };
                if census.tables.insert(row.table.clone(), table).is_some() {
                    return Err(bad(number, format!("table `{}` stands twice", row.table)));
                }
                open = Some(row);
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
            return Err(bad(1, "`valid` contradicts the tables' overflow"));
        }
        Ok(census)
    }

    /// Adds an entry to the table that is open.
    fn take(&mut self, open: &mut Option<TableLine>, row: EntryLine) -> Result<(), String> {
        let announced = open.as_mut().filter(|table| table.table == row.table);
        let left = announced.ok_or_else(|| format!("table `{}` is not open", row.table))?;
        left.entries = left
            .entries
            .checked_sub(1)
            .ok_or_else(|| format!("table `{}` has more entries than announced", row.table))?;
        one_line(&row.key)?;
        let sum = row.windows.values().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        if row.count == 0 || sum != Some(row.count) {
            return Err(format!("the windows of `{}` do not sum to its count", row.key));
        }
        if row.worst == 0 || row.worst > row.count || row.frames == 0 || row.frames > row.count {
            return Err(format!("`{}` has impossible counts", row.key));
        }
        let entry = Entry {
            count: row.count,
            frames: row.frames,
            worst: row.worst,
            worst_frame: row.worst_frame,
            first: row.first,
            windows: row.windows,
        };
        // `open` names a table that is there.
        let entries = &mut self.tables.entry(row.table).or_default().entries;
        match entries.insert(row.key.clone(), entry) {
            Some(_) => Err(format!("`{}` stands twice", row.key)),
            None => Ok(()),
        }
    }
}

fn bad(line: usize, reason: impl Into<String>) -> CensusError {
    CensusError::Line { line, reason: reason.into() }
}

/// A line's fault; the library counts lines in what it was given, which was one.
fn json(line: usize, error: &serde_json::Error) -> CensusError {
    let text = error.to_string();
    bad(line, text.replacen(" at line 1 column ", " at column ", 1))
}

/// Names and keys are printed as they are: no control characters.
pub(crate) fn one_line(text: &str) -> Result<(), String> {
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(format!("{text:?} is no name: it is empty or has control characters"));
    }
    Ok(())
}

fn header(line: &str) -> Result<Header, CensusError> {
    #[derive(Deserialize)]
    struct Start {
        format: String,
        version: u32,
    }
    let fail = |e: serde_json::Error| json(1, &e);
    let start: Start = serde_json::from_str(line).map_err(fail)?;
    if start.format != FORMAT {
        return Err(CensusError::Format(start.format));
    }
    if start.version != CENSUS_VERSION {
        return Err(CensusError::Version(start.version));
    }
    let header: Header = serde_json::from_str(line).map_err(fail)?;
    let ascending = header.ranges.iter().all(|r| r.start < r.end)
        && header.ranges.windows(2).all(|pair| pair[0].end < pair[1].start);
    if header.window == 0 || !ascending {
        return Err(bad(1, "the window is 0, or ranges of frames are empty or not ascending"));
    }
    for name in [&header.chip, &header.source] {
        one_line(name).map_err(|reason| bad(1, reason))?;
    }
    Ok(header)
}
