use super::*;
use crate::WORDS;
use proptest::prelude::*;
use xenos_regs::words::ColorFormat::{Fixed8888, Float16161616};

const COLOR: Kind = Kind::Color(Fixed8888);
const WIDE: Kind = Kind::Color(Float16161616);
const DEPTH: Kind = Kind::Depth(DepthFormat::D24S8);

fn surface(base: u32, pitch: u32, samples: MsaaSamples, kind: Kind) -> Surface {
    Surface::new(base, pitch, samples, kind).expect("a defined surface")
}

#[test]
fn what_nothing_defines_is_named() {
    let samples = Surface::new(0, 80, MsaaSamples::Reserved3, COLOR);
    assert_eq!(samples, Err(Undefined::Samples));
    let kind = Kind::Color(ColorFormat::Reserved9);
    let format = Surface::new(0, 80, MsaaSamples::X1, kind).expect_err("reserved");
    assert_eq!(format.to_string(), "colour format Reserved9 is not defined");
}

#[test]
fn registers_make_surfaces() {
    let info = RbSurfaceInfo::from_raw(0x0002_0500);
    let color = Surface::color(info, RbColorInfo::from_raw(0x0007_0FFF)).expect("defined");
    assert_eq!((color.base(), color.pitch(), color.samples()), (2047, 1280, MsaaSamples::X4));
    assert_eq!((color.kind(), color.pitch_tiles(), color.is_64()), (WIDE, 64, true));
    let depth = Surface::depth(info, RbDepthInfo::from_raw(0x0001_0801)).expect("defined");
    assert_eq!((depth.base(), depth.pitch_tiles(), depth.is_64()), (1, 32, false));
    assert_eq!(depth.kind(), Kind::Depth(DepthFormat::D24FS8));
}

#[test]
fn tiles_of_a_row_are_whole() {
    let tiles = |pitch, samples, kind| surface(0, pitch, samples, kind).pitch_tiles();
    assert_eq!(tiles(0, MsaaSamples::X1, COLOR), 0);
    assert_eq!(tiles(80, MsaaSamples::X2, COLOR), 1);
    assert_eq!(tiles(81, MsaaSamples::X1, COLOR), 2);
    assert_eq!(tiles(41, MsaaSamples::X4, DEPTH), 2);
    assert_eq!(tiles(81, MsaaSamples::X1, WIDE), 4);
    assert_eq!(tiles(16383, MsaaSamples::X4, WIDE), 820);
}

#[test]
fn samples_of_a_pixel_are_columns() {
    let one = surface(3, 160, MsaaSamples::X1, COLOR);
    assert_eq!(one.sample_index(81, 17, 0), (3 + 2 + 1) * 1280 + 80 + 1);
    let two = surface(0, 160, MsaaSamples::X2, COLOR);
    assert_eq!([0, 1].map(|s| two.sample_index(2, 7, s)), [14 * 80 + 2, 15 * 80 + 2]);
    let four = surface(0, 160, MsaaSamples::X4, COLOR);
    assert_eq!([0, 1, 2, 3].map(|s| four.sample_index(2, 0, s)), [4, 84, 5, 85]);
    let wide = surface(0, 160, MsaaSamples::X1, WIDE);
    assert_eq!(wide.sample_index(41, 1, 0), 1280 + 80 + 2);
}

/// Every sample of a rectangle of whole tiles has words of its own, and together they fill whole
/// tiles: the addresses of a period are one to one.
#[test]
fn a_period_is_filled_once() {
    for samples in [MsaaSamples::X1, MsaaSamples::X2, MsaaSamples::X4] {
        for kind in [COLOR, WIDE, DEPTH] {
            for (base, pitch) in [(0, 320), (2047, 81), (1000, 1280)] {
                let surface = surface(base, pitch, samples, kind);
                // A row of tiles is whole even where the pitch is not.
                let tile_pixels = match (samples, surface.is_64()) {
                    (MsaaSamples::X4, true) => 20,
                    (MsaaSamples::X4, false) | (_, true) => 40,
                    _ => 80,
                };
                let columns = surface.pitch_tiles() * tile_pixels;
                let rows = TILES / surface.pitch_tiles() * 16
                    / if samples == MsaaSamples::X1 { 1 } else { 2 };
                let mut seen = vec![false; WORDS as usize];
                for y in 0..rows {
                    for x in 0..columns {
                        for sample in 0..sample_count(samples) {
                            let index = surface.sample_index(x, y, sample);
                            for word in index..=index + u32::from(surface.is_64()) {
                                assert!(!seen[word as usize], "{surface:?} ({x}, {y}, {sample})");
                                seen[word as usize] = true;
                            }
                        }
                    }
                }
                let tiles = TILES / surface.pitch_tiles() * surface.pitch_tiles();
                let filled = seen.iter().filter(|seen| **seen).count();
                assert_eq!(filled as u32, tiles * TILE_WORDS);
            }
        }
    }
}

