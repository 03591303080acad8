//! `afterimage disasm`: a microcode program as text.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use play::xtr::Listing;
use serde::Serialize;
use xenos_ucode::{ProgramJson, Remark, Stage, Style, validate};

use crate::exit::{BadInput, Exit, Usage};
use crate::shaders::{self, Described, Found};
use crate::{input, out};

/// Bytes of a file at most: more than any load names.
const MOST: u64 = 1 << 20;

/// Disassemble a microcode program
///
/// The file holds big-endian dwords, as `shaders` writes it; what stands behind the program's end is
/// passed over. A malformed program is listed as it is read, and the exit code is 3. The listing is what
/// `asm` reads (docs/microcode-asm.md); with --shared it is what other tools print, and what they have no
/// word for stands in comments.
/// The JSON of `--uses` is described in docs/json.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage disasm programs/0123456789abcdef0123456789abcdef01234567.ps.bin
  afterimage disasm program.ps.bin --validate
  afterimage disasm program.ps.bin --json > program.json
  cat vertex.bin | afterimage disasm --stage vertex -")]
pub(crate) struct Arguments {
    /// The program, or - for standard input
    file: PathBuf,
    /// Its stage, where its name does not end in .vs.bin or .ps.bin
    #[arg(long)]
    stage: Option<StageName>,
    /// Print it as JSON: control flow and instructions with all fields (docs/microcode-json.md)
    #[arg(long)]
    pub(crate) json: bool,
    /// Print what it uses, as JSON
    #[arg(long, conflicts_with = "json")]
    pub(crate) uses: bool,
    /// Print the listing that other tools print
    #[arg(long, conflicts_with_all = ["json", "uses"])]
    shared: bool,
    /// Add what it should not do, by name (docs/microcode-rules.md): as comments, or in the JSON
    #[arg(long, conflicts_with = "uses")]
    validate: bool,
}

/// The JSON of a program.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    program: ProgramJson,
    sha1: &'a str,
    findings: Vec<Found<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remarks: Option<Vec<Remark>>,
}

/// A stage as an argument.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum StageName {
    /// It runs for each vertex
    #[value(alias = "vs")]
    Vertex,
    /// It runs for each pixel
    #[value(alias = "ps")]
    Pixel,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let path = &arguments.file;
    let stage = match arguments.stage {
        Some(name) => name.stage(),
        None => by_name(path).ok_or_else(|| {
            let path = input::shown(path);
            Usage::error(format!(
                "{path}: --stage vertex or --stage pixel is needed: the name does not say which it is"
            ))
        })?,
    };
    let bytes = input::bytes(path, MOST)?;
    let (words, rest) = bytes.as_chunks();
    if words.is_empty() || !rest.is_empty() {
        let message = format!("{} bytes are no whole dwords of a program", bytes.len());
        return Err(BadInput(message)).with_context(|| input::shown(path));
    }
    let words: Vec<u32> = words.iter().map(|word| u32::from_be_bytes(*word)).collect();
    let listing = Listing::of(stage, &words);
    let described = Described::of(&listing);
    let remarks = arguments.validate.then(|| validate(&listing.program));
    if arguments.uses {
        out::json(&described)?;
    } else if arguments.json {
        let program = ProgramJson::of(&listing.program);
        let Described { sha1, findings, .. } = described;
        out::json(&Whole { program, sha1, findings, remarks })?;
    } else {
        let style = if arguments.shared { Style::Shared } else { Style::Complete };
        let lines = remarks.iter().flatten().map(|remark| format!("// {remark}\n"));
        let text = shaders::text(&listing, style) + &lines.collect::<String>();
        out::text(text)?;
    }
    match listing.findings.as_slice() {
        [] => Ok(Exit::Done),
        [first, rest @ ..] => {
            let more =
                if rest.is_empty() { String::new() } else { format!(", and {} more", rest.len()) };
            Err(BadInput(format!("malformed: {first}{more}"))).with_context(|| input::shown(path))
        }
    }
}

impl StageName {
    pub(crate) const fn stage(self) -> Stage {
        match self {
            Self::Vertex => Stage::Vertex,
            Self::Pixel => Stage::Pixel,
        }
    }
}

/// The stage that a name says: `NAME.vs.ENDING` or `NAME.ps.ENDING`.
pub(crate) fn by_name(path: &Path) -> Option<Stage> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let (before, _) = name.rsplit_once('.')?;
    let stages = [(".vs", Stage::Vertex), (".ps", Stage::Pixel)];
    stages.into_iter().find_map(|(ending, stage)| before.ends_with(ending).then_some(stage))
}
