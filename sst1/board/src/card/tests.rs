use sst1_facts::Profile;
use sst1_regs::offset;
use sst1_regs::words::{FbiInit0, FbiInit2, FbiInit3, Status, SwapCmd};

use crate::{BoardConfig, Card, Device, Engine, Event, Number, Parameter, State, Touched, Width};

/// Remembers what it was asked for in registers that nothing else touches.
#[derive(Debug, Default)]
struct Scribe;

impl Engine for Scribe {
    const NAME: &'static str = "scribe";

    fn vertex(&self, _: &Profile, number: Number) -> i32 {
        match number {
            Number::Fixed(word) => word as i32,
            Number::Float(word) => f32::from_bits(word) as i32 * 16,
        }
    }

    fn parameter(&self, _: &Profile, _: Parameter, _: bool, number: Number) -> i64 {
        match number {
            Number::Fixed(word) | Number::Float(word) => i64::from(word),
        }
    }

    fn triangle(&mut self, state: &mut State, _: bool) {
        state.counters.pixels_in += 1;
    }

    fn fastfill(&mut self, state: &mut State) {
        let at = state.layout().back;
        state.frame_buffer.write(at, state.fbi.color1.raw() as u16);
    }

    fn lfb_write(&mut self, state: &mut State, at: u32, data: u32, _: Width) {
        state.frame_buffer.write(at, data as u16);
    }

    fn lfb_read(&mut self, state: &State, at: u32, _: Width) -> u32 {
        u32::from(state.frame_buffer.read(at))
    }

    fn texture_write(&mut self, state: &mut State, at: u32, data: u32) {
        state.tmus[0].memory.write8(at, data as u8);
    }

    fn touched(&mut self, _: Touched) {}
}

fn small() -> BoardConfig {
    BoardConfig { frame_buffer_bytes: 1 << 16, texture_bytes: 1 << 16, tmus: 2 }
}

fn card(profile: Profile) -> Card<Scribe> {
    let mut card = Card::new(small(), profile).expect("a possible board");
    card.config_write(0x40, 1, Width::Word);
    card
}

fn write(card: &mut Card<Scribe>, at: u32, data: u32) -> Option<Event> {
    card.write(at, data, Width::Word)
}

fn refused(card: &mut Card<Scribe>) -> Vec<&'static str> {
    card.log_mut().rows().map(|r| r.id).collect()
}

