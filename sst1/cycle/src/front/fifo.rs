//! The PCI FIFO.
//!
//! Facts: digest 1.1 (PCI FIFO): one push and one pop a clock; a pop makes room for a push of the
//! same clock; what is pushed is visible at the head in the next clock.

use std::collections::VecDeque;

use base_refusal::Place;
use sst1_board::Access;

/// A write in the FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The write.
    pub access: Access,
    /// Where refusals of it are reported.
    pub place: Place,
}

/// The FIFO. In every clock: at most one [`pop`](Self::pop), then at most one
/// [`push`](Self::push), then [`clock`](Self::clock).
#[derive(Clone, Debug)]
pub struct Fifo {
    entries: VecDeque<Entry>,
    capacity: usize,
    /// Entries that were there at the clock's start.
    visible: usize,
}

impl Fifo {
    /// An empty FIFO.
    pub fn new(capacity: u32) -> Self {
        let capacity = capacity.max(1) as usize;
        Self { entries: VecDeque::with_capacity(capacity), capacity, visible: 0 }
    }

    /// Entries present.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether a push finds room.
    pub fn has_room(&self) -> bool {
        self.entries.len() < self.capacity
    }

    /// The entry at the head, if it can be seen yet.
    #[inline]
    pub fn head(&self) -> Option<&Entry> {
        if self.visible == 0 { None } else { self.entries.front() }
    }

    /// Takes the head.
    pub fn pop(&mut self) -> Option<Entry> {
        if self.visible == 0 {
            return None;
        }
        self.visible -= 1;
        self.entries.pop_front()
    }

    /// Puts an entry behind the others.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push_back(entry);
    }

    /// Ends the clock. Returns whether that makes an entry visible.
    pub fn clock(&mut self) -> bool {
        let more = self.visible < self.entries.len();
        self.visible = self.entries.len();
        more
    }

    /// All entries, the oldest first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.visible = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_board::Width;

    fn entry(data: u32) -> Entry {
        let access = Access { offset: 0, data, width: Width::Word };
        Entry { access, place: Place::default() }
    }

    /// Digest 1.1: "An entry pushed into an empty FIFO is visible at the head the next clock."
    #[test]
    fn a_push_is_visible_one_clock_later() {
        let mut fifo = Fifo::new(64);
        fifo.push(entry(1));
        assert_eq!(fifo.head(), None);
        assert_eq!(fifo.pop(), None);
        assert!(fifo.clock());
        assert_eq!(fifo.head(), Some(&entry(1)));
        assert_eq!(fifo.pop(), Some(entry(1)));
        assert!(!fifo.clock());
    }

    /// Digest 1.1: "a pop with a simultaneous push is accepted even at full."
    #[test]
    fn a_pop_makes_room_for_a_push_of_the_same_clock() {
        let mut fifo = Fifo::new(64);
        for n in 0..64 {
            assert!(fifo.has_room());
            fifo.push(entry(n));
        }
        assert!(!fifo.has_room());
        fifo.clock();
        assert_eq!(fifo.pop(), Some(entry(0)));
        assert!(fifo.has_room());
        fifo.push(entry(64));
        assert!(!fifo.has_room());
        fifo.clock();
        assert_eq!(fifo.len(), 64);
        assert_eq!(fifo.head(), Some(&entry(1)));
    }
}
