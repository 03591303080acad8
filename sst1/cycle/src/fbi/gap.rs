//! Clocks in which a pixel could have gone on and none was there, and why.
//!
//! For: where set-up waits for the walk, naming what a card is limited by: a clock without a pixel
//! at the end of the pipeline is one in which, some clocks earlier, none came into it.
//! Not for: deciding anything.

use super::{Did, Fbi, Waiting};
use crate::command::Needs;
use crate::stall::Cause;
use crate::tmu::Tmu;

/// Clocks from dispatch to the join that a texture unit's stages take.
const TEXTURE_STAGES: u64 = 11;
/// Clocks that a read takes when nothing else is asked for.
const READ: u64 = 8;

/// The clocks without a pixel before the next one, at one place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gap {
    /// No pixel has come since it began.
    open: bool,
    /// Why it began. `None`: what comes behind this place took no more.
    why: Option<Cause>,
}

impl Gap {
    /// A clock without a pixel.
    #[inline]
    pub(super) fn note(&mut self, why: Option<Cause>) {
        if !self.open {
            *self = Self { open: true, why };
        }
    }

    /// A pixel came. Returns why others did not come before it, if there was a gap.
    #[inline]
    pub(super) fn close(&mut self) -> Option<Cause> {
        std::mem::take(&mut self.open).then_some(self.why).flatten()
    }

    /// Why the last one began.
    pub(super) const fn why(self) -> Option<Cause> {
        self.why
    }
}

impl Fbi {
    /// Notes where no pixel went on in this clock; `waits`: a command waits to be handed over.
    #[inline]
    pub(super) fn gaps(&mut self, now: u64, did: Did, tmus: &[Tmu], waits: bool) {
        if self.setup_ahead {
            return;
        }
        let [mut issue, mut pipe] = self.gaps;
        if did.entered {
            pipe.close();
        } else {
            let why = self.before_pipe(now, did, tmus);
            pipe.note(why.or_else(|| self.before_issue(did, waits)));
        }
        if self.issue.is_none() {
            issue.note(self.before_issue(did, waits));
        } else if let Some(why) = issue.close() {
            self.issue_gap = Some(why);
        }
        self.gaps = [issue, pipe];
    }

    /// What keeps the issue register empty: `None` if it is those behind it.
    fn before_issue(&self, did: Did, waits: bool) -> Option<Cause> {
        if self.walk.is_some() {
            return did.missed.then_some(Cause::Walker);
        }
        if self.setup.is_some() {
            return Some(Cause::Setup);
        }
        // A fill or an LFB write is no pixel that is late, and a command that waits is not the host's
        // fault.
        (self.direct.is_none() && !waits).then_some(Cause::Host)
    }

    /// Until when the oldest pixel that waits is only as late as it was issued, and why it was
    /// issued so late.
    pub(super) fn late(&self) -> Option<(u64, Cause)> {
        let Waiting { needs, gap, since, .. } = self.join.front()?;
        let Needs { color, aux, units } = *needs;
        let stages = if units == 0 { 0 } else { TEXTURE_STAGES };
        let reads = if color || aux || units != 0 { READ } else { 0 };
        gap.map(|cause| (since + stages + reads, cause))
    }
}
