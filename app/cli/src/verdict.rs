//! `afterimage verdict`: a trace held against a contract.

use std::path::PathBuf;

use anyhow::Context;
use base_census::{Outside, Verdict};
use serde::Serialize;

use crate::counted::{self, Given, Playing};
use crate::exit::{Exit, Usage};
use crate::{input, out, table};

/// Say what a trace uses that a contract does not allow
///
/// Every entry outside is named, with its count, first frame and record. Exit code 4 if there is one,
/// or if the census overflowed and so cannot tell.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage verdict new.vood.zst --contract known.toml
  afterimage verdict new.jsonl --contract known.toml --json")]
pub(crate) struct Arguments {
    /// A trace or a census, by content; - is standard input
    input: PathBuf,
    /// The contract
    #[arg(long, value_name = "FILE")]
    contract: PathBuf,
    #[command(flatten)]
    playing: Playing,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    source: &'a str,
    keeps: bool,
    #[serde(flatten)]
    verdict: &'a Verdict,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let contract = counted::contract(&arguments.contract)?;
    let path = &arguments.input;
    let census = match counted::open(path)? {
        Given::Census(census) => census,
        Given::Trace(trace) => counted::census(path, *trace, &arguments.playing)?,
        other @ Given::Contract(_) => {
            let message = format!("{} where a trace or a census is expected", other.kind());
            return Err(Usage::error(message)).with_context(|| input::shown(path));
        }
    };
    let verdict = base_census::verdict(&census, &contract)?;
    let keeps = verdict.keeps();
    if arguments.json {
        out::json(&Report { source: &census.source, keeps, verdict: &verdict })?;
    } else {
        out::text(human(&census.source, &verdict))?;
    }
    Ok(if keeps { Exit::Done } else { Exit::Refused })
}

fn human(source: &str, verdict: &Verdict) -> String {
    let row = |outside: &Outside| {
        [
            outside.table.clone(),
            outside.count.to_string(),
            format!("frame {}", outside.first.frame),
            format!("record {}", outside.first.record),
            outside.key.clone(),
        ]
    };
    let rows: Vec<_> = verdict.outside.iter().map(row).collect();
    let validity = if verdict.valid { "" } else { "; the census overflowed and cannot tell" };
    table::columns(&rows)
        + &format!(
            "{source}: {} entries outside the contract, {} inside{validity}\n",
            verdict.outside.len(),
            verdict.inside
        )
}
