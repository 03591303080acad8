//! What is known to differ between the parties and is not modelled, with the reason.
//!
//! For: saying it, in one place, beside the facts that are modelled. Not for: what nobody knows
//! (`docs/hardware/sst1-decisions.md`).

/// A difference that no fact decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotModelled {
    /// A short name.
    pub name: &'static str,
    /// Who differs from the hardware's profile.
    pub parties: &'static [&'static str],
    /// How.
    pub what: &'static str,
    /// Why there is no fact for it.
    pub why: &'static str,
    /// Section of the digest, or document.
    pub source: &'static str,
}

/// All of them.
pub const NOT_MODELLED: &[NotModelled] = &[NotModelled {
    name: "units of a board",
    parties: &["zsst"],
    what: "the board has one texture unit; downloads to others are dropped",
    why: "a board's units are its configuration, not a fact",
    source: "1.3",
}];
