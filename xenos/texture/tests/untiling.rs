//! A twin of untiling that walks memory address by address: each address says by the bits of the
//! tiling formula which block it holds. It knows nothing of the crate's own addresses and levels.
//!
//! For: 1,000 random shapes of every block size: flat, stacked, cube and volume, with levels and
//! packed tails, tiled and linear.
//! Facts: digest sections 3.1 to 3.4, read the other way round.

use base_word::FieldValue;
use xenos_memory::{GuestMemory, Writer};
use xenos_regs::fetch::{Dimension, TextureFetch};
use xenos_regs::words::{DataFormat, Endian};
use xenos_texture::format::{Signs, decode, info};
use xenos_texture::{TextureCache, texel};

const BASE: u32 = 0x0100_0000;
const MIPS: u32 = 0x0180_0000;
const SHAPES: u32 = 1000;

/// One format of every block size, and the compressed ones' shapes.
const FORMATS: [DataFormat; 9] = [
    DataFormat::K8,
    DataFormat::K16,
    DataFormat::K8888,
    DataFormat::K16161616,
    DataFormat::K32323232Float,
    DataFormat::Dxt1,
    DataFormat::Dxt45,
    DataFormat::CrY1CbY0Rep,
    DataFormat::K32As8,
];

/// Numbers that look random and are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = self.0;
        (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 16
    }

    fn below(&mut self, limit: u32) -> u32 {
        (self.next() % u64::from(limit)) as u32
    }

    /// Mostly small, sometimes large.
    fn side(&mut self, largest: u32) -> u32 {
        let bits = self.below(largest.ilog2()) + 1;
        1 + self.below((1 << bits).min(largest))
    }
}

/// Some bits of an address, moved down.
fn bits(address: u32, low: u32, count: u32) -> u32 {
    address >> low & ((1 << count) - 1)
}

/// The block at an address of a tiled 2D surface.
fn place_2d(address: u32, across: u32, log2: u32) -> [u32; 3] {
    let n = bits(address, 0, 4)
        | bits(address, 5, 1) << 4
        | bits(address, 8, 3) << 5
        | address >> 12 << 8;
    let (tile, inner) = (n >> log2 >> 6, bits(n >> log2, 0, 6));
    let y3 = bits(inner, 5, 1);
    let x = bits(inner, 0, 3) | (bits(address, 6, 2) ^ y3 << 1) << 3;
    let y = bits(address, 4, 1) | bits(inner, 3, 3) << 1 | bits(address, 11, 1) << 4;
    [x + tile % across * 32, y + tile / across * 32, 0]
}

/// The block at an address of a tiled 3D surface.
fn place_3d(address: u32, across: u32, down: u32, log2: u32) -> [u32; 3] {
    let n = bits(address, 0, 4)
        | bits(address, 5, 1) << 4
        | bits(address, 8, 3) << 5
        | address >> 12 << 8;
    let (tile, inner) = (n >> log2 >> 7, bits(n >> log2, 0, 7));
    let (row, slab) = (tile / across % down, tile / across / down);
    let bank = bits(address, 11, 1);
    let x = bits(inner, 0, 3) | (bits(address, 6, 2) ^ bank << 1) << 3;
    let y = bits(address, 4, 1) | bits(inner, 3, 2) << 1 | (bank ^ slab & 1) << 3;
    [x + tile % across * 32, y + row * 16, bits(inner, 5, 2) + slab * 4]
}

/// A texture, said in words of its own.
#[derive(Debug)]
struct Shape {
    format: DataFormat,
    dimension: Dimension,
    size: [u32; 3],
    /// Layers or faces.
    slices: u32,
    pitch: u32,
    tiled: bool,
    packed: bool,
    highest: u32,
    endian: Endian,
}

fn up(n: u32, to: u32) -> u32 {
    n.div_ceil(to) * to
}

fn log2_up(n: u32) -> u32 {
    (0..32).find(|log2| 1_u64 << log2 >= u64::from(n)).unwrap_or(32)
}

impl Shape {
    fn random(numbers: &mut Numbers) -> Self {
        let format = FORMATS[numbers.below(FORMATS.len() as u32) as usize];
        let kind = numbers.below(5);
        let volume = kind == 3;
        let (largest, deepest) = if volume { (80, 20) } else { (300, 1) };
        let mut size = [numbers.side(largest), numbers.side(largest), numbers.side(deepest.max(2))];
        if !volume {
            size[2] = 1;
        }
        let (dimension, slices) = match kind {
            0 | 1 => (Dimension::D2, 1),
            2 => (Dimension::D2, 1 + numbers.below(5)),
            3 => (Dimension::D3, 1),
            _ => (Dimension::Cube, 6),
        };
        if dimension == Dimension::Cube {
            size[1] = size[0];
        }
        let longest = size.into_iter().max().unwrap_or(1);
        let endian = match info(format).storage.bytes {
            1 => Endian::None,
            2 => Endian::from_bits(numbers.below(2)),
            _ => Endian::from_bits(numbers.below(4)),
        };
        Self {
            format,
            dimension,
            size,
            slices,
            pitch: up(size[0], 32) + 32 * numbers.below(3),
            tiled: numbers.below(4) > 0,
            packed: numbers.below(2) > 0,
            highest: numbers.below(longest.ilog2() + 1),
            endian,
        }
    }

