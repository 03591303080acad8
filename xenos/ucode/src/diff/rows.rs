//! A program as rows: what the listing shows, without numbers and addresses.

use std::collections::{BTreeMap, BTreeSet};

use crate::disasm::{Style, flow_line, line};
use crate::flow::ControlFlow;
use crate::instruction::Instruction;
use crate::pieces::Sequence;
use crate::program::{Program, Stage};

/// What a row says, whatever stands around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    /// Control flow, without target, and without the place and number of what an exec runs.
    Flow(ControlFlow),
    /// An instruction, and whether it is serialised.
    Instruction(Instruction, bool),
}

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) item: Item,
    /// The number of the control-flow instruction.
    pub(super) flow: u32,
    pub(super) address: Option<u32>,
    /// The control-flow instruction that it names.
    pub(super) target: Option<u32>,
    /// Some control-flow instruction names it.
    pub(super) targeted: bool,
}

/// A program's rows.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) stage: Stage,
    pub(super) list: Vec<Row>,
    /// Rows of the control-flow instructions that have one.
    starts: BTreeMap<u32, usize>,
    /// The number behind the last control-flow instruction.
    pub(super) end: u32,
}

impl Rows {
    /// The rows of a program in its normal form.
    pub(super) fn of(program: &Program) -> Self {
        let targets: BTreeSet<u32> = program.flow.iter().filter_map(ControlFlow::target).collect();
        let end = program.flow.len() as u32;
        let mut rows =
            Self { stage: program.stage, list: Vec::new(), starts: BTreeMap::new(), end };
        // The row of the exec that the next one may go on.
        let mut open: Option<(usize, ControlFlow)> = None;
        for (flow, number) in program.flow.iter().zip(0u32..) {
            let targeted = targets.contains(&number);
            if matches!(flow, ControlFlow::Nop(_)) && !targeted {
                continue;
            }
            let before = open.filter(|(_, before)| !targeted && goes_on(before, flow));
            if let Some((row, _)) = before {
                // It may be the one that ends.
                if let Some(row) = rows.list.get_mut(row) {
                    row.item = Item::Flow(bare(flow));
                }
                open = Some((row, *flow));
            } else {
                rows.starts.insert(number, rows.list.len());
                open = flow.exec().map(|_| (rows.list.len(), *flow));
                rows.list.push(Row {
                    item: Item::Flow(bare(flow)),
                    flow: number,
                    address: None,
                    target: flow.target(),
                    targeted,
                });
            }
            for (address, serialized, instruction) in program.run_by(number as usize) {
                rows.list.push(Row {
                    item: Item::Instruction(instruction, serialized),
                    flow: number,
                    address: Some(address),
                    target: None,
                    targeted: false,
                });
            }
        }
        rows
    }

    /// The row of a control-flow instruction that is named.
    pub(super) fn row_of(&self, flow: u32) -> Option<usize> {
        self.starts.get(&flow).copied()
    }
}

impl Row {
    /// Its text; `label` is the number of its target.
    pub(super) fn text(&self, stage: Stage, label: u32) -> String {
        let text = match self.item {
            Item::Flow(flow) => flow_line(&with_target(flow, label), stage),
            Item::Instruction(instruction, serialized) => {
                let wait = if serialized { "serialize " } else { "" };
                let text = line(&instruction, stage, Style::Complete);
                let mut text = text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
                text.insert_str(0, wait);
                text
            }
        };
        text.trim().to_owned()
    }
}

/// Whether the second of two neighbouring execs only goes on what the first does: the same
/// condition, which nothing between the two can change, and the same hints.
fn goes_on(first: &ControlFlow, second: &ControlFlow) -> bool {
    use crate::flow::Condition;
    let same_mode = first.address_mode() == second.address_mode();
    match (first.exec(), second.exec()) {
        (Some(a), Some(b)) => {
            same_mode
                && !a.ends
                && a.condition == b.condition
                && !matches!(a.condition, Condition::Predicate { .. })
                && (a.yields, a.predicate_clean, a.vertex_cache)
                    == (b.yields, b.predicate_clean, b.vertex_cache)
        }
        _ => false,
    }
}

/// The instruction without what stands elsewhere in its program.
fn bare(flow: &ControlFlow) -> ControlFlow {
    with_target(*flow, 0).with_run(0, 0, Sequence::default())
}

/// The instruction with another target, if it has one.
fn with_target(mut flow: ControlFlow, target: u32) -> ControlFlow {
    let target = target as u16;
    match &mut flow {
        ControlFlow::LoopStart(form) => form.target = target,
        ControlFlow::LoopEnd(form) => form.target = target,
        ControlFlow::Call(form) => form.target = target,
        ControlFlow::Jump(form) => form.target = target,
        _ => {}
    }
    flow
}
