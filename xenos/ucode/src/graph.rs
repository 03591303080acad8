//! Where control goes: edges between control-flow instructions, and blocks of them.
//!
//! For: what can be reached; blocks, edges with their conditions, loops, calls.
//! Not for: which way a given vertex or pixel takes.
//! Facts: digest section 2.1 (documented).
//!
//! Calls and returns are kept apart from jumps: a call has an edge to the subroutine and one to
//! what stands behind the call, and a return leaves the graph. Whoever needs paths through
//! subroutines joins the two.

use serde::{Deserialize, Serialize};

use crate::flow::{Condition, ControlFlow};
use crate::program::Program;

/// How control leaves the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// It ends.
    End,
    /// It returns from a subroutine. Outside of one a return does nothing, and there is an edge for
    /// that as well.
    Return,
    /// It names a control-flow instruction that is not there.
    Outside,
    /// It runs past the last control-flow instruction.
    RunsOff,
}

/// What an edge stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeKind {
    /// Control goes on to the next instruction.
    Next,
    /// The program ends.
    End,
    /// A jump is taken.
    Jump,
    /// A call is taken.
    Call,
    /// A subroutine has returned to behind its call.
    AfterCall,
    /// A return is taken.
    Return,
    /// A loop is skipped, its count being zero.
    LoopSkip,
    /// A loop goes round.
    LoopRepeat,
    /// A loop is left, its count being reached.
    LoopLeave,
    /// A loop is left by its predicate.
    LoopBreak,
}

/// An edge of the graph. `From` and `to` are blocks in a [`Graph`], and instructions in
/// [`successors`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edge {
    /// Where it starts.
    pub from: u32,
    /// Where it leads; nowhere if it leaves.
    pub to: Option<u32>,
    /// How it leaves the program, if it does.
    pub exit: Option<Exit>,
    /// What it stands for.
    pub kind: EdgeKind,
    /// When it is taken; [`Condition::Always`] where a loop's count decides.
    pub condition: Condition,
}

/// A run of control-flow instructions that is entered at its first and left at its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Block {
    /// The first instruction.
    pub first: u32,
    /// How many.
    pub count: u32,
    /// Whether control can get there.
    pub reachable: bool,
}

/// A loop. The console's compiler ends some in several places, to go on from the middle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Loop {
    /// Its start.
    pub start: u32,
    /// The ends that return to behind its start.
    pub ends: Vec<u32>,
    /// What stands behind it: where the start skips to.
    pub after: u32,
    /// Its constant.
    pub constant: u8,
    /// Loops around it.
    pub depth: u32,
}

/// A call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CallSite {
    /// The call.
    pub flow: u32,
    /// The subroutine's first instruction.
    pub target: u32,
}

/// A program's graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// Blocks, by first instruction.
    pub blocks: Vec<Block>,
    /// Edges between blocks that can be reached.
    pub edges: Vec<Edge>,
    /// Loops, by start.
    pub loops: Vec<Loop>,
    /// Calls, by place.
    pub calls: Vec<CallSite>,
}

/// The other outcome of a condition, if there is one.
const fn otherwise(condition: Condition) -> Option<Condition> {
    match condition {
        Condition::Always => None,
        Condition::Boolean { constant, value } => {
            Some(Condition::Boolean { constant, value: !value })
        }
        Condition::Predicate { value } => Some(Condition::Predicate { value: !value }),
    }
}

/// The edges that leave control-flow instruction `at`, at most three; none if it is not there.
pub fn successors(flow: &[ControlFlow], at: u32) -> Vec<Edge> {
    let count = flow.len() as u32;
    let Some(instruction) = flow.get(at as usize) else { return Vec::new() };
    let next = if at + 1 < count { Ok(at + 1) } else { Err(Exit::RunsOff) };
    let there = |target: u16| {
        let target = u32::from(target);
        if target < count { Ok(target) } else { Err(Exit::Outside) }
    };
    let edge = |to: Result<u32, Exit>, kind, condition| Edge {
        from: at,
        to: to.ok(),
        exit: to.err(),
        kind,
        condition,
    };
    let condition = instruction.condition();
    let mut edges = Vec::with_capacity(3);
    match instruction {
        ControlFlow::LoopStart(start) => {
            edges.push(edge(next, EdgeKind::Next, Condition::Always));
            edges.push(edge(there(start.target), EdgeKind::LoopSkip, Condition::Always));
        }
        ControlFlow::LoopEnd(end) => {
            edges.push(edge(next, EdgeKind::LoopLeave, Condition::Always));
            if end.predicated_break {
                let condition = Condition::Predicate { value: end.condition };
                edges.push(edge(next, EdgeKind::LoopBreak, condition));
            }
            edges.push(edge(there(end.target), EdgeKind::LoopRepeat, Condition::Always));
        }
        ControlFlow::Call(call) => {
            edges.push(edge(there(call.target), EdgeKind::Call, condition));
            edges.push(edge(next, EdgeKind::AfterCall, condition));
            if let Some(not) = otherwise(condition) {
                edges.push(edge(next, EdgeKind::Next, not));
            }
        }
        ControlFlow::Return(_) => {
            edges.push(edge(Err(Exit::Return), EdgeKind::Return, Condition::Always));
            edges.push(edge(next, EdgeKind::Next, Condition::Always));
        }
        ControlFlow::Jump(jump) => {
            edges.push(edge(there(jump.target), EdgeKind::Jump, condition));
            if let Some(not) = otherwise(condition) {
                edges.push(edge(next, EdgeKind::Next, not));
            }
        }
        _ if instruction.exec().is_some_and(|exec| exec.ends) => {
            edges.push(edge(Err(Exit::End), EdgeKind::End, condition));
            if let Some(not) = otherwise(condition) {
                edges.push(edge(next, EdgeKind::Next, not));
            }
        }
        _ => edges.push(edge(next, EdgeKind::Next, Condition::Always)),
    }
    edges
}

