//! `afterimage census`: what a trace uses, counted.

use std::path::{Path, PathBuf};

use anyhow::Context;
use base_census::{Census, Entry};
use play::CensusPlan;

use crate::counted::{self, Given, Playing};
use crate::exit::{Exit, Usage};
use crate::{input, out, table};

/// Count what traces use
///
/// Pixel-pipeline states, textures, combine functions, LFB accesses, commands, registers, triangle
/// sizes, overdraw, bytes and swaps: in all, on average and at most a frame, and by windows of
/// frames. The file is JSON Lines, described in docs/census.md. A malformed trace is counted up to
/// the fault, and the exit code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage census glide.vood.zst -o glide.jsonl
  afterimage census glide.vood.zst --frames 60..120 --rows 50
  afterimage census traces/*.vood.zst -o censuses
  afterimage census first.jsonl second.jsonl --merge -o whole.jsonl")]
pub(crate) struct Arguments {
    /// Traces or censuses, by content; - is standard input
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// File for the census; with several inputs, a folder for one file each
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    playing: Playing,
    /// Frames a window
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    window: u64,
    /// Make one census of all inputs, which are parts of one trace
    #[arg(long)]
    merge: bool,
    /// Rows a table that are printed
    #[arg(long, value_name = "N", default_value_t = 12)]
    rows: usize,
    /// Print the census itself
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let several = arguments.inputs.len() > 1 && !arguments.merge;
    if let Some(folder) = arguments.output.as_ref().filter(|_| several) {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let mut merged: Option<Census> = None;
    let mut fault = None;
    for path in &arguments.inputs {
        let (census, broken) = one(arguments, path)?;
        if !arguments.merge {
            let target = arguments.output.as_ref().map(|output| {
                if several { output.join(file_name(&census)) } else { output.clone() }
            });
            deliver(arguments, &census, target.as_deref())?;
        } else if let Some(whole) = &mut merged {
            if whole.source != census.source {
                let message = format!("of {}, not of {}", census.source, whole.source);
                return Err(Usage::error(message)).with_context(|| input::shown(path));
            }
            whole.merge(&census).with_context(|| input::shown(path))?;
        } else {
            merged = Some(census);
        }
        if let Some(broken) = broken {
            fault = Some(broken);
            break;
        }
    }
    if let Some(whole) = &merged {
        deliver(arguments, whole, arguments.output.as_deref())?;
    }
    fault.map_or(Ok(Exit::Done), Err)
}

/// The census of an input, and what was wrong with a trace.
fn one(arguments: &Arguments, path: &Path) -> anyhow::Result<(Census, Option<anyhow::Error>)> {
    match counted::open(path)? {
        Given::Census(census) => Ok((census, None)),
        Given::Trace(trace) => {
            let plan = CensusPlan { window: arguments.window, ..CensusPlan::default() };
            let counted = counted::count(path, *trace, &arguments.playing, &plan, |_, _| ())?;
            let fault = counted.fault.map(|f| anyhow::Error::new(f).context(input::shown(path)));
            Ok((counted.census, fault))
        }
        other @ Given::Contract(_) => {
            let message = format!("{} where a trace or a census is expected", other.kind());
            Err(Usage::error(message)).with_context(|| input::shown(path))
        }
    }
}

fn file_name(census: &Census) -> String {
    let name = census.source.split('.').next().filter(|name| !name.is_empty());
    format!("{}.jsonl", name.unwrap_or("census"))
}

fn deliver(arguments: &Arguments, census: &Census, target: Option<&Path>) -> anyhow::Result<()> {
    if let Some(path) = target {
        base_trace::write_whole(path, census.to_lines()?.as_bytes())?;
    }
    match (arguments.json, target) {
        (true, _) => out::text(census.to_lines()?),
        (false, Some(path)) => out::text(headline(census) + &format!(", in {}\n", path.display())),
        (false, None) => out::text(human(census, arguments.rows)),
    }
}

/// A line on a census.
pub(crate) fn headline(census: &Census) -> String {
    let ranges: Vec<_> =
        census.ranges.iter().map(|range| format!("{}..{}", range.start, range.end)).collect();
    let ranges = if ranges.is_empty() { "none".to_owned() } else { ranges.join(", ") };
    let entries: usize = census.tables.values().map(|table| table.entries.len()).sum();
    let valid = if census.valid() { "" } else { ", NOT VALID: a table overflowed" };
    format!(
        "{}: {} frames ({ranges}), {entries} entries in {} tables{valid}",
        census.source,
        census.frames(),
        census.tables.len(),
    )
}

fn human(census: &Census, most: usize) -> String {
    let mut text = headline(census) + "\n";
    let frames = census.frames().max(1);
    for (name, title) in sst1_census::TABLES {
        let rows = sst1_census::rows(census, name);
        let overflow = census.tables.get(name).map_or(0, |table| table.overflow);
        if rows.is_empty() && overflow == 0 {
            continue;
        }
        text = text + "\n" + title + "\n";
        let head = ["total", "mean", "worst", "at", "frames", "first", name].map(str::to_owned);
        let shown = rows.iter().take(most).map(|(key, entry)| row(key, entry, frames));
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

fn row(key: &str, entry: &Entry, frames: u64) -> [String; 7] {
    [
        entry.count.to_string(),
        format!("{:.1}", entry.count as f64 / frames as f64),
        entry.worst.to_string(),
        entry.worst_frame.to_string(),
        entry.frames.to_string(),
        format!("{}/{}", entry.first.frame, entry.first.record),
        key.to_owned(),
    ]
}
