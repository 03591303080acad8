//! Where a fast engine might cut a corner, against the reference engine: buffers that overlap each
//! other or themselves, memory's end, textures that change between triangles, mixtures of facts,
//! numbers that overflow. After every step the whole states agree.

use sst1_board::{BoardConfig, Card, Device, State, Width};
use sst1_facts::{FACTS, Profile};
use sst1_reference::Reference;
use sst1_soft::Soft;

/// A small generator of its own, so that streams never change.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    fn below(&mut self, end: u32) -> u32 {
        self.word() % end
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    fn within(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low) as u32) as i32
    }
}

/// Two cards that are fed alike.
struct Pair {
    soft: Card<Soft>,
    reference: Card<Reference>,
}

impl Pair {
    fn new(config: BoardConfig, profile: &Profile) -> Self {
        let mut soft = Card::new(config, profile.clone()).expect("a board");
        let mut reference = Card::new(config, profile.clone()).expect("a board");
        soft.config_write(0x40, 1, Width::Word);
        reference.config_write(0x40, 1, Width::Word);
        Self { soft, reference }
    }

    fn write(&mut self, offset: u32, data: u32) {
        self.soft.write(offset, data, Width::Word);
        self.reference.write(offset, data, Width::Word);
    }

    fn check(&self, what: &str) {
        let (a, b) = (self.soft.state(), self.reference.state());
        let rows = |state: &State| state.log.rows().cloned().collect::<Vec<_>>();
        assert_eq!(rows(a), rows(b), "refusals: {what}");
        assert_eq!(a.counters, b.counters, "{what}");
        assert_eq!(a.parameters, b.parameters, "{what}");
        assert_eq!(a.fbi, b.fbi, "{what}");
        assert!(a.frame_buffer == b.frame_buffer, "frame buffer: {what}");
    }

    /// Everything that a saved state holds, the 86Box cache included.
    fn check_whole(&self, what: &str) {
        let bytes = |state: &State| state.to_bytes().expect("a saved state");
        assert!(bytes(self.soft.state()) == bytes(self.reference.state()), "state: {what}");
    }
}

fn mixture(random: &mut Random) -> Profile {
    let mut profile = if random.one_in(2) { Profile::hardware() } else { Profile::b86() };
    let share = random.below(4);
    for fact in FACTS {
        if random.below(4) < share {
            let value = &fact.values[random.below(fact.values.len() as u32) as usize];
            profile.set(fact.name, value.name).expect("a listed value");
        }
    }
    profile
}

fn layout(pair: &mut Pair, random: &mut Random) {
    let height = 20 + random.below(100);
    pair.write(0x20C, height << 16 | 127);
    // Strides down to 0 and buffers less than a picture apart: pixels share words.
    pair.write(0x214, random.below(4) << 4);
    pair.write(0x218, random.below(4) << 11 | random.below(2) << 4);
    pair.write(0x21C, random.below(height) << 22 | random.below(2));
    let (left, right) = (random.below(64), random.below(160));
    pair.write(0x118, left << 16 | right);
    pair.write(0x11C, random.below(32) << 16 | random.below(200));
}

fn registers(pair: &mut Pair, random: &mut Random) {
    for offset in [0x104, 0x108, 0x10C, 0x110, 0x114, 0x130, 0x134, 0x140, 0x144, 0x148] {
        if !random.one_in(3) {
            let word = random.word();
            let word = match offset {
                0x104 if random.one_in(2) => word | 1 << 27,
                // Both masks on, functions that often pass.
                0x110 => word | 0x600 | (random.below(4) << 6),
                _ => word,
            };
            pair.write(offset, word);
        }
    }
    for offset in [0x300, 0x304, 0x308, 0x30C, 0x310, 0x314, 0x318] {
        if random.one_in(2) {
            let word = random.word();
            let word = match offset {
                0x30C.. => word & 0x1FFF,
                0x304 if random.one_in(2) => word & 0xFF00_0000 | random.below(36) << 6,
                _ => word,
            };
            pair.write([0, 2, 4, 8][random.below(4) as usize] << 10 | offset, word);
        }
    }
    // Tables and palettes.
    for _ in 0..random.below(8) {
        let (offset, word) = (0x324 + 4 * random.below(24), random.word());
        pair.write(offset, word);
    }
    pair.write(0x160 + 4 * random.below(32), random.word());
}

fn downloads(pair: &mut Pair, random: &mut Random) {
    let at = random.below(2) << 21 | random.below(10) << 17;
    for _ in 0..random.below(24) {
        let (row, column) = (random.below(16), random.below(128));
        let word = random.word();
        pair.write(0x80_0000 | at | row << 9 | column << 2, word);
    }
}

fn triangle(pair: &mut Pair, random: &mut Random) {
    let wild = random.one_in(4);
    let mut points = [[0; 2]; 3].map(|point: [i32; 2]| {
        if wild {
            point.map(|_| random.within(-0x8000, 0x8000))
        } else {
            [random.within(-200, 2400), random.within(-200, 1200)]
        }
    });
    if !random.one_in(5) {
        points.sort_by_key(|point| point[1]);
    }
    for (offset, value) in (0x008..0x020).step_by(4).zip(points.as_flattened()) {
        pair.write(offset, *value as u32);
    }
    for offset in (0x020..0x080).step_by(4) {
        if random.one_in(3) {
            continue;
        }
        let word = random.word() as i32;
        let start = offset < 0x040;
        let shift = match offset / 4 % 8 {
            _ if random.one_in(10) => 0,
            0..=2 | 4 => {
                if start {
                    12
                } else {
                    19
                }
            }
            3 => {
                if start {
                    4
                } else {
                    12
                }
            }
            5 | 6 => {
                if start {
                    8
                } else {
                    13
                }
            }
            _ => {
                if start {
                    2
                } else {
                    10
                }
            }
        };
        if random.one_in(3) {
            let value = (word >> shift) as f32 / 4096.0;
            pair.write(0x080 + offset, value.to_bits());
        } else {
            pair.write(offset, (word >> shift) as u32);
        }
    }
    pair.write(0x080, random.word());
}

fn run(seed: u64, mut profile: impl FnMut(&mut Random) -> Profile) {
    let random = &mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let profile = profile(random);
    let config = BoardConfig {
        frame_buffer_bytes: 1 << 16,
        texture_bytes: 1 << 16,
        tmus: 1 + random.below(3),
    };
    let mut pair = Pair::new(config, &profile);
    for step in 0..24 {
        if step == 0 || random.one_in(8) {
            layout(&mut pair, random);
        }
        registers(&mut pair, random);
        for _ in 0..3 {
            match random.below(8) {
                0 => pair.write(0x124, 0),
                1 => {
                    let (offset, word) = (random.below(1 << 18), random.word());
                    pair.write(0x40_0000 | offset, word);
                }
                2 => downloads(&mut pair, random),
                3 => pair.write(0x128, 0),
                _ => triangle(&mut pair, random),
            }
        }
        pair.check(&format!("seed {seed}, step {step}, {profile:?}"));
    }
    pair.check_whole(&format!("seed {seed}, {profile:?}"));
}

#[test]
fn under_the_profiles() {
    for seed in 0..10 {
        run(seed, |_| Profile::hardware());
        run(seed, |_| Profile::b86());
    }
}

#[test]
fn under_mixtures() {
    for seed in 100..140 {
        run(seed, mixture);
    }
}