#[test]
fn impossible_boards_are_named() {
    for (config, words) in [
        (BoardConfig { frame_buffer_bytes: 3 << 20, ..small() }, "frame buffer"),
        (BoardConfig { texture_bytes: 1 << 25, ..small() }, "texture memory"),
        (BoardConfig { tmus: 0, ..small() }, "0 texture units"),
    ] {
        let error = Card::<Scribe>::new(config, Profile::hardware()).expect_err("impossible");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn the_alternate_map_needs_its_switch_and_bit_21() {
    let mut card = card(Profile::hardware());
    write(&mut card, 0x20_0024, 5);
    assert_eq!(card.state().parameters.start.g, 5, "0x024 is startG in the plain map");
    write(&mut card, offset::FBI_INIT3, FbiInit3::default().with_triangle_remap(true).raw());
    write(&mut card, 0x20_0024, 7);
    assert_eq!(card.state().parameters.dx.r, 7, "0x024 is dRdX in the alternate map");
    write(&mut card, 0x24, 9);
    assert_eq!(card.state().parameters.start.g, 9, "without bit 21 nothing moves");
}

#[test]
fn the_register_byte_swizzle_is_disputed() {
    for (profile, expected) in [(Profile::hardware(), 0x4433_2211), (Profile::b86(), 0x1122_3344)] {
        let mut card = card(profile);
        let swizzle = FbiInit0::default().with_register_byte_swizzle(true);
        write(&mut card, offset::FBI_INIT0, swizzle.raw());
        write(&mut card, 0x20_0000 | offset::COLOR0, 0x1122_3344);
        assert_eq!(card.state().fbi.color0.raw(), expected);
    }
}

#[test]
fn the_chip_field_selects_units() {
    for (profile, red) in [(Profile::hardware(), 0), (Profile::b86(), 3)] {
        let mut card = card(profile);
        let (trex0, trex1, trex2) = (2 << 10, 4 << 10, 8 << 10);
        write(&mut card, trex0 | offset::START_W, 1);
        write(&mut card, trex1 | offset::START_W, 2);
        write(&mut card, trex2 | offset::START_W, 9);
        write(&mut card, trex0 | offset::START_R, 3);
        let start = card.state().parameters.start;
        assert_eq!((start.w, start.tmu[0].w, start.tmu[1].w, start.tmu[2].w), (0, 1, 2, 0));
        assert_eq!(start.r, red, "startR belongs to FBI");
        write(&mut card, offset::START_W, 4);
        let start = card.state().parameters.start;
        assert_eq!((start.w, start.tmu[0].w, start.tmu[1].w), (4, 4, 4), "0 selects all");
    }
}

#[test]
fn palette_entries_arrive_through_ncc_table_0() {
    let mut card = card(Profile::hardware());
    write(&mut card, offset::NCC_TABLE0 + 4 * 5, 0x8000_0000 | 3 << 24 | 0x12_3456);
    assert_eq!(card.state().tmus[0].palette[7], 0x12_3456, "index {{3, word bit 0}}");
    assert_eq!(card.state().tmus[0].palette_checksum, 0x12_3456);
    write(&mut card, offset::NCC_TABLE0 + 4 * 10, 0x55);
    assert_eq!((card.state().tmus[0].ncc[0][10], card.state().tmus[0].ncc[0][6]), (0x55, 0));
}

#[test]
fn init_registers_are_locked_until_enabled_and_keep_read_only_bits() {
    let mut card = Card::<Scribe>::new(small(), Profile::b86()).expect("a possible board");
    write(&mut card, offset::FBI_INIT1, u32::MAX);
    assert_eq!(card.state().init.fbi_init1.raw(), 0);
    assert_eq!(refused(&mut card), ["sst1.init-locked"]);
    card.config_write(0x40, 1, Width::Word);
    write(&mut card, offset::FBI_INIT1, u32::MAX);
    assert_eq!(card.state().init.fbi_init1.raw(), !0b101);
}

#[test]
fn foreign_unknown_and_narrow_writes_are_refused_and_read_only_ones_ignored() {
    let mut card = card(Profile::hardware());
    write(&mut card, 0x24C, 0x100);
    write(&mut card, 0x138, 1);
    write(&mut card, offset::FBI_PIXELS_IN, 1);
    card.write(offset::COLOR0, 1, Width::Half);
    assert_eq!(
        refused(&mut card),
        ["sst1.register-foreign", "sst1.register-narrow", "sst1.register-unknown"]
    );
}

#[test]
fn two_buffers_toggle_and_three_rotate() {
    let mut card = card(Profile::hardware());
    let unit = FbiInit2::default().with_buffer_offset(1);
    write(&mut card, offset::FBI_INIT2, unit.raw());
    assert_eq!(card.state().layout().back, 4096);
    assert_eq!(write(&mut card, offset::SWAPBUFFER_CMD, 0), Some(Event::Swapped));
    let layout = card.state().layout();
    assert_eq!((layout.front, layout.back, layout.aux), (4096, 0, 8192));
    write(&mut card, offset::FBI_INIT2, unit.with_triple_buffer(true).raw());
    for expected in [(8192, 4096), (0, 8192), (4096, 0)] {
        write(&mut card, offset::SWAPBUFFER_CMD, 0);
        let layout = card.state().layout();
        assert_eq!((layout.front, layout.back), expected);
    }
    assert_eq!(card.state().layout().aux, 3 * 4096);
}

#[test]
fn a_synchronised_swap_holds_what_follows_until_enough_retraces() {
    let mut card = card(Profile::hardware());
    card.set_vsync(true);
    let swap = SwapCmd::default().with_vsync(true).with_interval(1);
    assert_eq!(write(&mut card, offset::SWAPBUFFER_CMD, swap.raw()), None);
    assert_eq!(write(&mut card, offset::COLOR1, 0xAB), None);
    assert_eq!(write(&mut card, offset::SWAPBUFFER_CMD, 0), None);
    let status = Status::from_raw(card.read(offset::STATUS, Width::Word));
    assert!(status.busy() && status.swaps_pending() == 1);
    assert_eq!(card.state().fbi.color1.raw(), 0, "waits behind the swap");
    assert_eq!(card.retrace(true), None, "one retrace is not more than the interval");
    assert_eq!(card.retrace(true), None, "an edge counts once");
    card.retrace(false);
    assert_eq!(card.retrace(true), Some(Event::Swapped));
    assert_eq!(card.run(), Some(Event::Swapped), "the second swap asked for no retrace");
    assert_eq!(card.run(), None);
    assert_eq!(card.state().fbi.color1.raw(), 0xAB);
    assert_eq!(card.state().video.swaps, 2);
}

#[test]
fn a_read_forces_a_waiting_swap_by_name() {
    let mut card = card(Profile::hardware());
    card.set_vsync(true);
    write(&mut card, offset::SWAPBUFFER_CMD, 1);
    write(&mut card, offset::COLOR0, 0x77);
    assert_eq!(card.read(offset::COLOR0, Width::Word), 0x77);
    assert_eq!(refused(&mut card), ["sst1.fifo-forced"]);
}

#[test]
fn write_only_registers_and_the_dac_read_as_the_profile_says() {
    let mut hardware = card(Profile::hardware());
    let mut b86 = card(Profile::b86());
    assert_eq!(hardware.read(offset::FOG_COLOR, Width::Word), 0);
    assert_eq!(b86.read(offset::FOG_COLOR, Width::Word), u32::MAX);
    hardware.config_write(0x40, 0b101, Width::Word);
    write(&mut hardware, offset::DAC_DATA, 0x707);
    write(&mut hardware, offset::DAC_DATA, 0xD00);
    assert_eq!(hardware.read(offset::FBI_INIT2, Width::Word), 0x71);
}

#[test]
fn a_saved_state_goes_on_in_another_card() {
    let mut first = card(Profile::b86());
    first.set_vsync(true);
    write(&mut first, offset::COLOR1, 0x1234);
    write(&mut first, offset::SWAPBUFFER_CMD, 1);
    write(&mut first, offset::COLOR1, 0x5678);
    let bytes = first.save().expect("saves");
    let mut second = card(Profile::hardware());
    second.load(&bytes).expect("loads");
    assert_eq!(second.state().profile, Profile::b86());
    assert_eq!(second.retrace(true), Some(Event::Swapped));
    assert_eq!(second.run(), None);
    assert_eq!(second.state().fbi.color1.raw(), 0x5678);
}

#[test]
fn damaged_states_are_refused_and_leave_the_card_alone() {
    let good = card(Profile::hardware()).save().expect("saves");
    let mut card = card(Profile::hardware());
    write(&mut card, offset::COLOR0, 0x42);
    let mut newer = good.clone();
    newer[8] = 99;
    let mut damaged: Vec<Vec<u8>> = vec![b"PNG".to_vec(), newer, Vec::new()];
    damaged.extend((0..200).map(|i| good[..good.len() * i / 200].to_vec()));
    for bytes in damaged {
        assert!(card.load(&bytes).is_err());
    }
    assert_eq!(card.state().fbi.color0.raw(), 0x42);
    for i in 0..2000 {
        let mut flipped = good.clone();
        let at = i * 7919 % flipped.len();
        flipped[at] ^= 1 << (i % 8);
        // Either refused or a state that a board can be in.
        let _ = card.load(&flipped);
    }
}
