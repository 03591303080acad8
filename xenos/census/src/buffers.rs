//! Indirect buffers against the frame before.
//!
//! A buffer belongs to the frame in which it begins, but what it holds may be known only when it
//! ends, frames later. So this table's frames end when no buffer of theirs is open.

use std::collections::{HashMap, VecDeque};

use base_census::{Clock, First, Places, Table, TableCensus};
use xenos_front::{Notes, Program};

/// Keys that the table holds at most: three identities at some depths.
const MOST: usize = 4_096;

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
    orders: u64,
    rows: HashMap<(&'static str, u32), Option<usize>>,
    /// Rows of the other table by identity and class of draws.
    classes: HashMap<(&'static str, u32), Option<usize>>,
    /// The last frame that a buffer was counted in.
    counted: Option<u64>,
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
            orders: 0,
            rows: HashMap::new(),
            classes: HashMap::new(),
            counted: None,
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
            self.begun.pop_front();
        }
    }

    /// Whether a buffer of the frame that is open was or will be counted.
    pub(crate) fn is_open(&self) -> bool {
        let frame = self.clock.frame();
        !self.ready.is_empty() || !self.open.is_empty() || self.counted == Some(frame)
    }

    /// The tables, when `frames` frames are over: buffers, and buffers by their draws.
    pub(crate) fn finish(mut self, frames: u64) -> [TableCensus; 2] {
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
            frame.insert(address, begun);
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
        self.counted = Some(frame);
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
            Some(row) if draws > 0 => table.sum_row(row, 1, draws, first),
            Some(row) => table.count_row(row, 1, first),
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
