//! What a scene expects.
//!
//! Facts: the expectations of scenes in `docs/filetests-xenos.md`.

use base_filetest::{Line, ParseError, Place};

use super::Rendered;
use crate::spot::groups;
use crate::state::{edram_index, in_edram_row, in_memory};
use crate::value::{Shown, Tolerance, Want};

/// What is expected of one thing.
#[derive(Clone, Debug)]
pub enum SceneWhat {
    /// EDRAM: the first word's number, the words.
    Edram {
        /// The first word's number.
        index: u32,
        /// The words.
        wanted: Vec<Want>,
        /// How far off others than the reference may be.
        within: Tolerance,
    },
    /// Memory: address in dwords, dwords as big-endian numbers.
    Memory(u32, Vec<Want>),
    /// The picture that is shown: column, row, colours of eight bits from there to the right.
    Shown([u32; 2], Vec<u32>),
    /// How often something is refused.
    Refusal(String, u64),
}

/// An expectation with its place.
#[derive(Clone, Debug)]
pub struct SceneExpectation {
    /// Where it stands.
    pub place: Place,
    /// The line, for messages.
    pub text: String,
    /// What is expected.
    pub what: SceneWhat,
}

/// Takes words up to `within` or the line's end, one of which says something.
fn words(line: &mut Line<'_>) -> Result<Vec<Want>, ParseError> {
    line.need("=")?;
    let wanted = groups(line, None, &["within"], Want::read_word)?;
    let wanted: Vec<Want> = wanted.into_iter().flatten().collect();
    if wanted.iter().all(|want| *want == Want::Any) {
        return Err(line.fail("nothing but `_` is expected"));
    }
    Ok(wanted)
}

impl SceneWhat {
    /// Takes what stands behind `expect`.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Self, ParseError> {
        let place = line.place();
        let what = match line.word("what is expected")? {
            "edram" => {
                let index = edram_index(line)?;
                let wanted = words(line)?;
                in_edram_row(line, index, wanted.len())?;
                let within =
                    if line.eat("within") { Tolerance::parse(line)? } else { Tolerance::Exact };
                Self::Edram { index, wanted, within }
            }
            "memory" => {
                let address = line.up_to("an address in dwords", 0x7FF_FFFF)?;
                let wanted = words(line)?;
                in_memory(line, address, wanted.len())?;
                Self::Memory(address, wanted)
            }
            "shown" => {
                let x = line.up_to("a column", 8191)?;
                line.need(",")?;
                let y = line.up_to("a row", 8191)?;
                line.need("=")?;
                let mut colors = vec![line.up_to("a colour", 0xFF_FFFF)?];
                while !line.done() {
                    colors.push(line.up_to("a colour", 0xFF_FFFF)?);
                }
                Self::Shown([x, y], colors)
            }
            "refusal" => {
                let name = line.word("a reason")?.to_owned();
                line.need("=")?;
                Self::Refusal(name, line.integer("a number").map(u64::from)?)
            }
            other => {
                let message = format!("`{other}` is nothing that can be expected of a scene");
                return Err(ParseError::at(place, message));
            }
        };
        line.end()?;
        Ok(what)
    }

    /// Why it does not hold. `exact`: without tolerances.
    pub(crate) fn miss(&self, rendered: &Rendered, exact: bool) -> Option<String> {
        let differ = |at: String, want: &dyn std::fmt::Display, found: &dyn std::fmt::Display| {
            Some(format!("{at}: expected {want}, found {found}"))
        };
        match self {
            Self::Edram { index, wanted, within } => {
                let within = if exact { Tolerance::Exact } else { *within };
                let found = |at: u32| rendered.edram.get(at as usize).copied();
                let at = (*index..).zip(wanted).find(|(at, want)| !want.holds(found(*at), within));
                let (at, want) = at?;
                let place = format!("tile {}, {}, {}", at / 1280, at / 80 % 16, at % 80);
                differ(place, want, &Shown(found(at)))
            }
            Self::Memory(address, wanted) => {
                let found = |at: u32| rendered.memory.read_word(at.wrapping_mul(4)).ok();
                let at = (*address..)
                    .zip(wanted)
                    .find(|(at, want)| !want.holds(found(*at), Tolerance::Exact));
                let (at, want) = at?;
                differ(format!("{at:#x}"), want, &Shown(found(at)))
            }
            Self::Shown([x, y], colors) => {
                let Some(shown) = &rendered.presented else {
                    return Some("no picture is shown".to_owned());
                };
                let bytes = shown.rgb8();
                let found = |x: u32| {
                    let inside = x < shown.width && *y < shown.height;
                    let at = (*y as usize * shown.width as usize + x as usize) * 3;
                    let pixel = bytes.get(at..at + 3).filter(|_| inside)?;
                    Some(pixel.iter().fold(0, |all, byte| all << 8 | u32::from(*byte)))
                };
                let at = (*x..).zip(colors).find(|(x, color)| found(*x) != Some(**color));
                let (x, color) = at?;
                let text = |color: Option<u32>| {
                    color.map_or("nothing".to_owned(), |color| format!("{color:#08x}"))
                };
                differ(format!("{x},{y}"), &text(Some(*color)), &text(found(x)))
            }
            Self::Refusal(name, wanted) => {
                let found = rendered.refusals.get(name).copied().unwrap_or(0);
                (found != *wanted).then(|| format!("expected {wanted}, found {found}"))
            }
        }
    }
}
