//! How two programs differ, instruction by instruction.
//!
//! For: whoever compares a title's program across builds, or what a translator made: what is the
//! same whatever the inputs, which instructions stand opposite each other and in which fields they
//! differ, and what one program uses and the other does not.
//! Not for: proving that two different texts compute the same; that is a question to the evaluator.
//! Facts: what has no effect is that of [`Program::normalized`].
//!
//! What is compared are rows: control flow and instructions in the order of the listing, without
//! numbers and addresses. Where an exec only goes on what the one before it does, where the
//! instructions of an exec stand, and a `cnop` that nobody jumps to, are layout and make no row. Targets
//! count by the row that they name, so that what is inserted shifts nothing. `docs/shader-diff.md`
//! is the description for people.

mod align;
mod dropped;
mod fields;
mod rows;
mod uses;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::analysis::Analysis;
use crate::program::Program;
use align::Pair;
pub use dropped::Dropped;
use rows::{Item, Rows};

/// The version of this data as JSON.
pub const DIFF_VERSION: u32 = 1;

/// The outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every word is the same.
    Identical,
    /// The words differ in what has no effect on any result.
    Equal,
    /// The programs differ.
    Different,
}

/// Two programs beside each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The outcome.
    pub verdict: Verdict,
    /// The stages are not the same; then the programs are different, whatever the words.
    pub stages_differ: bool,
    /// The normal forms have the same rows, laid out differently.
    pub layout_differs: bool,
    /// What normalisation removed from the first program and from the second.
    pub dropped: Sides<Vec<Dropped>>,
    /// All rows in order.
    pub lines: Vec<Line>,
    /// By kind, what one program uses and the other does not; kinds without any are left out.
    pub uses: BTreeMap<&'static str, OneSided>,
}

/// Something of each program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sides<T> {
    /// Of the first.
    pub a: T,
    /// Of the second.
    pub b: T,
}

/// What one program has and the other has not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OneSided {
    /// In the first alone.
    pub only_a: BTreeSet<String>,
    /// In the second alone.
    pub only_b: BTreeSet<String>,
}

/// How a row stands in the programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// In both.
    Same,
    /// In both, with fields that differ.
    Changed,
    /// In the first alone.
    Removed,
    /// In the second alone.
    Added,
}

/// Which programs jump to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineUse {
    /// The first alone.
    A,
    /// The second alone.
    B,
    /// Both.
    Both,
}

/// A row of the aligned listing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// How it stands in the programs.
    pub change: Change,
    /// The label in front of it. Where the two programs have a label on either side of rows that one
    /// has alone, it stands in two lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<u32>,
    /// Who jumps there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_in: Option<LineUse>,
    /// It in the first program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<Side>,
    /// It in the second program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<Side>,
    /// The fields that differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldChange>,
}

/// A row in one program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The number of the control-flow instruction.
    pub flow: u32,
    /// The address of the instruction that it runs, if the row is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u32>,
    /// Its text: a line, or two for an instruction with two halves.
    pub text: String,
}

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldChange {
    /// Its name.
    pub name: &'static str,
    /// Its value in the first program; none where the instruction has no such field.
    pub a: Option<String>,
    /// Its value in the second.
    pub b: Option<String>,
}

/// Compares two programs.
pub fn compare(a: &Program, b: &Program) -> Comparison {
    let normal = Sides { a: a.normalized(), b: b.normalized() };
    let rows = Sides { a: Rows::of(&normal.a), b: Rows::of(&normal.b) };
    let pairs = align::align(&rows.a, &rows.b);
    let labels = Labels::of(&rows, &pairs);
    let lines: Vec<Line> = pairs.iter().zip(0..).map(|(pair, n)| labels.line(*pair, n)).collect();
    let stages_differ = a.stage != b.stage;
    let same = !stages_differ && lines.iter().all(|line| line.change == Change::Same);
    let verdict = match same {
        true if a.words() == b.words() => Verdict::Identical,
        true => Verdict::Equal,
        false => Verdict::Different,
    };
    Comparison {
        verdict,
        stages_differ,
        layout_differs: same && normal.a.words() != normal.b.words(),
        dropped: Sides { a: dropped::dropped(a, &normal.a), b: dropped::dropped(b, &normal.b) },
        lines,
        uses: uses::one_sided(&Analysis::of(a), &Analysis::of(b)),
    }
}

/// Names of rows that control goes to, one numbering for both programs.
struct Labels<'a> {
    rows: &'a Sides<Rows>,
    /// The number of a labelled pair.
    numbers: BTreeMap<usize, u32>,
    /// The pair of each row.
    place: Sides<Vec<usize>>,
    /// The number of what stands behind the last row.
    next: u32,
}

