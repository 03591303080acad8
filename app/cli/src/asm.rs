//! `afterimage asm`: text to a microcode program.

use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;
use xenos_ucode::{ASM_BYTES, AsmError, Program, Remark, Severity, assemble, validate};

use crate::disasm::{StageName, by_name};
use crate::exit::{BadInput, Exit};
use crate::{files, input, out};

/// Assemble a microcode program
///
/// The text is what `disasm` prints, or is written by hand (docs/microcode-asm.md). The file written holds
/// big-endian dwords. What the program should not do is printed on standard error, by name
/// (docs/microcode-rules.md); a program with an error among it is not written unless --invalid is given,
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
    json: bool,
}

/// The JSON that is printed.
#[derive(Serialize)]
struct Report {
    version: u32,
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dwords: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha1: Option<String>,
    errors: Vec<Fault>,
    remarks: Vec<Remark>,
}

#[derive(Serialize)]
struct Fault {
    line: u32,
    column: u32,
    message: String,
}

impl Report {
    fn of(made: &Result<Program, Vec<AsmError>>, remarks: &[Remark]) -> Self {
        let fault = |error: &AsmError| Fault {
            line: error.line,
            column: error.column,
            message: error.fault.to_string(),
        };
        let program = made.as_ref().ok();
        let bytes = |program: &Program| program.bytes().collect::<Vec<u8>>();
        Self {
            version: 1,
            format: "xenos-asm",
            stage: program.map(|program| program.stage.short()),
            dwords: program.map(Program::dwords),
            sha1: program.map(|program| play::xtr::sha1_hex(&bytes(program))),
            errors: made.as_ref().err().into_iter().flatten().map(fault).collect(),
            remarks: remarks.to_vec(),
        }
    }
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
    let made = assemble(stage, &text);
    let remarks = made.as_ref().map(validate).unwrap_or_default();
    if arguments.json {
        out::json(&Report::of(&made, &remarks))?;
    } else {
        for error in made.as_ref().err().into_iter().flatten() {
            out::error(format!("{shown}:{error}\n"));
        }
        for remark in &remarks {
            out::error(format!("{shown}: {remark}\n"));
        }
    }
    let wrong = |what: String| Err(BadInput(what)).with_context(|| shown.clone());
    let program = match made {
        Ok(program) => program,
        Err(errors) => return wrong(format!("errors in the text: {}", errors.len())),
    };
    let errors = remarks.iter().filter(|remark| remark.severity == Severity::Error).count();
    if let Some(output) = arguments.output.as_ref().filter(|_| errors == 0 || arguments.invalid) {
        base_trace::write_whole(output, &program.bytes().collect::<Vec<u8>>())?;
    }
    if errors == 0 { Ok(Exit::Done) } else { wrong(format!("rules broken: {errors}")) }
}
