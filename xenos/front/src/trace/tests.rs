use std::sync::Arc;

use base_trace::{Options, Source};
use xenos_memory::GuestMemory;
use xenos_xtr::{
    BufferStart, Compression, GammaRamp, Header, Memory, PacketStart, Reader, Record, Registers,
    TraceEvent, Values, Writer,
};

use crate::{
    Direct, Event, LiveFeed, Observation, Pace, Processor, RebuiltFeed, Sink, State, TraceFeed,
    refusal,
};

#[derive(Default)]
struct Seen(Vec<String>);

impl Sink for Seen {
    fn event(&mut self, _: &State<'_>, event: &Event<'_>) {
        self.0.push(format!("{event:?}"));
    }

    fn gamma(&mut self, state: &State<'_>) {
        self.0.push(format!("gamma {}", state.gamma.table[3]));
    }
}

fn reader(records: &[Record<'_>]) -> Reader {
    let mut writer = Writer::new(Vec::new(), &Header::new(0), Compression::Raw).expect("written");
    for record in records {
        writer.record(record).expect("written");
    }
    let (bytes, _) = writer.finish().expect("finished");
    let source = Source::from_bytes(bytes, Options::default()).expect("opened");
    Reader::new(source).expect("a header")
}

fn play(records: &[Record<'_>]) -> (TraceFeed, Vec<String>, Arc<GuestMemory>) {
    let mut seen = Seen::default();
    let (feed, memory) = play_into(records, &mut seen);
    (feed, seen.0, memory)
}

fn play_into<S: Sink>(records: &[Record<'_>], sink: &mut S) -> (TraceFeed, Arc<GuestMemory>) {
    let memory = Arc::new(GuestMemory::new());
    let mut feed = TraceFeed::new(Processor::new(memory.clone()));
    let mut sink = Direct { memory: &memory, inner: sink };
    feed.play(&mut reader(records), &mut sink).expect("read to the end");
    (feed, memory)
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn packet(base: u32, words: &[u8]) -> Record<'_> {
    Record::PacketStart(PacketStart { base, words })
}

#[test]
fn a_packet_runs_at_its_end_after_its_memory_is_there() {
    // Constants from memory; a wait that this memory ends; one that nothing ends.
    let load = bytes(&[0xC002_2F00, 0x4000, 0, 2]);
    let wait = bytes(&[0xC004_3C00, 0x13, 0x5002, 7, u32::MAX, 0]);
    let (memory, seven) = (bytes(&[0x3F80_0000, 5]), bytes(&[7]));
    let read = |base, bytes| Record::MemoryRead(Memory { base, bytes });
    let end = Record::PacketEnd;
    let (feed, seen, _) = play(&[
        packet(0x100, &load),
        read(0x4000, &memory),
        end,
        packet(0x110, &wait),
        read(0x5000, &seven),
        end,
        end,
        packet(0x128, &wait),
        read(0x5000, &memory),
        end,
    ]);
    let processor = feed.processor();
    let state = processor.state();
    assert_eq!((state.registers.float(0x4000), state.registers.get(0x4001)), (1.0, 5));
    assert!(seen[2].starts_with("Wait") && seen[2].ends_with("met: true }"), "{seen:?}");
    assert!(seen[4].ends_with("met: false }"), "{seen:?}");
    let refused: Vec<_> = processor.refusals().rows().collect();
    assert_eq!(refused.len(), 1);
    let place = (refused[0].id, refused[0].first.record, refused[0].register, refused[0].value);
    assert_eq!(place, (refusal::WAIT_NEVER_MET.id, Some(9), "memory", 0x5000));
}

#[test]
fn buffers_are_walked_and_their_packets_never_run() {
    let (call, write) = (bytes(&[0xC001_3F00, 0x8000]), bytes(&[0x0000_2000, 4]));
    let start = BufferStart { base: 0x8000, words: &[] };
    let (feed, _, _) = play(&[
        // The trace begins inside of buffers.
        Record::IndirectBufferEnd,
        Record::PacketEnd,
        Record::PrimaryBufferEnd,
        Record::PrimaryBufferStart(start),
        packet(0x100, &call),
        Record::IndirectBufferStart(start),
        packet(0x8000, &write),
        Record::PacketEnd,
        Record::IndirectBufferEnd,
        Record::PacketEnd,
    ]);
    assert_eq!((feed.depth(), feed.processor().counts().packets()), (1, 2));
    assert_eq!(feed.processor().state().registers.get(0x2000), 4);
    assert!(feed.processor().refusals().is_empty());
}

#[test]
fn records_of_state_and_frames() {
    let plain: Vec<u8> = [1u32, 2].iter().flat_map(|word| word.to_le_bytes()).collect();
    let ramp: Vec<u8> = (0..640u32).flat_map(u32::to_le_bytes).collect();
    let registers = |first, execute_callbacks| {
        let values = Values::new(&plain);
        Record::Registers(Registers { first, execute_callbacks, values })
    };
    let (umsk, extra) = (bytes(&[0x0001_01DC, 0xFF, 0x6000]), bytes(&[0x0000_2000, 1, 2]));
    let (feed, seen, memory) = play(&[
        packet(0, &umsk),
        Record::PacketEnd,
        registers(0x578, false),
        registers(0x57A, true),
        // Of the second value there is no register.
        registers(0x5002, true),
        registers(0x5002, false),
        registers(0xFFFF_FFFF, false),
        Record::GammaRamp(GammaRamp { component: 1, values: Values::new(&ramp) }),
        packet(0, &extra),
        Record::PacketEnd,
        Record::Event(TraceEvent::Swap),
        Record::Event(TraceEvent::Unknown(3)),
    ]);
    let mut words = [0; 4];
    memory.read_words(0x6000, &mut words).expect("inside");
    assert_eq!(words, [0, 0, 1, 2], "write-back with side effects only");
    assert_eq!(seen.len(), 4);
    assert_eq!(seen[2], "gamma 3");
    assert_eq!(seen[3], "FrameMark");
    let processor = feed.processor();
    let gamma = processor.state().gamma;
    assert_eq!((gamma.component, gamma.pieces[127]), (1, [637, 638, 639]));
    // A mark without a swap ends no frame.
    assert_eq!(processor.counts().frames(), 0);
    let refused: Vec<_> = processor.refusals().rows().map(|row| (row.id, row.register)).collect();
    let expected = [
        (refusal::REGISTER_OUTSIDE.id, "Registers"),
        (refusal::TRACE_EVENT.id, "Event"),
        (refusal::TRACE_ORDER.id, "Event"),
        (refusal::TRACE_ORDER.id, "PacketStart"),
    ];
    assert_eq!(refused, expected);
    let outside = processor.refusals().rows().next().expect("the first");
    assert_eq!((outside.count, outside.value), (3, 0x5003), "once a record, in either form");
    assert_eq!((outside.first.record, outside.first.packet), (Some(4), None));
}

/// Takes down what observers are told of packets.
#[derive(Default)]
struct Told(Vec<(u32, bool)>);

impl Sink for Told {
    fn event(&mut self, _: &State<'_>, _: &Event<'_>) {}

    fn observes(&self) -> bool {
        true
    }

    fn observe(&mut self, observation: &Observation<'_>) {
        if let Observation::Packets { from, to, executed, .. } = observation {
            self.0.push((to - from, *executed));
        }
    }
}

#[test]
fn a_packet_is_counted_where_it_begins_and_runs_where_it_ends() {
    let (write, short) = (bytes(&[0x0000_2000, 4]), bytes(&[0xC000_3F00, 0x8000]));
    let records =
        [packet(0x100, &short), packet(0x108, &short), Record::PacketEnd, packet(0x110, &write)];
    let (feed, _, _) = play(&records);
    assert_eq!(feed.processor().counts().packets(), 3);
    assert_eq!(feed.processor().state().registers.get(0x2000), 0, "it has no end");
    let rows = feed.processor().refusals().rows();
    let refused: Vec<_> = rows.map(|row| (row.id, row.count, row.first.packet)).collect();
    assert_eq!(refused, [(refusal::PACKET_MALFORMED.id, 2, Some(0x100))]);
    // Who counts is told of the same packets.
    let mut told = Told::default();
    play_into(&records, &mut told);
    assert_eq!(told.0, [(1, false), (1, true), (1, false)]);
    // The rebuilt feed agrees.
    let memory = Arc::new(GuestMemory::new());
    let mut live = RebuiltFeed::new(LiveFeed::new(memory.clone()), Pace::Far);
    live.play(&mut reader(&records), &mut Direct { memory: &memory, inner: Seen::default() })
        .expect("read to the end");
    assert_eq!(live.live().counts(), feed.processor().counts());
    let rows = live.live().processor().refusals().rows();
    let rebuilt: Vec<_> = rows.map(|row| (row.id, row.count)).collect();
    assert_eq!(rebuilt, [(refusal::PACKET_MALFORMED.id, 2)]);
}

#[test]
fn a_frame_ends_with_an_executed_swap_and_the_mark_behind_it_ends_nothing() {
    let swap = bytes(&[0xC003_6400, 0x5357_4150, 0, 64, 64]);
    let skipped = bytes(&[0xC003_6401, 0x5357_4150, 0, 64, 64]);
    let draw = bytes(&[0xC000_3600, 0x0003_0084]);
    let (feed, seen, _) = play(&[
        packet(0, &swap),
        Record::PacketEnd,
        Record::Event(TraceEvent::Swap),
        packet(0, &skipped),
        Record::PacketEnd,
        packet(0, &swap),
        Record::PacketEnd,
        packet(0, &draw),
        Record::PacketEnd,
        Record::Event(TraceEvent::Swap),
        packet(0, &draw),
        Record::PacketEnd,
    ]);
    let counts = feed.processor().counts();
    assert_eq!((counts.frames(), counts.swaps, counts.draws), (2, 2, 2));
    assert_eq!(seen.iter().filter(|event| *event == "FrameMark").count(), 2);
    let refused: Vec<_> = feed.processor().refusals().rows().map(|row| row.id).collect();
    assert_eq!(refused, [refusal::SWAP_PREDICATED.id]);
}

#[test]
fn a_call_of_a_buffer_that_the_trace_does_not_hold_is_refused() {
    let call = bytes(&[0xC001_3F00, 0x2000, 3]);
    let (feed, ..) = play(&[packet(0x1000, &call), Record::PacketEnd]);
    let refused: Vec<_> = feed.processor().refusals().rows().map(|row| row.id).collect();
    assert_eq!(refused, [refusal::TRACE_ORDER.id]);
}
