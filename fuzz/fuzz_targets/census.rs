//! A census of an .xtr trace: any bytes are counted to the end; the census reads back as it was
//! written, and its parts merge to the whole.
//!
//! Input: a byte, whose halves are the window and a frame to cut at, then the trace.
#![no_main]

use base_census::Census;
use base_trace::{Options, Source};
use libfuzzer_sys::fuzz_target;
use play::CensusPlan;
use play::xtr::census;
use xenos_xtr::Reader;

fn reader(data: &[u8]) -> Option<Reader> {
    let options = Options::default().with_sha256(false);
    Reader::new(Source::from_bytes(data.to_vec(), options).ok()?).ok()
}

fn count(data: &[u8], plan: &CensusPlan) -> Option<Census> {
    Some(census(reader(data)?, "fuzz", plan, |_, _, _| ()).census)
}

fuzz_target!(|data: &[u8]| {
    let Some((head, data)) = data.split_first() else { return };
    let window = u64::from(head & 15) + 1;
    let plan = CensusPlan { window, ..CensusPlan::default() };
    let Some(mut whole) = count(data, &plan) else { return };
    let lines = whole.to_lines().expect("a census can be written");
    assert_eq!(Census::from_lines(&lines).expect("and reads"), whole);
    let cut = u64::from(head >> 4);
    if cut > 0 && cut < whole.frames() && whole.valid() {
        // The parts are played alike: what is before the cut is not counted, and not forgotten.
        let part = |frames| count(data, &CensusPlan { frames, ..plan.clone() }).expect("it opened");
        let (mut first, second) = (part(0..cut), part(cut..u64::MAX));
        first.merge(&second).expect("parts of the same");
        // A part ends with its last frame, before the end of a buffer that is open then.
        first.tables.remove("buffers");
        whole.tables.remove("buffers");
        assert_eq!(first, whole);
    }
});
