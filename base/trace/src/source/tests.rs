use super::*;
use crate::ZSTD_WINDOW_LOG_MAX;
use proptest::prelude::*;
use std::io::Write;

fn source(bytes: Vec<u8>) -> Result<Source, TraceError> {
    Source::from_bytes(bytes, Options::default())
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn content(mut source: Source) -> Result<Vec<u8>, TraceError> {
    let mut bytes = Vec::new();
    loop {
        let n = source.fill(1)?.len();
        if n == 0 {
            return Ok(bytes);
        }
        bytes.extend_from_slice(&source.fill(1)?[..n]);
        source.consume(n);
    }
}

/// Bytes that compress, longer than one buffer.
fn long() -> Vec<u8> {
    (0..BUFFER_BYTES as u32 * 2 + 100).map(|n| (n / 7) as u8).collect()
}

#[test]
fn containers_are_found_and_removed() {
    use Container::{Gzip, Zstd};
    let plain = long();
    let cases = [
        (plain.clone(), &[][..]),
        (zstd(&plain), &[Zstd]),
        (gzip(&plain), &[Gzip]),
        (gzip(&zstd(&plain)), &[Gzip, Zstd]),
        (zstd(&gzip(&plain)), &[Zstd, Gzip]),
    ];
    for (stored, containers) in cases {
        let source = source(stored).unwrap();
        assert_eq!(source.containers(), containers);
        assert_eq!(content(source).unwrap(), plain);
    }
    assert!(matches!(source(zstd(&zstd(&zstd(&plain)))), Err(TraceError::TooNested)));
}

#[test]
fn several_frames_and_members_are_one_content() {
    let mut skippable = vec![0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 9, 9];
    skippable.extend(zstd(b"one "));
    skippable.extend(zstd(b"two"));
    assert_eq!(content(source(skippable).unwrap()).unwrap(), b"one two");
    let members = [gzip(b"one "), gzip(b"two")].concat();
    assert_eq!(content(source(members).unwrap()).unwrap(), b"one two");
}

#[test]
fn empty_and_tiny_contents() {
    for bytes in [&b""[..], b"\x1F", b"ab"] {
        let mut source = source(bytes.to_vec()).unwrap();
        assert_eq!(source.kind().unwrap(), TraceKind::Unknown);
        assert_eq!(source.at_end().unwrap(), bytes.is_empty());
        assert_eq!(content(source).unwrap(), bytes);
    }
}

#[test]
fn offsets_ends_and_truncation() {
    let mut source = source(zstd(b"abcdefghij")).unwrap();
    assert_eq!(source.peek(3).unwrap(), b"abc");
    assert_eq!(source.offset(), 0);
    let mut four = [0; 4];
    assert!(source.read_or_end(&mut four).unwrap());
    assert_eq!((&four, source.offset()), (b"abcd", 4));
    source.skip(2).unwrap();
    assert_eq!(source.read_vec(3).unwrap(), b"ghi");
    assert_eq!(source.peek(100).unwrap(), b"j");
    let cut = source.read_or_end(&mut four);
    assert!(matches!(cut, Err(TraceError::Truncated { offset: 9, wanted: 4, found: 1 })));
    assert!(!source.read_or_end(&mut four).unwrap());
    assert!(matches!(source.skip(1), Err(TraceError::Truncated { offset: 10, .. })));
    let huge = source.read_vec(u64::MAX);
    assert!(matches!(huge, Err(TraceError::Truncated { offset: 10, found: 0, .. })));
}

#[test]
fn what_is_read_whole_has_a_bound() {
    let plain = long();
    let most = plain.len() as u64;
    assert_eq!(source(zstd(&plain)).unwrap().read_rest(most).unwrap(), plain);
    let error = source(zstd(&plain)).unwrap().read_rest(most - 1);
    assert!(matches!(error, Err(TraceError::TooLong { most: m }) if m == most - 1));
    assert!(source(Vec::new()).unwrap().read_rest(0).unwrap().is_empty());
}

#[test]
fn cut_compressed_data_is_named_and_stays_failed() {
    let plain = long();
    for stored in [zstd(&plain), gzip(&plain)] {
        for keep in [6, stored.len() / 2, stored.len() - 1] {
            let mut source = match source(stored[..keep].to_vec()) {
                Ok(source) => source,
                Err(TraceError::CompressedTruncated { offset: 0, .. }) => continue,
                Err(other) => panic!("{other:?}"),
            };
            let mut rest = vec![0; plain.len()];
            // A missing checksum shows only after the content.
            let result = source.read_exact(&mut rest).and_then(|()| source.at_end().map(|_| ()));
            assert!(matches!(result, Err(TraceError::CompressedTruncated { .. })), "{result:?}");
            assert!(matches!(source.at_end(), Err(TraceError::Failed { .. })));
        }
    }
}

#[test]
fn corrupt_compressed_data_is_named() {
    let mut stored = gzip(&long());
    let middle = stored.len() / 2;
    stored[middle..middle + 8].fill(0xFF);
    assert!(matches!(content(source(stored).unwrap()), Err(TraceError::Compressed { .. })));
}

#[test]
fn a_frame_with_a_huge_window_is_refused() {
    // Frame header: no content size, window descriptor, then one empty last block (RFC 8878, 3.1.1).
    let frame = |log: u32| vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, ((log - 10) << 3) as u8, 1, 0, 0];
    let refused = source(frame(ZSTD_WINDOW_LOG_MAX + 1));
    assert!(matches!(refused, Err(TraceError::Compressed { .. })), "{refused:?}");
    assert!(source(frame(41)).is_err());
    assert_eq!(content(source(frame(ZSTD_WINDOW_LOG_MAX)).unwrap()).unwrap(), b"");
}