impl<'a> Labels<'a> {
    fn of(rows: &'a Sides<Rows>, pairs: &[Pair]) -> Self {
        let mut place = Sides::<Vec<usize>>::default();
        // Targets by the next row that both have: what was inserted at a target, on either side of
        // the label, makes no other target of it. Several targets there keep apart.
        let mut near = BTreeMap::<usize, Sides<Vec<usize>>>::new();
        let mut waiting = Sides::<Vec<usize>>::default();
        for (pair, number) in pairs.iter().zip(0usize..) {
            place.a.extend(pair.a.map(|_| number));
            place.b.extend(pair.b.map(|_| number));
            let (a, b) = rows.targeted(*pair);
            waiting.a.extend(a.then_some(number));
            waiting.b.extend(b.then_some(number));
            if pair.a.is_some() && pair.b.is_some() {
                near.insert(number, std::mem::take(&mut waiting));
            }
        }
        near.insert(pairs.len(), waiting);
        let mut numbers = BTreeMap::new();
        let mut next = 1;
        for Sides { a, b } in near.into_values() {
            let shared = a.len() == 1 && b.len() == 1;
            let all: BTreeSet<usize> = a.into_iter().chain(b).collect();
            for pair in all {
                numbers.insert(pair, next);
                next += u32::from(!shared);
            }
            next += u32::from(shared);
        }
        Self { rows, numbers, place, next }
    }

    /// The label of a target: `Err` with the distance behind the end where no row is.
    fn label(&self, rows: &Rows, place: &[usize], target: u32) -> Result<u32, u32> {
        let row = rows.row_of(target).and_then(|row| place.get(row));
        row.and_then(|pair| self.numbers.get(pair).copied()).ok_or(target.saturating_sub(rows.end))
    }

    /// The item with its target named.
    fn side(&self, rows: &Rows, place: &[usize], row: usize) -> Option<(Side, Option<String>)> {
        let row = rows.list.get(row)?;
        let label = row.target.map(|target| self.label(rows, place, target));
        let number = label.map(|label| label.unwrap_or_else(|behind| self.next + behind));
        let text = row.text(rows.stage, number.unwrap_or(0));
        let side = Side { flow: row.flow, address: row.address, text };
        Some((side, number.map(|number| format!("L{number}"))))
    }

    fn line(&self, pair: Pair, number: usize) -> Line {
        let side = |rows, place, row: Option<usize>| self.side(rows, place, row?);
        let a = side(&self.rows.a, &self.place.a, pair.a);
        let b = side(&self.rows.b, &self.place.b, pair.b);
        let mut fields = Vec::new();
        if let (Some((_, to_a)), Some((_, to_b))) = (&a, &b) {
            let items = self.rows.items(pair);
            if let (Some(a), Some(b)) = items {
                fields = fields::changes(a, self.rows.a.stage, b, self.rows.b.stage);
            }
            if to_a != to_b {
                fields.push(FieldChange { name: "target", a: to_a.clone(), b: to_b.clone() });
            }
        }
        let change = match (&a, &b) {
            (Some(_), Some(_)) if fields.is_empty() => Change::Same,
            (Some(_), Some(_)) => Change::Changed,
            (Some(_), None) => Change::Removed,
            _ => Change::Added,
        };
        let label_in = match self.rows.targeted(pair) {
            (true, true) => Some(LineUse::Both),
            (true, false) => Some(LineUse::A),
            (false, true) => Some(LineUse::B),
            (false, false) => None,
        };
        Line {
            change,
            label: self.numbers.get(&number).copied(),
            label_in,
            a: a.map(|(side, _)| side),
            b: b.map(|(side, _)| side),
            fields,
        }
    }
}

impl Sides<Rows> {
    fn targeted(&self, pair: Pair) -> (bool, bool) {
        let targeted = |rows: &Rows, row: Option<usize>| {
            row.and_then(|row| rows.list.get(row)).is_some_and(|row| row.targeted)
        };
        (targeted(&self.a, pair.a), targeted(&self.b, pair.b))
    }

    fn items(&self, pair: Pair) -> (Option<&Item>, Option<&Item>) {
        let a = pair.a.and_then(|row| self.a.list.get(row));
        let b = pair.b.and_then(|row| self.b.list.get(row));
        (a.map(|row| &row.item), b.map(|row| &row.item))
    }
}

#[cfg(test)]
mod tests;
