//! What `eval` prints: steps, exports, counts.

use std::collections::BTreeMap;
use std::fmt::Write;

use base_word::FieldValue;
use play::xtr::Listing;
use serde::Serialize;
use xenos_eval::{
    Executed, Export, Group, LaneMask, Observer, QUAD, REGISTERS, Report, Step, each,
};
use xenos_regs::words::DataFormat;
use xenos_ucode::{Stage, Style, Target, line};

use crate::shaders::{Found, findings};

/// Version of the JSON.
const VERSION: u32 = 1;

/// Steps kept at most: an endless program makes a million.
const MOST_STEPS: usize = 100_000;

/// A number as people and as machines read it.
#[derive(Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Number {
    /// Its bits, as hexadecimal digits.
    #[serde(serialize_with = "hexadecimal")]
    word: u32,
    /// Its value; null for what JSON has no number for.
    value: f32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn hexadecimal<S: serde::Serializer>(word: &u32, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("{word:08x}"))
}

impl Number {
    fn of(value: f32) -> Self {
        Self { word: value.to_bits(), value }
    }
}

/// A component of a register that an instruction changed.
#[derive(Serialize)]
struct Change {
    lane: usize,
    register: usize,
    component: char,
    #[serde(flatten)]
    to: Number,
}

/// Something that was run.
#[derive(Serialize)]
struct Row {
    flow: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<u32>,
    text: String,
    /// Lanes that it had effect in.
    lanes: LaneMask,
    loop_index: i32,
    predicate: LaneMask,
    killed: LaneMask,
    changes: Vec<Change>,
}

/// Watches a run, if it is to be shown.
pub(crate) struct Steps {
    stage: Stage,
    shown: bool,
    rows: Vec<Row>,
    left_out: u64,
    before: Vec<[[f32; 4]; QUAD]>,
}

fn registers(group: &Group) -> Vec<[[f32; 4]; QUAD]> {
    (0..REGISTERS).map(|register| [0, 1, 2, 3].map(|lane| group.get(register, lane))).collect()
}

impl Steps {
    pub(crate) fn new(stage: Stage, group: &Group, shown: bool) -> Self {
        let before = if shown { registers(group) } else { Vec::new() };
        Self { stage, shown, rows: Vec::new(), left_out: 0, before }
    }

    fn changes(&mut self, group: &Group) -> Vec<Change> {
        let now = registers(group);
        let mut changes = Vec::new();
        for lane in each(group.active & 0xF) {
            for (register, (before, after)) in self.before.iter().zip(&now).enumerate() {
                for (at, component) in "xyzw".chars().enumerate() {
                    let (old, new) = (before[lane][at], after[lane][at]);
                    if old.to_bits() != new.to_bits() {
                        changes.push(Change { lane, register, component, to: Number::of(new) });
                    }
                }
            }
        }
        self.before = now;
        changes
    }
}

impl Observer for Steps {
    fn step(&mut self, step: &Step<'_>) {
        if !self.shown {
            return;
        }
        if self.rows.len() == MOST_STEPS {
            self.left_out += 1;
            return;
        }
        let (address, text) = match step.what {
            Executed::Flow(flow) => (None, flow.opcode().name().to_owned()),
            Executed::Instruction { address, instruction } => {
                let text =
                    instruction.map_or_else(String::new, |i| line(i, self.stage, Style::Complete));
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                (Some(address), lines.join(" "))
            }
        };
        let changes = self.changes(step.group);
        self.rows.push(Row {
            flow: step.flow,
            address,
            text,
            lanes: step.lanes,
            loop_index: step.loop_index,
            predicate: step.group.predicate,
            killed: step.group.killed,
            changes,
        });
    }
}

/// An exported register of a lane.
#[derive(Serialize)]
struct Exported {
    register: String,
    lane: usize,
    /// By component; null where it was not written.
    values: [Option<Number>; 4],
}

/// An element that is stored.
#[derive(Serialize)]
struct Stored {
    lane: usize,
    address: String,
    format: &'static str,
    bytes: String,
}