    fn fetch(&self) -> TextureFetch {
        let [width, height, depth] = self.size;
        let size = match self.dimension {
            Dimension::D3 => (width - 1) | (height - 1) << 11 | (depth - 1) << 22,
            Dimension::Cube => (width - 1) | (height - 1) << 13 | 5 << 26,
            _ => (width - 1) | (height - 1) << 13 | (self.slices - 1) << 26,
        };
        let d0 = 2 | (self.pitch / 32) << 22 | u32::from(self.tiled) << 31;
        let stacked = self.dimension == Dimension::D2 && self.slices > 1;
        let d1 =
            self.format.to_bits() | self.endian.to_bits() << 6 | u32::from(stacked) << 10 | BASE;
        let d5 = self.dimension.to_bits() << 9 | u32::from(self.packed) << 11 | MIPS;
        TextureFetch::from_words([d0, d1, size, 0, self.highest << 6, d5])
    }

    /// Where a level begins in the blocks of the storage that it shares, by the rule's table.
    fn offset(&self, level: u32, first: u32) -> [u32; 3] {
        let [w, h, d] = self.size.map(log2_up);
        let m = level - first;
        let (mut x, mut y, mut z) = (0, 0, 0);
        if m < 3 {
            if w > h { y = 16 >> m } else { x = 16 >> m }
        } else {
            let long = if w > h { &mut x } else { &mut y };
            *long = (1_u64 << (w.max(h) - first) >> (m - 2)) as u32;
            if *long < 4 && self.size[2] > 1 {
                z = if d > 1 + m { 4 * (d - m) } else { 4 };
            }
        }
        let storage = info(self.format).storage;
        [x / storage.width, y / storage.height, z]
    }

    /// For each level and slice: the blocks by row, as found by walking memory.
    fn walk(&self, memory: &GuestMemory) -> Vec<Vec<Level>> {
        let storage = info(self.format).storage;
        let shorter = log2_up(self.size[0].min(self.size[1]));
        let first_packed = self.packed.then(|| shorter.max(4) - 4);
        let (mut levels, mut chain) = (Vec::new(), MIPS);
        for level in 0..=self.highest {
            let stored = first_packed.map_or(level, |first| level.min(first));
            let held = self.size.map(|n| ((1 << log2_up(n)) >> stored).max(1_u32));
            let (across, down, deep) = if level == 0 {
                (
                    self.pitch.div_ceil(storage.width),
                    self.size[1].div_ceil(storage.height),
                    self.size[2],
                )
            } else {
                (held[0].div_ceil(storage.width), held[1].div_ceil(storage.height), held[2])
            };
            let (across, down) = (up(across, 32), up(down, 32));
            let volume = self.dimension == Dimension::D3;
            let deep = if volume { up(deep, 4) } else { 1 };
            let mut row = across * storage.bytes;
            if level > 0 && !self.tiled {
                row = up(row, 256);
            }
            let stride = up(row * down * deep, 4096);
            let packed = first_packed.is_some_and(|first| level >= first);
            let shift = first_packed
                .filter(|first| level >= *first)
                .map_or([0; 3], |first| self.offset(level, first));
            let size = self.size.map(|n| (n >> level).max(1));
            let blocks = [size[0].div_ceil(storage.width), size[1].div_ceil(storage.height)];
            let from = if level == 0 { BASE } else { chain };
            let depth = if volume { size[2] } else { 1 };
            let mut slices: Vec<Level> =
                (0..self.slices.max(depth)).map(|_| Level::new(size, blocks)).collect();
            // The tail's z offsets may lie behind its storage.
            let behind = if shift[2] > 0 { stride * 8 } else { stride };
            let total = if volume { behind } else { stride * self.slices };
            let mut bytes = vec![0; total as usize];
            memory.read_bytes(from, &mut bytes).expect("inside");
            exchange(&mut bytes, self.endian);
            for at in (0..total).step_by(storage.bytes as usize) {
                let (slice, within) = if volume { (0, at) } else { (at / stride, at % stride) };
                let log2 = storage.bytes.ilog2();
                let place = match (self.tiled, volume) {
                    (true, false) => place_2d(within, across / 32, log2),
                    (true, true) => place_3d(within, across / 32, down / 16, log2),
                    (false, _) => {
                        let y = within / row;
                        [within % row / storage.bytes, y % down, y / down]
                    }
                };
                let [x, y, z] = [0, 1, 2].map(|axis: usize| place[axis].checked_sub(shift[axis]));
                let (Some(x), Some(y), Some(z)) = (x, y, z) else { continue };
                let slice = if volume { z } else { slice };
                if x < blocks[0]
                    && y < blocks[1]
                    && (volume || (place[1] < down && place[2] == 0))
                    && let Some(found) = slices.get_mut(slice as usize)
                {
                    let block = &bytes[at as usize..(at + storage.bytes) as usize];
                    let slot = &mut found.blocks[(y * blocks[0] + x) as usize];
                    assert!(
                        slot.is_none(),
                        "two addresses hold {x} {y} {slice} of {level}: {self:?}"
                    );
                    *slot = Some(block.to_vec());
                }
            }
            levels.push(slices);
            if level > 0 && !packed {
                chain += stride * self.slices;
            }
        }
        levels
    }
}

