//! What a program should not do: findings by name, with place and help.
//!
//! For: authors of programs, and whoever wonders why one misbehaves. Findings are about the program
//! as it stands; nothing is run, and a constant that switches code off is not looked at.
//! Not for: reading words, which never fails: what decoding meets is [`crate::Finding`], and is
//! among the findings here.
//! Facts: digest sections 2.1 to 2.6.
//!
//! Rules that speak of what was written before look at paths, with three simplifications: a
//! condition of an exec is taken to be met, both ways of a branch are possible, and all returns lead
//! behind all calls.

mod flow;
mod local;
mod rule;
mod state;
mod whole;
mod words;

use serde::{Serialize, Serializer};

pub use rule::{Rule, Severity, markdown};

use crate::finding::{At, Finding};
use crate::graph::Graph;
use crate::program::Program;

/// Remarks of one rule at most; a further one says how many more there are.
const MOST: usize = 64;

/// A rule that a program breaks, with the place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The rule.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// The control-flow instruction, if one is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow: Option<u32>,
    /// The instruction's address, if one is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u32>,
    /// What is there.
    #[serde(rename = "message")]
    pub text: String,
    /// What to do.
    pub help: &'static str,
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}[{}]", self.severity.name(), self.rule.name())?;
        match (self.flow, self.address) {
            (_, Some(address)) => write!(f, " at instruction {address}")?,
            (Some(flow), None) => write!(f, " at {}", At(flow))?,
            (None, None) => {}
        }
        write!(f, ": {}; {}", self.text, self.help)
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

/// Remarks as they are made.
#[derive(Default)]
struct Remarks(Vec<Remark>);

impl Remarks {
    fn add(
        &mut self,
        rule: Rule,
        flow: Option<u32>,
        address: Option<u32>,
        text: impl Into<String>,
    ) {
        let (severity, help) = (rule.severity(), rule.help());
        self.0.push(Remark { rule, severity, flow, address, text: text.into(), help });
    }

    fn flow(&mut self, rule: Rule, flow: u32, text: impl Into<String>) {
        self.add(rule, Some(flow), None, text);
    }

    fn at(&mut self, rule: Rule, address: u32, text: impl Into<String>) {
        self.add(rule, None, Some(address), text);
    }

    fn program(&mut self, rule: Rule, text: impl Into<String>) {
        self.add(rule, None, None, text);
    }

    /// In order, each once, and not too many of a rule.
    fn finish(mut self) -> Vec<Remark> {
        let place = |remark: &Remark| (remark.flow.is_none(), remark.flow, remark.address);
        self.0.sort_by(|a, b| {
            (a.severity, place(a), a.rule, &a.text).cmp(&(b.severity, place(b), b.rule, &b.text))
        });
        self.0.dedup();
        let mut counts = std::collections::BTreeMap::new();
        self.0.retain(|remark| {
            let count: &mut usize = counts.entry(remark.rule).or_default();
            *count += 1;
            *count <= MOST
        });
        for (rule, count) in counts.into_iter().filter(|(_, count)| *count > MOST) {
            let (severity, help) = (rule.severity(), rule.help());
            let text = format!("and {} more of these", count - MOST);
            self.0.push(Remark { rule, severity, flow: None, address: None, text, help });
        }
        self.0
    }
}

/// What is wrong with a program: errors first, then warnings and notes, each in the order of places.
pub fn validate(program: &Program) -> Vec<Remark> {
    let mut remarks = Remarks::default();
    if !whole::typed(program, &mut remarks) {
        return remarks.finish();
    }
    let findings = Program::decode(program.stage, &program.words()).findings;
    rules(program, &findings, remarks)
}

/// The same of a program that was read from words, in which decoding found `findings`: what its own
/// words no longer show, such as instructions that were not there, is among them.
pub fn validate_read(program: &Program, findings: &[Finding]) -> Vec<Remark> {
    let mut remarks = Remarks::default();
    if !whole::typed(program, &mut remarks) {
        words::words(findings, &mut remarks);
        return remarks.finish();
    }
    rules(program, findings, remarks)
}

fn rules(program: &Program, findings: &[Finding], mut remarks: Remarks) -> Vec<Remark> {
    words::words(findings, &mut remarks);
    let graph = Graph::of(program);
    for (slot, address) in program.slots.iter().zip(program.first_address()..) {
        if let crate::program::Slot::Used(instruction) = slot {
            local::instruction(program.stage, instruction, address, &mut remarks);
        }
    }
    whole::whole(program, &graph, &mut remarks);
    let deep = findings.iter().any(|finding| matches!(finding, Finding::LoopDepth { .. }));
    flow::flow(program, &graph, deep, &mut remarks);
    remarks.finish()
}

#[cfg(test)]
mod tests;
