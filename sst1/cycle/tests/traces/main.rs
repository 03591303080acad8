//! Every shared trace on the clocked card, one named test each: every frame and the final state are
//! those of the fast engine under the same profile.
//!
//! `AFTERIMAGE_TRACES` names the folder of shared traces (the one that holds `sst1/`);
//! `AFTERIMAGE_PRESET` another preset than `zsst`, or several, or random configurations by number:
//! `random:1..50`. Tests are named `PRESET::PROFILE::TRACE`; random configurations run under
//! `hardware` only.

#[path = "../values/configs.rs"]
mod configs;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use libtest_mimic::{Arguments, Trial};
use play::{EngineKind, Player, ProfileChoice, Setup, Step};
use sst1_board::{BoardConfig, Buffer};
use sst1_cycle::Cycle;
use sst1_cycle::config::Config;

const VARIABLE: &str = "AFTERIMAGE_TRACES";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = if let Some(folder) = std::env::var_os(VARIABLE) {
        trials(&Path::new(&folder).join("sst1"))
    } else {
        eprintln!("{VARIABLE} is not set: no trace is played");
        let name = format!("skipped ({VARIABLE} is not set)");
        vec![Trial::test(name, || Ok(())).with_ignored_flag(true)]
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials(folder: &Path) -> Vec<Trial> {
    let presets = std::env::var("AFTERIMAGE_PRESET").unwrap_or_else(|_| "zsst".to_owned());
    let presets: Vec<String> = presets.split(',').flat_map(each).collect();
    let mut trials = Vec::new();
    for path in traces(folder) {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let name = file.trim_end_matches(".vood.zst").to_owned();
        for preset in &presets {
            let profiles = if preset.starts_with("random") { 1 } else { 2 };
            for profile in &["hardware", "86box"][..profiles] {
                let (path, preset, profile) = (path.clone(), preset.clone(), (*profile).to_owned());
                let test = format!("{preset}::{profile}::{name}");
                trials.push(Trial::test(test, move || {
                    check(&path, &preset, &profile).map_err(Into::into)
                }));
            }
        }
    }
    trials
}

/// The traces, the largest first, so that the last to end are short.
fn traces(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut traces: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let size = entry.metadata().ok()?.len();
            path.to_str()?.ends_with(".vood.zst").then_some((size, path))
        })
        .collect();
    traces.sort_by(|a, b| b.cmp(a));
    traces.into_iter().map(|(_, path)| path).collect()
}

/// `random:1..50` is all of these configurations, the last too.
fn each(preset: &str) -> Vec<String> {
    let range = preset.strip_prefix("random:").and_then(|range| range.split_once(".."));
    let bounds = range.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    match bounds {
        Some((from, to)) => (from..=to).map(|seed: u64| format!("random:{seed}")).collect(),
        None => vec![preset.to_owned()],
    }
}

fn config(preset: &str) -> Result<Config, String> {
    match preset.strip_prefix("random:").map(str::parse) {
        Some(Ok(seed)) => Ok(configs::config(seed)),
        Some(Err(_)) => Err(format!("{preset} is no configuration")),
        None => Config::preset(preset).map_err(|error| error.to_string()),
    }
}

fn trace(path: &Path) -> Result<sst1_vood::Trace, String> {
    let options = base_trace::Options::default().with_sha256(false);
    sst1_vood::Trace::open(path, options).map_err(|e| e.to_string())
}

fn check(path: &Path, preset: &str, profile: &str) -> Result<(), String> {
    let profile = ProfileChoice::new(profile, &[]).map_err(|e| e.to_string())?;
    let setup = Setup { profile: profile.clone(), ..Setup::default() };
    let mut soft =
        Player::new(trace(path)?, EngineKind::Soft, setup.clone()).map_err(|e| e.to_string())?;
    let clocked = trace(path)?;
    let header = clocked.reader.header();
    let board = BoardConfig {
        frame_buffer_bytes: header.fb_size_mb << 20,
        texture_bytes: header.tex_size_mb << 20,
        tmus: header.num_tmus,
    };
    let profile = profile.profile().map_err(|e| e.to_string())?;
    let card = Cycle::new(config(preset)?, board, profile).map_err(|e| e.to_string())?;
    let mut clocked = Player::on(Box::new(card), clocked, setup).map_err(|e| e.to_string())?;
    let begun = Instant::now();
    loop {
        let step = soft.advance().map_err(|e| e.to_string())?;
        let other = clocked.advance().map_err(|e| e.to_string())?;
        if step != other {
            return Err(format!("soft comes to {step:?}, the clocked card to {other:?}"));
        }
        match step {
            Step::Swap { frame } => same_frame(&soft, &clocked, frame)?,
            Step::End => break,
            Step::Budget => return Err("stopped at a budget that was not set".into()),
        }
    }
    report(&clocked, begun);
    same_end(&soft, &clocked)
}

/// Says what it cost, for whoever asks with `AFTERIMAGE_REPORT`.
fn report(player: &Player, begun: Instant) {
    let device: &dyn std::any::Any = player.device();
    if let (Some(card), true) =
        (device.downcast_ref::<Cycle>(), std::env::var_os("AFTERIMAGE_REPORT").is_some())
    {
        let (clocks, seconds) = (card.clocks(), begun.elapsed().as_secs_f64());
        let pixels = card.fbi().counts.retired;
        eprintln!("{clocks} clocks, {pixels} pixels, {seconds:.2} s");
        for cause in sst1_cycle::stall::Cause::ALL {
            let share = 100.0 * card.stalls().of(cause) as f64 / clocks.max(1) as f64;
            if share >= 0.05 {
                eprintln!("    {share:5.1} % {}", cause.name());
            }
        }
    }
}

fn same_frame(soft: &Player, clocked: &Player, frame: u64) -> Result<(), String> {
    for buffer in [Buffer::Front, Buffer::Aux] {
        let (wanted, found) = (soft.device().picture(buffer), clocked.device().picture(buffer));
        if wanted != found {
            let pairs = wanted.words.iter().zip(&found.words);
            let at = pairs.clone().position(|(a, b)| a != b).unwrap_or_default();
            let (x, y) = (at % wanted.width as usize, at / wanted.width as usize);
            let differing = pairs.filter(|(a, b)| a != b).count();
            return Err(format!(
                "frame {frame}, {buffer:?}: {differing} pixels differ, first at {x},{y}: {:04x}, \
                 soft has {:04x}",
                found.words[at], wanted.words[at],
            ));
        }
    }
    Ok(())
}

fn same_end(soft: &Player, clocked: &Player) -> Result<(), String> {
    let (a, b) = (soft.state(), clocked.state());
    let parts = [
        ("frame buffer", a.frame_buffer == b.frame_buffer),
        ("counters", a.counters == b.counters),
        ("totals", (a.triangles, a.pixels_total) == (b.triangles, b.pixels_total)),
        ("parameters", a.parameters == b.parameters),
        ("drawing registers", a.fbi == b.fbi),
        ("initialisation registers", a.init == b.init),
        ("texture units", a.tmus == b.tmus),
        ("video", a.video == b.video),
    ];
    if let Some((part, _)) = parts.iter().find(|(_, same)| !same) {
        return Err(format!("at the end the {part} differ"));
    }
    let own = sst1_cycle::refusal::TEXTURE_CACHE.id;
    let found: Vec<_> = clocked.refusals().into_iter().filter(|row| row.id != own).collect();
    let wanted = soft.refusals();
    if wanted != found {
        return Err(format!("refused {found:?}, soft {wanted:?}"));
    }
    Ok(())
}
