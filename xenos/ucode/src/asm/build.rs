//! Statements to a program: execs, labels, addresses, and what a text may leave out.

use std::collections::BTreeMap;

use super::error::{AsmError, AsmFault, shown};
use super::lex::Token;
use super::places::{Assembled, SourceMap};
use crate::alu::Target;
use crate::codes::AllocKind;
use crate::flow::{Alloc, Condition, ControlFlow, Exec, Plain};
use crate::graph::{Exit, exits};
use crate::instruction::Instruction;
use crate::pieces::Sequence;
use crate::program::{Program, Slot, Stage};

/// Control-flow instructions that addresses allow.
const MOST_FLOW: usize = 2 * 0xFFF;

/// What is wrong with a wait that nothing follows.
const SERIALIZE: &str = "`serialize` stands in front of an ALU or fetch instruction";

/// What a control-flow instruction goes to.
#[derive(Clone, Copy)]
pub(super) enum Goal<'t> {
    /// Nothing.
    None,
    /// A label.
    Label(Token<'t>),
    /// The other half of a loop.
    Match,
}

/// A control-flow instruction with what belongs to it.
struct Part<'t> {
    token: Token<'t>,
    flow: ControlFlow,
    goal: Goal<'t>,
    /// What an exec runs.
    runs: Vec<Run<'t>>,
    /// Where an exec's instructions stand, if the text says it.
    address: Option<u16>,
}

/// An instruction of an exec.
struct Run<'t> {
    token: Token<'t>,
    instruction: Instruction,
    /// It waits.
    serialized: bool,
}

/// Puts a program together.
pub(super) struct Builder<'t> {
    stage: Stage,
    parts: Vec<Part<'t>>,
    labels: BTreeMap<&'t str, usize>,
    /// The last part is an exec that takes instructions; true if the text names it.
    open: Option<bool>,
    /// What exports of execs that the text does not name have room for.
    room: AllocKind,
    serialize: Option<Token<'t>>,
}

impl<'t> Builder<'t> {
    pub(super) const fn new(stage: Stage) -> Self {
        Self {
            stage,
            parts: Vec::new(),
            labels: BTreeMap::new(),
            open: None,
            room: AllocKind::None,
            serialize: None,
        }
    }

