//! Entries that are counted together: one counter a list of rows.
//!
//! For: draws and buffers that give the same keys again. The first time in a frame the rows are
//! counted at once, so that first places are those of the stream; what follows is added when the
//! frame ends.

use crate::tables::{Row, Tables};

/// A list's number.
pub(crate) type PartId = u32;

/// A row, how often an occurrence of the list counts it, with what value, and where in the list's
/// packets it stands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) row: Row,
    pub(crate) times: u64,
    pub(crate) value: u64,
    /// Whether it also sums what the occurrence has.
    pub(crate) sums: bool,
    /// Bytes from the place where the list occurs.
    pub(crate) offset: u32,
}

impl Share {
    /// A row that is counted once.
    pub(crate) fn of(row: Row) -> Self {
        Self { row, times: 1, value: 0, sums: false, offset: 0 }
    }

    /// Which also sums what the occurrence has.
    pub(crate) fn summing(self) -> Self {
        Self { sums: true, ..self }
    }
}

#[derive(Clone, Debug)]
struct Part {
    shares: Box<[Share]>,
    /// It occurred in this frame.
    touched: bool,
    /// Occurrences that are not counted yet.
    pending: u64,
    /// What they sum, for lists whose occurrences differ in it.
    value: u64,
}

/// All lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    all: Vec<Part>,
    touched: Vec<PartId>,
}

impl Parts {
    /// A new list.
    pub(crate) fn add(&mut self, shares: impl IntoIterator<Item = Share>) -> PartId {
        let shares = shares.into_iter().collect();
        self.all.push(Part { shares, touched: false, pending: 0, value: 0 });
        self.all.len() as u32 - 1
    }

    /// A new list of rows, each counted once.
    pub(crate) fn of_rows(&mut self, rows: impl IntoIterator<Item = Row>) -> PartId {
        self.add(rows.into_iter().map(Share::of))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Counts `times` occurrences of a list, of which the first is at a place, and what they sum.
    #[inline]
    pub(crate) fn count(
        &mut self,
        part: PartId,
        times: u64,
        value: u64,
        packet: u32,
        tables: &mut Tables,
    ) {
        let Some(found) = self.all.get_mut(part as usize) else { return };
        found.pending += times;
        found.value += value;
        if !found.touched {
            found.touched = true;
            self.touched.push(part);
            settle(found, packet, tables);
        }
    }

    /// Counts what is pending; the frame ends.
    pub(crate) fn end_frame(&mut self, tables: &mut Tables) {
        for part in self.touched.drain(..) {
            let Some(found) = self.all.get_mut(part as usize) else { continue };
            found.touched = false;
            if found.pending > 0 {
                settle(found, 0, tables);
            }
        }
    }

    /// Forgets all lists, whose pending occurrences were counted.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.touched.clear();
    }
}

fn settle(part: &mut Part, packet: u32, tables: &mut Tables) {
    let (times, sum) = (std::mem::take(&mut part.pending), std::mem::take(&mut part.value));
    for share in &part.shares {
        let place = packet.wrapping_add(share.offset);
        let value = share.value * times + if share.sums { sum } else { 0 };
        tables.add_at(share.row, share.times * times, value, place);
    }
}
