//! How two cards' states differ.

use sst1_board::State;

/// Words that a report lists.
const LISTED: usize = 8;

/// Says how what they refused differs, if it does.
pub(crate) fn refusals(clocked: &State, soft: &State) -> Option<String> {
    let rows = |state: &State| state.log.rows().cloned().collect::<Vec<_>>();
    let (clocked, soft) = (rows(clocked), rows(soft));
    (clocked != soft).then(|| format!("refusals:\n  clocked {clocked:?}\n  soft {soft:?}"))
}

/// Says in what the states of the two cards differ, if they do: everything that a program can see or
/// that later drawing depends on.
pub(crate) fn difference(clocked: &State, soft: &State) -> Option<String> {
    let mut found = Vec::new();
    macro_rules! compare {
        ($($name:literal: $($path:ident).+ ;)*) => {
            $( if clocked.$($path).+ != soft.$($path).+ {
                let (a, b) = (&clocked.$($path).+, &soft.$($path).+);
                found.push(format!("{}:\n  clocked {a:?}\n  soft {b:?}", $name));
            } )*
        };
    }
    compare! {
        "counters": counters;
        "totals of pixels": pixels_total;
        "drawing registers": fbi;
        "initialisation registers": init;
        "triangle parameters": parameters;
        "video": video;
        "triangles": triangles;
    }
    let (a, b) = (clocked.frame_buffer.words(), soft.frame_buffer.words());
    let differ: Vec<_> = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b).collect();
    if !differ.is_empty() {
        let mut lines =
            vec![format!("frame buffer, {} words, {:x?}:", differ.len(), soft.layout())];
        lines.extend(
            differ
                .iter()
                .take(LISTED)
                .map(|(n, (a, b))| format!("  byte {:#x}: clocked {a:#06x}, soft {b:#06x}", n * 2)),
        );
        found.push(lines.join("\n"));
    }
    for (n, (a, b)) in clocked.tmus.iter().zip(&soft.tmus).enumerate() {
        if a != b {
            found.push(format!("texture unit {n}"));
        }
    }
    (!found.is_empty()).then(|| found.join("\n"))
}
