//! How two cards' states differ.

use base_refusal::Refusal;
use sst1_board::State;

/// Pixels or texels that a report lists.
const LISTED: usize = 8;

/// Says in what the states of two cards differ, if they do: everything that a program can see or
/// that later drawing depends on. The texture cache is left out: what it holds shows when it is
/// drawn.
pub(crate) fn difference(a_name: &str, a: &State, b_name: &str, b: &State) -> Option<String> {
    let mut found = Vec::new();
    macro_rules! compare {
        ($($name:literal: $($path:ident).+ ;)*) => {
            $( if a.$($path).+ != b.$($path).+ {
                let (a, b) = (&a.$($path).+, &b.$($path).+);
                found.push(format!("{}:\n  {a_name} {a:?}\n  {b_name} {b:?}", $name));
            } )*
        };
    }
    compare! {
        "counters": counters;
        "totals of pixels": pixels_total;
        "stipple": fbi.stipple;
        "drawing registers": fbi;
        "initialisation registers": init;
        "triangle parameters": parameters;
        "video": video;
        "triangles": triangles;
    }
    let rows = |state: &State| state.log.rows().cloned().collect::<Vec<_>>();
    if a.log.total() != b.log.total() || rows(a) != rows(b) {
        let (a, b) = (rows(a), rows(b));
        let only = |of: &[Refusal], other: &[Refusal]| {
            of.iter().filter(|row| !other.contains(row)).cloned().collect::<Vec<_>>()
        };
        let (a, b) = (only(&a, &b), only(&b, &a));
        found.push(format!("refusals:\n  {a_name} {a:?}\n  {b_name} {b:?}"));
    }
    if a.frame_buffer != b.frame_buffer {
        found.push(pixels(a_name, a, b_name, b));
    }
    for (n, (a, b)) in a.tmus.iter().zip(&b.tmus).enumerate() {
        if a.memory != b.memory {
            let places = a.memory.bytes().iter().zip(b.memory.bytes()).enumerate();
            let differ = places.filter(|(_, (a, b))| a != b).map(|(at, (a, b))| {
                format!("  byte {at:#x}: {a_name} {a:#04x}, {b_name} {b:#04x}")
            });
            let listed: Vec<_> = differ.take(LISTED).collect();
            found.push(format!("texture memory of unit {n}:\n{}", listed.join("\n")));
        } else if a != b {
            found.push(format!("registers of texture unit {n}"));
        }
    }
    (!found.is_empty()).then(|| found.join("\n"))
}

/// The first pixels that differ, by buffer, column and row.
fn pixels(a_name: &str, a: &State, b_name: &str, b: &State) -> String {
    let layout = a.layout();
    let place = |address: u32| {
        let inside =
            |base: u32| (base..base.saturating_add(layout.stride * 1024)).contains(&address);
        let buffers = [("aux", layout.aux), ("back", layout.back), ("front", layout.front)];
        let mut best: Option<(&str, u32)> = None;
        for (name, base) in buffers {
            if inside(base) && best.is_none_or(|(_, found)| base > found) {
                best = Some((name, base));
            }
        }
        match best {
            Some((name, base)) if layout.stride > 0 => {
                let within = address - base;
                let (x, y) = (within % layout.stride / 2, within / layout.stride);
                format!("{name} x {x} y {y}")
            }
            _ => "outside the buffers".to_owned(),
        }
    };
    let words = a.frame_buffer.words().iter().zip(b.frame_buffer.words()).enumerate();
    let differ: Vec<_> = words.filter(|(_, (a, b))| a != b).collect();
    let mut lines = vec![format!("frame buffer, {} words:", differ.len())];
    lines.extend(differ.iter().take(LISTED).map(|(n, (a, b))| {
        format!("  {}: {a_name} {a:#06x}, {b_name} {b:#06x}", place(*n as u32 * 2))
    }));
    lines.join("\n")
}
