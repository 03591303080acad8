//! Pack and unpack of every surface format against twins written from the formats' definitions.
//!
//! For: every code of every component and the values around each border between two codes;
//! random whole words and random colours, of each format a hundred thousand in debug builds and ten
//! million in release builds, and as many as `AFTERIMAGE_TWIN_WORDS` says in the ignored test.
//! Not for: check values, which are beside the formats.

mod twin;

use std::time::Instant;

use twin::{Code, DEPTHS, FORMATS, Place, Table};
use xenos_edram::format::{component_mask, components, pack, pack_depth, unpack, unpack_depth};
use xenos_regs::words::{ColorFormat, DepthFormat};

/// Numbers that are the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let a = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let b = (a ^ a >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        b ^ b >> 31
    }
}

/// Bits of a component's code.
fn width(code: Code) -> u32 {
    match code {
        Code::Unorm(n) => n,
        Code::Gamma => 8,
        Code::Small => 10,
        Code::Wide | Code::Half => 16,
        Code::Float => 32,
        Code::Depth | Code::FloatDepth => 24,
    }
}

fn field(words: [u32; 2], (code, word, low): Place) -> u32 {
    words[word] >> low & (u32::MAX >> (32 - width(code)))
}

/// A single somewhere a component cares about: any bits, in and around the range, or a few
/// steps beside where a code begins.
fn single(random: &mut Random, table: Option<&Table>) -> u32 {
    let bits = random.next();
    let low = bits as u32;
    let Some(table) = table else { return low };
    match bits >> 62 {
        0 => low,
        1 => {
            let range = match table.code() {
                Code::Small => 40.0,
                Code::Wide => 80.0,
                Code::Half => 300_000.0,
                _ => 1.5,
            };
            ((low as f32 / 4_294_967_296.0 - 0.25) * range).to_bits()
        }
        _ => {
            let start = table.start(low).wrapping_add((bits >> 32 & 7) as u32).wrapping_sub(4);
            let signed = matches!(table.code(), Code::Wide | Code::Half);
            if signed { start ^ low & 1 << 31 } else { start }
        }
    }
}

/// The twins' tables of all codes of components that are not floats of 32 bits.
fn tables() -> Vec<Table> {
    [
        Code::Unorm(2),
        Code::Unorm(8),
        Code::Unorm(10),
        Code::Gamma,
        Code::Small,
        Code::Wide,
        Code::Half,
    ]
    .map(|code| Table::new(code, width(code)))
    .into()
}

/// A random word and a random colour, each both ways.
fn check_color(
    random: &mut Random,
    format: ColorFormat,
    places: &[Place],
    tables: &[Option<&Table>],
) {
    let words = random.next();
    let words = [words as u32, (words >> 32) as u32];
    let unpacked = unpack(format, words).map(f32::to_bits);
    let packed = pack(format, unpacked.map(f32::from_bits));
    let mut colour = [0; 4];
    for (bits, table) in colour.iter_mut().zip(tables) {
        *bits = single(random, *table);
    }
    let stored = pack(format, colour.map(f32::from_bits));
    let mut used = [0; 2];
    for ((&place, table), n) in places.iter().zip(tables).zip(0..) {
        let code = field(words, place);
        let value = table.map_or(code, |table| table.value(code));
        assert_eq!(unpacked[n], value, "{format:?} unpacks {words:X?}");
        // The lowest 16-bit code is the value of the next.
        let again = if place.0 == Code::Wide && code == 0x8000 { 0x8001 } else { code };
        assert_eq!(field(packed, place), again, "{format:?} packs {words:X?} again");
        let got = field(stored, place);
        let right = table.map_or(got == colour[n], |table| table.is_code(colour[n], got));
        assert!(right, "{format:?} packs {colour:X?} as {stored:X?}");
        used[place.1] |= got << place.2;
    }
    assert_eq!(stored, used, "{format:?} has bits of no component");
    assert!(unpacked[places.len()..].iter().all(|&missing| missing == 0));
}

/// A random code and a random depth, each both ways.
fn check_depth(random: &mut Random, format: DepthFormat, code: Code) {
    let bits = random.next();
    let stored = bits as u32 & 0xFF_FFFF;
    let depth = unpack_depth(format, stored);
    assert_eq!(depth.to_bits(), twin::value(code, stored), "{format:?} unpacks {stored:06X}");
    assert_eq!(pack_depth(format, depth.into()), stored, "{format:?} packs {stored:06X} again");
    let depth = match bits >> 62 {
        0 => f64::from_bits(random.next()),
        1 => f64::from(random.next() as u32) / 4_294_967_296.0 * 2.5 - 0.25,
        2 => f64::from(f32::from_bits(random.next() as u32)),
        _ => {
            let above = f64::from(unpack_depth(format, (stored + 1).min(0xFF_FFFF)));
            let middle = match code {
                Code::Depth => (f64::from(stored) + 0.5) / 16_777_215.0,
                _ => f64::from(unpack_depth(format, stored)).midpoint(above),
            };
            f64::from_bits(middle.to_bits().wrapping_add(bits >> 24 & 3).wrapping_sub(1))
        }
    };
    check_pack_depth(format, code, depth);
}

fn check_pack_depth(format: DepthFormat, code: Code, depth: f64) {
    let got = pack_depth(format, depth);
    let right = twin::is_depth_code(code, twin::number(depth.to_bits()), got);
    assert!(right, "{format:?} packs {depth:e} as {got:06X}");
}

