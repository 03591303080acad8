//! Pages are shown once a change, and errors kept.

use super::{DATA, Heap};
use crate::StreamError;

#[test]
fn pages_are_stale_once_for_each_change() {
    let mut heap = Heap::default();
    let address = heap.put(&[1; 5000], 32);
    assert_eq!(address, DATA);
    assert_eq!(heap.take_stale(address, 5000), [(DATA, 0x2000)]);
    assert_eq!(heap.take_stale(address, 5000), []);
    heap.store(address + 4096, &[1]);
    assert_eq!(heap.take_stale(address, 5000), [], "nothing changed");
    heap.store(address + 4096, &[2]);
    assert_eq!(heap.take_stale(address, 16), [], "another page");
    assert_eq!(heap.take_stale(address, 5000), [(DATA + 0x1000, 0x1000)]);
    let page = heap.pages(DATA + 0x1000, 0x1000);
    assert_eq!((page.len(), page[0], page[1], page[4095]), (4096, 2, 1, 0));
}

#[test]
fn what_does_not_fit_is_an_error_that_is_kept() {
    let mut heap = Heap::default();
    assert!(heap.take_error().is_none());
    heap.store(0x40, &[1]);
    heap.allocate(1 << 29, 4096);
    assert!(matches!(heap.take_error(), Some(StreamError::Address { address: 0x40 })));
}

#[test]
fn targets_have_no_bytes() {
    let mut heap = Heap::default();
    let (first, second) = (heap.target(5000), heap.target(1));
    assert_eq!(second - first, 0x2000);
    assert_eq!(heap.get(first, 4), None);
}
