//! The trace door: any bytes, through sniffing and decompression, to the last record.
#![no_main]

use base_trace::{Options, Source};
use libfuzzer_sys::fuzz_target;
use sst1_vood::{Reader, StateImage};

fuzz_target!(|data: &[u8]| {
    let options = Options::default().with_sha256(false);
    if let Ok(source) = Source::from_bytes(data.to_vec(), options)
        && let Ok(mut reader) = Reader::new(source)
    {
        // A bomb may go on for long: a prefix is as good.
        let mut left = 1_000_000usize;
        while let Ok(Some(batch)) = reader.next_batch() {
            left = left.saturating_sub(batch.records.len().max(1));
            if left == 0 {
                break;
            }
        }
    }
    if let Ok(mut source) = Source::from_bytes(data.to_vec(), options) {
        let _ = StateImage::read(&mut source);
    }
});
