//! What has to be so at a point of a program.

use std::fmt;

use base_refusal::RefusalKind;
use sst1_board::{REFUSALS, Width};

use crate::command::{lfb_access, point};
use crate::value::Value;
use crate::{ParseError, Target};
use base_filetest::Line;

/// What pixels are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// The buffer that fbzMode draws to.
    Color,
    /// The displayed buffer.
    Front,
    /// The buffer drawn to as back buffer.
    Back,
    /// The auxiliary buffer.
    Aux,
}

impl Surface {
    const ALL: [(&'static str, Self); 4] =
        [("color", Self::Color), ("front", Self::Front), ("back", Self::Back), ("aux", Self::Aux)];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, surface)| *surface == self).map_or("", |(name, _)| name)
    }
}

/// Something that has to be so.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// Words of a buffer, from a pixel to the right.
    Pixels {
        /// The buffer.
        surface: Surface,
        /// Column of the first.
        x: u32,
        /// Row.
        y: u32,
        /// The words.
        words: Vec<u16>,
    },
    /// What the monitor shows of the displayed buffer, through the colour look-up table.
    Screen {
        /// Column of the first.
        x: u32,
        /// Row.
        y: u32,
        /// Colours, 0xRRGGBB.
        colors: Vec<u32>,
    },
    /// What a register reads as, whole or in some fields.
    Register {
        /// The register.
        target: Target,
        /// What it reads as.
        value: Value,
    },
    /// What an LFB read returns.
    Lfb {
        /// Aperture offset.
        offset: u32,
        /// The width.
        width: Width,
        /// The data.
        data: u32,
    },
    /// Bytes of texture memory.
    Texture {
        /// The texture unit.
        tmu: u32,
        /// Address of the first.
        address: u32,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// How often something was refused so far, whatever the register.
    Refusal {
        /// The reason.
        kind: &'static RefusalKind,
        /// How often.
        count: u32,
    },
}

impl Expectation {
    /// Takes what stands behind `expect`.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Self, ParseError> {
        let known = line.peek().unwrap_or_default();
        if let Some((_, surface)) = Surface::ALL.iter().find(|(name, _)| *name == known) {
            line.word("a buffer")?;
            let (x, y) = point(line)?;
            line.need("=")?;
            let words = list(line, "a word", 0xFFFF, |word| word as u16)?;
            return Ok(Self::Pixels { surface: *surface, x, y, words });
        }
        match known {
            "screen" => {
                line.word("screen")?;
                let (x, y) = point(line)?;
                line.need("=")?;
                Ok(Self::Screen { x, y, colors: list(line, "a colour", 0xFF_FFFF, |c| c)? })
            }
            "register" => {
                line.word("register")?;
                let target = Target::parse(line)?;
                Ok(Self::Register { target, value: Value::parse(line, &target)? })
            }
            "lfb" => {
                line.word("lfb")?;
                let (offset, width) = lfb_access(line)?;
                line.need("=")?;
                Ok(Self::Lfb { offset, width, data: line.integer("data")? })
            }
            "texture" => {
                line.word("texture")?;
                let tmu = line.up_to("a texture unit", 2)?;
                let address = line.up_to("an address", 0xFF_FFFF)?;
                line.need("=")?;
                let bytes = list(line, "a byte", 0xFF, |byte| byte as u8)?;
                Ok(Self::Texture { tmu, address, bytes })
            }
            "refusal" => {
                line.word("refusal")?;
                let kind = line.parsed("a reason", |id| {
                    REFUSALS
                        .iter()
                        .find(|kind| kind.id == id)
                        .copied()
                        .ok_or_else(|| format!("nothing is refused as `{id}`"))
                })?;
                line.need("=")?;
                Ok(Self::Refusal { kind, count: line.integer("a count")? })
            }
            _ => Err(line.fail(
                "`color`, `front`, `back`, `aux`, `screen`, `register`, `lfb`, `texture` or \
                 `refusal` is missing",
            )),
        }
    }
}

impl Expectation {
    /// What does not hold of what was found, in words.
    pub(crate) fn miss(&self, found: &[u32]) -> Option<String> {
        let words = |expected: &[u32], digits: usize| {
            let hex = |words: &[u32]| {
                let words: Vec<_> = words.iter().map(|w| format!("{w:0digits$X}")).collect();
                format!("[{}]", words.join(", "))
            };
            (found != expected).then(|| format!("{} instead of {}", hex(found), hex(expected)))
        };
        let one = found.first().copied().unwrap_or_default();
        match self {
            Self::Pixels { words: expected, .. } => {
                words(&expected.iter().map(|word| u32::from(*word)).collect::<Vec<_>>(), 4)
            }
            Self::Screen { colors, .. } => words(colors, 6),
            Self::Texture { bytes, .. } => {
                words(&bytes.iter().map(|byte| u32::from(*byte)).collect::<Vec<_>>(), 2)
            }
            Self::Register { value, .. } => (!value.holds(one)).then(|| match value {
                Value::Word(word) => format!("{one:#x} instead of {word:#x}"),
                Value::Fields(s) | Value::With(s) => {
                    format!("{:#x} in place instead of {:#x}", one & s.mask, s.bits)
                }
            }),
            Self::Lfb { data, .. } => {
                (one != *data).then(|| format!("{one:#x} instead of {data:#x}"))
            }
            Self::Refusal { count, .. } => {
                (one != *count).then(|| format!("{one} instead of {count}"))
            }
        }
    }
}

fn list<T>(
    line: &mut Line<'_>,
    what: &str,
    limit: u32,
    cut: impl Fn(u32) -> T,
) -> Result<Vec<T>, ParseError> {
    let mut values = vec![cut(line.up_to(what, limit)?)];
    while !line.done() {
        values.push(cut(line.up_to(what, limit)?));
    }
    Ok(values)
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pixels { surface, x, y, .. } => write!(f, "{} {x},{y}", surface.name()),
            Self::Screen { x, y, .. } => write!(f, "screen {x},{y}"),
            Self::Register { target, .. } => write!(f, "register {target}"),
            Self::Lfb { offset, .. } => write!(f, "LFB at {offset:#x}"),
            Self::Texture { tmu, address, .. } => write!(f, "texture {tmu} at {address:#x}"),
            Self::Refusal { kind, .. } => write!(f, "refusal {}", kind.id),
        }
    }
}
