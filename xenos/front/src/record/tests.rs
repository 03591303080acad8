use std::sync::Arc;

use xenos_memory::{GuestMemory, Writer};
use xenos_ucode::{ControlFlow, Instruction};

use crate::{
    Batch, Channel, Direct, Event, Ignore, LiveFeed, Need, Outcome, Recorder, Replayer, Sink,
    State, StateGroup,
};

/// Batches in order, nobody on the other side.
#[derive(Default)]
struct Kept {
    batches: Vec<Batch>,
    drains: u32,
}

impl Channel for Kept {
    fn publish(&mut self, batch: Batch) {
        self.batches.push(batch);
    }

    fn drain(&mut self, need: &Need) -> Option<u32> {
        self.drains += 1;
        matches!(need, Need::Register(_)).then_some(77)
    }
}

#[derive(Default)]
struct Seen(Vec<String>);

impl Sink for Seen {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        let generations = StateGroup::ALL.map(|group| state.registers.generation(group));
        self.0.push(format!("{event:?} {generations:?} {:?}", state.pixel_shader));
    }
}

#[test]
fn a_replayer_sees_what_a_sink_would_have_seen() {
    let words = [
        0x0001_2000,
        0x11,
        0x22, // type 0: two registers
        0xC003_2B00,
        1,
        2,
        0xAAAA,
        0xBBBB, // IM_LOAD_IMMEDIATE, pixel
        0xC001_3600,
        0x0003_0084,
        5, // DRAW_INDX_2, auto
        0xC003_3600,
        0x0003_0044,
        6,
        7,
        8, // DRAW_INDX_2, immediate indices
        0xC002_3D00,
        0x0000_0102,
        1,
        2, // MEM_WRITE
        0xC001_3E00,
        0x0C44,
        0x0000_0202, // REG_TO_MEM of what the renderer knows
    ];
    let run = |sink: &mut dyn Sink, memory: &Arc<GuestMemory>| {
        let mut live = LiveFeed::new(memory.clone());
        memory.write_words(Writer::Cpu, 0x4000, &words).expect("inside");
        let call = [0xC001_3F00, 0x4000, words.len() as u32];
        memory.write_words(Writer::Cpu, 0x8000, &call).expect("inside");
        live.set_ring(0x8000, 16);
        live.set_write_pointer(3);
        assert_eq!(live.run(u64::MAX, sink), Outcome::Idle);
        assert!(live.processor().refusals().is_empty(), "{:?}", live.processor().refusals());
    };

    let memory = Arc::new(GuestMemory::new());
    let mut direct = Direct { memory: &memory, inner: Seen::default() };
    run(&mut direct, &memory);
    assert_eq!(direct.inner.0.len(), 4);
    assert_eq!(memory.read_word(0x104), Ok(2));

    let memory = Arc::new(GuestMemory::new());
    let mut recorder = Recorder::new(Kept::default()).with_draws(1);
    run(&mut recorder, &memory);
    let kept = recorder.finish();
    assert_eq!((kept.batches.len(), kept.drains), (4, 1));
    assert_eq!(memory.read_word(0x104), Ok(0), "nothing is stored before it is replayed");
    let (mut replayer, mut seen) = (Replayer::new(), Seen::default());
    for batch in &kept.batches {
        replayer.replay(batch, &mut Direct { memory: &memory, inner: &mut seen });
    }
    // What the renderer said of the register is what differs.
    assert_eq!(seen.0[..3], direct.inner.0[..3]);
    assert!(seen.0[3].contains("words: [77]"), "{}", seen.0[3]);
    assert_eq!(memory.read_words(0x100, &mut [0; 1]), Ok(()));
    assert_eq!(memory.read_word(0x200), Ok(77));
}

/// A consumer behind a queue that does nothing until somebody waits for it; then it replays all of
/// it, and copies store a word at their destination and exporting programs at 0x6000.
struct Late {
    memory: Arc<GuestMemory>,
    waiting: Vec<Batch>,
    replayer: Replayer,
    needs: Vec<Need>,
}

/// What copies and programs store.
const STORED: u32 = 0x0000_2001;

struct Renderer<'a>(&'a GuestMemory);

