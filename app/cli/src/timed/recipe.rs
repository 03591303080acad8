//! How a card is built, as it was asked for: a preset and what is set on top of it.
//!
//! For: every output that has to say how its figures were made.
//! Not for: what keys there are.

use std::fmt::Write as _;

use sst1_cycle::config::{Config, ConfigError};
use sst1_facts::FACTS;

use super::Clock;
use crate::exit::Usage;

/// Characters of a recipe where there is little room.
const SHORT: usize = 60;

/// A preset with keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recipe {
    preset: Config,
    /// The keys that are set, in the order of the command line.
    pub(crate) set: Vec<(String, String)>,
    /// `NAME,KEY=VALUE,...`, everything that was set included.
    pub(crate) name: String,
}

impl Recipe {
    /// `NAME[,KEY=VALUE]...` with what `--set` and `--mhz` add.
    pub(crate) fn read(preset: &str, set: &[String], clock: &Clock) -> anyhow::Result<Self> {
        let mut parts = preset.split(',');
        let name = parts.next().unwrap_or_default().trim();
        let config = Config::preset(name)?;
        let mut pairs = Vec::new();
        for text in parts.chain(set.iter().map(String::as_str)) {
            let (key, value) =
                text.split_once('=').ok_or_else(|| ConfigError::Assignment(text.to_owned()))?;
            pairs.push((key.trim().replace('-', "_"), value.trim().to_owned()));
        }
        if let Some(hertz) = clock.mhz {
            clock.refuse_beside(pairs.iter().map(|(key, _)| key.as_str()))?;
            pairs.push(("hertz".to_owned(), hertz.to_string()));
        }
        let mut whole = name.to_owned();
        for (key, value) in &pairs {
            let _ = write!(whole, ",{key}={value}");
        }
        Ok(Self { preset: config, set: pairs, name: whole })
    }

    /// The preset without what is set.
    pub(crate) const fn preset(&self) -> &Config {
        &self.preset
    }

    /// The configuration, which has not been checked.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        let mut config = self.preset;
        config
            .set_all(self.set.iter().map(|(key, value)| (key.as_str(), value.as_str())))
            .map_err(told)?;
        Ok(config)
    }
}

/// An error of the configuration, with advice that only the program can give.
pub(crate) fn told(error: ConfigError) -> anyhow::Error {
    if let ConfigError::UnknownKey { key, .. } = &error {
        let plain = key.trim();
        if matches!(plain, "fact" | "facts") || FACTS.iter().any(|fact| fact.name == plain) {
            let key = base_text::excerpt(plain);
            let message = format!("`{key}`: disputed facts are decided by --fact FACT=VALUE");
            return Usage::error(message);
        }
    }
    error.into()
}

/// A recipe where there is little room: whole keys, and how many more there are.
pub(crate) fn short(name: &str) -> String {
    if name.chars().count() <= SHORT {
        return name.to_owned();
    }
    let mut parts = name.split(',');
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut left = parts.clone().count();
    for part in parts {
        if text.chars().count() + 1 + part.chars().count() > SHORT {
            break;
        }
        text = format!("{text},{part}");
        left -= 1;
    }
    format!("{text},(+{left} keys)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(preset: &str, set: &[&str], mhz: Option<u64>) -> anyhow::Result<Config> {
        let set: Vec<String> = set.iter().map(|text| (*text).to_owned()).collect();
        Recipe::read(preset, &set, &Clock { mhz })?.config()
    }

    #[test]
    fn presets_take_keys_in_any_order() {
        let config = read("zsst,memory.slots=32,rob=128", &["join=8"], Some(70_000_000)).unwrap();
        assert_eq!((config.get("memory.slots").unwrap(), config.rob), ("32".to_owned(), 128));
        assert_eq!((config.join, config.hertz), (8, 70_000_000));
        let config = read("zsst,memory.row=9", &["memory=edo"], None).unwrap();
        assert_eq!(config.get("memory.row").as_deref(), Some("9"));
        for text in ["", "zzst", "zsst,rob", "zsst,robb=1", "sst1,memory.slots=32"] {
            assert!(read(text, &[], None).is_err(), "{text}");
        }
        for (preset, set) in [("zsst,hertz=1", "rob=8"), ("zsst", "hertz=1")] {
            let error = read(preset, &[set], Some(2)).unwrap_err();
            assert!(error.to_string().contains("--mhz"), "{error}");
        }
        for key in ["lod", "facts"] {
            let error = read("zsst", &[&format!("{key}=x")], None).unwrap_err();
            assert!(error.to_string().contains("--fact"), "{error}");
        }
    }

    #[test]
    fn names_say_everything_and_short_ones_how_much_more() {
        let set = ["walker = spans".to_owned(), "host-clocks=2".to_owned()];
        let recipe = Recipe::read("zsst,rob=8", &set, &Clock { mhz: Some(1000) }).unwrap();
        assert_eq!(recipe.name, "zsst,rob=8,walker=spans,host_clocks=2,hertz=1000");
        assert_eq!(short(&recipe.name), recipe.name);
        let long = format!("{},texture.fills=4,texture.bytes=4096", recipe.name);
        assert_eq!(short(&long), "zsst,rob=8,walker=spans,host_clocks=2,hertz=1000,(+2 keys)");
    }
}
