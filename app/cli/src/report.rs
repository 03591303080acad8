//! `afterimage report`: a trace as one HTML page.

mod figures;
mod sampler;
mod stream;
mod textures;
mod timeline;
mod xenos;

use std::path::PathBuf;

use ::report::{Coverage, Outside, Report};
use anyhow::Context;
use base_census::{Census, Contract, Verdict};
use play::{CensusPlan, Ended, Failure};

use crate::counted::{self, Chip, Given, Playing};
use crate::exit::Exit;
use crate::{files, input, numbered, out, playing};
use sampler::Sampler;
use timeline::Timeline;

/// Textures that are shown at most.
const MOST_TEXTURES: usize = 48;
/// Entries outside a contract that are shown at most.
const MOST_OUTSIDE: usize = 500;
/// Rows of a census table that are shown, however long the page becomes.
const LEAST_ROWS: usize = 60;
/// Bytes that a page has at most; rows and frames are left out until it fits.
const MOST_BYTES: usize = 9_500_000;

/// Describe a trace in one HTML page
///
/// Frames, a timeline, triangle sizes, overdraw, textures, what was refused, and the census; with a
/// contract, what the trace uses beyond it. Of an .xtr trace it has no pictures: replay draws them. The page needs
/// nothing but itself and stays below 10 MB. A malformed trace is described up to the fault, and the exit code is 3; with a used-up budget it is 4.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage report glide.vood.zst -o glide.html
  afterimage report game.xtr -o game.html
  afterimage report game.vood.zst -o game.html --contract known.toml --frames 0..600")]
pub(crate) struct Arguments {
    /// A trace, a folder with trace.bin, or - for standard input
    trace: PathBuf,
    /// File for the page; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Hold the trace against a contract
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    #[command(flatten)]
    playing: Playing,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let path = &arguments.trace;
    let inputs = [Some(path), arguments.contract.as_ref()].into_iter().flatten();
    let inputs: Vec<_> = inputs.cloned().collect();
    files::one_stdin(&inputs)?;
    files::apart(&arguments.output, inputs.iter().map(PathBuf::as_path))?;
    let contract = match &arguments.contract {
        Some(path) => Some((path, counted::contract(path)?)),
        None => None,
    };
    let given = counted::open(path)?;
    if let Some((contract_path, contract)) = &contract {
        counted::same_chip((contract_path, &contract.chip), (path, given.chip()))?;
    }
    let contract = contract.map(|(path, contract)| (counted::name(path), contract));
    let trace = match given {
        Given::Trace(trace) => *trace,
        Given::Xtr(reader) => return xenos::run(arguments, *reader, contract.as_ref()),
        other => return Err(other.instead_of("a trace", path)),
    };
    // The timeline is kept apart, so that memory does not grow with the frames.
    let plan = CensusPlan { window: u64::MAX, textures: MOST_TEXTURES, ..CensusPlan::default() };
    let mut sampler = Sampler::default();
    let mut timeline = Timeline::of(figures::SST1);
    let counted = counted::count(path, trace, &arguments.playing, &plan, |player, frame| {
        sampler.offer(player.player().state(), frame);
        timeline.frame(frame, figures::values(player.sums()));
    })?;

    let census = &counted.census;
    let mut report = Report { title: census.source.clone(), ..Report::default() };
    if census.frames() > timeline.frames() {
        // What follows the last swap.
        let last = census.ranges.last().map_or(0, |range| range.end.saturating_sub(1));
        timeline.frame(last, figures::values(counted.player.sums()));
    }
    figures::fill(&mut report, census, &timeline);
    textures::fill(&mut report, counted.player.textures());
    sampler.fill(&mut report)?;
    if let Some((name, contract)) = &contract {
        report.coverage = Some(coverage(name, census, contract)?);
    }
    report.warnings = warnings(census, counted.ended, counted.fault.as_ref().map(Failure::of));
    let player = counted.player.into_player();
    stream::fill(&mut report, census, &player);
    let whole = counted.ended == Ended::End;
    let reader = player.into_reader();
    stream::fill_input(
        &mut report,
        &input::described(path, reader.into_source(), counted.image, whole),
    );

    deliver(arguments, report, |shown| numbered::counted(shown, "frame", "frames") + " shown")?;
    match counted.fault {
        Some(fault) => Err(fault).with_context(|| input::shown(path)),
        None if counted.ended == Ended::Budget => Ok(playing::over_budget()),
        None => Ok(Exit::Done),
    }
}

/// Writes the page, and says what it shows; `shows` gets the number of pictures.
fn deliver(
    arguments: &Arguments,
    report: Report,
    shows: impl Fn(usize) -> String,
) -> anyhow::Result<()> {
    let (html, pictures) = page(report);
    if !files::write(&arguments.output, &html)? {
        out::text(format!(
            "{}: {:.1} MB, {}\n",
            base_text::path(&arguments.output),
            html.len() as f64 / 1e6,
            shows(pictures)
        ))?;
    }
    Ok(())
}

/// The page, with as many frames as fit.
fn page(mut report: Report) -> (String, usize) {
    loop {
        let html = ::report::page(&report);
        let rows = report.tables.iter().map(|table| table.rows.len()).max().unwrap_or(0);
        let least = report.frames.is_empty() && report.hero.is_none() && rows <= LEAST_ROWS;
        if html.len() <= MOST_BYTES || least {
            return (html, report.frames.len());
        }
        if rows > LEAST_ROWS {
            let fewer = (rows / 2).max(LEAST_ROWS);
            report.tables.iter_mut().for_each(|table| table.rows.truncate(fewer));
            continue;
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
        let text = "The run stopped at its budget of pixels. What follows is of the part before.";
        warnings.push(text.to_owned());
    }
    if census.overflowed() {
        warnings.push("A table of the census overflowed: it does not hold everything.".to_owned());
    }
    warnings
}

fn coverage(name: &str, census: &Census, contract: &Contract) -> anyhow::Result<Coverage> {
    let chip = Chip::named(&census.chip);
    let verdict = base_census::verdict(census, contract, false)?;
    let Verdict { outside, inside, unused, valid, .. } = verdict;
    Ok(Coverage {
        contract: name.to_owned(),
        valid,
        inside,
        unused,
        addresses: chip.has_addresses(),
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
