//! The demos: the same accesses as ever, nothing refused, both engines agree, traces read back.

use std::io::Cursor;

use base_pixels::{FNV_PRIME, FNV_START};
use sst1_board::{Buffer, Card, Device, Engine, Width};
use sst1_facts::{PROFILES, Profile};
use sst1_reference::Reference;
use sst1_soft::Soft;
use sst1_streams::{Demo, Operation, Sink, demo, demos};

/// Hash of each demo's accesses. They change with the demo alone: not with the machine, and not
/// with an engine.
const STREAMS: [(&str, u64); 3] = [
    ("lit-scene", 0x968e25e73c61316f),
    ("texture-formats", 0xd6689a8b1dc54876),
    ("pipeline", 0xcfdddef63a6527ca),
];

/// Hashes what passes.
struct Hash(u64);

impl Hash {
    fn put(&mut self, word: u32) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
        }
    }
}

impl Sink for Hash {
    fn write(&mut self, offset: u32, data: u32, width: Width) {
        self.put(offset | u32::from(width == Width::Half) << 31);
        self.put(data);
    }

    fn read(&mut self, offset: u32, width: Width) {
        self.put(offset | u32::from(width == Width::Half) << 31 | 1 << 30);
    }
}

#[test]
fn every_demo_is_the_stream_that_it_was() {
    for demo in demos() {
        let mut hash = Hash(FNV_START);
        (demo.write)(&mut hash);
        let pinned = STREAMS.iter().find(|(name, _)| *name == demo.name).expect("a pinned demo").1;
        assert_eq!(hash.0, pinned, "{}: {:#018x} now", demo.name, hash.0);
    }
}

/// Draws a demo; a hash of every frame's front and auxiliary buffer.
struct Player<E> {
    card: Card<E>,
    frames: Vec<u64>,
}

impl<E: Engine> Player<E> {
    fn play(demo: &Demo, profile: Profile) -> Self {
        let mut card = Card::new(demo.board, profile).expect("a valid board");
        card.config_write(0x40, 1, Width::Word);
        let mut player = Self { card, frames: Vec::new() };
        (demo.write)(&mut player);
        player
    }
}

impl<E: Engine> Sink for Player<E> {
    fn write(&mut self, offset: u32, data: u32, width: Width) {
        if self.card.write(offset, data, width).is_some() {
            let words = [Buffer::Front, Buffer::Aux].map(|b| self.card.picture(b).words).concat();
            self.frames.push(base_pixels::fnv1a_words(&words));
        }
    }

    fn read(&mut self, offset: u32, width: Width) {
        self.card.read(offset, width);
    }
}

#[test]
fn engines_draw_the_same_frames_and_refuse_nothing() {
    for demo in demos() {
        for (profile, make) in PROFILES {
            let reference = Player::<Reference>::play(demo, make());
            let soft = Player::<Soft>::play(demo, make());
            let what = format!("{} under {profile}", demo.name);
            assert_eq!(reference.frames.len(), demo.frames as usize, "{what}");
            assert_eq!(reference.frames, soft.frames, "{what}");
            let refused: Vec<_> = reference.card.state().log.rows().collect();
            assert!(refused.is_empty(), "{what}: {refused:?}");
        }
    }
}

#[test]
fn a_trace_holds_the_accesses_of_the_demo() {
    let demo = demo("pipeline").expect("listed");
    let mut operations = Vec::new();
    (demo.write)(&mut operations);
    let (file, totals) = demo.write_vood(Cursor::new(Vec::new())).expect("written");
    assert_eq!(totals.operations, operations.len() as u64 + u64::from(demo.frames));
    let file = file.into_inner();
    let options = base_trace::Options::default();
    let source = base_trace::Source::from_bytes(file, options).expect("opened");
    let mut reader = sst1_vood::Reader::new(source).expect("a header");
    assert_eq!(reader.header().num_tmus, demo.board.tmus);
    let mut written = operations.iter();
    while let Some(batch) = reader.next_batch().expect("records") {
        for record in batch.records.iter().filter(|r| r.command != sst1_vood::Command::Swap) {
            for _ in 0..record.count {
                let Some(Operation::Write(access)) = written.next() else { panic!("too many") };
                assert_eq!((access.offset, access.data), (record.address, record.data));
            }
        }
    }
    assert!(written.next().is_none());
    let (_, again) = demo.stream_vood(Vec::new()).expect("written");
    assert_eq!(again.operations, totals.operations);
}
