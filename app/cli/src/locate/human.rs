//! What was located, for people.

use std::fmt::Write as _;

use play::{Area, DetailCompared, Ended, Located, Parted, PixelDifference, Unequal};
use sst1_stimulus::{FieldShown, RegisterState, WordShown};

use crate::table;

/// Everything.
pub(crate) fn text(located: &Located) -> String {
    let mut lines = Vec::new();
    let Located { commands, listed, equal, .. } = located;
    let there = match located.ended {
        Ended::End => format!("the trace has {commands}"),
        Ended::Budget => format!("the budget ended the replay behind {commands}"),
        Ended::Fault => format!("the trace is malformed behind {commands}"),
        // Everything that was asked for was settled before.
        Ended::Frames => format!("{commands} were played"),
    };
    if let Some(parted) = &located.parted {
        lines.push(parting(parted, *equal));
    } else if *listed > 0 {
        let all = if *equal == 0 { "" } else { ", all equal" };
        lines.push(format!("{equal} of {listed} commands compared{all}; {there}\n"));
    }
    if let Some(number) = located.surplus {
        lines.push(format!(
            "the hashes file lists command {number}, the trace has {commands} commands\n"
        ));
    }
    lines.extend(located.detail.as_ref().map(details));
    lines.concat()
}

fn parting(parted: &Parted, equal: u64) -> String {
    let Parted { command, kind, .. } = parted;
    let place = match (parted.record, parted.offset, parted.frame) {
        (Some(record), Some(offset), Some(frame)) => {
            format!(", record {record} at byte {offset}, frame {frame}")
        }
        _ => String::new(),
    };
    let unlisted = match parted.unlisted {
        0 => String::new(),
        n => format!("; commands {} to {} are not listed", command - n, command - 1),
    };
    let mut lines = vec![
        format!("parted after command {command}, {kind}{place}\n"),
        format!("{equal} commands compared before it are equal{unlisted}\n"),
    ];
    lines.extend(parted.unequal.iter().map(|what| unequal(*what, parted)));
    lines.extend(parted.pixels.iter().map(single));
    for whole in &parted.unexplained {
        let memory = if whole.memory == Unequal::Color { "colour" } else { "auxiliary" };
        let nothing = if whole.nothing_written { "; nothing was written there" } else { "" };
        lines.push(format!("  no single word of {memory} memory explains its hash{nothing}\n"));
    }
    if !parted.unexplained.is_empty() {
        lines.push(format!(
            "  for the first pixel: write the words that command {command} changed there as a \
             detail file (docs/stimulus.md),\n  and give it as --detail; `afterimage export \
             --detail {command}` writes ours\n"
        ));
    }
    let areas: Vec<_> = parted.wrote.iter().map(area).collect();
    let wrote = if areas.is_empty() { "nothing".to_owned() } else { areas.join("; ") };
    lines.push(format!("written here: {wrote}\n"));
    lines.push(registers(&parted.registers, kind.ends_with("triangle")));
    lines.concat()
}

fn unequal(what: Unequal, parted: &Parted) -> String {
    let Parted { kind, their_kind, ours, theirs, .. } = parted;
    match what {
        Unequal::Kind => format!("  kind: {kind} here, {their_kind} there: another stream\n"),
        Unequal::Record => {
            let shown = |record: Option<u64>| record.map_or("none".to_owned(), |r| r.to_string());
            let (here, there) = (shown(parted.record), shown(parted.their_record));
            format!("  record: {here} here, {there} there: another stream, or counted otherwise\n")
        }
        Unequal::Buffers => format!(
            "  buffers displayed and drawn to: {} and {} here, {} and {} there\n",
            ours.displayed, ours.draw, theirs.displayed, theirs.draw
        ),
        Unequal::Color => hash("colour", ours.color, theirs.color),
        Unequal::Aux => hash("auxiliary", ours.aux, theirs.aux),
    }
}

fn area(area: &Area) -> String {
    let Area { buffer, words, x: [x0, x1], y: [y0, y1] } = area;
    let plural = if *words == 1 { "word" } else { "words" };
    format!("{words} {plural} of {buffer}, x {x0} to {x1}, y {y0} to {y1}")
}

