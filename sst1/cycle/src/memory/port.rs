//! A port with one request under way: a latency and a cost a beat.
//!
//! For: what a single master sees of a real memory; the KV260's measured curve.
//! Not for: several requests under way; that is the DDR model.
//!
//! Facts: digest section 3 (KV260 DDR, one request outstanding).

#[cfg(test)]
mod tests;

use crate::port::{BEAT, Beat, Bytes, Operation, Request};

/// What is under way.
#[derive(Clone, Copy, Debug)]
struct Busy {
    request: Request,
    /// Beats left; a write has one, that nobody sees.
    left: u32,
    next: u32,
    /// When the next beat is there, in hundredths of a clock.
    due: u64,
}

/// The port.
#[derive(Clone, Debug)]
pub struct Port {
    latency: u64,
    beat: u64,
    busy: Option<Busy>,
    response: Option<Beat>,
}

impl Port {
    pub(super) fn new(latency: u32, beat: u32) -> Self {
        Self { latency: latency.into(), beat: beat.into(), busy: None, response: None }
    }

    #[inline]
    pub(super) fn beats(&self) -> &[Beat] {
        self.response.as_slice()
    }

    #[inline]
    pub(super) const fn ready(&self, _request: &Request) -> bool {
        self.busy.is_none()
    }

    pub(super) fn accept(&mut self, now: u64, request: &Request) {
        let left = match request.operation {
            Operation::Read { beats } => beats.into(),
            Operation::Write { .. } | Operation::Landed { .. } => 1,
        };
        let due = now * 100 + self.latency;
        self.busy = Some(Busy { request: *request, left, next: 0, due });
    }

    /// A beat that is there by the next clock is put into the register.
    pub(super) fn clock<B: Bytes>(&mut self, now: u64, bytes: &mut B) {
        self.response = None;
        let Some(busy) = &mut self.busy else { return };
        if busy.due > (now + 1) * 100 {
            return;
        }
        let last = busy.left <= 1;
        if busy.request.is_read() {
            let address = busy.request.address.plus(busy.next * BEAT as u32);
            self.response = Some(Beat {
                address,
                client: busy.request.client,
                tag: busy.request.tag,
                data: bytes.read(address),
                last,
            });
        }
        busy.due += self.beat;
        busy.next += 1;
        busy.left = busy.left.saturating_sub(1);
        if last {
            self.busy = None;
        }
    }

    pub(super) fn writes_idle(&self) -> bool {
        self.busy.is_none_or(|busy| busy.request.is_read())
    }

    pub(super) const fn idle(&self) -> bool {
        self.busy.is_none() && self.response.is_none()
    }

    /// The beat is put into the register in the clock before the one in which it is there.
    pub(super) fn quiet(&self, now: u64) -> u64 {
        match (&self.busy, &self.response) {
            (Some(busy), None) => busy.due.div_ceil(100).saturating_sub(1 + now),
            _ => 0,
        }
    }
}
