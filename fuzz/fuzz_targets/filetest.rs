//! Filetest text: any text is refused with a line or parses.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let mut include = |_: &str| Err(std::io::Error::other("no includes here"));
        let _ = sst1_filetest::TestFile::parse("fuzz", text, &mut include);
    }
});
