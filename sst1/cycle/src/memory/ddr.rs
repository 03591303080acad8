//! The shared DDR: many reads under way, a drawn latency, bursts out of order.
//!
//! For: the memory model that the published fill rates were measured on.
//! Not for: banks, rows and turnaround; it has none.
//!
//! Facts: digest section 2.

#[cfg(test)]
mod tests;

use crate::{
    config::DdrConfig,
    port::{BEAT, Beat, Bytes, Client, Operation, Request},
};

/// The LFSR's value after reset.
const SEED: u32 = 0x3141_5926;

/// The most read slots: one bit each.
pub(crate) const MOST_SLOTS: u32 = 64;

/// A read that was accepted.
#[derive(Clone, Copy, Debug)]
struct Read {
    request: Request,
    /// From this clock on it may be served.
    ready: u64,
    /// Counts accepted reads.
    sequence: u64,
    next: u32,
    beats: u32,
}

/// The DDR model.
#[derive(Clone, Debug)]
pub struct Ddr {
    config: DdrConfig,
    lfsr: u32,
    slots: Vec<Read>,
    /// Bit `n`: slot `n` is taken.
    taken: u64,
    /// The slot whose burst is in service.
    burst: Option<usize>,
    /// No slot that waits is ready before this clock.
    soonest: u64,
    sequence: u64,
    response: Option<Beat>,
    /// Writes queued, and whether the newest of them was accepted in this clock.
    writes: u32,
    fresh: bool,
    /// From this clock on the next write may leave.
    leaves: u64,
}

/// Advances the LFSR: taps 31, 21, 1, 0.
#[inline]
const fn advance(x: u32) -> u32 {
    x << 1 | (x >> 31 ^ x >> 21 ^ x >> 1 ^ x) & 1
}

impl Ddr {
    pub(super) fn new(config: &DdrConfig) -> Self {
        let config = DdrConfig { slots: config.slots.clamp(1, MOST_SLOTS), ..*config };
        let empty = Read {
            request: Request {
                address: crate::port::Address::default(),
                client: Client::Video,
                tag: 0,
                operation: Operation::Landed { bytes: 0 },
            },
            ready: 0,
            sequence: 0,
            next: 0,
            beats: 0,
        };
        Self {
            config,
            lfsr: SEED,
            slots: vec![empty; config.slots as usize],
            taken: 0,
            burst: None,
            soonest: u64::MAX,
            sequence: 0,
            response: None,
            writes: 0,
            fresh: false,
            leaves: 0,
        }
    }

    #[inline]
    pub(super) fn beats(&self) -> &[Beat] {
        self.response.as_slice()
    }

    #[inline]
    pub(super) fn ready(&self, request: &Request) -> bool {
        if request.is_read() {
            self.free() < self.slots.len()
        } else {
            self.writes < self.config.writes
        }
    }

    /// The lowest free slot.
    #[inline]
    fn free(&self) -> usize {
        self.taken.trailing_ones() as usize
    }

    #[inline]
    pub(super) fn accept(&mut self, now: u64, request: &Request) {
        let Operation::Read { beats } = request.operation else {
            self.writes += 1;
            self.fresh = true;
            return;
        };
        let free = self.free();
        let Some(slot) = self.slots.get_mut(free) else { return };
        let x = self.lfsr;
        self.lfsr = advance(x);
        let mut ready = now + u64::from(self.config.latency);
        ready += u64::from(x % self.config.jitter.saturating_add(1));
        if x.is_multiple_of(self.config.period) {
            ready += u64::from(self.config.long);
        }
        let sequence = self.sequence;
        *slot = Read { request: *request, ready, sequence, next: 0, beats: beats.into() };
        self.sequence += 1;
        self.taken |= 1 << free;
        self.soonest = self.soonest.min(ready);
    }

    #[inline]
    pub(super) fn clock<B: Bytes>(&mut self, now: u64, bytes: &mut B) {
        // The first write leaves in the clock after its acceptance.
        if self.writes > u32::from(self.fresh) && now >= self.leaves {
            self.writes -= 1;
            self.leaves = now + u64::from(self.config.write_service);
        }
        self.fresh = false;
        self.response = None;
        if self.burst.is_none() && now >= self.soonest {
            self.burst = self.pick(now);
        }
        let Some(index) = self.burst else { return };
        let read = &mut self.slots[index];
        let address = read.request.address.plus(read.next * BEAT as u32);
        read.next += 1;
        let last = read.next >= read.beats;
        self.response = Some(Beat {
            address,
            client: read.request.client,
            tag: read.request.tag,
            data: bytes.read(address),
            last,
        });
        if last {
            self.taken &= !(1 << index);
            self.burst = None;
        }
    }

    /// The ready read that was issued last, or first without reordering.
    fn pick(&mut self, now: u64) -> Option<usize> {
        let mut best: Option<(u64, usize)> = None;
        let mut soonest = u64::MAX;
        let mut left = self.taken;
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            let read = &self.slots[index];
            let better = |best: u64| (read.sequence > best) == self.config.reorder;
            if read.ready <= now && best.is_none_or(|(sequence, _)| better(sequence)) {
                if let Some((_, beaten)) = best {
                    soonest = soonest.min(self.slots[beaten].ready);
                }
                best = Some((read.sequence, index));
            } else {
                soonest = soonest.min(read.ready);
            }
        }
        self.soonest = soonest;
        best.map(|(_, index)| index)
    }

    #[inline]
    pub(super) const fn writes_idle(&self) -> bool {
        self.writes == 0
    }

    #[inline]
    pub(super) const fn idle(&self) -> bool {
        self.taken == 0 && self.writes == 0 && self.response.is_none()
    }

    pub(super) fn quiet(&self, now: u64) -> u64 {
        if self.response.is_some() || self.burst.is_some() {
            return 0;
        }
        let write = if self.writes == 0 { u64::MAX } else { self.leaves };
        self.soonest.min(write).saturating_sub(now)
    }
}