fn hash(memory: &str, ours: u64, theirs: u64) -> String {
    format!("  {memory} memory: {ours:016x} here, {theirs:016x} there\n")
}

fn single(pixel: &PixelDifference) -> String {
    let PixelDifference { spot, address, before, ours, theirs, bits } = pixel;
    format!(
        "  one word explains it: {} ({}, {}) at byte {address:#08x}: {before:#06x} before, \
         {ours:#06x} here, {theirs:#06x} there, bits {bits:#06x}\n",
        spot.buffer, spot.x, spot.y
    )
}

fn details(detail: &DetailCompared) -> String {
    let DetailCompared { command, differing, differing_before, .. } = detail;
    if !detail.found {
        return format!("details: command {command} is none, or another one, in this trace\n");
    }
    let before = match differing_before {
        0 => String::new(),
        n => format!(", {n} of them before the command already"),
    };
    let mut text = format!("details of command {command}: {differing} words differ{before}\n");
    if let Some(pixel) = detail.first {
        let side = |words: Option<[u16; 2]>| match words {
            Some([before, after]) => format!("{before:#06x} to {after:#06x}"),
            None => "unchanged".to_owned(),
        };
        let _infallible = writeln!(
            text,
            "  the first: {} ({}, {}) at byte {:#08x}: {} here, {} there",
            pixel.spot.buffer,
            pixel.spot.x,
            pixel.spot.y,
            pixel.address,
            side(pixel.ours),
            side(pixel.theirs)
        );
    }
    text
}

/// The registers; vertices, parameters and texture units for triangles.
fn registers(state: &RegisterState, triangle: bool) -> String {
    let mut rows: Vec<[String; 3]> = state.words.iter().map(row).collect();
    let buffers = state.buffers;
    rows.push([
        "buffers".to_owned(),
        String::new(),
        format!(
            "front={:#x} back={:#x} aux={:#x} stride={}",
            buffers.front, buffers.back, buffers.aux, buffers.stride
        ),
    ]);
    let mut text = "registers before the command:\n".to_owned();
    if triangle {
        for (number, unit) in state.units.iter().enumerate() {
            rows.extend(unit.words.iter().map(|word| {
                let [name, value, fields] = row(word);
                [format!("{name} {number}"), value, fields]
            }));
            let base = unit.base.map(|base| format!("{base:#x}")).join(" ");
            rows.push([format!("texBaseAddr {number}"), String::new(), base]);
        }
    }
    text += &table::columns(&rows);
    if triangle {
        for (name, [x, y]) in ["A", "B", "C"].into_iter().zip(state.vertices) {
            let _infallible = writeln!(text, "vertex {name}  ({x}, {y})");
        }
        let head = ["parameter", "start", "d/dx", "d/dy"].map(str::to_owned);
        let shown = state.parameters.iter().map(|row| {
            let [start, dx, dy] = row.numbers.map(|number| number.to_string());
            [row.name.clone(), start, dx, dy]
        });
        let rows: Vec<_> = std::iter::once(head).chain(shown).collect();
        text += &table::columns(&rows);
    }
    if !state.fog_table.is_empty() {
        let words: Vec<_> = state.fog_table.iter().map(|word| format!("{word:08x}")).collect();
        let _infallible = writeln!(text, "fogTable  {}", words.join(" "));
    }
    text
}

fn row(word: &WordShown) -> [String; 3] {
    let fields: Vec<_> = word.fields.iter().filter_map(field).collect();
    [word.name.to_owned(), format!("{:#010x}", word.value), fields.join(" ")]
}

/// Flags that are on, choices, and numbers that are not 0.
fn field(field: &FieldShown) -> Option<String> {
    let FieldShown { name, value, choice, flag } = field;
    match choice {
        Some(choice) => Some(format!("{name}={choice}")),
        None if *value == 0 => None,
        None if *flag => Some((*name).to_owned()),
        None => Some(format!("{name}={value}")),
    }
}
