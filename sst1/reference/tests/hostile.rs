//! Streams of random writes under random mixtures of facts: nothing panics or overflows, and what is
//! drawn is the same each time.

use sst1_board::{BoardConfig, Card, Device, Width};
use sst1_facts::{FACTS, Profile};
use sst1_reference::Reference;
use sst1_regs::offset;

/// A small generator of its own, so that streams never change.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }

    fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end
    }

    /// Words whose extremes are as likely as their middles.
    fn word(&mut self) -> u32 {
        let word = self.next();
        match self.below(8) {
            0 => 0,
            1 => u32::MAX,
            2 => 0x8000_0000,
            3 => word >> self.below(32),
            4 => !(word >> self.below(32)),
            _ => word,
        }
    }
}

fn profile(random: &mut Random) -> Profile {
    let mut profile = if random.below(2) == 0 { Profile::hardware() } else { Profile::b86() };
    for fact in FACTS {
        if random.below(2) == 0 {
            let value = &fact.values[random.below(fact.values.len())];
            profile.set(fact.name, value.name).expect("a listed value");
        }
    }
    profile
}

fn board(random: &mut Random) -> Card<Reference> {
    let config = BoardConfig {
        frame_buffer_bytes: 1 << (16 + random.below(6)),
        texture_bytes: 1 << (16 + random.below(4)),
        tmus: 1 + random.below(3) as u32,
    };
    let profile = profile(random);
    let mut card = Card::new(config, profile).expect("a board");
    card.config_write(0x40, 1, Width::Word);
    let mut set = |offset, data| {
        card.write(offset, data, Width::Word);
    };
    set(offset::FBI_INIT1, 0x50);
    set(offset::FBI_INIT2, (random.below(32) as u32) << 11);
    set(offset::VIDEO_DIMENSIONS, 0x00C8_013F);
    card
}

/// Vertices mostly near the picture; other parameters anything.
fn triangle(card: &mut Card<Reference>, random: &mut Random) {
    let mut set = |offset, data| {
        card.write(offset, data, Width::Word);
    };
    let mut rows = [0; 3].map(|_| random.next() % 4000);
    rows.sort_unstable();
    for (vertex, row) in rows.into_iter().enumerate() {
        let near = [random.next() % 6000, row];
        for (axis, near) in near.into_iter().enumerate() {
            let at = 0x008 + (vertex * 8 + axis * 4) as u32;
            set(at, if random.below(40) == 0 { random.word() } else { near });
        }
    }
    for at in (0x020..0x080).step_by(4) {
        let float = if random.below(3) == 0 { 0x80 } else { 0 };
        let chips = (random.next() & 15) << 10;
        set(at | float | chips, random.word());
    }
    set(offset::TRIANGLE_CMD, random.word());
}

/// Drawing and texture registers, anything in them.
fn registers(card: &mut Card<Reference>, random: &mut Random) {
    let mut set = |offset, data| {
        card.write(offset, data, Width::Word);
    };
    for at in (0x104..0x1E0).step_by(4) {
        let command = [offset::NOP_CMD, offset::FASTFILL_CMD, offset::SWAPBUFFER_CMD].contains(&at);
        if !command && random.below(3) == 0 {
            set(at, random.word());
        }
    }
    if random.below(3) != 0 {
        // Neither clip nor never: bits 0, 4 and 7:5 of fbzMode.
        set(offset::FBZ_MODE, random.word() & !0xF1);
    }
    for at in (0x300..0x384).step_by(4) {
        if random.below(3) == 0 {
            set(at | (random.next() & 15) << 10, random.word());
        }
    }
    if random.below(4) == 0 {
        set(offset::FBI_INIT3, random.word());
        set(offset::SWAPBUFFER_CMD, 0);
        set(offset::FASTFILL_CMD, 0);
    }
}

fn memory(card: &mut Card<Reference>, random: &mut Random) {
    for _ in 0..40 {
        let width = if random.below(3) == 0 { Width::Half } else { Width::Word };
        let data = random.word();
        card.write(0x40_0000 | random.next() & 0x3F_FFFF, data, width);
        card.read(0x40_0000 | random.next() & 0x3F_FFFF, width);
        let level = (random.next() % 10) << 17;
        let texture = 0x80_0000 | random.next() & 0x61_FFFF | level;
        card.write(texture, data, Width::Word);
    }
}

/// What a stream leaves behind.
#[derive(PartialEq)]
struct Run {
    state: Vec<u8>,
    pixels: u64,
    /// Identifier, register, first value, count.
    refused: Vec<(&'static str, &'static str, u32, u64)>,
}

fn run(seed: u64) -> Run {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut card = board(&mut random);
    for _ in 0..6 {
        registers(&mut card, &mut random);
        memory(&mut card, &mut random);
        for _ in 0..4 {
            triangle(&mut card, &mut random);
        }
    }
    let refused = card.log_mut().rows().map(|r| (r.id, r.register, r.value, r.count)).collect();
    Run { state: card.save().expect("a state"), pixels: card.state().pixels_total[0], refused }
}

#[test]
fn nothing_panics_and_everything_repeats() {
    let mut pixels = 0;
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..24 {
        let first = run(seed);
        assert!(first == run(seed), "stream {seed}");
        pixels += first.pixels;
        kinds.extend(first.refused.iter().map(|refused| refused.0));
    }
    assert!(pixels > 1_000_000, "only {pixels} pixels were covered");
    assert!(kinds.len() >= 10, "only {kinds:?} were refused");
}
