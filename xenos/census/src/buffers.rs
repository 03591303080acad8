//! Indirect buffers against the frame before.
//!
//! A buffer belongs to the frame in which it begins, but what it holds may be known only when it
//! ends, frames later. So this table's frames end when no buffer of theirs is open.

use std::collections::{HashMap, VecDeque};

use base_census::{Clock, First, Places, Table, TableCensus};
use xenos_front::{Notes, Program};

/// Keys that the table holds at most: three identities at some depths.
const MOST: usize = 4_096;

/// Addresses that are remembered, of two frames as a rule, and buffers that wait to be counted.
/// Buffers beyond are not counted: the table overflows.
const MOST_BUFFERS: usize = 1 << 20;
/// Buffers that can be open at a time.
const MOST_OPEN: usize = 1 << 12;

/// A buffer that has begun.
#[derive(Clone, Copy, Debug)]
struct Open {
    frame: u64,
    address: u32,
    order: u64,
    hash: u64,
    dwords: u64,
    draws: u64,
}

/// What is known of the last buffer at an address in a frame.
#[derive(Clone, Copy, Debug)]
struct Begun {
    order: u64,
    /// Its bytes; none while it is open.
    hash: Option<u64>,
}

/// A buffer that has ended in a frame that has not.
#[derive(Clone, Copy, Debug)]
struct Ready {
    frame: u64,
    identity: &'static str,
    nesting: u32,
    dwords: u64,
    draws: u64,
    address: u32,
}