/// Bytes of each word exchanged by the code's name.
fn exchange(bytes: &mut [u8], endian: Endian) {
    for word in bytes.chunks_exact_mut(4) {
        match endian {
            Endian::None => {}
            Endian::Swap8In16 => word.chunks_exact_mut(2).for_each(<[u8]>::reverse),
            Endian::Swap8In32 => word.reverse(),
            Endian::Swap16In32 => word.rotate_left(2),
        }
    }
}

struct Level {
    size: [u32; 3],
    across: u32,
    blocks: Vec<Option<Vec<u8>>>,
}

impl Level {
    fn new(size: [u32; 3], blocks: [u32; 2]) -> Self {
        let count = (blocks[0] * blocks[1]) as usize;
        Self { size, across: blocks[0], blocks: vec![None; count] }
    }
}

#[test]
fn a_walk_through_memory_finds_the_same_texels() {
    let memory = GuestMemory::new();
    let mut numbers = Numbers(7);
    let noise: Vec<u8> = (0..0x0100_0000 / 8).flat_map(|_| numbers.next().to_le_bytes()).collect();
    memory.write_bytes(Writer::Cpu, BASE, &noise).expect("inside");
    let cache = TextureCache::default();
    let (mut texels, mut tails) = (0_u64, 0);
    for _ in 0..SHAPES {
        let shape = Shape::random(&mut numbers);
        let fetch = shape.fetch();
        let storage = info(shape.format).storage;
        let decoder = info(shape.format).decoder;
        let texture = cache.texture(&fetch, &memory).expect("a decoder");
        let walked = shape.walk(&memory);
        assert_eq!(walked.len(), texture.layout().levels().len(), "{shape:?}");
        tails += u32::from(shape.packed && shape.highest > 0);
        for (level, slices) in walked.iter().enumerate() {
            for (slice, found) in slices.iter().enumerate() {
                for (index, block) in found.blocks.iter().enumerate() {
                    let block = block
                        .as_ref()
                        .unwrap_or_else(|| panic!("a hole in {level} {slice} of {shape:?}"));
                    let mut bytes = [0; 16];
                    bytes[..block.len()].copy_from_slice(block);
                    let (row, column) = (index as u32 / found.across, index as u32 % found.across);
                    for inner in 0..storage.width * storage.height {
                        let (x, y) = (inner % storage.width, inner / storage.width);
                        let at = (column * storage.width + x, row * storage.height + y);
                        if at.0 >= found.size[0] || at.1 >= found.size[1] {
                            continue;
                        }
                        let expected =
                            decode(decoder, &bytes, x, y, Signs::PLAIN).expect("a decoder");
                        let expected = expected.map(f32::to_bits);
                        let (level, slice) = (level as u32, slice as u32);
                        let got = texture.texel(&memory, level, slice, at.0, at.1);
                        assert_eq!(
                            got.map(f32::to_bits),
                            expected,
                            "{at:?} {level} {slice} {shape:?}"
                        );
                        texels += 1;
                        if texels % 257 == 0 {
                            let got = texel(&fetch, &memory, level, slice, at.0, at.1);
                            let got = got.map(|texel| texel.map(f32::to_bits));
                            assert_eq!(got, Ok(expected), "{at:?} {level} {slice} {shape:?}");
                        }
                    }
                }
            }
        }
    }
    println!("{SHAPES} shapes, {tails} of them with packed tails, {texels} texels");
    assert!(tails > 200 && texels > 1_000_000);
}
