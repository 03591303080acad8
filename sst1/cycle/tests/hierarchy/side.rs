//! The memory side of a card with random traffic instead of pixels.

use std::collections::VecDeque;

use sst1_cycle::{
    arbiter::{Arbiter, slot},
    cache::{Lookup, Order, ReadCache},
    combiner::WriteCombiner,
    config::{CacheConfig, Config},
    counters::Counters,
    memory::Memory,
    port::{Address, BEAT, Client, Operation, Request},
};

use crate::{
    random::Random,
    store::{FRAME, Store, TEXTURE},
};

/// No lookup waits longer: that would be a lock-up. Ports with one request of 500 clocks at a time
/// that serve three full wait queues come nowhere near.
const PATIENCE: u64 = 400_000;

/// FBI's traffic to one buffer: reads through a cache, writes through a combiner.
struct Buffer {
    cache: ReadCache,
    combiner: WriteCombiner,
    coherent: bool,
    /// First byte of the buffer.
    base: u32,
    /// Where the next read and the next write go.
    read: u32,
    write: u32,
    /// Writes that may still be made: reads make room for writes, as pixels do.
    credit: u32,
    /// A write that was not taken.
    held: Option<(Address, u16, u8)>,
    waiting: VecDeque<(u32, Address, u64)>,
    most: usize,
    next: u32,
    answers: u64,
}

impl Buffer {
    fn new(
        config: &CacheConfig,
        [gathers, drains]: [u32; 2],
        read: Client,
        write: Client,
        base: u32,
    ) -> Self {
        Self {
            cache: ReadCache::new(config, read, 0x40, Order::Kept, FRAME),
            combiner: WriteCombiner::gathering(write, gathers, drains),
            coherent: config.coherent,
            base,
            read: 0,
            write: 0,
            credit: 0,
            held: None,
            waiting: VecDeque::new(),
            most: config.waits as usize + 1,
            next: 0,
            answers: 0,
        }
    }

    /// A place in the buffer; without coherence reads and writes keep to a half each.
    fn place(&self, at: u32, write: bool) -> Address {
        let half = FRAME / 4;
        let offset = match (self.coherent, write) {
            (true, _) => at % (2 * half),
            (false, false) => at % half,
            (false, true) => half + at % half,
        };
        Address::frame(self.base + (offset & !1))
    }

    fn take(&mut self, newest: &Store) {
        let Some(mut found) = self.cache.take_found() else { return };
        let (id, address, _) = self.waiting.pop_front().expect("an answer nobody asked for");
        assert_eq!(found.id, id, "order");
        self.combiner.forward(address, &mut found.words[0]);
        assert_eq!(found.words[0], newest.answer(address), "{address:?}");
        self.credit += 2;
        self.answers += 1;
    }

    fn write(&mut self, random: &mut Random, newest: &mut Store) {
        if self.held.is_none() && self.credit > 0 && random.chance(12) {
            self.credit -= 1;
            self.write = walk(random, self.write);
            let strobes = if random.chance(14) { 3 } else { 1 + random.below(2) as u8 };
            let word = random.next() as u16;
            self.held = Some((self.place(self.write, true), word, strobes));
        }
        if let Some((address, word, strobes)) = self.held {
            let ready = self.combiner.ready(address);
            assert_eq!(self.combiner.update(address, word, strobes), ready);
            if ready {
                newest.put(address, word, strobes);
                self.held = None;
            }
        }
    }

    fn lookup(&mut self, random: &mut Random, now: u64) -> Option<Lookup> {
        if !self.cache.ready() || !random.chance(14) {
            return None;
        }
        self.read = walk(random, self.read);
        let address = self.place(self.read, false);
        self.waiting.push_back((self.next, address, now));
        self.next += 1;
        Some(Lookup::one(self.next - 1, address))
    }

    fn idle(&self) -> bool {
        self.cache.idle() && self.combiner.idle() && self.held.is_none() && self.waiting.is_empty()
    }
}

/// Mostly the next word, sometimes a row or a far place.
fn walk(random: &mut Random, at: u32) -> u32 {
    match random.below(32) {
        0 => random.below(FRAME),
        1..4 => at + 512,
        _ => at + 2,
    }
}

pub(crate) struct Side {
    memory: Memory,
    arbiter: Arbiter,
    store: Store,
    newest: Store,
    color: Buffer,
    aux: Buffer,
    texture: ReadCache,
    texture_most: usize,
    sampled: u32,
    offered: Option<Lookup>,
    waiting: Vec<(Lookup, u64)>,
    upload: Option<Request>,
    next: u32,
    answers: u64,
    limits: [CacheConfig; 3],
    config: Config,
}

