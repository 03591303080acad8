//! `afterimage timing`: how long a stream takes on the clocked card, and why.

mod compare;
mod human;
mod json;
mod plot;
mod series;
mod vcd;

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context;
use play::timing::{Drawing, MOST_WAVE_CLOCKS, Played, Timing, TimingPlan, time_scene, time_trace};
use play::{Ended, Input, PlayError, ProfileChoice, RefusalRow, Setup};
use sst1_cycle::config::Config;

use crate::exit::{Exit, Usage};
use crate::playing::{Bound, DecidingFacts};
use crate::progress::Bar;
use crate::replay::frames::Frames;
use crate::timed::{self, Clock, Given, Recipe, Stream};
use crate::{files, input, out, playing};

/// Clocks of which waveforms are written without `--clocks`.
const USUAL_WAVES: u64 = 10_000;

/// Say how many clocks a stream takes on the clocked card, and what they went to
///
/// The card is built as a preset says (`afterimage presets` lists presets and keys). Every clock is
/// given to one cause, so that the causes sum to 100 %. The host is as fast as the card lets it be.
/// With several presets or scenes, a table compares them. Files and keys are described in
/// docs/timing.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage demo lit-scene && afterimage timing lit-scene.vood.zst
  afterimage timing lit-scene.vood.zst --preset afterimage --set texture.fills=4 --plot lit-scene.svg
  afterimage timing lit-scene.vood.zst --preset zsst,memory.slots=32 --preset afterimage
  afterimage timing lit-scene.vood.zst --preset afterimage --frames 1..2 --vcd lit-scene.vcd --clocks 122000..127000
  afterimage timing --scene cold-textured --preset zsst,memory.slots=32 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    stream: Stream,
    /// How the card is built: NAME[,KEY=VALUE]...; given more than once, they are compared
    #[arg(long, value_name = "PRESET", default_value = "zsst")]
    preset: Vec<String>,
    /// Set a key of the configuration, in every preset; may be given more than once
    #[arg(long, value_name = "KEY=VALUE")]
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
    /// Print the performance counters too
    #[arg(long)]
    counters: bool,
    /// Write the blocks' handshakes as waveforms
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// Clocks of the waveforms, counted from the first that is measured; 10,000 by default, at most
    /// 250,000
    #[arg(long, value_name = "A..B", requires = "vcd", value_parser = clocks)]
    clocks: Option<Range<u64>>,
    /// Draw utilisation over time
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Write causes and counters over time as CSV
    #[arg(long, value_name = "FILE.csv")]
    series: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What was measured, and of what.
struct Measured {
    /// The trace's or scene's name.
    name: String,
    /// The preset with everything that is set on top of it.
    preset: String,
    /// How disputed facts are decided.
    profile: String,
    /// The trace.
    input: Option<Input>,
    scene: Option<Drawing>,
    timing: Timing,
    ended: Ended,
    fault: Option<PlayError>,
    refusals: Vec<RefusalRow>,
}

fn clocks(text: &str) -> Result<Range<u64>, String> {
    let wrong = || "A..B, A.. or ..B is expected".to_owned();
    let (first, end) = text.split_once("..").ok_or_else(wrong)?;
    let number = |part: &str| part.parse::<u64>().map_err(|_| wrong());
    let first = if first.is_empty() { 0 } else { number(first)? };
    let end = if end.is_empty() { first.saturating_add(USUAL_WAVES) } else { number(end)? };
    if end <= first {
        return Err(format!("no clock is in {text}"));
    }
    if end - first > MOST_WAVE_CLOCKS {
        return Err(format!("{} clocks, at most {MOST_WAVE_CLOCKS} are written", end - first));
    }
    Ok(first..end)
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let given = arguments.stream.given()?;
    if matches!(given, Given::List) {
        return timed::list(arguments.json);
    }
    let outputs = [&arguments.vcd, &arguments.plot, &arguments.series];
    given.bounded(arguments.bound.budget)?;
    files::several(&outputs.map(|path| path.as_deref()), &given.files())?;
    let profile = arguments.deciding.choice()?;
    let configs = configs(arguments)?;
    let scenes = match &given {
        Given::Scenes(scenes) => scenes.len(),
        _ => 1,
    };
    if scenes * configs.len() == 1 {
        return one(arguments, &given, &configs[0], &profile);
    }
    if arguments.vcd.is_some() || arguments.plot.is_some() || arguments.series.is_some() {
        return Err(Usage::error("--vcd, --plot and --series want one stream and one preset"));
    }
    let mut rows = Vec::new();
    match &given {
        Given::Trace(path) => {
            input::readable_again(path)?;
            for config in &configs {
                rows.push(trace(arguments, path, config, &profile)?);
            }
        }
        Given::Scenes(scenes) => {
            for shown in scenes {
                for config in &configs {
                    rows.push(scene(arguments, shown, config, &profile)?);
                }
            }
        }
        Given::List => {}
    }
    if arguments.json {
        out::json(&json::rows(&rows, &profile))?;
    } else {
        out::text(compare::human(&rows, arguments.counters))?;
    }
    end(rows)
}

