use super::*;
use crate::flow::{Call, Exec, Jump, LoopEnd, LoopStart, Plain, PredExec, Return};
use crate::program::Stage;

fn nop() -> ControlFlow {
    ControlFlow::Nop(Plain::default())
}

fn end() -> ControlFlow {
    ControlFlow::ExecEnd(Exec::default())
}

fn graph(flow: Vec<ControlFlow>) -> Graph {
    Graph::of(&Program { stage: Stage::Pixel, flow, slots: Vec::new() })
}

fn kinds(graph: &Graph) -> Vec<(u32, Option<u32>, EdgeKind)> {
    graph.edges.iter().map(|edge| (edge.from, edge.to, edge.kind)).collect()
}

#[test]
fn a_straight_program_is_one_block_and_padding() {
    let graph = graph(vec![nop(), nop(), end(), nop()]);
    assert_eq!(graph.blocks.len(), 2);
    assert_eq!(graph.blocks[0], Block { first: 0, count: 3, reachable: true });
    assert!(!graph.blocks[1].reachable && graph.reaches(2) && !graph.reaches(3));
    assert!(!graph.reaches(4));
    assert_eq!(kinds(&graph), [(0, None, EdgeKind::End)]);
}

#[test]
fn conditional_jumps_have_two_ways() {
    let jump = Jump { target: 2, boolean: 7, condition: true, ..Jump::default() };
    let graph = graph(vec![ControlFlow::Jump(jump), nop(), end(), nop()]);
    let taken = graph.edges[0];
    assert_eq!((taken.to, taken.kind), (Some(2), EdgeKind::Jump));
    assert_eq!(taken.condition, Condition::Boolean { constant: 7, value: true });
    assert_eq!(graph.edges[1].condition, Condition::Boolean { constant: 7, value: false });
}

#[test]
fn an_end_that_depends_goes_on_otherwise() {
    let pred = PredExec { condition: true, ..PredExec::default() };
    let graph = graph(vec![ControlFlow::PredExecEnd(pred), end()]);
    assert_eq!(
        kinds(&graph),
        [(0, None, EdgeKind::End), (0, Some(1), EdgeKind::Next), (1, None, EdgeKind::End)]
    );
}

#[test]
fn loops_may_end_in_two_places() {
    let start = LoopStart { target: 5, constant: 3, ..LoopStart::default() };
    let last = LoopEnd { target: 1, constant: 3, ..LoopEnd::default() };
    let middle = LoopEnd { predicated_break: true, ..last };
    let graph = graph(vec![
        ControlFlow::LoopStart(start),
        nop(),
        ControlFlow::LoopEnd(middle),
        nop(),
        ControlFlow::LoopEnd(last),
        end(),
    ]);
    assert_eq!(graph.loops, [Loop { start: 0, ends: vec![2, 4], after: 5, constant: 3, depth: 0 }]);
    let leaving: Vec<EdgeKind> =
        graph.edges.iter().filter(|edge| edge.from == 1).map(|edge| edge.kind).collect();
    assert_eq!(leaving, [EdgeKind::LoopLeave, EdgeKind::LoopBreak, EdgeKind::LoopRepeat]);
}

#[test]
fn returns_leave_subroutines_only() {
    let call = Call { target: 3, unconditional: true, ..Call::default() };
    let inside = graph(vec![
        ControlFlow::Call(call),
        end(),
        nop(),
        nop(),
        ControlFlow::Return(Return::default()),
        nop(),
    ]);
    assert!(inside.reaches(4) && !inside.reaches(5) && !inside.reaches(2));
    assert!(inside.edges.iter().any(|edge| edge.exit == Some(Exit::Return)));
    assert_eq!(inside.calls, [CallSite { flow: 0, target: 3 }]);

    let outside = graph(vec![ControlFlow::Return(Return::default()), end()]);
    assert!(outside.reaches(1));
    assert!(outside.edges.iter().all(|edge| edge.kind != EdgeKind::Return));
}

#[test]
fn what_is_not_there_is_an_exit() {
    let jump = Jump { target: 99, unconditional: true, ..Jump::default() };
    let graph = graph(vec![ControlFlow::Jump(jump)]);
    assert_eq!(graph.edges[0].exit, Some(Exit::Outside));
    assert_eq!(self::graph(vec![nop()]).edges[0].exit, Some(Exit::RunsOff));
    assert!(self::graph(Vec::new()).edges.is_empty());
}