impl Side {
    pub(crate) fn new(config: &Config) -> Self {
        let memory = Memory::new(&config.memory);
        let store = Store::new();
        let lines = [config.gathers, config.drains];
        Self {
            arbiter: Arbiter::new(memory.sharing()),
            memory,
            newest: store.clone(),
            store,
            color: Buffer::new(&config.color, lines, Client::ColorRead, Client::ColorWrite, 0),
            aux: Buffer::new(&config.aux, lines, Client::AuxRead, Client::AuxWrite, FRAME / 2),
            texture: {
                let (client, order) = (Client::Texture(0), Order::Free);
                ReadCache::new(&config.texture, client, 0x90, order, TEXTURE)
            },
            texture_most: config.texture.waits as usize + 1,
            sampled: 0,
            offered: None,
            waiting: Vec::new(),
            upload: None,
            next: 0,
            answers: 0,
            limits: [config.color, config.aux, config.texture],
            config: *config,
        }
    }

    pub(crate) fn run(&mut self, random: &mut Random, clocks: u64) {
        for _ in 0..clocks {
            self.clock(Some(random));
        }
    }

    /// No more traffic; everything comes to an end.
    pub(crate) fn drain(&mut self) {
        let until = self.memory.now() + PATIENCE;
        while !self.idle() {
            assert!(self.memory.now() < until, "locked up: {:?}", self.config);
            self.clock(None);
        }
    }

    /// The same, but clocks in which nothing happens are skipped. Returns how many were.
    pub(crate) fn drain_skipping(&mut self) -> u64 {
        let mut skipped = 0;
        while !self.idle() {
            let clocks = self.quiet();
            self.memory.skip(clocks);
            for cache in [&mut self.color.cache, &mut self.aux.cache, &mut self.texture] {
                cache.skip(clocks);
            }
            skipped += clocks;
            self.clock(None);
        }
        skipped
    }

    fn quiet(&self) -> u64 {
        let caches = [&self.color.cache, &self.aux.cache, &self.texture];
        let quiet = caches.iter().all(|cache| cache.quiet() && cache.found().is_none())
            && [&self.color, &self.aux].iter().all(|b| b.combiner.idle() && b.held.is_none())
            && self.offered.is_none()
            && self.upload.is_none();
        if quiet { self.memory.quiet().unwrap_or(0) } else { 0 }
    }

    fn idle(&self) -> bool {
        let texture = self.texture.idle() && self.waiting.is_empty() && self.offered.is_none();
        texture
            && self.color.idle()
            && self.aux.idle()
            && self.upload.is_none()
            && self.memory.idle()
    }

    pub(crate) fn check(&self) {
        assert!(self.store == self.newest, "memory holds every write");
        let caches = [&self.color.cache, &self.aux.cache, &self.texture];
        for (cache, limits) in caches.into_iter().zip(&self.limits) {
            let counts = &cache.counts;
            assert_eq!(counts.lookups, counts.hits + counts.misses);
            assert!(counts.waits_max <= limits.waits.into());
            assert!(counts.fills_max <= limits.fills.into());
            assert_eq!(counts.requests, counts.demand + counts.prefetches);
            assert_eq!(counts.done, counts.requests);
            assert_eq!(counts.beats, counts.done * u64::from(limits.line) / BEAT as u64);
        }
        let counts = &self.memory.counts;
        assert_eq!(counts.beats, counts.beats_requested);
        assert_eq!(counts.lasts, counts.requests - counts.writes);
    }

    pub(crate) fn answers(&self) -> u64 {
        self.answers + self.color.answers + self.aux.answers
    }

    pub(crate) fn clocks(&self) -> u64 {
        self.memory.now()
    }

    pub(crate) fn counters(&self) -> Counters {
        let mut counters = Counters::new(&self.config);
        counters.clocks = self.memory.now();
        counters.color_cache(&self.color.cache.counts);
        counters.aux_cache(&self.aux.cache.counts);
        counters.texture_cache(&self.texture.counts);
        counters.combiners(&self.color.combiner.counts, &self.aux.combiner.counts);
        counters.memory(&self.memory.counts, &self.arbiter.counts);
        counters
    }

