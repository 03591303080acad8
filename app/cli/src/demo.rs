//! `afterimage demo`: streams that the program makes itself.

use std::io::{BufWriter, Cursor, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use base_trace::AtomicFile;
use serde::Serialize;

use crate::exit::{Exit, Usage};
use crate::numbered::counted;
use crate::{out, table};

/// Compression of `.zst` outputs: higher levels save little on bus streams.
const LEVEL: i32 = 3;
/// Most frames of a stream whose number of frames can be chosen.
const MAX_FRAMES: u32 = 10_000;

/// Write a stream that the program makes itself: a VOOD trace of the SST-1, an .xtr trace of the Xenos
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage demo --list
  afterimage demo lit-scene -o lit-scene.vood.zst
  afterimage demo xenos-hdr -o xenos-hdr.xtr.zst
  afterimage demo xenos-turntable --frames 48 -o turn.xtr.zst
  afterimage demo lit-scene -o - | afterimage replay - -o out

Streams: lit-scene, texture-formats, pipeline of the SST-1; xenos-turntable, xenos-hdr of the Xenos.")]
pub(crate) struct Arguments {
    /// The stream
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// The trace to write, compressed if it ends in .zst; - is standard output; by default
    /// NAME.vood.zst or NAME.xtr.zst
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Frames to write, of a stream of the Xenos; those of --list unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_FRAMES)))]
    frames: Option<u32>,
    /// List the streams there are
    #[arg(long, conflicts_with_all = ["name", "output", "frames"])]
    list: bool,
    /// Print the list, or what was written, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    chip: &'static str,
    frames: u32,
    /// Of the SST-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    tmus: Option<u32>,
}

#[derive(Serialize)]
struct Written {
    name: &'static str,
    file: PathBuf,
    frames: u32,
    records: u64,
    /// Of the SST-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    operations: Option<u64>,
    /// Decompressed.
    bytes: u64,
}

/// What an output holds.
struct Totals {
    records: u64,
    operations: Option<u64>,
    bytes: u64,
}

