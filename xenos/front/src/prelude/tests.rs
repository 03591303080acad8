use std::sync::Arc;

use base_trace::{Options, Source};
use proptest::prelude::*;
use xenos_memory::{GuestMemory, Writer as By};
use xenos_xtr::{
    BufferStart, Compression, Header, Memory, PacketStart, Reader, Record, RecordKind, Writer,
};

use super::{OpenRecords, PreludeError};
use crate::{Direct, Event, Ignore, Processor, Sink, Stage, State, TraceFeed};

fn new_feed() -> (TraceFeed, Arc<GuestMemory>) {
    let memory = Arc::new(GuestMemory::new());
    (TraceFeed::new(Processor::new(Arc::clone(&memory))), memory)
}

fn written(feed: &TraceFeed, edram: Option<&[u8]>, open: &OpenRecords) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &Header::new(0), Compression::LikeXenia).unwrap();
    let mut each = |record: &Record<'_>| {
        writer.record(record).unwrap();
        Ok::<(), PreludeError>(())
    };
    feed.processor().prelude(edram, open, &mut each).unwrap();
    writer.finish().unwrap().0
}

fn reader(bytes: Vec<u8>) -> Reader {
    Reader::new(Source::from_bytes(bytes, Options::default()).unwrap()).unwrap()
}

fn play(bytes: Vec<u8>, sink: &mut impl Sink) -> (TraceFeed, Arc<GuestMemory>) {
    let (mut feed, memory) = new_feed();
    feed.play(&mut reader(bytes), &mut Direct { memory: &memory, inner: sink }).unwrap();
    (feed, memory)
}

/// Runs packets, given as words.
fn run(feed: &mut TraceFeed, packets: &[&[u32]]) {
    let mut writer = Writer::new(Vec::new(), &Header::new(0), Compression::Raw).unwrap();
    for words in packets {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        let start = PacketStart { base: 0x100, words: &bytes };
        writer.record(&Record::PacketStart(start)).unwrap();
        writer.record(&Record::PacketEnd).unwrap();
    }
    feed.play(&mut reader(writer.finish().unwrap().0), &mut Ignore).unwrap();
}

/// That both have the same state, memory up to 8 MiB included.
fn equal(a: &(TraceFeed, Arc<GuestMemory>), b: &(TraceFeed, Arc<GuestMemory>)) {
    let (one, other) = (a.0.processor(), b.0.processor());
    let (x, y) = (one.state(), other.state());
    assert!(x.registers.words() == y.registers.words());
    assert_eq!((&x.gamma.table, &x.gamma.pieces), (&y.gamma.table, &y.gamma.pieces));
    assert_eq!((x.gamma.component, one.bins()), (y.gamma.component, other.bins()));
    let words = |state: &State<'_>| {
        [state.vertex_shader, state.pixel_shader]
            .map(|s| s.map(|s| (s.stage(), s.words().to_vec())))
    };
    assert!(words(&x) == words(&y));
    assert_eq!((one.exports, a.0.depth()), (other.exports, b.0.depth()));
    let bytes = |memory: &GuestMemory| {
        let mut bytes = vec![0; 8 << 20];
        memory.read_bytes(0, &mut bytes).unwrap();
        bytes
    };
    assert!(bytes(&a.1) == bytes(&b.1));
}

#[test]
fn a_prelude_makes_the_same_state() {
    let (mut feed, memory) = new_feed();
    // Memory where packets of the prelude will lie, at a page's end, and long enough for two records.
    memory.write_bytes(By::Cpu, 3, &[1, 2, 3]).unwrap();
    memory.write_bytes(By::Gpu, 0x20_0FFF, &[9, 8]).unwrap();
    memory.write_bytes(By::Gpu, 0x40_0000, &vec![7; (2 << 20) + 5]).unwrap();
    memory.write_bytes(By::Cpu, 0x70_0000, &[0; 4096]).unwrap();
    let program = |stage: u32, first: u32| vec![0xC005_2B00, stage, 4, first, 0x2000, 0, 5];
    run(
        &mut feed,
        &[
            &[0x2000, 0x0001_0140],
            // Red of an entry of the table: its green comes next.
            &[0x1927, 7],
            &[0x1922, 9],
            &[0x1923, 0x1240],
            &[0x5002, 3],
            &[0xC001_5000, 5, 6],
            &[0xC001_5100, 7, 8],
            &program(0, 1),
            &program(1, 2),
        ],
    );
    let made = play(written(&feed, None, &OpenRecords::default()), &mut Ignore);
    equal(&made, &(feed, memory));
    assert!(made.0.processor().state().pixel_shader.is_some());
    assert!(made.0.processor().refusals().is_empty());
}

#[test]
fn a_program_too_long_for_a_packet_is_loaded_from_memory() {
    let (mut feed, memory) = new_feed();
    let words: Vec<u32> = (0..65_535).collect();
    memory.write_words(By::Cpu, 0x10_0000, &words).unwrap();
    run(&mut feed, &[&[0xC001_2700, 0x10_0001, 65_535]]);
    memory.write_words(By::Cpu, 0x10_0000, &vec![0; 65_535]).unwrap();
    let made = play(written(&feed, None, &OpenRecords::default()), &mut Ignore);
    let shader = made.0.processor().state().pixel_shader.unwrap();
    assert_eq!((shader.stage(), shader.words()), (Stage::Pixel, &words[..]));
    equal(&made, &(feed, memory));
}

