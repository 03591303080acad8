//! Two programs beside each other, for people.

use std::collections::BTreeMap;
use std::fmt::Write;

use xenos_ucode::{Change, Comparison, Dropped, Line, LineUse, Side, Verdict};

use crate::table;

/// Rows of what was dropped that are printed of a program.
const MOST_DROPPED: usize = 20;

/// The whole text; `context` rows stand around those that differ.
pub(super) fn text(names: &[String; 2], comparison: &Comparison, context: usize) -> String {
    let [a, b] = names;
    let mut text = String::new();
    let verdict = match comparison.verdict {
        Verdict::Identical => "identical: every word is the same",
        Verdict::Equal => "equal: the words differ in what has no effect",
        Verdict::Different => "different",
    };
    match comparison.verdict {
        Verdict::Identical => {}
        Verdict::Equal => {
            for (name, dropped) in [(a, &comparison.dropped.a), (b, &comparison.dropped.b)] {
                list_dropped(&mut text, name, dropped);
            }
            if comparison.layout_differs {
                text.push_str(
                    "laid out differently: execs are cut elsewhere, instructions stand elsewhere, or \
                     a cnop fills a place\n",
                );
            }
        }
        Verdict::Different => {
            let _ = writeln!(text, "--- {a}\n+++ {b}");
            if comparison.stages_differ {
                text.push_str("the stages are not the same\n");
            }
            listing(&mut text, &comparison.lines, context);
            text.push_str(&used(comparison));
            for (name, dropped) in [(a, &comparison.dropped.a), (b, &comparison.dropped.b)] {
                count_dropped(&mut text, name, dropped);
            }
        }
    }
    text + verdict + &counts(&comparison.lines) + "\n"
}

/// How many rows differ, in brackets.
fn counts(lines: &[Line]) -> String {
    let of = |change| lines.iter().filter(|line| line.change == change).count();
    let counts = [
        (of(Change::Changed), "changed"),
        (of(Change::Removed), "in the first alone"),
        (of(Change::Added), "in the second alone"),
    ];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count != 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) }
}

fn place(dropped: &Dropped) -> String {
    match (dropped.flow, dropped.address) {
        (Some(flow), _) => format!("flow {}.{}", flow / 2, flow % 2),
        (None, address) => format!("instruction {}", address.unwrap_or_default()),
    }
}

fn list_dropped(text: &mut String, name: &str, dropped: &[Dropped]) {
    if dropped.is_empty() {
        return;
    }
    let _ = writeln!(text, "without effect in {name}:");
    let row = |dropped: &Dropped| {
        let value = format!("{:#x}, dropped to {:#x}", dropped.was, dropped.becomes);
        [format!("  {}", place(dropped)), dropped.field.to_owned(), value]
    };
    let rows: Vec<_> = dropped.iter().take(MOST_DROPPED).map(row).collect();
    text.push_str(&table::columns(&rows));
    if dropped.len() > MOST_DROPPED {
        let _ = writeln!(text, "  and {} more", dropped.len() - MOST_DROPPED);
    }
}

fn count_dropped(text: &mut String, name: &str, dropped: &[Dropped]) {
    if dropped.is_empty() {
        return;
    }
    let mut fields = BTreeMap::<&str, usize>::new();
    for dropped in dropped {
        *fields.entry(dropped.field).or_default() += 1;
    }
    let fields: Vec<String> =
        fields.iter().map(|(field, count)| format!("{field} {count}")).collect();
    let _ = writeln!(text, "without effect in {name}, and dropped: {}", fields.join(", "));
}

/// Writes the rows that differ and those around them.
fn listing(text: &mut String, lines: &[Line], context: usize) {
    let differs = |line: &Line| line.change != Change::Same;
    // Rows since one that differs, and until one does.
    let mut before = vec![usize::MAX; lines.len()];
    let mut last = None;
    for (index, line) in lines.iter().enumerate() {
        last = if differs(line) { Some(0) } else { last.map(|n: usize| n + 1) };
        before[index] = last.unwrap_or(usize::MAX);
    }
    let mut shown = vec![false; lines.len()];
    let mut next = None;
    for (index, line) in lines.iter().enumerate().rev() {
        next = if differs(line) { Some(0) } else { next.map(|n: usize| n + 1) };
        shown[index] = before[index].min(next.unwrap_or(usize::MAX)) <= context;
    }
    let mut hidden = 0;
    for (line, shown) in lines.iter().zip(shown) {
        if shown {
            skipped(text, hidden);
            hidden = 0;
            row(text, line);
        } else {
            hidden += 1;
        }
    }
    skipped(text, hidden);
}

fn skipped(text: &mut String, hidden: usize) {
    if hidden != 0 {
        let _ = writeln!(text, "  ... {hidden} the same");
    }
}

fn row(text: &mut String, line: &Line) {
    if let Some(label) = line.label {
        let mark = match line.label_in {
            Some(LineUse::A) => '-',
            Some(LineUse::B) => '+',
            Some(LineUse::Both) | None => ' ',
        };
        let _ = writeln!(text, "{mark} label L{label}");
    }
    let mut side = |mark: char, side: &Option<Side>| {
        let Some(side) = side else { return };
        let indent = if side.address.is_some() { "      " } else { "   " };
        for (part, number) in side.text.lines().zip(0..) {
            let half = if number == 0 { "" } else { "  " };
            let _ = writeln!(text, "{mark}{indent}{half}{part}");
        }
    };
    match line.change {
        Change::Same => side(' ', &line.a),
        Change::Removed => side('-', &line.a),
        Change::Added => side('+', &line.b),
        Change::Changed => {
            side('-', &line.a);
            side('+', &line.b);
        }
    }
    for field in &line.fields {
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "absent".to_owned());
        let (a, b) = (value(&field.a), value(&field.b));
        let _ = writeln!(text, "            {}: {a} -> {b}", field.name);
    }
}

/// What one uses and the other does not.
fn used(comparison: &Comparison) -> String {
    let mut rows = Vec::new();
    for (kind, sides) in &comparison.uses {
        for (mark, names) in [("-", &sides.only_a), ("+", &sides.only_b)] {
            if !names.is_empty() {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let kind = format!("{mark} uses {}", kind.replace('-', " "));
                rows.push([kind, names.join(", ")]);
            }
        }
    }
    table::columns(&rows)
}
