//! `afterimage census`: what a trace uses, counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use base_census::{Census, Entry, Frames};
use play::CensusPlan;

use crate::counted::{self, Chip, Given, Playing, Whole};
use crate::exit::{Exit, Usage};
use crate::{files, input, numbered, out, table};

/// Endings that files of censuses do not take over from their inputs.
const ENDINGS: [&str; 7] = [".zst", ".gz", ".vood", ".xtr", ".bin", ".jsonl", ".json"];
/// Ranges of frames that a line names.
const MOST_RANGES: usize = 8;

/// Count what traces use
///
/// Of an SST-1 pixel-pipeline states, textures, combine functions, LFB accesses, commands, registers,
/// triangle sizes, overdraw, bytes and swaps; of a Xenos packets, registers, states, vertex and texture
/// layouts, programs, resolves, buffers, waits: in all, on average and at most a frame, and by windows
/// of frames. The file is JSON Lines, described in docs/census.md, tables and keys of a Xenos in
/// docs/census-xenos.md. A malformed trace is counted up to
/// the fault, and the exit code is 3; with a used-up budget it is 4. Such a census says that it is
/// partial. Nothing behind that input is counted.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage census glide.vood.zst -o glide.jsonl
  afterimage census glide.vood.zst --frames 60..120 --rows 50
  afterimage census game.xtr -o game.jsonl
  afterimage census traces/*.vood.zst -o censuses
  afterimage census first.jsonl second.jsonl --merge -o whole.jsonl")]
pub(crate) struct Arguments {
    /// Traces or censuses, by content; - is standard input
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// File for the census, - for standard output; with several inputs, a folder for one file each,
    /// named as the inputs are
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Frames a window, 60 unless given; with more than 8192 windows they double
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    window: Option<u64>,
    /// Make one census of all inputs, which are parts of one trace: their sha256 decides
    #[arg(long)]
    merge: bool,
    /// Rows a table that are printed
    #[arg(long, value_name = "N", default_value_t = 12)]
    rows: usize,
    /// Print the census itself
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    playing: Playing,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let targets = targets(arguments)?;
    let mut merged: Option<(Census, &Path)> = None;
    let mut whole = Whole::Yes;
    for (path, target) in arguments.inputs.iter().zip(&targets) {
        let (census, end) = one(arguments, path)?;
        if !arguments.merge {
            deliver(arguments, &census, target.as_deref())?;
        } else if let Some((all, first)) = &mut merged {
            counted::same_chip((first, &all.chip), (path, &census.chip))?;
            all.merge(&census).with_context(|| input::shown(path))?;
        } else {
            merged = Some((census, path));
        }
        if !matches!(end, Whole::Yes) {
            whole = end;
            break;
        }
    }
    if let Some((all, _)) = &merged {
        deliver(arguments, all, arguments.output.as_deref())?;
    }
    whole.end(Exit::Done)
}

/// Where each input's census goes, checked against all inputs.
fn targets(arguments: &Arguments) -> anyhow::Result<Vec<Option<PathBuf>>> {
    let inputs = &arguments.inputs;
    files::one_stdin(inputs)?;
    let Some(output) = &arguments.output else { return Ok(vec![None; inputs.len()]) };
    if arguments.merge || inputs.len() == 1 {
        files::apart(output, inputs.iter().map(PathBuf::as_path))?;
        return Ok(vec![Some(output.clone()); inputs.len()]);
    }
    files::no_stdout(output)?;
    let mut taken: BTreeMap<String, &Path> = BTreeMap::new();
    let mut targets = Vec::new();
    for path in inputs {
        let name = file_name(path);
        let target = output.join(&name);
        files::apart(&target, inputs.iter().map(PathBuf::as_path))?;
        if let Some(other) = taken.insert(name, path) {
            let (a, b) = (input::shown(other), input::shown(path));
            let target = base_text::path(&target);
            return Err(Usage::error(format!("{a} and {b} would both be written as {target}")));
        }
        targets.push(Some(target));
    }
    files::folder(output)?;
    Ok(targets)
}

/// The census of an input, and whether it holds all that was asked for.
fn one(arguments: &Arguments, path: &Path) -> anyhow::Result<(Census, Whole)> {
    match counted::open(path)? {
        Given::Census(census) => {
            arguments.playing.unused("a census", path)?;
            match arguments.window {
                Some(_) => Err(counted::unused("--window", "a census", path)),
                None => Ok((census, Whole::Yes)),
            }
        }
        other @ Given::Contract(_) => Err(other.instead_of("a trace or a census", path)),
        trace => {
            let window = arguments.window.unwrap_or(60);
            let plan = CensusPlan { window, ..CensusPlan::default() };
            counted::of_trace(path, trace, &arguments.playing, &plan)
        }
    }
}

/// The census' file for an input: its name without the endings of traces and censuses.
fn file_name(path: &Path) -> String {
    let name = if files::is_stdout(path) { "stdin".to_owned() } else { counted::name(path) };
    let mut stem = name.as_str();
    while let Some(shorter) = ENDINGS.iter().find_map(|ending| stem.strip_suffix(ending)) {
        stem = shorter;
    }
    format!("{}.jsonl", if stem.is_empty() { "census" } else { stem })
}

fn deliver(arguments: &Arguments, census: &Census, target: Option<&Path>) -> anyhow::Result<()> {
    let lines = || -> anyhow::Result<String> {
        let lines = census.to_lines()?;
        if lines.len() as u64 > counted::MOST_CENSUS {
            let message = "the census would be longer than what is read back; a larger --window \
                           makes it shorter";
            return Err(Usage::error(message));
        }
        Ok(lines)
    };
    let printed = match target {
        Some(path) => files::write(path, &lines()?)?,
        None => false,
    };
    match (arguments.json, target) {
        _ if printed => Ok(()),
        (true, _) => out::document(lines()?),
        (false, Some(path)) => {
            out::text(headline(census) + &format!(", in {}\n", base_text::path(path)))
        }
        (false, None) => out::text(human(census, arguments.rows)),
    }
}

/// A line on a census.
pub(crate) fn headline(census: &Census) -> String {
    let mut ranges: Vec<_> = census.ranges.iter().take(MOST_RANGES).map(range).collect();
    if census.ranges.len() > MOST_RANGES {
        ranges.push("...".to_owned());
    }
    let ranges = if ranges.is_empty() { "none".to_owned() } else { ranges.join(", ") };
    let entries: usize = census.tables.values().map(|table| table.entries.len()).sum();
    let mut valid = String::new();
    if census.overflowed() {
        valid += ", NOT VALID: a table overflowed";
    }
    if let Some(reason) = &census.partial {
        valid = format!("{valid}, PARTIAL: {}", base_text::reason(reason));
    }
    let chip = match census.chip.as_str() {
        sst1_census::CHIP => String::new(),
        other => format!(" of chip `{}`", base_text::excerpt(other)),
    };
    let unfinished = xenos_census::unfinished_frames(census);
    let open = if unfinished > 0 { " and an unfinished one" } else { "" };
    format!(
        "{}{chip}: {}{open} ({ranges}), {} in {}{valid}",
        census.source,
        numbered::counted(census.frames() - unfinished, "frame", "frames"),
        numbered::counted(entries, "entry", "entries"),
        numbered::counted(census.tables.len(), "table", "tables"),
    )
}

fn range(range: &Frames) -> String {
    format!("{}..{}", range.start, range.end)
}

fn human(census: &Census, most: usize) -> String {
    let mut text = headline(census) + "\n";
    let frames = census.frames().max(1);
    let chip = Chip::named(&census.chip);
    for found in chip.tables(census) {
        let (name, title) = (found.name, found.title);
        let rows = chip.rows(census, name);
        let overflow = census.tables.get(name).map_or(0, |table| table.overflow);
        if rows.is_empty() && overflow == 0 {
            continue;
        }
        text = text + "\n" + title + "\n";
        // Some tables sum something, and have a column for it.
        let value = Some(found.value).filter(|value| !value.is_empty());
        let key = value.map_or_else(|| name.to_owned(), |value| format!("{value:>12}  {name}"));
        let head = ["total", "mean", "worst", "at", "frames", "first", &key].map(str::to_owned);
        let shown = rows.iter().take(most).map(|(key, entry)| {
            let summed = value.map(|_| format!("{:>12}  {key}", entry.value));
            row(chip, summed.as_deref().unwrap_or(key), entry, frames)
        });
        let lines: Vec<_> = std::iter::once(head).chain(shown).collect();
        text += &table::columns(&lines);
        if rows.len() > most {
            text = format!("{text}and {} more\n", rows.len() - most);
        }
        if overflow > 0 {
            text = format!("{text}{overflow} occurrences found no room\n");
        }
    }
    text
}

fn row(chip: Chip, key: &str, entry: &Entry, frames: u64) -> [String; 7] {
    [
        entry.count.to_string(),
        format!("{:.1}", entry.count as f64 / frames as f64),
        entry.worst.to_string(),
        entry.worst_frame.to_string(),
        entry.frames.to_string(),
        chip.short_place(entry.first),
        key.to_owned(),
    ]
}
