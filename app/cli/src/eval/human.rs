//! What a run gave, for people.

use std::fmt::{Display, Write};

use super::number::Number;
use super::results::{Outcome, Results};
use super::state::{Exported, LaneState, Stored};
use super::steps::Row;
use crate::numbered::counted;

/// Where lines under a step begin.
const INDENT: &str = "            ";

/// The text of a run. Writing to a string does not fail.
pub(super) fn text(results: &Results<'_>) -> String {
    let mut text = String::new();
    let Some(outcome) = &results.outcome else { return text };
    if let Some(draw) = results.draw {
        let _ = writeln!(text, "{draw}");
    }
    for row in &outcome.steps {
        step(&mut text, row);
    }
    if outcome.steps_left_out != 0 {
        let _ = writeln!(text, "{} more steps", outcome.steps_left_out);
    }
    if !outcome.steps.is_empty() {
        text.push('\n');
    }
    exports(&mut text, &outcome.exports);
    for stored in &outcome.stored {
        self::stored(&mut text, "", stored);
    }
    if outcome.state.iter().any(LaneState::holds) {
        let _ = writeln!(text, "registers at the end, those that hold 0 left out:");
        state(&mut text, "  ", &outcome.state);
    }
    ending(&mut text, outcome);
    text
}

fn step(text: &mut String, row: &Row) {
    let _ = match row.address {
        Some(address) => write!(text, "{address:>8}  {}", row.text),
        None => write!(text, "{:>4}.{}    {}", row.flow / 2, row.flow % 2, row.text),
    };
    let _ = write!(text, "    ; lanes {}", row.lanes);
    if row.lanes != row.active {
        let _ = write!(text, " of {}", row.active);
    }
    let _ = write!(text, "; p0 {}; aL {}", row.predicate, row.loop_index);
    if !row.killed.is_empty() {
        let _ = write!(text, "; killed {}", row.killed);
    }
    text.push('\n');
    for wrote in &row.wrote {
        line(text, INDENT, wrote.lane, &wrote.register, &wrote.values, "");
    }
    for p0 in &row.p0 {
        value(text, p0.lane, "p0", u8::from(p0.value));
    }
    for a0 in &row.a0 {
        value(text, a0.lane, "a0", a0.value);
    }
    for full in &row.full_fetch {
        let what = format!("dword {} of slot{}", full.element, full.constant);
        value(text, full.lane, "fetch", what);
    }
    for lane in row.kills.each() {
        let _ = writeln!(text, "{INDENT}lane {lane}  is killed");
    }
    for stored in &row.stored {
        self::stored(text, INDENT, stored);
    }
    if let Some(state) = &row.state {
        let _ = writeln!(text, "{INDENT}registers after it, those that hold 0 left out:");
        self::state(text, &format!("{INDENT}  "), state);
    }
}

fn value(text: &mut String, lane: usize, register: &str, value: impl Display) {
    let _ = writeln!(text, "{INDENT}lane {lane}  {register:<6}  {value}");
}

/// A register of a lane: what was not written is a dash.
fn line(
    text: &mut String,
    indent: &str,
    lane: usize,
    register: &str,
    values: &[Option<Number>],
    mark: &str,
) {
    let _ = write!(text, "{indent}lane {lane}  {register:<6}");
    for value in values {
        let value = value.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let _ = write!(text, "  {value:<22}");
    }
    text.truncate(text.trim_end().len());
    let _ = writeln!(text, "{mark}");
}

/// Why nobody sees what a lane gave.
fn mark(covered: bool, killed: bool) -> &'static str {
    match (covered, killed) {
        (true, false) => "",
        (true, true) => "  ; killed: it does not count",
        (false, false) => "  ; not covered: it does not count",
        (false, true) => "  ; not covered, killed: it does not count",
    }
}

fn exports(text: &mut String, exports: &[Exported]) {
    for Exported { register, lane, covered, killed, values } in exports {
        line(text, "", *lane, register, values, mark(*covered, *killed));
    }
}

fn stored(text: &mut String, indent: &str, stored: &Stored) {
    let Stored { lane, register, address, format, bytes } = stored;
    let _ =
        writeln!(text, "{indent}lane {lane}  stores {bytes} at {address}, {format}, {register}");
}

impl LaneState {
    fn holds(&self) -> bool {
        let holds = |number: &Number| number.word != 0;
        self.p0 || self.a0 != 0 || holds(&self.ps) || self.registers.iter().flatten().any(holds)
    }
}

/// Registers that hold anything, register by register so that lanes stand together.
fn state(text: &mut String, indent: &str, state: &[LaneState]) {
    let count = state.first().map_or(0, |lane| lane.registers.len());
    for register in 0..count {
        for lane in state {
            let Some(values) = lane.registers.get(register) else { continue };
            if values.iter().any(|number| number.word != 0) {
                let name = format!("r{register}");
                line(text, indent, lane.lane, &name, &values.map(Some), "");
            }
        }
    }
    for lane in state {
        if lane.ps.word != 0 {
            line(text, indent, lane.lane, "ps", &[Some(lane.ps)], "");
        }
    }
    for LaneState { lane, p0, a0, .. } in state {
        if *p0 {
            let _ = writeln!(text, "{indent}lane {lane}  p0      1");
        }
        if *a0 != 0 {
            let _ = writeln!(text, "{indent}lane {lane}  a0      {a0}");
        }
    }
}

fn lanes(count: usize) -> &'static str {
    if count == 1 { "lane" } else { "lanes" }
}

fn ending(text: &mut String, outcome: &Outcome) {
    if !outcome.killed.is_empty() {
        let _ =
            writeln!(text, "killed: {} {}", lanes(outcome.killed.each().count()), outcome.killed);
    }
    let helpers: Vec<String> = outcome
        .active
        .each()
        .filter(|lane| !outcome.covered.has(*lane))
        .map(|lane| lane.to_string())
        .collect();
    if !helpers.is_empty() {
        let _ = writeln!(text, "not covered: {} {}", lanes(helpers.len()), helpers.join(","));
    }
    for (event, count) in &outcome.unspecified {
        let _ = writeln!(text, "unspecified: {event}, {}", counted(*count, "time", "times"));
    }
    let instructions = counted(outcome.instructions, "instruction", "instructions");
    let _ = writeln!(text, "{instructions}, {} of control flow", outcome.flow);
}
