//! Whether a run is what was expected.

use std::collections::BTreeMap;

use base_filetest::number;
use xenos_ucode::Instruction;

use super::{Single, Source, What};
use crate::piece::{FieldOf, Kind, Piece};
use crate::setup::{Register, Setup};
use crate::spot::by_lane;
use crate::texture::Request;
use crate::value::{Shown, Tolerance, Want};
use crate::{Expectation, Outcome};

/// A run with what it ran on.
pub(crate) struct Seen<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) outcome: &'a Outcome,
    /// What decoding found wrong, by name, with how often.
    pub(crate) findings: &'a BTreeMap<String, u64>,
    /// What the validator says, by rule, with how often.
    pub(crate) remarks: &'a BTreeMap<String, u64>,
    /// Whether exact values hold.
    pub(crate) oracle: bool,
}

/// Why groups of values and lanes do not fit.
const NUMBER: &str = "not as many groups of values as lanes";

fn differ(wanted: impl std::fmt::Display, found: impl std::fmt::Display) -> String {
    format!("expected {wanted}, found {found}")
}

fn number_of(wanted: u64, found: u64) -> Result<(), String> {
    if wanted == found { Ok(()) } else { Err(differ(wanted, found)) }
}

impl Expectation {
    /// Why it does not hold.
    pub(crate) fn miss(&self, seen: &Seen<'_>) -> Option<String> {
        self.what.check(seen).err()
    }
}

impl What {
    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        let outcome = seen.outcome;
        match self {
            Self::Values { source, spot, wanted, within, exactly } => {
                let lanes = spot.lanes.unwrap_or(seen.setup.all_lanes());
                let values = |wanted: &[Vec<Want>], within| {
                    let all = by_lane(lanes, wanted).ok_or(NUMBER)?;
                    for (lane, wanted) in all {
                        if seen.setup.active >> lane & 1 == 0 {
                            continue;
                        }
                        let found = found(outcome, *source, &spot.components, lane);
                        for (at, (want, found)) in wanted.iter().zip(found).enumerate() {
                            if !want.holds(found, within) {
                                let component = spot.components.get(at).copied().unwrap_or(0);
                                let letter = ['x', 'y', 'z', 'w'][usize::from(component) & 3];
                                return Err(format!(
                                    "lane {lane}, {letter}: {}",
                                    differ(want, Shown(found))
                                ));
                            }
                        }
                    }
                    Ok(())
                };
                values(wanted, *within)?;
                match exactly.as_ref().filter(|_| seen.oracle) {
                    Some(exactly) => values(exactly, Tolerance::Exact),
                    None => Ok(()),
                }
            }
            Self::Singles { single, lanes, wanted } => {
                let lanes = lanes.unwrap_or(seen.setup.all_lanes());
                for (lane, wanted) in by_lane(lanes, wanted).ok_or(NUMBER)? {
                    if seen.setup.active >> lane & 1 == 0 {
                        continue;
                    }
                    let found = match single {
                        Single::Predicate => (outcome.predicate >> lane & 1) as i64,
                        Single::Killed => (outcome.killed >> lane & 1) as i64,
                        Single::Address => {
                            outcome.address.get(lane).copied().map_or(i64::MIN, i64::from)
                        }
                    };
                    if wanted.first() != Some(&found) {
                        let wanted = wanted.first().copied().unwrap_or_default();
                        return Err(format!("lane {lane}: {}", differ(wanted, found)));
                    }
                }
                Ok(())
            }
            Self::MemoryExports(wanted) => number_of(*wanted, outcome.memory_exports.len() as u64),
            Self::MemoryExport { index, lane, data, element, base, wanted } => {
                let export = outcome.memory_exports.get(*index as usize);
                let export = export.ok_or_else(|| "there is none".to_owned())?;
                let parts = [
                    ("lane", *lane, export.lane),
                    ("data", *data, u32::from(export.data)),
                    ("element", *element, export.element),
                    ("base", *base, export.base),
                ];
                for (name, wanted, found) in parts {
                    if wanted.is_some_and(|wanted| wanted != found) {
                        return Err(format!("{name}: {}", differ(wanted.unwrap_or(0), found)));
                    }
                }
                for (want, found) in wanted.iter().zip(export.value) {
                    if !want.holds(Some(found), Tolerance::Exact) {
                        return Err(differ(want, Shown(Some(found))));
                    }
                }
                Ok(())
            }
            Self::Requests(wanted) => number_of(*wanted, outcome.requests.len() as u64),
            Self::Request { index, name, lanes, wanted } => {
                let request = outcome.requests.get(*index as usize);
                let request = request.ok_or_else(|| "there is none".to_owned())?;
                request_part(request, name, lanes.unwrap_or(15) & 15, wanted)
            }
            Self::Unspecified(name, wanted) => {
                number_of(*wanted, outcome.unspecified.get(name).copied().unwrap_or(0))
            }
            Self::Finding(name, wanted) => {
                number_of(*wanted, seen.findings.get(name).copied().unwrap_or(0))
            }
            Self::Remark(name, wanted) => {
                number_of(*wanted, seen.remarks.get(name).copied().unwrap_or(0))
            }
            Self::Fault(wanted) => match &outcome.fault {
                Some(found) if found == wanted => Ok(()),
                found => Err(differ(wanted, found.as_deref().unwrap_or("none"))),
            },
            Self::Instructions(wanted) => number_of(*wanted, outcome.instructions),
            Self::Register(register, wanted) => {
                let found = seen.setup.register(u32::from(*register));
                let equal = found == *wanted;
                let text = || format!("expected {wanted:#010x}, found {found:#010x}");
                if equal { Ok(()) } else { Err(text()) }
            }
            Self::RegisterFields(register, bits) => {
                let found = seen.setup.register(u32::from(*register));
                let holds = bits.iter().all(|bits| found & bits.mask == bits.value);
                if holds { Ok(()) } else { Err(format!("the register is {found:#010x}")) }
            }
            Self::Memory(address, wanted) => {
                let exported = exported(seen);
                for (at, want) in (*address..).zip(wanted) {
                    let found = exported.get(&at).copied().unwrap_or(seen.setup.memory.dword(at));
                    if !want.holds(Some(found), Tolerance::Exact) {
                        return Err(format!("{at:#x}: {}", differ(want, Shown(Some(found)))));
                    }
                }
                Ok(())
            }
        }
    }
}