/// Whether each control-flow instruction can be reached, outside of subroutines and inside.
pub(crate) fn contexts(flow: &[ControlFlow]) -> Vec<[bool; 2]> {
    let mut reached = vec![[false; 2]; flow.len()];
    let mut work = vec![(0, false)];
    while let Some((at, inside)) = work.pop() {
        let Some(seen) = reached.get_mut(at as usize) else { continue };
        if std::mem::replace(&mut seen[usize::from(inside)], true) {
            continue;
        }
        let edges = successors(flow, at);
        work.extend(
            edges
                .iter()
                .filter(|edge| edge.happens(flow, inside))
                .filter_map(|edge| Some((edge.to?, inside || edge.kind == EdgeKind::Call))),
        );
    }
    reached
}

/// Which control-flow instructions can be reached from the first.
pub fn reachable(flow: &[ControlFlow]) -> Vec<bool> {
    contexts(flow).iter().map(|[outside, inside]| *outside || *inside).collect()
}

/// How control can leave the program.
pub(crate) fn exits(flow: &[ControlFlow]) -> Vec<Exit> {
    let contexts = contexts(flow);
    let taken = |edge: &Edge| {
        let [outside, inside] = contexts[edge.from as usize];
        outside && edge.happens(flow, false) || inside && edge.happens(flow, true)
    };
    let edges = (0..flow.len() as u32).flat_map(|at| successors(flow, at));
    edges.filter(taken).filter_map(|edge| edge.exit).collect()
}

impl Edge {
    /// Whether an edge of [`successors`] is taken inside of subroutines, or outside: a return
    /// leaves inside and goes on outside.
    pub fn happens(&self, flow: &[ControlFlow], inside: bool) -> bool {
        match flow.get(self.from as usize) {
            Some(ControlFlow::Return(_)) => (self.kind == EdgeKind::Return) == inside,
            _ => true,
        }
    }
}

impl Graph {
    /// The graph of a program.
    pub fn of(program: &Program) -> Self {
        let flow = &program.flow;
        let contexts = contexts(flow);
        let reached: Vec<bool> = contexts.iter().map(|c| c[0] || c[1]).collect();
        let all: Vec<Edge> = (0..flow.len() as u32).flat_map(|at| successors(flow, at)).collect();
        let mut leads = vec![false; flow.len() + 1];
        leads[0] = true;
        for edge in &all {
            if edge.kind != EdgeKind::Next
                && let Some(to) = edge.to
            {
                leads[to as usize] = true;
            }
            // Whatever may leave is the last of its block.
            if edge.kind != EdgeKind::Next || edge.condition != Condition::Always {
                leads[edge.from as usize + 1] = true;
            }
        }
        let mut blocks: Vec<Block> = Vec::new();
        let mut block_of = Vec::with_capacity(flow.len());
        for (at, reachable) in reached.iter().enumerate() {
            match blocks.last_mut() {
                Some(block) if !leads[at] && block.reachable == *reachable => block.count += 1,
                _ => {
                    blocks.push(Block { first: at as u32, count: 1, reachable: *reachable });
                }
            }
            block_of.push(blocks.len() as u32 - 1);
        }
        let edges = all
            .iter()
            .filter(|edge| {
                let [outside, inside] = contexts[edge.from as usize];
                outside && edge.happens(flow, false) || inside && edge.happens(flow, true)
            })
            .filter_map(|edge| {
                let from = block_of[edge.from as usize];
                let block = blocks[from as usize];
                let last = edge.from == block.first + block.count - 1;
                last.then(|| Edge { from, to: edge.to.map(|to| block_of[to as usize]), ..*edge })
            })
            .collect();
        Self { blocks, edges, loops: loops(flow), calls: calls(flow) }
    }

    /// Whether control can get to a control-flow instruction.
    pub fn reaches(&self, flow: u32) -> bool {
        let after = self.blocks.partition_point(|block| block.first <= flow);
        after
            .checked_sub(1)
            .and_then(|index| self.blocks.get(index))
            .is_some_and(|block| block.reachable && flow < block.first + block.count)
    }
}

/// Loops with their ends, by the targets that name them.
fn loops(flow: &[ControlFlow]) -> Vec<Loop> {
    let mut found: Vec<Loop> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for (instruction, at) in flow.iter().zip(0u32..) {
        open.retain(|after| *after > at);
        if let ControlFlow::LoopStart(start) = instruction {
            let (after, depth) = (u32::from(start.target), open.len() as u32);
            let constant = start.constant;
            found.push(Loop { start: at, ends: Vec::new(), after, constant, depth });
            open.push(after);
        }
    }
    for (instruction, at) in flow.iter().zip(0u32..) {
        let ControlFlow::LoopEnd(end) = instruction else { continue };
        let Some(start) = u32::from(end.target).checked_sub(1) else { continue };
        if let Ok(index) = found.binary_search_by_key(&start, |found| found.start)
            && let Some(found) = found.get_mut(index)
            && found.constant == end.constant
        {
            found.ends.push(at);
        }
    }
    found
}

fn calls(flow: &[ControlFlow]) -> Vec<CallSite> {
    let call = |(instruction, flow): (&ControlFlow, u32)| match instruction {
        ControlFlow::Call(call) => Some(CallSite { flow, target: u32::from(call.target) }),
        _ => None,
    };
    flow.iter().zip(0u32..).filter_map(call).collect()
}

#[cfg(test)]
mod tests;
