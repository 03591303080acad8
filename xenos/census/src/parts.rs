//! Entries that are counted together: one counter a list of rows.
//!
//! For: draws and buffers that give the same keys again. The first time of all the rows are counted
//! at once, so that first places are those of the stream; what follows is added when the frame ends.

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
    /// It occurred before: its rows have their first places.
    placed: bool,
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
    /// Rows of all lists.
    shares: usize,
}

/// Rows of all lists at most: a list can be as long as a program or a buffer.
const MOST_SHARES: usize = 1 << 22;

impl Parts {
    /// A new list.
    pub(crate) fn add(&mut self, shares: impl IntoIterator<Item = Share>) -> PartId {
        let shares: Box<[Share]> = shares.into_iter().collect();
        self.shares += shares.len();
        self.all.push(Part { shares, touched: false, placed: false, pending: 0, value: 0 });
        self.all.len() as u32 - 1
    }

    /// A new list that has what others have, and more rows.
    pub(crate) fn join(&mut self, parts: [PartId; 3], more: Row) -> PartId {
        let mut shares = Vec::new();
        for part in parts {
            shares.extend(self.all.get(part as usize).iter().flat_map(|part| part.shares.iter()));
        }
        shares.push(Share::of(more));
        self.add(shares)
    }

    /// A new list of rows, each counted once.
    pub(crate) fn of_rows(&mut self, rows: impl IntoIterator<Item = Row>) -> PartId {
        self.add(rows.into_iter().map(Share::of))
    }

    /// Whether so many lists are there, or so long ones, that all of them are better forgotten.
    #[inline]
    pub(crate) fn is_full(&self, most: usize) -> bool {
        self.all.len() >= most || self.shares >= MOST_SHARES
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
            if !found.placed {
                found.placed = true;
                settle(found, packet, tables);
            }
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
        self.shares = 0;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Which;

    #[test]
    fn few_long_lists_are_as_many_as_many_short_ones() {
        let (mut parts, mut tables) = (Parts::default(), Tables::default());
        let row = tables.row(Which::Packets, "kind=type0");
        (0..9).for_each(|_| _ = parts.of_rows([row]));
        assert!(!parts.is_full(10));
        parts.of_rows([row]);
        assert!(parts.is_full(10) && !parts.is_full(11));
        parts.of_rows(vec![row; MOST_SHARES - 10]);
        assert!(parts.is_full(usize::MAX));
        parts.clear();
        assert!(!parts.is_full(1));
    }
}
