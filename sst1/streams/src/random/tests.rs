//! What random streams contain.

use std::collections::BTreeMap;

use super::*;
use sst1_board::{Access, Region, Width};
use sst1_regs::{REGISTERS, alternate_offset, offset, register_at};

const CONFIG: BoardConfig =
    BoardConfig { frame_buffer_bytes: 1 << 16, texture_bytes: 1 << 16, tmus: 3 };

#[test]
fn a_seed_gives_one_stream() {
    let stream = |seed| stream(seed, CONFIG, 20);
    assert_eq!(stream(1), stream(1));
    assert_ne!(stream(1), stream(2));
    assert_eq!(profile(3), profile(3));
}

#[test]
fn every_drawing_register_takes_both_values_of_every_bit() {
    let mut seen: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for operation in states(7, CONFIG).skip(1).take(6000).flatten() {
        let Operation::Write(Access { offset, data, .. }) = operation else { continue };
        // Writes with bit 21 go through the alternate map or have their bytes reversed.
        if Region::of(offset) == Region::Register && offset & 1 << 21 == 0 {
            let ones = seen.entry(offset & 0x3FC).or_default();
            *ones = (ones.0 | data, ones.1 | !data);
        }
    }
    for register in REGISTERS.iter().filter(|register| register.draws()) {
        if [offset::STATUS, offset::FASTFILL_CMD].contains(&register.offset) {
            continue;
        }
        for at in (register.offset..register.end()).step_by(4) {
            let (ones, zeros) = seen.get(&at).copied().unwrap_or_default();
            let field = |hi: u32, lo: u32| base_word::mask(hi - lo + 1) << lo;
            let bits = match register.fields((at - register.offset) / 4) {
                [] => u32::MAX,
                fields => fields
                    .iter()
                    .filter(|f| !f.name.starts_with("reserved"))
                    .fold(0, |bits, f| bits | field(f.hi, f.lo)),
            };
            assert_eq!(ones & bits, bits, "{} at {at:#05x}: bits never set", register.name);
            assert_eq!(zeros & bits, bits, "{} at {at:#05x}: bits never clear", register.name);
        }
    }
}

#[test]
fn every_way_of_the_bus_is_taken() {
    let mut ways: BTreeMap<&str, u32> = BTreeMap::new();
    let mut count = |name, true_| *ways.entry(name).or_default() += u32::from(true_);
    for operation in states(9, CONFIG).skip(1).take(4000).flatten() {
        match operation {
            Operation::Read { offset, width } => {
                count("LFB word read", Region::of(offset) == Region::Lfb && width == Width::Word);
                count("LFB half read", Region::of(offset) == Region::Lfb && width == Width::Half);
                count("register read", Region::of(offset) == Region::Register);
            }
            Operation::Write(Access { offset, width, .. }) => match Region::of(offset) {
                Region::Lfb => {
                    count("LFB half", width == Width::Half);
                    count("LFB word", width == Width::Word);
                }
                Region::Texture => count("download", true),
                Region::Register => {
                    let at = offset & 0x3FC;
                    count("bit 21", offset & 1 << 21 != 0);
                    count("alternate map", offset & 1 << 21 != 0 && alternate_offset(at) != at);
                    count("wrapped", offset >> 14 & 0x7F != 0);
                    count("chip field", offset >> 10 & 15 != 0);
                    count("fixed triangle", at == offset::TRIANGLE_CMD);
                    count("float triangle", at == offset::FTRIANGLE_CMD);
                    count("fastfill", at == offset::FASTFILL_CMD);
                    count("swap", at == offset::SWAPBUFFER_CMD);
                    count("nop", at == offset::NOP_CMD);
                    count("known", register_at(at).is_some());
                }
            },
        }
    }
    for (way, times) in ways {
        assert!(times >= 20, "{way}: {times} times only");
    }
}

#[test]
fn profiles_take_every_value() {
    let profiles: Vec<_> = (0..100).map(profile).collect();
    for fact in FACTS {
        for value in fact.values {
            let taken = profiles.iter().any(|p| p.get(fact.name) == Some(value.name));
            assert!(taken, "{} = {}", fact.name, value.name);
        }
    }
}
