//! The evaluator as an executor: the oracle.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use xenos_eval::inputs::{self, ParamGen};
use xenos_eval::{
    Constants, Gradients, Group, LANES, Limits, Memory, Prepared, Quad, REGISTERS, Report,
    TextureRequest, TextureUnit, run,
};
use xenos_regs::index;
use xenos_regs::words::{SqContextMisc, SqProgramCntl};
use xenos_ucode::Target;

use crate::inputs::Inputs;
use crate::outcome::{Export, MemoryExport};
use crate::setup::Register;
use crate::texture::{Answer, Request, Textures};
use crate::{Case, Executor, Outcome, Setup};

/// Requests that are kept: those of an endless program would fill memory.
const REQUESTS: usize = 1 << 16;

/// `xenos-eval`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluator;

/// The test's texture unit behind the evaluator's trait.
struct Unit<'a> {
    textures: &'a Textures,
    requests: RefCell<Vec<Request>>,
    /// What the unit counted.
    events: RefCell<BTreeMap<String, u64>>,
    /// Whether there were more than are kept.
    beyond: Cell<bool>,
}

impl Unit<'_> {
    fn ask(&self, request: &TextureRequest<'_>) -> [[f32; 4]; 4] {
        let bits = |quad: [f32; 4]| quad.map(f32::to_bits);
        let ways = |gradients: Gradients| [gradients.h.map(bits), gradients.v.map(bits)];
        let fetch = *request.instruction;
        let request = Request {
            stage: request.stage,
            fetch,
            constant: request.constant,
            coordinates: request.coordinates.map(bits),
            gradients: request.gradients.map(ways),
            directions: request.gradients.is_some()
                && fetch.use_register_gradients
                && fetch.dimension == xenos_ucode::codes::Dimension::Cube,
            register_lod: request.lod.map(bits),
            valid: request.lanes,
        };
        let answer: Answer = self.textures.answer(&request);
        for (event, count) in &answer.events {
            *self.events.borrow_mut().entry((*event).to_owned()).or_default() += count;
        }
        let mut requests = self.requests.borrow_mut();
        if requests.len() < REQUESTS {
            requests.push(request);
        } else {
            self.beyond.set(true);
        }
        answer.values.map(|lane| lane.map(f32::from_bits))
    }
}

impl TextureUnit for Unit<'_> {
    fn sample(&self, request: &TextureRequest<'_>) -> [[f32; 4]; 4] {
        self.ask(request)
    }

    fn computed_lod(&self, request: &TextureRequest<'_>) -> Quad {
        self.ask(request).map(|[x, ..]| x)
    }

    fn weights(&self, request: &TextureRequest<'_>) -> [[f32; 4]; 4] {
        self.ask(request)
    }

    fn border_fraction(&self, request: &TextureRequest<'_>) -> Quad {
        self.ask(request).map(|[x, ..]| x)
    }
}

struct Words<'a>(&'a crate::Memory);

impl Memory for Words<'_> {
    fn dword(&self, address: u32) -> u32 {
        self.0.dword(address)
    }
}

fn bits(vector: &[[f32; LANES]; 4]) -> Register {
    vector.map(|lanes| lanes.map(f32::to_bits))
}

/// Puts what the rasteriser hands over where the registers say: rules I2 and I3.
fn hand(setup: &Setup, inputs: &Inputs, group: &mut Group) -> Report {
    let control = SqProgramCntl::from_raw(setup.register(index::SQ_PROGRAM_CNTL.into()));
    let misc = SqContextMisc::from_raw(setup.register(index::SQ_CONTEXT_MISC.into()));
    let count = control.vs_export_count() as usize + 1;
    let interpolators: Vec<_> = inputs
        .interpolators
        .iter()
        .take(count)
        .map(|register| register.map(|lanes| lanes.map(f32::from_bits)))
        .collect();
    let param_gen = control.param_gen().then(|| ParamGen {
        back: inputs.back,
        points: inputs.points,
        lines: inputs.lines,
        point_coordinates: inputs.point.map(|pair| pair.map(f32::from_bits)),
        ..ParamGen::new(misc.param_gen_pos(), inputs.position)
    });
    inputs::pixels(group, REGISTERS, setup.covered, &interpolators, param_gen.as_ref())
}

impl Executor for Evaluator {
    fn name(&self) -> &'static str {
        "eval"
    }

    fn is_oracle(&self) -> bool {
        true
    }

    fn claims(&self, _: &Case) -> bool {
        true
    }

    fn run(&self, setup: &Setup) -> Outcome {
        let prepared = Prepared::new(&setup.program);
        let constants = Constants::of_registers(&setup.registers, setup.program.stage);
        let mut group = Group::new();
        group.reset(setup.active, setup.covered, REGISTERS);
        for (register, values) in group.registers.iter_mut().zip(&setup.temporaries) {
            *register = values.map(|lanes| lanes.map(f32::from_bits));
        }
        let handed = setup.inputs.as_ref().map(|inputs| hand(setup, inputs, &mut group));
        group.predicate = setup.predicate;
        let unit = Unit {
            textures: &setup.textures,
            requests: RefCell::default(),
            events: RefCell::default(),
            beyond: Cell::default(),
        };
        let limits = Limits { flow: setup.limit, ..Limits::default() };
        let memory = Words(&setup.memory);
        let report = run(&prepared, &constants, &mut group, &memory, &unit, &mut (), &limits);
        let exports = group.exports.written().map(|(target, export)| -> (Target, Export) {
            (target, Export { values: bits(&export.values), written: export.written })
        });
        let beyond = unit.beyond.get();
        let mut unspecified = unit.events.into_inner();
        let handed = handed.iter().flat_map(Report::unspecified);
        for (event, count) in report.unspecified().chain(handed) {
            *unspecified.entry(event.name().to_owned()).or_default() += u64::from(count);
        }
        Outcome {
            temporaries: group.registers.iter().map(bits).collect(),
            exports: exports.collect(),
            predicate: group.predicate,
            address: group.address.iter().map(|a0| i32::from(*a0)).collect(),
            previous: group.previous.iter().map(|value| value.to_bits()).collect(),
            killed: group.killed,
            memory_exports: group
                .memory_exports
                .iter()
                .map(|export| MemoryExport {
                    lane: export.lane as u32,
                    data: export.register,
                    element: export.element,
                    base: export.address.base,
                    value: export.value.map(f32::to_bits),
                    address: export.byte_address(),
                    bytes: export.packed.bytes().to_vec(),
                })
                .collect(),
            requests: unit.requests.into_inner(),
            unspecified,
            instructions: report.instructions,
            fault: beyond.then(|| "requests".to_owned()),
        }
    }
}