/// Everything that a run gave.
#[derive(Serialize)]
pub(crate) struct Results<'a> {
    version: u32,
    sha1: String,
    stage: Stage,
    findings: Vec<Found<'a>>,
    exports: Vec<Exported>,
    stored: Vec<Stored>,
    killed: LaneMask,
    instructions: u64,
    flow: u64,
    unspecified: BTreeMap<&'static str, u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Row>,
    #[serde(skip)]
    steps_left_out: u64,
}

fn name(target: Target) -> String {
    match target {
        Target::Interpolator(number) => format!("o{number}"),
        Target::Position => "oPos".to_owned(),
        Target::PointSize => "oPts".to_owned(),
        Target::Color(number) => format!("oC{number}"),
        Target::Depth => "oDepth".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Two hexadecimal digits a byte.
fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn format_name(format: DataFormat) -> &'static str {
    DataFormat::VALUES.get(format.to_bits() as usize).map_or("", |value| value.name)
}

impl<'a> Results<'a> {
    pub(crate) fn of(listing: &'a Listing, group: &Group, report: &Report, steps: Steps) -> Self {
        let lanes = group.active & 0xF;
        let exported = |(target, export): (Target, &Export)| {
            let lane = |lane: usize| {
                let value = export.lane(lane);
                let written = |at: usize| export.written[at] >> lane & 1 != 0;
                let values = [0, 1, 2, 3].map(|at| written(at).then(|| Number::of(value[at])));
                Exported { register: name(target), lane, values }
            };
            each(export.any() & lanes).map(lane).collect::<Vec<_>>()
        };
        let stored = group.memory_exports.iter().map(|export| Stored {
            lane: export.lane,
            address: format!("{:08x}", export.byte_address()),
            format: format_name(export.address.format),
            bytes: digits(export.packed.bytes()),
        });
        Self {
            version: VERSION,
            sha1: listing.sha1.clone(),
            stage: listing.stage(),
            findings: findings(listing),
            exports: group.exports.written().flat_map(exported).collect(),
            stored: stored.collect(),
            killed: group.killed & lanes,
            instructions: report.instructions,
            flow: report.flow,
            unspecified: report.unspecified().map(|(event, n)| (event.name(), n)).collect(),
            steps: steps.rows,
            steps_left_out: steps.left_out,
        }
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        for row in &self.steps {
            let _ = match row.address {
                Some(address) => write!(text, "{address:>8}  {}", row.text),
                None => write!(text, "{:>4}.{}    {}", row.flow / 2, row.flow % 2, row.text),
            };
            let _ = writeln!(
                text,
                "    ; lanes {:x}, p0 {:x}, aL {}",
                row.lanes,
                row.predicate & 0xF,
                row.loop_index
            );
            for change in &row.changes {
                let Change { lane, register, component, to } = change;
                let register = format!("r{register}.{component}");
                let _ = writeln!(
                    text,
                    "            lane {lane}  {register:<6} = {:08x}  {}",
                    to.word, to.value
                );
            }
        }
        if self.steps_left_out != 0 {
            let _ = writeln!(text, "{} more steps", self.steps_left_out);
        }
        for export in &self.exports {
            let _ = write!(text, "lane {}  {:<6}", export.lane, export.register);
            for value in &export.values {
                let _ = match value {
                    Some(number) => write!(text, "  {:08x} {:<14}", number.word, number.value),
                    None => write!(text, "  {:<23}", "-"),
                };
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        for stored in &self.stored {
            let Stored { lane, address, format, bytes } = stored;
            let _ = writeln!(text, "lane {lane}  stores {bytes} at {address}, {format}");
        }
        if self.killed != 0 {
            let _ = writeln!(text, "killed: lanes {:x}", self.killed);
        }
        for (event, count) in &self.unspecified {
            let _ = writeln!(text, "unspecified: {event}, {count} times");
        }
        let _ = writeln!(text, "{} instructions, {} of control flow", self.instructions, self.flow);
        text
    }
}
