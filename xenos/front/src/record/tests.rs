use std::sync::Arc;

use xenos_memory::{GuestMemory, Writer};

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

#[test]
fn an_ignored_stream_costs_no_batch() {
    let memory = Arc::new(GuestMemory::new());
    let mut live = LiveFeed::new(memory);
    let mut recorder = Recorder::new(Kept::default());
    assert_eq!(live.run(10, &mut recorder), Outcome::Idle);
    assert!(recorder.finish().batches.is_empty());
    assert_eq!(live.run(10, &mut Ignore), Outcome::Idle);
}
