//! Words of textures on their way to memory.
//!
//! For: the write that a downloaded word costs; where the configuration gathers, the writes that
//! words of one beat cost together.
//! Not for: values, which are in texture memory when a word comes here.
//!
//! Facts: digest 1.3 (Uploads): a write a word, and the next word waits until memory took it.
//! Gathering is ours: a beat goes when it is full, when a word of another comes, or when for
//! [`PATIENCE`] clocks none came.

use std::collections::VecDeque;

use crate::config::Grain;
use crate::port::{Address, BEAT};

/// Clocks that a beat waits for its next word.
const PATIENCE: u64 = 4;

/// A write that memory has not taken.
#[derive(Clone, Copy, Debug)]
struct Upload {
    unit: u8,
    address: Address,
    /// Bytes that came, one bit each.
    bytes: u16,
    /// From this clock on it waits for no word more.
    until: u64,
}

/// The writes that memory has not taken.
#[derive(Clone, Debug)]
pub(super) struct Uploads {
    grain: Grain,
    /// The oldest first; where words are gathered, the last one gathers.
    queue: VecDeque<Upload>,
}

impl Uploads {
    pub(super) fn new(grain: Grain) -> Self {
        Self { grain, queue: VecDeque::with_capacity(2) }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether a word is taken in this clock.
    pub(super) fn takes(&self) -> bool {
        let most = if self.grain == Grain::Beat { 2 } else { 1 };
        self.queue.len() < most
    }

    /// A word of `bytes` bytes at an address of texture unit `unit` came in clock `now`.
    pub(super) fn push(&mut self, now: u64, unit: u8, address: Address, bytes: u32) {
        let beat = address.align(BEAT as u32);
        let strobes = ((1u32 << bytes.min(16)) - 1) << (address.byte() % BEAT as u32);
        let bytes = strobes as u16;
        if self.grain == Grain::Word {
            self.queue.push_back(Upload { unit, address: beat, bytes, until: now });
            return;
        }
        let until = now + PATIENCE;
        match self.queue.back_mut().filter(|upload| upload.address == beat) {
            Some(upload) => {
                upload.bytes |= bytes;
                upload.until = until;
            }
            None => self.queue.push_back(Upload { unit, address: beat, bytes, until }),
        }
    }

    /// The write that is presented to memory in clock `now`: its unit, address and number of bytes.
    #[inline]
    pub(super) fn request(&self, now: u64) -> Option<(u8, Address, u8)> {
        let first = self.queue.front()?;
        let goes = self.queue.len() > 1 || first.bytes == u16::MAX || now >= first.until;
        goes.then_some((first.unit, first.address, first.bytes.count_ones() as u8))
    }

    /// Memory took it.
    pub(super) fn accept_request(&mut self) {
        self.queue.pop_front();
    }

    /// For how long, from clock `now` on, nothing is presented that is not yet.
    pub(super) fn quiet(&self, now: u64) -> Option<u64> {
        self.queue.front().map(|upload| upload.until.saturating_sub(now))
    }
}
