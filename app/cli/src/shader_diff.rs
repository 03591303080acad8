//! `afterimage shader-diff`: how two microcode programs differ.

mod human;

use std::path::{Path, PathBuf};

use anyhow::Context;
use play::xtr::sha1_hex;
use serde::Serialize;
use xenos_ucode::{Change, Comparison, DIFF_VERSION, Program, Stage, Verdict, compare};

use crate::disasm::StageName;
use crate::exit::{BadInput, Exit};
use crate::program::{self, Read};
use crate::{files, input, out};

/// Compare two microcode programs
///
/// Each is a file of big-endian dwords, whose name ends in .bin or which has a zero byte, or a text that
/// `asm` reads. Programs that differ in nothing but what has no effect are the same: exit code 0, and what was dropped is printed. Of
/// others, with exit code 5, the listings are printed beside each other, with the fields that differ and
/// what one program uses and the other does not. Jumps are compared by the labels they lead to, and an
/// instruction that stands in another exec is the same. Malformed programs are refused with exit code 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage shader-diff old/blur.ps.bin new/blur.ps.bin
  afterimage shader-diff wanted.vs.asm made.vs.bin --context 0
  afterimage shader-diff --stage pixel a.bin b.bin --json
  afterimage disasm blur.ps.bin | sed 's/tf0/tf1/' | afterimage shader-diff blur.ps.bin -")]
pub(crate) struct Arguments {
    /// A program: words, or a text; - for standard input
    a: PathBuf,
    /// What it is compared with
    b: PathBuf,
    /// The stage, where neither a name (NAME.vs.bin, NAME.ps.asm) nor a text says it
    #[arg(long)]
    stage: Option<StageName>,
    /// Rows printed around those that differ
    #[arg(short = 'U', long, value_name = "N", default_value_t = 3)]
    context: usize,
    /// Print JSON (docs/shader-diff.md)
    #[arg(long)]
    pub(crate) json: bool,
}

/// The JSON that is printed.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    format: &'static str,
    a: Described,
    b: Described,
    #[serde(flatten)]
    comparison: &'a Comparison,
}

#[derive(Serialize)]
struct Described {
    stage: &'static str,
    dwords: usize,
    sha1: String,
}

impl Described {
    fn of(program: &Program) -> Self {
        let bytes: Vec<u8> = program.bytes().collect();
        Self { stage: program.stage.short(), dwords: program.dwords(), sha1: sha1_hex(&bytes) }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let (path_a, path_b) = (&arguments.a, &arguments.b);
    files::one_stdin(&[path_a.clone(), path_b.clone()])?;
    let stage = arguments.stage.map(StageName::stage);
    let (a, b) = (read(path_a, stage)?, read(path_b, stage)?);
    let mut comparison = compare(&a, &b);
    if arguments.json {
        // Rows that are the same are no news.
        comparison.lines.retain(|line| line.change != Change::Same || line.label.is_some());
        let (a, b) = (Described::of(&a), Described::of(&b));
        let format = "xenos-shader-diff";
        let comparison = &comparison;
        out::json(&Report { version: DIFF_VERSION, format, a, b, comparison })?;
    } else {
        let names = [input::shown(path_a), input::shown(path_b)];
        out::text(human::text(&names, &comparison, arguments.context))?;
    }
    Ok(if comparison.verdict == Verdict::Different { Exit::Differ } else { Exit::Done })
}

/// The program of a file.
fn read(path: &Path, stage: Option<Stage>) -> anyhow::Result<Program> {
    let (stage, words) = match program::read(path, stage)? {
        Read::Text(program) => return Ok(program),
        Read::Words(stage, words) => (stage, words),
    };
    let decoded = Program::decode(stage, &words);
    // What control does not reach has no effect: the comparison says what was left out.
    let findings: Vec<_> = decoded.findings.iter().filter(|f| !f.is_unreached()).collect();
    match findings.as_slice() {
        [] => Ok(decoded.program),
        [first, rest @ ..] => {
            let more =
                if rest.is_empty() { String::new() } else { format!(", and {} more", rest.len()) };
            Err(BadInput(format!("malformed: {first}{more}"))).with_context(|| input::shown(path))
        }
    }
}
