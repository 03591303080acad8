//! `afterimage contract`: the finite list of what may be used, made from traces; and how two differ.

use std::path::{Path, PathBuf};

use anyhow::Context;
use base_census::{Contract, Difference, Frames, Item};
use play::CensusPlan;
use serde::Serialize;

use crate::counted::{self, Given, Playing, Whole};
use crate::exit::{Exit, Usage};
use crate::replay::frames::Frames as Range;
use crate::{files, input, numbered, out, table};

/// Bytes that a label's name has at most.
const MOST_NAME: usize = 256;

/// Write down what traces use, as a contract
///
/// Everything that a census of the inputs counts becomes an item, with its count and where it occurs
/// first. The file is TOML, described in docs/census.md; what of an .xtr trace is an item, in
/// docs/census-xenos.md. Traces are told apart by content: frames of a
/// trace count once, and inputs that share some are refused. With --diff, two contracts, censuses or
/// traces are compared: exit code 5 if one has items that the other lacks.
///
/// A malformed trace makes no contract (exit code 3), nor does one with a used-up budget or a partial
/// census (4), unless --allow-partial is given; the exit code of a trace stays. A difference is printed
/// in any case.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage contract traces/*.vood.zst -o all.toml
  afterimage contract game.vood.zst -o game.toml --label menu=0..60 --label race=60..900
  afterimage contract game.xtr -o game.toml --label menu=0..60 --label race=60..900
  afterimage contract menu.toml race.toml -o game.toml
  afterimage contract old.toml new.toml --diff")]
pub(crate) struct Arguments {
    /// Traces, censuses or contracts, by content; - is standard input
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// File for the contract, instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "diff")]
    output: Option<PathBuf>,
    /// Name frames of the one input that is given; may be given more than once. A census must have
    /// windows that tell them from others
    #[arg(long, value_name = "NAME=A..B", conflicts_with = "diff")]
    label: Vec<String>,
    /// Make a contract of what was counted of a trace that was not counted to the end
    #[arg(long)]
    allow_partial: bool,
    /// Compare two
    #[arg(long)]
    diff: bool,
    /// Print the difference as JSON
    #[arg(long, requires = "diff")]
    pub(crate) json: bool,
    #[command(flatten)]
    playing: Playing,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let labels = arguments.label.iter().map(|l| label(l)).collect::<Result<Vec<_>, _>>()?;
    if !labels.is_empty() && arguments.inputs.len() != 1 {
        return Err(Usage::error("--label needs exactly one input, whose frames it names"));
    }
    files::one_stdin(&arguments.inputs)?;
    if arguments.diff {
        return difference(arguments);
    }
    if let Some(output) = &arguments.output {
        files::apart(output, arguments.inputs.iter().map(PathBuf::as_path))?;
    }
    let mut whole: Option<(Contract, &Path)> = None;
    let mut complete = Whole::Yes;
    for path in &arguments.inputs {
        let Part { contract, end } = one(arguments, path, &labels, arguments.allow_partial)?;
        let Some(contract) = contract else { return end.end(Exit::Refused) };
        complete = complete.or(end);
        match &mut whole {
            Some((all, first)) => {
                counted::same_chip((first, &all.chip), (path, &contract.chip))?;
                all.merge(&contract).with_context(|| input::shown(path))?;
            }
            None => whole = Some((contract, path)),
        }
    }
    let whole = whole.map(|(contract, _)| contract).unwrap_or_default();
    let text = whole.to_toml()?;
    if text.len() as u64 > counted::MOST_CONTRACT {
        return Err(Usage::error("the contract would be longer than what is read back"));
    }
    match &arguments.output {
        None => out::text(text)?,
        Some(path) if files::write(path, &text)? => {}
        Some(path) => out::text(format!(
            "{} of {}, in {}\n",
            numbered::counted(whole.items.len(), "item", "items"),
            numbered::counted(whole.sources.len(), "source", "sources"),
            base_text::path(path)
        ))?,
    }
    complete.end(Exit::Done)
}

