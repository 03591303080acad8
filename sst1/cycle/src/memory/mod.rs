//! Memory models.
