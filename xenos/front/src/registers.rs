//! The register file, and when what is derived from it goes stale.
//!
//! A generation is the number of changes up to the last one of its registers; a write of the value
//! that is there changes nothing. So whoever derives something keeps the generation beside it and
//! compares once.

use xenos_regs::{FILE_WORDS, index};

use crate::StateGroup;

/// Fetch slots of texture size: six words each.
pub const FETCH_SLOTS: usize = 32;
/// Words of a fetch slot.
pub const FETCH_WORDS: usize = 6;

const FETCH: usize = index::SHADER_CONSTANT_FETCH as usize;

/// The registers 0x0000 to 0x5002.
#[derive(Clone, PartialEq, Eq)]
pub struct Registers {
    words: Box<[u32]>,
    changes: u64,
    groups: [u64; StateGroup::COUNT],
    fetch: [u64; FETCH_SLOTS],
}

impl Default for Registers {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Registers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registers").field("changes", &self.changes).finish_non_exhaustive()
    }
}

impl Registers {
    /// All zeros, every generation 0.
    pub fn new() -> Self {
        Self {
            words: vec![0; FILE_WORDS].into_boxed_slice(),
            changes: 0,
            groups: [0; StateGroup::COUNT],
            fetch: [0; FETCH_SLOTS],
        }
    }

    /// A register's word; 0 outside the file.
    #[inline]
    pub fn get(&self, register: u16) -> u32 {
        self.words.get(usize::from(register)).copied().unwrap_or(0)
    }

    /// A register that holds a float.
    #[inline]
    pub fn float(&self, register: u16) -> f32 {
        f32::from_bits(self.get(register))
    }

    /// The whole file: [`FILE_WORDS`] words.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The six words of a texture fetch constant; zeros for a slot that is not there.
    pub fn fetch(&self, slot: usize) -> [u32; FETCH_WORDS] {
        let first = FETCH + slot.min(FETCH_SLOTS) * FETCH_WORDS;
        let words = self.words.get(first..).and_then(|rest| rest.first_chunk());
        if slot < FETCH_SLOTS { words.copied().unwrap_or_default() } else { [0; FETCH_WORDS] }
    }

    /// The two words of a vertex fetch constant, of which three share a texture slot; zeros for a
    /// slot that is not there.
    pub fn vertex_fetch(&self, slot: usize) -> [u32; 2] {
        let [a, b, c, d, e, f] = self.fetch(slot / 3);
        [[a, b], [c, d], [e, f]][slot % 3]
    }

    /// How many times anything changed.
    #[inline]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// When a register of the group last changed.
    #[inline]
    pub fn generation(&self, group: StateGroup) -> u64 {
        self.groups[group as usize]
    }

    /// When a word of the fetch slot last changed; 0 for a slot that is not there.
    #[inline]
    pub fn fetch_generation(&self, slot: usize) -> u64 {
        self.fetch.get(slot).copied().unwrap_or(0)
    }

    /// Stores one word without the register's side effects; nothing happens outside the file.
    #[inline]
    pub fn write(&mut self, register: u32, value: u32) {
        let group = StateGroup::of(register);
        self.write_in(group, register, &[value]);
    }

    /// Stores words in consecutive registers without their side effects. What lies outside the
    /// file is left out.
    pub fn write_run(&mut self, first: u32, values: &[u32]) {
        let (mut at, mut rest) = (first, values);
        while !rest.is_empty() {
            let run = StateGroup::run(at, rest.len() as u32);
            let (part, after) = rest.split_at(run as usize);
            self.write_in(StateGroup::of(at), at, part);
            (at, rest) = (at.saturating_add(run), after);
        }
    }

    /// The same when all of them are known to belong to `group`.
    #[inline]
    pub(crate) fn write_in(&mut self, group: StateGroup, first: u32, values: &[u32]) {
        let first = first as usize;
        let Some(target) =
            self.words.get_mut(first..).and_then(|rest| rest.get_mut(..values.len()))
        else {
            return;
        };
        if *target == *values {
            return;
        }
        self.changes += 1;
        self.groups[group as usize] = self.changes;
        if group == StateGroup::Fetch {
            let mut slot = (first - FETCH) / FETCH_WORDS;
            let mut start = 0;
            while start < values.len() {
                // The first piece may begin inside a slot.
                let end = ((slot + 1) * FETCH_WORDS + FETCH - first).min(values.len());
                if target[start..end] != values[start..end] {
                    self.fetch[slot] = self.changes;
                }
                (slot, start) = (slot + 1, end);
            }
        }
        target.copy_from_slice(values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn generations_advance_when_a_value_changes() {
        let mut registers = Registers::new();
        registers.write(0x2200, 0);
        assert_eq!(registers.changes(), 0);
        registers.write(0x2200, 5);
        registers.write(0x2200, 5);
        assert_eq!(registers.generation(StateGroup::Backend), 1);
        assert_eq!(registers.generation(StateGroup::Surface), 0);
        // Across the border of two groups, only the upper one with a change.
        registers.write_run(0x43FF, &[0, 1]);
        assert_eq!(registers.generation(StateGroup::AluLow), 0);
        assert_eq!(registers.generation(StateGroup::AluHigh), 2);
        // Outside the file nothing happens.
        registers.write(0x5003, 1);
        registers.write(u32::MAX, 1);
        registers.write_run(0x5002, &[7, 8, 9]);
        assert_eq!((registers.get(0x5002), registers.get(0x5003)), (7, 0));
        assert_eq!(registers.fetch(32), [0; 6]);
        registers.write_run(0x48BC, &[1, 2, 3, 4]);
        assert_eq!(registers.fetch(31), [0, 0, 1, 2, 3, 4]);
        assert_eq!([94, 95, 96].map(|slot| registers.vertex_fetch(slot)), [[1, 2], [3, 4], [0, 0]]);
    }

    proptest! {
        #[test]
        fn slots_and_groups_know_exactly_their_changes(
            writes in proptest::collection::vec(
                (0x47F8u32..0x4910, proptest::collection::vec(0u32..2, 1..24)), 1..12),
        ) {
            let mut registers = Registers::new();
            for (first, values) in writes {
                let before = registers.clone();
                registers.write_run(first, &values);
                let differs = |range: std::ops::Range<usize>| {
                    before.words[range.clone()] != registers.words[range]
                };
                for slot in 0..FETCH_SLOTS {
                    let first = FETCH + slot * FETCH_WORDS;
                    let advanced = registers.fetch_generation(slot) != before.fetch_generation(slot);
                    prop_assert_eq!(advanced, differs(first..first + FETCH_WORDS));
                }
                for group in StateGroup::ALL {
                    let advanced = registers.generation(group) != before.generation(group);
                    let changed = (0..FILE_WORDS).any(|at| {
                        StateGroup::of(at as u32) == group && differs(at..at + 1)
                    });
                    prop_assert_eq!(advanced, changed);
                }
                for (at, value) in values.iter().enumerate() {
                    prop_assert_eq!(registers.get((first + at as u32) as u16), *value);
                }
            }
        }
    }
}
