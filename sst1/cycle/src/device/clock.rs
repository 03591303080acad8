//! One clock.
//!
//! Facts: digest 1.2 (FBI memory arbitration), 1.4.

use sst1_board::{Event, State};

use super::Cycle;
use super::cause::Fed;
use crate::arbiter::slot;
use crate::fbi::Did;
use crate::port::{Address, BEAT, Client, Operation, Request};

/// What happened in a clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    /// Anything that is not a mere count changed.
    pub(super) moved: bool,
    /// A swap took effect.
    pub(super) event: Option<Event>,
    /// What FBI did.
    pub(super) did: Did,
}

impl Cycle {
    /// One clock: memory, then the pipeline from its end to its beginning, then the front end.
    pub(super) fn clock(&mut self) -> Clock {
        let mut moved = self.deliver();
        moved |= self.arbitrate();
        let (state, _) = self.card.parts_mut();
        self.memory.clock(state);
        self.video.clock(self.now, state, 1);
        let did = self.fbi.clock(self.now, &mut self.tmus, state);
        moved |= did.moved;
        let mut fed = Fed::default();
        let event = self.accept(&mut fed.accepted);
        let waits = self.command.is_some();
        fed.popped = event.is_none() && self.pop();
        fed.latched = !waits && self.command.is_some();
        fed.backlog = !self.fifo.is_empty();
        let writes = self.counts.writes;
        moved |= fed.accepted | fed.popped | self.push();
        fed.written = self.counts.writes != writes;
        let cause = if did.flowed() { self.fbi.flowed(self.now) } else { self.cause(did, fed) };
        self.stalls.add(cause, 1);
        let busy = did.retired || self.works();
        self.counts.busy += u64::from(busy);
        self.counts.overlap += u64::from(busy && fed.written);
        self.now += 1;
        if self.now >= self.probe.due {
            self.look();
        }
        Clock { moved, event, did }
    }

    /// Memory's answers go to those who asked.
    fn deliver(&mut self) -> bool {
        let beats = self.memory.beats();
        for beat in beats {
            match beat.client {
                Client::ColorRead => self.fbi.color.beat(beat),
                Client::AuxRead => self.fbi.aux.beat(beat),
                Client::LfbRead => self.fbi.lfb_beat(),
                Client::Texture(unit) => {
                    if let Some(tmu) = self.tmus.get_mut(usize::from(unit)) {
                        tmu.cache.beat(beat);
                    }
                }
                Client::Video => self.video.beat(self.now, beat.last),
                Client::ColorWrite | Client::AuxWrite | Client::Upload(_) => {}
            }
        }
        !beats.is_empty()
    }

    /// Who presents a request, a bit each.
    #[inline]
    fn presented(&self) -> u16 {
        let bit = |client, presents: bool| u16::from(presents) << slot(client);
        let fbi = &self.fbi;
        let mut presented = bit(Client::ColorWrite, fbi.color_writes.requests())
            | bit(Client::AuxWrite, fbi.aux_writes.requests())
            | bit(Client::AuxRead, fbi.aux.requests())
            | bit(Client::ColorRead, fbi.color.requests())
            | bit(Client::LfbRead, fbi.lfb_read().is_some())
            | bit(Client::Video, self.video.request().is_some());
        for (unit, tmu) in (0..).zip(&self.tmus) {
            presented |= bit(Client::Texture(unit), tmu.cache.requests());
        }
        if let Some((unit, ..)) = self.uploads.request(self.now) {
            presented |= bit(Client::Upload(unit), true);
        }
        presented
    }

    /// Whether a request waits for memory.
    pub(super) fn requests(&self) -> bool {
        self.presented() != 0
    }

    /// Memory takes what the arbiter chose, where it can.
    fn arbitrate(&mut self) -> bool {
        let presented = self.presented();
        let chosen = self.arbiter.choose(presented);
        let mut moved = false;
        let mut left = chosen;
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            left &= left - 1;
            let Some(client) = client(slot) else { continue };
            let Some(request) = self.request(client) else { continue };
            if !self.memory.ready(&request) {
                continue;
            }
            let (state, _) = self.card.parts_mut();
            self.memory.accept(state, &request);
            self.arbiter.accepted(slot);
            self.accepted(client, &request);
            moved = true;
        }
        moved
    }

    fn request(&self, client: Client) -> Option<Request> {
        match client {
            Client::ColorWrite => self.fbi.color_writes.request(),
            Client::AuxWrite => self.fbi.aux_writes.request(),
            Client::AuxRead => self.fbi.aux.request(),
            Client::ColorRead => self.fbi.color.request(),
            Client::LfbRead => self.fbi.lfb_read().map(|byte| Request {
                address: Address::frame(byte).align(BEAT as u32),
                client,
                tag: 0,
                operation: Operation::Read { beats: 1 },
            }),
            Client::Texture(unit) => self.tmus.get(usize::from(unit))?.cache.request(),
            Client::Upload(_) => self.uploads.request(self.now).map(|(_, address, bytes)| {
                Request { address, client, tag: 0x80, operation: Operation::Landed { bytes } }
            }),
            Client::Video => self.video.request().map(|address| Request {
                address: address.align(BEAT as u32),
                client,
                tag: 0,
                operation: Operation::Read { beats: self.video.beats() },
            }),
        }
    }

    /// Memory took `request`.
    fn accepted(&mut self, client: Client, request: &Request) {
        match client {
            Client::ColorWrite => self.fbi.color_writes.accept_request(),
            Client::AuxWrite => self.fbi.aux_writes.accept_request(),
            Client::AuxRead => self.fbi.aux.accept_request(),
            Client::ColorRead => self.fbi.color.accept_request(),
            Client::LfbRead => self.fbi.accept_lfb_read(),
            Client::Texture(unit) => {
                if let Some(tmu) = self.tmus.get_mut(usize::from(unit)) {
                    tmu.cache.accept_request();
                }
            }
            Client::Upload(_) => self.uploads.accept_request(),
            Client::Video => self.video.accept_request(self.now),
        }
        if let Operation::Write { data, strobes } = &request.operation {
            if self.config.color.coherent {
                self.fbi.color.patch(request.address, data, *strobes);
            }
            if self.config.aux.coherent {
                self.fbi.aux.patch(request.address, data, *strobes);
            }
        }
    }

    /// Frame-buffer and texture memory, registers, log.
    pub(super) fn state_mut(&mut self) -> &mut State {
        self.card.parts_mut().0
    }
}

/// The client of a slot.
const fn client(number: usize) -> Option<Client> {
    Some(match number {
        0 => Client::ColorWrite,
        1 => Client::AuxWrite,
        2 => Client::AuxRead,
        3 => Client::ColorRead,
        4 => Client::LfbRead,
        5 => Client::Video,
        6..=8 => Client::Texture(number as u8 - 6),
        9..=11 => Client::Upload(number as u8 - 9),
        _ => return None,
    })
}
