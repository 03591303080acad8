//! What a fetch met that no source gives a meaning.
//!
//! For: names and counts of the texture unit's events.
//! Not for: the evaluator's own.
//! Facts: `docs/hardware/xenos-microcode.md`, chapter S and its table of events.

use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! events {
    ($($(#[doc = $doc:literal])* $Name:ident => $text:literal,)*) => {
        /// An event. Each is counted once a quad and executed instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Event {
            $($(#[doc = $doc])* $Name,)*
        }

        impl Event {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$Name,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Name => $text,)*
                }
            }

            /// What it is, and with what sampling goes on.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$Name => concat!($($doc,)*),)*
                }
            }
        }
    };
}

events! {
    /// The constant is not of a texture: the answer is 0 (rule S1).
    FetchConstantType => "fetch-constant-type",
    /// Instruction and constant disagree on the dimension: the instruction's counts (rule S1).
    DimensionMismatch => "dimension-mismatch",
    /// Texel coordinates with a wrapping clamp mode: they are taken as normalised (rule S3).
    UnnormalizedWrap => "unnormalized-wrap",
    /// Texel coordinates of a cube: they are taken as normalised (rule S3).
    UnnormalizedCube => "unnormalized-cube",
    /// A border colour of video formats has weight: its components are guessed (rule S6).
    BorderColor => "border-color",
    /// Anisotropy decides samples: how many and where is guessed (rule S13).
    Anisotropy => "anisotropy",
    /// The border's share is asked for: no implementation is known (rule S14).
    BorderShare => "border-share",
    /// A format without a decoder: the answer is 0 (rule S15).
    TextureFormat => "texture-format",
    /// The integer number format: fixed components are integers (rule S15).
    TextureInteger => "texture-integer",
}

impl Event {
    /// Whether a rule answers what was asked for, though the rule is guessed; else there is only a
    /// substitute.
    pub const fn is_answered(self) -> bool {
        matches!(self, Self::BorderColor | Self::Anisotropy | Self::TextureInteger)
    }
}

/// Counts of events, from any thread.
#[derive(Debug, Default)]
pub(crate) struct Events([AtomicU64; Event::ALL.len()]);

impl Events {
    #[cold]
    pub(crate) fn note(&self, event: Event) {
        if let Some(count) = self.0.get(event as usize) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn note_if(&self, condition: bool, event: Event) {
        if condition {
            self.note(event);
        }
    }

    /// Events seen and how often.
    pub(crate) fn seen(&self) -> impl Iterator<Item = (Event, u64)> {
        let count = |event: Event| self.0.get(event as usize).map(|n| n.load(Ordering::Relaxed));
        Event::ALL
            .iter()
            .map(move |event| (*event, count(*event).unwrap_or(0)))
            .filter(|(_, count)| *count > 0)
    }
}
