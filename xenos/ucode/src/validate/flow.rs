//! What is possible at each instruction, on all paths: a forward flow until nothing is new.

use super::state::{Check, PREDICATE, State};
use super::{Remarks, Rule};
use crate::analysis::Analysis;
use crate::flow::{Condition, ControlFlow};
use crate::graph::{EdgeKind, Graph, contexts, successors};
use crate::program::Program;

/// States in front of control-flow instructions.
struct Flow<'p> {
    program: &'p Program,
    before: Vec<State>,
    /// Where all returns meet.
    returned: State,
    calls: Vec<u32>,
    contexts: Vec<[bool; 2]>,
}

impl Flow<'_> {
    /// The state behind a control-flow instruction.
    fn after(&self, at: u32) -> State {
        let mut state = self.before[at as usize];
        let Some(flow) = self.program.flow.get(at as usize) else { return state };
        if let ControlFlow::Alloc(alloc) = flow {
            state.alloc(alloc.kind);
        }
        let temporaries = state.temporaries;
        for (_, _, instruction) in self.program.run_by(at as usize) {
            state.step(self.program, &instruction, None);
        }
        // What a condition guards may stay unwritten.
        if flow.exec().is_some_and(|exec| exec.condition != Condition::Always) {
            state.temporaries = temporaries;
        }
        state
    }

    /// Goes on until nothing is new.
    fn settle(&mut self) {
        let mut work = vec![0u32];
        while let Some(at) = work.pop() {
            let after = self.after(at);
            let inside = self.contexts.get(at as usize).copied().unwrap_or_default();
            for edge in successors(&self.program.flow, at) {
                let happens = inside[0] && edge.happens(&self.program.flow, false)
                    || inside[1] && edge.happens(&self.program.flow, true);
                if !happens {
                    continue;
                }
                let mut state = after;
                match edge.kind {
                    EdgeKind::Return => {
                        if self.returned.join(&state) {
                            work.extend(&self.calls);
                        }
                        continue;
                    }
                    EdgeKind::AfterCall => {
                        if self.returned == State::NEVER {
                            continue;
                        }
                        state = State { depths: after.depths, ..self.returned };
                    }
                    EdgeKind::Next if is_loop(&self.program.flow, at) => {
                        state.depths = state.depths << 1 & 0x3F | state.depths & 0x20;
                    }
                    EdgeKind::LoopLeave | EdgeKind::LoopBreak => {
                        // Without a loop around there is nothing to leave.
                        state.depths = after.depths >> 1 | after.depths & 0x21;
                    }
                    _ => {}
                }
                let Some(to) = edge.to else { continue };
                if let Some(before) = self.before.get_mut(to as usize)
                    && before.join(&state)
                {
                    work.push(to);
                }
            }
        }
    }
}

fn is_loop(flow: &[ControlFlow], at: u32) -> bool {
    matches!(flow.get(at as usize), Some(ControlFlow::LoopStart(_)))
}

/// Adds what paths show. `deep` says that too many loops are known already.
pub(super) fn flow(program: &Program, graph: &Graph, deep: bool, remarks: &mut Remarks) {
    if program.flow.is_empty() {
        return;
    }
    let mut flow = Flow {
        program,
        before: vec![State::NEVER; program.flow.len()],
        returned: State::NEVER,
        calls: graph.calls.iter().map(|call| call.flow).collect(),
        contexts: contexts(&program.flow),
    };
    flow.before[0] = State::start(program.stage);
    flow.settle();
    let Analysis { mut inputs, unwritten, .. } = Analysis::of(program);
    inputs.extend(unwritten);
    for (instruction, number) in program.flow.iter().zip(0u32..) {
        let mut state = flow.before[number as usize];
        if state == State::NEVER {
            continue;
        }
        let needs = match instruction {
            ControlFlow::LoopEnd(end) => end.predicated_break,
            _ => matches!(instruction.condition(), Condition::Predicate { .. }),
        };
        if needs && state.unset & PREDICATE != 0 {
            remarks.flow(Rule::PredicateUnset, number, instruction.opcode().name());
        }
        if !deep && matches!(instruction, ControlFlow::LoopStart(_)) && state.depths & 0x30 != 0 {
            remarks.flow(Rule::LoopDepth, number, "four loops or more may be around it");
        }
        let predicated =
            matches!(instruction, ControlFlow::PredExec(_) | ControlFlow::PredExecEnd(_));
        for (address, _, run) in program.run_by(number as usize) {
            if predicated && run.predicate().is_none() {
                remarks.at(Rule::Unpredicated, address, "it has no predicate");
            }
            let mut check = Check { address, inputs: &inputs, remarks };
            state.step(program, &run, Some(&mut check));
        }
    }
}
