//! What a case expects of a run.
//!
//! Facts: the expectations of `docs/filetests-xenos.md`.

mod check;

use base_filetest::{Line, ParseError, Place};
use xenos_ucode::Target;

use crate::spot::{Spot, groups};
use crate::state::{Bits, fields, flag, in_memory};
use crate::value::{Tolerance, Want};

pub(crate) use check::Seen;

/// A register whose components are looked at by lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A temporary.
    Temporary(u8),
    /// An export.
    Export(Target),
    /// The previous scalar result.
    Previous,
}

/// A number a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single {
    /// The predicate.
    Predicate,
    /// Whether the lane was killed.
    Killed,
    /// The address register.
    Address,
}

/// What is expected of one thing.
#[derive(Clone, Debug)]
pub enum What {
    /// Components by lane.
    Values {
        /// The register.
        source: Source,
        /// Components and lanes.
        spot: Spot,
        /// Values by lane; of an export `none` alone means no component at all.
        wanted: Vec<Vec<Want>>,
        /// How far off others than the oracle may be; the oracle too, if there is no exact value.
        within: Tolerance,
        /// What the oracle gives.
        exactly: Option<Vec<Vec<Want>>>,
    },
    /// A number by lane.
    Singles {
        /// Which.
        single: Single,
        /// The lanes.
        lanes: Option<u64>,
        /// Values by lane.
        wanted: Vec<Vec<i64>>,
    },
    /// How many elements memory export sends.
    MemoryExports(u64),
    /// One of them.
    MemoryExport {
        /// Its place in the order.
        index: u32,
        /// Its lane, data register and element, where named.
        lane: Option<u32>,
        /// Which of eM0 to eM4.
        data: Option<u32>,
        /// The element's number.
        element: Option<u32>,
        /// The address of element 0, in dwords.
        base: Option<u32>,
        /// The value.
        wanted: Vec<Want>,
    },
    /// How many requests the texture unit got.
    Requests(u64),
    /// Part of a request.
    Request {
        /// Its place in the order.
        index: u32,
        /// Which part.
        name: String,
        /// Pixels of the quad.
        lanes: Option<u64>,
        /// Values, as they stand.
        wanted: Vec<Vec<String>>,
    },
    /// How often something without a meaning happened.
    Unspecified(String, u64),
    /// How often decoding finds something wrong with the program.
    Finding(String, u64),
    /// How often the validator says something of it.
    Remark(String, u64),
    /// How the run ends.
    Fault(String),
    /// Instructions executed.
    Instructions(u64),
    /// A whole register.
    Register(u16, u32),
    /// Fields of a register.
    RegisterFields(u16, Vec<Bits>),
    /// Memory, with what was exported.
    Memory(u32, Vec<Want>),
}

/// An expectation with its place.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// Where it stands.
    pub place: Place,
    /// The line, for messages.
    pub text: String,
    /// What is expected.
    pub what: What,
}

const STOPS: [&str; 2] = ["within", "exactly"];

/// The export register of that name.
fn export(name: &str) -> Option<Target> {
    use crate::spot::numbered;
    match name {
        "oPos" => Some(Target::Position),
        "oPts" => Some(Target::PointSize),
        "oDepth" => Some(Target::Depth),
        _ => numbered(name, "oC", 4)
            .map(|number| Target::Color(number as u8))
            .or_else(|| numbered(name, "o", 16).map(|n| Target::Interpolator(n as u8))),
    }
}

fn integer(text: &str) -> Result<i64, String> {
    base_filetest::number::integer(text)
        .map(|value| if text.starts_with('-') { i64::from(value as i32) } else { i64::from(value) })
}

fn count(line: &mut Line<'_>) -> Result<u64, ParseError> {
    line.need("=")?;
    line.integer("a number").map(u64::from)
}

/// An event of the lists of evaluator and texture unit; a wrong name would be expected 0 times in vain.
fn event(name: &str) -> Result<String, String> {
    let known = xenos_eval::Unspecified::ALL.iter().any(|event| event.name() == name)
        || crate::texture::EVENTS.contains(&name);
    if known { Ok(name.to_owned()) } else { Err(format!("no event is called `{name}`")) }
}

/// A rule of the validator's list.
fn rule(name: &str) -> Result<String, String> {
    let known = xenos_ucode::Rule::ALL.iter().any(|rule| rule.name() == name);
    if known { Ok(name.to_owned()) } else { Err(format!("no rule is called `{name}`")) }
}

