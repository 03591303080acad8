//! Several keys at once, in whatever order they were written.
//!
//! For: command lines and sweeps, whose order means nothing: [`set`](Config::set) with the key
//! `memory` gives a memory its usual figures, so that it has to go before them.
//! Not for: which keys there are.

use super::{Config, ConfigError};

/// The key that decides which others there are.
const FIRST: &str = "memory";

/// A key as the table has it: `-` may stand for `_`.
pub(super) fn plain(key: &str) -> String {
    key.trim().replace('-', "_")
}

impl Config {
    /// Sets keys: `memory` first, wherever it stands, the others in their order. The last value of a
    /// key that is given more than once counts.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn set_all<'a>(
        &mut self,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), ConfigError> {
        let (first, others): (Vec<_>, Vec<_>) =
            settings.into_iter().partition(|(key, _)| plain(key) == FIRST);
        first.into_iter().chain(others).try_for_each(|(key, value)| self.set(key, value))
    }
}
