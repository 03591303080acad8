//! `afterimage report`: a trace as one HTML page.

mod figures;
mod sampler;
mod stream;
mod textures;

use std::path::PathBuf;

use ::report::{Coverage, Outside, Report};
use anyhow::Context;
use base_census::{Census, Contract, Verdict};
use play::{CensusPlan, Ended, Failure};

use crate::counted::{self, Given, Playing};
use crate::exit::{Exit, Usage};
use crate::{input, out};
use sampler::Sampler;

/// Textures that are shown at most.
const MOST_TEXTURES: usize = 48;
/// Entries outside a contract that are shown at most.
const MOST_OUTSIDE: usize = 500;
/// Bytes that a page has at most; frames are left out until it fits.
const MOST_BYTES: usize = 9_500_000;

/// Describe a trace in one HTML page
///
/// Frames, a timeline, triangle sizes, overdraw, textures, what was refused, and the census; with a
/// contract, what the trace uses beyond it. The page needs nothing but itself and stays below 10 MB.
/// A malformed trace is described up to the fault, and the exit code is 3.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage report glide.vood.zst -o glide.html
  afterimage report game.vood.zst -o game.html --contract known.toml --frames 0..600")]
pub(crate) struct Arguments {
    /// A trace, a folder with trace.bin, or - for standard input
    trace: PathBuf,
    /// File for the page
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Hold the trace against a contract
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    #[command(flatten)]
    playing: Playing,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let contract = match &arguments.contract {
        Some(path) => Some((counted::name(path), counted::contract(path)?)),
        None => None,
    };
    let path = &arguments.trace;
    let trace = match counted::open(path)? {
        Given::Trace(trace) => *trace,
        other => {
            let message = format!("{} where a trace is expected", other.kind());
            return Err(Usage::error(message)).with_context(|| input::shown(path));
        }
    };
    let image = input::image_digest(&trace);
    let plan = CensusPlan { window: 1, textures: MOST_TEXTURES, ..CensusPlan::default() };
    let mut sampler = Sampler::default();
    let counted = counted::count(path, trace, &arguments.playing, &plan, |player, frame| {
        sampler.offer(player.state(), frame);
    })?;

    let census = &counted.census;
    let mut report = Report { title: census.source.clone(), ..Report::default() };
    figures::fill(&mut report, census);
    textures::fill(&mut report, counted.player.textures());
    sampler.fill(&mut report)?;
    if let Some((name, contract)) = &contract {
        report.coverage = Some(coverage(name, census, contract)?);
    }
    report.warnings = warnings(census, counted.ended, counted.fault.as_ref().map(Failure::of));
    let player = counted.player.into_player();
    stream::fill(&mut report, census, &player);
    stream::fill_input(&mut report, &input::described(path, player.into_reader(), image, true));

    let (html, frames) = page(report);
    base_trace::write_whole(&arguments.output, html.as_bytes())?;
    out::text(format!(
        "{}: {:.1} MB, {frames} frames shown\n",
        arguments.output.display(),
        html.len() as f64 / 1e6
    ))?;
    match counted.fault {
        Some(fault) => Err(fault).with_context(|| input::shown(path)),
        None => Ok(Exit::Done),
    }
}

/// The page, with as many frames as fit.
fn page(mut report: Report) -> (String, usize) {
    loop {
        let html = ::report::page(&report);
        if html.len() <= MOST_BYTES || (report.frames.is_empty() && report.hero.is_none()) {
            return (html, report.frames.len());
        }
        if report.frames.is_empty() {
            report.hero = None;
        }
        let mut number = 0_usize;
        report.frames.retain(|_| {
            number += 1;
            number.is_multiple_of(2)
        });
    }
}

fn warnings(census: &Census, ended: Ended, fault: Option<Failure>) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(fault) = fault {
        let text = format!(
            "The trace is malformed: {}. What follows is of the part before.",
            fault.message
        );
        warnings.push(text);
    }
    if ended == Ended::Budget {
        warnings.push("The run stopped at its budget of pixels.".to_owned());
    }
    if !census.valid() {
        warnings.push("A table of the census overflowed: it does not hold everything.".to_owned());
    }
    warnings
}

fn coverage(name: &str, census: &Census, contract: &Contract) -> anyhow::Result<Coverage> {
    let Verdict { outside, inside, unused, valid } = base_census::verdict(census, contract)?;
    Ok(Coverage {
        contract: name.to_owned(),
        valid,
        inside,
        unused,
        outside_count: outside.len() as u64,
        outside: outside
            .into_iter()
            .take(MOST_OUTSIDE)
            .map(|entry| Outside {
                table: entry.table,
                key: entry.key,
                count: entry.count,
                frame: entry.first.frame,
                record: entry.first.record,
            })
            .collect(),
    })
}
