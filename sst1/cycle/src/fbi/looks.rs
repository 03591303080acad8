//! FBI as a waveform shows it.
//!
//! For: what stands in which block between two clocks. Not for: deciding anything.

use super::Fbi;

/// What stands where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Looks {
    /// Commands at work.
    pub(crate) commands: usize,
    /// A triangle is in set-up.
    pub(crate) setup: bool,
    /// A triangle is being walked.
    pub(crate) walk: bool,
    /// Pixels in the issue registers.
    pub(crate) issue: usize,
    /// Pixels in the join.
    pub(crate) join: usize,
    /// Pixels in pipe and output FIFO.
    pub(crate) pipe: usize,
    /// One of them can retire.
    pub(crate) leaving: bool,
    /// Pixels issued and not retired.
    pub(crate) pending: u32,
    /// A fill or LFB write is at work.
    pub(crate) direct: bool,
}

impl Fbi {
    /// What stands where at the start of clock `now`.
    pub(crate) fn looks(&self, now: u64) -> Looks {
        Looks {
            commands: self.triangles.iter().flatten().count(),
            setup: self.setup.is_some(),
            walk: self.walk.is_some(),
            issue: usize::from(self.issue.is_some()) + usize::from(self.second.is_some()),
            join: self.join.len(),
            pipe: self.pipe.len(),
            leaving: self.pipe.head(now).is_some(),
            pending: self.pending,
            direct: self.direct.is_some(),
        }
    }
}
