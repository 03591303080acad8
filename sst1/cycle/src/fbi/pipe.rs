//! The pixel pipe and the output FIFO.
//!
//! For: results on their way from the join to the write combiners.
//! Not for: what a result is, which [`super::pixel`] finds when a pixel enters.
//!
//! Facts: digest 1.2 (Pixel pipe): six registers, a pixel a clock, never stalls; (Output FIFO)
//! retires one a clock, in order.

use std::collections::VecDeque;

use super::pixel::Finished;

/// Registers of the pipe.
pub(super) const STAGES: u64 = 6;

/// A pixel on its way out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaving {
    /// The first clock in which it can retire.
    pub(super) at: u64,
    /// Its command's place.
    pub(super) slot: u8,
    /// Byte address of its colour.
    pub(super) color: u32,
    /// Byte address of its depth or alpha.
    pub(super) aux: u32,
    /// What became of it.
    pub(super) finished: Finished,
}

/// Pipe and FIFO together: what has entered and not retired.
#[derive(Clone, Debug, Default)]
pub(super) struct Pipe {
    leaving: VecDeque<Leaving>,
}

impl Pipe {
    /// Pixels inside.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.leaving.len()
    }

    /// Whether it is empty.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.leaving.is_empty()
    }

    /// A pixel enters in clock `now`: its result stands in the last register six clocks later and
    /// at the FIFO's head one after that.
    #[inline]
    pub(super) fn enter(&mut self, now: u64, leaving: Leaving) {
        self.leaving.push_back(Leaving { at: now + STAGES + 1, ..leaving });
    }

    /// The pixel at the FIFO's head.
    #[inline]
    pub(super) fn head(&self, now: u64) -> Option<&Leaving> {
        self.leaving.front().filter(|leaving| leaving.at <= now)
    }

    /// The clock in which the oldest pixel can retire.
    pub(super) fn next(&self) -> Option<u64> {
        self.leaving.front().map(|leaving| leaving.at)
    }

    /// The head retires.
    #[inline]
    pub(super) fn retire(&mut self) {
        self.leaving.pop_front();
    }

    /// Whether a pixel of a command other than `slot` will write a word that this one reads.
    pub(super) fn conflicts(&self, slot: u8, color: Option<u32>, aux: Option<u32>) -> bool {
        // In order: behind the first pixel of this command there are no others.
        self.leaving.iter().take_while(|leaving| leaving.slot != slot).any(|leaving| {
            (leaving.finished.color.is_some() && color == Some(leaving.color))
                || (leaving.finished.aux.is_some() && aux == Some(leaving.aux))
        })
    }
}
