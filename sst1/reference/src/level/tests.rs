use super::*;
use sst1_board::{BoardConfig, State};
use sst1_regs::words::{TLod, TextureFormat, TextureMode};

fn unit(profile: &Profile, word: TLod, format: TextureFormat) -> Tmu {
    let state = State::new(BoardConfig::default(), profile.clone());
    let mut unit = state.expect("a board").tmus.remove(0);
    unit.lod = word;
    unit.mode = TextureMode::default().with_format(format);
    unit.base = [0x100, 0x200, 0x300, 0x400];
    unit
}

fn eight_bit(profile: &Profile, word: TLod) -> [Level; 9] {
    sampled(profile, &unit(profile, word, TextureFormat::P8))
}

fn starts(levels: &[Level; 9]) -> [u32; 9] {
    levels.map(|level| level.start - 0x800)
}

#[test]
fn a_square_map_is_packed() {
    let hardware = eight_bit(&Profile::hardware(), TLod::default());
    let packed = [0, 0x10000, 0x14000, 0x15000, 0x15400, 0x15500, 0x15540, 0x15550, 0x15554];
    assert_eq!(starts(&hardware), packed);
    assert_eq!(hardware, {
        let mut tight = eight_bit(&Profile::b86(), TLod::default());
        // 1x1 counts as 2x2.
        tight[8] = Level { end: tight[8].end + 3, pitch: 2, ..tight[8] };
        tight
    });
    let level = hardware[3];
    assert_eq!((level.width, level.height, level.pitch, level.shift), (32, 32, 32, 3));
}

#[test]
fn an_8x1_map_by_the_driver_s_table() {
    // S wider, aspect 3: 256x32, 128x16, 64x8, 32x4, 16x2, then 8x1, 4x1, 2x1, 1x1, of 16 bits.
    let word = TLod::default().with_s_is_wider(true).with_aspect(3);
    let sizes = |profile: Profile| {
        let unit = unit(&profile, word, TextureFormat::Rgb565);
        sampled(&profile, &unit).map(|level| (level.end - level.start) / 2)
    };
    assert_eq!(sizes(Profile::hardware()), [8192, 2048, 512, 128, 32, 16, 8, 4, 4]);
    assert_eq!(sizes(Profile::b86()), [8192, 2048, 512, 128, 32, 8, 4, 2, 1]);
    let tall = TLod::default().with_aspect(3);
    let unit = unit(&Profile::hardware(), tall, TextureFormat::P8);
    let level = sampled(&Profile::hardware(), &unit)[6];
    assert_eq!((level.width, level.height, level.pitch), (1, 4, 2));
}

#[test]
fn split_maps() {
    let even = TLod::default().with_lod_split(true);
    let shifts = |levels: [Level; 9]| levels.map(|level| level.shift);
    let hardware = eight_bit(&Profile::hardware(), even);
    assert_eq!(shifts(hardware), [0, 2, 2, 4, 4, 6, 6, 8, 8]);
    assert_eq!(starts(&hardware)[2..5], [0x10000, 0x11000, 0x11000]);
    assert_eq!(shifts(eight_bit(&Profile::b86(), even)), [0, 2, 2, 4, 4, 6, 6, 8, 8]);
    let odd = even.with_lod_odd(true);
    let hardware = eight_bit(&Profile::hardware(), odd);
    assert_eq!(shifts(hardware), [1, 1, 3, 3, 5, 5, 7, 7, 7]);
    assert_eq!(starts(&hardware)[1..4], [0, 0x4000, 0x4000]);
    assert_eq!(shifts(eight_bit(&Profile::b86(), odd)), [1, 1, 3, 3, 5, 5, 7, 7, 9]);
}

#[test]
fn odd_without_split() {
    let odd = TLod::default().with_lod_odd(true);
    let plain = eight_bit(&Profile::hardware(), TLod::default());
    assert_eq!(eight_bit(&Profile::hardware(), odd), plain);
    let b86 = eight_bit(&Profile::b86(), odd);
    assert_eq!(b86[0], b86[1]);
    assert_eq!((b86[2].shift, b86[8].shift), (1, 7));
}

#[test]
fn multi_base_keeps_the_prefix() {
    let word = TLod::default().with_multi_base(true);
    for profile in [Profile::hardware(), Profile::b86()] {
        let levels = eight_bit(&profile, word);
        assert_eq!(levels[1].start, 0x1000 + 0x10000);
        assert_eq!(levels[4].start, 0x2000 + 0x15400);
    }
    let split = word.with_lod_split(true);
    assert_eq!(eight_bit(&Profile::hardware(), split)[1].start, 0x1800 + 0x10000);
    assert_eq!(eight_bit(&Profile::b86(), split)[1].start, 0x1800 + 0x10000);
}

#[test]
fn a_download_to_a_level_left_out_goes_to_the_prefix_before_it() {
    let hardware = Profile::hardware();
    let unit = unit(&hardware, TLod::default().with_lod_split(true), TextureFormat::P8);
    let level = downloaded(&hardware, &unit, 3);
    assert_eq!((level.start, level.width), (0x800 + 0x11000, 32));
    assert!(is_stored(&unit, 2) && !is_stored(&unit, 3));
}
