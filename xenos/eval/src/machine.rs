//! The machine: runs a prepared program on a vector of lanes.
//!
//! For: control flow, who votes, what an exec runs, the end, what is counted.
//! Not for: instructions themselves.
//! Facts: `docs/hardware/xenos-microcode.md`, chapters C, G and K.

use xenos_ucode::{Condition, Stage};

use crate::alu::{self, Scratch};
use crate::constants::Constants;
use crate::drag::Dragged;
use crate::fetch::Place;
use crate::group::Group;
use crate::lanes::{LaneMask, QUAD, quads_of};
use crate::observer::{Executed, Observer, Step as Watched};
use crate::paths::{Loop, Path, Paths};
use crate::prepared::{Flow, FlowKind, Operation, Prepared, Step};
use crate::report::{Report, Seen, Unspecified};
use crate::texture::{self, TextureUnit};
use crate::vertex_fetch::{self, Memory};

/// Control-flow instructions that a unit runs at most (rule C13).
pub const FLOW_LIMIT: u64 = 1 << 20;

/// Elements of memory export after which a run ends (rule C15).
pub const STORE_LIMIT: usize = 1 << 22;

/// What bounds a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Control-flow instructions that a unit runs at most.
    pub flow: u64,
    /// Elements of memory export after which a run ends; what is open then is stored as well.
    pub elements: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { flow: FLOW_LIMIT, elements: STORE_LIMIT }
    }
}

/// Runs a program on the group's active lanes to its end.
///
/// Never fails and always ends: what has no specified meaning is counted in the report, and the
/// document names how it goes on.
pub fn run<M, T, O>(
    program: &Prepared,
    constants: &Constants,
    group: &mut Group,
    memory: &M,
    textures: &T,
    observer: &mut O,
    limits: &Limits,
) -> Report
where
    M: Memory + ?Sized,
    T: TextureUnit + ?Sized,
    O: Observer + ?Sized,
{
    let unit = match program.stage {
        Stage::Vertex => 1,
        Stage::Pixel => QUAD,
    };
    if unit == QUAD {
        // A quad runs as a whole (rule G2).
        group.active = quads_of(group.active);
    }
    let mut machine = Machine {
        program,
        constants,
        memory,
        textures,
        observer,
        limits: *limits,
        unit,
        report: Report::default(),
        seen: Seen::default(),
        scratch: Box::default(),
        paths: Paths::new(Path::start(group.active)),
        dragged: Dragged::default(),
        group,
    };
    machine.run();
    let Machine { report, group, .. } = machine;
    // One unit after the other (rule E10); within a unit the order stands.
    group.memory_exports.sort_by_key(|export| export.lane / unit);
    report
}

struct Machine<'a, M: ?Sized, T: ?Sized, O: ?Sized> {
    program: &'a Prepared,
    constants: &'a Constants,
    group: &'a mut Group,
    memory: &'a M,
    textures: &'a T,
    observer: &'a mut O,
    limits: Limits,
    /// Lanes of a unit.
    unit: usize,
    report: Report,
    seen: Seen,
    scratch: Box<Scratch>,
    paths: Paths,
    dragged: Dragged,
}

