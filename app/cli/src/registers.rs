//! `afterimage registers`: the registers of a chip, and what a value in one means.

mod decode;
mod json;
mod query;
mod show;

use clap::ValueEnum;

use crate::exit::{Exit, Usage};
use crate::out;
use query::Query;

/// List registers, show one's fields, or take a value apart
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage registers sst1
  afterimage registers sst1 fbzMode
  afterimage registers sst1 0x110
  afterimage registers sst1 fbzMode=0x12345
  afterimage registers sst1 'nccTable0[4]=0x80001234'
  afterimage registers sst1 tex --json")]
pub(crate) struct Arguments {
    /// The chip
    chip: Chip,
    /// Part of a name, an offset, or NAME=VALUE; all registers without it
    query: Option<Query>,
    /// Print JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the whole table as Markdown
    #[arg(long, conflicts_with = "query")]
    markdown: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Chip {
    /// 3dfx Voodoo Graphics
    Sst1,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let Chip::Sst1 = arguments.chip;
    if arguments.markdown {
        out::text(sst1_regs::markdown())?;
        return Ok(Exit::Done);
    }
    let everything = Query::default();
    let query = arguments.query.as_ref().unwrap_or(&everything);
    let found = query.find();
    if found.is_empty() {
        return Err(Usage::error(format!("no register is called or stands at `{}`", query.what)));
    }
    if let Some(value) = query.value {
        let [one] = found.as_slice() else {
            let names: Vec<String> = found.iter().map(query::Found::title).collect();
            let message = format!("`{}` is not one register but {}", query.what, names.join(", "));
            return Err(Usage::error(message));
        };
        if let query::Found::Block(register, None) = one
            && register.words > 1
        {
            let (name, words) = (register.name, register.words);
            let message = format!("`{name}` has {words} words: say which, as {name}[0]=...");
            return Err(Usage::error(message));
        }
        let decoded = decode::decode(one, value);
        if arguments.json {
            out::json(&decoded)?;
        } else {
            out::text(show::decoded(&decoded))?;
        }
        return Ok(Exit::Done);
    }
    if arguments.json {
        out::json(&found.iter().map(json::Row::of).collect::<Vec<_>>())?;
    } else if let [one] = found.as_slice() {
        out::text(show::one(one))?;
    } else {
        out::text(show::table(&found))?;
    }
    Ok(Exit::Done)
}
