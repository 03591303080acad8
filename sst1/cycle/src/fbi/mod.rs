//! FBI: from a triangle to words in the write combiners.
//!
//! For: set-up, walker, issue, dispatch, join, pipe and retirement; both read caches and both write
//! combiners; fills and LFB writes, which use the combiners too ([`direct`]).
//! Not for: when a command is handed over, which the device decides; values, which are
//! [`pixel`]'s.
//!
//! Blocks are evaluated from the retirement back to set-up, so that each sees the room that the one
//! behind it made in the same clock.
//!
//! Facts: digest 1.2.

mod bubbles;
mod counts;
pub mod direct;
mod looks;
mod lookups;
mod pipe;
mod pixel;
mod quiet;
mod waits;
mod walker;

use std::collections::VecDeque;

use sst1_board::{Counters, State};

pub(crate) use bubbles::REMEMBERED;
pub use counts::{Did, FbiCounts};
pub use pixel::{Fate, Fetched, Finished, Pixel, finish};
pub use walker::{Candidate, Issued, Walk};

use crate::cache::{Order, ReadCache};
use crate::combiner::WriteCombiner;
use crate::command::{Extent, Needs, Triangle};
use crate::config::{CacheConfig, Config, Walker};
use crate::port::{Address, BEAT, Client};
use crate::tmu::{Texel, Tmu, combined};
use bubbles::{Bubbles, latency};
use direct::Direct;
use lookups::Lookups;
use pipe::{Leaving, Pipe};

/// Commands that can be at work at a time.
pub const SLOTS: usize = 8;
/// First of the tags of the colour cache's fills, and of the auxiliary cache's.
const TAGS: [u8; 2] = [0x40, 0x50];

/// A pixel that waits for what it fetches.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    pixel: Pixel,
    needs: Needs,
}

/// A triangle in set-up.
#[derive(Clone, Copy, Debug)]
struct Setup {
    slot: u8,
    /// When the walker may take it.
    at: u64,
}

/// FBI.
#[derive(Clone, Debug)]
pub struct Fbi {
    walker: Walker,
    setup_clocks: [u64; 2],
    overlap: bool,
    /// Whether set-up goes on while the triangle before is walked.
    setup_ahead: bool,
    row_gap: u32,
    depth: usize,
    lanes: usize,
    most_pending: u32,
    join_capacity: usize,
    output_capacity: usize,
    coherent: [bool; 2],
    triangles: [Option<Box<Triangle>>; SLOTS],
    /// Pixels of each command between issue and retirement.
    live: [u32; SLOTS],
    setup: Option<Setup>,
    walk: Option<Walk>,
    issue: Option<Issued>,
    /// The pixel to its right, with two lanes.
    second: Option<Issued>,
    join: VecDeque<Waiting>,
    pipe: Pipe,
    bubbles: Bubbles,
    pending: u32,
    direct: Option<Direct>,
    /// Where colours, and depths or alphas, were written since the combiners were empty: a word may
    /// stay in one for long after its command.
    written: [Extent; 2],
    /// The read cache of colours.
    pub color: ReadCache,
    /// The read cache of depths and alphas.
    pub aux: ReadCache,
    /// Colours on their way to memory.
    pub color_writes: WriteCombiner,
    /// Depths and alphas on their way to memory.
    pub aux_writes: WriteCombiner,
    /// What it counted.
    pub counts: FbiCounts,
}

