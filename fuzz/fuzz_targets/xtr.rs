//! An .xtr trace: any bytes, through decompression, to the last record; what was read is written
//! and reads equal.
#![no_main]

use base_trace::{Options, Source};
use libfuzzer_sys::fuzz_target;
use xenos_xtr::{Compression, Reader, Writer};

fn reader(bytes: Vec<u8>) -> Option<Reader> {
    let options = Options::default().with_sha256(false);
    Reader::new(Source::from_bytes(bytes, options).ok()?).ok()
}

fuzz_target!(|data: &[u8]| {
    let Some(mut first) = reader(data.to_vec()) else { return };
    let mut writer = Writer::new(Vec::new(), first.header(), Compression::LikeXenia).unwrap();
    // A bomb may go on for long: a prefix is as good.
    let mut left = 1 << 24;
    while let Ok(Some(entry)) = first.next_record() {
        left -= 1;
        writer.record(&entry.record).unwrap();
        if left == 0 || writer.totals().bytes > 1 << 26 {
            break;
        }
    }
    let (written, totals) = writer.finish().unwrap();
    let mut again = reader(written).unwrap();
    let mut first = reader(data.to_vec()).unwrap();
    for _ in 0..totals.records {
        let (a, b) = (first.next_record().unwrap(), again.next_record().unwrap());
        assert_eq!(a.unwrap().record, b.unwrap().record);
    }
    assert!(again.next_record().unwrap().is_none());
});
