//! hashes.txt: what memory hashes to after each drawing command.

use std::fmt;

use crate::text::{Line, TextError, lines};
use crate::{Digest, Kind};

/// Version of the hashes format that this build writes and reads.
pub const HASHES_VERSION: u32 = 1;

const FORMAT: &str = "hashes";
const FIELDS: &str = "NUMBER RECORD KIND DISPLAYED DRAW COLOR AUX";

/// A drawing command with what is compared after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashLine {
    /// Its number, from 0.
    pub number: u64,
    /// Index of its record in the trace, where the writer knows it.
    pub record: Option<u64>,
    /// What it was.
    pub kind: Kind,
    /// What is compared.
    pub digest: Digest,
}

/// A hashes file, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hashes {
    /// Commands in ascending order; some may be left out.
    pub lines: Vec<HashLine>,
}

/// The lines in front of the commands. Behind them comes `end` with the number of lines.
pub fn hashes_head() -> String {
    format!("afterimage {FORMAT} {HASHES_VERSION}\n# {FIELDS}; see docs/stimulus.md\n")
}

impl fmt::Display for HashLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, record, kind, digest } = self;
        let Digest { displayed, draw, color, aux } = digest;
        match record {
            Some(record) => write!(f, "{number} {record}")?,
            None => write!(f, "{number} -")?,
        }
        write!(f, " {} {displayed} {draw} {color:016x} {aux:016x}", kind.name())
    }
}

impl Hashes {
    /// Reads a whole file. One without its end line is refused: it may be cut, and commands that are
    /// missing would count as equal.
    ///
    /// # Errors
    /// Names the first line that makes no sense.
    pub fn parse(bytes: &[u8]) -> Result<Self, TextError> {
        let (mut hashes, mut ended, mut at) = (Self::default(), false, 1);
        for line in lines(bytes, FORMAT, HASHES_VERSION)? {
            at = line.number;
            if ended {
                return Err(line.error("something behind the end line"));
            }
            if let Some(count) = line.text.strip_prefix("end ") {
                let (stated, found) = (line.number(count.trim(), "end")?, hashes.lines.len());
                if stated != found as u64 {
                    let reason =
                        format!("the end line states {stated} commands, {found} are there");
                    return Err(line.error(reason));
                }
                ended = true;
                continue;
            }
            let parsed = parse(&line)?;
            if let Some(last) = hashes.lines.last()
                && last.number >= parsed.number
            {
                let reason = format!("command {} behind {}", parsed.number, last.number);
                return Err(line.error(reason));
            }
            hashes.lines.push(parsed);
        }
        if !ended {
            return Err(TextError::at(at, "the end line is missing behind it"));
        }
        Ok(hashes)
    }
}

fn parse(line: &Line<'_>) -> Result<HashLine, TextError> {
    let [number, record, kind, displayed, draw, color, aux] = line.fields(FIELDS)?;
    let buffer = |field: &str, what: &str| {
        let number = line.number(field, what)?;
        u32::try_from(number)
            .ok()
            .filter(|number| *number < 3)
            .ok_or_else(|| line.error(format!("{what}: {number} is no buffer's number (0 to 2)")))
    };
    Ok(HashLine {
        number: line.number(number, "NUMBER")?,
        record: if record == "-" { None } else { Some(line.number(record, "RECORD")?) },
        kind: Kind::by_name(kind)
            .ok_or_else(|| line.error("KIND: none of triangle, ftriangle, fastfill, lfb, swap"))?,
        digest: Digest {
            displayed: buffer(displayed, "DISPLAYED")?,
            draw: buffer(draw, "DRAW")?,
            color: line.hex(color, 16, "COLOR")?,
            aux: line.hex(aux, 16, "AUX")?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of version 1, kept as it is for good.
    const SAMPLE: &str = include_str!("../tests/samples/hashes-1.txt");

    #[test]
    fn the_sample_of_version_1_is_read_and_written_back() {
        let hashes = Hashes::parse(SAMPLE.as_bytes()).unwrap();
        assert_eq!(hashes.lines[1].record, None);
        assert_eq!(hashes.lines[2].digest.displayed, 1);
        let lines: Vec<_> = hashes.lines.iter().map(|line| line.to_string() + "\n").collect();
        assert_eq!(hashes_head() + &lines.concat() + "end 3\n", SAMPLE);
    }

    #[test]
    fn line_ends_blanks_and_cut_files() {
        let text = SAMPLE.replace('\n', "\r\n").replace(" lfb ", "\t lfb  ");
        assert_eq!(Hashes::parse(text.as_bytes()), Hashes::parse(SAMPLE.as_bytes()));
        let marked = format!("\u{FEFF}{SAMPLE}");
        assert_eq!(Hashes::parse(marked.as_bytes()), Hashes::parse(SAMPLE.as_bytes()));
        let cut = Hashes::parse(SAMPLE.trim_end_matches("end 3\n").as_bytes()).unwrap_err();
        assert!(cut.to_string().ends_with("the end line is missing behind it"), "{cut}");
    }

    #[test]
    fn hostile_files_are_named_with_line_and_reason() {
        let good = "0 5 triangle 0 1 0123456789abcdef 0123456789ABCDEF";
        let fault = |body: &str| {
            let text = format!("afterimage hashes 1\n{good}\n{body}\n");
            Hashes::parse(text.as_bytes()).unwrap_err().to_string()
        };
        let zero = "0000000000000000";
        for (body, part) in [
            ("1 5 triangle 0 1 0", "line 3: 6 fields instead of 7"),
            (&format!("1 5 lfb 0 1 {zero} {zero} 0"), "8 or more fields"),
            (&format!("0 5 lfb 0 1 {zero} {zero}"), "command 0 behind 0"),
            (&format!("-1 5 lfb 0 1 {zero} {zero}"), "NUMBER: `-1` is no number"),
            (&format!("18446744073709551616 5 lfb 0 1 {zero} {zero}"), "NUMBER"),
            (&format!("1 x lfb 0 1 {zero} {zero}"), "RECORD: `x`"),
            (&format!("1 5 LFB 0 1 {zero} {zero}"), "KIND"),
            (&format!("1 5 lfb 3 1 {zero} {zero}"), "DISPLAYED: 3 is no buffer"),
            (&format!("1 5 lfb 0 4294967296 {zero} {zero}"), "DRAW"),
            (&format!("1 5 lfb 0 1 {zero}0 {zero}"), "COLOR: `00000000000000000` has not 16"),
            (&format!("1 5 lfb 0 1 {zero} 0x00000000000000"), "AUX"),
            ("end 2", "states 2 commands, 1 are there"),
            ("end", "1 fields instead of 7"),
            ("end -1", "is no number"),
            (&format!("end 1\n1 5 lfb 0 1 {zero} {zero}"), "line 4: something behind"),
            (&"\u{e9}".repeat(1 << 20), "1 fields instead of 7"),
            (&format!("1 {} lfb 0 1 {zero} {zero}", "9".repeat(1 << 20)), "9999..."),
        ] {
            let message = fault(body);
            assert!(message.starts_with("line ") && message.contains(part), "{body}: {message}");
            assert!(message.len() < 200, "{message}");
        }
        let error = |bytes: &[u8]| Hashes::parse(bytes).unwrap_err().to_string();
        assert!(error(b"afterimage hashes 99\n").contains("version 99"));
        assert!(error(b" \n").contains("line 1: the file is empty"));
        assert!(error(b"\x1b[2J").ends_with("but with `\\u{1b}[2J`"));
    }
}