#[test]
fn digest_and_progress_are_of_the_stored_bytes() {
    // SHA-256 of "abc", from FIPS 180-2.
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let untouched = source(b"abc".to_vec()).unwrap();
    assert_eq!(untouched.finish().unwrap().sha256_hex().as_deref(), Some(abc));

    let stored = zstd(&long());
    let mut half = source(stored.clone()).unwrap();
    let progress = half.progress();
    assert_eq!(progress.total(), Some(stored.len() as u64));
    half.skip(10).unwrap();
    assert!(progress.bytes_read() > 0);
    let finished = half.finish().unwrap();
    assert_eq!(progress.bytes_read(), stored.len() as u64);
    let mut whole = source(stored.clone()).unwrap();
    whole.skip(long().len() as u64).unwrap();
    assert!(whole.at_end().unwrap());
    assert_eq!(whole.finish().unwrap(), finished);
    let plain = Options::default().with_sha256(false);
    let unhashed = Source::from_bytes(stored, plain).unwrap().finish().unwrap();
    assert_eq!((unhashed.sha256, unhashed.bytes), (None, finished.bytes));
}

#[test]
fn a_fault_of_the_system_is_no_fault_of_the_data() {
    struct Broken(Cursor<Vec<u8>>);
    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("unplugged")),
                n => Ok(n),
            }
        }
    }
    let stored = zstd(&long());
    let half = stored[..stored.len() / 2].to_vec();
    let opened = Source::from_reader(Broken(Cursor::new(half)), None, Options::default());
    let result = opened.and_then(content);
    assert!(matches!(result, Err(TraceError::Io { .. })), "{result:?}");
}

proptest! {
    #[test]
    fn any_sizes_of_reads_give_the_content(
        plain in prop::collection::vec(any::<u8>(), 0..2000),
        steps in prop::collection::vec(1usize..300, 1..50),
    ) {
        let mut source = source(zstd(&[b"....", &plain[..]].concat())).unwrap();
        source.skip(4).unwrap();
        let mut found = Vec::new();
        for step in steps.iter().cycle() {
            let piece = source.peek(*step).unwrap().to_vec();
            if piece.is_empty() {
                break;
            }
            let mut read = vec![0; piece.len()];
            source.read_exact(&mut read).unwrap();
            prop_assert_eq!(&piece, &read);
            found.extend(read);
            prop_assert_eq!(source.offset(), found.len() as u64 + 4);
        }
        prop_assert_eq!(found, plain);
    }

    #[test]
    fn noise_is_an_error_or_a_content_but_never_a_panic(
        head in prop::sample::select(vec![&b"\x28\xB5\x2F\xFD"[..], b"\x1F\x8B\x08", b"DOOV"]),
        noise in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let _ = source([head, &noise].concat()).and_then(content);
    }
}
