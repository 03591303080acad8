//! Which rows of two programs stand opposite each other.
//!
//! First those that are equal; then, between them, those that are ever less alike: the same
//! operations with the same destination, the same operations, the same destination.

use std::hash::Hash;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::rows::{Item, Rows};
use crate::flow::ControlFlow;
use crate::instruction::Instruction;

/// A row of the first program, of the second, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) a: Option<usize>,
    pub(super) b: Option<usize>,
}

/// What of an instruction has to be the same: which form, operations, destinations.
type Likeness = (u8, Option<(u8, u8)>, Option<(u8, u8, bool)>);

/// Pairs rows, in order.
pub(super) fn align(a: &Rows, b: &Rows) -> Vec<Pair> {
    let items = |rows: &Rows| rows.list.iter().map(|row| row.item).collect::<Vec<_>>();
    let (a, b) = (items(a), items(b));
    let mut pairs = Vec::new();
    exact(&a, &b, &mut pairs);
    pairs
}

fn exact(a: &[Item], b: &[Item], pairs: &mut Vec<Pair>) {
    level(
        a,
        b,
        (0, 0),
        |item| *item,
        pairs,
        |a, b, from, pairs| {
            let all = |item: &Item| likeness(item, true, true);
            level(a, b, from, all, pairs, |a, b, from, pairs| {
                let operations = |item: &Item| likeness(item, true, false);
                level(a, b, from, operations, pairs, |a, b, from, pairs| {
                    let destination = |item: &Item| likeness(item, false, true);
                    level(a, b, from, destination, pairs, |a, b, (at_a, at_b), pairs| {
                        let alone = |row| Pair { a: Some(row), b: None };
                        pairs.extend((at_a..at_a + a.len()).map(alone));
                        let alone = |row| Pair { a: None, b: Some(row) };
                        pairs.extend((at_b..at_b + b.len()).map(alone));
                    });
                });
            });
        },
    );
}

/// Pairs what has the same key, and leaves the runs between to `rest`, with where they start.
fn level<K: Hash + Eq>(
    a: &[Item],
    b: &[Item],
    from: (usize, usize),
    key: impl Fn(&Item) -> K,
    pairs: &mut Vec<Pair>,
    rest: impl Fn(&[Item], &[Item], (usize, usize), &mut Vec<Pair>),
) {
    let keys = |items: &[Item]| items.iter().map(&key).collect::<Vec<K>>();
    // Deletions and insertions side by side come apart; they are one run.
    let (mut in_a, mut in_b) = (0..0, 0..0);
    let flush = |in_a: &mut std::ops::Range<usize>,
                 in_b: &mut std::ops::Range<usize>,
                 pairs: &mut Vec<Pair>| {
        let start = (from.0 + in_a.start, from.1 + in_b.start);
        let (run_a, run_b) = (a.get(in_a.clone()), b.get(in_b.clone()));
        if let (Some(run_a), Some(run_b)) = (run_a, run_b)
            && !(run_a.is_empty() && run_b.is_empty())
        {
            rest(run_a, run_b, start, pairs);
        }
    };
    for op in capture_diff_slices(Algorithm::Myers, &keys(a), &keys(b)) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            flush(&mut in_a, &mut in_b, pairs);
            pairs.extend((0..len).map(|index| Pair {
                a: Some(from.0 + old_index + index),
                b: Some(from.1 + new_index + index),
            }));
            in_a = old_index + len..old_index + len;
            in_b = new_index + len..new_index + len;
        } else {
            in_a.end = op.old_range().end;
            in_b.end = op.new_range().end;
        }
    }
    flush(&mut in_a, &mut in_b, pairs);
}

/// The key of a row, of what has to be alike.
fn likeness(item: &Item, operations: bool, destination: bool) -> Likeness {
    let (form, does, goes) = match item {
        Item::Flow(flow) => {
            let (form, alike) = match flow {
                _ if flow.exec().is_some() => (0, true),
                ControlFlow::Jump(_) | ControlFlow::Call(_) => (1, true),
                _ => (2, false),
            };
            // Execs and branches of all conditions are alike; nothing else is like another.
            let code = flow.opcode().code();
            let operation = if alike && !operations { (0, 0) } else { (code, 0) };
            return (form, Some(operation), None);
        }
        Item::Instruction(Instruction::Alu(alu), _) => (
            3,
            (alu.vector_opcode.code(), alu.scalar_opcode.code()),
            if alu.vector_is_filler() {
                (alu.scalar_destination, 1, alu.export)
            } else {
                (alu.vector_destination, 0, alu.export)
            },
        ),
        Item::Instruction(Instruction::VertexFetch(fetch), _) => {
            (4, (0, u8::from(fetch.mini)), (fetch.destination, 0, false))
        }
        Item::Instruction(Instruction::TextureFetch(fetch), _) => {
            (5, (fetch.opcode.code(), fetch.dimension.code()), (fetch.destination, 0, false))
        }
    };
    (form, operations.then_some(does), destination.then_some(goes))
}
