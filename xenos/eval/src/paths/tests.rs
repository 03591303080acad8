//! Paths that part and meet.

use super::*;

#[test]
fn stacks_hold_four() {
    let mut stack = Stack::default();
    assert_eq!(
        (0..5).map(|n| stack.push(n)).collect::<Vec<bool>>(),
        [true, true, true, true, false]
    );
    assert!(stack.is_full());
    assert_eq!(std::iter::from_fn(|| stack.pop()).collect::<Vec<u32>>(), [3, 2, 1, 0]);
    assert_eq!(stack, Stack::default());
}

#[test]
fn paths_meet_with_their_counts() {
    let mut paths = Paths::new(Path::start(0));
    assert!(paths.take().is_some_and(|path| path.lanes == 0));
    paths.put(Path { at: 5, ran: 10, ..Path::start(0b01) });
    paths.put(Path { at: 5, ran: 30, ..Path::start(0b10) });
    paths.put(Path { at: 2, ran: 1, ..Path::start(0b100) });
    let first = paths.take().expect("a path");
    assert_eq!((first.at, first.lanes, first.most), (2, 0b100, 1));
    assert!(!paths.yields_to(&first));
    let mut met = paths.take().expect("a path");
    assert_eq!((met.lanes, met.most, met.ran), (0b11, 30, 0));
    met.ran = 5;
    paths.settle(&mut met);
    assert_eq!(paths.over(&met, 16), 0b10);
    assert_eq!(paths.over(&met, 15), 0b11);
}