    /// One clock, sinks before sources.
    fn clock(&mut self, mut random: Option<&mut Random>) {
        let now = self.memory.now();
        let drawn = |random: &mut Option<&mut Random>, n| {
            random.as_mut().is_none_or(|random| random.chance(n))
        };
        if drawn(&mut random, 13) {
            self.color.take(&self.newest);
        }
        if drawn(&mut random, 13) {
            self.aux.take(&self.newest);
        }
        self.take_texels();
        for beat in self.memory.beats() {
            match beat.client {
                Client::ColorRead => self.color.cache.beat(beat),
                Client::AuxRead => self.aux.cache.beat(beat),
                Client::Texture(0) => self.texture.beat(beat),
                other => panic!("a beat for {other:?}"),
            }
        }
        self.serve();
        if let Some(random) = &mut random {
            self.color.write(random, &mut self.newest);
            self.aux.write(random, &mut self.newest);
        } else {
            let still = &mut Random::new(1);
            for buffer in [&mut self.color, &mut self.aux] {
                buffer.credit = 0;
                buffer.write(still, &mut self.newest);
                buffer.combiner.flush();
            }
        }
        for buffer in [&mut self.color, &mut self.aux] {
            let live = random.as_mut().and_then(|random| buffer.lookup(random, now));
            let taken = buffer.cache.clock(live.as_ref());
            assert_eq!(taken, live.is_some(), "a ready cache in order takes every lookup");
            assert!(buffer.waiting.len() <= buffer.most);
            let late = buffer.waiting.front().is_some_and(|(_, _, at)| now - at > PATIENCE);
            assert!(!late, "locked up: {:?}", self.config);
        }
        if let Some(random) = random {
            self.sample(random, now);
        }
        if self.texture.clock(self.offered.as_ref()) {
            self.waiting.extend(self.offered.take().map(|lookup| (lookup, now)));
        }
        assert!(self.waiting.len() <= self.texture_most);
        assert!(self.waiting.first().is_none_or(|(_, at)| now - at <= PATIENCE));
        self.memory.clock(&mut self.store);
    }

    fn take_texels(&mut self) {
        let Some(found) = self.texture.take_found() else { return };
        let index = self.waiting.iter().position(|(lookup, _)| lookup.id == found.id);
        let (lookup, _) = self.waiting.remove(index.expect("an answer nobody asked for"));
        let ports = &lookup.addresses[..lookup.ports.into()];
        for (word, address) in found.words.iter().zip(ports) {
            assert_eq!(*word, self.newest.answer(*address), "{address:?}");
        }
        assert_eq!(found.error, ports.iter().any(|address| address.byte() >= TEXTURE));
        self.answers += 1;
    }

    /// Bilinear footprints along a span, with jumps; and uploads when nothing is looked up.
    fn sample(&mut self, random: &mut Random, now: u64) {
        if self.offered.is_none() && self.upload.is_none() && random.chance(14) {
            if self.waiting.is_empty() && random.below(8) == 0 {
                // Mostly where a prefetch may be under way.
                let near = self.sampled + random.below(512);
                let byte = if random.chance(12) { near } else { random.below(TEXTURE) };
                let byte = (byte % TEXTURE) & !3;
                self.upload = Some(Request {
                    address: Address::texture(0, byte).align(BEAT as u32),
                    client: Client::Upload(0),
                    tag: 0x80,
                    operation: Operation::Write {
                        data: [random.next() as u8; BEAT],
                        strobes: 0xF << (byte % BEAT as u32),
                    },
                });
                return;
            }
            self.sampled = match random.below(64) {
                0 => random.below(TEXTURE + 64),
                1..4 => (self.sampled + 256) % TEXTURE,
                _ => (self.sampled + random.below(4)) % TEXTURE,
            };
            let at = |offset| Address::texture(0, self.sampled + offset);
            let addresses = [at(0), at(2), at(256), at(258)];
            let ports = if random.chance(12) { 4 } else { 1 };
            self.offered = Some(Lookup { id: self.next, addresses, ports });
            self.next += 1;
            if random.chance(2) {
                self.texture.hint(at(128 * (now as u32 % 5)));
            }
        }
    }

    /// The arbiter's choices are offered to memory; writes that it takes are patched in.
    fn serve(&mut self) {
        let requests = [
            self.color.combiner.request(),
            self.aux.combiner.request(),
            self.aux.cache.request(),
            self.color.cache.request(),
            self.texture.request(),
            self.upload,
        ];
        let bit = |request: &Request| 1u16 << slot(request.client);
        let presented = requests.iter().flatten().map(bit).sum();
        let chosen = self.arbiter.choose(presented);
        for request in requests.iter().flatten().filter(|request| chosen & bit(request) != 0) {
            if !self.memory.ready(request) {
                continue;
            }
            self.memory.accept(&mut self.store, request);
            self.arbiter.accepted(slot(request.client));
            match request.client {
                Client::ColorWrite => self.color.combiner.accept_request(),
                Client::AuxWrite => self.aux.combiner.accept_request(),
                Client::AuxRead => self.aux.cache.accept_request(),
                Client::ColorRead => self.color.cache.accept_request(),
                Client::Texture(_) => self.texture.accept_request(),
                _ => self.upload = None,
            }
            let Operation::Write { data, strobes } = &request.operation else { continue };
            if matches!(request.client, Client::Upload(_)) {
                sst1_cycle::port::Bytes::write(&mut self.newest, request.address, data, *strobes);
                self.texture.invalidate(request.address);
                continue;
            }
            for buffer in [&mut self.color, &mut self.aux] {
                if buffer.coherent {
                    buffer.cache.patch(request.address, data, *strobes);
                }
            }
        }
    }
}