/// A stream of either chip.
#[derive(Clone, Copy)]
enum Demo {
    Sst1(&'static sst1_streams::Demo),
    Xenos(&'static xenos_streams::Demo, u32),
}

impl Demo {
    fn all() -> impl Iterator<Item = Self> {
        let sst1 = sst1_streams::demos().iter().map(Self::Sst1);
        sst1.chain(xenos_streams::demos().iter().map(|demo| Self::Xenos(demo, demo.frames)))
    }

    fn name(self) -> &'static str {
        match self {
            Self::Sst1(demo) => demo.name,
            Self::Xenos(demo, _) => demo.name,
        }
    }

    fn frames(self) -> u32 {
        match self {
            Self::Sst1(demo) => demo.frames,
            Self::Xenos(_, frames) => frames,
        }
    }

    fn row(self) -> Row {
        let (name, frames) = (self.name(), self.frames());
        match self {
            Self::Sst1(demo) => {
                let tmus = Some(demo.board.tmus);
                Row { name, title: demo.title, chip: "sst1", frames, tmus }
            }
            Self::Xenos(demo, _) => {
                Row { name, title: demo.title, chip: "xenos", frames, tmus: None }
            }
        }
    }

    /// Writes the stream to an output that cannot seek.
    fn stream(self, output: impl Write) -> anyhow::Result<Totals> {
        match self {
            Self::Sst1(demo) => {
                let (mut output, totals) = demo.stream_vood(output)?;
                output.flush()?;
                Ok(totals.into())
            }
            Self::Xenos(demo, frames) => {
                let (mut output, totals) = demo.write(BufWriter::new(output), frames)?;
                output.flush()?;
                Ok(totals.into())
            }
        }
    }
}

impl From<sst1_vood::Totals> for Totals {
    fn from(totals: sst1_vood::Totals) -> Self {
        let sst1_vood::Totals { records, operations, bytes } = totals;
        Self { records, operations: Some(operations), bytes }
    }
}

impl From<xenos_xtr::Totals> for Totals {
    fn from(totals: xenos_xtr::Totals) -> Self {
        Self { records: totals.records, operations: None, bytes: totals.bytes }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let Some(name) = &arguments.name else { return list(arguments.json) };
    let demo = Demo::all().find(|demo| demo.name() == name).ok_or_else(|| {
        let known: Vec<_> = Demo::all().map(Demo::name).collect();
        Usage::error(format!(
            "no demo is called `{}`; there are {}",
            base_text::excerpt(name),
            known.join(", ")
        ))
    })?;
    let demo = match (demo, arguments.frames) {
        (_, None) => demo,
        (Demo::Xenos(demo, _), Some(frames)) => Demo::Xenos(demo, frames),
        (Demo::Sst1(demo), Some(_)) => {
            let Row { name, frames, .. } = Demo::Sst1(demo).row();
            return Err(Usage::error(format!(
                "{name} has {frames} frames, neither more nor fewer"
            )));
        }
    };
    let file = match (&arguments.output, demo) {
        (Some(path), _) => path.clone(),
        (None, Demo::Sst1(_)) => format!("{name}.vood.zst").into(),
        (None, Demo::Xenos(..)) => format!("{name}.xtr.zst").into(),
    };
    if file.as_os_str() == "-" {
        demo.stream(BufWriter::new(stdout().lock())).context("cannot write to standard output")?;
        return Ok(Exit::Done);
    }
    let Totals { records, operations, bytes } = write(demo, &file)?;
    let (name, frames) = (demo.name(), demo.frames());
    if arguments.json {
        out::json(&Written { name, file, frames, records, operations, bytes })?;
    } else {
        let shown = base_text::path(&file);
        let written = counted(frames, "frame", "frames");
        let records = counted(records, "record", "records");
        out::text(format!("{shown}: {written}, {records}, {bytes} bytes of content\n"))?;
    }
    Ok(Exit::Done)
}

fn list(json: bool) -> anyhow::Result<Exit> {
    let rows: Vec<Row> = Demo::all().map(Demo::row).collect();
    if json {
        out::json(&rows)?;
    } else {
        let mut text = vec![["name", "chip", "frames", "units", "shows"].map(str::to_owned)];
        text.extend(rows.iter().map(|row| {
            let units = row.tmus.map_or_else(|| "-".to_owned(), |tmus| tmus.to_string());
            [row.name.into(), row.chip.into(), row.frames.to_string(), units, row.title.into()]
        }));
        out::text(table::columns(&text))?;
    }
    Ok(Exit::Done)
}

fn write(demo: Demo, path: &Path) -> anyhow::Result<Totals> {
    let cannot = || format!("cannot write {}", base_text::path(path));
    let mut file = AtomicFile::create(path)?;
    let compressed = path.extension().is_some_and(|ending| ending == "zst");
    let totals = match demo {
        // The number of records is filled in at the end, which a compressor could not do.
        Demo::Sst1(demo) if compressed => {
            let (content, totals) = demo.write_vood(Cursor::new(Vec::new()))?;
            let mut packer = zstd::Encoder::new(&mut file, LEVEL).with_context(cannot)?;
            packer.write_all(content.get_ref()).with_context(cannot)?;
            packer.finish().with_context(cannot)?;
            totals.into()
        }
        Demo::Sst1(demo) => demo.write_vood(&mut file)?.1.into(),
        Demo::Xenos(..) if compressed => {
            let mut packer = zstd::Encoder::new(&mut file, LEVEL).with_context(cannot)?;
            let totals = demo.stream(&mut packer)?;
            packer.finish().with_context(cannot)?;
            totals
        }
        Demo::Xenos(..) => demo.stream(&mut file)?,
    };
    file.commit()?;
    Ok(totals)
}
