//! Records that a stream is made of.

use base_trace::{Options, Source};
use xenos_regs::words::PrimitiveType;
use xenos_xtr::{Reader, RecordKind};

use crate::{Commands, Stream, StreamError};

/// The records' kinds, and the memory that was shown.
fn records(stream: Stream<Vec<u8>>) -> (Vec<RecordKind>, Vec<(u32, usize)>) {
    let (bytes, _) = stream.finish().expect("written");
    let source = Source::from_bytes(bytes, Options::default()).expect("opened");
    let (mut kinds, mut memory) = (Vec::new(), Vec::new());
    let mut reader = Reader::new(source).expect("a header");
    let every = reader.for_each(|entry| {
        kinds.push(entry.record.kind());
        if let xenos_xtr::Record::MemoryRead(read) = entry.record {
            memory.push((read.base, read.bytes.len()));
        }
    });
    every.expect("whole records");
    (kinds, memory)
}

#[test]
fn a_draw_shows_what_it_reads_once() {
    let mut stream = Stream::new(Vec::new());
    let vertices = stream.heap.put(&[7; 96], 32);
    let indices = stream.heap.allocate(6, 4096);
    let mut commands = Commands::default();
    commands.vertices(0, vertices, 96);
    commands.draw_indexed(PrimitiveType::Triangles, indices, 3, false);
    commands.draw_indexed(PrimitiveType::Triangles, indices, 3, false);
    stream.run(&commands);
    let (_, memory) = records(stream);
    assert_eq!(memory, [(indices, 4096), (vertices, 4096)]);
}

#[test]
fn a_draw_that_is_not_executed_reads_nothing() {
    let mut stream = Stream::new(Vec::new());
    let indices = stream.heap.allocate(6, 4096);
    let mut commands = Commands::default();
    commands.bin_select(1);
    commands.bin_mask(2);
    commands.draw_indexed(PrimitiveType::Triangles, indices, 3, true);
    stream.run(&commands);
    let mut again = Commands::default();
    again.bin_mask(3);
    again.draw_indexed(PrimitiveType::Triangles, indices, 3, true);
    stream.run(&again);
    let (kinds, memory) = records(stream);
    assert_eq!(memory, [(indices, 4096)]);
    assert_eq!(kinds.iter().filter(|kind| **kind == RecordKind::PacketStart).count(), 5);
}

#[test]
fn the_same_packets_are_one_buffer() {
    let mut stream = Stream::new(Vec::new());
    let packets = |value| {
        let mut commands = Commands::default();
        commands.register(0x2000, &[value]);
        commands
    };
    let first = stream.buffer(packets(1));
    let other = stream.buffer(packets(2));
    assert_eq!(stream.buffer(packets(1)).address, first.address);
    assert_ne!(other.address, first.address);
    let mut commands = Commands::default();
    commands.call(&first);
    stream.run(&commands);
    let (kinds, _) = records(stream);
    assert_eq!(
        kinds[2..],
        [
            RecordKind::PrimaryBufferStart,
            RecordKind::PacketStart,
            RecordKind::IndirectBufferStart,
            RecordKind::PacketStart,
            RecordKind::PacketEnd,
            RecordKind::IndirectBufferEnd,
            RecordKind::PacketEnd,
            RecordKind::PrimaryBufferEnd,
        ]
    );
}

#[test]
fn errors_come_out_at_the_end() {
    let mut stream = Stream::new(Vec::new());
    stream.program("nonsense", "vs\n  frobnicate r0\n");
    assert!(matches!(stream.finish(), Err(StreamError::Program { name: "nonsense", .. })));
    let mut stream = Stream::new(Vec::new());
    let mut commands = Commands::default();
    commands.register(0x2000, &vec![0; 20_000]);
    stream.run(&commands);
    assert!(matches!(stream.finish(), Err(StreamError::Encode(_))));
}