impl What {
    /// Takes what stands behind `expect`.
    pub(crate) fn parse(line: &mut Line<'_>) -> Result<Self, ParseError> {
        let place = line.place();
        let name = line.word("what is expected")?;
        let what = match name {
            "memexports" => Self::MemoryExports(count(line)?),
            "requests" => Self::Requests(count(line)?),
            "instructions" => Self::Instructions(count(line)?),
            "memexport" => Self::memory_export(line)?,
            "request" => {
                let index = line.integer("a request")?;
                let spot = line.parsed("a part of it", Spot::read)?;
                if spot.some {
                    return Err(line.fail("parts of requests have no components"));
                }
                line.need("=")?;
                let wanted = groups(line, None, &[], |text| Ok(text.to_owned()))?;
                Self::Request { index, name: spot.name, lanes: spot.lanes, wanted }
            }
            "unspecified" => {
                let event = line.parsed("an event", event)?;
                Self::Unspecified(event, count(line)?)
            }
            "finding" | "remark" => {
                let finding = name == "finding";
                let known = |name: &str| if finding { Ok(name.to_owned()) } else { rule(name) };
                let said = line.parsed("its name", known)?;
                let times = if line.done() { 1 } else { count(line)? };
                if !finding {
                    Self::Remark(said, times)
                } else if times == 0 {
                    return Err(line.fail("a finding that is not expected fails the case"));
                } else {
                    Self::Finding(said, times)
                }
            }
            "fault" => Self::Fault(line.word("a fault")?.to_owned()),
            "register" => {
                let register = line.parsed("a register", |name| {
                    xenos_regs::by_name(name)
                        .ok_or_else(|| format!("no register is called `{name}`"))
                })?;
                if line.eat("=") {
                    Self::Register(register, line.parsed("a value", crate::value::word)?)
                } else {
                    let row = xenos_regs::register_at(u32::from(register));
                    let known = row.map_or(&[][..], |row| row.fields());
                    let find = |name: &str| {
                        known.iter().find(|field| field.name == name).map(|field| (0, field))
                    };
                    let bits = fields(line, find)?;
                    if bits.is_empty() {
                        return Err(line.fail("`=` or a field is missing"));
                    }
                    Self::RegisterFields(register, bits)
                }
            }
            "memory" => {
                let address = line.up_to("an address in dwords", 0x7FF_FFFF)?;
                line.need("=")?;
                let wanted = groups(line, None, &["|"], Want::read_word)?;
                let wanted: Vec<Want> = wanted.into_iter().flatten().collect();
                in_memory(line, address, wanted.len())?;
                Self::Memory(address, wanted)
            }
            _ => {
                let fail = |message| ParseError::at(place.clone(), message);
                let spot = Spot::read(name).map_err(fail)?;
                Self::by_lane(line, spot, &place)?
            }
        };
        line.end()?;
        Ok(what)
    }

    fn by_lane(line: &mut Line<'_>, spot: Spot, place: &Place) -> Result<Self, ParseError> {
        let single = match spot.name.as_str() {
            "p0" => Some(Single::Predicate),
            "killed" => Some(Single::Killed),
            "a0" => Some(Single::Address),
            _ => None,
        };
        if let Some(single) = single {
            line.need("=")?;
            let wanted = match single {
                Single::Address => groups(line, Some(1), &[], integer)?,
                _ => groups(line, Some(1), &[], |text| flag(text).map(i64::from))?,
            };
            return Ok(Self::Singles { single, lanes: spot.lanes, wanted });
        }
        let source = if let Some(number) = spot.numbered("r", 64) {
            Source::Temporary(number as u8)
        } else if spot.name == "ps" && !spot.some {
            Source::Previous
        } else if let Some(target) = export(&spot.name) {
            Source::Export(target)
        } else {
            let message = format!("`{}` is nothing that can be expected", spot.name);
            return Err(ParseError::at(place.clone(), message));
        };
        line.need("=")?;
        let size = if source == Source::Previous { 1 } else { spot.components.len() };
        let take = |line: &mut Line<'_>| {
            // `none` alone stands for every component.
            let mut rest = line.clone();
            if rest.eat("none") && rest.done() {
                *line = rest;
                return Ok(vec![vec![Want::Unwritten; size]]);
            }
            groups(line, Some(size), &STOPS, Want::read)
        };
        let wanted = take(line)?;
        let within = if line.eat("within") { Tolerance::parse(line)? } else { Tolerance::Exact };
        let exactly = if line.eat("exactly") { Some(take(line)?) } else { None };
        Ok(Self::Values { source, spot, wanted, within, exactly })
    }

    fn memory_export(line: &mut Line<'_>) -> Result<Self, ParseError> {
        let index = line.integer("an export")?;
        let (mut lane, mut data, mut element, mut base) = (None, None, None, None);
        loop {
            let place = if line.eat("lane") {
                &mut lane
            } else if line.eat("data") {
                &mut data
            } else if line.eat("element") {
                &mut element
            } else if line.eat("base") {
                &mut base
            } else {
                break;
            };
            *place = Some(line.integer("a number")?);
        }
        line.need("=")?;
        let wanted = groups(line, Some(4), &["|"], Want::read)?.into_iter().flatten().collect();
        Ok(Self::MemoryExport { index, lane, data, element, base, wanted })
    }
}
