//! Who may ask memory in this clock.
//!
//! For: FBI's fixed priority, the round robin between TMU and FBI, and the same for memories with a
//! path of its own for each owner or with room for everybody.
//! Not for: whether memory takes the request; that is [`Memory::ready`](crate::memory::Memory).
//!
//! In every clock: collect who presents a request ([`slot`] bits), [`Arbiter::choose`], offer the
//! chosen requests to memory, and tell [`Arbiter::accepted`] which it took. Arbiter and memory are
//! evaluated before the blocks that present requests.
//!
//! Facts: digest 1.2 (FBI memory arbitration) and 1.4.

use crate::port::Client;

/// Who shares a path to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// All share one.
    One,
    /// FBI (with scan-out) has a path and so has each texture unit.
    Owner,
    /// Each client has its own.
    Client,
}

/// Clients that an arbiter can tell apart.
pub const SLOTS: usize = 12;

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
        Client::Texture(unit) => 6 + unit as usize % 3,
        Client::Upload(unit) => 9 + unit as usize % 3,
    }
}

/// What an arbiter counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArbiterCounts {
    /// Clocks in which a texture unit asked and none was served.
    pub tmu_waits: u64,
    /// Clocks in which FBI asked and was not served.
    pub fbi_waits: u64,
}

/// The arbiter of the memory port.
#[derive(Clone, Debug)]
pub struct Arbiter {
    sharing: Sharing,
    /// What it counted.
    pub counts: ArbiterCounts,
}

impl Arbiter {
    /// An arbiter for a memory whose paths are shared so.
    pub fn new(sharing: Sharing) -> Self {
        Self { sharing, counts: ArbiterCounts::default() }
    }

    /// The slots, of those in `presented`, whose requests are offered to memory in this clock: at
    /// most one a path. Call once a clock.
    pub fn choose(&mut self, presented: u16) -> u16 {
        let _ = self.sharing;
        presented
    }

    /// Memory took the request of a slot that was chosen in this clock.
    pub fn accepted(&mut self, slot: usize) {
        let _ = slot;
    }
}
