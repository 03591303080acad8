//! One counting table: keys, counts a frame, a window and in total.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use crate::{Ended, Entry, First, TableCensus};

/// What a table counts. Its text must be different for different keys, hold no control characters,
/// and never change: contracts are compared by it.
pub trait Key: Clone + Eq + Hash {
    /// The key as a person reads it: words and `name=value` pairs, one line.
    fn text(&self) -> String;
}

impl Key for &'static str {
    fn text(&self) -> String {
        (*self).to_owned()
    }
}

impl Key for String {
    fn text(&self) -> String {
        self.clone()
    }
}

#[derive(Clone, Debug)]
struct Row {
    total: u64,
    window: u64,
    frame: u64,
    frames: u64,
    worst: u64,
    worst_frame: u64,
    first: First,
    value: u64,
}

/// Counts by key. Holds at most its capacity of keys; what comes beyond is counted as overflow, and
/// a census with overflow is not valid.
#[derive(Clone, Debug)]
pub struct Table<K> {
    name: &'static str,
    capacity: usize,
    index: HashMap<K, usize>,
    keys: Vec<K>,
    rows: Vec<Row>,
    /// Rows counted in the current frame.
    touched: Vec<usize>,
    /// Counts per finished window: (window, row, count).
    windows: Vec<(u64, usize, u64)>,
    overflow: u64,
}

impl Table<&'static str> {
    /// A table of these keys alone: row `n` is that of `keys[n]`, which saves looking it up.
    pub fn of_list(name: &'static str, keys: &[&'static str]) -> Self {
        let mut table = Self::new(name, keys.len());
        for key in keys {
            table.row(key);
        }
        table
    }
}

impl<K: Key> Table<K> {
    /// An empty table for at most `capacity` keys.
    pub fn new(name: &'static str, capacity: usize) -> Self {
        Self {
            name,
            capacity,
            index: HashMap::new(),
            keys: Vec::new(),
            rows: Vec::new(),
            touched: Vec::new(),
            windows: Vec::new(),
            overflow: 0,
        }
    }

    /// The row of a key, for [`count_row`](Self::count_row); `None` when the table is full.
    pub fn row(&mut self, key: &K) -> Option<usize> {
        if let Some(row) = self.index.get(key) {
            return Some(*row);
        }
        if self.rows.len() >= self.capacity {
            return None;
        }
        let row = self.rows.len();
        self.index.insert(key.clone(), row);
        self.keys.push(key.clone());
        self.rows.push(Row {
            total: 0,
            window: 0,
            frame: 0,
            frames: 0,
            worst: 0,
            worst_frame: 0,
            first: First::default(),
            value: 0,
        });
        Some(row)
    }

    /// Counts `times` for a key that occurs at `place`.
    pub fn count(&mut self, key: &K, times: u64, place: First) {
        match self.row(key) {
            Some(row) => self.count_row(row, times, place),
            None => self.overflow += times,
        }
    }

    /// Counts `times` that found no row.
    pub fn count_overflow(&mut self, times: u64) {
        self.overflow += times;
    }

    /// Counts `times` for the key of a row.
    #[inline]
    pub fn count_row(&mut self, row: usize, times: u64, place: First) {
        let Some(entry) = self.rows.get_mut(row) else { return };
        if times == 0 {
            return;
        }
        if entry.frame == 0 {
            self.touched.push(row);
            if entry.total == 0 {
                entry.first = place;
            }
        }
        entry.total += times;
        entry.frame += times;
    }

    /// The same, with what the table sums besides.
    #[inline]
    pub fn sum_row(&mut self, row: usize, times: u64, value: u64, place: First) {
        if let Some(entry) = self.rows.get_mut(row) {
            entry.value += value;
            self.count_row(row, times, place);
        }
    }

    /// A frame is over, as a clock says it.
    pub fn end(&mut self, ended: &Ended) {
        if let Some(frame) = ended.frame {
            self.end_frame(frame);
        }
        if let Some(window) = ended.window {
            self.end_window(window);
        }
        if ended.pair {
            self.pair_windows();
        }
    }

