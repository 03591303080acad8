//! Facts for people: a table of all, or everything about some.

use super::entry::{Entry, Truth, ValueRow};
use crate::table::{columns, wrapped};

/// The widest line.
const WIDTH: usize = 100;
/// The widest list of who holds a value.
const PARTIES: usize = 46;

/// What another value changes.
fn differs(value: &ValueRow) -> String {
    match (&value.decides, &value.traces) {
        (_, Some(sum)) if sum.words == 0 => "nothing in these traces".to_owned(),
        (_, Some(sum)) if sum.traces == 1 => format!("{} words in 1 trace", sum.words),
        (_, Some(sum)) => format!("{} words in {} traces", sum.words, sum.traces),
        (Some(shown), None) => shown.text(),
        (None, None) if value.hardware => String::new(),
        (None, None) => "no case".to_owned(),
    }
}

/// All facts, in short.
pub(super) fn table(truth: &Truth) -> String {
    let mut rows = vec![["fact, value", "held by", "differs"].map(str::to_owned)];
    for entry in &truth.facts {
        let known = format!("{}, digest {}", entry.confidence, entry.section);
        rows.push([entry.name.to_owned(), known, String::new()]);
        for value in &entry.values {
            let mut parties = wrapped(&value.parties.join(", "), PARTIES).into_iter();
            let first = parties.next().unwrap_or_default();
            rows.push([format!("  {}", value.name), first, differs(value)]);
            rows.extend(parties.map(|more| [String::new(), more, String::new()]));
        }
    }
    let what = if truth.traces.is_empty() {
        "what changes in a case that shows the fact"
    } else {
        "words of pictures that change, all traces together"
    };
    let of =
        truth.against.as_ref().map_or(String::new(), |name| format!(" in which {name} differs"));
    let last = format!(
        "\n{} facts{of}. The hardware's value comes first. \"differs\": {what} when that fact alone is \
         decided otherwise. `afterimage truth sst1 --fact NAME` tells more.",
        truth.facts.len()
    );
    columns(&rows) + &paragraph(&last, "") + &lacking(truth)
}

/// Which traces were not compared to their end.
fn lacking(truth: &Truth) -> String {
    let names: Vec<_> = truth.traces.iter().filter(|trace| !trace.complete).collect();
    if names.is_empty() {
        return String::new();
    }
    let names: Vec<_> = names.iter().map(|trace| trace.name.as_str()).collect();
    paragraph(&format!("Not all was compared of: {}.", names.join(", ")), "")
}

/// Everything about each fact.
pub(super) fn long(truth: &Truth) -> String {
    let one = |entry: &Entry| {
        let known = format!(
            "{} The hardware's value is {} (digest {}).",
            entry.question, entry.confidence, entry.section
        );
        let mut parts = vec![format!("{}\n", entry.name), paragraph(&known, "  ")];
        for value in &entry.values {
            parts.push(value_text(value));
        }
        parts.push(cases(entry));
        parts.push(traces(entry, truth));
        parts.concat()
    };
    truth.facts.iter().map(one).collect::<Vec<_>>().join("\n") + &lacking(truth)
}

fn value_text(value: &ValueRow) -> String {
    let parties = value.parties.join(", ");
    let by = if parties.is_empty() { String::new() } else { format!(" ({parties})") };
    let title = format!("\n  {}{by}\n", value.name);
    let text = title + &paragraph(&format!("{}.", value.meaning), "    ");
    if value.hardware {
        return text;
    }
    text + &paragraph(&format!("Differs: {}.", differs(value)), "    ")
}

fn cases(entry: &Entry) -> String {
    if entry.cases.is_empty() {
        return "\n  No case shows it.\n".to_owned();
    }
    let mut parts = vec!["\n  Cases, in tests/filetests:\n".to_owned()];
    for case in &entry.cases {
        parts.push(paragraph(&format!("{}:{}: {}", case.file, case.line, case.case), "    "));
        for decided in &case.decides {
            parts.push(format!("      {}: {}\n", decided.value, decided.shown.text()));
        }
    }
    parts.concat()
}

fn traces(entry: &Entry, truth: &Truth) -> String {
    let mut rows = vec![["trace", "value", "words", "frames", "first"].map(str::to_owned)];
    for trace in &truth.traces {
        let mine = trace.decided.iter().filter(|one| one.fact == entry.name && one.words > 0);
        rows.extend(mine.map(|one| {
            let first = one.first.map_or_else(String::new, |spot| {
                format!(
                    "frame {} {} ({}, {}): {:#06x} to {:#06x}",
                    spot.frame, spot.buffer, spot.x, spot.y, spot.before, spot.after
                )
            });
            let (words, frames) = (one.words.to_string(), one.frames.to_string());
            [trace.name.clone(), one.value.to_owned(), words, frames, first]
        }));
    }
    if rows.len() > 1 { format!("\n{}", columns(&rows)) } else { String::new() }
}

/// Text in lines of that indentation.
fn paragraph(text: &str, indent: &str) -> String {
    let line = |line: String| format!("{indent}{line}").trim_end().to_owned() + "\n";
    text.split('\n').flat_map(|part| wrapped(part, WIDTH - indent.len())).map(line).collect()
}
