//! Line fills under way.
//!
//! For: which there are, which still has to ask memory, and which is complete.
//! Not for: whether one may begin.
//!
//! Facts: digest 1.2: allocate, the request is visible in the next clock, the beats of a line, the
//! line is valid in the clock after its last beat.

use crate::port::Address;

/// The most fills of a cache: the tag has four bits for them.
pub(crate) const MOST: u32 = 16;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fill {
    pub(super) line: Address,
    /// The line's place.
    pub(super) at: u32,
    pub(super) left: u16,
    /// What it brings is out of date.
    pub(super) discard: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Fills {
    entries: [Fill; MOST as usize],
    /// Bit `n`: fill `n` is under way.
    busy: u16,
    /// Bit `n`: its last beat came in this clock.
    complete: u16,
    most: u32,
    /// Fills that have not asked yet, oldest first.
    queue: [u8; MOST as usize],
    first: u8,
    queued: u8,
}

impl Fills {
    pub(super) fn new(most: u32) -> Self {
        Self {
            entries: [Fill::default(); MOST as usize],
            busy: 0,
            complete: 0,
            most: most.clamp(1, MOST),
            queue: [0; MOST as usize],
            first: 0,
            queued: 0,
        }
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.busy.count_ones()
    }

    #[inline]
    pub(super) fn room(&self) -> bool {
        self.count() < self.most
    }

    #[inline]
    pub(super) const fn none(&self) -> bool {
        self.busy == 0
    }

    /// Begins a fill in the lowest free entry, whose number it returns. There is
    /// [`room`](Self::room).
    pub(super) fn begin(&mut self, line: Address, at: u32, beats: u16) -> u8 {
        let index = self.busy.trailing_ones() % MOST;
        self.entries[index as usize] = Fill { line, at, left: beats, discard: false };
        self.busy |= 1 << index;
        self.queue[(self.first + self.queued) as usize % MOST as usize] = index as u8;
        self.queued += 1;
        index as u8
    }

    /// Whether a fill for exactly this line is under way and what it brings will be kept.
    pub(super) fn covers(&self, line: Address) -> bool {
        self.iter().any(|fill| fill.line == line && !fill.discard)
    }

    /// The fills under way for a line, a bit each.
    pub(super) fn of_line(&self, line: Address) -> u16 {
        let mut busy = self.busy;
        let mut found = 0;
        while busy != 0 {
            let index = busy.trailing_zeros();
            busy &= busy - 1;
            found |= u16::from(self.entries[index as usize].line == line) << index;
        }
        found
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Fill> {
        let busy = self.busy;
        self.entries.iter().enumerate().filter(move |(i, _)| busy >> i & 1 != 0).map(|(_, f)| f)
    }

    /// The fill that asks next, with its number.
    #[inline]
    pub(super) fn asking(&self) -> Option<(u8, &Fill)> {
        let index = self.queue[self.first as usize];
        (self.queued > 0).then(|| (index, &self.entries[index as usize]))
    }

    #[inline]
    pub(super) const fn asks(&self) -> bool {
        self.queued > 0
    }

    pub(super) fn asked(&mut self) {
        if self.queued > 0 {
            self.first = (self.first + 1) % MOST as u8;
            self.queued -= 1;
        }
    }

    /// A beat for fill `index` came. Returns the line's place if that fill is under way.
    #[inline]
    pub(super) fn beat(&mut self, index: u8) -> Option<u32> {
        let index = index % MOST as u8;
        if self.busy >> index & 1 == 0 {
            return None;
        }
        let fill = &mut self.entries[index as usize];
        fill.left = fill.left.saturating_sub(1);
        if fill.left == 0 {
            self.complete |= 1 << index;
        }
        Some(fill.at)
    }

    #[inline]
    pub(super) const fn any_complete(&self) -> bool {
        self.complete != 0
    }

    /// Takes a fill whose last beat came.
    pub(super) fn take_complete(&mut self) -> Option<Fill> {
        if self.complete == 0 {
            return None;
        }
        let index = self.complete.trailing_zeros();
        self.complete &= self.complete - 1;
        self.busy &= !(1 << index);
        Some(self.entries[index as usize])
    }

    /// The fills whose last beat came in this clock, a bit each; they stay in their entries.
    pub(super) const fn take_arrived(&mut self) -> u16 {
        let arrived = self.complete;
        self.complete = 0;
        arrived
    }

    /// Frees the entry of a fill that arrived.
    pub(super) fn release(&mut self, index: u8) -> Fill {
        self.busy &= !(1 << index);
        self.entries[usize::from(index) % MOST as usize]
    }

    /// What fills under way bring for which `stale` holds is out of date.
    pub(super) fn discard(&mut self, stale: impl Fn(&Fill) -> bool) {
        let busy = self.busy;
        for (i, fill) in self.entries.iter_mut().enumerate() {
            if busy >> i & 1 != 0 && stale(fill) {
                fill.discard = true;
            }
        }
    }
}
