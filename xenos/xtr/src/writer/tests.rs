use base_trace::{Options, Source};

use crate::{
    BufferStart, Compression, EDRAM_BYTES, Encoding, Fault, GAMMA_BYTES, GammaRamp, Header, Memory,
    PacketStart, Reader, Record, RecordKind, Registers, TraceEvent, Values, WriteError, Writer,
};

fn write(records: &[Record<'_>], compression: Compression) -> Vec<u8> {
    let mut writer =
        Writer::new(Vec::new(), &Header::new(0x4D53_0910), compression).expect("written");
    for record in records {
        writer.record(record).expect("written");
    }
    let (bytes, totals) = writer.finish().expect("finished");
    assert_eq!((totals.records, totals.bytes), (records.len() as u64, bytes.len() as u64));
    bytes
}

#[test]
fn every_type_comes_back_equal_packed_and_raw() {
    let (edram, gamma) = (vec![0xA5; EDRAM_BYTES as usize], vec![1; GAMMA_BYTES as usize]);
    // Longer than the source's buffer, and no repetition to pack.
    let mut seed = 1u32;
    let long: Vec<u8> = (0..700_000)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        })
        .collect();
    let registers = |callbacks, bytes| {
        let values = Values::new(bytes);
        Record::Registers(Registers { first: 0x2000, execute_callbacks: callbacks, values })
    };
    let records = [
        Record::PrimaryBufferStart(BufferStart { base: 0x1000, words: &[] }),
        Record::PrimaryBufferEnd,
        Record::IndirectBufferStart(BufferStart { base: 0x2000, words: &long[..8] }),
        Record::IndirectBufferEnd,
        Record::PacketStart(PacketStart { base: 0x3000, words: &long[..65540] }),
        Record::PacketEnd,
        Record::MemoryRead(Memory { base: 3, bytes: &long }),
        Record::MemoryRead(Memory { base: 0x1FFF_FFFF, bytes: &long[..1] }),
        Record::MemoryRead(Memory { base: 5, bytes: &gamma[..1024] }),
        Record::MemoryWrite(Memory { base: 5, bytes: &gamma[..1025] }),
        Record::MemoryWrite(Memory { base: 0, bytes: &[] }),
        Record::EdramSnapshot(&edram),
        Record::Event(TraceEvent::Swap),
        registers(true, &long[..8]),
        registers(false, &[]),
        Record::GammaRamp(GammaRamp { component: 2, values: Values::new(&gamma) }),
    ];
    for compression in [Compression::LikeXenia, Compression::Raw] {
        let bytes = write(&records, compression);
        let source = Source::from_bytes(bytes, Options::default()).expect("opened");
        let mut reader = Reader::new(source).expect("a header");
        assert_eq!(reader.header().title, 0x4D53_0910);
        for (at, record) in records.iter().enumerate() {
            let entry = reader.next_record().expect("readable").expect("one more");
            assert!(entry.record == *record, "record {at} of {compression:?}");
            let memory = matches!(record, Record::MemoryRead(m) | Record::MemoryWrite(m)
                if m.bytes.len() <= 1024);
            let expected = match compression {
                _ if record.kind().fixed_bytes() < 12 => None,
                Compression::Raw => entry.encoding.map(|_| Encoding::Raw),
                Compression::LikeXenia if memory || at == 14 => Some(Encoding::Raw),
                Compression::LikeXenia => entry.encoding.map(|_| Encoding::Snappy),
            };
            assert_eq!(entry.encoding, expected, "record {at}");
        }
        assert!(reader.next_record().expect("the end").is_none());
    }
    assert_eq!(RecordKind::ALL.map(|kind| kind as u32), std::array::from_fn(|at| at as u32));
}

#[test]
fn what_the_reader_would_refuse_is_not_written() {
    let mut writer = Writer::new(Vec::new(), &Header::new(0), Compression::Raw).expect("written");
    let mut refused = |record: Record<'_>| match writer.record(&record) {
        Err(WriteError::Malformed(fault)) => fault,
        other => panic!("{other:?}"),
    };
    let packet = |words| Record::PacketStart(PacketStart { base: 0, words });
    assert_eq!(refused(packet(&[])), Fault::PacketWords { found: 0 });
    assert_eq!(refused(packet(&[0; 5])), Fault::PartialWord { bytes: 5 });
    let memory = Record::MemoryRead(Memory { base: 0x1FFF_FFF0, bytes: &[0; 17] });
    assert_eq!(refused(memory), Fault::OutsideMemory { base: 0x1FFF_FFF0, bytes: 17 });
    let short = Record::EdramSnapshot(&[0; 4]);
    assert_eq!(refused(short), Fault::RawLength { expected: EDRAM_BYTES, found: 4 });
    assert_eq!(writer.finish().expect("finished").1.records, 0);
}
