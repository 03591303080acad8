//! `afterimage refusals`: what can be refused, by name.

use base_refusal::RefusalKind;
use serde::Serialize;

use crate::exit::Exit;
use crate::{out, table};

/// List every reason for which part of a stream can be refused
///
/// A stream that asks for something unsupported or undefined is played on with a documented
/// substitute, and what was refused is counted by these names. The JSON is described in docs/json.md.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  afterimage refusals --json")]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    title: &'static str,
    instead: &'static str,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let sst1 = [sst1_board::REFUSALS, sst1_cycle::REFUSALS];
    let lists = [play::REFUSALS, xenos_front::REFUSALS, xenos_soft::REFUSALS];
    let mut kinds: Vec<&RefusalKind> = sst1.into_iter().chain(lists).flatten().copied().collect();
    kinds.sort_by_key(|kind| kind.id);
    if arguments.json {
        let row =
            |kind: &&RefusalKind| Row { id: kind.id, title: kind.title, instead: kind.instead };
        out::json(&kinds.iter().map(row).collect::<Vec<_>>())?;
    } else {
        let mut rows = vec![["name", "refused", "instead"].map(str::to_owned)];
        rows.extend(kinds.iter().map(|k| [k.id, k.title, k.instead].map(str::to_owned)));
        out::text(table::columns(&rows))?;
    }
    Ok(Exit::Done)
}
