//! PM4: any dwords decode to the end, each packet comes back as it was, and reads as text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use xenos_pm4::{Header, Words, decode, decode_recorded, disassemble, encode};

fuzz_target!(|data: &[u8]| {
    let words = Words::new(data);
    let _ = decode_recorded(words);
    let (mut at, mut back, mut text) = (0, Vec::new(), String::new());
    while at < words.len() {
        match decode(words, at) {
            Ok((packet, len)) => {
                back.clear();
                encode(&packet, &mut back).expect("decoded packets can be written");
                assert!(words.slice(at, len).is_some_and(|w| w.iter().eq(back.iter().copied())));
                let header = words.get(at).map(Header::parse).expect("a header");
                assert_eq!((header.kind, header.len), (packet.kind(), len));
                assert_eq!(header.predicated, packet.predicated());
                text.clear();
                disassemble(&packet, &mut text).expect("strings take all");
                at += len;
            }
            Err(error) => {
                assert!(error.skip() > 0 && at + error.skip() <= words.len());
                at += error.skip();
            }
        }
    }
});
