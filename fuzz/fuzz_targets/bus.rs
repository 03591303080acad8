//! Register, LFB and texture streams: both engines on any accesses, under any facts, must end in
//! the same state.
//!
//! Input: a byte for the board and profile, eight bytes that mix facts, then nine bytes an access:
//! what it is, then an address and a datum.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sst1_board::{BoardConfig, Card, Device, Width};
use sst1_facts::{FACTS, Profile};
use sst1_reference::Reference;
use sst1_soft::Soft;

/// Pixels after which an input is long enough.
const ENOUGH: u64 = 1 << 19;

fn profile(kind: u8, mix: u64) -> Profile {
    let mut profile = if kind & 1 == 0 { Profile::hardware() } else { Profile::b86() };
    if kind & 2 != 0 {
        for (index, fact) in FACTS.iter().enumerate() {
            let chosen = (mix.rotate_left(index as u32) & 3) as usize % fact.values.len();
            let _ = profile.set(fact.name, fact.values[chosen].name);
        }
    }
    profile
}

/// Steers plain random words towards what exists.
fn address(kind: u8, word: u32) -> u32 {
    match kind & 7 {
        0..=3 => word & 0x20_3FFC,
        4 => 0x40_0000 | word & 0x3F_FFFF,
        5 => 0x80_0000 | word & 0x7F_FFFC,
        6 => word & 0x3FC,
        _ => word,
    }
}

fn rows(card: &mut dyn Device) -> Vec<(&'static str, &'static str, u64)> {
    card.log_mut().rows().map(|r| (r.id, r.register, r.count)).collect()
}

fuzz_target!(|data: &[u8]| {
    let Some((head, body)) = data.split_at_checked(9) else { return };
    let config = BoardConfig {
        frame_buffer_bytes: 1 << 20,
        texture_bytes: 1 << 18,
        tmus: u32::from(head[0] >> 2) % 3 + 1,
    };
    let mix = u64::from_le_bytes(head[1..9].try_into().unwrap_or_default());
    let profile = profile(head[0], mix);
    let mut plain = Card::<Reference>::new(config, profile.clone()).expect("a possible board");
    let mut fast = Card::<Soft>::new(config, profile).expect("a possible board");
    for card in [&mut plain as &mut dyn Device, &mut fast] {
        card.config_write(0x40, 1, Width::Word);
        card.write(0x214, 5 << 4, Width::Word);
        card.write(0x218, 75 << 11, Width::Word);
        card.write(0x20C, 239 << 16 | 319, Width::Word);
        card.set_vsync(head[0] & 0x80 != 0);
    }
    for chunk in body.chunks_exact(9) {
        let word = |at: usize| u32::from_le_bytes(chunk[at..at + 4].try_into().unwrap_or_default());
        let (kind, at, datum) = (chunk[0], address(chunk[0], word(1)), word(5));
        let width = if kind & 0x10 == 0 { Width::Word } else { Width::Half };
        match kind >> 5 {
            7 => assert_eq!(plain.read(at, width), fast.read(at, width), "read {at:#x}"),
            6 => {
                assert_eq!(plain.retrace(true), fast.retrace(true));
                assert_eq!(plain.retrace(false), fast.retrace(false));
                assert_eq!(plain.run(), fast.run());
            }
            _ => assert_eq!(plain.write(at, datum, width), fast.write(at, datum, width)),
        }
        if plain.state().pixels_total[0] > ENOUGH {
            break;
        }
    }
    let (a, b) = (plain.state(), fast.state());
    assert!(a.frame_buffer == b.frame_buffer, "frame buffers differ");
    assert!(a.tmus == b.tmus, "texture units differ");
    assert_eq!(a.counters, b.counters);
    assert_eq!(a.pixels_total, b.pixels_total);
    assert_eq!(a.parameters, b.parameters);
    assert_eq!(a.fbi, b.fbi);
    assert_eq!(rows(&mut plain), rows(&mut fast), "refusals differ");
});
