//! What an .xtr trace holds; it is played through the command processor, and nothing is drawn.

use std::path::Path;

use anyhow::Context;
use base_trace::{Container, Opened};
use play::xtr::{XtrDetails, XtrInfo, XtrPlayer};
use play::{Input, RefusalRow};

use crate::exit::Exit;
use crate::progress::Bar;
use crate::{input, out, table};

pub(super) fn run(path: &Path, opened: Opened, json: bool) -> anyhow::Result<Exit> {
    let reader = input::xtr_from(opened).with_context(|| input::shown(path))?;
    let bar = Bar::watch(reader.source().progress());
    let mut player = XtrPlayer::new(reader);
    let (details, end) = XtrDetails::count(&mut player);
    let info = XtrInfo::of(&player);
    drop(bar);
    if json {
        out::json(&info)?;
    } else {
        let reader = player.into_reader();
        let header = *reader.header();
        let containers = reader.source().containers().iter().map(Container::to_string);
        let containers = containers.collect::<Vec<_>>().join(" around ");
        let content_bytes = reader.position().offset;
        let stored = input::described(path, reader.into_source(), None, end.is_ok());
        let file = File {
            commit: base_text::excerpt(&String::from_utf8_lossy(&header.commit)),
            title: header.title,
            containers: if containers.is_empty() { "none".to_owned() } else { containers },
            content_bytes,
            stored,
        };
        out::text(human(&info, &details, &file))?;
    }
    end.map(|()| Exit::Done).with_context(|| input::shown(path))
}

/// The file, apart from its records.
struct File {
    commit: String,
    title: u32,
    containers: String,
    content_bytes: u64,
    stored: Input,
}

fn human(info: &XtrInfo, details: &XtrDetails, file: &File) -> String {
    let optional = |value: Option<String>| value.unwrap_or_else(|| "unknown".to_owned());
    let title = if file.title == 0 { "none".to_owned() } else { format!("{:08X}", file.title) };
    let mut rows: Vec<[String; 2]> = [
        ("kind", "XTR 1, Xenos command stream".to_owned()),
        ("container", file.containers.clone()),
        ("stored bytes", optional(file.stored.bytes.map(|bytes| bytes.to_string()))),
        ("content bytes", file.content_bytes.to_string()),
        ("SHA-256", optional(file.stored.sha256.clone())),
        ("recorded by", file.commit.clone()),
        ("title", title),
        ("frames", info.frames.to_string()),
        ("swaps", info.swaps.to_string()),
        ("draws", info.draws.to_string()),
        ("copies", format!("{}, {} of them clear", info.copies, details.clears)),
        ("packets", info.packets.total().to_string()),
        ("predicated off", details.predicated_off.to_string()),
        ("nesting of buffers", details.depth.saturating_sub(1).to_string()),
        ("loaded programs", details.programs.to_string()),
        ("memory recorded", format!("{} bytes", details.memory_bytes)),
        ("compressed bodies", details.compressed.to_string()),
    ]
    .into_iter()
    .map(|(name, value)| [name.to_owned(), value])
    .collect();
    let named =
        |what: &str, (name, count): (&str, u64)| [format!("{what} {name}"), count.to_string()];
    rows.extend(details.records().map(|row| named("record", row)));
    rows.extend(info.packets.0.iter().map(|row| named("packet", *row)));
    table::columns(&rows) + &refused(&details.refusals)
}

/// What was refused, with its first place.
fn refused(rows: &[RefusalRow]) -> String {
    if rows.is_empty() {
        return "nothing was refused\n".to_owned();
    }
    let head = ["refused", "count", "at", "with", "first"].map(str::to_owned);
    let row = |row: &RefusalRow| {
        let place = |what: &str, number: Option<u64>| number.map(|n| format!("{what} {n}"));
        let first = [place("frame", row.first.frame), place("record", row.first.record)];
        [
            row.id.clone(),
            row.count.to_string(),
            row.register.clone(),
            format!("0x{:08X}", row.value),
            first.into_iter().flatten().collect::<Vec<_>>().join(", "),
        ]
    };
    let lines: Vec<_> = std::iter::once(head).chain(rows.iter().map(row)).collect();
    format!("\n{}", table::columns(&lines))
}
