//! A census of an .xtr trace: any bytes are counted to the end; the census reads back as it was
//! written, and its parts merge to the whole.
//!
//! Input: a byte, whose halves are the window and a frame to cut at, then the trace.
#![no_main]

use base_census::Census;
use base_trace::{Options, Source};
use libfuzzer_sys::fuzz_target;
use xenos_census::{Wanted, census_of_trace};
use xenos_xtr::Reader;

/// Records after which an input is long enough.
const ENOUGH: u64 = 100_000;

fn reader(data: &[u8]) -> Option<Reader> {
    let options = Options::default().with_sha256(false);
    Reader::new(Source::from_bytes(data.to_vec(), options).ok()?).ok()
}

fn count(data: &[u8], wanted: &Wanted) -> Option<Census> {
    let mut enough = |progress: &xenos_census::Progress| {
        if progress.position.index < ENOUGH { Ok(()) } else { Err("long enough".to_owned()) }
    };
    Some(census_of_trace(&mut reader(data)?, "fuzz", wanted, &mut enough).census)
}

fuzz_target!(|data: &[u8]| {
    let Some((head, data)) = data.split_first() else { return };
    let window = u64::from(head & 15) + 1;
    let wanted = Wanted { window, ..Wanted::default() };
    let Some(mut whole) = count(data, &wanted) else { return };
    let lines = whole.to_lines().expect("a census can be written");
    assert_eq!(Census::from_lines(&lines).expect("and reads"), whole);
    let cut = u64::from(head >> 4);
    if cut > 0 && cut < whole.frames() && whole.valid() {
        // The parts are played alike: what is before the cut is not counted, and not forgotten.
        let part = |frames| count(data, &Wanted { frames, ..wanted.clone() }).expect("it opened");
        let (mut first, second) = (part(0..cut), part(cut..u64::MAX));
        first.merge(&second).expect("parts of the same");
        // A part ends with its last frame, before the end of a buffer that is open then.
        first.tables.remove("buffers");
        whole.tables.remove("buffers");
        assert_eq!(first, whole);
    }
});
