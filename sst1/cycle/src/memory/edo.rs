//! The original card's EDO memory: a private 64-bit path for FBI and one for each texture unit.
//!
//! For: interleaved banks with open pages, a cost for a new row and for turning the path around; a
//! path serves its requests in order.
//! Not for: refresh.
//!
//! Facts: digest section 3: two 64-bit paths, 400 MB/s each at 50 MHz, so one access a clock at
//! best. Bank and page figures are the configuration's.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use crate::{
    config::EdoConfig,
    port::{BEAT, Beat, Bytes, Client, Operation, Request},
};

/// Bytes of an access.
const ACCESS: u32 = 8;

/// The most banks of a path.
pub(crate) const MOST_BANKS: u32 = 8;

/// FBI's path and one for each texture unit.
const PATHS: usize = 4;

#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    row: Option<u32>,
    /// From this clock on it takes the next access.
    free: u64,
}

/// A request in a path's queue.
#[derive(Clone, Copy, Debug)]
struct Queued {
    request: Request,
    accepted: u64,
    next: u32,
    beats: u32,
}

#[derive(Clone, Debug)]
struct Path {
    banks: [Bank; MOST_BANKS as usize],
    queue: VecDeque<Queued>,
    /// When the beat at the queue's head is complete, once its accesses were issued.
    due: Option<u64>,
    /// From this clock on the path issues its next access.
    free: u64,
    /// The clock of the last data on the path.
    data: u64,
    writing: bool,
    writes: u32,
}

impl Path {
    fn new(queue: usize) -> Self {
        Self {
            banks: [Bank::default(); MOST_BANKS as usize],
            queue: VecDeque::with_capacity(queue),
            due: None,
            free: 0,
            data: 0,
            writing: false,
            writes: 0,
        }
    }

    /// Issues the accesses of the head's next beat. Returns when the last of them has its data.
    fn issue(&mut self, config: &EdoConfig) -> Option<u64> {
        let head = self.queue.front()?;
        let write = !head.request.is_read();
        let strobes = match head.request.operation {
            Operation::Write { strobes, .. } => strobes,
            Operation::Read { .. } | Operation::Landed => u16::MAX,
        };
        if write != self.writing {
            self.writing = write;
            self.free = self.free.max(self.data) + u64::from(config.turnaround);
        }
        let address = head.request.address.plus(head.next * BEAT as u32).byte();
        let mut done = head.accepted + 1;
        for half in 0..BEAT as u32 / ACCESS {
            if strobes >> (half * ACCESS) & 0xFF == 0 {
                continue;
            }
            let at = address + half * ACCESS;
            let bank = &mut self.banks[(at / ACCESS % config.banks) as usize];
            let row = at / (config.page * config.banks);
            let start = self.free.max(bank.free).max(head.accepted + 1);
            let cost = if bank.row == Some(row) { config.column } else { config.row };
            bank.row = Some(row);
            bank.free = start + u64::from(cost);
            self.free = start + 1;
            // One access's data a clock on 64 wires.
            self.data = bank.free.max(self.data + 1);
            done = self.data;
        }
        Some(done)
    }

    /// The beat that is complete by the next clock, if there is one and it is a read's.
    fn clock<B: Bytes>(&mut self, now: u64, config: &EdoConfig, bytes: &mut B) -> Option<Beat> {
        if self.due.is_none() {
            self.due = self.issue(config);
        }
        if self.due? > now + 1 {
            return None;
        }
        self.due = None;
        let head = self.queue.front_mut()?;
        let address = head.request.address.plus(head.next * BEAT as u32);
        head.next += 1;
        let last = head.next >= head.beats;
        let request = head.request;
        if last {
            self.queue.pop_front();
        }
        if !request.is_read() {
            self.writes -= 1;
            return None;
        }
        let Request { client, tag, .. } = request;
        Some(Beat { address, client, tag, data: bytes.read(address), last })
    }
}

/// The EDO model.
#[derive(Clone, Debug)]
pub struct Edo {
    config: EdoConfig,
    paths: [Path; PATHS],
    beats: Vec<Beat>,
}

impl Edo {
    pub(super) fn new(config: &EdoConfig) -> Self {
        let config = EdoConfig {
            banks: config.banks.clamp(1, MOST_BANKS),
            page: config.page.max(ACCESS),
            queue: config.queue.max(1),
            ..*config
        };
        let path = Path::new(config.queue as usize);
        Self {
            config,
            paths: std::array::from_fn(|_| path.clone()),
            beats: Vec::with_capacity(PATHS),
        }
    }

    fn path(request: &Request) -> usize {
        match request.client {
            Client::Texture(unit) | Client::Upload(unit) => 1 + unit as usize % (PATHS - 1),
            _ => 0,
        }
    }

    pub(super) fn beats(&self) -> &[Beat] {
        &self.beats
    }

    pub(super) fn ready(&self, request: &Request) -> bool {
        self.paths[Self::path(request)].queue.len() < self.config.queue as usize
    }

    pub(super) fn accept(&mut self, now: u64, request: &Request) {
        let path = &mut self.paths[Self::path(request)];
        let beats = match request.operation {
            Operation::Read { beats } => beats.into(),
            Operation::Write { .. } | Operation::Landed => {
                path.writes += 1;
                1
            }
        };
        path.queue.push_back(Queued { request: *request, accepted: now, next: 0, beats });
    }

    pub(super) fn clock<B: Bytes>(&mut self, now: u64, bytes: &mut B) {
        self.beats.clear();
        for path in &mut self.paths {
            if !path.queue.is_empty() {
                self.beats.extend(path.clock(now, &self.config, bytes));
            }
        }
    }

    pub(super) fn writes_idle(&self) -> bool {
        self.paths.iter().all(|path| path.writes == 0)
    }

    pub(super) fn idle(&self) -> bool {
        self.beats.is_empty() && self.paths.iter().all(|path| path.queue.is_empty())
    }

    pub(super) fn quiet(&self, now: u64) -> u64 {
        if !self.beats.is_empty() {
            return 0;
        }
        let due = self.paths.iter().filter(|path| !path.queue.is_empty()).map(|path| path.due);
        due.map(|due| due.map_or(0, |due| due.saturating_sub(1 + now))).min().unwrap_or(0)
    }
}
