//! What keeps a card from being built.

use thiserror::Error;

/// A card that cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A size of the model.
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    /// A size of the board.
    #[error(transparent)]
    Board(#[from] sst1_board::ConfigError),
}
