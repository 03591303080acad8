//! The ideal memory: every request is taken, and all its beats come in the next clock.
//!
//! For: telling what a pipeline costs by itself.
//! Not for: anything that could be built.

use crate::port::{BEAT, Beat, Bytes, Operation, Request};

/// The ideal memory. Its lists keep their room from clock to clock.
#[derive(Clone, Debug, Default)]
pub struct Ideal {
    reads: Vec<Request>,
    beats: Vec<Beat>,
}

#[expect(clippy::unused_self, reason = "every model answers the same calls")]
impl Ideal {
    pub(super) fn beats(&self) -> &[Beat] {
        &self.beats
    }

    pub(super) const fn ready(&self, _request: &Request) -> bool {
        true
    }

    pub(super) fn accept(&mut self, _now: u64, request: &Request) {
        if request.is_read() {
            self.reads.push(*request);
        }
    }

    pub(super) fn clock<B: Bytes>(&mut self, _now: u64, bytes: &mut B) {
        self.beats.clear();
        for request in self.reads.drain(..) {
            let Operation::Read { beats } = request.operation else { continue };
            for i in 0..beats {
                let address = request.address.plus(u32::from(i) * BEAT as u32);
                self.beats.push(Beat {
                    address,
                    client: request.client,
                    tag: request.tag,
                    data: bytes.read(address),
                    last: i + 1 == beats,
                });
            }
        }
    }

    pub(super) const fn writes_idle(&self) -> bool {
        true
    }

    pub(super) fn idle(&self) -> bool {
        self.reads.is_empty() && self.beats.is_empty()
    }

    pub(super) const fn quiet(&self, _now: u64) -> u64 {
        0
    }
}
