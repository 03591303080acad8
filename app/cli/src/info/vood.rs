//! What a VOOD trace holds, without playing it.

use std::path::Path;

use anyhow::Context;
use base_trace::{Container, Layout, Opened};
use play::{Failure, Input, PlayError};
use serde::Serialize;
use sst1_board::{BoardConfig, State};
use sst1_facts::Profile;
use sst1_regs::offset;
use sst1_regs::words::VideoDimensions;
use sst1_vood::{Batch, Command, Header, StreamInfo, Trace, VoodError};

use crate::exit::Exit;
use crate::progress::Bar;
use crate::{input, out, table};

#[derive(Serialize)]
struct Report {
    kind: &'static str,
    input: Input,
    layout: &'static str,
    containers: Vec<String>,
    /// Decompressed bytes.
    content_bytes: u64,
    state_image: bool,
    complete: bool,
    error: Option<Failure>,
    header: Header,
    /// The picture's size by the last write of videoDimensions.
    picture: Option<Size>,
    #[serde(flatten)]
    stream: StreamInfo,
}

#[derive(Clone, Copy, Serialize)]
struct Size {
    width: u32,
    height: u32,
}

pub(super) fn run(
    path: &Path,
    opened: Opened,
    json: bool,
    registers: bool,
) -> anyhow::Result<Exit> {
    let mut trace = Trace::from_opened(opened).with_context(|| input::shown(path))?;
    let bar = Bar::watch(trace.reader.source().progress());
    let mut stream = StreamInfo::new(registers);
    let (dimensions, fault) = scan(&mut trace, &mut stream);
    let fault = fault.map(PlayError::from);
    let image = input::image_digest(&trace);
    let reader = trace.reader;
    let report = Report {
        kind: "vood",
        layout: match trace.layout {
            Layout::Stream => "stream",
            Layout::Folder => "folder",
        },
        containers: reader.source().containers().iter().map(Container::to_string).collect(),
        content_bytes: reader.position().offset,
        state_image: trace.state.is_some(),
        complete: fault.is_none(),
        error: fault.as_ref().map(Failure::of),
        header: *reader.header(),
        picture: dimensions.and_then(picture_size),
        stream,
        input: input::described(path, reader.into_source(), image, fault.is_none()),
    };
    drop(bar);
    if json {
        out::json(&report)?;
    } else {
        out::text(human(&report))?;
    }
    match fault {
        Some(fault) => Err(fault).with_context(|| input::shown(path)),
        None => Ok(Exit::Done),
    }
}

/// Reads to the end or to a fault; gives the last videoDimensions too.
fn scan(trace: &mut Trace, stream: &mut StreamInfo) -> (Option<u32>, Option<VoodError>) {
    let image = trace.state.as_ref().map_or(&[][..], |image| &image.registers);
    let is_dimensions = |address: u32| address & 0x3FC == offset::VIDEO_DIMENSIONS;
    let mut dimensions =
        image.iter().rev().find(|r| is_dimensions(r.address)).map(|register| register.value);
    let written = |batch: &Batch<'_>| {
        let found =
            batch.records.iter().rev().find(|record| {
                record.command == Command::WriteRegL && is_dimensions(record.address)
            });
        found.map(|record| record.data)
    };
    loop {
        match trace.reader.next_batch() {
            Ok(Some(batch)) => {
                stream.add_batch(&batch);
                dimensions = written(&batch).or(dimensions);
            }
            Ok(None) => return (dimensions, None),
            Err(fault) => return (dimensions, Some(fault)),
        }
    }
}

/// As a board reads the register.
fn picture_size(dimensions: u32) -> Option<Size> {
    let smallest = BoardConfig { frame_buffer_bytes: 1 << 16, texture_bytes: 1 << 16, tmus: 1 };
    let mut state = State::new(smallest, Profile::default()).ok()?;
    state.init.video_dimensions = VideoDimensions::from_raw(dimensions);
    Some(Size { width: state.picture_width(), height: state.picture_height() })
}

fn human(report: &Report) -> String {
    let (header, stream) = (&report.header, &report.stream);
    let optional = |value: Option<String>| value.unwrap_or_else(|| "unknown".to_owned());
    let containers = match report.containers.as_slice() {
        [] => "none".to_owned(),
        some => some.join(" around "),
    };
    let picture = report.picture.map(|size| format!("{} x {}", size.width, size.height));
    let mut rows = vec![
        ["kind", "VOOD 1, SST-1 bus stream"].map(str::to_owned),
        ["container".into(), format!("{}, {containers}", report.layout)],
        ["stored bytes".into(), optional(report.input.bytes.map(|b| b.to_string()))],
        ["content bytes".into(), report.content_bytes.to_string()],
        ["SHA-256".into(), optional(report.input.sha256.clone())],
        ["board type".into(), header.voodoo_type.to_string()],
        ["frame buffer".into(), format!("{} MiB", header.fb_size_mb)],
        ["texture memory".into(), format!("{} x {} MiB", header.num_tmus, header.tex_size_mb)],
        ["picture".into(), optional(picture)],
        ["state image".into(), if report.state_image { "yes" } else { "no" }.into()],
        ["records".into(), stream.records.to_string()],
        ["operations".into(), stream.operations.to_string()],
        ["triangles".into(), stream.triangles.to_string()],
        ["fast fills".into(), stream.fast_fills.to_string()],
        ["swaps".into(), stream.swaps.to_string()],
        ["largest count".into(), stream.largest_count.to_string()],
    ];
    for command in Command::ALL {
        let count = stream.of(command);
        if count.records > 0 {
            let text = format!("{} records, {} operations", count.records, count.operations);
            rows.push([command.name().to_owned(), text]);
        }
    }
    for (word, writes) in stream.register_writes.iter().flatten().enumerate() {
        if *writes > 0 {
            let at = word as u32 * 4;
            let name = sst1_regs::register_at(at).map_or("reserved", |register| register.name);
            rows.push([format!("0x{at:03X} {name}"), format!("{writes} writes")]);
        }
    }
    table::columns(&rows)
}
