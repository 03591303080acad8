//! Who stalls whom: every clock is given to exactly one cause.
//!
//! A clock in which a pixel enters the pixel pipe, everything it needs being there, is useful. Any other
//! is given to what kept the pipe's first register empty:
//!
//! - the oldest pixel did not get what it asked for in the time that its way takes: whoever was to bring
//!   it; or there was no room in the output FIFO: the combiners;
//! - else the slot was empty when it left dispatch: what kept dispatch, or the walker, or the card, or
//!   the host, in that clock. The slot carries it along, so that a gap is not given to a stage that it
//!   passes;
//! - a stage is a cause of its own only where its latency shows: the pipeline fills, or somebody waits
//!   until it is empty or has room.

/// What a clock went to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// A pixel entered the pixel pipe.
    Pixel,
    /// Finished pixels found no room in a write combiner, whose line memory has not taken, and fill the
    /// output FIFO or are waited for.
    Combiner,
    /// The latency of the pixel pipe: somebody waits until it is empty.
    Pipe,
    /// The oldest pixel's texels come later than they would from the cache.
    TextureMemory,
    /// The latency of a texture unit: it fills, or somebody waits until it is empty or has room.
    TextureStages,
    /// The oldest pixel waits for its destination's colour.
    ColorMemory,
    /// The oldest pixel waits for its destination's depth or alpha.
    AuxMemory,
    /// The oldest pixel waits until an older command's pixel at the same place is written.
    Conflict,
    /// A pixel was issued and could not be dispatched, and nothing was before it.
    Dispatch,
    /// The walker looks for covered candidates.
    Walker,
    /// Triangle set-up.
    Setup,
    /// A fill.
    Fill,
    /// An LFB write.
    Lfb,
    /// Somebody waits until combiners have handed their last lines to memory, or memory has
    /// acknowledged them.
    WriteDrain,
    /// A texture upload.
    Upload,
    /// Command hand-over and register writes.
    Registers,
    /// A swap waits for a retrace.
    Swap,
    /// The host has nothing for the card.
    #[default]
    Host,
}

impl Cause {
    /// All, in the order of a table.
    pub const ALL: [Self; 18] = [
        Self::Pixel,
        Self::Combiner,
        Self::Pipe,
        Self::TextureMemory,
        Self::TextureStages,
        Self::ColorMemory,
        Self::AuxMemory,
        Self::Conflict,
        Self::Dispatch,
        Self::Walker,
        Self::Setup,
        Self::Fill,
        Self::Lfb,
        Self::WriteDrain,
        Self::Upload,
        Self::Registers,
        Self::Swap,
        Self::Host,
    ];

    /// The name in tables and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pixel => "pixel",
            Self::Combiner => "combiner",
            Self::Pipe => "pipe",
            Self::TextureMemory => "texture-memory",
            Self::TextureStages => "texture-stages",
            Self::ColorMemory => "color-memory",
            Self::AuxMemory => "aux-memory",
            Self::Conflict => "conflict",
            Self::Dispatch => "dispatch",
            Self::Walker => "walker",
            Self::Setup => "setup",
            Self::Fill => "fill",
            Self::Lfb => "lfb",
            Self::WriteDrain => "write-drain",
            Self::Upload => "upload",
            Self::Registers => "registers",
            Self::Swap => "swap",
            Self::Host => "host",
        }
    }

    /// What it means, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Pixel => "a pixel entered the pixel pipe",
            Self::Combiner => "finished pixels found no room in a write combiner",
            Self::Pipe => "the pixel pipe was waited for until it was empty",
            Self::TextureMemory => "texels came later than from the cache",
            Self::TextureStages => "a texture unit filled, or was waited for",
            Self::ColorMemory => "the oldest pixel waited for its destination's colour",
            Self::AuxMemory => "the oldest pixel waited for its destination's depth or alpha",
            Self::Conflict => "the oldest pixel waited for the write of an older command's pixel",
            Self::Dispatch => "an issued pixel could not be dispatched",
            Self::Walker => "the walker looked for covered pixels",
            Self::Setup => "triangle set-up",
            Self::Fill => "a fill",
            Self::Lfb => "an LFB write",
            Self::WriteDrain => "last lines went to memory and were acknowledged",
            Self::Upload => "a texture upload",
            Self::Registers => "register writes and command hand-over",
            Self::Swap => "a swap waited for a retrace",
            Self::Host => "the host had nothing for the card",
        }
    }
}

/// Clocks by cause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stalls {
    clocks: [u64; Cause::ALL.len()],
    last: Cause,
}

impl Stalls {
    /// Gives clocks to a cause.
    #[inline]
    pub fn add(&mut self, cause: Cause, clocks: u64) {
        self.clocks[cause as usize] += clocks;
        self.last = cause;
    }

    /// The cause of the last clock.
    pub fn last(&self) -> Cause {
        self.last
    }

    /// Clocks given to a cause.
    pub fn of(&self, cause: Cause) -> u64 {
        self.clocks[cause as usize]
    }

    /// What was given since `earlier`.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let mut clocks = self.clocks;
        for (now, earlier) in clocks.iter_mut().zip(earlier.clocks) {
            *now = now.wrapping_sub(earlier);
        }
        Self { clocks, last: self.last }
    }

    /// All clocks.
    pub fn total(&self) -> u64 {
        self.clocks.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Cause;

    /// docs/timing.md lists each cause with its number, name and meaning.
    #[test]
    fn the_documentation_lists_every_cause() {
        let text = include_str!("../../../docs/timing.md");
        for (number, cause) in Cause::ALL.iter().enumerate() {
            let row = format!("| {number} | `{}` | {} |", cause.name(), cause.about());
            assert!(text.contains(&row), "{row}");
            assert_eq!(*cause as usize, number);
        }
    }
}
