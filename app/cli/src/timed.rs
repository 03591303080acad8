//! What the verbs around the clocked card share: the stream, and how the card is built, as they are
//! typed.

mod recipe;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use play::timing::{Drawing, GROUPS, scenes};
use serde_json::{Map, Value};
use sst1_cycle::config::{Config, keys};

use crate::exit::{Exit, Usage};
use crate::{out, table};

pub(crate) use recipe::{Recipe, short, told};

/// What is measured.
#[derive(clap::Args)]
pub(crate) struct Stream {
    /// A trace, or a folder with trace.bin; - for standard input, where it is read once
    trace: Option<PathBuf>,
    /// Measure a scene that the program makes itself: its name, a group's, or all; `list` lists them
    #[arg(long, value_name = "NAME", conflicts_with = "trace")]
    scene: Option<String>,
}

/// A stream that was asked for.
pub(crate) enum Given<'a> {
    /// A trace.
    Trace(&'a Path),
    /// Scenes.
    Scenes(Vec<Drawing>),
    /// Their list.
    List,
}

impl Given<'_> {
    /// That a budget is asked for only where something counts against it: scenes are what they are.
    pub(crate) fn bounded(&self, budget: Option<u64>) -> anyhow::Result<()> {
        if matches!(self, Self::Scenes(_)) && budget.is_some() {
            return Err(Usage::error("--budget is for traces; a scene ends by itself"));
        }
        Ok(())
    }

    /// The files that are read.
    pub(crate) fn files(&self) -> Vec<&Path> {
        match self {
            Self::Trace(path) => vec![path],
            Self::Scenes(_) | Self::List => Vec::new(),
        }
    }
}

impl Stream {
    /// What was asked for.
    pub(crate) fn given(&self) -> anyhow::Result<Given<'_>> {
        match (&self.trace, self.scene.as_deref()) {
            (Some(trace), _) => Ok(Given::Trace(trace)),
            (None, Some("list")) => Ok(Given::List),
            (None, Some(name)) => {
                let found = scenes(name);
                if found.is_empty() {
                    let message = format!("no scene is called `{name}`; --scene list lists them");
                    return Err(Usage::error(message));
                }
                Ok(Given::Scenes(found))
            }
            (None, None) => Err(Usage::error("a TRACE or --scene NAME is needed")),
        }
    }
}

/// Prints the scenes.
pub(crate) fn list(json: bool) -> anyhow::Result<Exit> {
    if json {
        let group = |group: &play::timing::Group| {
            let names: Vec<String> = group.scenes().iter().map(Drawing::name).collect();
            serde_json::json!({ "group": group.name, "about": group.about, "scenes": names })
        };
        out::json(&GROUPS.iter().map(group).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for group in &GROUPS {
        let _ = writeln!(text, "{}: {}", group.name, group.about);
        let row = |scene: &Drawing| {
            let (count, pixels) = scene.size();
            [format!("  {}", scene.name()), format!("{count} of {pixels} pixels")]
        };
        text += &table::columns(&group.scenes().iter().map(row).collect::<Vec<_>>());
    }
    out::text(text)?;
    Ok(Exit::Done)
}

/// How the card is built, besides the preset.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Clock {
    /// Clocks a second in millions, 0.001 to 4000, instead of the preset's
    #[arg(long, value_name = "F", value_parser = megahertz)]
    mhz: Option<u64>,
}

/// Hertz.
fn megahertz(text: &str) -> Result<u64, String> {
    let wrong = || "a number of megahertz between 0.001 and 4000 is expected".to_owned();
    let mhz: f64 = text.parse().map_err(|_| wrong())?;
    if !(0.001..=4000.0).contains(&mhz) {
        return Err(wrong());
    }
    Ok((mhz * 1e6).round() as u64)
}

impl Clock {
    /// Refuses to be given beside the key that it stands for.
    pub(crate) fn refuse_beside<'a>(
        &self,
        mut keys: impl Iterator<Item = &'a str>,
    ) -> anyhow::Result<()> {
        if self.mhz.is_some() && keys.any(|key| key == "hertz") {
            return Err(Usage::error("--mhz sets `hertz`, which is set besides"));
        }
        Ok(())
    }
}

/// Every key with its value, as JSON.
pub(crate) fn described(config: &Config) -> Map<String, Value> {
    let typed = |text: String| match text.parse::<u64>() {
        Ok(number) => number.into(),
        Err(_) => text.parse::<bool>().map_or_else(|_| text.clone().into(), Value::Bool),
    };
    keys().filter_map(|key| Some((key.name.to_owned(), typed(config.get(key.name)?)))).collect()
}

/// The keys whose value all configurations share, as JSON.
pub(crate) fn shared<'a>(configs: impl Iterator<Item = &'a Config>) -> Map<String, Value> {
    let mut configs = configs.map(described);
    let mut shared = configs.next().unwrap_or_default();
    for config in configs {
        shared.retain(|key, value| config.get(key) == Some(value));
    }
    shared
}

/// Shares of a whole in hundredths of a percent, rounded so that they sum to 100 %.
pub(crate) fn shares(parts: &[u64]) -> Vec<u64> {
    const WHOLE: u128 = 10_000;
    let total: u128 = parts.iter().map(|part| u128::from(*part)).sum();
    if total == 0 {
        return vec![0; parts.len()];
    }
    let exact = parts.iter().map(|part| u128::from(*part) * WHOLE);
    let mut shares: Vec<u128> = exact.clone().map(|product| product / total).collect();
    let mut rests: Vec<(u128, usize)> =
        exact.enumerate().map(|(index, product)| (product % total, index)).collect();
    // What rounding down left goes to those that lost most.
    rests.sort_by_key(|(rest, index)| (std::cmp::Reverse(*rest), *index));
    let missing = WHOLE - shares.iter().sum::<u128>();
    for (_, index) in rests.into_iter().take(missing as usize) {
        shares[index] += 1;
    }
    shares.into_iter().map(|share| share as u64).collect()
}

/// A share in percent.
pub(crate) fn percent(share: u64) -> String {
    format!("{}.{:02}", share / 100, share % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_a_hundred_percent() {
        assert_eq!(shares(&[1, 1, 1]), [3334, 3333, 3333]);
        assert_eq!(shares(&[0, 5]), [0, 10_000]);
        assert_eq!(shares(&[0, 0]), [0, 0]);
        for seed in 1..200_u64 {
            let parts: Vec<u64> = (0..18).map(|n| (seed * 7919 * (n + 3)) % 1013).collect();
            assert_eq!(shares(&parts).iter().sum::<u64>(), 10_000);
        }
        assert_eq!(percent(3334), "33.34");
    }

    #[test]
    fn every_key_is_described_with_a_type() {
        let described = described(&Config::zsst());
        assert_eq!(described["rob"], 64);
        assert_eq!(described["memory.reorder"], true);
        assert_eq!(described["walker"], "box");
        assert!(!described.contains_key("memory.row"));
    }
}
