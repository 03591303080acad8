//! `afterimage disasm`: a microcode program as text.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use play::xtr::Listing;
use xenos_ucode::Stage;

use crate::exit::{BadInput, Exit, Usage};
use crate::shaders::{self, Described};
use crate::{input, out};

/// Bytes of a file at most: more than any load names.
const MOST: u64 = 1 << 20;

/// Disassemble a microcode program
///
/// The file holds big-endian dwords, as `shaders` writes it; what stands behind the program's end is
/// passed over. A malformed program is listed as it is read, and the exit code is 3. The JSON is
/// described in docs/json.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage disasm programs/0123456789abcdef0123456789abcdef01234567.ps.bin
  cat vertex.bin | afterimage disasm --stage vertex -")]
pub(crate) struct Arguments {
    /// The program, or - for standard input
    file: PathBuf,
    /// Its stage, where its name does not end in .vs.bin or .ps.bin
    #[arg(long)]
    stage: Option<StageName>,
    /// Print what it uses, as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum StageName {
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
        Some(StageName::Vertex) => Stage::Vertex,
        Some(StageName::Pixel) => Stage::Pixel,
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
    if arguments.json {
        out::json(&Described::of(&listing))?;
    } else {
        out::text(shaders::text(&listing))?;
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

fn by_name(path: &Path) -> Option<Stage> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let stages = [(".vs.bin", Stage::Vertex), (".ps.bin", Stage::Pixel)];
    stages.into_iter().find_map(|(ending, stage)| name.ends_with(ending).then_some(stage))
}
