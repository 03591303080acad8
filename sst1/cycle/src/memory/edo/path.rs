//! One path to EDO chips: two queues, open pages, an access a clock at best.
//!
//! For: which request a path serves next, and when its data are there.
//! Not for: who is served by which path; that is [`super::Edo`]'s.
//!
//! The order is that of a controller that keeps reads and writes apart: scan-out, which cannot wait,
//! then reads, and writes when nothing reads or when enough of them have gathered; these are then
//! written together, so that the path turns around once, and the reads that waited meanwhile have
//! their turn before the next ones. A read may pass writes that were taken
//! before it: their bytes count as there from the clock in which they were taken, as if the
//! controller compared addresses and handed them over.

use std::collections::VecDeque;

use super::MOST_BANKS;
use crate::{
    config::EdoConfig,
    port::{BEAT, Beat, Bytes, Client, Operation, Request},
};

#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    page: Option<[u32; 2]>,
    /// From this clock on it takes the next access.
    free: u64,
}

/// What a path is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Bytes of an access.
    pub(super) width: u32,
    /// Bytes of a page of all banks together.
    pub(super) page: u32,
    /// Bytes across of the tiles in which pages cover a picture; 0: pages are linear.
    pub(super) tile: u32,
}

/// A request in a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queued {
    pub(super) request: Request,
    pub(super) accepted: u64,
    /// Bytes of each beat that pass through this path.
    pub(super) share: u32,
    /// Whether another path answers.
    pub(super) silent: bool,
    next: u32,
}

impl Queued {
    pub(super) const fn new(request: Request, accepted: u64, share: u32, silent: bool) -> Self {
        Self { request, accepted, share, silent, next: 0 }
    }

    fn beats(&self) -> u32 {
        match self.request.operation {
            Operation::Read { beats } => beats.into(),
            Operation::Write { .. } | Operation::Landed { .. } => 1,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Path {
    shape: Shape,
    banks: [Bank; MOST_BANKS as usize],
    video: VecDeque<Queued>,
    reads: VecDeque<Queued>,
    writes: VecDeque<Queued>,
    /// Writes left of those that are written together.
    burst: usize,
    /// Reads left of those that waited for them.
    waited: usize,
    /// What is served.
    current: Option<Queued>,
    /// When its next beat is complete, once the beat's accesses were issued.
    due: Option<u64>,
    /// From this clock on the path issues its next access.
    free: u64,
    /// The clock of the last data on the path.
    data: u64,
    writing: bool,
}

impl Path {
    pub(super) fn new(shape: Shape, config: &EdoConfig) -> Self {
        Self {
            shape,
            banks: [Bank::default(); MOST_BANKS as usize],
            video: VecDeque::with_capacity(1),
            reads: VecDeque::with_capacity(config.queue as usize),
            writes: VecDeque::with_capacity(config.writes as usize),
            burst: 0,
            waited: 0,
            current: None,
            due: None,
            free: 0,
            data: 0,
            writing: false,
        }
    }

    pub(super) fn ready(&self, request: &Request, config: &EdoConfig) -> bool {
        if request.client == Client::Video {
            self.video.is_empty()
        } else if request.is_read() {
            self.reads.len() < config.queue as usize
        } else {
            self.writes.len() < config.writes as usize
        }
    }

    pub(super) fn push(&mut self, queued: Queued) {
        let request = &queued.request;
        let queue = if request.client == Client::Video {
            &mut self.video
        } else if request.is_read() {
            &mut self.reads
        } else {
            &mut self.writes
        };
        queue.push_back(queued);
    }

    /// What is served next.
    fn choose(&mut self, config: &EdoConfig) -> Option<Queued> {
        if let Some(video) = self.video.pop_front() {
            return Some(video);
        }
        if self.burst == 0 && self.waited == 0 && self.writes.len() >= config.burst as usize {
            self.burst = self.writes.len();
        }
        if self.burst == 0
            && let Some(read) = self.reads.pop_front()
        {
            self.waited = self.waited.saturating_sub(1);
            return Some(read);
        }
        if self.burst > 0 {
            self.burst -= 1;
            self.waited = self.reads.len();
        }
        self.writes.pop_front()
    }

    /// The page of a byte: a row of the chips, or the tile of the picture that such a row holds.
    fn page(&self, byte: u32, stride: u32) -> [u32; 2] {
        let Shape { page, tile, .. } = self.shape;
        if tile == 0 || stride == 0 {
            return [byte / page, 0];
        }
        let rows = (page / tile).max(1);
        [byte / stride / rows, byte % stride / tile]
    }

    /// Issues the accesses of the next beat of what is served. Returns when the last of them has its
    /// data.
    fn issue(&mut self, config: &EdoConfig, stride: u32) -> Option<u64> {
        let current = self.current?;
        let write = !current.request.is_read();
        let strobes = match current.request.operation {
            Operation::Write { strobes, .. } => strobes,
            Operation::Read { .. } | Operation::Landed { .. } => u16::MAX,
        };
        if write != self.writing {
            self.writing = write;
            self.free = self.free.max(self.data) + u64::from(config.turnaround);
        }
        let width = self.shape.width;
        let lane = u16::MAX >> (BEAT as u32 - width);
        let address = current.request.address.plus(current.next * BEAT as u32).byte();
        let page = Some(self.page(address, stride));
        let mut done = current.accepted + 1;
        for access in 0..current.share / width {
            if strobes >> (access * width) & lane == 0 {
                continue;
            }
            let at = address + access * width;
            let bank = &mut self.banks[(at / width % config.banks) as usize];
            let start = self.free.max(bank.free).max(current.accepted + 1);
            let cost = if bank.page == page { config.column } else { config.row };
            bank.page = page;
            bank.free = start + u64::from(cost);
            self.free = start + 1;
            // One access's data a clock on the path's wires.
            self.data = bank.free.max(self.data + 1);
            done = self.data;
        }
        Some(done)
    }

    /// The beat that is complete by the next clock, if there is one and it is a read's.
    pub(super) fn clock<B: Bytes>(
        &mut self,
        now: u64,
        config: &EdoConfig,
        bytes: &mut B,
    ) -> Option<Beat> {
        if self.current.is_none() {
            self.current = self.choose(config);
        }
        if self.due.is_none() {
            self.due = self.issue(config, bytes.stride());
        }
        if self.due? > now + 1 {
            return None;
        }
        self.due = None;
        let current = self.current.as_mut()?;
        let Request { address, client, tag, .. } = current.request;
        let address = address.plus(current.next * BEAT as u32);
        current.next += 1;
        let last = current.next >= current.beats();
        let seen = current.request.is_read() && !current.silent;
        if last {
            self.current = None;
        }
        seen.then(|| Beat { address, client, tag, data: bytes.read(address), last })
    }

    /// Whether every write was written.
    pub(super) fn writes_idle(&self) -> bool {
        self.writes.is_empty() && self.current.is_none_or(|current| current.request.is_read())
    }

    pub(super) fn idle(&self) -> bool {
        self.current.is_none()
            && self.video.is_empty()
            && self.reads.is_empty()
            && self.writes.is_empty()
    }

    /// When the next beat is complete, if that is known.
    pub(super) const fn due(&self) -> Option<u64> {
        self.due
    }
}
