//! Random programs: statements inside one another, then addresses.

use xenos_ucode::codes::{AddressMode, AllocKind, FetchOpcode, ScalarOpcode, VectorOpcode};
use xenos_ucode::{
    Alloc, Alu, Call, CondExec, Condition, ControlFlow, Exec, FetchSwizzle, Instruction, Jump,
    LoopEnd, LoopStart, Mask, Plain, PredExec, Program, Return, Sequence, Slot, Stage, Swizzle,
    TextureFetch, VertexFetch,
};

use crate::instructions::{Around, TEMPORARIES, alu, export, texture, vertex};
use crate::{Numbers, Options};

/// Subroutines that call one another in order: no more nest.
const SUBROUTINES: u32 = 4;

/// Loops of the main part and of a subroutine; together no more nest than the chip has.
const LOOPS: u32 = 2;

/// A control-flow instruction, and what it runs.
struct Part {
    flow: ControlFlow,
    runs: Vec<Instruction>,
}

pub(crate) struct Builder<'a> {
    stage: Stage,
    options: &'a Options,
    numbers: &'a mut Numbers,
    parts: Vec<Part>,
    left: u32,
    /// Calls of subroutines: part and subroutine.
    calls: Vec<(usize, u32)>,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Inside {
    /// Loops around it here.
    loops: u32,
    /// The subroutine that may be called next.
    next: u32,
    /// A subroutine that some loop may be around.
    subroutine: bool,
}

impl<'a> Builder<'a> {
    pub(crate) const fn new(stage: Stage, options: &'a Options, numbers: &'a mut Numbers) -> Self {
        let left = options.size;
        Self { stage, options, numbers, parts: Vec::new(), left, calls: Vec::new() }
    }

