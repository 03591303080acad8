//! `afterimage registers`: the registers of a chip, and what a value in one means.

mod sst1;
mod words;
mod xenos;

use clap::ValueEnum;

use crate::exit::{Exit, Usage};
use crate::out;

/// List registers, show one's fields, or take a value apart
///
/// The JSON is described in docs/json.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage registers sst1
  afterimage registers sst1 fbzMode
  afterimage registers sst1 0x110
  afterimage registers sst1 fbzMode=0x12345
  afterimage registers sst1 'nccTable0[4]=0x80001234'
  afterimage registers xenos RB_DEPTHCONTROL 0x8777
  afterimage registers xenos 0x2318
  afterimage registers xenos 4801
  afterimage registers xenos ALU_CONSTANTS
  afterimage registers xenos viz --json")]
pub(crate) struct Arguments {
    /// The chip
    chip: Chip,
    /// Part of a name, an offset (SST-1), an index (Xenos; hexadecimal, as `packets` prints it, with or
    /// without 0x), an array's name in a census, or NAME=VALUE; all registers without it
    query: Option<String>,
    /// A value to take apart
    value: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,
    /// Print the whole table as Markdown
    #[arg(long, conflicts_with = "query")]
    markdown: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Chip {
    /// 3dfx Voodoo Graphics
    Sst1,
    /// The Xbox 360's graphics chip
    Xenos,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    if arguments.markdown {
        out::text(match arguments.chip {
            Chip::Sst1 => sst1_regs::markdown(),
            Chip::Xenos => xenos_regs::markdown(),
        })?;
        return Ok(Exit::Done);
    }
    let query = match (&arguments.query, &arguments.value) {
        (Some(query), Some(_)) if query.contains('=') => {
            return Err(Usage::error("a value is given twice: NAME VALUE or NAME=VALUE"));
        }
        (Some(query), Some(value)) => Some(format!("{query}={value}")),
        (query, _) => query.clone(),
    };
    match arguments.chip {
        Chip::Sst1 => sst1::run(query.as_deref(), arguments.json),
        Chip::Xenos => xenos::run(query.as_deref(), arguments.json),
    }
}

/// A decimal number, or a hexadecimal one after 0x; underlines may stand between digits.
fn number(text: &str) -> Option<u32> {
    let text = text.trim().replace('_', "");
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