#[test]
fn edram_is_a_record_of_it() {
    #[derive(Default)]
    struct Seen(Vec<u8>);
    impl Sink for Seen {
        fn event(&mut self, _: &State<'_>, event: &Event<'_>) {
            if let Event::Edram(bytes) = event {
                self.0 = bytes.to_vec();
            }
        }
    }
    let edram: Vec<u8> = (0..xenos_xtr::EDRAM_BYTES).map(|at| (at % 251) as u8).collect();
    let mut seen = Seen::default();
    play(written(&new_feed().0, Some(&edram), &OpenRecords::default()), &mut seen);
    assert!(seen.0 == edram);
}

#[test]
fn what_records_cannot_say_is_carried_apart() {
    let (mut feed, _) = new_feed();
    run(&mut feed, &[&[0x2000, 4], &[0xC003_6400, 0x5357_4150, 0, 320, 192], &[0x8000_0000]]);
    let carried = feed.carried();
    assert_eq!((carried.counts.swaps, carried.fences, carried.marked), (1, 1, 0));
    let (mut made, _) = play(written(&feed, None, &OpenRecords::default()), &mut Ignore);
    assert_ne!(made.carried(), carried);
    made.resume(carried.clone());
    assert_eq!(made.carried(), carried);
}

/// A stream of buffers and packets that is in order, as numbers from `plan` say.
fn records(plan: &[u8]) -> Vec<Record<'static>> {
    const CALL: &[u8] = &[0xC0, 0x01, 0x3F, 0x00, 0, 0, 0x80, 0];
    const NOTHING: &[u8] = &[0x80, 0, 0, 0];
    let buffer = BufferStart { base: 0x8000, words: &[] };
    let packet = |words| Record::PacketStart(PacketStart { base: 0x100, words });
    let (mut records, mut depth) = (Vec::new(), 0u32);
    for step in plan {
        match step % 4 {
            0 if depth == 0 => {
                records.push(Record::PrimaryBufferStart(buffer));
                depth = 1;
            }
            0 | 1 if depth > 0 && depth < 6 => {
                records.extend([packet(CALL), Record::IndirectBufferStart(buffer)]);
                depth += 1;
            }
            2 if depth == 1 => {
                records.push(Record::PrimaryBufferEnd);
                depth = 0;
            }
            2 if depth > 1 => {
                records.extend([Record::IndirectBufferEnd, Record::PacketEnd]);
                depth -= 1;
            }
            _ => records.extend([packet(NOTHING), Record::PacketEnd]),
        }
    }
    records
}

proptest! {
    /// Wherever a stream is cut, what is open there and what follows is in order.
    #[test]
    fn starts_and_ends_pair(plan in proptest::collection::vec(any::<u8>(), 0..60), cut in 0usize..60) {
        let records = records(&plan);
        let cut = cut.min(records.len());
        let mut open = OpenRecords::default();
        for record in &records[..cut] {
            open.see(record);
        }
        let mut writer = Writer::new(Vec::new(), &Header::new(0), Compression::Raw).unwrap();
        open.again(&mut |record| writer.record(record)).unwrap();
        for record in &records[cut..] {
            writer.record(record).unwrap();
        }
        let mut reader = reader(writer.finish().unwrap().0);
        let mut stack = Vec::new();
        while let Some(entry) = reader.next_record().unwrap() {
            use RecordKind as K;
            let kind = entry.record.kind();
            match kind {
                K::PrimaryBufferStart | K::IndirectBufferStart | K::PacketStart => stack.push(kind),
                K::PrimaryBufferEnd => prop_assert_eq!(stack.pop(), Some(K::PrimaryBufferStart)),
                K::IndirectBufferEnd => prop_assert_eq!(stack.pop(), Some(K::IndirectBufferStart)),
                K::PacketEnd => prop_assert_eq!(stack.pop(), Some(K::PacketStart)),
                _ => {}
            }
        }
        // What is left is what the whole stream leaves open.
        let mut whole = OpenRecords::default();
        for record in &records {
            whole.see(record);
        }
        prop_assert_eq!(stack.len(), whole.stack.len());
    }
}

#[test]
fn a_trace_that_begins_inside_ends_more_than_it_began() {
    let mut open = OpenRecords::default();
    let memory = Memory { base: 0, bytes: &[] };
    let buffer = BufferStart { base: 0x40, words: &[] };
    let packet = Record::PacketStart(PacketStart { base: 0, words: &[0; 4] });
    for record in [
        Record::IndirectBufferEnd,
        Record::PacketEnd,
        Record::PrimaryBufferEnd,
        Record::PrimaryBufferStart(buffer),
        // Replaced: it never ends.
        packet,
        packet,
        Record::MemoryRead(memory),
        Record::PacketEnd,
    ] {
        open.see(&record);
    }
    assert_eq!(open.stack, [super::open::Open::Primary(0x40)]);
}
