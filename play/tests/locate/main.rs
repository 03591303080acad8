//! A planted fault is located to the command, in each of ten places, on streams that the
//! repository makes, and on a shared trace where `AFTERIMAGE_TRACES` names them.

#[path = "../common/mod.rs"]
mod common;
mod faulty;
mod files;
mod place;

use std::path::Path;

use base_trace::Options;
use play::{EngineKind, Located, Setup, Theirs, Unequal, locate};
use sst1_stimulus::{Detail, Hashes};
use sst1_vood::Trace;

use faulty::Fired;
use files::{Stream, demo, export, export_faulty, random};
use place::Place;

/// What locating a planted fault gave.
struct Found {
    fired: Fired,
    located: Located,
}

/// Exports with the fault planted, where it shows, and locates it; `None` if the stream has no
/// command where it shows.
fn plant(stream: &Stream, place: Place) -> Option<Found> {
    let (hashes, fired) = export_faulty(stream, place);
    let fired = fired?;
    let clean = export(stream, &[]).hashes;
    assert_ne!(hashes, clean, "{place:?}: the fault shows");
    // What a plain comparison of the two texts says.
    let part = clean.lines().zip(hashes.lines()).find(|(a, b)| a != b).unwrap().0;
    let mut fields = part.split(' ');
    let number = fields.next().unwrap().parse::<u64>().unwrap();
    let record = fields.next().unwrap().parse::<u64>().unwrap();
    assert_eq!(record, fired.record, "{place:?}: hashes part where the fault is: {part}");

    let theirs = Theirs { hashes: Some(Hashes::parse(hashes.as_bytes()).unwrap()), detail: None };
    let (located, fault) =
        locate(stream.open(), EngineKind::Soft, Setup::default(), theirs).unwrap();
    assert!(fault.is_none());
    let parted = located.parted.as_ref().expect("a parting");
    assert_eq!((parted.command, parted.record), (number, Some(record)), "{place:?}");
    assert_eq!(parted.kind, part.split(' ').nth(2).unwrap());
    assert_eq!(parted.unlisted, 0);
    assert_eq!(located.equal, number);
    assert!(parted.registers.words.iter().any(|word| word.name == "fbzMode"));
    Some(Found { fired, located })
}

/// Plants and locates in the first of the repository's streams where the fault shows.
fn gate(place: Place) -> Found {
    let streams = [
        ("pipeline", demo("pipeline")),
        ("random states", random(0x10C, 150)),
        ("lit-scene", demo("lit-scene")),
    ];
    planted(place, &streams)
}

fn planted(place: Place, streams: &[(&str, Stream)]) -> Found {
    let found = streams.iter().find_map(|(name, stream)| Some((name, plant(stream, place)?)));
    let (name, found) = found.expect("a stream where the fault shows");
    let parted = found.located.parted.as_ref().unwrap();
    println!(
        "{place:?}, {name}: command {}, {}, record {}, {} pixels named",
        parted.command,
        parted.kind,
        found.fired.record,
        parted.pixels.len()
    );
    found
}

#[test]
fn edge() {
    gate(Place::Edge);
}

#[test]
fn lod() {
    gate(Place::Lod);
}

#[test]
fn filter() {
    gate(Place::Filter);
}

#[test]
fn combine() {
    gate(Place::Combine);
}

#[test]
fn fog() {
    gate(Place::Fog);
}

#[test]
fn depth() {
    gate(Place::Depth);
}

#[test]
fn blend() {
    gate(Place::Blend);
}

#[test]
fn dither() {
    gate(Place::Dither);
}

/// A bit of data changes one word, or a colour and an alpha: the pixel is named.
#[test]
fn lfb() {
    let Found { located, .. } = gate(Place::Lfb);
    let parted = located.parted.unwrap();
    assert_eq!(parted.kind, "lfb");
    assert!(parted.unexplained.is_empty(), "{parted:?}");
    let pixel = parted.pixels[0];
    assert_eq!(pixel.ours ^ pixel.theirs, pixel.bits);
    assert_ne!(pixel.bits, 0);
}

#[test]
fn swap() {
    let Found { fired, located } = gate(Place::Swap);
    let parted = located.parted.unwrap();
    assert_eq!((parted.kind, parted.frame), ("swap", Some(fired.frame)));
    assert_eq!(parted.unequal, [Unequal::Buffers]);
    assert!(parted.wrote.is_empty());
}

/// All ten in shared traces: one of random states, and one of fog for what that does not show.
#[test]
fn all_ten_in_shared_traces() {
    let Some(folder) = std::env::var_os("AFTERIMAGE_TRACES") else {
        eprintln!("AFTERIMAGE_TRACES is not set: no shared trace is played");
        return;
    };
    let streams = ["random_all_1004", "gap_fog"]
        .map(|name| (name, Stream::File(Path::new(&folder).join(format!("sst1/{name}.vood.zst")))));
    for place in Place::ALL {
        planted(place, &streams);
    }
}

