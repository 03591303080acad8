//! Which registers change from draw to draw.

use xenos_front::{Registers, StateGroup};

use crate::parts::{PartId, Parts};
use crate::tables::{Tables, Which};

/// Groups that a draw depends on, with their names; its own packet's registers are none of them.
const GROUPS: [(StateGroup, &str); 10] = [
    (StateGroup::Surface, "surface"),
    (StateGroup::Vertex, "vertex"),
    (StateGroup::Setup, "setup"),
    (StateGroup::Sequencer, "sequencer"),
    (StateGroup::Backend, "backend"),
    (StateGroup::Copy, "copy"),
    (StateGroup::AluLow, "floats-0-255"),
    (StateGroup::AluHigh, "floats-256-511"),
    (StateGroup::Fetch, "fetch"),
    (StateGroup::Flow, "flow"),
];

/// The bits of the groups that are wanted.
pub(super) fn bits(wanted: impl Fn(StateGroup) -> bool) -> u32 {
    (0..)
        .zip(GROUPS)
        .filter(|(_, (group, _))| wanted(*group))
        .fold(0, |bits, (bit, _)| bits | 1 << bit)
}

/// Finds the lists by the groups that changed since the draw before.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    seen: [u64; GROUPS.len()],
    /// By what changed.
    found: Box<[PartId]>,
}

/// Nothing found yet.
const NO_PART: PartId = PartId::MAX;

impl Default for Changes {
    fn default() -> Self {
        Self { seen: [0; GROUPS.len()], found: vec![NO_PART; 1 << GROUPS.len()].into() }
    }
}

impl Changes {
    /// What changed, a bit a group. From here on it is seen.
    #[inline]
    pub(super) fn look(&mut self, registers: &Registers) -> u32 {
        let mut changed = 0;
        for (bit, (seen, (group, _))) in self.seen.iter_mut().zip(GROUPS).enumerate() {
            let generation = registers.generation(group);
            changed |= u32::from(*seen != generation) << bit;
            *seen = generation;
        }
        changed
    }

    /// The list of what changed.
    #[inline]
    pub(super) fn find(&mut self, changed: u32, parts: &mut Parts, tables: &mut Tables) -> PartId {
        match self.found.get(changed as usize) {
            Some(part) if *part != NO_PART => *part,
            _ => self.make(changed, parts, tables),
        }
    }

    #[cold]
    fn make(&mut self, changed: u32, parts: &mut Parts, tables: &mut Tables) -> PartId {
        let names = (0..).zip(GROUPS).filter(|(bit, _)| changed >> bit & 1 != 0);
        let key = format!("changed={}", crate::names::joined(names.map(|(_, (_, name))| name)));
        let part = parts.of_rows([tables.row(Which::Changes, &key)]);
        if let Some(found) = self.found.get_mut(changed as usize) {
            *found = part;
        }
        part
    }

    /// The same with nothing found yet.
    pub(super) fn anew(&self) -> Self {
        Self { seen: self.seen, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Groups;

    #[test]
    fn every_group_that_keys_are_made_of_is_looked_at() {
        let groups = Groups::new();
        let own = StateGroup::ALL.into_iter().filter(|group| groups.has(*group)).count();
        assert_eq!(bits(|group| groups.has(group)).count_ones() as usize, own);
    }
}
