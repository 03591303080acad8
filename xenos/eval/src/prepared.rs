//! A program made ready: control flow with its instructions beside it, operands resolved.
//!
//! For: work that is the same for every vector, done once.
//! Not for: whether a program is well formed (`xenos-ucode` finds that); what is malformed runs, and
//! its run counts it.

use xenos_ucode::codes::{Component, ScalarOpcode, VectorOpcode};
use xenos_ucode::{
    Alu, Condition, ControlFlow, Destination, Index, Instruction, Mask, Operand, Program, Register,
    ScalarSources, Stage, TextureFetch, VertexFetch,
};

/// A program made ready.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(crate) stage: Stage,
    pub(crate) flow: Vec<Flow>,
    pub(crate) steps: Vec<Step>,
    registers: usize,
}

/// A control-flow instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow {
    pub(crate) kind: FlowKind,
    pub(crate) instruction: ControlFlow,
}

/// What it does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FlowKind {
    Nothing,
    /// Runs the steps from `first` on.
    Exec {
        condition: Condition,
        ends: bool,
        first: u32,
        count: u32,
    },
    LoopStart {
        skip: u32,
        repeat: bool,
        constant: u8,
    },
    LoopEnd {
        body: u32,
        constant: u8,
        break_on: Option<bool>,
    },
    Call {
        condition: Condition,
        target: u32,
    },
    Return,
    Jump {
        condition: Condition,
        target: u32,
    },
    Alloc,
}

/// An instruction at its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) address: u32,
    pub(crate) serialized: bool,
    pub(crate) predicate: Option<bool>,
    pub(crate) operation: Operation,
    pub(crate) instruction: Option<Instruction>,
}

/// What a step does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    /// The program has no such instruction.
    Missing,
    Alu(ReadyAlu),
    VertexFetch(VertexFetch),
    TextureFetch(TextureFetch),
}

/// A component of an operand: the register, and how it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) register: Register,
    pub(crate) index: Index,
    pub(crate) absolute: bool,
    pub(crate) negate: bool,
    /// The register's component for each position.
    pub(crate) swizzle: [u8; 4],
    /// Positions that the result needs. None if the operation has no such source.
    pub(crate) reads: Option<u8>,
}

/// A scalar operand: a source and the component of the register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScalarSource {
    pub(crate) source: Source,
    pub(crate) component: u8,
}

/// An ALU instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadyAlu {
    pub(crate) vector: VectorOpcode,
    pub(crate) sources: [Source; 3],
    pub(crate) vector_runs: bool,
    pub(crate) scalar: ScalarOpcode,
    pub(crate) a: Option<ScalarSource>,
    pub(crate) b: Option<ScalarSource>,
    pub(crate) vector_to: Destination,
    pub(crate) scalar_to: Destination,
    pub(crate) vector_mask: Mask,
    pub(crate) scalar_mask: Mask,
    pub(crate) ones: Mask,
    pub(crate) zeros: Mask,
    pub(crate) vector_clamp: bool,
    pub(crate) scalar_clamp: bool,
}

impl Source {
    fn of(operand: Operand, reads: Option<u8>) -> Self {
        Self {
            register: operand.register,
            index: operand.index,
            absolute: operand.absolute,
            negate: operand.negate,
            swizzle: [0, 1, 2, 3].map(|at| operand.swizzle.component(at) as u8),
            reads,
        }
    }
}

impl ReadyAlu {
    fn of(alu: &Alu, stage: Stage) -> Self {
        let vector = alu.vector_opcode;
        let written = alu.vector_written();
        let scalar = |(operand, component): (Operand, Component)| {
            Some(ScalarSource { source: Source::of(operand, None), component: component as u8 })
        };
        let (a, b) = match alu.scalar_operands() {
            ScalarSources::None => (None, None),
            ScalarSources::One(operand, a) => (scalar((operand, a)), None),
            ScalarSources::Two(operand, a, b) => (scalar((operand, a)), scalar((operand, b))),
            ScalarSources::Apart(a, b) => (scalar(a), scalar(b)),
        };
        Self {
            vector,
            sources: [1, 2, 3].map(|number| {
                let has = number <= vector.operands();
                let reads = has.then(|| vector.reads(number, written.0));
                Source::of(alu.source(number), reads)
            }),
            vector_runs: alu.vector_has_effect(),
            scalar: alu.scalar_opcode,
            a,
            b,
            vector_to: alu.vector_target(stage),
            scalar_to: alu.scalar_target(stage),
            vector_mask: written,
            scalar_mask: alu.scalar_written(),
            ones: alu.ones_written(),
            zeros: alu.zeros_written(),
            vector_clamp: alu.vector_clamp,
            scalar_clamp: alu.scalar_clamp,
        }
    }
}

impl ReadyAlu {
    /// Components that the instruction writes, of whatever.
    pub(crate) fn writes(&self) -> Mask {
        Mask(self.vector_mask.0 | self.scalar_mask.0 | self.ones.0 | self.zeros.0)
    }

