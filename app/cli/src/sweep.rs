//! `afterimage sweep`: a stream under every combination of some keys' values.

mod csv;
mod human;
mod json;
mod plot;

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::Context;
use play::timing::{Axis, Grid, GridError, Outcome, Sweep, TimingPlan, sweep};
use play::{Ended, ProfileChoice, Setup};
use sst1_cycle::config::ConfigError;

use crate::exit::{Exit, Usage};
use crate::playing::{Bound, DecidingFacts};
use crate::progress::Bar;
use crate::replay::frames::Frames;
use crate::timed::{self, Clock, Given, Recipe, Stream};
use crate::{files, input, out, playing};

/// Measure a stream under every combination of some keys' values, on all cores
///
/// The rows are in the order of the values as they are given, the last key changing first, whatever
/// the number of cores. `afterimage presets` lists the keys, docs/timing.md describes the columns.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage demo lit-scene
  afterimage sweep lit-scene.vood.zst --set texture.bytes=4096,8192,16384 --set texture.fills=2,8
  afterimage sweep lit-scene.vood.zst --set rob=8,16,32,64 --set walker=box,spans -o rob.csv --plot rob.svg
  afterimage sweep --scene 64-right-50x40.textured.256x2 --preset afterimage --set memory.latency=10,20,40,80")]
pub(crate) struct Arguments {
    #[command(flatten)]
    stream: Stream,
    /// How the card is built: NAME[,KEY=VALUE]...
    #[arg(long, value_name = "PRESET", default_value = "zsst")]
    preset: String,
    /// A key and the values that it takes; may be given more than once
    #[arg(long, value_name = "KEY=A,B,C", required_unless_present = "scene")]
    set: Vec<String>,
    #[command(flatten)]
    clock: Clock,
    /// Frames to measure: A..B (without B), A.., ..B or N; those before are played and not measured
    #[arg(long, value_name = "A..B", conflicts_with = "scene")]
    frames: Option<Frames>,
    #[command(flatten)]
    deciding: DecidingFacts,
    #[command(flatten)]
    bound: Bound,
    /// Threads; as many as there are cores by default
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Write the rows as CSV
    #[arg(short, long, value_name = "FILE.csv")]
    output: Option<PathBuf>,
    /// Draw pixels a clock over the first key that has several numbers
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Put the performance counters into the CSV too
    #[arg(long, requires = "output")]
    counters: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A combination with what was measured.
struct Row {
    values: Vec<String>,
    timing: play::timing::Timing,
    ended: Ended,
}

/// All of them.
struct Measured {
    /// The trace's or scene's name.
    name: String,
    /// The preset with everything that is set on top of it.
    preset: String,
    profile: ProfileChoice,
    frames: Frames,
    axes: Vec<Axis>,
    rows: Vec<Row>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let given = arguments.stream.given()?;
    let recipe = Recipe::read(&arguments.preset, &[], &arguments.clock)?;
    if matches!(given, Given::List) {
        return timed::list(arguments.json);
    }
    let outputs = [&arguments.output, &arguments.plot];
    given.bounded(arguments.bound.budget)?;
    files::several(&outputs.map(|path| path.as_deref()), &given.files())?;
    if arguments.set.is_empty() {
        return Err(Usage::error("--set KEY=A,B,C is needed"));
    }
    let axes: Vec<Axis> =
        arguments.set.iter().map(|text| Axis::read(text)).collect::<Result<_, _>>()?;
    arguments.clock.refuse_beside(axes.iter().map(|axis| axis.key.as_str()))?;
    let grid = Grid::new(recipe.preset(), &recipe.set, axes).map_err(told)?;
    let setup = Setup {
        profile: arguments.deciding.choice()?,
        budget: arguments.bound.budget,
        ..Setup::default()
    };
    let (name, outcomes) = measure(arguments, &given, &grid, &setup)?;

    let mut fault = None;
    let mut rows = Vec::new();
    for (cell, outcome) in grid.cells.iter().zip(outcomes) {
        // Right behind the last frame nothing is left to measure.
        let some = |timing: &play::timing::Timing| timing.clocks > 0 || arguments.frames.is_none();
        if let Some(timing) = outcome.timing.filter(some) {
            rows.push(Row { values: cell.values.clone(), timing, ended: outcome.ended });
        } else if outcome.fault.is_none() {
            return Err(Usage::error(format!("--frames: {name} has not so many frames")));
        }
        fault = fault.or(outcome.fault);
    }
    let measured = Measured {
        name,
        preset: recipe.name,
        profile: setup.profile,
        frames: arguments.frames.unwrap_or_default(),
        axes: grid.axes,
        rows,
    };
    if let Some(path) = &arguments.output {
        let text = csv::text(&measured, arguments.counters);
        base_trace::write_whole(path, text.as_bytes())?;
    }
    if let Some(path) = &arguments.plot {
        let picture = ::plot::svg(&plot::of(&measured));
        base_trace::write_whole(path, picture.as_bytes())?;
    }
    if arguments.json {
        out::json(&json::report(&measured))?;
    } else {
        out::text(human::text(&measured))?;
    }
    if let Some(fault) = fault {
        return Err(fault).with_context(|| measured.name);
    }
    if measured.rows.iter().any(|row| row.ended == Ended::Budget) {
        return Ok(playing::over_budget());
    }
    Ok(Exit::Done)
}

/// A combination that cannot be; which key that is about is told where it helps.
fn told(error: GridError) -> anyhow::Error {
    match error {
        GridError::Config { error: error @ ConfigError::UnknownKey { .. }, .. } => {
            timed::told(error)
        }
        error => error.into(),
    }
}

fn measure(
    arguments: &Arguments,
    given: &Given<'_>,
    grid: &Grid,
    setup: &Setup,
) -> anyhow::Result<(String, Vec<Outcome>)> {
    let jobs = arguments.jobs.or_else(|| std::thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZero::get);
    let frames = arguments.frames.unwrap_or_default().range();
    let first = grid.cells.first().context("no combination")?;
    let plan = TimingPlan { frames, ..TimingPlan::new(first.config) };
    let done = Arc::new(AtomicU64::new(0));
    let bar = Bar::count(grid.cells.len() as u64, Arc::clone(&done));
    let (name, outcomes) = match given {
        Given::Trace(path) => {
            let open = input::again(path)?;
            let what = Sweep::Trace { open: &open, setup };
            let outcomes = sweep(&what, grid, &plan, jobs, &done);
            (crate::counted::name(path), outcomes.with_context(|| input::shown(path))?)
        }
        Given::Scenes(scenes) => {
            let [scene] = scenes.as_slice() else {
                return Err(Usage::error(
                    "one scene can be swept, and that is the name of several",
                ));
            };
            let what = Sweep::Scene { scene, setup };
            (scene.name(), sweep(&what, grid, &plan, jobs, &done)?)
        }
        Given::List => (String::new(), Vec::new()),
    };
    drop(bar);
    Ok((name, outcomes))
}
