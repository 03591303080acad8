//! `afterimage bisect`: which disputed fact decides which pixels of a trace.

use std::path::PathBuf;

use anyhow::Context;
use play::{Abreast, Bisection, EngineKind};
use serde::Serialize;

use crate::exit::Exit;
use crate::playing::{self, Bound, Memory, PER_BOARD};
use crate::progress::Passes;
use crate::{input, out, table};

/// Say which disputed fact decides which pixels
///
/// Plays the trace under profile A, then with one fact after the other set to B's value, in the
/// order of docs/hardware/sst1-facts.md, up to B. A pixel that differs between A and B belongs to the
/// step that gave it its final value, so that the steps sum to the difference. As many boards as
/// --memory has room for are played side by side, and the trace is read once more for those that find
/// none; the result is the same. Unless --budget is given, each board may draw 2^27 pixels, whatever the
/// trace: what is compared ends before the first frame in which a board uses that up, with exit code 4.
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
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    bound: Bound,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
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
    let a = playing::named(&arguments.profile)?.profile()?;
    let b = playing::named(&arguments.against)?.profile()?;
    let open = input::again(path)?;
    let trace = Abreast {
        open: &open,
        engine: arguments.engine,
        memory: arguments.memory.bytes(),
        budget: Some(arguments.bound.budget.unwrap_or(PER_BOARD)),
    };
    let mut passes = Passes::new();
    let found = play::bisect(&trace, &a, &b, &mut |passed| passes.seen(passed, ""))
        .with_context(|| input::shown(path))?;
    drop(passes);
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
    Ok(if found.complete { Exit::Done } else { playing::over_budget() })
}

fn human(arguments: &Arguments, found: &Bisection) -> String {
    let percent = found.differing as f64 * 100.0 / found.pixels.max(1) as f64;
    let mut text = format!(
        "{} frames, {} words compared, {} differ between {} and {} ({percent:.3} %){}\n",
        found.frames,
        found.pixels,
        found.differing,
        arguments.profile,
        arguments.against,
        if found.complete { "" } else { "; not all of the trace" },
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
