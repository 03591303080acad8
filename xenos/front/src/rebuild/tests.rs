use std::sync::Arc;

use base_trace::{Options, Source};
use xenos_memory::GuestMemory;
use xenos_xtr::{
    BufferStart, Compression, Header, Memory, PacketStart, Reader, Record, Registers, Values,
    Writer,
};

use crate::{Direct, Event, LiveFeed, Pace, RebuiltFeed, Sink, State, refusal};

/// The value that each draw finds in the first float constant, and where its packet was.
#[derive(Default)]
struct Seen(Vec<(u32, u32)>);

impl Sink for Seen {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        if let Event::Draw(draw) = event {
            self.0.push((state.registers.get(0x4000), draw.packet));
        }
    }
}

fn play(records: &[Record<'_>], pace: Pace) -> (Seen, LiveFeed) {
    let mut writer = Writer::new(Vec::new(), &Header::new(0), Compression::Raw).expect("written");
    for record in records {
        writer.record(record).expect("written");
    }
    let (bytes, _) = writer.finish().expect("finished");
    let source = Source::from_bytes(bytes, Options::default()).expect("opened");
    let memory = Arc::new(GuestMemory::new());
    let mut feed = RebuiltFeed::new(LiveFeed::new(memory.clone()), pace);
    let mut sink = Direct { memory: &memory, inner: Seen::default() };
    let mut reader = Reader::new(source).expect("a header");
    feed.play(&mut reader, &mut sink).expect("read to the end");
    (sink.inner, feed.into_live())
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// One buffer at one address three times in a stretch of the ring: the same, with other memory
/// behind its constants, and with other words.
#[test]
fn memory_and_buffers_change_just_in_time() {
    let load = bytes(&[0xC002_2F00, 0x4000, 0, 1]);
    let set = bytes(&[0xC001_2D00, 0, 99, 0x8000_0000]);
    let (set, fill) = set.split_at(12);
    let draw = bytes(&[0xC000_3600, 0x0003_0084]);
    let call = bytes(&[0xC001_3F00, 0x8000]);
    let numbers: Vec<Vec<u8>> = (1..4).map(|number| bytes(&[number])).collect();
    let packet = |base, words| Record::PacketStart(PacketStart { base, words });
    let read = |number: usize| Record::MemoryRead(Memory { base: 0x4000, bytes: &numbers[number] });
    let end = Record::PacketEnd;
    let ring = BufferStart { base: 0x100, words: &[] };
    let buffer = BufferStart { base: 0x8000, words: &[] };
    let mut records = vec![Record::PrimaryBufferStart(ring)];
    for (at, number) in [(0x100, Some(0)), (0x10C, Some(1)), (0x118, None), (0x124, Some(2))] {
        records.extend([packet(at, &call), Record::IndirectBufferStart(buffer)]);
        match number {
            Some(number) => records.extend([packet(0x8000, &load), read(number), end]),
            None => {
                records.extend([packet(0x8000, set), end, packet(0x800C, fill), end]);
            }
        }
        records.extend([packet(0x8010, &draw), end, Record::IndirectBufferEnd, end]);
    }
    records.extend([Record::PrimaryBufferEnd]);
    for pace in [Pace::Far, Pace::Packet] {
        let (seen, live) = play(&records, pace);
        let draws: Vec<_> = [1, 2, 99, 3].map(|value| (value, 0x8010)).into();
        assert_eq!(seen.0, draws, "{pace:?}");
        assert!(live.processor().refusals().is_empty(), "{:?}", live.processor().refusals());
        assert_eq!(live.counts().packets(), 4 + 3 * 2 + 3);
        if pace == Pace::Far {
            // The second run is of the same words.
            assert_eq!(live.call_statistics().decodes, 3);
        }
    }
}

#[test]
fn a_trace_may_begin_and_end_inside_of_buffers() {
    let draw = bytes(&[0xC000_3600, 0x0003_0084]);
    let call = bytes(&[0xC001_3F00, 0x8000]);
    let packet = |base, words| Record::PacketStart(PacketStart { base, words });
    let buffer = BufferStart { base: 0x8000, words: &[] };
    let records = [
        packet(0x9000, &draw),
        Record::PacketEnd,
        Record::IndirectBufferEnd,
        Record::PacketEnd,
        packet(0x100, &draw),
        Record::PacketEnd,
        Record::PrimaryBufferEnd,
        packet(0x200, &call),
        Record::IndirectBufferStart(buffer),
        packet(0x8000, &draw),
        Record::PacketEnd,
    ];
    let (seen, live) = play(&records, Pace::Far);
    assert_eq!(seen.0, [(0, 0x9000), (0, 0x100), (0, 0x8000)]);
    assert!(live.processor().refusals().is_empty());
}

/// Each of very many buffers runs the next one: those deeper than the live feed goes are refused,
/// and what is inside is not put in place once for each level.
#[test]
fn buffers_nested_without_end_are_refused_in_time() {
    const DEPTH: u32 = 400_000;
    let call = |level: u32| bytes(&[0xC001_3F00, 0x10000 + level * 16]);
    let calls: Vec<Vec<u8>> = (0..DEPTH).map(call).collect();
    let ring = BufferStart { base: 0x100, words: &[] };
    let mut records = vec![Record::PrimaryBufferStart(ring)];
    for (level, words) in (0..DEPTH).zip(&calls) {
        let base = if level == 0 { 0x100 } else { 0x10000 + (level - 1) * 16 };
        let inner = BufferStart { base: 0x10000 + level * 16, words: &[] };
        records.push(Record::PacketStart(PacketStart { base, words }));
        records.push(Record::IndirectBufferStart(inner));
    }
    let ends = [Record::IndirectBufferEnd, Record::PacketEnd];
    for ended in [0, DEPTH] {
        let mut records = records.clone();
        records.extend((0..ended).flat_map(|_| ends));
        let (_, live) = play(&records, Pace::Packet);
        let refused: Vec<_> = live.processor().refusals().rows().map(|row| row.id).collect();
        assert!(refused.contains(&refusal::INDIRECT_TOO_DEEP.id), "{refused:?}");
    }
}

/// What waits for its stretch of the ring to end has a bound, of whatever kind it is.
#[test]
fn what_is_queued_is_bounded() {
    let values = [0; 4 * 1000];
    let registers = Record::Registers(Registers {
        first: 0x2000,
        execute_callbacks: false,
        values: Values::new(&values),
    });
    let nothing = bytes(&[&[0xC3E7_1000][..], &[0; 1000]].concat());
    let packet = Record::PacketStart(PacketStart { base: 0x100, words: &nothing });
    let read = Record::MemoryRead(Memory { base: 0x8000, bytes: &values });
    for record in [registers, packet, read] {
        let mut feed = RebuiltFeed::new(LiveFeed::new(Arc::new(GuestMemory::new())), Pace::Far);
        (feed.most_queued, feed.most_bytes) = (100_000, 100_000);
        for _ in 0..100 {
            feed.record(&record, &mut Seen::default());
            let (queued, bytes) = feed.queue.size();
            assert!(queued < 104_500 && bytes < 104_500, "{queued} {bytes}");
        }
        feed.finish(&mut Seen::default());
        assert_eq!(feed.queue.size(), (0, 0));
        let refusals = feed.live.processor().refusals();
        assert!(refusals.rows().any(|row| row.id == refusal::TRACE_LONG.id && row.count >= 3));
    }
}

/// Packets of one buffer that lie far from each other are no buffer of that length.
#[test]
fn a_buffer_is_no_longer_than_its_packets() {
    let call = bytes(&[0xC001_3F00, 0x10000]);
    let nothing = bytes(&[0x8000_0000]);
    let packet = |base, words| Record::PacketStart(PacketStart { base, words });
    let end = Record::PacketEnd;
    let records = [
        packet(0x100, &call),
        Record::IndirectBufferStart(BufferStart { base: 0x10000, words: &[] }),
        packet(0x10000, &nothing),
        end,
        packet(0x3F_0000, &nothing),
        end,
        Record::IndirectBufferEnd,
        end,
    ];
    let (_, live) = play(&records, Pace::Far);
    assert_eq!(live.call_statistics().words, 2);
}
