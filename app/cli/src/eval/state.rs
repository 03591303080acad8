//! What lanes hold: all registers at one moment, exported ones, and what is stored.
//!
//! For: plain data out of a group. Not for: when it is taken (`steps`), nor printing (`human`).

use std::fmt::Write;

use base_word::FieldValue;
use serde::Serialize;
use xenos_eval::{Export, Group, MemoryExport, QUAD, REGISTERS};
use xenos_regs::words::DataFormat;
use xenos_ucode::Target;

use super::number::{Lanes, Number};

/// All registers of a lane.
#[derive(Serialize)]
pub(crate) struct LaneState {
    pub(super) lane: usize,
    pub(super) covered: bool,
    pub(super) killed: bool,
    pub(super) p0: bool,
    pub(super) a0: i16,
    pub(super) ps: Number,
    /// Temporaries from r0 on; those behind are 0, and the program does not name them.
    pub(super) registers: Vec<[Number; 4]>,
}

/// The lanes that are active, with `count` temporaries.
pub(super) fn state(group: &Group, count: usize) -> Vec<LaneState> {
    let has = |mask, lane| Lanes::of(mask).has(lane);
    let lane = |lane: usize| LaneState {
        lane,
        covered: has(group.covered, lane),
        killed: has(group.killed, lane),
        p0: has(group.predicate, lane),
        a0: group.address.get(lane).copied().unwrap_or(0),
        ps: Number::of(group.previous.get(lane).copied().unwrap_or(0.0)),
        registers: (0..count).map(|register| group.get(register, lane).map(Number::of)).collect(),
    };
    Lanes::of(group.active).each().map(lane).collect()
}

/// One more than the last temporary that holds anything.
pub(super) fn held(group: &Group) -> usize {
    let holds = |register: &usize| {
        (0..QUAD).any(|lane| group.get(*register, lane).iter().any(|value| value.to_bits() != 0))
    };
    (0..REGISTERS).rev().find(holds).map_or(0, |last| last + 1)
}

/// An exported register of a lane.
#[derive(Serialize)]
pub(crate) struct Exported {
    pub(super) register: String,
    pub(super) lane: usize,
    /// Whether the lane's results count: otherwise nobody sees the export.
    pub(super) covered: bool,
    pub(super) killed: bool,
    /// By component; null where it was not written.
    pub(super) values: [Option<Number>; 4],
}

/// What was exported to registers.
pub(super) fn exported(group: &Group) -> Vec<Exported> {
    let of = |(target, export): (Target, &Export)| {
        let lanes = Lanes::of(export.any() & group.active);
        let [covered, killed] = [group.covered, group.killed].map(Lanes::of);
        let lane = |lane: usize| {
            let value = export.lane(lane);
            let written = |at: usize| export.written[at] >> lane & 1 != 0;
            let values = [0, 1, 2, 3].map(|at| written(at).then(|| Number::of(value[at])));
            let (covered, killed) = (covered.has(lane), killed.has(lane));
            Exported { register: name(target), lane, covered, killed, values }
        };
        lanes.each().map(lane).collect::<Vec<_>>()
    };
    group.exports.written().flat_map(of).collect()
}

/// An element that is stored.
#[derive(Clone, Serialize)]
pub(crate) struct Stored {
    pub(super) lane: usize,
    pub(super) register: String,
    pub(super) address: String,
    pub(super) format: &'static str,
    pub(super) bytes: String,
}

impl Stored {
    pub(super) fn of(export: &MemoryExport) -> Self {
        Self {
            lane: export.lane,
            register: name(Target::MemoryData(export.register)),
            address: format!("{:08x}", export.byte_address()),
            format: format_name(export.address.format),
            bytes: digits(export.packed.bytes()),
        }
    }
}

/// A register as listings call it.
pub(super) fn name(target: Target) -> String {
    match target {
        Target::Temporary(number) => format!("r{number}"),
        Target::Interpolator(number) => format!("o{number}"),
        Target::Position => "oPos".to_owned(),
        Target::PointSize => "oPts".to_owned(),
        Target::Color(number) => format!("oC{number}"),
        Target::Depth => "oDepth".to_owned(),
        Target::MemoryAddress => "eA".to_owned(),
        Target::MemoryData(number) => format!("eM{number}"),
        Target::Undefined(number) => format!("export{number}"),
    }
}

/// Two hexadecimal digits a byte.
fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn format_name(format: DataFormat) -> &'static str {
    DataFormat::VALUES.get(format.to_bits() as usize).map_or("", |value| value.name)
}
