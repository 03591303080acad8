//! stimulus.txt: every operation of the bus, a line each.

use std::fmt;

use sst1_board::Width;

use crate::Kind;
use crate::text::{Line, TextError, lines};

/// Version of the stimulus format that this build writes and reads.
pub const STIMULUS_VERSION: u32 = 1;

const FORMAT: &str = "stimulus";
const FIELDS: &str = "OPERATION OFFSET DATA [@NUMBER KIND]";

/// An operation of the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// A write, else a read.
    pub write: bool,
    /// Byte offset in the 16 MiB aperture.
    pub offset: u32,
    /// The data written, or what a read returned here.
    pub data: u32,
    /// The width.
    pub width: Width,
}

/// A line: an operation, and its number and kind if it is a drawing command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StimulusLine {
    /// The operation.
    pub operation: Operation,
    /// Number and kind of a drawing command.
    pub command: Option<(u64, Kind)>,
}

/// The lines in front of the operations.
pub fn stimulus_head() -> String {
    format!(
        "afterimage {FORMAT} {STIMULUS_VERSION}\n\
         # {FIELDS}: w or r with bytes, hexadecimal; see docs/stimulus.md\n"
    )
}

impl fmt::Display for StimulusLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Operation { write, offset, data, width } = self.operation;
        let verb = if write { 'w' } else { 'r' };
        match width {
            Width::Word => write!(f, "{verb}4 {offset:06x} {data:08x}")?,
            Width::Half => write!(f, "{verb}2 {offset:06x} {:04x}", data & 0xFFFF)?,
        }
        match self.command {
            Some((number, kind)) => write!(f, " @{number} {}", kind.name()),
            None => Ok(()),
        }
    }
}

/// Reads a whole stimulus. Drawing commands are numbered from 0 without gaps.
///
/// # Errors
/// Names the first line that makes no sense.
pub fn parse_stimulus(bytes: &[u8]) -> Result<Vec<StimulusLine>, TextError> {
    let mut next = 0;
    let mut parsed = Vec::new();
    for line in lines(bytes, FORMAT, STIMULUS_VERSION)? {
        let operation = parse(&line)?;
        if let Some((number, _)) = operation.command {
            if number != next {
                return Err(line.error(format!("command {number} where {next} is next")));
            }
            next += 1;
        }
        parsed.push(operation);
    }
    Ok(parsed)
}

fn parse(line: &Line<'_>) -> Result<StimulusLine, TextError> {
    let (access, command) = match line.text.split_once('@') {
        Some((access, command)) => (access, Some(command)),
        None => (line.text, None),
    };
    let [verb, offset, data] = Line { text: access, ..*line }.fields(FIELDS)?;
    let (write, width) = match verb {
        "w4" => (true, Width::Word),
        "w2" => (true, Width::Half),
        "r4" => (false, Width::Word),
        "r2" => (false, Width::Half),
        _ => return Err(line.error("the operation is none of w4, w2, r4, r2")),
    };
    let digits = if width == Width::Word { 8 } else { 4 };
    let offset = line.hex(offset, 6, "OFFSET")? as u32;
    let data = line.hex(data, digits, "DATA")? as u32;
    let command = command
        .map(|text| {
            let [number, kind] = Line { text, ..*line }.fields("NUMBER KIND")?;
            let kind = Kind::by_name(kind).ok_or_else(|| line.error("unknown kind of command"))?;
            Ok((line.number(number, "NUMBER")?, kind))
        })
        .transpose()?;
    if command.is_some() && !write {
        return Err(line.error("a read is no drawing command"));
    }
    Ok(StimulusLine { operation: Operation { write, offset, data, width }, command })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of version 1, kept as it is for good.
    const SAMPLE: &str = include_str!("../tests/samples/stimulus-1.txt");

    #[test]
    fn the_sample_of_version_1_is_read_and_written_back() {
        let parsed = parse_stimulus(SAMPLE.as_bytes()).unwrap();
        assert_eq!(parsed.len(), 6);
        assert_eq!(parsed[1].command, Some((0, Kind::FastFill)));
        let half = Operation { write: true, offset: 0x400002, data: 0xF81F, width: Width::Half };
        assert_eq!(parsed[2].operation, half);
        assert!(!parsed[3].operation.write);
        let lines: Vec<_> = parsed.iter().map(|line| line.to_string() + "\n").collect();
        assert_eq!(stimulus_head() + &lines.concat(), SAMPLE);
    }

    #[test]
    fn what_is_no_stimulus_is_named_with_its_line() {
        let fault = |body: &str| {
            let text = format!("afterimage stimulus 1\n# a comment\n\n{body}\n");
            parse_stimulus(text.as_bytes()).unwrap_err().to_string()
        };
        for (body, part) in [
            ("w4 000000", "line 4: 2 fields instead of 3"),
            ("w8 000000 00000000", "line 4: the operation"),
            ("w4 0000 00000000", "OFFSET: `0000` has not 6"),
            ("w2 000000 00000000", "DATA: `00000000` has not 4"),
            ("w4 000000 0000000g", "DATA"),
            ("w4 000000 +0000000", "DATA"),
            ("w4 000080 00000000 @1 triangle", "command 1 where 0 is next"),
            ("w4 000080 00000000 @0 circle", "unknown kind"),
            ("w4 000080 00000000 @0", "1 fields instead of 2"),
            ("w4 000080 00000000 @-0 swap", "`-0` is no number"),
            ("r4 000080 00000000 @0 swap", "a read is no"),
            ("w4 000080 00000000 7 8 9", "4 or more fields"),
        ] {
            let message = fault(body);
            assert!(message.contains(part), "{body}: {message}");
        }
        let message = parse_stimulus(b"afterimage stimulus 2\n").unwrap_err().to_string();
        assert_eq!(message, "line 1: stimulus of version 2; this build knows version 1");
        let empty = TextError::Empty { format: "stimulus" };
        assert_eq!(parse_stimulus(b"\n\r\n").unwrap_err(), empty);
        for other in ["x", "afterimage hashes 1\n", "afterimage stimulus\n", "\u{feff}afterimage"] {
            let error = parse_stimulus(other.as_bytes()).unwrap_err();
            assert!(matches!(error, TextError::Head { format: "stimulus", .. }), "{error}");
        }
        let error = parse_stimulus(b"afterimage stimulus 1\n\n\xFF").unwrap_err();
        assert_eq!(error, TextError::at(3, "it is no UTF-8 text"));
    }
}