/// Counts buffers.
#[derive(Clone, Debug)]
pub(crate) struct Buffers {
    table: Table<String>,
    /// The same buffers by the draws in them.
    by_draws: Table<String>,
    clock: Clock,
    open: Vec<Open>,
    ready: Vec<Ready>,
    /// The frames that buffers are compared with or begin in, ascending.
    begun: VecDeque<(u64, HashMap<u32, Begun>)>,
    /// Addresses in all of them.
    remembered: usize,
    /// Buffers that began and are not followed, inside of those that are open.
    passed: u64,
    orders: u64,
    most: usize,
    rows: HashMap<(&'static str, u32), Option<usize>>,
    /// Rows of the other table by identity and class of draws.
    classes: HashMap<(&'static str, u32), Option<usize>>,
    /// The last frame that a buffer began in.
    last: Option<u64>,
}

impl Default for Buffers {
    fn default() -> Self {
        Self {
            table: Table::new("buffers", MOST),
            by_draws: Table::new("buffer-draws", MOST),
            clock: Clock::default(),
            open: Vec::new(),
            ready: Vec::new(),
            begun: VecDeque::new(),
            remembered: 0,
            passed: 0,
            orders: 0,
            most: MOST_BUFFERS,
            rows: HashMap::new(),
            classes: HashMap::new(),
            last: None,
        }
    }
}

impl Buffers {
    /// Counts frames as this clock does.
    pub(crate) fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// A buffer begins in a frame; what it holds is known already, or comes with its packets.
    pub(crate) fn begin(
        &mut self,
        frame: u64,
        address: u32,
        program: Option<&Program>,
        nesting: u32,
    ) {
        let full = self.remembered.max(self.ready.len()) >= self.most;
        if full || self.passed > 0 || self.open.len() >= MOST_OPEN {
            if self.clock.wants(frame) {
                self.table.count_overflow(1);
            }
            // Its end will come where its packets do.
            self.passed += u64::from(program.is_none());
            return;
        }
        self.last = Some(frame);
        let order = self.orders;
        self.orders += 1;
        if let Some(program) = program {
            let hash = program.notes().map_or(0, Notes::hash);
            let identity = self.identity(frame, address, hash);
            self.remember(frame, address, Begun { order, hash: Some(hash) });
            let dwords = u64::from(program.dwords());
            let draws = program.notes().map_or(0, |notes| u64::from(notes.draws()));
            self.count(Ready { frame, identity, nesting, dwords, draws, address });
        } else {
            self.remember(frame, address, Begun { order, hash: None });
            self.open.push(Open { frame, address, order, hash: 0, dwords: 0, draws: 0 });
        }
    }

    /// Packets lie in the innermost buffer that is open.
    #[inline]
    pub(crate) fn packets(&mut self, program: &Program, from: u32, to: u32) {
        if let Some(open) = self.open.last_mut()
            && let Some(notes) = program.notes()
        {
            const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
            open.hash = (open.hash.rotate_left(23) ^ notes.hash()).wrapping_mul(FACTOR);
            let packets = notes.packets().get(from as usize..to as usize).unwrap_or_default();
            open.draws += u64::from(notes.draws());
            open.dwords += packets.iter().map(|note| u64::from(note.dwords)).sum::<u64>();
        }
    }

    /// The innermost buffer ends, if one is open.
    pub(crate) fn end(&mut self) {
        if self.passed > 0 {
            self.passed -= 1;
            return;
        }
        let nesting = self.open.len() as u32;
        let Some(open) = self.open.pop() else { return };
        let Open { frame, address, order, hash, dwords, draws } = open;
        let identity = self.identity(frame, address, hash);
        let frames = self.begun.iter_mut().find(|(number, _)| *number == frame);
        if let Some(begun) = frames.and_then(|(_, frame)| frame.get_mut(&address))
            && begun.order == order
        {
            begun.hash = Some(hash);
        }
        self.count(Ready { frame, identity, nesting, dwords, draws, address });
    }

    /// Frames before this one are over.
    pub(crate) fn end_frame(&mut self, frame: u64) {
        let open = self.open.first().map_or(frame, |open| open.frame.min(frame));
        while self.clock.frame() < open {
            let ended = self.clock.end_frame();
            self.table.end(&ended);
            self.by_draws.end(&ended);
            let now = self.clock.frame();
            let (ready, later) = self.ready.drain(..).partition(|ready| ready.frame <= now);
            self.ready = later;
            let ready: Vec<Ready> = ready;
            for one in ready {
                self.count(one);
            }
        }
        // Buffers are compared with those of the frame before theirs.
        while self.begun.front().is_some_and(|(number, _)| number + 1 < open) {
            let left = self.begun.pop_front();
            self.remembered -= left.map_or(0, |(_, frame)| frame.len());
        }
    }

    /// Whether a buffer of the frame was or will be counted.
    pub(crate) fn is_open(&self, frame: u64) -> bool {
        self.last == Some(frame) && self.clock.wants(frame)
    }

    /// The tables, when `frames` frames are over: buffers, and buffers by their draws.
    pub(crate) fn finish(mut self, frames: u64) -> [TableCensus; 2] {
        self.passed = 0;
        while !self.open.is_empty() {
            self.end();
        }
        self.end_frame(frames);
        let ended = self.clock.close();
        [&mut self.table, &mut self.by_draws].map(|table| {
            table.end(&ended);
            table.census()
        })
    }

    fn remember(&mut self, frame: u64, address: u32, begun: Begun) {
        if self.begun.back().is_none_or(|(number, _)| *number != frame) {
            self.begun.push_back((frame, HashMap::new()));
        }
        if let Some((_, frame)) = self.begun.back_mut() {
            self.remembered += usize::from(frame.insert(address, begun).is_none());
        }
    }

    fn identity(&self, frame: u64, address: u32, hash: u64) -> &'static str {
        let before = self.begun.iter().find(|(number, _)| number + 1 == frame);
        match before.and_then(|(_, before)| before.get(&address)) {
            None => "new",
            Some(begun) if begun.hash == Some(hash) => "same",
            Some(_) => "changed",
        }
    }

    fn count(&mut self, ready: Ready) {
        let Ready { frame, identity, nesting, dwords, draws, address } = ready;
        if !self.clock.wants(frame) {
            return;
        }
        if frame > self.clock.frame() {
            return self.ready.push(ready);
        }
        let table = &mut self.table;
        let row = *self
            .rows
            .entry((identity, nesting))
            .or_insert_with(|| table.row(&format!("identity={identity} nesting={nesting}")));
        let first = First { frame, record: u64::from(address), places: Places::Packets };
        match row {
            Some(row) => table.sum_row(row, 1, dwords, first),
            None => table.count_overflow(1),
        }
        let class = u64::BITS - draws.leading_zeros();
        let table = &mut self.by_draws;
        let row = *self.classes.entry((identity, class)).or_insert_with(|| {
            table.row(&format!("identity={identity} draws={}", class_name(class)))
        });
        match row {
            Some(row) => table.sum_row(row, 1, draws, first),
            None => table.count_overflow(1),
        }
    }
}

/// Numbers of draws that are counted together: 0, 1, 2 to 3, 4 to 7 and so on.
fn class_name(class: u32) -> String {
    match class {
        0 | 1 => class.to_string(),
        class => format!("{}..{}", 1u64 << (class - 1), (1u64 << class) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_bounded_and_those_beyond_are_told_of() {
        let mut buffers = Buffers { most: 10, ..Buffers::default() };
        for address in 0..100 {
            buffers.begin(0, address, None, 0);
            buffers.end();
        }
        assert_eq!((buffers.remembered, buffers.begun.len()), (10, 1));
        // Two frames later there is room again.
        for frame in 1..=2 {
            buffers.end_frame(frame);
        }
        buffers.begin(2, 5, None, 0);
        buffers.end();
        let [census, _] = buffers.finish(3);
        assert_eq!(census.overflow, 90);
        assert_eq!(census.entries.values().map(|entry| entry.count).sum::<u64>(), 11);
    }

    #[test]
    fn buffers_that_never_end_are_bounded_too() {
        let mut buffers = Buffers::default();
        let deep = MOST_OPEN as u32 + 1000;
        (0..deep).for_each(|address| buffers.begin(0, address, None, 0));
        assert_eq!((buffers.open.len(), buffers.passed), (MOST_OPEN, 1000));
        (0..deep + 7).for_each(|_| buffers.end());
        assert!(buffers.open.is_empty() && buffers.passed == 0);
        assert_eq!(buffers.finish(1)[0].overflow, 1000);
    }
}
