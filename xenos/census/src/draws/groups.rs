//! The state that registers decide: surfaces, pixels, primitives, what no source models.

use xenos_front::{Registers, StateGroup};

use crate::keys::unmodelled::Notice;
use crate::keys::{Bound, pixel, raster, surface, unmodelled};
use crate::parts::{PartId, Parts};
use crate::quick::QuickMap;
use crate::registers::STATE;
use crate::tables::{Tables, Which};

/// The registers of one group that keys are made of, with a number for each content.
#[derive(Clone, Debug)]
struct Group {
    group: StateGroup,
    registers: Vec<u16>,
    generation: Option<u64>,
    now: u32,
    known: QuickMap<Box<[u32]>, u32>,
}

/// Most groups that there can be.
const GROUPS: usize = 5;

/// What a state's list is found by: contents by group, colours that are exported, notice.
type Key = [u32; GROUPS + 1];

/// All groups.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    groups: Vec<Group>,
    found: QuickMap<Key, PartId>,
    last: Option<(Key, PartId)>,
    words: Vec<u32>,
}

impl Groups {
    pub(super) fn new() -> Self {
        let of = |group| {
            let registers = STATE.iter().copied();
            let registers: Vec<u16> = registers
                .filter(|register| StateGroup::of(u32::from(*register)) == group)
                .collect();
            Group { group, registers, generation: None, now: 0, known: QuickMap::default() }
        };
        let groups = StateGroup::ALL.into_iter().map(of);
        let groups: Vec<Group> = groups.filter(|group| !group.registers.is_empty()).collect();
        Self { groups, found: QuickMap::default(), last: None, words: Vec::new() }
    }

    /// When any of the groups last changed.
    #[inline]
    pub(super) fn generation(&self, registers: &Registers) -> u64 {
        let generations = self.groups.iter().map(|group| registers.generation(group.group));
        generations.max().unwrap_or(0)
    }

    /// The list of the state.
    pub(super) fn find(
        &mut self,
        registers: &Registers,
        bound: Bound,
        notice: Notice,
        parts: &mut Parts,
        tables: &mut Tables,
    ) -> PartId {
        let mut key = [0; GROUPS + 1];
        for (place, group) in key.iter_mut().zip(&mut self.groups) {
            let generation = registers.generation(group.group);
            if group.generation != Some(generation) {
                group.generation = Some(generation);
                self.words.clear();
                self.words.extend(group.registers.iter().map(|number| registers.get(*number)));
                group.now = if let Some(known) = group.known.get(&*self.words) {
                    *known
                } else {
                    let number = group.known.len() as u32;
                    group.known.insert(self.words.as_slice().into(), number);
                    number
                };
            }
            *place = group.now;
        }
        key[GROUPS] = bound.exported << 2 | notice as u32;
        if let Some((last, part)) = self.last
            && last == key
        {
            return part;
        }
        let part = *self.found.entry(key).or_insert_with(|| {
            let mut rows = vec![
                tables.row(Which::Surfaces, &surface::text(registers, bound)),
                tables.row(Which::PixelStates, &pixel::text(registers, bound)),
                tables.row(Which::RasterStates, &raster::text(registers)),
            ];
            let keys = unmodelled::texts(registers, notice);
            rows.extend(keys.iter().map(|key| tables.row(Which::Unmodelled, key)));
            parts.of_rows(rows)
        });
        self.last = Some((key, part));
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_every_register_once() {
        let groups = Groups::new();
        assert!(groups.groups.len() <= GROUPS, "{:?}", groups.groups);
        let held: usize = groups.groups.iter().map(|group| group.registers.len()).sum();
        assert_eq!(held, STATE.len());
        let never = [StateGroup::Draw, StateGroup::Fetch, StateGroup::Copy];
        assert!(groups.groups.iter().all(|group| !never.contains(&group.group)));
    }
}