    const fn around(&self, inside: Inside, predicate: Option<bool>) -> Around<'a> {
        let (options, stage) = (self.options, self.stage);
        Around { options, stage, looped: inside.loops > 0, predicate }
    }

    fn push(&mut self, flow: ControlFlow, runs: Vec<Instruction>) -> usize {
        let absolute = self.options.hints && self.numbers.chance(20);
        let mode = if absolute { AddressMode::Absolute } else { AddressMode::Relative };
        self.parts.push(Part { flow: flow.with_address_mode(mode), runs });
        self.parts.len() - 1
    }

    fn exec(&mut self, runs: Vec<Instruction>) {
        let exec = Exec { predicate_clean: self.clean(), ..Exec::default() };
        self.push(ControlFlow::Exec(exec), runs);
    }

    fn clean(&mut self) -> bool {
        !self.options.hints || !self.numbers.chance(3)
    }

    pub(crate) fn program(mut self) -> Program {
        self.first();
        let main = Inside { loops: 0, next: 0, subroutine: false };
        self.body(main, self.options.size);
        self.last();
        let called = self.subroutines();
        for (part, subroutine) in std::mem::take(&mut self.calls) {
            let Some(target) = called.get(subroutine as usize) else { continue };
            if let Some(ControlFlow::Call(call)) = self.parts.get_mut(part).map(|p| &mut p.flow) {
                call.target = *target;
            }
        }
        self.lay_out()
    }

    /// Writes everything that the rest may read.
    fn first(&mut self) {
        let mut runs: Vec<Instruction> = Vec::new();
        if self.stage == Stage::Vertex {
            let main = Inside { loops: 0, next: 0, subroutine: false };
            let around = self.around(main, None);
            runs.push(Instruction::VertexFetch(VertexFetch {
                source: 0,
                source_relative: false,
                source_component: xenos_ucode::codes::Component::X,
                destination: 1,
                destination_swizzle: FetchSwizzle::XYZW,
                predicated: false,
                predicate_condition: false,
                ..vertex(&around, self.numbers, false)
            }));
        }
        for register in 0..TEMPORARIES {
            // Inputs stay: the fetched vertex, and interpolators.
            let input = if self.stage == Stage::Vertex { register == 1 } else { register < 4 };
            let constant = self.numbers.below(256) as u8;
            let mut copy =
                Alu { vector_destination: register as u8, vector_mask: Mask::ALL, ..Alu::nop() };
            // The vertex's number is kept in x.
            if self.stage == Stage::Vertex && register == 0 {
                copy.vector_mask = Mask(0b1110);
            }
            (copy.source_1, copy.temporary_1) = (constant, false);
            (copy.source_2, copy.temporary_2) = (constant, false);
            if !input {
                runs.push(Instruction::Alu(copy));
            }
        }
        runs.push(Instruction::Alu(
            Alu {
                vector_opcode: VectorOpcode::MaxA,
                source_1: 2,
                source_2: 2,
                scalar_opcode: ScalarOpcode::SetpGt,
                source_3: 3,
                swizzle_3: Swizzle(0xFF),
                ..Alu::nop()
            }
            .normalized(),
        ));
        if self.options.textures {
            for opcode in
                [FetchOpcode::SetLod, FetchOpcode::SetGradientH, FetchOpcode::SetGradientV]
            {
                let plain = TextureFetch::plain(opcode, xenos_ucode::codes::Dimension::D1);
                runs.push(Instruction::TextureFetch(
                    TextureFetch { source: 2, ..plain }.normalized(),
                ));
            }
            // Somebody uses what is set.
            runs.push(Instruction::TextureFetch(
                TextureFetch {
                    destination: 5,
                    source: 2,
                    use_computed_lod: false,
                    use_register_lod: true,
                    use_register_gradients: true,
                    ..TextureFetch::plain(FetchOpcode::Fetch, xenos_ucode::codes::Dimension::D2)
                }
                .normalized(),
            ));
        }
        for six in runs.chunks(6) {
            self.exec(six.to_vec());
        }
    }

    fn instructions(
        &mut self,
        inside: Inside,
        predicate: Option<bool>,
        most: u32,
    ) -> Vec<Instruction> {
        let around = self.around(inside, predicate);
        let count = self.numbers.below(most + 1);
        (0..count)
            .map(|_| match self.numbers.below(5) {
                0 if self.stage == Stage::Vertex => {
                    let mini = self.numbers.chance(3);
                    Instruction::VertexFetch(vertex(&around, self.numbers, mini))
                }
                1 if self.options.textures => {
                    Instruction::TextureFetch(texture(&around, self.numbers))
                }
                _ if self.numbers.chance(20) => Instruction::Alu(Alu {
                    predicated: predicate.is_some(),
                    predicate_condition: predicate == Some(true),
                    ..Alu::nop()
                }),
                _ => Instruction::Alu(alu(&around, self.numbers)),
            })
            .collect()
    }

    /// Some statements, at most `most`, and fewer where none are left.
    fn body(&mut self, inside: Inside, most: u32) {
        let count = 1 + self.numbers.below(most.clamp(1, 64));
        for _ in 0..count {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            self.statement(inside);
        }
    }

    fn statement(&mut self, inside: Inside) {
        match self.numbers.below(9) {
            0 if self.options.loops && inside.loops < LOOPS => self.looped(inside),
            1 if self.options.calls && inside.next < SUBROUTINES && !self.too_deep(inside) => {
                let (call, subroutine) =
                    (self.call(), self.numbers.below(SUBROUTINES - inside.next));
                let part = self.push(call, Vec::new());
                self.calls.push((part, inside.next + subroutine));
            }
            2 if self.options.jumps => self.jump(inside),
            3 => {
                self.push(ControlFlow::Nop(Plain::default()), Vec::new());
            }
            4 => {
                let condition = self.numbers.chance(2);
                let runs = self.instructions(inside, Some(condition), 6);
                let (predicate_clean, (yields, vertex_cache)) = (self.clean(), self.hints());
                let exec = PredExec {
                    condition,
                    predicate_clean,
                    yields,
                    vertex_cache,
                    ..PredExec::default()
                };
                self.push(ControlFlow::PredExec(exec), runs);
            }
            5 => {
                let runs = self.instructions(inside, None, 6);
                let (yields, vertex_cache) = self.hints();
                let (boolean, condition) = (self.numbers.below(256) as u8, self.numbers.chance(2));
                let exec =
                    CondExec { boolean, condition, yields, vertex_cache, ..CondExec::default() };
                let flow = if self.clean() {
                    ControlFlow::CondExecClean(exec)
                } else {
                    ControlFlow::CondExec(exec)
                };
                self.push(flow, runs);
            }
            _ => {
                let runs = self.instructions(inside, None, 6);
                let (predicate_clean, (yields, vertex_cache)) = (self.clean(), self.hints());
                let exec = Exec { predicate_clean, yields, vertex_cache, ..Exec::default() };
                self.push(ControlFlow::Exec(exec), runs);
            }
        }
    }

    fn hints(&mut self) -> (bool, u8) {
        let hints = self.options.hints;
        let yields = hints && self.numbers.chance(5);
        (yields, if hints && self.numbers.chance(5) { self.numbers.below(64) as u8 } else { 0 })
    }

    /// Loops of subroutines add to those around the call: none is called from loops inside them.
    const fn too_deep(&self, inside: Inside) -> bool {
        inside.subroutine && inside.loops > 0
    }

    fn looped(&mut self, inside: Inside) {
        let constant = self.numbers.below(32) as u8;
        let repeat = self.numbers.chance(3);
        let start = self.push(
            ControlFlow::LoopStart(LoopStart { constant, repeat, ..LoopStart::default() }),
            Vec::new(),
        );
        self.body(Inside { loops: inside.loops + 1, ..inside }, 4);
        let predicated_break = self.numbers.chance(2);
        let condition = predicated_break && self.numbers.chance(2);
        let end = self.push(
            ControlFlow::LoopEnd(LoopEnd {
                target: start as u16 + 1,
                constant,
                predicated_break,
                condition,
                ..LoopEnd::default()
            }),
            Vec::new(),
        );
        if let Some(ControlFlow::LoopStart(start)) = self.parts.get_mut(start).map(|p| &mut p.flow)
        {
            start.target = end as u16 + 1;
        }
    }

    /// A condition of a branch: always one time in four.
    fn condition(&mut self) -> Condition {
        match self.numbers.below(4) {
            0 => Condition::Always,
            1 => Condition::Predicate { value: self.numbers.chance(2) },
            _ => Condition::Boolean {
                constant: self.numbers.below(256) as u8,
                value: self.numbers.chance(2),
            },
        }
    }

    fn call(&mut self) -> ControlFlow {
        let mut call = Call::default();
        match self.condition() {
            Condition::Always => call.unconditional = true,
            Condition::Predicate { value } => (call.predicated, call.condition) = (true, value),
            Condition::Boolean { constant, value } => {
                (call.boolean, call.condition) = (constant, value);
            }
        }
        ControlFlow::Call(call)
    }

    /// A jump over some statements, or over none if it is always taken.
    fn jump(&mut self, inside: Inside) {
        let mut jump =
            Jump { direction: self.options.hints && self.numbers.chance(3), ..Jump::default() };
        match self.condition() {
            Condition::Always => jump.unconditional = true,
            Condition::Predicate { value } => (jump.predicated, jump.condition) = (true, value),
            Condition::Boolean { constant, value } => {
                (jump.boolean, jump.condition) = (constant, value);
            }
        }
        let part = self.push(ControlFlow::Jump(jump), Vec::new());
        if !jump.unconditional {
            self.body(inside, 3);
        }
        let target = self.parts.len() as u16;
        if let Some(ControlFlow::Jump(jump)) = self.parts.get_mut(part).map(|p| &mut p.flow) {
            jump.target = target;
        }
    }

    /// Exports, and the end.
    fn last(&mut self) {
        let main = Inside { loops: 0, next: 0, subroutine: false };
        if self.options.hints && self.numbers.chance(3) {
            let done = ControlFlow::MarkVertexFetchesDone(Plain::default());
            // No vertex fetch follows: exports are of other kinds.
            self.push(done, Vec::new());
        }
        if self.options.memory && self.numbers.chance(3) {
            self.memory(main);
        }
        let (kinds, registers): (&[AllocKind], [&[u8]; 2]) = match self.stage {
            Stage::Vertex => {
                (&[AllocKind::Position, AllocKind::Parameters], [&[62, 63], &[0, 1, 2, 9, 15]])
            }
            Stage::Pixel => (&[AllocKind::Parameters], [&[0, 1, 2, 3, 61], &[]]),
        };
        for (kind, registers) in kinds.iter().zip(registers) {
            self.alloc(*kind);
            let around = self.around(main, None);
            let count = self.numbers.below(6);
            let mut runs: Vec<Instruction> = (0..count)
                .map(|_| {
                    let register = registers
                        .get(self.numbers.below(registers.len() as u32) as usize)
                        .copied()
                        .unwrap_or_default();
                    Instruction::Alu(export(&around, self.numbers, register))
                })
                .collect();
            // One at least, whatever the predicate.
            runs.push(Instruction::Alu(Alu {
                export: true,
                vector_destination: registers.first().copied().unwrap_or_default(),
                vector_mask: Mask::ALL,
                source_1: 4,
                source_2: 5,
                ..Alu::nop()
            }));
            self.exec(runs);
        }
        // The last exec ends the program, or an empty one behind it does.
        match self.parts.last_mut().map(|part| &mut part.flow) {
            Some(flow) if self.numbers.chance(2) => {
                if let ControlFlow::Exec(exec) = *flow {
                    *flow = ControlFlow::ExecEnd(exec);
                }
            }
            _ => {
                // One that ends by a condition, and one that ends in any case.
                if self.numbers.chance(2) {
                    let (boolean, condition) =
                        (self.numbers.below(256) as u8, self.numbers.chance(2));
                    let exec = CondExec { boolean, condition, ..CondExec::default() };
                    let flow = match self.numbers.below(3) {
                        0 => ControlFlow::CondExecEnd(exec),
                        1 => ControlFlow::CondExecCleanEnd(exec),
                        _ => {
                            ControlFlow::PredExecEnd(PredExec { condition, ..PredExec::default() })
                        }
                    };
                    self.push(flow, Vec::new());
                }
                self.push(ControlFlow::ExecEnd(Exec::default()), Vec::new());
            }
        }
    }

    fn alloc(&mut self, kind: AllocKind) {
        let hints = self.options.hints;
        let alloc = Alloc {
            kind,
            size: if hints { self.numbers.below(8) as u8 } else { 1 },
            unserialized: hints && self.numbers.chance(3),
            ..Alloc::default()
        };
        self.push(ControlFlow::Alloc(alloc), Vec::new());
    }

    fn memory(&mut self, main: Inside) {
        self.alloc(AllocKind::Memory);
        let address = Alu {
            export: true,
            vector_destination: 32,
            vector_opcode: VectorOpcode::Mad,
            vector_mask: Mask::ALL,
            source_1: 4,
            source_2: 5,
            temporary_2: false,
            source_3: self.numbers.below(256) as u8,
            temporary_3: false,
            ..Alu::nop()
        };
        let mut runs = vec![Instruction::Alu(address)];
        let around = self.around(main, None);
        for _ in 0..=self.numbers.below(4) {
            let register = 33 + self.numbers.below(5) as u8;
            runs.push(Instruction::Alu(export(&around, self.numbers, register)));
        }
        self.exec(runs);
    }

    /// Subroutines behind the end, as far as any is called; gives their first instructions.
    fn subroutines(&mut self) -> Vec<u16> {
        let mut starts = Vec::new();
        for number in 0..SUBROUTINES {
            starts.push(self.parts.len() as u16);
            if !self.calls.iter().any(|(_, subroutine)| *subroutine == number) {
                continue;
            }
            self.left = 4;
            self.body(Inside { loops: 0, next: number + 1, subroutine: true }, 4);
            self.push(ControlFlow::Return(Return::default()), Vec::new());
        }
        starts
    }

    fn lay_out(mut self) -> Program {
        if self.parts.len() % 2 == 1 {
            self.push(ControlFlow::Nop(Plain::default()), Vec::new());
        }
        let mut next = (self.parts.len() / 2) as u16;
        let mut slots = Vec::new();
        let mut flow = Vec::new();
        for mut part in self.parts {
            let mut sequence = Sequence::default();
            for (run, index) in part.runs.iter().zip(0..) {
                let waits = self.options.hints && self.numbers.chance(6);
                sequence = sequence.with(index, run.is_fetch(), waits);
                slots.push(Slot::Used(*run));
            }
            let count = part.runs.len() as u8;
            match &mut part.flow {
                ControlFlow::Exec(e) | ControlFlow::ExecEnd(e) => {
                    (e.address, e.count, e.sequence) = (next, count, sequence);
                }
                ControlFlow::PredExec(e) | ControlFlow::PredExecEnd(e) => {
                    (e.address, e.count, e.sequence) = (next, count, sequence);
                }
                ControlFlow::CondExec(e)
                | ControlFlow::CondExecEnd(e)
                | ControlFlow::CondExecClean(e)
                | ControlFlow::CondExecCleanEnd(e) => {
                    (e.address, e.count, e.sequence) = (next, count, sequence);
                }
                _ => {}
            }
            next += u16::from(count);
            flow.push(part.flow);
        }
        Program { stage: self.stage, flow, slots }.normalized()
    }
}
