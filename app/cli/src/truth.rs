//! `afterimage truth`: which source is right where sources disagree about a chip.

mod cases;
mod entry;
mod human;
mod markdown;
mod traces;

use std::path::PathBuf;

use clap::ValueEnum;
use play::EngineKind;
use sst1_facts::{FACTS, Fact, Profile};

use crate::exit::{Exit, Usage};
use crate::playing::{self, Bound, Memory, PER_BOARD};
use crate::{out, suggest};
use entry::{Entry, Truth};

/// Say who holds what where sources disagree, who is right, and which pixels hang on it
///
/// One entry a disputed fact: its values, who holds each, which one the hardware has, how well that is
/// known, and what another value changes: without a TRACE in the program of a test case that shows the
/// fact (words of the front, back and auxiliary buffer, reads, pixels on the monitor, bytes of texture
/// memory), with TRACEs the words of their pictures that differ when that fact alone is decided
/// otherwise; unless --budget is given, each board may draw 2^27 pixels of a trace. docs/truth.md describes the JSON.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage truth sst1
  afterimage truth sst1 --fact saturate
  afterimage truth sst1 --against 86box --json
  afterimage truth sst1 --fact edges --fact lod glide.vood.zst")]
pub(crate) struct Arguments {
    /// The chip
    chip: Chip,
    /// Traces or folders with trace.bin; each is read several times
    #[arg(value_name = "TRACE")]
    traces: Vec<PathBuf>,
    /// Everything about this fact alone; may be given more than once
    #[arg(long, value_name = "NAME")]
    fact: Vec<String>,
    /// Only the values that this profile holds and the hardware does not: NAME[,FACT=VALUE]...
    #[arg(long, value_name = "PROFILE")]
    against: Option<String>,
    /// The engine that draws: soft or reference
    #[arg(long, default_value_t)]
    engine: EngineKind,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    bound: Bound,
    /// Print JSON
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Chip {
    /// 3dfx Voodoo Graphics
    Sst1,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let Chip::Sst1 = arguments.chip;
    let wanted = wanted(&arguments.fact)?;
    let against = match &arguments.against {
        Some(text) => Some(playing::named(text)?.profile()?),
        None => None,
    };
    let mut truth = Truth::new(arguments.engine, arguments.against.as_deref());
    truth.facts = wanted.iter().filter_map(|fact| Entry::of(fact, against.as_ref())).collect();
    let files = sst1_filetest::embedded()?;
    for entry in &mut truth.facts {
        cases::list(entry, &files);
    }
    if arguments.traces.is_empty() {
        cases::run(&mut truth.facts, &files, arguments.engine)?;
    } else {
        let limits = traces::Limits {
            engine: arguments.engine,
            memory: arguments.memory.bytes(),
            budget: Some(arguments.bound.budget.unwrap_or(PER_BOARD)),
        };
        truth.traces = traces::run(&mut truth.facts, &arguments.traces, limits)?;
    }
    if arguments.json {
        out::json(&truth)?;
    } else if arguments.markdown {
        out::text(markdown::table(&truth))?;
    } else if arguments.fact.is_empty() {
        out::text(human::table(&truth))?;
    } else {
        out::text(human::long(&truth))?;
    }
    let complete = truth.traces.iter().all(|trace| trace.complete);
    Ok(if complete { Exit::Done } else { playing::over_budget() })
}

/// The facts of these names, or all.
fn wanted(names: &[String]) -> anyhow::Result<Vec<&'static Fact>> {
    if names.is_empty() {
        return Ok(FACTS.iter().collect());
    }
    let find = |name: &String| {
        FACTS.iter().find(|fact| fact.name == *name).ok_or_else(|| {
            let close = suggest::close(name, FACTS.iter().map(|fact| fact.name));
            Usage::error(format!(
                "no fact is called `{name}`; {close}`afterimage truth sst1` lists all"
            ))
        })
    };
    names.iter().map(find).collect()
}

/// The hardware's profile with one fact decided otherwise.
fn with(fact: &str, value: &str) -> anyhow::Result<Profile> {
    let mut profile = Profile::hardware();
    profile.set(fact, value)?;
    Ok(profile)
}
