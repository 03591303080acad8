//! How well a fact about hardware is known.

/// How well a fact is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// A specification or the maker's own program says so.
    Documented,
    /// It was seen on hardware or in an exact model of it.
    Measured,
    /// It follows from how programs or other implementations behave.
    Inferred,
    /// One choice among several that nothing decides.
    Guessed,
}

impl Confidence {
    /// The word, as printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Measured => "measured",
            Self::Inferred => "inferred",
            Self::Guessed => "guessed",
        }
    }
}
