//! A copy of frame-buffer memory with its hashes, brought up to date where it may have changed.

use std::ops::Range;

use serde::{Serialize, Serializer};

use crate::hash::{mix, term};

/// A word that a command changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// Its index: byte address divided by 2.
    pub index: u32,
    /// What it was.
    pub before: u16,
    /// What it is.
    pub after: u16,
}

impl Change {
    /// The byte address.
    pub const fn address(&self) -> u32 {
        self.index * 2
    }
}

/// What is compared after a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Digest {
    /// Number of the displayed buffer.
    pub displayed: u32,
    /// Number of the buffer drawn to as back buffer.
    pub draw: u32,
    /// Hash of the memory below the auxiliary buffer.
    #[serde(serialize_with = "hexadecimal")]
    pub color: u64,
    /// Hash of the memory from the auxiliary buffer on.
    #[serde(serialize_with = "hexadecimal")]
    pub aux: u64,
}

/// As in hashes.txt: not every reader of JSON keeps 64 bits of a number.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn hexadecimal<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{hash:016x}"))
}

/// The copy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    words: Vec<u16>,
    /// First word of the auxiliary buffer.
    boundary: usize,
    color: u64,
    aux: u64,
}

impl Shadow {
    /// Copies and hashes all of `memory`.
    pub(crate) fn copy(&mut self, memory: &[u16]) {
        memory.clone_into(&mut self.words);
        self.hash();
    }

    /// Notes where the auxiliary buffer begins.
    #[inline]
    pub(crate) fn divide(&mut self, boundary: usize) {
        if boundary != self.boundary {
            self.boundary = boundary;
            self.hash();
        }
    }

    fn hash(&mut self) {
        (self.color, self.aux) = (0, 0);
        for (index, word) in self.words.iter().enumerate().filter(|(_, word)| **word != 0) {
            let sum = if index < self.boundary { &mut self.color } else { &mut self.aux };
            *sum = sum.wrapping_add(term(index as u32, *word));
        }
    }

    /// Both hashes: colour, auxiliary.
    pub(crate) fn hashes(&self) -> [u64; 2] {
        [self.color, self.aux]
    }

    /// Takes over what differs in `span` of `memory`, and appends it to `changes`.
    pub(crate) fn update(&mut self, span: Range<usize>, memory: &[u16], changes: &mut Vec<Change>) {
        let start = span.start;
        let (Some(old), Some(new)) = (self.words.get_mut(span.clone()), memory.get(span)) else {
            return;
        };
        if old == new {
            return;
        }
        for (at, (old, new)) in (start..).zip(old.iter_mut().zip(new)) {
            if old != new {
                let change = Change { index: at as u32, before: *old, after: *new };
                let sum = if at < self.boundary { &mut self.color } else { &mut self.aux };
                *sum = sum
                    .wrapping_sub(mix(change.index, change.before))
                    .wrapping_add(mix(change.index, change.after));
                changes.push(change);
                *old = *new;
            }
        }
    }

    /// Takes over everything that differs.
    pub(crate) fn update_all(&mut self, memory: &[u16], changes: &mut Vec<Change>) {
        self.update(0..memory.len(), memory, changes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updating_equals_hashing_anew_wherever_the_boundary_is() {
        let mut shadow = Shadow::default();
        shadow.copy(&[0; 64]);
        shadow.divide(32);
        assert_eq!(shadow.hashes(), [0, 0]);
        let mut memory = [0; 64];
        (memory[3], memory[31], memory[32], memory[63]) = (1, 2, 3, 4);
        let mut changes = Vec::new();
        shadow.update(2..33, &memory, &mut changes);
        assert_eq!(changes.len(), 3);
        assert_eq!(shadow.hashes(), [term(3, 1).wrapping_add(term(31, 2)), term(32, 3)]);
        shadow.update_all(&memory, &mut changes);
        assert_eq!(changes[3], Change { index: 63, before: 0, after: 4 });
        let updated = shadow.hashes();
        shadow.copy(&memory);
        assert_eq!(shadow.hashes(), updated);
        shadow.divide(0);
        assert_eq!(shadow.hashes(), [0, updated[0].wrapping_add(updated[1])]);
        shadow.copy(&[0; 64]);
        assert_eq!(shadow.hashes(), [0, 0]);
    }
}