    /// A frame is over; `frame` is its number.
    pub fn end_frame(&mut self, frame: u64) {
        for row in self.touched.drain(..) {
            let entry = &mut self.rows[row];
            if entry.frame > entry.worst {
                (entry.worst, entry.worst_frame) = (entry.frame, frame);
            }
            entry.frames += 1;
            entry.window += entry.frame;
            entry.frame = 0;
        }
    }

    /// A window of frames is over.
    pub fn end_window(&mut self, window: u64) {
        for (row, entry) in self.rows.iter_mut().enumerate() {
            if entry.window > 0 {
                self.windows.push((window, row, std::mem::take(&mut entry.window)));
            }
        }
    }

    /// Makes every window twice as large. The last one finished has an odd number.
    pub fn pair_windows(&mut self) {
        let mut paired: BTreeMap<(u64, usize), u64> = BTreeMap::new();
        for (window, row, count) in self.windows.drain(..) {
            *paired.entry((window / 2, row)).or_default() += count;
        }
        self.windows =
            paired.into_iter().map(|((window, row), count)| (window, row, count)).collect();
    }

    /// What was counted in a row so far.
    #[inline]
    pub fn total(&self, row: usize) -> u64 {
        self.rows.get(row).map_or(0, |row| row.total)
    }

    /// What the current frame has counted in a row so far.
    #[inline]
    pub fn in_frame(&self, row: usize) -> u64 {
        self.rows.get(row).map_or(0, |row| row.frame)
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table as text, by key.
    pub fn census(&self) -> TableCensus {
        let mut census = TableCensus { overflow: self.overflow, ..TableCensus::default() };
        let texts: Vec<String> = self.keys.iter().map(Key::text).collect();
        for (row, text) in self.rows.iter().zip(&texts).filter(|(row, _)| row.total > 0) {
            let entry = census.entries.entry(text.clone()).or_default();
            entry.add(&Entry {
                count: row.total,
                frames: row.frames,
                worst: row.worst,
                worst_frame: row.worst_frame,
                first: row.first,
                windows: BTreeMap::new(),
                value: row.value,
            });
        }
        for (window, row, count) in &self.windows {
            if let Some(entry) = census.entries.get_mut(&texts[*row]) {
                *entry.windows.entry(*window).or_default() += count;
            }
        }
        census
    }

    /// The table's name.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(frame: u64, record: u64) -> First {
        First { frame, record, ..First::default() }
    }

    #[test]
    fn keys_of_a_list_that_do_not_occur_are_no_entries() {
        let mut table = Table::of_list("sizes", &["small", "large"]);
        table.count_row(1, 4, at(0, 3));
        assert_eq!((table.in_frame(0), table.in_frame(1)), (0, 4));
        table.sum_row(1, 1, 9, at(0, 4));
        table.end_frame(0);
        let census = table.census();
        assert_eq!(census.entries.keys().collect::<Vec<_>>(), ["large"]);
        assert_eq!((census.entries["large"].count, census.entries["large"].value), (5, 9));
    }

    #[test]
    fn counts_worst_frames_windows_and_overflow() {
        let mut table: Table<&'static str> = Table::new("commands", 2);
        table.count(&"nop", 1, at(0, 10));
        table.count(&"triangle", 5, at(0, 11));
        table.count(&"swap", 3, at(0, 12));
        table.end_frame(0);
        table.count(&"triangle", 7, at(1, 20));
        table.end_frame(1);
        table.end_window(0);
        table.count(&"triangle", 1, at(2, 30));
        table.end_frame(2);
        table.end_window(1);
        let census = table.census();
        assert_eq!(census.overflow, 3);
        let triangle = &census.entries["triangle"];
        assert_eq!((triangle.count, triangle.frames), (13, 3));
        assert_eq!((triangle.worst, triangle.worst_frame), (7, 1));
        assert_eq!(triangle.first, at(0, 11));
        assert_eq!(triangle.windows.iter().collect::<Vec<_>>(), [(&0, &12), (&1, &1)]);
        assert_eq!((table.total(0), table.total(1), table.total(7)), (1, 13, 0));
        table.pair_windows();
        let triangle = &table.census().entries["triangle"];
        assert_eq!(triangle.windows.iter().collect::<Vec<_>>(), [(&0, &13)]);
    }
}
