//! The watching device on random states under random profiles: nothing that a command changes is
//! missing, hashes kept up equal hashes taken anew, and a stimulus replayed gives the same hashes.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use sst1_board::{BoardConfig, Buffer, Card, Device, State, Width};
use sst1_facts::Profile;
use sst1_reference::Reference;
use sst1_soft::Soft;
use sst1_stimulus::{
    Digest, Drawn, Kind, Observer, StimulusLine, Watch, parse_stimulus, stimulus_head, term,
};
use sst1_streams::{Operation, random};

/// What was seen, and memory as the changes say.
#[derive(Default)]
struct Seen {
    memory: Vec<u16>,
    text: String,
    digests: Vec<Digest>,
    kinds: Vec<Kind>,
    changed: u64,
}

#[derive(Clone, Default)]
struct Checker(Arc<Mutex<Seen>>);

impl Observer for Checker {
    fn operation(&mut self, line: &StimulusLine) {
        let _infallible = writeln!(self.0.lock().unwrap().text, "{line}");
    }

    fn begins(&mut self, state: &State) {
        let seen = &mut self.0.lock().unwrap();
        if seen.memory.is_empty() {
            seen.memory = vec![0; state.frame_buffer.words().len()];
        }
    }

    fn drawn(&mut self, drawn: &Drawn<'_>) {
        let seen = &mut self.0.lock().unwrap();
        assert_eq!(drawn.number, seen.digests.len() as u64);
        for change in drawn.changes {
            let word = &mut seen.memory[change.index as usize];
            assert_eq!(*word, change.before);
            *word = change.after;
        }
        assert!(
            seen.memory == drawn.state.frame_buffer.words(),
            "command {} ({:?}) changed more than its changes say",
            drawn.number,
            drawn.kind
        );
        seen.changed += drawn.changes.len() as u64;
        seen.digests.push(drawn.digest);
        seen.kinds.push(drawn.kind);
    }
}

fn anew(state: &State) -> [u64; 2] {
    let boundary = (state.layout().aux / 2) as usize;
    let mut sums = [0_u64; 2];
    for (index, word) in state.frame_buffer.words().iter().enumerate() {
        let sum = &mut sums[usize::from(index >= boundary)];
        *sum = sum.wrapping_add(term(index as u32, *word));
    }
    sums
}

fn watched(device: Box<dyn Device>) -> (Watch<Checker>, Checker) {
    let checker = Checker::default();
    let mut watch = Watch::new(device, checker.clone());
    watch.config_write(0x40, 1, Width::Word);
    (watch, checker)
}

fn check(seed: u64, states: usize, profile: &Profile) -> u64 {
    let config: BoardConfig = random::board(seed);
    let soft = Box::new(Card::<Soft>::new(config, profile.clone()).unwrap());
    let (mut watch, checker) = watched(soft);
    for operation in random::states(seed, config).take(states).flatten() {
        match operation {
            Operation::Write(access) => {
                watch.write(access.offset, access.data, access.width);
            }
            Operation::Read { offset, width } => {
                watch.read(offset, width);
            }
        }
    }
    // A swap last, so that no write to the buffers' layout follows the last hash.
    watch.write(0x128, 0, Width::Word);
    let seen = checker.0.lock().unwrap();
    let last = seen.digests.last().unwrap();
    assert_eq!([last.color, last.aux], anew(watch.state()), "seed {seed:#x}");
    assert!(watch.picture(Buffer::Front).width > 0);

    // The stimulus alone, on the other engine.
    let reference = Box::new(Card::<Reference>::new(config, profile.clone()).unwrap());
    let (mut other, others) = watched(reference);
    let text = stimulus_head() + &seen.text;
    for line in parse_stimulus(text.as_bytes()).unwrap() {
        let operation = line.operation;
        if operation.write {
            other.write(operation.offset, operation.data, operation.width);
        } else {
            let data = other.read(operation.offset, operation.width);
            assert_eq!(data, operation.data, "{line}");
        }
    }
    let others = others.0.lock().unwrap();
    assert_eq!(others.digests, seen.digests, "seed {seed:#x}");
    assert_eq!(others.kinds, seen.kinds);
    seen.changed
}

#[test]
fn random_states_under_the_hardware_profile() {
    let changed: u64 = (0..12).map(|seed| check(seed, 60, &Profile::hardware())).sum();
    assert!(changed > 100_000, "{changed} words changed");
}

#[test]
fn random_states_under_random_profiles() {
    let changed: u64 = (100..120).map(|seed| check(seed, 60, &random::profile(seed))).sum();
    assert!(changed > 100_000, "{changed} words changed");
}
