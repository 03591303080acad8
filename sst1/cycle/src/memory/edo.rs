//! The original card's EDO memory: a private 64-bit path for FBI and one for each texture unit.
//!
//! For: who is served by which path, and FBI's path as two halves, one for the colour and one for
//! the depth of any pixel.
//! Not for: the order within a path ([`path`]), nor refresh.
//!
//! Facts: digest section 3: two 64-bit paths, 400 MB/s each at 50 MHz, so one access a clock at
//! best. Bank and page figures are the configuration's.

mod path;
#[cfg(test)]
mod tests;

use crate::{
    config::EdoConfig,
    port::{BEAT, Beat, Bytes, Client, Request},
};
use path::{Path, Queued, Shape};

/// Bytes of an access to a whole path.
const ACCESS: u32 = 8;

/// The most banks of a path.
pub(crate) const MOST_BANKS: u32 = 8;

/// FBI's halves, of which the first is the whole path where it is not divided.
const HALVES: usize = 2;
/// Texture units that have paths.
const UNITS: usize = 3;

/// The EDO model.
#[derive(Clone, Debug)]
pub struct Edo {
    config: EdoConfig,
    paths: [Path; HALVES + UNITS],
    beats: Vec<Beat>,
}

impl Edo {
    pub(super) fn new(config: &EdoConfig) -> Self {
        let config = EdoConfig {
            banks: config.banks.clamp(1, MOST_BANKS),
            page: config.page.max(ACCESS),
            queue: config.queue.max(1),
            writes: config.writes.max(1),
            ..*config
        };
        let page = config.page * config.banks;
        let parts = if config.halves { HALVES as u32 } else { 1 };
        // Sixteen bits a pixel.
        let fbi = Shape { width: ACCESS / parts, page: page / parts, tile: 2 * config.tile };
        let texture = Shape { width: ACCESS, page, tile: 0 };
        let shape = |path| if path < HALVES { fbi } else { texture };
        Self {
            config,
            paths: std::array::from_fn(|path| Path::new(shape(path), &config)),
            beats: Vec::with_capacity(HALVES + UNITS),
        }
    }

    /// The path of a request; of scan-out's, which reads what lies in both halves side by side, the
    /// one that answers.
    fn path(&self, request: &Request) -> usize {
        match request.client {
            Client::Texture(unit) | Client::Upload(unit) => HALVES + usize::from(unit) % UNITS,
            Client::AuxRead | Client::AuxWrite => usize::from(self.config.halves),
            Client::ColorRead | Client::ColorWrite | Client::LfbRead | Client::Video => 0,
        }
    }

    /// Whether a request takes both halves.
    fn both(&self, request: &Request) -> bool {
        self.config.halves && request.client == Client::Video
    }

    pub(super) fn beats(&self) -> &[Beat] {
        &self.beats
    }

    pub(super) fn ready(&self, request: &Request) -> bool {
        let ready = |path: usize| self.paths[path].ready(request, &self.config);
        ready(self.path(request)) && (!self.both(request) || ready(HALVES - 1))
    }

    pub(super) fn accept(&mut self, now: u64, request: &Request) {
        let both = self.both(request);
        let share = BEAT as u32 / if both { HALVES as u32 } else { 1 };
        if both {
            self.paths[HALVES - 1].push(Queued::new(*request, now, share, true));
        }
        self.paths[self.path(request)].push(Queued::new(*request, now, share, false));
    }

    pub(super) fn clock<B: Bytes>(&mut self, now: u64, bytes: &mut B) {
        self.beats.clear();
        for path in &mut self.paths {
            if !path.idle() {
                self.beats.extend(path.clock(now, &self.config, bytes));
            }
        }
    }

    pub(super) fn writes_idle(&self) -> bool {
        self.paths.iter().all(Path::writes_idle)
    }

    pub(super) fn idle(&self) -> bool {
        self.beats.is_empty() && self.paths.iter().all(Path::idle)
    }

    pub(super) fn quiet(&self, now: u64) -> u64 {
        if !self.beats.is_empty() {
            return 0;
        }
        let due = self.paths.iter().filter(|path| !path.idle()).map(Path::due);
        due.map(|due| due.map_or(0, |due| due.saturating_sub(1 + now))).min().unwrap_or(0)
    }
}
