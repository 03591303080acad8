use std::sync::Arc;

use proptest::prelude::*;
use xenos_memory::{GuestMemory, MEMORY_BYTES, Writer};
use xenos_pm4::Kind;
use xenos_regs::Confidence::{Documented, Guessed, Inferred};
use xenos_regs::index;

use super::{Limits, MAX_DEPTH};
use crate::{Direct, Event, LiveFeed, Need, Origin, Outcome, Sink, State, StateGroup, refusal};

mod places;

const RING: u32 = 0x10_0000;
const RING_WORDS: u32 = 0x400;

/// Every event in words, with what it would find in a register that streams here write.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen(Vec<String>);

impl Sink for Seen {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        let registers = state.registers;
        let sum = (0x2000..0x2010).map(|at| u64::from(registers.get(at))).sum::<u64>();
        let id = state.vertex_shader.map(|shader| shader.words().to_vec());
        self.0.push(format!("{event:?} {sum:x} {id:x?}"));
    }
}

struct Bench {
    memory: Arc<GuestMemory>,
    live: LiveFeed,
    seen: Seen,
    write: u32,
}

impl Bench {
    fn new() -> Self {
        let memory = Arc::new(GuestMemory::new());
        let mut live = LiveFeed::new(memory.clone());
        live.set_ring(RING, RING_WORDS);
        Self { memory, live, seen: Seen::default(), write: 0 }
    }

    fn store(&self, address: u32, words: &[u32]) {
        self.memory.write_words(Writer::Cpu, address, words).expect("inside");
    }

    /// Appends to the ring.
    fn ring(&mut self, words: &[u32]) {
        for word in words {
            self.store(RING + self.write * 4, &[*word]);
            self.write = (self.write + 1) % RING_WORDS;
        }
        self.live.set_write_pointer(self.write);
    }

    fn run(&mut self, limit: u64) -> Outcome {
        let mut sink = Direct { memory: &self.memory, inner: &mut self.seen };
        self.live.run(limit, &mut sink)
    }

    /// What was refused, and how often.
    fn refused(&self) -> Vec<(&'static str, u64)> {
        self.live.processor().refusals().rows().map(|row| (row.id, row.count)).collect()
    }

    fn get(&self, register: u16) -> u32 {
        self.live.processor().state().registers.get(register)
    }
}

fn call(address: u32, words: u32) -> [u32; 3] {
    [0xC001_3F00, address, words]
}

/// MEM_WRITE of one word in big-endian order.
fn mem_write(address: u32, value: u32) -> [u32; 3] {
    [0xC001_3D00, address | 2, value]
}

#[test]
fn a_buffer_that_runs_itself_is_refused() {
    let mut bench = Bench::new();
    bench.store(0x1000, &[0x0000_2000, 7]);
    bench.store(0x1008, &call(0x1000, 5));
    bench.ring(&call(0x1000, 5));
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!(bench.refused(), [(refusal::INDIRECT_RECURSIVE.id, 1)]);
    assert_eq!(bench.live.counts().packets(), 3);
    // Through another one, and into its middle.
    let mut bench = Bench::new();
    bench.store(0x1000, &call(0x2000, 3));
    bench.store(0x2000, &call(0x1004, 1));
    bench.ring(&call(0x1000, 3));
    for _ in 0..2 {
        assert_eq!(bench.run(1), Outcome::Limit);
    }
    assert_eq!(bench.run(1), Outcome::Idle);
    assert_eq!(bench.refused(), [(refusal::INDIRECT_RECURSIVE.id, 1)]);
}

#[test]
fn nesting_has_an_end() {
    let mut bench = Bench::new();
    for depth in 0..=MAX_DEPTH as u32 {
        bench.store(0x1000 + depth * 0x100, &call(0x1100 + depth * 0x100, 3));
    }
    bench.ring(&call(0x1000, 3));
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!(bench.refused(), [(refusal::INDIRECT_TOO_DEEP.id, 1)]);
    assert_eq!(bench.live.counts().packets(), MAX_DEPTH as u64 + 1);
}

