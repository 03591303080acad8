//! What single facts decide in traces.

use std::path::{Path, PathBuf};

use anyhow::Context;
use play::{Abreast, EngineKind};
use sst1_facts::Profile;

use super::entry::{Entry, TraceDecided, TraceRow, Words};
use crate::progress::Passes;
use crate::{counted, input};

/// What draws, and its bounds.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) engine: EngineKind,
    /// Bytes of boards played side by side.
    pub(super) memory: u64,
    /// Pixels that each may draw of a trace.
    pub(super) budget: Option<u64>,
}

/// Plays every trace under the hardware's profile and under each with one fact decided otherwise.
pub(super) fn run(
    entries: &mut [Entry],
    paths: &[PathBuf],
    limits: Limits,
) -> anyhow::Result<Vec<TraceRow>> {
    let mut names = Vec::new();
    let mut others = Vec::new();
    for entry in &*entries {
        for value in entry.others() {
            names.push((entry.name, value));
            others.push(super::with(entry.name, value)?);
        }
    }
    let mut rows = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let progress = format!("trace {} of {}: ", number + 1, paths.len());
        let row =
            one(path, &others, &names, &progress, limits).with_context(|| input::shown(path))?;
        for decided in &row.decided {
            add(entries, decided);
        }
        rows.push(row);
    }
    Ok(rows)
}

fn one(
    path: &Path,
    others: &[Profile],
    names: &[(&'static str, &'static str)],
    progress: &str,
    limits: Limits,
) -> anyhow::Result<TraceRow> {
    let open = input::again(path)?;
    let Limits { engine, memory, budget } = limits;
    let trace = Abreast { open: &open, engine, memory, budget };
    let mut passes = Passes::new();
    let found = play::alone(&trace, &Profile::hardware(), others, &mut |passed| {
        passes.seen(passed, progress);
    })?;
    let decided = names.iter().zip(found.decided).map(|((fact, value), decided)| TraceDecided {
        fact,
        value,
        words: decided.words,
        frames: decided.frames,
        first: decided.first,
    });
    Ok(TraceRow {
        name: counted::name(path),
        frames: found.frames,
        words: found.words,
        complete: found.complete,
        decided: decided.collect(),
    })
}

fn add(entries: &mut [Entry], decided: &TraceDecided) {
    let values = entries.iter_mut().filter(|entry| entry.name == decided.fact);
    let value = values.flat_map(|entry| &mut entry.values).find(|row| row.name == decided.value);
    if let Some(value) = value {
        let sum = value.traces.get_or_insert_default();
        *sum = Words {
            words: sum.words + decided.words,
            traces: sum.traces + u64::from(decided.words > 0),
        };
    }
}
