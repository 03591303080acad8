use super::*;

#[test]
fn the_size_is_ten_mebibytes() {
    assert_eq!(WORDS * 4, 10 << 20);
}

#[test]
fn words_wrap_and_bytes_come_back() {
    let mut edram = Edram::new();
    edram.set_word(WORDS + 3, 0x0102_0304);
    assert_eq!(edram.word(3), 0x0102_0304);
    let bytes = edram.bytes();
    assert_eq!(bytes[12..16], [4, 3, 2, 1]);
    let mut copy = Edram::default();
    assert_eq!(copy.load_bytes(&bytes), Ok(()));
    assert_eq!(copy, edram);
    let short = copy.load_bytes(&bytes[1..]);
    assert_eq!(short, Err(WrongSize { expected: 10 << 20, found: (10 << 20) - 1 }));
    assert_eq!(format!("{copy:?}"), "Edram { words: 2621440, not_zero: 1 }");
}
