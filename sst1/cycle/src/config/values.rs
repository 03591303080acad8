//! Which values a key takes.
//!
//! For: showing them beside the key. They are found by asking the check, so that what is shown is what
//! is accepted.
//! Not for: the check itself.

use super::{Config, ConfigError, Key};

impl Key {
    /// The values that the key takes where all others are as in `config`: `1 to 64`, `box or spans`,
    /// powers of two being named as such. `None` if the configuration's memory has no such key, or if
    /// it is none that could be built.
    pub fn values(&self, config: &Config) -> Option<String> {
        config.get(self.name)?;
        let mut probe = *config;
        match probe.set(self.name, "") {
            Err(ConfigError::Value { wants: "a number", .. }) => {}
            Err(ConfigError::Value { wants, .. }) => return Some(wants.to_owned()),
            _ => return None,
        }
        // More than any number may be.
        probe.set(self.name, &u32::MAX.to_string()).ok()?;
        let Err(ConfigError::Range { key, from, to, .. }) = probe.validate() else { return None };
        if key != self.name {
            return None;
        }
        // Three is no power of two, and a number between the ends of every such key.
        let odd = (from.max(2) | 1).to_string();
        probe.set(self.name, &odd).ok()?;
        let powers = matches!(probe.validate(), Err(ConfigError::Power { .. }));
        Some(format!("{from} to {to}{}", if powers { ", a power of two" } else { "" }))
    }
}