#[test]
fn packets_that_claim_more_than_there_is_are_refused() {
    let mut bench = Bench::new();
    // The last words of memory; 16,384 registers, and 16,384 words of a NOP.
    for header in [0x3FFF_0000, 0xFFFF_1000] {
        bench.store(MEMORY_BYTES - 8, &[0x8000_0000, header]);
        bench.ring(&call(MEMORY_BYTES - 8, 2));
        assert_eq!(bench.run(u64::MAX), Outcome::Idle);
        bench.ring(&call(MEMORY_BYTES - 8, 2));
        while bench.run(1) != Outcome::Idle {}
    }
    // A buffer that itself reaches over the end, and one that is too short for its opcode.
    bench.ring(&call(MEMORY_BYTES - 8, 3));
    bench.store(0x1000, &[0xC000_3C00, 0]);
    bench.ring(&call(0x1000, 2));
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    let expected = [(refusal::MEMORY_OUTSIDE.id, 1), (refusal::PACKET_MALFORMED.id, 5)];
    let mut found = std::collections::BTreeMap::new();
    for (id, count) in bench.refused() {
        *found.entry(id).or_insert(0) += count;
    }
    assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn ring_pointers_and_packets_that_do_not_fit_are_refused() {
    let mut bench = Bench::new();
    bench.live.set_write_pointer(RING_WORDS + 1);
    bench.live.set_read_pointer(u32::MAX);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    let mut sink = Seen::default();
    let pointer = u32::from(index::CP_RB_WPTR);
    bench.live.write_register(pointer, RING_WORDS * 2, &mut sink);
    assert_eq!(bench.refused().iter().map(|(_, count)| count).sum::<u64>(), 3);
    // A packet as long as the ring is dropped with what follows.
    bench.ring(&[(RING_WORDS - 2) << 16 | 0x2000, 1, 2]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!(bench.live.read_pointer(), 3);
    bench.ring(&[0x0000_2000, 9]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!(bench.get(0x2000), 9);
    bench.live.set_ring(MEMORY_BYTES - 4, 2);
    assert!(bench.refused().contains(&(refusal::RING_PACKET.id, 1)));
    assert!(bench.refused().iter().any(|row| row == &(refusal::RING_POINTER.id, 1)));
}

#[test]
fn the_ring_goes_round_and_half_a_packet_waits() {
    let mut bench = Bench::new();
    bench.write = RING_WORDS - 2;
    bench.live.set_read_pointer(bench.write);
    bench.ring(&[0x0003_2000, 1]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!((bench.live.read_pointer(), bench.get(0x2000)), (RING_WORDS - 2, 0));
    bench.ring(&[2, 3, 4, 0x8000_0000]);
    assert_eq!(bench.run(1), Outcome::Limit);
    assert_eq!(bench.run(1), Outcome::Idle);
    assert_eq!((bench.live.read_pointer(), bench.get(0x2003)), (4, 4));
    assert_eq!(bench.live.counts().of(Kind::TYPE2), 1);
}

#[test]
fn waits_wait_and_can_be_given_up() {
    let mut bench = Bench::new();
    // In a buffer, between two writes: (word at 0x5000) == 1.
    bench.store(0x1000, &[0x0000_2000, 1, 0xC004_3C00, 0x13, 0x5002, 1, u32::MAX, 0]);
    bench.store(0x1020, &[0x0000_2001, 2]);
    bench.ring(&call(0x1000, 10));
    for _ in 0..3 {
        assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
        assert_eq!((bench.get(0x2000), bench.get(0x2001)), (1, 0));
        assert_eq!(bench.live.counts().packets(), 2, "what waits is not counted yet");
    }
    bench.store(0x5000, &[1]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!((bench.get(0x2001), bench.live.counts().packets()), (2, 4));
    assert!(bench.refused().is_empty());

    bench.store(0x5000, &[0]);
    bench.ring(&call(0x1000, 10));
    assert!(matches!(bench.run(3), Outcome::Waiting(_)));
    bench.live.give_up_wait();
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    // One that asks for nothing possible is refused at once.
    bench.ring(&[0xC004_3C00, 0x10, 0x5002, 1, u32::MAX, 0]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!(bench.refused(), [(refusal::WAIT_NEVER_MET.id, 2)]);
    // Coherency is done when asked for.
    bench.ring(&[0x0000_0A31, 5, 0xC004_3C00, 0x3, 0xA31, 0, 0x8000_0000, 0]);
    assert_eq!(bench.run(1), Outcome::Limit);
    assert_eq!(bench.get(0xA31), 0x8000_0005);
    assert_eq!(bench.run(1), Outcome::Idle);
    assert_eq!(bench.get(0xA31), 0);
}

#[test]
fn an_unchanged_buffer_is_not_read_again() {
    let mut bench = Bench::new();
    bench.store(0x1000, &[0x0000_2000, 1]);
    bench.store(0x3000, &call(0x1000, 2));
    let run = |bench: &mut Bench| {
        bench.ring(&call(0x3000, 3));
        assert_eq!(bench.run(u64::MAX), Outcome::Idle);
        (bench.live.call_statistics().decodes, bench.get(0x2000))
    };
    assert_eq!(run(&mut bench), (2, 1));
    assert_eq!(run(&mut bench), (2, 1));
    bench.store(0x1004, &[5]);
    assert_eq!(run(&mut bench), (3, 5));
    // Another page is no reason.
    bench.store(0x2000, &[5]);
    assert_eq!(run(&mut bench), (3, 5));
    bench.live.forget_buffers();
    assert_eq!(run(&mut bench), (5, 5));
}

#[test]
fn predicates_and_commands() {
    let mut bench = Bench::new();
    let umsk = u32::from(index::SCRATCH_UMSK);
    bench.ring(&[0x0001_0000 | umsk, 0b100, 0x6000]);
    bench.ring(&[0x0001_0579, 11, 12]);
    // Select nothing; a predicated write and a swap; select again.
    bench.ring(&[0xC000_6200, 0, 0xC000_6300, 0, 0xC001_5501, 0x2002, 9]);
    bench.ring(&[0xC003_6401, 0x5357_4150, 0, 64, 64]);
    bench.ring(&[0xC001_5100, 0, 1, 0xC001_5501, 0x2003, 9]);
    // 0x1003 = (9 & 0xC) | register 0x1001; then stored with bytes as they are.
    bench.ring(&[0x0002_1001, 0x50, 0, 9, 0xC002_2100, 0x4000_1003, 0xC, 0x1001]);
    bench.ring(&[0xC001_3E00, 0x1003, 0x6100]);
    // If it is 0x58: 8in16 of a value to memory.
    bench.ring(&[0xC005_4500, 0x103, 0x1003, 0x58, 0xFF, 0x6105, 0x1122_3344]);
    bench.ring(&[0xC005_4500, 0x103, 0x1003, 0x59, 0xFF, 0x610A, 0x1122_3344]);
    // A fence, extents, an interrupt, an unknown and an unexecuted opcode, a register too far.
    bench.ring(&[0xC002_5800, 0x14, 0x6202, 0xABCD, 0xC001_5A00, 0, 0x6301]);
    bench.ring(&[0xC000_5400, 0x21, 0xC000_1100, 0, 0xC000_2500, 0, 0x0001_5002, 1, 2]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    let mut words = [0; 2];
    bench.memory.read_words(0x6008, &mut words).expect("inside");
    assert_eq!(words, [12, 0]);
    assert_eq!((bench.get(0x2002), bench.get(0x2003), bench.get(0x1003)), (0, 9, 0x58));
    bench.memory.read_words(0x6100, &mut words).expect("inside");
    assert_eq!(words, [0x5800_0000, 0x3344_1122]);
    assert_eq!(bench.memory.read_word(0x6108), Ok(0));
    assert_eq!(bench.memory.read_word(0x6200), Ok(0xABCD));
    assert_eq!(bench.memory.read_word(0x6304), Ok(0x400));
    assert_eq!(bench.live.counts().predicated_off, 1);
    assert!(bench.seen.0.iter().any(|event| event.starts_with("Interrupt { cpus: 33 }")));
    assert_eq!(bench.get(0x5002), 1);
    let refused = bench.refused();
    for kind in [
        &refusal::SWAP_PREDICATED,
        &refusal::OPCODE_UNKNOWN,
        &refusal::OPCODE_NOT_EXECUTED,
        &refusal::REGISTER_OUTSIDE,
    ] {
        assert!(refused.contains(&(kind.id, 1)), "{}: {refused:?}", kind.id);
    }
}

#[test]
fn buffers_that_fan_out_end_in_a_refusal_and_the_next_submission_runs() {
    const FAN: u32 = 200;
    for (limits, step) in [
        (Limits { packets: 10_000, words: u64::MAX }, u64::MAX),
        (Limits { packets: 10_000, words: u64::MAX }, 7),
        (Limits { packets: u64::MAX, words: 100_000 }, u64::MAX),
        (Limits { packets: u64::MAX, words: 100_000 }, 500),
    ] {
        let mut bench = Bench::new();
        bench.live = LiveFeed::new(bench.memory.clone()).with_limits(limits);
        bench.live.set_ring(RING, RING_WORDS);
        // 200 to the power of 7 packets.
        for depth in 0..MAX_DEPTH as u32 - 1 {
            let (own, inner) = (0x1_0000 + depth * 0x1000, 0x1_1000 + depth * 0x1000);
            for at in 0..FAN {
                bench.store(own + at * 12, &call(inner, FAN * 3));
            }
        }
        bench.store(0x1_0000 + 0x1000 * (MAX_DEPTH as u32 - 1), &vec![0x8000_0000; 600]);
        for round in 1..=2 {
            let before = bench.live.counts().packets();
            bench.ring(&call(0x1_0000, FAN * 3));
            bench.ring(&[0x0000_2000, round]);
            while bench.run(step) == Outcome::Limit {}
            let ran = bench.live.counts().packets() - before;
            assert!((150..=10_000.max(limits.words.min(200_000))).contains(&ran), "{ran}");
            assert_eq!(bench.refused(), [(refusal::SUBMISSION_ENDLESS.id, u64::from(round))]);
            assert_eq!(bench.get(0x2000), 0, "what is left of it is dropped");
        }
        bench.ring(&[0x0000_2000, 8]);
        assert_eq!(bench.run(step), Outcome::Idle);
        assert_eq!(bench.get(0x2000), 8);
    }
}

#[test]
fn what_is_read_again_and_again_is_part_of_what_a_submission_may_cost() {
    let mut bench = Bench::new();
    let limits = Limits { words: 10_000, ..Limits::default() };
    bench.live = LiveFeed::new(bench.memory.clone()).with_limits(limits);
    bench.live.set_ring(RING, RING_WORDS);
    // A program of 4,000 words, changed before each load; constants, 400 of them.
    for words in [
        [&mem_write(0x4_0000, 1)[..], &[0xC001_2700, 0x4_0000, 4000]].concat(),
        [0xC002_2F00, 0x4_0000, 0, 400].to_vec(),
    ] {
        let refused = bench.refused().iter().map(|(_, count)| count).sum::<u64>();
        for _ in 0..30 {
            bench.ring(&words);
        }
        assert_eq!(bench.run(u64::MAX), Outcome::Idle);
        assert_eq!(bench.refused(), [(refusal::SUBMISSION_ENDLESS.id, refused + 1)]);
    }
    // As many words in several submissions are nothing special.
    for at in 0..30 {
        bench.ring(&[0xC002_2F00, 0x4_0000, 0, 400, 0x0000_2000, at]);
        assert_eq!(bench.run(u64::MAX), Outcome::Idle);
        assert_eq!(bench.get(0x2000), at);
    }
    assert_eq!(bench.refused(), [(refusal::SUBMISSION_ENDLESS.id, 2)]);
}

#[test]
fn places_of_buffers_are_forgotten_or_refused() {
    let mut bench = Bench::new();
    bench.live.calls.most_slots = 20;
    bench.live.calls.most_kept = 1000;
    // From the ring each finds room, since what is full is forgotten between packets.
    for at in 0..200 {
        bench.store(0x1_0000 + at * 8, &[0x0000_2000, at]);
        bench.ring(&call(0x1_0000 + at * 8, 2));
        assert_eq!(bench.run(u64::MAX), Outcome::Idle);
        assert_eq!(bench.get(0x2000), at);
        let (slots, kept) = bench.live.calls.size();
        assert!(slots <= 20 && kept <= 1100, "{slots} {kept}");
    }
    assert!(bench.refused().is_empty());
    // One buffer that runs too many others: those that find room run.
    let calls: Vec<u32> = (0..100).flat_map(|at| call(0x1_0000 + at * 8, 2)).collect();
    bench.store(0x2_0000, &calls);
    bench.live.forget_buffers();
    bench.ring(&call(0x2_0000, calls.len() as u32));
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!(bench.refused(), [(refusal::PLACES_FULL.id, 100 - 19)]);
    assert_eq!(bench.get(0x2000), 18);
    bench.ring(&call(0x1_0000 + 50 * 8, 2));
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!(bench.get(0x2000), 50);
}

/// A renderer that knows one register, and counts who asks.
#[derive(Default)]
struct Knows(Vec<Need>);

impl Sink for Knows {
    fn event(&mut self, _: &State<'_>, _: &Event<'_>) {}

    fn sync(&mut self, _: &State<'_>, need: &Need) -> Option<u32> {
        self.0.push(*need);
        (*need == Need::Register(index::PA_SC_VIZ_QUERY_STATUS_0)).then_some(6)
    }
}

#[test]
fn what_the_guest_reads_from_registers() {
    let mut bench = Bench::new();
    bench.ring(&[0x0000_2000, 5, 0x0000_0578, 7, 0x0000_0F00, 1, 0x0000_0A31, 3, 0x0000_0F01, 2]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    let mut sink = Knows::default();
    let mut read = |register: u32| {
        let reading = bench.live.read_register(register, &mut sink);
        assert!(!reading.source.is_empty());
        (reading.word, reading.origin, reading.confidence)
    };
    assert_eq!(read(0x2000), (5, Origin::Stored, Documented));
    assert_eq!(read(0x578), (7, Origin::Stored, Documented));
    assert_eq!(read(0x0F00), (0x0810_0748, Origin::Fixed, Inferred));
    assert_eq!(read(0x0F01), (0x0000_200E, Origin::Fixed, Inferred));
    assert_eq!(read(0x0F02).0, 0);
    assert_eq!(read(0x194C), (0x2D0, Origin::Faked, Guessed));
    assert_eq!(read(0x1951), (1, Origin::Faked, Guessed));
    assert_eq!(read(0x1961), (0x0500_02D0, Origin::Faked, Guessed));
    assert_eq!(read(0x01C4), (10, Origin::ReadPointer, Inferred));
    // A flush is over when it is asked for, and then stays over.
    assert_eq!(read(0x0A31), (0, Origin::Coherency, Inferred));
    assert_eq!(read(0x0A31), (0, Origin::Coherency, Inferred));
    assert_eq!(read(0x0C44), (6, Origin::Renderer, Inferred));
    assert_eq!(read(0x0C45), (0, Origin::Renderer, Inferred));
    assert_eq!(read(0x5003).1, Origin::Outside);
    assert_eq!(sink.0.len(), 3);
    assert_eq!(bench.refused(), [(refusal::REGISTER_OUTSIDE.id, 1)]);
}

/// Packets that together reach everything a program can do; addresses name a few nested buffers.
fn packet() -> impl Strategy<Value = Vec<u32>> {
    let register = 0x2000u32..0x2010;
    prop_oneof![
        4 => (register.clone(), proptest::collection::vec(any::<u32>(), 1..6)).prop_map(
            |(first, values)| {
                let mut words = vec![(values.len() as u32 - 1) << 16 | first];
                words.extend(values);
                words
            }
        ),
        2 => Just(vec![0x8000_0000]),
        1 => Just(vec![0]),
        1 => (register.clone(), any::<u32>()).prop_map(|(r, v)| vec![0x4000_0000 | r << 11, v, v]),
        2 => any::<bool>().prop_map(|p| vec![0xC000_3600 | u32::from(p), 0x0003_0084]),
        1 => (0u32..3).prop_map(|bit| vec![0xC000_6200, 1 << bit & 3]),
        1 => (register.clone(), any::<u32>(), any::<bool>())
            .prop_map(|(r, v, p)| vec![0xC001_5500 | u32::from(p), r, v]),
        1 => (0u32..4).prop_map(|slot| vec![0xC001_2700, 0x7000 + slot * 8, 2]),
        1 => (0u32..4, any::<u32>()).prop_map(|(slot, v)| mem_write(0x7000 + slot * 4, v).to_vec()),
        1 => (register, 0u32..4).prop_map(|(r, s)| vec![
            0xC002_2F00, 0x7000 + s * 4, 4 << 16 | (r - 0x2000), 3,
        ]),
        1 => Just(vec![0x0001_0578, 3, 4]),
        2 => (0u32..4, 0u32..40).prop_map(|(slot, words)| call(0x8000 + slot * 0x1000, words).into()),
    ]
}

fn stream() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(packet(), 0..24).prop_map(|packets| packets.concat())
}

proptest! {
    /// However a stream is cut into runs, the same happens, and limits are met exactly.
    #[test]
    fn steps_of_any_length_give_the_same_events(
        ring in stream(),
        buffers in proptest::collection::vec(stream(), 4),
        limits in proptest::collection::vec(0u64..9, 1..20),
    ) {
        let bench = || {
            let mut bench = Bench::new();
            for (slot, words) in buffers.iter().enumerate() {
                bench.store(0x8000 + slot as u32 * 0x1000, words);
            }
            bench.ring(&[0xC001_5000, 0, 1]);
            bench.ring(&ring);
            bench
        };
        let mut whole = bench();
        prop_assert_eq!(whole.run(100_000), Outcome::Idle);
        let mut cut = bench();
        let mut limits = limits.into_iter().cycle();
        let mut done = 0;
        while done < 200_000 {
            let limit = limits.next().unwrap_or(1);
            let outcome = cut.run(limit);
            let packets = cut.live.counts().packets();
            if outcome == Outcome::Idle {
                prop_assert!(packets <= done + limit);
                break;
            }
            prop_assert_eq!(packets, done + limit);
            done = packets;
            if limit == 0 {
                // Progress, should all limits be 0.
                let _ = cut.run(1);
                done = cut.live.counts().packets();
            }
        }
        prop_assert_eq!(&cut.seen.0, &whole.seen.0);
        prop_assert_eq!(cut.live.counts(), whole.live.counts());
        prop_assert_eq!(cut.refused(), whole.refused());
        let (a, b) = (cut.live.processor().state(), whole.live.processor().state());
        prop_assert_eq!(a.registers.words(), b.registers.words());
        for group in StateGroup::ALL {
            let never = |generation| generation == 0;
            let (a, b) = (a.registers.generation(group), b.registers.generation(group));
            prop_assert_eq!(never(a), never(b));
        }
    }

    /// No words make it panic or hang.
    #[test]
    fn any_words_end(words in proptest::collection::vec(any::<u32>(), 0..200), limit in 1u64..2000) {
        let mut bench = Bench::new();
        bench.store(0x1000, &words);
        bench.ring(&call(0x1000, words.len() as u32));
        for _ in 0..4 {
            if matches!(bench.run(limit), Outcome::Waiting(_)) {
                bench.live.give_up_wait();
            }
        }
    }
}

/// One run may pass through more programs than are kept: then they are forgotten on the way. The
/// runs here end inside of buffers, where nothing else forgets them.
#[test]
fn programs_have_a_bound_within_a_run() {
    let mut bench = Bench::new();
    let wait = |address: u32| [0xC004_3C00, 0x13, address | 2, 1, u32::MAX, 0];
    // A buffer that waits, and then runs another one, which waits too.
    bench.store(0x1000, &[&wait(0x9000)[..], &call(0x2000, 8)].concat());
    bench.store(0x2000, &[&[0x0000_2000, 7][..], &wait(0x9004)].concat());
    bench.store(0x3000, &[0x0000_2001, 8]);
    bench.ring(&call(0x1000, 9));
    assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
    bench.live.calls.most_kept = 1;
    bench.store(0x9000, &[1]);
    assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
    assert_eq!(bench.get(0x2000), 7, "what a buffer runs goes on from its slot");
    let one = bench.live.calls.size().1;
    assert!(one < 200, "{one}");
    bench.store(0x9004, &[1]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    // In the ring, with the places.
    bench.store(0x9000, &[0]);
    bench.ring(&[call(0x3000, 2), call(0x1000, 9)].concat());
    assert!(matches!(bench.run(u64::MAX), Outcome::Waiting(_)));
    assert_eq!(bench.get(0x2001), 8);
    let (places, kept) = bench.live.calls.size();
    assert!(places == 2 && kept < 200, "{places} {kept}");
    bench.store(0x9000, &[1]);
    assert_eq!(bench.run(u64::MAX), Outcome::Idle);
    assert_eq!(bench.live.counts().of(Kind::TYPE0), 3);
    assert_eq!(bench.refused(), []);
}
