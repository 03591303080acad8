//! Nanoseconds a sample, by filter, and a texel decoded, by format; one thread.
//!
//! `cargo bench -p xenos-texture`. A texture of 512 x 512 with all levels, coordinates that walk over
//! it quad by quad as a rectangle's pixels do.

use std::hint::black_box;
use std::time::Instant;

use base_word::FieldValue;
use xenos_eval::{Gradients, TextureRequest, TextureUnit};
use xenos_memory::{GuestMemory, Writer};
use xenos_regs::fetch::TextureFetch;
use xenos_regs::words::DataFormat;
use xenos_texture::{Sampler, TextureCache};
use xenos_ucode::codes::{Dimension, FetchOpcode};
use xenos_ucode::{Stage, TextureFetch as Instruction};

const SIDE: u32 = 512;

fn fetch(format: DataFormat, d3: u32) -> TextureFetch {
    let d0 = 2 | (SIDE / 32) << 22 | 1 << 31;
    let size = (SIDE - 1) | (SIDE - 1) << 13;
    let swizzle = 1 << 4 | 2 << 7 | 3 << 10;
    let d1 = format.to_bits() | 1 << 24;
    TextureFetch::from_words([d0, d1, size, swizzle | d3, 9 << 6, 1 << 9 | 1 << 11 | 2 << 24])
}

fn main() {
    let memory = GuestMemory::new();
    let noise: Vec<u8> =
        (0..0x0200_0000_u32).map(|n| (n.wrapping_mul(0x9E37_79B1) >> 24) as u8).collect();
    memory.write_bytes(Writer::Cpu, 1 << 24, &noise).expect("inside");
    let linear = 1 << 19 | 1 << 21;
    for (name, d3, scale) in [
        ("point", 0, 1.0),
        ("bilinear", linear, 1.0),
        ("trilinear", linear | 1 << 23, 1.5),
        ("anisotropic 4, trilinear", linear | 1 << 23 | 3 << 25, 1.5),
    ] {
        sample(&memory, name, &fetch(DataFormat::K8888, d3), scale);
    }
    for format in [DataFormat::K8888, DataFormat::K2101010, DataFormat::Dxt1, DataFormat::Dxt45] {
        decode(&memory, format);
    }
}

fn sample(memory: &GuestMemory, name: &str, fetch: &TextureFetch, scale: f32) {
    let instruction = Instruction::plain(FetchOpcode::Fetch, Dimension::D2);
    let cache = TextureCache::default();
    let step = scale / SIDE as f32;
    let mut best = f64::MAX;
    for _ in 0..5 {
        let sampler = Sampler::new(memory, &cache);
        let began = Instant::now();
        for y in (0..SIDE).step_by(2) {
            for x in (0..SIDE).step_by(2) {
                let (u, v) = (x as f32 * step + step / 2.0, y as f32 * step + step / 2.0);
                let request = TextureRequest {
                    stage: Stage::Pixel,
                    instruction: &instruction,
                    constant: fetch.words(),
                    coordinates: [[u, u + step, u, u + step], [v, v, v + step, v + step], [0.0; 4]],
                    gradients: Some(Gradients {
                        h: [[step * 2.0; 4], [0.0; 4], [0.0; 4]],
                        v: [[0.0; 4], [step; 4], [0.0; 4]],
                    }),
                    lod: None,
                    lanes: 15,
                    covered: 15,
                    quad: 0,
                };
                black_box(sampler.sample(black_box(&request)));
            }
        }
        best = best.min(began.elapsed().as_secs_f64());
    }
    println!("{name}: {:.0} ns a sample", best * 1e9 / f64::from(SIDE * SIDE));
}

fn decode(memory: &GuestMemory, format: DataFormat) {
    let fetch = fetch(format, 0);
    let mut best = f64::MAX;
    for _ in 0..5 {
        let cache = TextureCache::default();
        let texture = cache.texture(&fetch, memory).expect("a decoder");
        let began = Instant::now();
        for y in (0..SIDE).step_by(32) {
            for x in (0..SIDE).step_by(32) {
                black_box(texture.texel(memory, 0, 0, x, y));
            }
        }
        best = best.min(began.elapsed().as_secs_f64());
    }
    println!("{format:?}: {:.1} ns a texel decoded", best * 1e9 / f64::from(SIDE * SIDE));
}