impl Sink for Renderer<'_> {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        let place = match event {
            Event::Copy(_) => state.registers.get(xenos_regs::index::RB_COPY_DEST_BASE),
            Event::Draw(_) if state.vertex_shader.is_some_and(|one| one.exports_memory()) => 0x6000,
            Event::SampleCounts { address } => *address,
            _ => return,
        };
        self.0.write_words(Writer::Gpu, place, &[STORED]).expect("inside");
    }
}

impl Channel for Late {
    fn publish(&mut self, batch: Batch) {
        self.waiting.push(batch);
    }

    fn drain(&mut self, need: &Need) -> Option<u32> {
        self.needs.push(*need);
        let memory = Arc::clone(&self.memory);
        for batch in self.waiting.drain(..) {
            let mut sink = Direct { memory: &memory, inner: Renderer(&memory) };
            self.replayer.replay(&batch, &mut sink);
        }
        None
    }
}

/// Runs words from the ring with a late consumer, packet by packet or at once: a register then, and
/// how often the consumer was waited for.
fn late(words: &[u32], buffer: &[u32], register: u16, limit: u64) -> (u32, usize) {
    let memory = Arc::new(GuestMemory::new());
    memory.write_words(Writer::Cpu, 0x8000, words).expect("inside");
    memory.write_words(Writer::Cpu, 0x4000, buffer).expect("inside");
    let late = Late {
        memory: Arc::clone(&memory),
        waiting: Vec::new(),
        replayer: Replayer::new(),
        needs: Vec::new(),
    };
    let mut recorder = Recorder::new(late);
    let mut live = LiveFeed::new(memory);
    live.set_ring(0x8000, 0x100);
    live.set_write_pointer(words.len() as u32);
    for _ in 0..100 {
        match live.run(limit, &mut recorder) {
            Outcome::Idle => break,
            Outcome::Limit => {}
            Outcome::Waiting(_) => live.give_up_wait(),
        }
    }
    let refused: Vec<_> = live.processor().refusals().rows().collect();
    assert!(refused.is_empty(), "{refused:?}");
    (live.processor().state().registers.get(register), recorder.finish().needs.len())
}

#[test]
fn what_the_consumer_still_has_to_store_is_waited_for() {
    const DRAW: [u32; 2] = [0xC000_3600, 0x0003_0084];
    // A copy of 32 rows to 0x6000, with its surface's pitch.
    let copy: Vec<u32> = [
        &[0x0000_2208, 6, 0x0000_2000, 32, 0x0002_2318, 0, 0x6000, 32 | 32 << 16][..],
        &[0x0000_231B, 6 << 7, 0x0001_2081, 1 << 31, 32 | 32 << 16, 0x0000_200F, 32 | 32 << 16],
        &DRAW,
    ]
    .concat();
    // An exec of one instruction, which exports to eA.
    let flow = [2 << 44 | 1 << 12 | 1, 0].map(ControlFlow::from_bits);
    let flow = ControlFlow::pair_words(flow);
    let Instruction::Alu(mut alu) = Instruction::from_words([0; 3], false) else { panic!() };
    (alu.export, alu.vector_destination) = (true, 32);
    let alu = Instruction::Alu(alu).to_words();
    let export = [&[0xC007_2B00, 0, 6][..], &flow, &alu, &DRAW].concat();
    let counts = [0x0000_2325, 0x6000, 0xC000_5B00, 0x15].to_vec();
    let write = [0xC001_3D00, 0x6002, STORED].to_vec();

    let condition = [0x13, 0x6002, STORED, u32::MAX];
    // Each is a load of the word at 0x6000, and the register that tells what it found.
    let constant = ([0xC002_2F00, 0x6000, 0, 1].to_vec(), vec![], 0x4000, STORED);
    let conditional =
        ([&[0xC005_4500][..], &condition, &[0x2010, STORED]].concat(), vec![], 0x2010, STORED);
    let wait = ([&[0xC004_3C00][..], &condition, &[0, 0x0000_2010, 5]].concat(), vec![], 0x2010, 5);
    // As a buffer it is a write to register 2001 of the word behind it.
    let buffer = ([0xC001_3F00, 0x6000, 2].to_vec(), vec![], 0x2001, 0);
    let nested = ([0xC001_3F00, 0x4000, 3].to_vec(), vec![0xC001_3F00, 0x6000, 2], 0x2001, 0);
    for stores in [&copy, &export, &counts, &write] {
        for (load, inner, register, expected) in [&constant, &conditional, &wait, &buffer, &nested]
        {
            // Something there that is not right, and a value that the buffer's write changes.
            let words = [&[0x0000_2001, 9][..], stores, load].concat();
            for limit in [u64::MAX, 1] {
                let (found, waits) = late(&words, inner, *register, limit);
                assert_eq!(found, *expected, "{words:x?}");
                assert_eq!(waits, 1, "{words:x?}");
            }
        }
        // What lies apart is read at once, unless anything may be stored to.
        let elsewhere = [&stores[..], &[0xC002_2F00, 0x5_0000, 0, 1][..]].concat();
        let waits = late(&elsewhere, &[], 0x4000, u64::MAX).1;
        assert_eq!(waits, usize::from(*stores == export), "{elsewhere:x?}");
    }
    // The ring itself: a word behind is stored to before it is read.
    let ring = [0xC001_3D00, 0x8012, 0x0000_2001, 0x8000_0000, 0x0000_2010, 7];
    assert_eq!(late(&ring, &[], 0x2001, u64::MAX), (7, 1));
}

