//! The table of facts as Markdown, for documents.

use super::entry::{Entry, Truth, ValueRow};

/// A row for each value that is not the hardware's.
pub(super) fn table(truth: &Truth) -> String {
    let traces = !truth.traces.is_empty();
    let mut lines = vec![if traces {
        "| fact | hardware | known | otherwise | held by | words | traces | case |\n\
         |---|---|---|---|---|--:|--:|---|"
            .to_owned()
    } else {
        "| fact | hardware | known | otherwise | held by | differs | case |\n|---|---|---|---|---|---|---|"
            .to_owned()
    }];
    for entry in &truth.facts {
        lines.extend(entry.values.iter().filter(|v| !v.hardware).map(|value| row(entry, value)));
    }
    lines.join("\n") + "\n"
}

fn row(entry: &Entry, value: &ValueRow) -> String {
    let differs = match (&value.traces, &value.decides) {
        (Some(sum), _) => format!("{} | {}", sum.words, sum.traces),
        (None, Some(shown)) => shown.text(),
        (None, None) => String::new(),
    };
    let case =
        entry.cases.first().map_or(String::new(), |case| format!("{}: {}", case.file, case.case));
    format!(
        "| `{}` | {} | {}, {} | {} | {} | {differs} | {case} |",
        entry.name,
        entry.hardware(),
        entry.confidence,
        entry.section,
        value.name,
        value.parties.join(", "),
    )
}
