//! Pictures in memory are what a texture fetch finds there.

use xenos_memory::{GuestMemory, Writer};
use xenos_regs::fetch::TextureFetch;

use super::{Image, Sampling, Texture};
use crate::heap::Heap;

/// A picture of smooth colours.
fn smooth(width: u32, height: u32) -> Image {
    Image::of(width, height, |u, v| [u, v, 0.5 + 0.5 * (u - v)])
}

/// The texture as the chip finds it, in memory of its own.
fn found(image: &Image, compressed: bool) -> (GuestMemory, TextureFetch) {
    let mut heap = Heap::default();
    let texture = Texture::picture(&mut heap, image, compressed);
    let memory = GuestMemory::new();
    for (base, bytes) in heap.take_stale(0, 1 << 28) {
        let words: Vec<u32> = heap
            .pages(base, bytes)
            .as_chunks()
            .0
            .iter()
            .map(|word| u32::from_be_bytes(*word))
            .collect();
        memory.write_words(Writer::Cpu, base, &words).expect("inside");
    }
    (memory, TextureFetch::from_words(texture.words(Sampling::TILED)))
}

#[test]
fn every_level_of_a_picture_is_found() {
    // A long one: its small levels are packed side by side.
    for (width, height) in [(64, 64), (128, 32), (16, 64), (8, 8)] {
        let image = smooth(width, height);
        let (memory, fetch) = found(&image, false);
        let mut image = image;
        for level in 0..=fetch.levels().1 {
            let (width, height) = image.size();
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let texel = xenos_texture::texel(&fetch, &memory, level, 0, x, y).expect("decoded");
                let codes = texel.map(|value| (value * 255.0).round() as u8);
                assert_eq!(codes, image.at(x, y), "level {level} of {width}x{height} at {x},{y}");
            }
            image = image.halved();
        }
        assert_eq!(image.size(), (1, 1));
    }
}

#[test]
fn compressed_pictures_are_close() {
    // Two gradients across each other: no line of four colours follows both.
    let image = smooth(64, 32);
    let (memory, fetch) = found(&image, true);
    let (mut worst, mut sum) = (0.0f32, 0.0);
    for (x, y) in (0..32).flat_map(|y| (0..64).map(move |x| (x, y))) {
        let texel = xenos_texture::texel(&fetch, &memory, 0, 0, x, y).expect("decoded");
        for (value, code) in texel.iter().zip(image.at(x, y)) {
            let error = (value * 255.0 - f32::from(code)).abs();
            worst = worst.max(error);
            sum += error;
        }
    }
    let mean = sum / (64.0 * 32.0 * 4.0);
    assert!(worst < 20.0 && mean < 3.5, "{worst}, {mean} on average");
}

#[test]
fn one_colour_is_exact_in_five_and_six_bits() {
    let image = Image::of(8, 8, |_, _| [1.0, 0.0, 1.0]);
    let (memory, fetch) = found(&image, true);
    for level in 0..=3 {
        let texel = xenos_texture::texel(&fetch, &memory, level, 0, 0, 0).expect("decoded");
        assert_eq!(texel.map(f32::to_bits), [1.0f32, 0.0, 1.0, 1.0].map(f32::to_bits));
    }
}
