//! A program as JSON that a script can execute: operands, destinations and conditions as the fields
//! mean them, so that no bit needs to be taken apart.
//!
//! For: whoever evaluates programs without this library. Written only; `docs/microcode-json.md`
//! describes every member.
//! Not for: keeping programs; [`Program`] itself is read back from JSON, and words are smaller.

use serde::Serialize;

use crate::alu::{Alu, Destination, Index, Operand, Register, ScalarSources, Target};
use crate::codes::{AddressMode, AllocKind, Component, ControlFlowOpcode};
use crate::fetch::{TextureFetch, VertexFetch};
use crate::flow::{Condition, ControlFlow};
use crate::instruction::Instruction;
use crate::pieces::{Mask, Swizzle};
use crate::program::{Program, Slot, Stage};

/// The version of this form.
pub const PROGRAM_JSON_VERSION: u32 = 1;

/// A program, ready to be serialised.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramJson {
    version: u32,
    format: &'static str,
    stage: &'static str,
    dwords: usize,
    first_address: u32,
    flow: Vec<FlowJson>,
    instructions: Vec<SlotJson>,
}

#[derive(Clone, Debug, Serialize)]
struct FlowJson {
    at: u32,
    operation: ControlFlowOpcode,
    address_mode: AddressMode,
    #[serde(flatten)]
    form: FormJson,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "form", rename_all = "kebab-case")]
enum FormJson {
    Plain,
    Exec {
        condition: Condition,
        ends: bool,
        yields: bool,
        predicate_clean: bool,
        vertex_cache: u8,
        address: u32,
        count: u32,
        runs: Vec<RunJson>,
    },
    LoopStart {
        target: u16,
        constant: u8,
        repeat: bool,
    },
    LoopEnd {
        target: u16,
        constant: u8,
        break_if: Option<bool>,
    },
    Branch {
        condition: Condition,
        target: u16,
        direction: bool,
    },
    Alloc {
        kind: AllocKind,
        size: u8,
        unserialized: bool,
    },
}

#[derive(Clone, Debug, Serialize)]
struct RunJson {
    address: u32,
    fetch: bool,
    serialized: bool,
}

#[derive(Clone, Debug, Serialize)]
struct SlotJson {
    address: u32,
    #[serde(flatten)]
    view: ViewJson,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "instruction", rename_all = "kebab-case")]
enum ViewJson {
    Alu(AluJson),
    VertexFetch {
        predicate: Option<bool>,
        constant: u32,
        #[serde(flatten)]
        fetch: VertexFetch,
    },
    TextureFetch {
        predicate: Option<bool>,
        coordinates: u32,
        #[serde(flatten)]
        fetch: TextureFetch,
    },
    Unused {
        words: [u32; 3],
    },
}

#[derive(Clone, Debug, Serialize)]
struct AluJson {
    predicate: Option<bool>,
    export: Option<ExportJson>,
    vector: VectorJson,
    scalar: ScalarJson,
    fields: Alu,
}

#[derive(Clone, Debug, Serialize)]
struct ExportJson {
    target: Target,
    zeros: Mask,
    ones: Mask,
}

#[derive(Clone, Debug, Serialize)]
struct VectorJson {
    opcode: &'static str,
    destination: DestinationJson,
    mask: Mask,
    clamp: bool,
    operands: Vec<OperandJson>,
}

#[derive(Clone, Debug, Serialize)]
struct ScalarJson {
    opcode: &'static str,
    destination: DestinationJson,
    mask: Mask,
    clamp: bool,
    operands: Vec<ScalarOperandJson>,
}

#[derive(Clone, Debug, Serialize)]
struct DestinationJson {
    target: Target,
    index: Index,
}

#[derive(Clone, Debug, Serialize)]
struct OperandJson {
    register: Register,
    index: Index,
    absolute: bool,
    negate: bool,
    swizzle: Swizzle,
}

#[derive(Clone, Debug, Serialize)]
struct ScalarOperandJson {
    register: Register,
    index: Index,
    absolute: bool,
    negate: bool,
    component: Component,
}

impl From<Destination> for DestinationJson {
    fn from(to: Destination) -> Self {
        Self { target: to.target, index: to.index }
    }
}

impl From<Operand> for OperandJson {
    fn from(operand: Operand) -> Self {
        let Operand { register, index, absolute, negate, swizzle } = operand;
        Self { register, index, absolute, negate, swizzle }
    }
}

