//! Where control is: program counters with their loops and calls, and the lanes that follow each.
//!
//! For: splitting lanes where units part, and joining those that meet again, which changes nothing
//! but speed.
//! Not for: what control-flow instructions do (`machine`).
//! Facts: `docs/hardware/xenos-microcode.md`, rules C7 to C11 and G2.

use crate::lanes::LaneMask;

/// Loops, and calls, that nest.
pub(crate) const DEPTH: usize = 4;

/// A loop that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Loop {
    pub(crate) constant: u8,
    pub(crate) count: i32,
    pub(crate) step: i32,
    pub(crate) iterator: i32,
    pub(crate) base: i32,
}

impl Loop {
    /// The loop register before it is held to its range.
    pub(crate) fn unclamped(&self) -> i32 {
        self.base + self.iterator * self.step
    }
}

/// A stack of four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stack<T> {
    items: [T; DEPTH],
    count: usize,
}

impl<T: Copy + Default> Stack<T> {
    /// Whether there was room.
    pub(crate) fn push(&mut self, item: T) -> bool {
        let Some(place) = self.items.get_mut(self.count) else { return false };
        *place = item;
        self.count += 1;
        true
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        self.count = self.count.checked_sub(1)?;
        self.items.get_mut(self.count).map(std::mem::take)
    }

    pub(crate) fn top(&mut self) -> Option<&mut T> {
        self.items.get_mut(self.count.checked_sub(1)?)
    }

    pub(crate) fn peek(&self) -> Option<&T> {
        self.items.get(self.count.checked_sub(1)?)
    }

    pub(crate) fn is_full(&self) -> bool {
        self.count == DEPTH
    }
}

/// A program counter, and the lanes that follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) at: u32,
    pub(crate) lanes: LaneMask,
    pub(crate) loops: Stack<Loop>,
    pub(crate) calls: Stack<u32>,
    /// Control-flow instructions run on this path since `most` was taken.
    pub(crate) ran: u64,
    /// The most that a lane of it had run before.
    pub(crate) most: u64,
}

impl Path {
    pub(crate) fn start(lanes: LaneMask) -> Self {
        let (loops, calls) = (Stack::default(), Stack::default());
        Self { at: 0, lanes, loops, calls, ran: 0, most: 0 }
    }

    /// The loop register (rule C8).
    pub(crate) fn loop_index(&self) -> i32 {
        self.loops.peek().map_or(0, |open| open.unclamped().clamp(-256, 256))
    }

    /// Whether two are at the same place in every respect.
    fn meets(&self, other: &Self) -> bool {
        self.at == other.at && self.loops == other.loops && self.calls == other.calls
    }
}

/// Paths that wait for their turn, and what their lanes have run.
#[derive(Debug)]
pub(crate) struct Paths {
    waiting: Vec<Path>,
    /// Control-flow instructions that each lane ran, but for its path's `ran`.
    ran: [u64; 64],
}

impl Paths {
    pub(crate) fn new(first: Path) -> Self {
        Self { waiting: vec![first], ran: [0; 64] }
    }

    /// Takes the path that is furthest behind: others will be met.
    pub(crate) fn take(&mut self) -> Option<Path> {
        let (index, _) = self.waiting.iter().enumerate().min_by_key(|(_, path)| path.at)?;
        Some(self.waiting.swap_remove(index))
    }

    /// Whether a path waits that is not ahead.
    pub(crate) fn yields_to(&self, path: &Path) -> bool {
        self.waiting.iter().any(|waiting| waiting.at <= path.at)
    }

    /// Puts a path back, joined with one that it meets.
    pub(crate) fn put(&mut self, mut path: Path) {
        if path.lanes == 0 {
            return;
        }
        self.settle(&mut path);
        let met = self.waiting.iter().position(|waiting| waiting.meets(&path));
        if let Some(mut other) = met.map(|index| self.waiting.swap_remove(index)) {
            self.settle(&mut other);
            path.lanes |= other.lanes;
            path.most = path.most.max(other.most);
        }
        self.waiting.push(path);
    }

    /// Books what a path ran to its lanes.
    pub(crate) fn settle(&mut self, path: &mut Path) {
        path.most = 0;
        for lane in crate::lanes::each(path.lanes) {
            self.ran[lane] += path.ran;
            path.most = path.most.max(self.ran[lane]);
        }
        path.ran = 0;
    }

    /// Lanes of a settled path that ran as many as `limit`.
    pub(crate) fn over(&self, path: &Path, limit: u64) -> LaneMask {
        crate::lanes::each(path.lanes)
            .filter(|lane| self.ran[*lane] >= limit)
            .fold(0, |mask, lane| mask | 1 << lane)
    }
}

#[cfg(test)]
mod tests;
