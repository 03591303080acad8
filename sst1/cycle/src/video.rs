//! Scan-out: the displayed buffer is read, row by row, sixty times a second.
//!
//! For: what it asks of the memory port, where the configuration has it share that.
//! Not for: the picture that a monitor shows, nor swaps, which are the board's.
//!
//! Facts: digest 1.5 (`video_active`). The refresh rate is *guessed*: a stream of writes says
//! nothing of a monitor. Blanking is left out, so that reads are spread evenly.

use sst1_board::State;

use crate::port::{Address, BEAT};

/// Pictures a second.
const REFRESH: u64 = 60;

/// Scan-out.
#[derive(Clone, Debug)]
pub struct Video {
    on: bool,
    /// Bytes of a read.
    bytes: u32,
    /// What a read costs of the credit that the clocks give.
    price: u64,
    credit: u64,
    /// The next read's row, and byte within it.
    at: [u32; 2],
    request: Option<Address>,
    /// Since when memory is at the read that it took.
    taken: Option<u64>,
    /// Before this clock nothing is asked for: others get as long as the last read took.
    rests: u64,
    /// Reads that were due while the one before was not done, or others had their turn: the monitor
    /// went without.
    pub late: u64,
}

impl Video {
    /// Scan-out of a card with `hertz` clocks a second, which reads `beats` beats at a time; `on`:
    /// whether it uses this memory port.
    pub fn new(on: bool, hertz: u64, beats: u32) -> Self {
        let bytes = beats.clamp(1, 256) * BEAT as u32;
        let price = hertz.max(1) * u64::from(bytes);
        Self {
            on,
            bytes,
            price,
            credit: 0,
            at: [0; 2],
            request: None,
            taken: None,
            rests: 0,
            late: 0,
        }
    }

    /// Bytes a second, 0 while nothing is shown.
    fn rate(&self, state: &State) -> u64 {
        let init = &state.init;
        let dark = init.fbi_init0.raw() & 1 == 0 || init.fbi_init1.raw() & (1 << 8 | 1 << 12) != 0;
        if !self.on || dark || init.video_dimensions.raw() & 0x3F_FFFF == 0 {
            return 0;
        }
        u64::from(state.picture_width()) * u64::from(state.picture_height()) * 2 * REFRESH
    }

    /// Clocks until the next read is due; `None`: never.
    pub fn quiet(&self, state: &State) -> Option<u64> {
        let missing = self.price.saturating_sub(self.credit).max(1);
        missing.div_ceil(self.rate(state).max(1)).checked_sub(1).filter(|_| self.rate(state) > 0)
    }

    /// `clocks` clocks up to clock `now`; no more than [`quiet`](Self::quiet) and one pass.
    pub fn clock(&mut self, now: u64, state: &State, clocks: u64) {
        if !self.on {
            return;
        }
        let rate = self.rate(state);
        if rate == 0 {
            return;
        }
        self.credit += rate * clocks;
        if self.credit < self.price {
            return;
        }
        self.credit -= self.price;
        if self.request.is_some() || self.taken.is_some() || now < self.rests {
            self.late += 1;
            return;
        }
        let layout = state.layout();
        let [row, byte] = self.at;
        let address = layout.front + row * layout.stride + byte;
        self.request = Some(Address::frame(address % state.frame_buffer.bytes()));
        self.at = if byte + self.bytes < state.picture_width() * 2 {
            [row, byte + self.bytes]
        } else if row + 1 < state.picture_height() {
            [row + 1, 0]
        } else {
            [0; 2]
        };
    }

    /// Beats of a read.
    pub fn beats(&self) -> u16 {
        (self.bytes / BEAT as u32) as u16
    }

    /// The read that waits to be accepted.
    pub fn request(&self) -> Option<Address> {
        self.request
    }

    /// Memory took it in clock `now`.
    pub fn accept_request(&mut self, now: u64) {
        self.request = None;
        self.taken = Some(now);
    }

    /// A beat of it came in clock `now`.
    pub fn beat(&mut self, now: u64, last: bool) {
        if last && let Some(taken) = self.taken.take() {
            self.rests = now + (now - taken);
        }
    }
}