    /// Whether it changes anything at all (rule A74).
    pub(crate) fn has_effect(&self) -> bool {
        self.vector_runs || self.scalar != ScalarOpcode::RetainPrev || !self.writes().is_empty()
    }
}

impl Prepared {
    /// Makes a program ready.
    pub fn new(program: &Program) -> Self {
        let mut ready =
            Self { stage: program.stage, flow: Vec::new(), steps: Vec::new(), registers: 0 };
        for instruction in &program.flow {
            let kind = ready.kind(program, instruction);
            ready.flow.push(Flow { kind, instruction: *instruction });
        }
        ready.registers = ready.steps.iter().map(Step::registers).max().unwrap_or(0);
        ready
    }

    /// Its stage.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Temporaries that it may touch: the highest number that it names and one more; all of them if
    /// a number is relative.
    pub fn registers(&self) -> usize {
        self.registers
    }

    fn kind(&mut self, program: &Program, instruction: &ControlFlow) -> FlowKind {
        if let Some(exec) = instruction.exec() {
            let first = self.steps.len() as u32;
            for index in 0..exec.count {
                let (address, fetch) = (exec.address + index, exec.sequence.is_fetch(index));
                let instruction = program.instruction(address, fetch);
                let serialized = exec.sequence.is_serialized(index);
                self.steps.push(Step::of(address, serialized, instruction, program.stage));
            }
            let (condition, ends, count) = (exec.condition, exec.ends, exec.count);
            return FlowKind::Exec { condition, ends, first, count };
        }
        let condition = instruction.condition();
        match *instruction {
            ControlFlow::LoopStart(form) => FlowKind::LoopStart {
                skip: form.target.into(),
                repeat: form.repeat,
                constant: form.constant,
            },
            ControlFlow::LoopEnd(form) => FlowKind::LoopEnd {
                body: form.target.into(),
                constant: form.constant,
                break_on: form.predicated_break.then_some(form.condition),
            },
            ControlFlow::Call(form) => FlowKind::Call { condition, target: form.target.into() },
            ControlFlow::Jump(form) => FlowKind::Jump { condition, target: form.target.into() },
            ControlFlow::Return(_) => FlowKind::Return,
            ControlFlow::Alloc(_) => FlowKind::Alloc,
            _ => FlowKind::Nothing,
        }
    }
}

impl Step {
    fn of(address: u32, serialized: bool, instruction: Option<Instruction>, stage: Stage) -> Self {
        let operation = match &instruction {
            None => Operation::Missing,
            Some(Instruction::Alu(alu)) => Operation::Alu(ReadyAlu::of(alu, stage)),
            Some(Instruction::VertexFetch(fetch)) => Operation::VertexFetch(*fetch),
            // Rule T5: the request has no offsets beyond the dimension.
            Some(Instruction::TextureFetch(fetch)) => Operation::TextureFetch(fetch.normalized()),
        };
        Self {
            address,
            serialized,
            predicate: instruction.as_ref().and_then(Instruction::predicate),
            operation,
            instruction,
        }
    }

    /// Whether it changes anything in the lanes that run it (rules A74 and G8).
    pub(crate) fn has_effect(&self) -> bool {
        match &self.operation {
            Operation::Missing => false,
            Operation::Alu(alu) => alu.has_effect(),
            Operation::VertexFetch(fetch) => {
                !fetch.mini || !fetch.destination_swizzle.mask().is_empty()
            }
            Operation::TextureFetch(fetch) => {
                fetch.opcode.is_set() || !fetch.destination_swizzle.mask().is_empty()
            }
        }
    }

    /// One more than the highest temporary that it names.
    fn registers(&self) -> usize {
        let one = |number: u8, relative: bool| {
            if relative { crate::group::REGISTERS } else { usize::from(number) + 1 }
        };
        let source = |source: &Source| match source.register {
            Register::Temporary(number) => one(number, source.index != Index::Static),
            Register::Constant(_) => 0,
        };
        let to = |to: &Destination| match to.target {
            xenos_ucode::Target::Temporary(number) => one(number, to.index != Index::Static),
            _ => 0,
        };
        match &self.operation {
            Operation::Missing => 0,
            Operation::Alu(alu) => {
                let scalars = alu.a.iter().chain(&alu.b).map(|scalar| source(&scalar.source));
                let vectors = alu.sources.iter().map(source);
                let both = [to(&alu.vector_to), to(&alu.scalar_to)];
                vectors.chain(scalars).chain(both).max().unwrap_or(0)
            }
            Operation::VertexFetch(fetch) => one(fetch.source, fetch.source_relative)
                .max(one(fetch.destination, fetch.destination_relative)),
            Operation::TextureFetch(fetch) => one(fetch.source, fetch.source_relative)
                .max(one(fetch.destination, fetch.destination_relative)),
        }
    }
}
