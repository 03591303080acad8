//! `afterimage contract`: the finite list of what may be used, made from traces; and how two differ.

use std::path::{Path, PathBuf};

use anyhow::Context;
use base_census::{Contract, Difference, Frames, Item};
use play::CensusPlan;

use crate::counted::{self, Given, Playing};
use crate::exit::{Exit, Usage};
use crate::replay::frames::Frames as Range;
use crate::{input, out, table};

/// Write down what traces use, as a contract
///
/// Everything that a census of the inputs counts becomes an item, with its count and where it occurs
/// first. The file is TOML, described in docs/census.md. With --diff, two contracts, censuses or
/// traces are compared: exit code 5 if one has items that the other lacks.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage contract traces/*.vood.zst -o all.toml
  afterimage contract game.vood.zst -o game.toml --label menu=0..60 --label race=60..900
  afterimage contract menu.toml race.toml -o game.toml
  afterimage contract old.toml new.toml --diff")]
pub(crate) struct Arguments {
    /// Traces, censuses or contracts, by content; - is standard input
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// File for the contract, instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "diff")]
    output: Option<PathBuf>,
    /// Name frames of the one input that is given; may be given more than once
    #[arg(long, value_name = "NAME=A..B")]
    label: Vec<String>,
    #[command(flatten)]
    playing: Playing,
    /// Compare two
    #[arg(long)]
    diff: bool,
    /// Print the difference as JSON
    #[arg(long, requires = "diff")]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let labels = arguments.label.iter().map(|l| label(l)).collect::<Result<Vec<_>, _>>()?;
    if !labels.is_empty() && arguments.inputs.len() != 1 {
        return Err(Usage::error("--label needs exactly one input, whose frames it names"));
    }
    if arguments.diff {
        return difference(arguments);
    }
    let mut whole = Contract::default();
    for path in &arguments.inputs {
        let part = one(arguments, path, &labels)?;
        whole.merge(&part).with_context(|| input::shown(path))?;
    }
    let text = whole.to_toml()?;
    match &arguments.output {
        None => out::text(text)?,
        Some(path) => {
            base_trace::write_whole(path, text.as_bytes())?;
            out::text(format!(
                "{} items of {} sources, in {}\n",
                whole.items.len(),
                whole.sources.len(),
                path.display()
            ))?;
        }
    }
    Ok(Exit::Done)
}

/// The contract that an input is or makes.
fn one(
    arguments: &Arguments,
    path: &Path,
    labels: &[(String, Frames)],
) -> anyhow::Result<Contract> {
    let census = match counted::open(path)? {
        Given::Contract(_) if !labels.is_empty() => {
            let message = "--label names frames, of which a contract has none";
            return Err(Usage::error(message)).with_context(|| input::shown(path));
        }
        Given::Contract(contract) => return Ok(contract),
        Given::Census(census) => census,
        Given::Trace(trace) => {
            // A window a frame, so that labels are sharp.
            let plan = CensusPlan { window: 1, ..CensusPlan::default() };
            let counted = counted::count(path, *trace, &arguments.playing, &plan, |_, _| ())?;
            if let Some(fault) = counted.fault {
                return Err(fault).with_context(|| input::shown(path));
            }
            counted.census
        }
    };
    Contract::of(&census, labels).with_context(|| input::shown(path))
}

fn label(text: &str) -> anyhow::Result<(String, Frames)> {
    let fail = |reason: &str| Usage::error(format!("--label {text}: {reason}"));
    let (name, range) = text.split_once('=').ok_or_else(|| fail("NAME=A..B is expected"))?;
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(fail("the name is empty or has control characters"));
    }
    let range = range.parse::<Range>().map_err(|reason| fail(&reason))?.range();
    // TOML has no larger numbers.
    let most = i64::MAX as u64;
    Ok((name.to_owned(), Frames { start: range.start.min(most), end: range.end.min(most) }))
}

fn difference(arguments: &Arguments) -> anyhow::Result<Exit> {
    let [a, b] = arguments.inputs.as_slice() else {
        return Err(Usage::error("--diff compares two"));
    };
    let (first, second) = (one(arguments, a, &[])?, one(arguments, b, &[])?);
    let found = first.difference(&second);
    if arguments.json {
        out::json(&found)?;
    } else {
        out::text(human(&found))?;
    }
    let same = found.removed.is_empty() && found.added.is_empty();
    Ok(if same { Exit::Done } else { Exit::Differ })
}

fn human(found: &Difference) -> String {
    let row = |sign: &str, item: &Item| {
        [sign.to_owned(), item.table.clone(), item.count.to_string(), item.key.clone()]
    };
    let removed = found.removed.iter().map(|item| row("-", item));
    let rows: Vec<_> = removed.chain(found.added.iter().map(|item| row("+", item))).collect();
    let summary = match (found.removed.len(), found.added.len()) {
        (0, 0) => "the same items\n".to_owned(),
        (removed, added) => {
            format!("{removed} items only in the first (-), {added} only in the second (+)\n")
        }
    };
    table::columns(&rows) + &summary
}