impl<M, T, O> Machine<'_, M, T, O>
where
    M: Memory + ?Sized,
    T: TextureUnit + ?Sized,
    O: Observer + ?Sized,
{
    fn run(&mut self) {
        while let Some(mut path) = self.paths.take() {
            while path.lanes != 0 {
                self.flow(&mut path);
                self.report.count(&mut self.seen, self.unit);
                if self.paths.yields_to(&path) {
                    self.paths.put(path);
                    break;
                }
            }
        }
    }

    /// Runs one control-flow instruction.
    fn flow(&mut self, path: &mut Path) {
        if path.most + path.ran >= self.limits.flow {
            self.paths.settle(path);
            let over = self.paths.over(path, self.limits.flow);
            self.seen.note(Unspecified::FlowLimit, over);
            self.end(path, over);
            if path.lanes == 0 {
                return;
            }
        }
        if self.group.memory_exports.len() >= self.limits.elements {
            self.seen.note(Unspecified::StoreLimit, path.lanes);
            return self.end(path, path.lanes);
        }
        let Some(flow) = self.program.flow.get(path.at as usize) else {
            self.seen.note(Unspecified::RunsOff, path.lanes);
            return self.end(path, path.lanes);
        };
        path.ran += 1;
        self.report.flow += 1;
        self.dragged.arrive(path.at, path.lanes);
        let killed = self.group.killed;
        self.watch(path, Executed::Flow(&flow.instruction), path.lanes, killed, None);
        self.perform(flow, path);
    }

    fn perform(&mut self, flow: &Flow, path: &mut Path) {
        let next = path.at + 1;
        match flow.kind {
            FlowKind::Nothing => path.at = next,
            FlowKind::Alloc => {
                self.flush(path.lanes);
                path.at = next;
            }
            FlowKind::Exec { condition, ends, first, count } => {
                let (runs, disagreed) = self.exec(condition, path, first as usize, count as usize);
                if ends {
                    // Rule G8.
                    self.seen.note(Unspecified::LanesDisagree, disagreed);
                    self.end(path, runs);
                }
                path.at = next;
            }
            FlowKind::Jump { condition, target } => self.jump(condition, target, path),
            FlowKind::LoopStart { skip, repeat, constant } => {
                path.at = if self.open_loop(path, repeat, constant) { next } else { skip };
            }
            FlowKind::LoopEnd { body, constant, break_on } => {
                self.close_loop(path, body, constant, break_on);
            }
            FlowKind::Call { condition, target } => self.call(condition, target, path),
            FlowKind::Return => path.at = path.calls.pop().unwrap_or(next),
        }
    }

    // Who decides.

    /// The lanes that decide for their units (rule G3).
    fn voters(&self, lanes: LaneMask) -> LaneMask {
        let voters = lanes & self.group.alive();
        voters | lanes & !self.units(voters)
    }

    /// All lanes of the units of which a lane is in the set.
    fn units(&self, lanes: LaneMask) -> LaneMask {
        if self.unit == 1 { lanes } else { quads_of(lanes) }
    }

    /// Lanes of a set whose predicate has a value.
    fn predicate(&self, lanes: LaneMask, value: bool) -> LaneMask {
        lanes & if value { self.group.predicate } else { !self.group.predicate }
    }

    /// The units of which any voter wishes.
    fn any(&self, lanes: LaneMask, wish: LaneMask) -> LaneMask {
        lanes & self.units(self.voters(lanes) & wish)
    }

    /// The units of which all voters wish.
    fn all(&self, lanes: LaneMask, wish: LaneMask) -> LaneMask {
        lanes & !self.units(self.voters(lanes) & !wish)
    }

    // Jumps, calls, loops.

    /// Sends the lanes `taken` to a target, the rest on to the next instruction.
    fn part(&mut self, path: &mut Path, taken: LaneMask, taken_path: Path) {
        if taken == path.lanes {
            *path = taken_path;
            return;
        }
        path.at += 1;
        if taken != 0 {
            path.lanes &= !taken;
            self.paths.put(Path { lanes: taken, ..taken_path });
        }
    }

    /// Rules C6 and G5.
    fn jump(&mut self, condition: Condition, target: u32, path: &mut Path) {
        let (lanes, at) = (path.lanes, path.at);
        let taken = match condition {
            Condition::Always => lanes,
            Condition::Boolean { constant, value } => self.if_boolean(constant, value, lanes),
            Condition::Predicate { value } => {
                let wish = self.predicate(lanes, value);
                let taken = if target > at { self.all(lanes, wish) } else { self.any(lanes, wish) };
                // Helper lanes too, which may come to vote (rule G8).
                self.dragged.drag(wish & !taken, target);
                self.dragged.drag(taken & !wish, at + 1);
                taken
            }
        };
        self.part(path, taken, Path { at: target, ..*path });
    }

    /// Rules C11 and G7.
    fn call(&mut self, condition: Condition, target: u32, path: &mut Path) {
        let (lanes, behind) = (path.lanes, path.at + 1);
        let wish = match condition {
            Condition::Always => lanes,
            Condition::Boolean { constant, value } => self.if_boolean(constant, value, lanes),
            Condition::Predicate { value } => self.predicate(lanes, value),
        };
        let taken = self.any(lanes, wish);
        let mut called = Path { at: target, ..*path };
        if !called.calls.push(behind) {
            self.seen.note(Unspecified::CallDepth, taken);
            path.at = behind;
            return;
        }
        self.dragged.drag(taken & !wish, behind);
        self.part(path, taken, called);
    }

    fn if_boolean(&self, constant: u8, value: bool, lanes: LaneMask) -> LaneMask {
        if self.constants.boolean(constant) == value { lanes } else { 0 }
    }

    /// Rule C7; whether the loop is entered.
    fn open_loop(&mut self, path: &mut Path, repeat: bool, number: u8) -> bool {
        let constant = self.constants.loop_constant(number);
        if path.loops.is_full() {
            self.seen.note(Unspecified::LoopDepth, path.lanes);
            return false;
        }
        if constant.count() == 0 {
            return false;
        }
        self.seen.note_if(repeat, Unspecified::LoopRepeat, path.lanes);
        let base = if repeat { path.loop_index() } else { constant.start() as i32 };
        path.loops.push(Loop {
            constant: number,
            count: constant.count() as i32,
            step: constant.step(),
            iterator: 0,
            base,
        });
        self.loop_register(path);
        true
    }

    /// Counts a loop register that is out of its range (rule C8).
    fn loop_register(&mut self, path: &Path) {
        let value = path.loops.peek().map_or(0, Loop::unclamped);
        let clamped = !(-256..=256).contains(&value);
        self.seen.note_if(clamped, Unspecified::LoopRegisterClamped, path.lanes);
    }

    /// Rules C9 and G6.
    fn close_loop(&mut self, path: &mut Path, body: u32, constant: u8, break_on: Option<bool>) {
        let (lanes, behind) = (path.lanes, path.at + 1);
        let Some(open) = path.loops.top() else {
            self.seen.note(Unspecified::LoopEndOutside, lanes);
            path.at = behind;
            return;
        };
        let differ = open.constant != constant;
        open.iterator += 1;
        let over = open.iterator >= open.count;
        self.seen.note_if(differ, Unspecified::LoopConstantsDiffer, lanes);
        let left = match break_on {
            _ if over => lanes,
            None => 0,
            Some(value) => {
                let wish = self.predicate(lanes, value);
                let left = self.all(lanes, wish);
                self.dragged.drag(lanes & wish & !left, behind);
                left
            }
        };
        let goes_on = Path { at: body, ..*path };
        if lanes != left {
            self.loop_register(&Path { lanes: lanes & !left, ..goes_on });
        }
        path.loops.pop();
        self.part(path, lanes & !left, goes_on);
    }

    // Execs.

    /// Runs an exec's instructions in the units that its condition lets in, which it gives back, with
    /// the voters among them that fail it.
    fn exec(
        &mut self,
        condition: Condition,
        path: &Path,
        first: usize,
        count: usize,
    ) -> (LaneMask, LaneMask) {
        let lanes = path.lanes;
        let (runs, failing) = match condition {
            Condition::Always => (lanes, 0),
            Condition::Boolean { constant, value } => (self.if_boolean(constant, value, lanes), 0),
            Condition::Predicate { value } => {
                let wish = self.predicate(lanes, value);
                let runs = self.any(lanes, wish);
                (runs, runs & !wish)
            }
        };
        if runs == 0 {
            return (0, 0);
        }
        let program = self.program;
        let disagreed = failing & self.voters(lanes);
        let mut missing = 0;
        self.dragged.in_exec(failing);
        for step in program.steps.iter().skip(first).take(count) {
            if matches!(step.operation, Operation::Missing) {
                missing = runs;
            }
            self.step(step, path, runs);
            self.report.count(&mut self.seen, self.unit);
        }
        self.dragged.in_exec(0);
        // Once an exec (rule C3).
        self.seen.note(Unspecified::InstructionMissing, missing);
        (runs, disagreed)
    }

    /// Runs one instruction.
    fn step(&mut self, step: &Step, path: &Path, runs: LaneMask) {
        let lanes = match step.predicate {
            None => runs,
            Some(value) => self.predicate(runs, value),
        };
        let killed = self.group.killed;
        self.report.instructions += 1;
        self.report.lane_instructions += u64::from(lanes.count_ones());
        if lanes != 0 {
            let dragged = self.dragged.lanes() & lanes;
            if dragged != 0 && step.has_effect() {
                // Rule G8.
                self.seen.note(Unspecified::LanesDisagree, dragged & self.voters(runs));
            }
            let Self { group, constants, seen, .. } = self;
            let loop_index = path.loop_index();
            let place = Place { loop_index, lanes };
            match &step.operation {
                Operation::Missing => {}
                Operation::Alu(ready) => {
                    let stage = self.program.stage;
                    let place = alu::Place { stage, loop_index, lanes };
                    alu::run(ready, place, constants, group, &mut self.scratch, seen);
                }
                Operation::VertexFetch(fetch) => {
                    vertex_fetch::run(fetch, place, constants, self.memory, group, seen);
                }
                Operation::TextureFetch(fetch) => {
                    let stage = self.program.stage;
                    texture::run(fetch, place, stage, constants, self.textures, group, seen);
                }
            }
        }
        // What is left out is not serialised (rule C3).
        if step.serialized && !matches!(step.operation, Operation::Missing) {
            self.group.open.serialized(runs);
        }
        let (address, instruction) = (step.address, step.instruction.as_ref());
        let path = Path { lanes: runs, ..*path };
        let what = Executed::Instruction { address, instruction };
        self.watch(&path, what, lanes, killed, Some(&step.operation));
    }

    // Ends.

    /// Stores open memory exports (rules E6 and K3).
    fn flush(&mut self, lanes: LaneMask) {
        let Group { open, killed, covered, memory_exports, .. } = &mut *self.group;
        let late = (open.written() | open.late) & *killed & *covered & lanes;
        self.seen.note(Unspecified::ExportOfKilled, late);
        open.flush(lanes, *covered, memory_exports, &mut self.seen);
    }

    /// Ends the program for these lanes of a path.
    fn end(&mut self, path: &mut Path, lanes: LaneMask) {
        if lanes == 0 {
            return;
        }
        self.flush(lanes);
        if self.program.stage == Stage::Vertex && !self.constants.multipass {
            // Rule E3.
            let whole = self.group.exports.position().written;
            let whole = whole.iter().fold(LaneMask::MAX, |whole, written| whole & written);
            self.seen.note(Unspecified::PositionUnwritten, lanes & self.group.covered & !whole);
        }
        path.lanes &= !lanes;
    }

    fn watch(
        &mut self,
        path: &Path,
        what: Executed<'_>,
        lanes: LaneMask,
        killed_before: LaneMask,
        operation: Option<&Operation>,
    ) {
        let (flow, control, loop_index) = (path.at, path.lanes, path.loop_index());
        let group = &*self.group;
        self.observer.step(&Watched {
            flow,
            what,
            control,
            lanes,
            loop_index,
            killed_before,
            group,
            operation,
        });
    }
}

#[cfg(test)]
mod tests;
