//! The engines that a player can draw with.

use std::fmt;
use std::str::FromStr;

use sst1_board::{BoardConfig, Card, ConfigError, Device};
use sst1_facts::Profile;
use sst1_reference::Reference;
use sst1_soft::Soft;

/// An engine by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// The plain one, whose word is final.
    Reference,
    /// The fast one.
    #[default]
    Soft,
}

impl EngineKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Reference, Self::Soft];

    /// The name, as on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Soft => "soft",
        }
    }

    /// A card at power-on that draws with this engine.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn card(
        self,
        config: BoardConfig,
        profile: Profile,
    ) -> Result<Box<dyn Device>, ConfigError> {
        Ok(match self {
            Self::Reference => Box::new(Card::<Reference>::new(config, profile)?),
            Self::Soft => Box::new(Card::<Soft>::new(config, profile)?),
        })
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EngineKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|engine| engine.name() == name)
            .ok_or_else(|| format!("no engine is called `{name}`; there are reference, soft"))
    }
}
