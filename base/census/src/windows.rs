//! Counts by window in a file, where a window must not stand twice.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Counts by number of the window.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct Windows(pub(crate) BTreeMap<u64, u64>);

impl<'de> Deserialize<'de> for Windows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Once)
    }
}

struct Once;

impl<'de> Visitor<'de> for Once {
    type Value = Windows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("counts by window")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Windows, A::Error> {
        let mut windows = BTreeMap::new();
        while let Some((window, count)) = map.next_entry::<u64, u64>()? {
            if windows.insert(window, count).is_some() {
                return Err(A::Error::custom(format_args!("window {window} stands twice")));
            }
        }
        Ok(Windows(windows))
    }
}
