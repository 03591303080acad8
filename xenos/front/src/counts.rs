//! What was executed, counted.

use xenos_pm4::Kind;

/// Counts of a stream so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    packets: Box<[u64; Kind::COUNT]>,
    /// Draws, without copies and without those whose packets were skipped.
    pub draws: u64,
    /// Copies out of EDRAM.
    pub copies: u64,
    /// Copies that clear.
    pub clears: u64,
    /// Swaps.
    pub swaps: u64,
    /// Packets skipped because no bin was selected; they count among packets too.
    pub predicated_off: u64,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            packets: Box::new([0; Kind::COUNT]),
            draws: 0,
            copies: 0,
            clears: 0,
            swaps: 0,
            predicated_off: 0,
        }
    }
}

impl Counts {
    /// Frames that have ended, and so the number of the one that is open: see
    /// [`Event::ends_frame`](crate::Event::ends_frame).
    pub fn frames(&self) -> u64 {
        self.swaps
    }

    /// Packets of a kind.
    pub fn of(&self, kind: Kind) -> u64 {
        self.packets[kind.index()]
    }

    /// Packets in all.
    pub fn packets(&self) -> u64 {
        self.packets.iter().sum()
    }

    /// The kinds that occurred, with their numbers.
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, u64)> {
        Kind::all().map(|kind| (kind, self.of(kind))).filter(|(_, count)| *count > 0)
    }

    /// Sets the number of packets of a kind: for counts that are gone on from.
    pub fn set(&mut self, kind: Kind, count: u64) {
        self.packets[kind.index()] = count;
    }

    #[inline]
    pub(crate) fn add(&mut self, kind: Kind, count: u32) {
        self.packets[kind.index()] += u64::from(count);
    }
}
