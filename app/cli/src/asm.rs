//! `afterimage asm`: text to a microcode program.

use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;
use xenos_ucode::{
    ASM_BYTES, AsmError, Assembled, Program, Remark, Severity, SourcePlace, assemble_with_places,
    validate,
};

use crate::disasm::{StageName, by_name};
use crate::exit::{BadInput, BadText, Exit, Fault};
use crate::{files, input, out};

/// Assemble a microcode program
///
/// The text is what `disasm` prints, or is written by hand (docs/microcode-asm.md). The file written holds
/// big-endian dwords. What the program should not do is printed on standard error, with line, column and
/// name (docs/microcode-rules.md), as FILE:LINE:COLUMN: error RULE: text; a program with an error among it is not written unless --invalid is given,
/// and the exit code is 3. So it is where the text has errors, which are printed with line and column.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage asm blur.ps.asm -o blur.ps.bin
  afterimage asm --stage vertex --check transform.txt
  afterimage disasm old.vs.bin | afterimage asm - -o new.vs.bin")]
pub(crate) struct Arguments {
    /// The text, or - for standard input
    file: PathBuf,
    /// The program's file
    #[arg(short, long, value_name = "OUT", required_unless_present = "check")]
    output: Option<PathBuf>,
    /// Its stage, where neither the text nor its name (NAME.vs.asm, NAME.ps.asm) says it
    #[arg(long)]
    stage: Option<StageName>,
    /// Write nothing: only say what is wrong
    #[arg(long, conflicts_with = "output")]
    check: bool,
    /// Write a program that breaks rules as well
    #[arg(long)]
    invalid: bool,
    /// Print what was made and what is wrong as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The JSON that is printed.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dwords: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha1: Option<String>,
    errors: Vec<Fault>,
    remarks: Vec<Placed<'a>>,
}

/// A remark where the text has what it is about.
#[derive(Serialize)]
struct Placed<'a> {
    #[serde(flatten)]
    place: SourcePlace,
    #[serde(flatten)]
    remark: &'a Remark,
}

impl<'a> Report<'a> {
    fn of(made: &Result<Assembled, Vec<AsmError>>, remarks: Vec<Placed<'a>>) -> Self {
        let program = made.as_ref().ok().map(|made| &made.program);
        let bytes = |program: &Program| program.bytes().collect::<Vec<u8>>();
        Self {
            version: 1,
            format: "xenos-asm",
            stage: program.map(|program| program.stage.short()),
            dwords: program.map(Program::dwords),
            sha1: program.map(|program| play::xtr::sha1_hex(&bytes(program))),
            errors: made.as_ref().err().into_iter().flatten().map(Fault::from).collect(),
            remarks,
        }
    }
}

/// A remark in the form of compilers: `FILE:LINE:COLUMN: error RULE: text`.
fn line(shown: &str, Placed { place, remark }: &Placed<'_>) -> String {
    let (severity, rule) = (remark.severity.name(), remark.rule.name());
    format!("{shown}:{place}: {severity} {rule}: {}; {}\n", remark.text, remark.help)
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let path = &arguments.file;
    files::several(&[arguments.output.as_deref()], &[path])?;
    let stage = arguments.stage.map(StageName::stage).or_else(|| by_name(path));
    let bytes = input::bytes(path, ASM_BYTES as u64)?;
    let shown = input::shown(path);
    let text = String::from_utf8(bytes)
        .map_err(|error| {
            BadInput(format!("no text from byte {} on", error.utf8_error().valid_up_to()))
        })
        .with_context(|| shown.clone())?;
    let made = assemble_with_places(stage, &text);
    let remarks = made.as_ref().map(|made| validate(&made.program)).unwrap_or_default();
    let place = |remark| {
        let places = made.as_ref().ok().map(|made| &made.places);
        let place = places.map_or(SourcePlace::START, |places| places.of_remark(remark));
        Placed { place, remark }
    };
    let placed: Vec<_> = remarks.iter().map(place).collect();
    if arguments.json {
        out::json(&Report::of(&made, placed))?;
    } else {
        for error in made.as_ref().err().into_iter().flatten() {
            out::error(format!("{shown}:{error}\n"));
        }
        for placed in &placed {
            out::error(line(&shown, placed));
        }
    }
    let program = match made {
        Ok(made) => made.program,
        Err(errors) => return Err(BadText(errors)).with_context(|| shown.clone()),
    };
    let errors = remarks.iter().filter(|remark| remark.severity == Severity::Error).count();
    if let Some(output) = arguments.output.as_ref().filter(|_| errors == 0 || arguments.invalid) {
        base_trace::write_whole(output, &program.bytes().collect::<Vec<u8>>())?;
    }
    if errors == 0 {
        return Ok(Exit::Done);
    }
    Err(BadInput(format!("rules broken: {errors}"))).context(shown)
}
