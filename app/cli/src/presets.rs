//! `afterimage presets`: how the clocked card can be built.

use serde::Serialize;
use serde_json::{Map, Value};
use sst1_cycle::config::{Config, PRESETS, keys};

use crate::exit::Exit;
use crate::{out, table, timed};

/// List the clocked card's presets and keys, with their values
///
/// The keys are what `timing` and `sweep` take behind --set, and behind a preset's name and a comma.
/// A value of `-` means that the preset's memory has no such key: set `memory` first.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  afterimage presets
  afterimage presets zsst,memory=edo
  afterimage presets --json")]
pub(crate) struct Arguments {
    /// Presets to show, NAME[,KEY=VALUE]...; all without any
    #[arg(value_name = "PRESET")]
    presets: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    format: u32,
    presets: Vec<Preset>,
    keys: Vec<Key>,
}

#[derive(Serialize)]
struct Preset {
    name: String,
    about: Option<&'static str>,
    config: Map<String, Value>,
}

#[derive(Serialize)]
struct Key {
    key: &'static str,
    about: &'static str,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let names: Vec<String> = if arguments.presets.is_empty() {
        PRESETS.iter().map(|(name, _)| (*name).to_owned()).collect()
    } else {
        arguments.presets.clone()
    };
    let mut shown: Vec<(String, Config)> = Vec::new();
    for name in names {
        let config = timed::preset(&name)?;
        config.validate()?;
        shown.push((name, config));
    }
    if arguments.json {
        let about = |name: &str| PRESETS.iter().find(|(known, _)| *known == name).map(|(_, a)| *a);
        out::json(&Report {
            format: 1,
            presets: shown
                .iter()
                .map(|(name, config)| Preset {
                    name: name.clone(),
                    about: about(name),
                    config: timed::described(config),
                })
                .collect(),
            keys: keys().map(|key| Key { key: key.name, about: key.about }).collect(),
        })?;
    } else {
        out::text(human(&shown))?;
    }
    Ok(Exit::Done)
}

fn human(shown: &[(String, Config)]) -> String {
    let presets = PRESETS.map(|(name, about)| [name.to_owned(), about.to_owned()]);
    let mut widths = vec![0; shown.len()];
    let values = |key: &str| {
        let value = |(_, config): &(String, Config)| config.get(key).unwrap_or_else(|| "-".into());
        shown.iter().map(value).collect::<Vec<String>>()
    };
    let names: Vec<String> = shown.iter().map(|(name, _)| name.clone()).collect();
    let mut rows = vec![("key", names, "what it is")];
    rows.extend(keys().map(|key| (key.name, values(key.name), key.about)));
    for (_, values, _) in &rows {
        for (width, value) in widths.iter_mut().zip(values) {
            *width = (*width).max(value.chars().count());
        }
    }
    let line = |(key, values, about): (&str, Vec<String>, &str)| {
        let cells = values.iter().zip(&widths).map(|(value, width)| format!("{value:>width$}"));
        [key.to_owned(), cells.collect::<Vec<_>>().join("  "), about.to_owned()]
    };
    let rows: Vec<_> = rows.into_iter().map(line).collect();
    format!("{}\n{}", table::columns(&presets), table::columns(&rows))
}
