//! `afterimage demo`: streams that the program makes itself.

use std::io::{BufWriter, Cursor, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use base_trace::AtomicFile;
use serde::Serialize;
use sst1_streams::{Demo, demo, demos};
use sst1_vood::Totals;

use crate::exit::{Exit, Usage};
use crate::{out, table};

/// Compression of `.zst` outputs: higher levels save little on bus streams.
const LEVEL: i32 = 3;

/// Write a stream that the program makes itself, as a VOOD trace
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage demo --list
  afterimage demo lit-scene -o lit-scene.vood.zst
  afterimage demo lit-scene -o - | afterimage replay - -o out")]
pub(crate) struct Arguments {
    /// The stream
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// The trace to write, compressed if it ends in .zst; - is standard output; by default
    /// NAME.vood.zst
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// List the streams there are
    #[arg(long, conflicts_with_all = ["name", "output"])]
    list: bool,
    /// Print the list, or what was written, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    frames: u32,
    tmus: u32,
}

#[derive(Serialize)]
struct Written {
    name: &'static str,
    file: PathBuf,
    frames: u32,
    records: u64,
    operations: u64,
    /// Decompressed.
    bytes: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let Some(name) = &arguments.name else { return list(arguments.json) };
    let demo = demo(name).ok_or_else(|| {
        let known: Vec<_> = demos().iter().map(|demo| demo.name).collect();
        Usage::error(format!(
            "no demo is called `{}`; there are {}",
            base_text::excerpt(name),
            known.join(", ")
        ))
    })?;
    let file = match &arguments.output {
        Some(path) => path.clone(),
        None => format!("{name}.vood.zst").into(),
    };
    if file.as_os_str() == "-" {
        let (mut output, _) = demo.stream_vood(BufWriter::new(stdout().lock()))?;
        output.flush().context("cannot write to standard output")?;
        return Ok(Exit::Done);
    }
    let totals = write(demo, &file)?;
    let Demo { name, frames, .. } = *demo;
    let Totals { records, operations, bytes } = totals;
    if arguments.json {
        out::json(&Written { name, file, frames, records, operations, bytes })?;
    } else {
        let shown = base_text::path(&file);
        out::text(format!("{shown}: {frames} frames, {records} records, {bytes} bytes\n"))?;
    }
    Ok(Exit::Done)
}

fn list(json: bool) -> anyhow::Result<Exit> {
    let rows: Vec<Row> = demos()
        .iter()
        .map(|d| Row { name: d.name, title: d.title, frames: d.frames, tmus: d.board.tmus })
        .collect();
    if json {
        out::json(&rows)?;
    } else {
        let mut text = vec![["name", "frames", "units", "shows"].map(str::to_owned)];
        text.extend(rows.iter().map(|row| {
            [row.name.into(), row.frames.to_string(), row.tmus.to_string(), row.title.into()]
        }));
        out::text(table::columns(&text))?;
    }
    Ok(Exit::Done)
}

fn write(demo: &Demo, path: &Path) -> anyhow::Result<Totals> {
    let cannot = || format!("cannot write {}", base_text::path(path));
    let mut file = AtomicFile::create(path)?;
    let totals = if path.extension().is_some_and(|ending| ending == "zst") {
        // The number of records is filled in at the end, which a compressor could not do.
        let (content, totals) = demo.write_vood(Cursor::new(Vec::new()))?;
        let mut packer = zstd::Encoder::new(&mut file, LEVEL).with_context(cannot)?;
        packer.write_all(content.get_ref()).with_context(cannot)?;
        packer.finish().with_context(cannot)?;
        totals
    } else {
        demo.write_vood(&mut file)?.1
    };
    file.commit()?;
    Ok(totals)
}