/// An input's contract; nothing where it makes none.
struct Part {
    contract: Option<Contract>,
    /// Whether it stands for everything that was asked for.
    end: Whole,
}

/// The contract that an input is or makes; `partial` lets what was not counted to the end make one.
fn one(
    arguments: &Arguments,
    path: &Path,
    labels: &[(String, Frames)],
    partial: bool,
) -> anyhow::Result<Part> {
    let (census, end) = match counted::open(path)? {
        Given::Contract(contract) => {
            arguments.playing.unused("a contract", path)?;
            if !labels.is_empty() {
                let message = "--label names frames, of which a contract has none";
                return Err(Usage::error(message)).with_context(|| input::shown(path));
            }
            return Ok(Part { contract: Some(contract), end: Whole::Yes });
        }
        Given::Census(census) => {
            arguments.playing.unused("a census", path)?;
            let end = census.partial.clone().map_or(Whole::Yes, Whole::Before);
            (census, end)
        }
        trace => {
            // Windows that labels need, and no others.
            let cuts = labels.iter().flat_map(|(_, frames)| [frames.start, frames.end]).collect();
            let plan = CensusPlan { window: u64::MAX, cuts, ..CensusPlan::default() };
            counted::of_trace(path, trace, &arguments.playing, &plan)?
        }
    };
    if matches!(end, Whole::Fault(_) | Whole::Budget) && !partial {
        return Ok(Part { contract: None, end });
    }
    let contract = Contract::of(&census, labels, partial).with_context(|| input::shown(path))?;
    Ok(Part { contract: Some(contract), end })
}

fn label(text: &str) -> anyhow::Result<(String, Frames)> {
    let shown = base_text::excerpt(text);
    let fail = |reason: &str| Usage::error(format!("--label {shown}: {reason}"));
    let (name, range) = text.split_once('=').ok_or_else(|| fail("NAME=A..B is expected"))?;
    if name.is_empty() || name.len() > MOST_NAME || name.chars().any(base_text::steers) {
        return Err(fail("the name is empty, too long, or has control characters"));
    }
    let range = range.parse::<Range>().map_err(|reason| fail(&reason))?.range();
    // TOML has no larger numbers.
    let most = i64::MAX as u64;
    Ok((name.to_owned(), Frames { start: range.start.min(most), end: range.end.min(most) }))
}

/// A difference, and whether all of both was compared.
#[derive(Serialize)]
struct Compared<'a> {
    complete: bool,
    #[serde(flatten)]
    difference: &'a Difference,
}

fn difference(arguments: &Arguments) -> anyhow::Result<Exit> {
    let [a, b] = arguments.inputs.as_slice() else {
        return Err(Usage::error("--diff compares two"));
    };
    let (first, second) = (one(arguments, a, &[], true)?, one(arguments, b, &[], true)?);
    let (Some(ours), Some(theirs)) = (&first.contract, &second.contract) else {
        return first.end.or(second.end).end(Exit::Refused);
    };
    counted::same_chip((a, &ours.chip), (b, &theirs.chip))?;
    let found = ours.difference(theirs);
    let end = first.end.or(second.end);
    let complete = matches!(end, Whole::Yes);
    if arguments.json {
        out::json(&Compared { complete, difference: &found })?;
    } else {
        out::text(human(&found))?;
    }
    let same = found.removed.is_empty() && found.added.is_empty();
    match end {
        Whole::Before(reason) if !arguments.allow_partial => {
            out::error(format!(
                "afterimage: a census is partial: {}\n",
                base_text::reason(&reason)
            ));
            Ok(Exit::Refused)
        }
        end => end.end(if same { Exit::Done } else { Exit::Differ }),
    }
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
            let removed = numbered::counted(removed, "item", "items");
            format!("{removed} only in the first (-), {added} only in the second (+)\n")
        }
    };
    table::columns(&rows) + &summary
}
