//! A job of `docs/xenos-eval-compare.md`, and its results by `xenos-eval`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value, json};
use xenos_eval::{Constants, Executed, Group, Limits, Memory, Observer, Prepared, Step, each, run};
use xenos_regs::index;
use xenos_regs::words::{SqConst, SqProgramCntl};
use xenos_ucode::{Program, Stage, Target};

use crate::unit::TestUnit;

/// Words of the register file up to the last that a job takes over.
pub(crate) const FILE: usize = 0x5000;

/// A program with what it finds.
pub(crate) struct Job {
    /// Place of the program.
    pub(crate) program: usize,
    /// What it is, for messages.
    pub(crate) name: String,
    /// The register file.
    pub(crate) file: Vec<u32>,
    /// Dwords of memory, as numbers least significant byte first, by dword address.
    pub(crate) memory: BTreeMap<u32, u32>,
    /// Lanes' registers, from r0.x on.
    pub(crate) lanes: Vec<Vec<u32>>,
    /// Lanes that are covered.
    pub(crate) covered: u64,
    /// Control-flow instructions at most.
    pub(crate) flow_limit: u64,
}

struct JobMemory<'a>(&'a BTreeMap<u32, u32>);

impl Memory for JobMemory<'_> {
    fn dword(&self, address: u32) -> u32 {
        self.0.get(&address).copied().unwrap_or(0).swap_bytes()
    }
}

/// Control-flow instructions of each lane.
struct Flow([u64; 64]);

impl Observer for Flow {
    fn step(&mut self, step: &Step<'_>) {
        if matches!(step.what, Executed::Flow(_)) {
            each(step.control).for_each(|lane| self.0[lane] += 1);
        }
    }
}

fn spell(words: impl IntoIterator<Item = u32>) -> String {
    let mut text = String::new();
    for word in words {
        let space = if text.is_empty() { "" } else { " " };
        write!(text, "{space}{word:08X}").expect("a string takes it");
    }
    text
}

/// Runs of words that are not 0.
fn runs(words: impl IntoIterator<Item = (u32, u32)>) -> Value {
    let mut runs: Vec<(u32, Vec<u32>)> = Vec::new();
    for (at, word) in words.into_iter().filter(|(_, word)| *word != 0) {
        match runs.last_mut() {
            Some((first, run)) if *first + run.len() as u32 == at => run.push(word),
            _ => runs.push((at, vec![word])),
        }
    }
    runs.into_iter()
        .map(|(first, run)| json!({"first": first, "words": spell(run)}))
        .collect::<Vec<_>>()
        .into()
}

impl Job {
    fn part(&self, first: u16, count: usize) -> Value {
        let first = usize::from(first);
        runs((0..).zip(self.file[first..first + count].iter().copied()))
    }

    /// The job as the format has it.
    pub(crate) fn json(&self, stage: Stage) -> Value {
        let window = match stage {
            Stage::Vertex => index::SQ_VS_CONST,
            Stage::Pixel => index::SQ_PS_CONST,
        };
        let window = SqConst::from_raw(self.file[usize::from(window)]);
        let control = SqProgramCntl::from_raw(self.file[usize::from(index::SQ_PROGRAM_CNTL)]);
        json!({
            "program": self.program,
            "name": self.name,
            "covered": self.covered,
            "registers": self.lanes.iter().map(|lane| spell(lane.iter().copied())).collect::<Vec<_>>(),
            "window": {"base": window.base(), "last": window.last()},
            "constants": self.part(index::SHADER_CONSTANT, 2048),
            "booleans": self.part(index::SHADER_CONSTANT_BOOL, 8),
            "loops": self.part(index::SHADER_CONSTANT_LOOP, 32),
            "fetch": self.part(index::SHADER_CONSTANT_FETCH, 192),
            "memory": runs(self.memory.iter().map(|(at, word)| (*at, *word))),
            "export_mode": control.vs_export_mode() as u32,
            "flow_limit": self.flow_limit,
        })
    }

    /// What `xenos-eval` makes of it.
    pub(crate) fn evaluate(&self, program: &Program) -> Value {
        let ready = Prepared::new(program);
        let stage = program.stage;
        let constants = Constants::of_registers(&self.file, stage);
        let mut group = Group::new();
        let all = xenos_eval::first(self.lanes.len());
        group.reset(all, self.covered, 64);
        for (lane, words) in self.lanes.iter().enumerate() {
            for (at, word) in words.iter().enumerate() {
                group.registers[at / 4][at % 4][lane] = f32::from_bits(*word);
            }
        }
        let memory = JobMemory(&self.memory);
        let mut flow = Flow([0; 64]);
        let limits = Limits { flow: self.flow_limit, ..Limits::default() };
        let report = run(&ready, &constants, &mut group, &memory, &TestUnit, &mut flow, &limits);
        let step = if stage == Stage::Pixel { 4 } else { 1 };
        let stored = group.memory_exports.iter().map(|export| {
            let bytes = export.packed.bytes().iter().fold(String::new(), |mut text, byte| {
                write!(text, "{byte:02X}").expect("a string takes it");
                text
            });
            json!({"address": export.byte_address(), "bytes": bytes})
        });
        let events: Map<String, Value> = report
            .unspecified()
            .map(|(event, count)| (event.name().to_owned(), count.into()))
            .collect();
        json!({
            "lanes": (0..self.lanes.len()).map(|lane| result(&group, lane)).collect::<Vec<_>>(),
            "stored": stored.collect::<Vec<_>>(),
            "events": events,
            "flow": flow.0.iter().take(self.lanes.len()).step_by(step).collect::<Vec<_>>(),
        })
    }
}

fn number(target: Target) -> u8 {
    match target {
        Target::Position => 62,
        Target::PointSize => 63,
        Target::Depth => 61,
        Target::Color(number) | Target::Interpolator(number) => number,
        other => panic!("{other:?} is not kept"),
    }
}

/// A lane's results.
fn result(group: &Group, lane: usize) -> Value {
    let mut registers: Vec<u32> =
        (0..64).flat_map(|register| group.get(register, lane)).map(f32::to_bits).collect();
    let last = registers.iter().rposition(|word| *word != 0).map_or(0, |last| last / 4 + 1);
    registers.truncate(4 * last);
    let mut exports = Map::new();
    for (target, export) in group.exports.written() {
        let mask = (0..4).fold(0, |mask, at| mask | (export.written[at] >> lane & 1) << at);
        if mask != 0 && group.alive() >> lane & 1 != 0 {
            let words = spell(export.lane(lane).map(f32::to_bits));
            exports.insert(number(target).to_string(), json!({"mask": mask, "words": words}));
        }
    }
    json!({
        "registers": spell(registers),
        "ps": spell([group.previous[lane].to_bits()]),
        "p0": group.predicate >> lane & 1,
        "a0": group.address[lane],
        "killed": group.killed >> lane & 1 != 0,
        "exports": exports,
    })
}
