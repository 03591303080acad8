//! Who may ask memory in this clock.
//!
//! For: FBI's fixed priority and the round robin between TMU and FBI; nothing to decide where the
//! memory has a queue for each client.
//! Not for: whether memory takes the request; that is [`Memory::ready`](crate::memory::Memory).
//!
//! In every clock: collect who presents a request ([`slot`] bits), [`Arbiter::choose`], offer the
//! chosen requests to memory, and tell [`Arbiter::accepted`] which it took. Arbiter and memory are
//! evaluated before the blocks that present requests.
//!
//! Facts: digest 1.2 (FBI memory arbitration) and 1.4. That scan-out comes first is inferred: it
//! cannot wait.

#[cfg(test)]
mod tests;

use crate::port::Client;

/// Who shares a path to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// All share one.
    One,
    /// Each client has its own, or a queue of its own in a memory that decides itself.
    Client,
}

/// Clients that an arbiter can tell apart.
pub const SLOTS: usize = 12;

/// Texture units that an arbiter can tell apart.
const UNITS: usize = 3;

const FBI: u16 = 0b11_1111;
const VIDEO: u16 = 1 << slot(Client::Video);
const TMU: u16 = unit(0) | unit(1) | unit(2);

/// The bit number of a client in the sets that an arbiter takes and gives.
#[inline]
pub const fn slot(client: Client) -> usize {
    match client {
        Client::ColorWrite => 0,
        Client::AuxWrite => 1,
        Client::AuxRead => 2,
        Client::ColorRead => 3,
        Client::LfbRead => 4,
        Client::Video => 5,
        Client::Texture(unit) => 6 + unit as usize % UNITS,
        Client::Upload(unit) => 9 + unit as usize % UNITS,
    }
}

const fn unit(unit: u8) -> u16 {
    1 << slot(Client::Texture(unit)) | 1 << slot(Client::Upload(unit))
}

/// What an arbiter counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArbiterCounts {
    /// Clocks in which the texture side asked and was not served; where clients have paths or
    /// queues of their own, of all clients.
    pub tmu_waits: u64,
    /// Clocks in which FBI asked and was not served.
    pub fbi_waits: u64,
}

/// The arbiter of the memory port.
#[derive(Clone, Debug)]
pub struct Arbiter {
    sharing: Sharing,
    /// The bit that FBI and the texture side present until it is accepted; 0: none.
    latched: [u16; 2],
    /// Whether the last request accepted was a texture unit's.
    tmu_last: bool,
    /// What it counted.
    pub counts: ArbiterCounts,
}

impl Arbiter {
    /// An arbiter for a memory whose paths are shared so.
    pub fn new(sharing: Sharing) -> Self {
        Self { sharing, latched: [0; 2], tmu_last: false, counts: ArbiterCounts::default() }
    }

    /// The slots, of those in `presented`, whose requests are offered to memory in this clock: at
    /// most one a path. Call once a clock.
    #[inline]
    pub fn choose(&mut self, presented: u16) -> u16 {
        if presented == 0 {
            return 0;
        }
        match self.sharing {
            Sharing::One => {
                let fbi = self.present(0, presented & FBI);
                let tmu = self.present(1, presented & TMU);
                self.counts.fbi_waits += u64::from(fbi != 0);
                self.counts.tmu_waits += u64::from(tmu != 0);
                if tmu == 0 || fbi != 0 && self.tmu_last { fbi } else { tmu }
            }
            Sharing::Client => {
                self.counts.fbi_waits += u64::from((presented & FBI).count_ones());
                self.counts.tmu_waits += u64::from((presented & TMU).count_ones());
                presented
            }
        }
    }

    /// Memory took the request of a slot that was chosen in this clock.
    #[inline]
    pub fn accepted(&mut self, slot: usize) {
        let bit = 1 << slot;
        for latched in &mut self.latched {
            *latched &= !bit;
        }
        // The clock was counted as a wait when the slot was chosen.
        if bit & FBI == 0 {
            self.tmu_last = true;
            self.counts.tmu_waits -= 1;
        } else {
            self.tmu_last = false;
            self.counts.fbi_waits -= 1;
        }
    }

    /// The bit that a side presents: the one it presented before, else the first in priority.
    #[inline]
    fn present(&mut self, side: usize, asking: u16) -> u16 {
        let latched = &mut self.latched[side];
        if *latched & asking == 0 {
            let first = if asking & VIDEO != 0 { VIDEO } else { asking };
            *latched = first & first.wrapping_neg();
        }
        *latched
    }
}