#[test]
fn an_ignored_stream_costs_no_batch() {
    let memory = Arc::new(GuestMemory::new());
    let mut live = LiveFeed::new(memory);
    let mut recorder = Recorder::new(Kept::default());
    assert_eq!(live.run(10, &mut recorder), Outcome::Idle);
    assert!(recorder.finish().batches.is_empty());
    assert_eq!(live.run(10, &mut Ignore), Outcome::Idle);
}

#[test]
fn ramps_that_nobody_sees_are_one_and_batches_have_a_bound() {
    const WORDS: u32 = 16_000;
    const CALLS: u32 = 30;
    let memory = Arc::new(GuestMemory::new());
    let mut live = LiveFeed::new(memory.clone());
    let mut recorder = Recorder::new(Kept::default());
    // A word of the table 16,000 times, and a write of a constant; both in one buffer, which runs
    // again and again: all its runs refer to the same program.
    let ramp: Vec<u32> = std::iter::once((WORDS - 1) << 16 | 0x8000 | 0x1925)
        .chain((0..WORDS).map(|at| at * 0x1_0001))
        .collect();
    let plain: Vec<u32> = (0..WORDS).flat_map(|at| [0x0000_4000 + at % 2 * 16, at]).collect();
    memory.write_words(Writer::Cpu, 0x10_0000, &ramp).expect("inside");
    memory.write_words(Writer::Cpu, 0x20_0000, &plain).expect("inside");
    let calls: Vec<u32> = (0..CALLS)
        .flat_map(|_| {
            [0xC001_3F00, 0x10_0000, ramp.len() as u32, 0xC001_3F00, 0x20_0000, plain.len() as u32]
        })
        .collect();
    memory.write_words(Writer::Cpu, 0x8000, &calls).expect("inside");
    live.set_ring(0x8000, calls.len() as u32 + 1);
    live.set_write_pointer(calls.len() as u32);
    assert_eq!(live.run(u64::MAX, &mut recorder), Outcome::Idle);
    assert!(live.processor().refusals().is_empty());
    let kept = recorder.finish();
    let most = kept.batches.iter().map(Batch::len).max().expect("batches");
    assert!(most <= super::ENTRIES + 2, "{most}");
    assert!(kept.batches.iter().all(|batch| batch.gammas.len() <= 1), "nothing happened between");
    let mut replayer = Replayer::new();
    for batch in &kept.batches {
        replayer.replay(batch, &mut Ignore);
    }
    let (here, there) = (live.processor().state(), replayer.state());
    assert_eq!(here.gamma, there.gamma);
    assert_eq!(here.registers.words(), there.registers.words());
    assert_eq!(here.registers.changes(), there.registers.changes());
}
