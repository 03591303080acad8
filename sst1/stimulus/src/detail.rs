//! detail-N.txt: every word that a command changed.

use std::fmt::Write as _;

use sst1_board::Layout;

use crate::text::{TextError, lines};
use crate::{Change, Kind, Spot};

/// Version of the detail format that this build writes and reads.
pub const DETAIL_VERSION: u32 = 1;

const FORMAT: &str = "detail";
const FIELDS: &str = "BUFFER X Y ADDRESS BEFORE AFTER";

/// The words that a command changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The command's number.
    pub number: u64,
    /// What it was.
    pub kind: Kind,
    /// The words, by ascending address.
    pub changes: Vec<Change>,
}

impl Detail {
    /// The file's text; `layout` is that of the command.
    pub fn to_text(&self, layout: &Layout) -> String {
        let Self { number, kind, changes } = self;
        let mut text = format!(
            "afterimage {FORMAT} {DETAIL_VERSION}\n# {FIELDS}; see docs/stimulus.md\n\
             command {number} {}\n",
            kind.name()
        );
        for change in changes {
            let Spot { buffer, x, y } = Spot::of(layout, change.address());
            let Change { before, after, .. } = change;
            let address = change.address();
            let _infallible =
                writeln!(text, "{buffer} {x} {y} {address:06x} {before:04x} {after:04x}");
        }
        text + &format!("end {}\n", changes.len())
    }

    /// Reads a whole file. BUFFER, X and Y are for people and not looked at. A file without its end
    /// line is refused: words that are missing would count as unchanged.
    ///
    /// # Errors
    /// Names the first line that makes no sense.
    pub fn parse(bytes: &[u8]) -> Result<Self, TextError> {
        let (mut detail, mut ended, mut at) = (None, false, 1);
        for line in lines(bytes, FORMAT, DETAIL_VERSION)? {
            at = line.number;
            if ended {
                return Err(line.error("something behind the end line"));
            }
            let Some(Self { changes, .. }) = &mut detail else {
                let [word, number, kind] = line.fields("command NUMBER KIND")?;
                if word != "command" {
                    return Err(line.error("`command NUMBER KIND` is expected"));
                }
                let number = line.number(number, "NUMBER")?;
                let kind =
                    Kind::by_name(kind).ok_or_else(|| line.error("unknown kind of command"))?;
                detail = Some(Self { number, kind, changes: Vec::new() });
                continue;
            };
            if let Some(count) = line.text.strip_prefix("end ") {
                let (stated, found) = (line.number(count.trim(), "end")?, changes.len());
                if stated != found as u64 {
                    let reason = format!("the end line states {stated} words, {found} are there");
                    return Err(line.error(reason));
                }
                ended = true;
                continue;
            }
            let [_, _, _, address, before, after] = line.fields(FIELDS)?;
            let address = line.hex(address, 6, "ADDRESS")?;
            if address & 1 != 0 {
                return Err(line.error(format!("ADDRESS: {address:06x} is odd")));
            }
            let index = (address / 2) as u32;
            if changes.last().is_some_and(|last| last.index >= index) {
                return Err(line.error("addresses do not ascend"));
            }
            let before = line.hex(before, 4, "BEFORE")? as u16;
            let after = line.hex(after, 4, "AFTER")? as u16;
            changes.push(Change { index, before, after });
        }
        match detail {
            Some(detail) if ended => Ok(detail),
            _ => Err(TextError::at(at, "the end line is missing behind it")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of version 1, kept as it is for good.
    const SAMPLE: &str = include_str!("../tests/samples/detail-1.txt");

    #[test]
    fn the_sample_of_version_1_is_read_and_written_back() {
        let detail = Detail::parse(SAMPLE.as_bytes()).unwrap();
        assert_eq!((detail.number, detail.kind, detail.changes.len()), (7, Kind::Triangle, 3));
        let layout = Layout { front: 0, back: 0x4000, aux: 0x8000, stride: 128, unit: 0x4000 };
        assert_eq!(detail.to_text(&layout), SAMPLE);
    }

    #[test]
    fn hostile_files_are_named_with_line_and_reason() {
        for (body, part) in [
            ("", "line 1: the end line is missing"),
            ("command 7 triangle\n", "line 2: the end line is missing"),
            ("back 0 0 000000 0000 0001\n", "line 2: 4 or more fields instead of 3"),
            ("back 0 triangle\n", "line 2: `command NUMBER KIND`"),
            ("command 7 square\n", "unknown kind"),
            ("command 7 lfb\n- - - 000001 0000 0001\nend 1\n", "line 3: ADDRESS: 000001 is odd"),
            ("command 7 lfb\n- - - 1000000 0000 0001\nend 1\n", "has not 6 hexadecimal digits"),
            ("command 7 lfb\n- - - 000002 000g 0001\nend 1\n", "BEFORE"),
            ("command 7 lfb\n- - - 000002 0000 1\nend 1\n", "AFTER"),
            ("command 7 lfb\n- - - 02 0 0\n", "ADDRESS"),
            ("command 7 lfb\nend 1\n", "states 1 words, 0 are there"),
            ("command 7 lfb\nend 0\nend 0\n", "line 4: something behind"),
            (
                "command 7 lfb\n- - - 000002 0000 0001\n- - - 000002 0000 0001\n",
                "line 4: addresses do not ascend",
            ),
        ] {
            let text = format!("afterimage detail 1\n{body}");
            let message = Detail::parse(text.as_bytes()).unwrap_err().to_string();
            assert!(message.contains(part), "{body}: {message}");
        }
        let error = Detail::parse(b"afterimage detail 0\n").unwrap_err().to_string();
        assert!(error.contains("version 0"), "{error}");
    }
}
