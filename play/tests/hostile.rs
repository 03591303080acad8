//! Streams of random records: nothing panics, both engines agree, saved positions hold.

mod common;

use common::{HEADER, Stream, trace};
use play::{Ended, EngineKind, Input, Player, ProfileChoice, Setup, Step};
use sst1_facts::FACTS;
use sst1_vood::{Command, Header, Record, Writer};

/// Streams tried; each is bounded by the budget.
const STREAMS: u64 = 60;
const RECORDS: u32 = 400;
const BUDGET: u64 = 300_000;

/// Xorshift; any seed but 0.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }

    fn below(&mut self, n: u32) -> u32 {
        self.next() % n
    }
}

fn record(random: &mut Random) -> Record {
    let command = match random.below(16) {
        0..=7 => Command::WriteRegL,
        8 => Command::WriteRegW,
        9 => Command::WriteFbL,
        10 => Command::WriteFbW,
        11 => Command::WriteTexL,
        12 => Command::ReadFbL,
        13 => Command::ReadRegL,
        14 => Command::Vsync,
        _ => Command::ALL[random.below(12) as usize],
    };
    let window = command.window();
    let (first, last) = (*window.start(), (*window.end()).min(0xFF_FFFF));
    let mut address = first + random.below(last - first + 1);
    if command == Command::WriteRegL && random.below(4) != 0 {
        // Mostly registers that exist, of all chips, in the plain map.
        address &= 0x3FC;
    }
    let data = match random.below(4) {
        0 => random.below(1 << 12),
        1 => random.below(4) << random.below(31),
        _ => random.next(),
    };
    let count = if random.below(8) == 0 { 1 + random.below(4) } else { 1 };
    Record { timestamp: 0, timestamp_end: 0, command, address, data, count }
}

fn stream(seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    let header = Header { num_tmus: 1 + random.below(3), ..HEADER };
    let mut stream = Stream::new();
    // The screen that was set up, behind another header.
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    std::mem::swap(&mut stream.0, &mut writer);
    let setup = writer.finish().unwrap().0;
    let mut bytes = stream.finish();
    bytes.extend_from_slice(&setup[64..]);
    for _ in 0..RECORDS {
        bytes.extend(record(&mut random).to_bytes());
    }
    bytes
}

/// One of the profiles as it is, or with any mixture of facts.
fn profile(seed: u64) -> ProfileChoice {
    let base = if seed.is_multiple_of(2) { "hardware" } else { "86box" };
    let mut random = Random(seed << 20);
    let mut set = Vec::new();
    for fact in FACTS.iter().filter(|_| seed.is_multiple_of(4) || seed % 4 == 3) {
        let value = fact.values[random.below(fact.values.len() as u32) as usize];
        set.push((fact.name.to_owned(), value.name.to_owned()));
    }
    ProfileChoice::new(base, &set).unwrap()
}

fn player(bytes: &[u8], engine: EngineKind, seed: u64) -> Player {
    let setup = Setup {
        profile: profile(seed),
        vsync: seed.is_multiple_of(3),
        budget: Some(BUDGET),
        fingerprint: true,
        ..Setup::default()
    };
    Player::new(trace(bytes, None), engine, setup).unwrap()
}

/// Plays on; gives the saved positions after the swaps, and the end's summary and state.
fn outcome(mut player: Player) -> (Vec<Vec<u8>>, String, Vec<u8>) {
    let mut saved = Vec::new();
    loop {
        match player.advance().unwrap() {
            Step::Swap { frame } if frame % 4 == 1 => saved.push(player.save().unwrap().unwrap()),
            Step::Swap { .. } => {}
            Step::End | Step::Budget => break,
        }
    }
    let mut summary = player.summary(Input::default(), Ended::End, None);
    summary.engine = "either";
    let state = player.device().save().unwrap();
    (saved, serde_json::to_string(&summary).unwrap(), state)
}

#[test]
fn random_records() {
    for seed in 1..=STREAMS {
        let bytes = stream(seed);
        let (saved, summary, state) = outcome(player(&bytes, EngineKind::Reference, seed));
        let soft = outcome(player(&bytes, EngineKind::Soft, seed));
        assert_eq!(soft.1, summary, "seed {seed}");
        assert!(soft.2 == state, "seed {seed}: the states differ");
        for position in saved {
            let resumed =
                Player::resume(trace(&bytes, None), EngineKind::Soft, &position, Some(BUDGET));
            let resumed = resumed.unwrap_or_else(|error| panic!("seed {seed}: {error:?}"));
            let resumed = outcome(resumed);
            // What is left of a budget is not saved, so a stopped run goes on for longer.
            if !summary.contains("play.budget") {
                assert_eq!(resumed.1, summary, "seed {seed}");
                assert!(resumed.2 == state, "seed {seed}: the states differ after resuming");
            }
        }
    }
}