impl Fbi {
    /// An idle FBI with `bytes` bytes of frame-buffer memory.
    pub fn new(config: &Config, bytes: u32) -> Self {
        let [color, aux] = TAGS;
        let setup = u64::from(config.setup);
        let cache = |sizes: &CacheConfig, client, tag| {
            ReadCache::with_lanes(sizes, client, tag, Order::Kept, bytes, config.lanes)
        };
        let combiner = |client| WriteCombiner::gathering(client, config.gathers, config.drains);
        Self {
            walker: config.walker,
            setup_clocks: [setup, setup + u64::from(config.setup_subpixel)],
            overlap: config.overlap.commands,
            setup_ahead: config.overlap.setup,
            row_gap: config.row_gap,
            depth: if config.overlap.commands {
                (config.overlap.depth as usize).clamp(1, SLOTS)
            } else {
                1
            },
            lanes: config.lanes as usize,
            most_pending: config.pending.max(1),
            join_capacity: config.join.max(1) as usize,
            output_capacity: config.output.max(1) as usize,
            coherent: [config.color.coherent, config.aux.coherent],
            triangles: Default::default(),
            live: [0; SLOTS],
            setup: None,
            walk: None,
            issue: None,
            second: None,
            join: VecDeque::new(),
            pipe: Pipe::default(),
            bubbles: Bubbles::default(),
            pending: 0,
            direct: None,
            written: [Extent::default(); 2],
            color: cache(&config.color, Client::ColorRead, color),
            aux: cache(&config.aux, Client::AuxRead, aux),
            color_writes: combiner(Client::ColorWrite),
            aux_writes: combiner(Client::AuxWrite),
            counts: FbiCounts::default(),
        }
    }

    /// The commands at work, by slot.
    pub fn triangles(&self) -> &[Option<Box<Triangle>>] {
        &self.triangles
    }

    /// Whether no pixel is anywhere between set-up and retirement, and no fill or LFB write at work.
    #[inline]
    pub fn is_drained(&self) -> bool {
        self.pending == 0
            && self.setup.is_none()
            && self.walk.is_none()
            && self.issue.is_none()
            && self.direct.is_none()
    }