fn component(operand: Operand, component: Component) -> ScalarOperandJson {
    let Operand { register, index, absolute, negate, .. } = operand;
    ScalarOperandJson { register, index, absolute, negate, component }
}

fn alu(alu: &Alu, stage: Stage) -> AluJson {
    let operands = match alu.scalar_operands() {
        ScalarSources::None => Vec::new(),
        ScalarSources::One(source, a) => vec![component(source, a)],
        ScalarSources::Two(source, a, b) => vec![component(source, a), component(source, b)],
        ScalarSources::Apart((constant, a), (temporary, b)) => {
            vec![component(constant, a), component(temporary, b)]
        }
    };
    AluJson {
        predicate: alu.predicate(),
        export: alu.export.then(|| ExportJson {
            target: alu.vector_target(stage).target,
            zeros: alu.zeros_written(),
            ones: alu.ones_written(),
        }),
        vector: VectorJson {
            opcode: alu.vector_opcode.mnemonic(),
            destination: alu.vector_target(stage).into(),
            mask: alu.vector_written(),
            clamp: alu.vector_clamp,
            operands: alu.vector_operands().map(OperandJson::from).collect(),
        },
        scalar: ScalarJson {
            opcode: alu.scalar_opcode.mnemonic(),
            destination: alu.scalar_target(stage).into(),
            mask: alu.scalar_written(),
            clamp: alu.scalar_clamp,
            operands,
        },
        fields: *alu,
    }
}

fn form(program: &Program, at: u32, flow: &ControlFlow) -> FormJson {
    let condition = flow.condition();
    match flow {
        ControlFlow::LoopStart(start) => FormJson::LoopStart {
            target: start.target,
            constant: start.constant,
            repeat: start.repeat,
        },
        ControlFlow::LoopEnd(end) => FormJson::LoopEnd {
            target: end.target,
            constant: end.constant,
            break_if: end.predicated_break.then_some(end.condition),
        },
        ControlFlow::Call(call) => {
            FormJson::Branch { condition, target: call.target, direction: false }
        }
        ControlFlow::Jump(jump) => {
            FormJson::Branch { condition, target: jump.target, direction: jump.direction }
        }
        ControlFlow::Alloc(alloc) => {
            FormJson::Alloc { kind: alloc.kind, size: alloc.size, unserialized: alloc.unserialized }
        }
        _ => {
            match flow.exec() {
                None => FormJson::Plain,
                Some(exec) => {
                    let run = |(address, serialized, instruction): (u32, bool, Instruction)| {
                        RunJson { address, fetch: instruction.is_fetch(), serialized }
                    };
                    FormJson::Exec {
                        condition,
                        ends: exec.ends,
                        yields: exec.yields,
                        predicate_clean: exec.predicate_clean,
                        vertex_cache: exec.vertex_cache,
                        address: exec.address,
                        count: exec.count,
                        runs: program.run_by(at as usize).map(run).collect(),
                    }
                }
            }
        }
    }
}

impl ProgramJson {
    /// The form of a program.
    pub fn of(program: &Program) -> Self {
        let flow = program.flow.iter().zip(0u32..).map(|(flow, at)| FlowJson {
            at,
            operation: flow.opcode(),
            address_mode: flow.address_mode(),
            form: form(program, at, flow),
        });
        let slots = program.slots.iter().zip(program.first_address()..);
        let instructions = slots.map(|(slot, address)| SlotJson {
            address,
            view: match slot {
                Slot::Unused(words) => ViewJson::Unused { words: *words },
                Slot::Used(Instruction::Alu(fields)) => ViewJson::Alu(alu(fields, program.stage)),
                Slot::Used(Instruction::VertexFetch(fetch)) => ViewJson::VertexFetch {
                    predicate: fetch.predicated.then_some(fetch.predicate_condition),
                    constant: fetch.constant(),
                    fetch: *fetch,
                },
                Slot::Used(Instruction::TextureFetch(fetch)) => ViewJson::TextureFetch {
                    predicate: fetch.predicated.then_some(fetch.predicate_condition),
                    coordinates: fetch.source_components(),
                    fetch: *fetch,
                },
            },
        });
        Self {
            version: PROGRAM_JSON_VERSION,
            format: "xenos-program",
            stage: program.stage.short(),
            dwords: program.dwords(),
            first_address: program.first_address(),
            flow: flow.collect(),
            instructions: instructions.collect(),
        }
    }
}

#[cfg(test)]
mod tests;