/// The presets with everything set.
fn configs(arguments: &Arguments) -> anyhow::Result<Vec<(String, Config)>> {
    let mut configs = Vec::new();
    for preset in &arguments.preset {
        let recipe = Recipe::read(preset, &arguments.set, &arguments.clock)?;
        let config = recipe.config()?;
        config.validate()?;
        configs.push((recipe.name, config));
    }
    Ok(configs)
}

fn plan(arguments: &Arguments, config: Config) -> TimingPlan {
    TimingPlan {
        config,
        frames: arguments.frames.unwrap_or_default().range(),
        series: arguments.plot.is_some() || arguments.series.is_some(),
        waves: arguments.vcd.is_some().then(|| arguments.clocks.clone().unwrap_or(0..USUAL_WAVES)),
    }
}

/// Measures a trace.
fn trace(
    arguments: &Arguments,
    path: &Path,
    (preset, config): &(String, Config),
    profile: &ProfileChoice,
) -> anyhow::Result<Measured> {
    let trace = input::trace(path)?;
    let image = input::image_digest(&trace);
    let setup =
        Setup { profile: profile.clone(), budget: arguments.bound.budget, ..Setup::default() };
    let bar = Bar::watch(trace.reader.source().progress());
    let Played { timing, frames, ended, fault, refusals, reader } =
        time_trace(trace, setup, &plan(arguments, *config)).with_context(|| input::shown(path))?;
    drop(bar);
    // Right behind the last frame nothing is left to measure.
    let timing = timing.filter(|timing| timing.clocks > 0 || arguments.frames.is_none());
    let Some(timing) = timing else {
        if let Some(fault) = fault {
            return Err(fault).with_context(|| input::shown(path));
        }
        let message = format!("--frames: {} has {frames} frames", input::shown(path));
        return Err(Usage::error(message));
    };
    let input = input::described(path, reader.into_source(), image, ended == Ended::End);
    Ok(Measured {
        name: input.name.clone(),
        preset: preset.clone(),
        profile: profile.to_string(),
        input: Some(input),
        scene: None,
        timing,
        ended,
        fault,
        refusals,
    })
}

/// Measures a scene.
fn scene(
    arguments: &Arguments,
    scene: &Drawing,
    (preset, config): &(String, Config),
    profile: &ProfileChoice,
) -> anyhow::Result<Measured> {
    let timing = time_scene(scene, profile.profile()?, &plan(arguments, *config))?;
    Ok(Measured {
        name: scene.name(),
        preset: preset.clone(),
        profile: profile.to_string(),
        input: None,
        scene: Some(*scene),
        timing,
        ended: Ended::End,
        fault: None,
        refusals: Vec::new(),
    })
}

fn one(
    arguments: &Arguments,
    given: &Given<'_>,
    config: &(String, Config),
    profile: &ProfileChoice,
) -> anyhow::Result<Exit> {
    let measured = match given {
        Given::Trace(path) => trace(arguments, path, config, profile)?,
        Given::Scenes(scenes) => match scenes.first() {
            Some(first) => scene(arguments, first, config, profile)?,
            None => return Err(Usage::error("no scene")),
        },
        Given::List => return timed::list(arguments.json),
    };
    let Timing { series, waves, .. } = &measured.timing;
    if let (Some(path), Some(waves)) = (&arguments.vcd, waves) {
        vcd::write(path, waves, &measured)?;
        told_of_end(arguments, measured.timing.clocks);
    }
    if let (Some(path), Some(series)) = (&arguments.plot, series) {
        let picture = ::plot::svg(&plot::of(&measured, series));
        base_trace::write_whole(path, picture.as_bytes())?;
    }
    if let (Some(path), Some(series)) = (&arguments.series, series) {
        base_trace::write_whole(path, series::csv(series).as_bytes())?;
    }
    if arguments.json {
        out::json(&json::Report::of(&measured, profile))?;
    } else {
        out::text(human::text(&measured, arguments.counters))?;
    }
    end(vec![measured])
}

/// Says if clocks were asked for that there are not.
fn told_of_end(arguments: &Arguments, clocks: u64) {
    let Some(asked) = arguments.clocks.as_ref().filter(|asked| asked.end > clocks) else { return };
    let there = if asked.start < clocks { "end there" } else { "are empty" };
    out::error(format!(
        "afterimage: --clocks: {clocks} clocks were measured; the waveforms {there}\n"
    ));
}

/// How it ends: a fault or a budget that is used up is told after what was measured.
fn end(rows: Vec<Measured>) -> anyhow::Result<Exit> {
    let over_budget = rows.iter().any(|row| row.ended == Ended::Budget);
    for row in rows {
        if let Some(fault) = row.fault {
            return Err(fault).with_context(|| row.name);
        }
    }
    Ok(if over_budget { playing::over_budget() } else { Exit::Done })
}

#[cfg(test)]
mod tests {
    use super::clocks;

    #[test]
    fn ranges_of_clocks() {
        assert_eq!(clocks("3..9"), Ok(3..9));
        assert_eq!(clocks("..9"), Ok(0..9));
        assert_eq!(clocks("5.."), Ok(5..10_005));
        for text in ["", "5", "9..3", "x..", "0..250001"] {
            assert!(clocks(text).is_err(), "{text}");
        }
    }
}