    /// Whether everything it was given has been handed to memory.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.is_drained() && self.color_writes.idle() && self.aux_writes.idle()
    }

    /// Whether set-up is free and `triangle` may follow what is at work. Without overlap the caller
    /// waits for [`is_idle`](Self::is_idle) first.
    pub fn takes(&self, triangle: &Triangle) -> bool {
        if self.setup.is_some() || self.direct.is_some() {
            return false;
        }
        if self.walk.is_some() && !self.setup_ahead {
            return false;
        }
        let mut at_work = self.triangles.iter().flatten();
        if at_work.clone().count() >= self.depth {
            return false;
        }
        if !self.overlap {
            return true;
        }
        // Pixels that may share memory are alone, and words that are colours for one command and
        // depths for another pass through two combiners that keep no order between them.
        let [color, aux] = self.written;
        let alone = triangle.alone || at_work.any(|other| other.alone);
        let crossed = color.meets(triangle.aux_extent) || aux.meets(triangle.color_extent);
        !(alone || crossed) || self.is_idle()
    }

    /// Takes a triangle in clock `now`: set-up begins in the next (digest 1.2, Triangle sequence).
    pub fn accept(&mut self, now: u64, triangle: Box<Triangle>) {
        let Some(slot) = self.triangles.iter().position(Option::is_none) else { return };
        if !self.coherent[0] {
            self.color.invalidate_all();
        }
        if !self.coherent[1] {
            self.aux.invalidate_all();
        }
        self.writes([triangle.color_extent, triangle.aux_extent]);
        let clocks = self.setup_clocks[usize::from(triangle.decoded.plan.fbi.subpixel)];
        self.setup = Some(Setup { slot: slot as u8, at: now + 1 + clocks });
        self.triangles[slot] = Some(triangle);
    }

    /// Takes a fill or an LFB write.
    pub fn accept_direct(&mut self, direct: Direct) {
        if !self.coherent[0] {
            self.color.invalidate_all();
        }
        if !self.coherent[1] {
            self.aux.invalidate_all();
        }
        self.writes(direct.extents());
        self.direct = Some(direct);
    }

    /// A command will write there.
    fn writes(&mut self, extents: [Extent; 2]) {
        // What was written before and is in memory is of no interest any more.
        let before = if self.is_idle() { [Extent::default(); 2] } else { self.written };
        self.written = std::array::from_fn(|n| before[n].joined(extents[n]));
    }

    /// One clock.
    #[inline]
    pub fn clock(&mut self, now: u64, tmus: &mut [Tmu], state: &mut State) -> Did {
        let mut did = Did::default();
        let mut ports = [None; 2];
        for _ in 0..self.lanes {
            if !self.retire(now, state, &mut ports, &mut did) {
                break;
            }
        }
        if self.direct.is_some() {
            self.direct(now, state, &mut did);
        }
        let mut entered = 0;
        while entered < self.lanes && self.join(now, tmus, &mut did) {
            entered += 1;
        }
        for tmu in tmus.iter_mut() {
            did.moved |= tmu.clock(now, &self.triangles);
        }
        self.dispatch(now, tmus, entered, &mut did);
        self.walk(now, state, &mut did);
        if self.is_drained() {
            self.color_writes.flush();
            self.aux_writes.flush();
        }
        self.sums(1);
        did
    }

    /// The oldest pixel's words go to the combiners, each of which has a port of a beat: `ports` are
    /// those that pixels of this clock took before. Returns whether it retired.
    fn retire(
        &mut self,
        now: u64,
        state: &mut State,
        ports: &mut [Option<Address>; 2],
        did: &mut Did,
    ) -> bool {
        let Some(head) = self.pipe.head(now) else { return false };
        let Leaving { slot, color, aux, finished, .. } = *head;
        let bytes = state.frame_buffer.bytes();
        // Words beyond memory are dropped.
        let color = finished.color.filter(|_| color < bytes).map(|w| (Address::frame(color), w));
        let aux = finished.aux.filter(|_| aux < bytes).map(|w| (Address::frame(aux), w));
        let fits = |port: Option<Address>, writes: &WriteCombiner, at: Address| {
            port.is_none_or(|port| port == at.align(BEAT as u32)) && writes.ready(at)
        };
        let room = color.is_none_or(|(at, _)| fits(ports[0], &self.color_writes, at))
            && aux.is_none_or(|(at, _)| fits(ports[1], &self.aux_writes, at));
        if !room {
            return false;
        }
        if let Some((at, word)) = color {
            self.color_writes.update(at, word, 3);
            ports[0] = Some(at.align(BEAT as u32));
        }
        if let Some((at, word)) = aux {
            self.aux_writes.update(at, word, 3);
            ports[1] = Some(at.align(BEAT as u32));
        }
        self.pipe.retire();
        self.pending -= 1;
        self.counts.retired += 1;
        match finished.fate {
            Fate::Passed => self.counts.fates[0] += 1,
            Fate::Chroma => self.counts.fates[1] += 1,
            Fate::Depth => self.counts.fates[2] += 1,
            Fate::Alpha => self.counts.fates[3] += 1,
            Fate::Uncounted => {}
        }
        state.count(&finished.fate.counted());
        let live = &mut self.live[usize::from(slot) % SLOTS];
        *live -= 1;
        if *live == 0 {
            self.release(slot);
        }
        did.retired = true;
        did.moved = true;
        true
    }

    /// Frees the slot of a command that was walked and has no pixel left.
    fn release(&mut self, slot: u8) {
        let at_work = self.setup.is_some_and(|setup| setup.slot == slot)
            || self.walk.as_ref().is_some_and(|walk| walk.slot() == slot);
        let place = usize::from(slot) % SLOTS;
        if !at_work && self.live[place] == 0 {
            self.triangles[place] = None;
        }
    }

    fn direct(&mut self, now: u64, state: &State, did: &mut Did) {
        let Some(direct) = &mut self.direct else { return };
        let writes = [&mut self.color_writes, &mut self.aux_writes];
        did.moved |= direct.clock(now, state, writes);
        if direct.is_over() {
            self.direct = None;
        }
    }

    /// The oldest pixel that waits enters the pipe, if it can. Returns whether it did.
    fn join(&mut self, now: u64, tmus: &mut [Tmu], did: &mut Did) -> bool {
        let Some(Waiting { pixel, needs }) = self.join.front() else { return false };
        if self.pipe.len() >= self.output_capacity {
            return false;
        }
        let Some(Some(triangle)) = self.triangles.get(usize::from(pixel.slot)) else {
            return false;
        };
        if (needs.color && self.color.found().is_none())
            || (needs.aux && self.aux.found().is_none())
        {
            return false;
        }
        let mut texels = [Texel::default(); 3];
        for (unit, tmu) in tmus.iter().enumerate() {
            if needs.units >> unit & 1 != 0 {
                let Some(texel) = tmu.result(now) else { return false };
                texels[unit % 3] = texel;
            }
        }
        if self.overlap
            && (needs.color || needs.aux)
            && self.pipe.conflicts(
                pixel.slot,
                needs.color.then_some(pixel.color),
                needs.aux.then_some(pixel.aux),
            )
        {
            did.conflict = true;
            return false;
        }
        let (pixel, needs) = (*pixel, *needs);
        let (mut color, mut aux) = (0, 0);
        if needs.color
            && let Some(found) = self.color.take_found()
        {
            color = found.words[0];
            if !found.error {
                self.color_writes.forward(Address::frame(pixel.color), &mut color);
            }
        }
        if needs.aux
            && let Some(found) = self.aux.take_found()
        {
            aux = found.words[0];
            if !found.error {
                self.aux_writes.forward(Address::frame(pixel.aux), &mut aux);
            }
        }
        for (unit, tmu) in tmus.iter_mut().enumerate() {
            if needs.units >> unit & 1 != 0 {
                tmu.take();
            }
        }
        let fetched = Fetched { texture: combined(&triangle.decoded, &texels), color, aux };
        let finished = finish(&triangle.decoded, &pixel, &fetched);
        self.enter(now, &pixel, finished);
        self.join.pop_front();
        self.counts.join_done += 1;
        did.entered = true;
        did.moved = true;
        true
    }

    fn enter(&mut self, now: u64, pixel: &Pixel, finished: Finished) {
        let Pixel { slot, color, aux, .. } = *pixel;
        self.pipe.enter(now, Leaving { at: 0, slot, color, aux, finished });
    }

    /// Issued pixels go to all units that they need in one clock, or straight into the pipe, which
    /// `entered` pixels came to before. Then the caches have their clock.
    fn dispatch(&mut self, now: u64, tmus: &mut [Tmu], mut entered: usize, did: &mut Did) {
        if self.issue.is_none() {
            self.color.clock_all(&[]);
            self.aux.clock_all(&[]);
            return;
        }
        let (mut colors, mut auxes) = (Lookups::default(), Lookups::default());
        for _ in 0..self.lanes {
            let Some(issued) = &self.issue else { break };
            let Some(Some(triangle)) = self.triangles.get(usize::from(issued.pixel.slot)) else {
                break;
            };
            let (pixel, needs) = (issued.pixel, triangle.needs);
            let joins = needs.any() || !self.join.is_empty();
            let room = if joins {
                self.join.len() < self.join_capacity
            } else {
                entered < self.lanes && self.pipe.len() < self.output_capacity
            };
            let units =
                tmus.iter().enumerate().all(|(n, tmu)| needs.units >> n & 1 == 0 || tmu.ready());
            let caches = (!needs.color || colors.count < self.color.room())
                && (!needs.aux || auxes.count < self.aux.room());
            if !(room && units && caches) {
                break;
            }
            if needs.color {
                colors.add(pixel.color);
            }
            if needs.aux {
                auxes.add(pixel.aux);
            }
            for (n, tmu) in tmus.iter_mut().enumerate() {
                if needs.units >> n & 1 != 0 {
                    let iterated = issued.iterated[n % 3];
                    tmu.accept(now, triangle, pixel.slot, iterated, issued.dither);
                }
            }
            self.bubbles.dispatched(now, latency(needs), !self.join.is_empty());
            if joins {
                did.fresh |= self.join.is_empty();
                self.join.push_back(Waiting { pixel, needs });
                self.counts.join_alloc += 1;
            } else {
                let texture = combined(&triangle.decoded, &[Texel::default(); 3]);
                let fetched = Fetched { texture, ..Fetched::default() };
                let finished = finish(&triangle.decoded, &pixel, &fetched);
                self.enter(now, &pixel, finished);
                did.entered = true;
                entered += 1;
            }
            self.issue = self.second.take();
            did.dispatched = true;
            did.moved = true;
        }
        colors.offer(&mut self.color);
        auxes.offer(&mut self.aux);
    }

    /// The walker's candidate of this clock.
    fn walk(&mut self, now: u64, state: &mut State, did: &mut Did) {
        if self.walk.is_none()
            && let Some(setup) = self.setup
            && setup.at <= now
        {
            self.begin(setup.slot);
            did.moved = true;
        }
        let Some(walk) = &mut self.walk else { return };
        let slot = walk.slot();
        let Some(Some(triangle)) = self.triangles.get(usize::from(slot)) else { return };
        if self.issue.is_some() || self.pending >= self.most_pending {
            return;
        }
        let single = triangle.alone || triangle.slow;
        if single && self.pending > 0 {
            return;
        }
        if triangle.alone && !(self.color_writes.idle() && self.aux_writes.idle()) {
            // What the pixel before wrote has to be in memory before the next one reads.
            self.color_writes.flush();
            self.aux_writes.flush();
            return;
        }
        let row = walk.row();
        for lane in 0..self.lanes {
            // A second pixel is the one to the right, or none.
            let goes_on = lane == 0 || (walk.row() == row && !single && !did.missed);
            if walk.is_over() || !goes_on || self.pending >= self.most_pending {
                break;
            }
            self.counts.candidates += 1;
            match walk.candidate(triangle) {
                Candidate::Missed => {
                    did.missed = true;
                    // Misses that follow may be passed over, if nothing else moves either.
                    did.moved |= walk.misses() == 0;
                }
                Candidate::Covered(issued) => {
                    did.moved = true;
                    if triangle.alone {
                        self.color.invalidate_all();
                        self.aux.invalidate_all();
                    }
                    let register = if lane == 0 { &mut self.issue } else { &mut self.second };
                    *register = Some(issued);
                    did.issued = true;
                    self.pending += 1;
                    self.live[usize::from(slot) % SLOTS] += 1;
                    self.counts.issued += 1;
                    state.count(&Counters { pixels_in: 1, ..Counters::default() });
                }
            }
        }
        if walk.is_over() {
            self.walk = None;
            self.release(slot);
        }
    }

    fn begin(&mut self, slot: u8) {
        self.setup = None;
        if let Some(Some(triangle)) = self.triangles.get(usize::from(slot)) {
            self.walk = Some(Walk::new(triangle, slot, self.walker, self.row_gap));
        }
    }

    /// Whether a command between set-up and dispatch still has to sample texels.
    pub fn samples_ahead(&self) -> bool {
        let slots = [
            self.setup.map(|setup| setup.slot),
            self.walk.as_ref().map(Walk::slot),
            self.issue.map(|issued| issued.pixel.slot),
        ];
        slots.into_iter().flatten().any(|slot| {
            let triangle = self.triangles.get(usize::from(slot)).and_then(Option::as_ref);
            triangle.is_some_and(|triangle| triangle.needs.units != 0)
        })
    }

    /// The word that an LFB write wants to read.
    pub fn lfb_read(&self) -> Option<u32> {
        match &self.direct {
            Some(Direct::Lfb(lfb)) => lfb.request(),
            _ => None,
        }
    }

    /// Memory took that request.
    pub fn accept_lfb_read(&mut self) {
        if let Some(Direct::Lfb(lfb)) = &mut self.direct {
            lfb.accept_request();
        }
    }

    /// Its answer came.
    pub fn lfb_beat(&mut self) {
        if let Some(Direct::Lfb(lfb)) = &mut self.direct {
            lfb.beat();
        }
    }

    fn sums(&mut self, clocks: u64) {
        let (pending, join) = (u64::from(self.pending), self.join.len() as u64);
        self.counts.pending_sum += pending * clocks;
        self.counts.pending_max = self.counts.pending_max.max(pending);
        self.counts.join_sum += join * clocks;
        self.counts.join_max = self.counts.join_max.max(join);
    }

    /// Forgets what the caches hold: memory changed behind them.
    pub fn invalidate(&mut self) {
        self.color.invalidate_all();
        self.aux.invalidate_all();
    }
}
