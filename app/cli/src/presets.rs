//! `afterimage presets`: how the clocked card can be built.

use serde::Serialize;
use serde_json::{Map, Value};
use sst1_cycle::config::{Config, PRESETS, keys};

use crate::exit::Exit;
use crate::{out, table, timed};

/// List the clocked card's presets and keys, with their values
///
/// The keys are what `timing` and `sweep` take behind --set, and behind a preset's name and a comma.
/// A value of `-` means that the preset's memory has no such key; `memory=...` chooses another one
/// with its usual figures: ddr and ideal for any design, edo for the original card, port for the
/// KV260's measured port, one request at a time.
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
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct Report {
    format: u32,
    presets: Vec<Preset>,
    keys: Vec<Described>,
}

#[derive(Serialize)]
struct Preset {
    name: String,
    about: Option<&'static str>,
    config: Map<String, Value>,
}

#[derive(Serialize)]
struct Described {
    key: &'static str,
    /// The values that it takes, the other keys being as in the first preset whose memory has it.
    values: Option<String>,
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
        let config = timed::Recipe::read(&name, &[], &timed::Clock::default())?.config()?;
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
            keys: keys()
                .map(|key| Described {
                    key: key.name,
                    values: possible(key, &shown),
                    about: key.about,
                })
                .collect(),
        })?;
    } else {
        out::text(human(&shown))?;
    }
    Ok(Exit::Done)
}

/// The values that a key takes, in the first of the presets or else the first memory that has it.
fn possible(key: &sst1_cycle::config::Key, shown: &[(String, Config)]) -> Option<String> {
    let others = ["ddr", "edo", "port"].into_iter().filter_map(|memory| {
        let mut config = Config::zsst();
        config.set("memory", memory).ok()?;
        Some(config)
    });
    let mut configs = shown.iter().map(|(_, config)| *config).chain(others);
    configs.find_map(|config| key.values(&config))
}

fn human(shown: &[(String, Config)]) -> String {
    let presets = PRESETS.map(|(name, about)| [name.to_owned(), about.to_owned()]);
    let mut widths = vec![0; shown.len()];
    let values = |key: &str| {
        let value = |(_, config): &(String, Config)| config.get(key).unwrap_or_else(|| "-".into());
        shown.iter().map(value).collect::<Vec<String>>()
    };
    let names: Vec<String> = shown.iter().map(|(name, _)| name.clone()).collect();
    let mut rows = vec![("key", names, "possible".to_owned(), "what it is")];
    rows.extend(keys().map(|key| {
        (key.name, values(key.name), possible(key, shown).unwrap_or_default(), key.about)
    }));
    for (_, values, _, _) in &rows {
        for (width, value) in widths.iter_mut().zip(values) {
            *width = (*width).max(value.chars().count());
        }
    }
    let line = |(key, values, possible, about): (&str, Vec<String>, String, &str)| {
        let cells = values.iter().zip(&widths).map(|(value, width)| format!("{value:>width$}"));
        [key.to_owned(), cells.collect::<Vec<_>>().join("  "), possible, about.to_owned()]
    };
    let rows: Vec<_> = rows.into_iter().map(line).collect();
    format!("{}\n{}", table::columns(&presets), table::columns(&rows))
}