    pub(super) const fn stage(&self) -> Stage {
        self.stage
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// A label stands before what comes next.
    pub(super) fn label(&mut self, name: Token<'t>) -> Result<(), AsmError> {
        self.no_serialize()?;
        self.open = None;
        if self.labels.insert(name.text, self.parts.len()).is_some() {
            return Err(name.error(AsmFault::LabelTwice(shown(name.text))));
        }
        Ok(())
    }

    /// The next instruction waits.
    pub(super) fn serialize(&mut self, token: Token<'t>) -> Result<(), AsmError> {
        self.no_serialize()?;
        self.serialize = Some(token);
        Ok(())
    }

    /// What is no instruction cannot wait, and the wait must not wander behind it.
    fn no_serialize(&mut self) -> Result<(), AsmError> {
        match self.serialize.take() {
            Some(token) => Err(token.error(AsmFault::Conflict(SERIALIZE))),
            None => Ok(()),
        }
    }

    fn push(&mut self, part: Part<'t>) -> Result<(), AsmError> {
        if self.parts.len() == MOST_FLOW {
            return Err(part.token.error(AsmFault::Long));
        }
        self.parts.push(part);
        Ok(())
    }

    /// A control-flow instruction that runs nothing.
    pub(super) fn flow(
        &mut self,
        token: Token<'t>,
        flow: ControlFlow,
        goal: Goal<'t>,
    ) -> Result<(), AsmError> {
        self.no_serialize()?;
        if let ControlFlow::Alloc(alloc) = flow {
            self.room = alloc.kind;
        }
        self.open = None;
        self.push(Part { token, flow, goal, runs: Vec::new(), address: None })
    }

    /// An exec that the text names.
    pub(super) fn exec(
        &mut self,
        token: Token<'t>,
        flow: ControlFlow,
        address: Option<u16>,
    ) -> Result<(), AsmError> {
        self.no_serialize()?;
        self.open = Some(true);
        self.push(Part { token, flow, goal: Goal::None, runs: Vec::new(), address })
    }

    /// An instruction.
    pub(super) fn instruction(
        &mut self,
        token: Token<'t>,
        instruction: Instruction,
    ) -> Result<(), AsmError> {
        let run = Run { token, instruction, serialized: self.serialize.take().is_some() };
        if self.open != Some(true) {
            self.make_room(token, &instruction)?;
        }
        match self.parts.last_mut().filter(|_| self.open.is_some()) {
            Some(last) if last.runs.len() < Sequence::LENGTH as usize => {
                last.runs.push(run);
                return Ok(());
            }
            Some(last) => {
                // What runs always or by a constant goes on in another exec.
                let flow = last.flow;
                if matches!(flow.condition(), Condition::Predicate { .. }) {
                    return Err(token.error(AsmFault::Full));
                }
                last.flow = goes_on(flow);
                self.push(Part { token, flow, goal: Goal::None, runs: vec![run], address: None })?;
            }
            None => {
                let exec = Exec { predicate_clean: true, ..Exec::default() };
                let flow = ControlFlow::Exec(exec);
                self.push(Part { token, flow, goal: Goal::None, runs: vec![run], address: None })?;
                self.open = Some(false);
            }
        }
        Ok(())
    }

    /// Puts an alloc before an export that has no room yet. Paths are not looked at: the order of
    /// the text counts.
    fn make_room(&mut self, token: Token<'t>, instruction: &Instruction) -> Result<(), AsmError> {
        let Instruction::Alu(alu) = instruction else { return Ok(()) };
        if !alu.export {
            return Ok(());
        }
        let target = alu.vector_target(self.stage).target;
        let Some(kind) = room_for(target) else { return Ok(()) };
        if kind == self.room && target != Target::MemoryAddress {
            return Ok(());
        }
        let size = u8::from(kind == AllocKind::Memory);
        self.flow(token, ControlFlow::Alloc(Alloc { size, kind, ..Alloc::default() }), Goal::None)
    }

    /// The program, if nothing is wrong with it.
    pub(super) fn finish(mut self, mut errors: Vec<AsmError>) -> Result<Assembled, Vec<AsmError>> {
        if let Some(token) = self.serialize.take() {
            errors.push(token.error(AsmFault::Conflict(SERIALIZE)));
        }
        if self.parts.is_empty() && errors.is_empty() {
            errors.push(AsmError { line: 1, column: 1, fault: AsmFault::Empty });
        }
        if errors.is_empty() {
            self.resolve(&mut errors);
        }
        if errors.is_empty() {
            self.end(&mut errors);
        }
        if !errors.is_empty() {
            errors.truncate(super::ASM_ERRORS);
            return Err(errors);
        }
        self.lay_out().map_err(|error| vec![error])
    }

    /// Sets where control-flow instructions go.
    fn resolve(&mut self, errors: &mut Vec<AsmError>) {
        let mut starts: Vec<usize> = Vec::new();
        let mut targets: Vec<Option<usize>> = vec![None; self.parts.len()];
        for (at, part) in self.parts.iter().enumerate() {
            match (part.goal, &part.flow) {
                (Goal::None, _) => {}
                (Goal::Label(name), _) => match self.labels.get(name.text) {
                    Some(to) => targets[at] = Some(*to),
                    None => errors.push(name.error(AsmFault::Label(shown(name.text)))),
                },
                (Goal::Match, ControlFlow::LoopStart(_)) => starts.push(at),
                (Goal::Match, _) => match starts.pop() {
                    Some(start) => {
                        targets[start] = Some(at + 1);
                        targets[at] = Some(start + 1);
                    }
                    None => errors.push(part.token.error(AsmFault::Loop)),
                },
            }
        }
        errors.extend(
            starts
                .iter()
                .filter_map(|at| self.parts.get(*at))
                .map(|part| part.token.error(AsmFault::Loop)),
        );
        for (part, target) in self.parts.iter_mut().zip(targets) {
            let Some(target) = target.map(|target| target as u16) else { continue };
            match &mut part.flow {
                ControlFlow::LoopStart(form) => form.target = target,
                ControlFlow::LoopEnd(form) => form.target = target,
                ControlFlow::Call(form) => form.target = target,
                ControlFlow::Jump(form) => form.target = target,
                _ => {}
            }
        }
    }

    /// Ends the program if control would run past its last instruction.
    fn end(&mut self, errors: &mut Vec<AsmError>) {
        let flow: Vec<ControlFlow> = self.parts.iter().map(|part| part.flow).collect();
        let outside =
            flow.iter().filter_map(ControlFlow::target).any(|to| to as usize >= flow.len());
        let Some(last) = self.parts.last_mut() else { return };
        let token = last.token;
        if outside || exits(&flow).contains(&Exit::RunsOff) {
            match last.flow {
                ControlFlow::Exec(exec) if self.open == Some(false) && !outside => {
                    last.flow = ControlFlow::ExecEnd(exec);
                }
                _ => {
                    let exec = Exec { predicate_clean: true, ..Exec::default() };
                    if let Err(error) = self.exec(token, ControlFlow::ExecEnd(exec), None) {
                        errors.push(error);
                    }
                }
            }
        }
        if self.parts.len() % 2 == 1 {
            let nop = ControlFlow::Nop(Plain::default());
            if let Err(error) = self.flow(token, nop, Goal::None) {
                errors.push(error);
            }
        }
    }

    /// Gives instructions their addresses.
    fn lay_out(self) -> Result<Assembled, AsmError> {
        let first = (self.parts.len() / 2) as u32;
        let mut next = first;
        let mut lowest = None::<(u32, Token<'_>)>;
        let mut slots: Vec<Slot> = Vec::new();
        let mut places = SourceMap::of(first);
        let mut flow = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            places.flow(part.token.place());
            if part.flow.exec().is_none() {
                flow.push(part.flow);
                continue;
            }
            let address = part.address.map_or(next, u32::from);
            let count = part.runs.len() as u32;
            if address > 0xFFF {
                return Err(part.token.error(AsmFault::Long));
            }
            if count != 0 || address >= first {
                lowest = lowest.filter(|(low, _)| *low <= address).or(Some((address, part.token)));
            }
            next = address + count;
            let mut sequence = Sequence::default();
            for (Run { token, instruction, serialized }, index) in part.runs.iter().zip(0u32..) {
                sequence = sequence.with(index, instruction.is_fetch(), *serialized);
                places.instruction(address + index, token.place());
                let at = (address + index).checked_sub(first);
                let Some(at) = at.map(|at| at as usize) else {
                    return Err(part
                        .token
                        .error(AsmFault::Conflict("the address is inside the control flow")));
                };
                if slots.len() <= at {
                    slots.resize(at + 1, Slot::Unused([0; 3]));
                }
                match slots.get_mut(at) {
                    Some(slot @ Slot::Unused(_)) => *slot = Slot::Used(*instruction),
                    Some(Slot::Used(other)) if other == instruction => {}
                    _ => {
                        return Err(part.token.error(AsmFault::Conflict(
                            "another exec has other instructions at its address",
                        )));
                    }
                }
            }
            flow.push(part.flow.with_run(address, count, sequence));
        }
        match lowest {
            // Without instructions nothing needs an end.
            Some((low, token)) if low != first && !slots.is_empty() => {
                Err(token.error(AsmFault::First(first)))
            }
            _ => Ok(Assembled { program: Program { stage: self.stage, flow, slots }, places }),
        }
    }
}

/// What an export needs room for.
const fn room_for(target: Target) -> Option<AllocKind> {
    match target {
        Target::Position | Target::PointSize => Some(AllocKind::Position),
        Target::Interpolator(_) | Target::Color(_) | Target::Depth => Some(AllocKind::Parameters),
        Target::MemoryAddress | Target::MemoryData(_) => Some(AllocKind::Memory),
        Target::Temporary(_) | Target::Undefined(_) => None,
    }
}

/// An exec that does not end, as the first part of one that does or does not.
const fn goes_on(flow: ControlFlow) -> ControlFlow {
    match flow {
        ControlFlow::ExecEnd(exec) => ControlFlow::Exec(exec),
        ControlFlow::CondExecEnd(exec) => ControlFlow::CondExec(exec),
        ControlFlow::CondExecCleanEnd(exec) => ControlFlow::CondExecClean(exec),
        other => other,
    }
}
