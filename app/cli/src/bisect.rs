//! `afterimage bisect`: which disputed fact decides which pixels of a trace.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use play::{Bisection, EngineKind};
use serde::Serialize;

use crate::exit::Exit;
use crate::{input, out, playing, table};

/// Say which disputed fact decides which pixels
///
/// Plays the trace under profile A, then with one fact after the other set to B's value, in the
/// order of docs/hardware/sst1-facts.md, up to B. A pixel that differs between A and B belongs to the
/// step that gave it its final value, so that the steps sum to the difference.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage bisect glide.vood.zst --profile 86box --against hardware
  afterimage bisect glide.vood.zst --profile 86box --against 86box,lod=half-30 --json")]
pub(crate) struct Arguments {
    /// A trace, or a folder with trace.bin; it is read several times
    trace: PathBuf,
    /// Profile A, with facts set apart from it: NAME[,FACT=VALUE]...
    #[arg(long, value_name = "A", default_value = "86box")]
    profile: String,
    /// Profile B
    #[arg(long, value_name = "B", default_value = "hardware")]
    against: String,
    /// The engine that draws: soft or reference
    #[arg(long, default_value_t)]
    engine: EngineKind,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    profile: &'a str,
    against: &'a str,
    unattributed: u64,
    #[serde(flatten)]
    bisection: &'a Bisection,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let path = &arguments.trace;
    input::readable_again(path)?;
    let a = playing::named(&arguments.profile)?.profile()?;
    let b = playing::named(&arguments.against)?.profile()?;
    // The first opening tells what is wrong with the file in the usual words.
    drop(input::trace(path)?);
    let open = || input::again(path);
    let mut frames = Frames::new();
    let found = play::bisect(&open, arguments.engine, &a, &b, &mut |frame| frames.seen(frame))
        .with_context(|| input::shown(path))?;
    frames.clear();
    if arguments.json {
        out::json(&Report {
            profile: &arguments.profile,
            against: &arguments.against,
            unattributed: found.unattributed(),
            bisection: &found,
        })?;
    } else {
        out::text(human(arguments, &found))?;
    }
    Ok(Exit::Done)
}

fn human(arguments: &Arguments, found: &Bisection) -> String {
    let percent = found.differing as f64 * 100.0 / found.pixels.max(1) as f64;
    let mut text = format!(
        "{} frames, {} words compared, {} differ between {} and {} ({percent:.3} %)\n",
        found.frames, found.pixels, found.differing, arguments.profile, arguments.against,
    );
    let head = ["fact", "from", "to", "settled", "changed", "looks", "first"].map(str::to_owned);
    let shown = found.steps.iter().filter(|step| step.changed > 0).map(|step| {
        let first = step.first.map_or_else(String::new, |spot| {
            format!(
                "frame {} {} ({}, {}): {:#06x} to {:#06x}",
                spot.frame, spot.buffer, spot.x, spot.y, spot.before, spot.after
            )
        });
        [
            step.fact.to_owned(),
            step.from.to_owned(),
            step.to.to_owned(),
            step.settled.to_string(),
            step.changed.to_string(),
            step.frames.to_string(),
            first,
        ]
    });
    let rows: Vec<_> = std::iter::once(head).chain(shown).collect();
    if rows.len() > 1 {
        text += &table::columns(&rows);
    }
    let silent = found.steps.iter().filter(|step| step.changed == 0).count();
    format!(
        "{text}{silent} facts change nothing here; {} words changed on the way and came back; {} \
         unattributed\n",
        found.transient,
        found.unattributed(),
    )
}

/// The number of finished frames, on a terminal and after a second.
struct Frames {
    bar: Option<indicatif::ProgressBar>,
    begun: Instant,
}

impl Frames {
    fn new() -> Self {
        Self { bar: None, begun: Instant::now() }
    }

    fn seen(&mut self, frame: u64) {
        if self.begun.elapsed().as_secs() >= 1 {
            // Hidden by the library where standard error is no terminal.
            let bar = self.bar.get_or_insert_with(|| {
                indicatif::ProgressBar::new_spinner().with_message("frames compared")
            });
            bar.set_message(format!("{frame} frames compared"));
            bar.tick();
        }
    }

    fn clear(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
