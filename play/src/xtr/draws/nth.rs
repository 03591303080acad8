//! Numbers of draws and copies within their frame.

use xenos_front::Counts;

use super::What;

/// Draws and copies that were made before the present frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nth {
    frame: u64,
    draws: u64,
    copies: u64,
}

impl Nth {
    /// What is made next belongs to `frame`; `counts` is what was made before.
    pub(crate) fn at(&mut self, frame: u64, counts: &Counts) {
        if frame != self.frame {
            *self = Self { frame, draws: counts.draws, copies: counts.copies };
        }
    }

    /// Frames that there are: those that are complete, and one more if something was made since.
    pub(crate) fn frames(self, counts: &Counts) -> u64 {
        let more = counts.draws > self.draws || counts.copies > self.copies;
        self.frame + u64::from(more)
    }

    /// The number in the frame of what has that number in the trace.
    pub(crate) fn of(self, what: What, number: u64) -> u64 {
        let before = match what {
            What::Draw => self.draws,
            What::Copy => self.copies,
        };
        number.saturating_sub(before)
    }
}