/// Random words of every format, `count` of each; two formats at a time.
fn random_words(count: u64, seed: u64) {
    let tables = tables();
    let done = |name: &dyn std::fmt::Debug, start: Instant| {
        println!("{name:?}: {count} words, {:.1} s", start.elapsed().as_secs_f64());
    };
    let colors = |half: usize| {
        for (format, places) in FORMATS.into_iter().skip(half).step_by(2) {
            let (start, mut random) = (Instant::now(), Random(seed ^ format as u64));
            let of_place: Vec<Option<&Table>> =
                places.iter().map(|p| tables.iter().find(|t| t.code() == p.0)).collect();
            (0..count).for_each(|_| check_color(&mut random, format, places, &of_place));
            done(&format, start);
        }
        let (format, code) = DEPTHS[half];
        let (start, mut random) = (Instant::now(), Random(seed ^ (format as u64 + 100)));
        (0..count).for_each(|_| check_depth(&mut random, format, code));
        done(&format, start);
    };
    std::thread::scope(|scope| {
        scope.spawn(|| colors(0));
        colors(1);
    });
}

#[test]
fn random_words_and_colours() {
    random_words(if cfg!(debug_assertions) { 100_000 } else { 10_000_000 }, 7);
}

#[test]
#[ignore = "as long as asked for: AFTERIMAGE_TWIN_WORDS of each format"]
fn as_many_random_words_as_asked_for() {
    let count = std::env::var("AFTERIMAGE_TWIN_WORDS").ok().and_then(|text| text.parse().ok());
    random_words(count.unwrap_or(10_000_000), 0xED7A);
}

#[test]
fn every_format_is_in_the_table() {
    for (format, places) in FORMATS {
        assert_eq!(components(format), (1 << places.len()) - 1);
        for (n, &(code, word, low)) in places.iter().enumerate() {
            let mut mask = [0; 2];
            mask[word] = u32::MAX >> (32 - width(code)) << low;
            assert_eq!(component_mask(format, 1 << n), mask, "{format:?} {n}");
        }
    }
}

/// Every code of every component, and every border between two codes a few steps either way.
#[test]
fn every_code_of_every_component() {
    for (format, places) in FORMATS {
        for (n, &place) in places.iter().enumerate() {
            let (code, word, low) = place;
            if code == Code::Float {
                continue;
            }
            let mut below = 0;
            for stored in 0..1u32 << width(code) {
                let mut words = [0; 2];
                words[word] = stored << low;
                let value = unpack(format, words)[n].to_bits();
                assert_eq!(value, twin::value(code, stored), "{format:?} {n} {stored:X}");
                let border = f32::from_bits(value).midpoint(f32::from_bits(below)).to_bits();
                for bits in [value, below].into_iter().chain(border.wrapping_sub(2)..=border + 2) {
                    let mut colour = [0.0; 4];
                    colour[n] = f32::from_bits(bits);
                    let packed = field(pack(format, colour), place);
                    assert_eq!(packed, twin::code(code, bits), "{format:?} {n} {bits:08X}");
                }
                below = value;
            }
        }
    }
}

/// Every depth code comes back; a border between two codes, exactly and a step beside it.
#[test]
fn every_depth_code() {
    for (format, code) in DEPTHS {
        let steps = if cfg!(debug_assertions) { 16 } else { 1 };
        for stored in 0..1u32 << 24 {
            let depth = unpack_depth(format, stored);
            assert_eq!(depth.to_bits(), twin::value(code, stored), "{format:?} {stored:06X}");
            assert_eq!(pack_depth(format, depth.into()), stored, "{format:?} {stored:06X}");
            if stored % steps == 0 {
                let next = unpack_depth(format, stored + 1).max(depth);
                let border = f64::from(depth).midpoint(next.into());
                for bits in border.to_bits().saturating_sub(1)..=border.to_bits() + 1 {
                    check_pack_depth(format, code, f64::from_bits(bits));
                }
            }
        }
    }
}

/// What Direct3D's converter does with a positive float inside the range, as the document quotes
/// it: shifts first where codes are evenly spaced, then rounds what is left.
fn converter(bits: u32, lowest: u32, cut: u32) -> u32 {
    let exponent = bits >> 23;
    let shifted = if exponent < lowest {
        (bits & 0x7F_FFFF | 0x80_0000) >> (lowest - exponent).min(24)
    } else {
        bits - ((lowest - 1) << 23)
    };
    let half = (1 << (cut - 1)) - 1 + (shifted >> cut & 1);
    (shifted + half) >> cut
}

/// Rules F6 and F10 are the converter's from the lowest normal exponent on; below it they are
/// equal or, beside a border, one more.
#[test]
fn the_converter_differs_where_the_document_says() {
    let mut random = Random(11);
    let mut differ = [0; 2];
    for _ in 0..1_000_000 {
        let spread = (random.next() as u32 % (30 << 23)) + (101 << 23);
        for (n, (lowest, most, cut)) in [(125, 131, 16), (113, 127, 3)].into_iter().enumerate() {
            let bits = spread.min((most << 23) + 0x60_0000);
            let value = f32::from_bits(bits);
            let nearest = if n == 0 {
                field(pack(ColorFormat::Float2101010, [value; 4]), (Code::Small, 0, 0))
            } else {
                pack_depth(DepthFormat::D24FS8, value.into())
            };
            let converted = converter(bits, lowest, cut);
            if bits >> 23 >= lowest {
                assert_eq!(nearest, converted, "{bits:08X}");
            }
            assert!(nearest == converted || nearest == converted + 1, "{bits:08X}");
            differ[n] += u32::from(nearest != converted);
        }
    }
    assert!(differ.iter().all(|&count| count > 0), "{differ:?}");
}
