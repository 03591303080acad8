//! What no case has to cover, each with its reason: the list that the coverage page prints.
//!
//! Facts: rules of `docs/hardware/xenos-microcode.md`.

pub use crate::required::TEXTURE_FIELDS_EXEMPT;

/// Rules of the document that no filetest can show, with the reason.
pub const RULES_EXEMPT: &[(&str, &str)] = &[
    (
        "C15",
        "4,194,304 elements would make one case slower than all others together; the bound is `xenos-eval`'s `Limits`, tested there with a smaller one",
    ),
    (
        "G1",
        "about the chip's vectors: it says that no result may hang on them, so there is nothing to expect",
    ),
    ("G9", "about other executors: when they may disagree. The runner's own tolerance is `within`"),
    ("I4", "it says that there is no rule"),
];