/// The address formula of the document, step by step in wide numbers.
fn twin(surface: &Surface, x: u64, y: u64, s: u64) -> u64 {
    let four = surface.samples() == MsaaSamples::X4;
    let sx = if four { 2 * x + s / 2 } else { x };
    let sy = match surface.samples() {
        MsaaSamples::X1 => y,
        MsaaSamples::X2 => 2 * y + s,
        _ => 2 * y + s % 2,
    };
    let row_samples = u64::from(surface.pitch()) * if four { 2 } else { 1 };
    let wide = matches!(surface.kind(), Kind::Color(Float16161616));
    let width = if wide { 40 } else { 80 };
    let pitch_tiles = row_samples.div_ceil(80) * if wide { 2 } else { 1 };
    let tile = (u64::from(surface.base()) + sy / 16 * pitch_tiles + sx / width) % 2048;
    let column = match surface.kind() {
        Kind::Depth(_) if sx % 80 < 40 => sx % 80 + 40,
        Kind::Depth(_) => sx % 80 - 40,
        Kind::Color(_) => sx % width * (80 / width),
    };
    tile * 1280 + sy % 16 * 80 + column
}

proptest! {
    #[test]
    fn addresses_follow_the_formula(
        base in 0..4096u32, pitch in 1..16384u32, x in 0..16384u32, y in 0..16384u32,
        s in 0..4u32, samples in 0..3usize, kind in 0..3usize,
    ) {
        let samples = [MsaaSamples::X1, MsaaSamples::X2, MsaaSamples::X4][samples];
        let surface = surface(base, pitch, samples, [COLOR, WIDE, DEPTH][kind]);
        let s = s % sample_count(samples);
        let index = surface.sample_index(x, y, s);
        prop_assert_eq!(u64::from(index), twin(&surface, x.into(), y.into(), s.into()));
        prop_assert!(index + u32::from(surface.is_64()) < WORDS);
        // A 64-bit sample is an even word and the next, in one row of one tile.
        prop_assert!(!surface.is_64() || index.is_multiple_of(2));
    }

    /// Depth lies where colour of the same place has the other half of the tile.
    #[test]
    fn depth_is_colour_forty_columns_away(
        pitch in 1..4096u32, x in 0..8192u32, y in 0..8192u32, s in 0..4u32,
    ) {
        let depth = surface(7, pitch, MsaaSamples::X4, DEPTH);
        let color = surface(7, pitch, MsaaSamples::X4, COLOR);
        let (a, b) = (depth.sample_index(x, y, s), color.sample_index(x, y, s));
        prop_assert_eq!(a / 80, b / 80);
        prop_assert_eq!(a.abs_diff(b), 40);
    }

    #[test]
    fn what_is_written_is_read(
        x in 0..512u32, y in 0..512u32, words in any::<[u32; 2]>(), wide in any::<bool>(),
    ) {
        let surface = surface(2000, 512, MsaaSamples::X1, if wide { WIDE } else { COLOR });
        let mut edram = Edram::new();
        surface.write(&mut edram, x, y, 0, words);
        let read = surface.read(&edram, x, y, 0);
        prop_assert_eq!(read, [words[0], if wide { words[1] } else { 0 }]);
        let stored = edram.words().iter().filter(|word| **word != 0).count();
        prop_assert!(stored <= 1 + usize::from(wide));
    }
}
