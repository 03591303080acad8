//! `afterimage shaders`: the programs that an .xtr trace loads, as files.

use std::path::{Path, PathBuf};

use anyhow::Context;
use play::xtr::{Listing, Loads, Place, XtrPlayer};
use serde::Serialize;
use xenos_ucode::{Analysis, Finding, Stage, Style};

use crate::exit::Exit;
use crate::progress::Bar;
use crate::{files, input, out, table};

/// List the programs that an .xtr trace loads, and write them
///
/// Without -o the list alone. With it each distinct program once, as SHA1.vs.bin or SHA1.ps.bin: its own words as big-endian memory holds
/// them, without what a load names behind its end. Beside it .txt, the disassembly, and .json, what
/// the program uses (docs/json.md). The SHA-1 is that of the .bin. Of a malformed trace, programs before
/// the fault are written, and the exit code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage shaders game.xtr
  afterimage shaders game.xtr -o programs
  afterimage shaders game.xtr -o programs --json")]
pub(crate) struct Arguments {
    /// An .xtr trace, or - for standard input
    trace: PathBuf,
    /// Folder for the files; without it, programs are only listed
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A program in the list.
#[derive(Serialize)]
struct Row {
    sha1: String,
    #[serde(rename = "type")]
    stage: &'static str,
    dwords: u32,
    /// Where it is loaded first.
    #[serde(flatten)]
    first: Place,
    findings: usize,
}

/// The list.
#[derive(Serialize)]
struct List<'a> {
    version: u32,
    programs: &'a [Row],
}

/// The file beside a program.
#[derive(Serialize)]
pub(crate) struct Described<'a> {
    pub(crate) sha1: &'a str,
    pub(crate) findings: Vec<Found<'a>>,
    #[serde(flatten)]
    pub(crate) analysis: &'a Analysis,
}

/// Something wrong with a program, with its words.
#[derive(Serialize)]
pub(crate) struct Found<'a> {
    message: String,
    #[serde(flatten)]
    finding: &'a Finding,
}

/// What is wrong with a program.
pub(crate) fn findings(listing: &Listing) -> Vec<Found<'_>> {
    let found = |finding| Found { message: Finding::to_string(finding), finding };
    listing.findings.iter().map(found).collect()
}

impl<'a> Described<'a> {
    pub(crate) fn of(listing: &'a Listing) -> Self {
        Self { sha1: &listing.sha1, findings: findings(listing), analysis: &listing.analysis }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let (path, folder) = (&arguments.trace, arguments.output.as_deref());
    let reader = input::xtr(path)?;
    folder.map_or(Ok(()), files::folder)?;
    let bar = Bar::watch(reader.source().progress());
    let mut loads = Loads::new(XtrPlayer::new(reader));
    let mut rows = Vec::new();
    let end: anyhow::Result<()> = loop {
        let step = loads.step(|first, listing| -> anyhow::Result<()> {
            folder.map_or(Ok(()), |folder| write(folder, path, listing))?;
            rows.push(row(first, listing));
            Ok(())
        });
        match step {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(fault) => break Err(fault),
        }
    };
    drop(bar);
    rows.sort_by(|a, b| (&a.sha1, a.stage).cmp(&(&b.sha1, b.stage)));
    if arguments.json {
        out::json(&List { version: 1, programs: &rows })?;
    } else {
        out::text(human(&rows, folder))?;
    }
    end.map(|()| Exit::Done).with_context(|| input::shown(path))
}

fn row(first: Place, listing: &Listing) -> Row {
    Row {
        sha1: listing.sha1.clone(),
        stage: listing.stage().short(),
        dwords: listing.analysis.dwords,
        first,
        findings: listing.findings.len(),
    }
}

/// Writes the three files of a program.
fn write(folder: &Path, trace: &Path, listing: &Listing) -> anyhow::Result<()> {
    let stem = format!("{}.{}", listing.sha1, listing.stage().short());
    let file = |ending: &str| -> anyhow::Result<PathBuf> {
        let file = folder.join(format!("{stem}.{ending}"));
        files::apart(&file, [trace])?;
        Ok(file)
    };
    let bytes: Vec<u8> = listing.program.bytes().collect();
    base_trace::write_whole(&file("bin")?, &bytes)?;
    base_trace::write_whole(&file("txt")?, text(listing, Style::Complete).as_bytes())?;
    base_trace::write_whole(&file("json")?, out::pretty(&Described::of(listing))?.as_bytes())?;
    Ok(())
}

/// The listing, with what is wrong as comments at its end.
pub(crate) fn text(listing: &Listing, style: Style) -> String {
    let listed = std::iter::once(xenos_ucode::listing(&listing.program, style));
    let findings = listing.findings.iter().map(|finding| format!("// malformed: {finding}\n"));
    listed.chain(findings).collect::<Vec<_>>().concat()
}

fn human(rows: &[Row], folder: Option<&Path>) -> String {
    let head = ["SHA-1", "stage", "dwords", "first", "malformed"].map(str::to_owned);
    let line = |row: &Row| {
        let place = format!("frame {}, record {}", row.first.frame, row.first.record);
        let findings = if row.findings == 0 { String::new() } else { row.findings.to_string() };
        [row.sha1.clone(), row.stage.to_owned(), row.dwords.to_string(), place, findings]
    };
    let lines: Vec<_> = std::iter::once(head).chain(rows.iter().map(line)).collect();
    let of = |stage: Stage| rows.iter().filter(|row| row.stage == stage.short()).count();
    let (vertex, pixel) = (of(Stage::Vertex), of(Stage::Pixel));
    let place =
        folder.map_or_else(String::new, |folder| format!(", in {}", base_text::path(folder)));
    table::columns(&lines) + &format!("{vertex} vertex and {pixel} pixel programs{place}\n")
}
