//! What normalisation removed from a program.

use serde::Serialize;

use crate::flow::{
    Alloc, Call, CondExec, ControlFlow, Exec, Jump, LoopEnd, LoopStart, Plain, PredExec, Return,
};
use crate::instruction::Instruction;
use crate::part::Layout;
use crate::program::{Program, Slot};

/// A field whose value had no effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// The number of the control-flow instruction that has it, if one has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow: Option<u32>,
    /// The address of the instruction that has it, if one has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u32>,
    /// The field, or `words` where no exec runs them.
    pub field: &'static str,
    /// Its bits; of words, the first that is not zero.
    pub was: u32,
    /// Its bits in the normal form.
    pub becomes: u32,
}

/// What differs between a program and its normal form, in order.
pub(super) fn dropped(program: &Program, normal: &Program) -> Vec<Dropped> {
    let mut all = Vec::new();
    for ((was, becomes), number) in program.flow.iter().zip(&normal.flow).zip(0u32..) {
        let note = |field, was, becomes| Dropped {
            flow: Some(number),
            address: None,
            field,
            was,
            becomes,
        };
        each(&flow_fields(was), &flow_fields(becomes), note, &mut all);
    }
    let addresses = program.first_address()..;
    for ((was, becomes), address) in program.slots.iter().zip(&normal.slots).zip(addresses) {
        let note = |field, was, becomes| Dropped {
            flow: None,
            address: Some(address),
            field,
            was,
            becomes,
        };
        match (was, becomes) {
            (Slot::Used(was), Slot::Used(becomes)) => {
                each(&instruction_fields(was), &instruction_fields(becomes), note, &mut all);
            }
            (Slot::Unused(words), _) => {
                all.extend(words.iter().find(|word| **word != 0).map(|w| note("words", *w, 0)));
            }
            _ => {}
        }
    }
    all
}

type Fields = Vec<(&'static str, u32)>;

fn each(
    was: &Fields,
    becomes: &Fields,
    note: impl Fn(&'static str, u32, u32) -> Dropped,
    all: &mut Vec<Dropped>,
) {
    let differ = was.iter().zip(becomes).filter(|(was, becomes)| was != becomes);
    all.extend(differ.map(|((field, was), (_, becomes))| note(field, *was, *becomes)));
}

fn fields<L: Layout>(form: &L) -> Fields {
    let mut fields = Fields::new();
    form.visit(|field, value| {
        let mask = base_word::mask(field.hi - field.lo + 1);
        fields.push((field.name, value & mask));
    });
    fields
}

pub(super) fn instruction_fields(instruction: &Instruction) -> Fields {
    match instruction {
        Instruction::Alu(alu) => fields(alu),
        Instruction::VertexFetch(fetch) => fields(fetch),
        Instruction::TextureFetch(fetch) => fields(fetch),
    }
}

fn flow_fields(flow: &ControlFlow) -> Fields {
    use ControlFlow as F;
    match flow {
        F::Nop(form) | F::MarkVertexFetchesDone(form) => fields::<Plain>(form),
        F::Exec(form) | F::ExecEnd(form) => fields::<Exec>(form),
        F::CondExec(form)
        | F::CondExecEnd(form)
        | F::CondExecClean(form)
        | F::CondExecCleanEnd(form) => fields::<CondExec>(form),
        F::PredExec(form) | F::PredExecEnd(form) => fields::<PredExec>(form),
        F::LoopStart(form) => fields::<LoopStart>(form),
        F::LoopEnd(form) => fields::<LoopEnd>(form),
        F::Call(form) => fields::<Call>(form),
        F::Return(form) => fields::<Return>(form),
        F::Jump(form) => fields::<Jump>(form),
        F::Alloc(form) => fields::<Alloc>(form),
    }
}
