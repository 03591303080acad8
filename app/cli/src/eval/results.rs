//! What a run gave, ready to be printed as JSON.
//!
//! Not for: what people read (`human`). docs/eval.md describes the members.

use std::collections::BTreeMap;

use play::xtr::Listing;
use serde::Serialize;
use xenos_eval::{Group, Report};
use xenos_ucode::{Remark, Stage};

use super::number::Lanes;
use super::state::{Exported, LaneState, Stored, exported, state};
use super::steps::{Row, Steps};
use super::stream::DrawPlace;

/// Version of the JSON.
const VERSION: u32 = 2;

/// Everything that is printed.
#[derive(Serialize)]
pub(crate) struct Results<'a> {
    version: u32,
    sha1: &'a str,
    stage: Stage,
    /// The draw whose inputs were taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) draw: Option<DrawPlace>,
    findings: &'a [Remark],
    /// Whether it was run: a program that breaks rules is not.
    ran: bool,
    #[serde(flatten)]
    pub(super) outcome: Option<Outcome>,
}

/// Everything that a run gave.
#[derive(Serialize)]
pub(crate) struct Outcome {
    pub(super) exports: Vec<Exported>,
    pub(super) stored: Vec<Stored>,
    pub(super) active: Lanes,
    pub(super) covered: Lanes,
    pub(super) killed: Lanes,
    /// Registers at the end.
    pub(super) state: Vec<LaneState>,
    pub(super) instructions: u64,
    pub(super) flow: u64,
    pub(super) unspecified: BTreeMap<&'static str, u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) steps: Vec<Row>,
    #[serde(skip_serializing_if = "none")]
    pub(super) steps_left_out: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn none(count: &u64) -> bool {
    *count == 0
}

impl<'a> Results<'a> {
    pub(super) fn of(
        listing: &'a Listing,
        draw: Option<DrawPlace>,
        findings: &'a [Remark],
        outcome: Option<Outcome>,
    ) -> Self {
        let (version, ran) = (VERSION, outcome.is_some());
        Self { version, sha1: &listing.sha1, stage: listing.stage(), draw, findings, ran, outcome }
    }
}

impl Outcome {
    /// A run that is over; `registers` is how many temporaries may hold something.
    pub(super) fn of(group: &Group, registers: usize, report: &Report, steps: Steps) -> Self {
        Self {
            exports: exported(group),
            stored: group.memory_exports.iter().map(Stored::of).collect(),
            active: Lanes::of(group.active),
            covered: Lanes::of(group.covered),
            killed: Lanes::of(group.killed & group.active),
            state: state(group, registers),
            instructions: report.instructions,
            flow: report.flow,
            unspecified: report.unspecified().map(|(event, n)| (event.name(), n)).collect(),
            steps: steps.rows,
            steps_left_out: steps.left_out,
        }
    }
}