/// Dwords with what memory export stored in them.
fn exported(seen: &Seen<'_>) -> BTreeMap<u32, u32> {
    let mut words = BTreeMap::new();
    for export in &seen.outcome.memory_exports {
        for (at, byte) in (0u32..).zip(&export.bytes) {
            let address = export.address.wrapping_add(at);
            let below = || seen.setup.memory.dword(address / 4);
            let word = words.entry(address / 4).or_insert_with(below);
            let mut bytes = word.to_be_bytes();
            bytes[address as usize % 4] = *byte;
            *word = u32::from_be_bytes(bytes);
        }
    }
    words
}

/// A lane's components; `None` for those of an export that were not written.
fn found(outcome: &Outcome, source: Source, components: &[u8], lane: usize) -> Vec<Option<u32>> {
    let of = |register: &Register, component: u8| register[usize::from(component) & 3][lane];
    match source {
        Source::Previous => vec![outcome.previous.get(lane).copied()],
        Source::Temporary(number) => {
            let register = outcome.temporaries.get(usize::from(number));
            components.iter().map(|c| register.map(|register| of(register, *c))).collect()
        }
        Source::Export(target) => {
            let export = outcome.exports.get(&target);
            let one = |component: &u8| {
                let export = export?;
                let written = export.written[usize::from(*component) & 3] >> lane & 1 != 0;
                written.then(|| of(&export.values, *component))
            };
            components.iter().map(one).collect()
        }
    }
}

fn request_part(
    request: &Request,
    name: &str,
    lanes: u64,
    wanted: &[Vec<String>],
) -> Result<(), String> {
    let first = wanted.first().and_then(|group| group.first()).map_or("", String::as_str);
    let same = |found: u32| {
        let wanted = crate::value::word(first)?;
        let text = || format!("expected {wanted:#x}, found {found:#x}");
        if wanted == found { Ok(()) } else { Err(text()) }
    };
    let named = |found: &str| if found == first { Ok(()) } else { Err(differ(first, found)) };
    let axis = |letter: &str| "xyz".find(letter).filter(|_| letter.len() == 1);
    let lanewise = |values: Option<[u32; 4]>| {
        let wanted: Result<Vec<Vec<Want>>, String> = wanted
            .iter()
            .map(|group| group.iter().map(|text| Want::read(text)).collect())
            .collect();
        for (lane, wants) in by_lane(lanes, &wanted?).ok_or(NUMBER)? {
            let found = values.map(|values| values[lane & 3]);
            if let Some(want) = wants.first().filter(|w| !w.holds(found, Tolerance::Exact)) {
                return Err(format!("pixel {lane}: {}", differ(want, Shown(found))));
            }
        }
        Ok(())
    };
    match name {
        "opcode" => named(request.fetch.opcode.name()),
        "dimension" => named(request.fetch.dimension.name()),
        "valid" => same(u32::from(request.valid)),
        "directions" => same(u32::from(request.directions)),
        "lod" => lanewise(request.register_lod),
        _ => {
            if let Some(axis) = axis(name) {
                return lanewise(Some(request.coordinates[axis]));
            }
            let gradient = |way: usize, letter: &str| {
                let axis = axis(letter)?;
                Some(request.gradients.map(|gradients| gradients[way][axis]))
            };
            let of_way = name
                .strip_prefix('h')
                .and_then(|letter| gradient(0, letter))
                .or_else(|| name.strip_prefix('v').and_then(|letter| gradient(1, letter)));
            if let Some(values) = of_way {
                return lanewise(values);
            }
            if let Some(word) = name.strip_prefix("word").and_then(|n| number::integer(n).ok()) {
                let found = request.constant.get(word as usize).copied();
                return found.map_or(Err("a constant has words 0 to 5".to_owned()), same);
            }
            let field = FieldOf::find(Kind::TextureFetch, name)
                .ok_or_else(|| format!("a request has no `{name}`"))?;
            let piece = Piece::Instruction(Instruction::TextureFetch(request.fetch));
            let (wanted, found) = (field.value(first)?, field.get(&piece).unwrap_or(0));
            if wanted == found { Ok(()) } else { Err(format!("{name} is {found:#x}")) }
        }
    }
}

impl Setup {
    /// All lanes of the group.
    pub(crate) fn all_lanes(&self) -> u64 {
        u64::MAX >> (crate::spot::LANES - self.lanes.clamp(1, crate::spot::LANES))
    }
}