/// The clean export is equal, whichever engine compares, and with commands left out.
#[test]
fn nothing_parts_where_nothing_is_wrong() {
    let stream = random(7, 40);
    let hashes = export(&stream, &[]).hashes;
    let all = Hashes::parse(hashes.as_bytes()).unwrap();
    for engine in EngineKind::ALL {
        let theirs = Theirs { hashes: Some(all.clone()), detail: None };
        let (located, _) = locate(stream.open(), engine, Setup::default(), theirs).unwrap();
        assert!(located.same() && located.complete);
        assert_eq!((located.equal, located.commands), (located.listed, located.listed));
    }
    let mut some = all.clone();
    some.lines.retain(|line| line.number % 10 == 3);
    let last = *some.lines.last().unwrap();
    let theirs = Theirs { hashes: Some(some.clone()), detail: None };
    let (located, _) = locate(stream.open(), EngineKind::Soft, Setup::default(), theirs).unwrap();
    assert!(located.same());

    // With commands left out a fault is located between two of them.
    let at = some.lines.iter_mut().find(|line| line.number == 33).unwrap();
    at.digest.color ^= 1;
    some.lines.push(sst1_stimulus::HashLine { number: 1 << 40, ..last });
    let theirs = Theirs { hashes: Some(some), detail: None };
    let (located, _) = locate(stream.open(), EngineKind::Soft, Setup::default(), theirs).unwrap();
    let parted = located.parted.unwrap();
    assert_eq!((parted.command, parted.last_equal, parted.unlisted), (33, Some(23), 9));

    // More than the stream has.
    let mut more = all;
    more.lines.push(sst1_stimulus::HashLine { number: 1 << 40, ..last });
    let theirs = Theirs { hashes: Some(more), detail: None };
    let (located, _) = locate(stream.open(), EngineKind::Soft, Setup::default(), theirs).unwrap();
    assert_eq!((located.parted.is_none(), located.surplus), (true, Some(1 << 40)));
    assert!(!located.same());
}

/// A single word that differs is named, and the details of a command name the first of several.
#[test]
fn pixels_are_named() {
    let stream = demo("texture-formats");
    let every: Vec<u64> = (0..2000).collect();
    let exported = export(&stream, &every);
    let text = exported.details.iter().find(|text| {
        text.lines().nth(2).unwrap().ends_with(" triangle") && text.lines().count() > 200
    });
    let original = Detail::parse(text.expect("a large triangle").as_bytes()).unwrap();
    let (number, mut detail) = (original.number, original.clone());
    let change = detail.changes[50];
    let mut hashes = Hashes::parse(exported.hashes.as_bytes()).unwrap();
    let wrong = change.after ^ 0x0020;
    for line in &mut hashes.lines[number as usize..] {
        line.digest.color = line
            .digest
            .color
            .wrapping_sub(sst1_stimulus::term(change.index, change.after))
            .wrapping_add(sst1_stimulus::term(change.index, wrong));
    }
    let theirs = Theirs { hashes: Some(hashes), detail: Some(detail.clone()) };
    let (located, _) = locate(stream.open(), EngineKind::Soft, Setup::default(), theirs).unwrap();
    let parted = located.parted.unwrap();
    assert_eq!((parted.command, parted.unequal.as_slice()), (number, &[Unequal::Color][..]));
    let [pixel] = parted.pixels[..] else { panic!("{parted:?}") };
    assert_eq!((pixel.address, pixel.bits), (change.address(), 0x0020));
    assert_eq!((pixel.before, pixel.ours, pixel.theirs), (change.before, change.after, wrong));
    // The details were those of here.
    assert_eq!(located.detail.unwrap().differing, 0);

    detail.changes.remove(7);
    detail.changes[60].after ^= 0x8000;
    detail.changes[61].before ^= 1;
    let missing = original.changes[7];
    let theirs = Theirs { hashes: None, detail: Some(detail) };
    let (located, _) = locate(stream.open(), EngineKind::Soft, Setup::default(), theirs).unwrap();
    let compared = located.detail.as_ref().unwrap();
    assert_eq!((compared.differing, compared.differing_before), (3, 1));
    let first = compared.first.unwrap();
    assert_eq!((first.address, first.theirs), (missing.address(), None));
    assert_eq!(first.ours, Some([missing.before, missing.after]));
    assert!(!located.same());
}

impl Stream {
    fn open(&self) -> Trace {
        match self {
            Self::Bytes(bytes) => common::trace(bytes, None),
            Self::File(path) => {
                let options = Options::default().with_sha256(false);
                Trace::open(path, options).expect("a shared trace")
            }
        }
    }
}
