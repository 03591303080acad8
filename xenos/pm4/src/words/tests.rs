use super::*;

#[test]
fn dwords_are_big_endian_and_bounds_are_answers() {
    let bytes = [0, 0, 0, 1, 0x80, 0, 0, 2, 9, 9];
    let words = Words::new(&bytes);
    assert_eq!(words.len(), 2);
    assert_eq!(words.get(1), Some(0x8000_0002));
    assert_eq!(words.get(2), None);
    assert_eq!(words.slice(1, 1).map(|w| w.iter().collect()), Some(vec![0x8000_0002]));
    assert_eq!(words.slice(1, 2), None);
    assert_eq!(words.slice(usize::MAX, 1), None);
    assert_eq!(words.slice(1, usize::MAX), None);
    assert!(words.skip(3).is_empty());
    assert_eq!(words.take(9), words);
    let mut target = [7; 3];
    assert_eq!(words.copy_to(&mut target), 2);
    assert_eq!(target, [1, 0x8000_0002, 7]);
    assert_eq!(to_bytes(&target[..2]), words.bytes());
    assert_eq!(format!("{words:?}"), "[00000001, 80000002]");
}
