//! The state that registers decide: surfaces, pixels, primitives, what no source models.

use xenos_front::{Registers, StateGroup};

use crate::keys::unmodelled::Notice;
use crate::keys::{Bound, pixel, raster, surface, unmodelled};
use crate::parts::{PartId, Parts};
use crate::quick::{QuickMap, Recent};
use crate::registers::STATE;
use crate::tables::{Tables, Which};

/// The registers of one group that keys are made of, with a number for each content.
#[derive(Clone, Debug)]
struct Group {
    of: StateGroup,
    registers: Vec<u16>,
    generation: Option<u64>,
    now: u32,
    known: QuickMap<Box<[u32]>, u32>,
    recent: Recent<Box<[u32]>, u32>,
}

impl Group {
    /// The number of what the registers hold.
    #[inline]
    fn number(&mut self, registers: &Registers, words: &mut Vec<u32>) -> u32 {
        let own = &self.registers;
        let holds = |known: &[u32]| {
            known.iter().zip(own).all(|(word, number)| registers.get(*number) == *word)
        };
        if let Some(number) = self.recent.find(|known| holds(known)) {
            return number;
        }
        words.clear();
        words.extend(own.iter().map(|number| registers.get(*number)));
        let next = self.known.len() as u32;
        let number = self.known.get(words.as_slice()).copied().unwrap_or(next);
        if number == next {
            self.known.insert(words.as_slice().into(), number);
        }
        self.recent.remember(words.as_slice().into(), number);
        number
    }
}

/// Most groups that there can be.
const GROUPS: usize = 5;

/// What a state's list is found by: contents by group, colours that are exported, notice.
type Key = [u32; GROUPS + 1];

/// All groups.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    all: Vec<Group>,
    found: QuickMap<Key, PartId>,
    recent: Recent<Key, PartId>,
    words: Vec<u32>,
}

impl Groups {
    pub(super) fn new() -> Self {
        let of = |group| {
            let registers = STATE.iter().copied();
            let registers: Vec<u16> = registers
                .filter(|register| StateGroup::of(u32::from(*register)) == group)
                .collect();
            Group {
                of: group,
                registers,
                generation: None,
                now: 0,
                known: QuickMap::default(),
                recent: Recent::default(),
            }
        };
        let groups = StateGroup::ALL.into_iter().map(of);
        let all: Vec<Group> = groups.filter(|group| !group.registers.is_empty()).collect();
        Self { all, found: QuickMap::default(), recent: Recent::default(), words: Vec::new() }
    }

    /// Whether keys are made of a group's registers.
    pub(super) fn has(&self, group: StateGroup) -> bool {
        self.all.iter().any(|own| own.of == group)
    }

    /// When any of the groups last changed.
    #[inline]
    pub(super) fn generation(&self, registers: &Registers) -> u64 {
        let generations = self.all.iter().map(|group| registers.generation(group.of));
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
        for (place, group) in key.iter_mut().zip(&mut self.all) {
            let generation = registers.generation(group.of);
            if group.generation != Some(generation) {
                group.generation = Some(generation);
                group.now = group.number(registers, &mut self.words);
            }
            *place = group.now;
        }
        key[GROUPS] = bound.exported << 2 | notice as u32;
        if let Some(part) = self.recent.find(|known| *known == key) {
            return part;
        }
        let part = *self.found.entry(key).or_insert_with(|| {
            let mut rows = vec![
                tables.row(Which::Surfaces, &surface::text(registers, bound)),
                tables.row(Which::Edram, &surface::bases(registers, bound)),
                tables.row(Which::PixelStates, &pixel::text(registers, bound)),
                tables.row(Which::RasterStates, &raster::text(registers)),
            ];
            let keys = unmodelled::texts(registers, notice);
            rows.extend(keys.iter().map(|key| tables.row(Which::Unmodelled, key)));
            parts.of_rows(rows)
        });
        self.recent.remember(key, part);
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_every_register_once() {
        let groups = Groups::new();
        assert!(groups.all.len() <= GROUPS, "{:?}", groups.all);
        let held: usize = groups.all.iter().map(|group| group.registers.len()).sum();
        assert_eq!(held, STATE.len());
        let never = [StateGroup::Draw, StateGroup::Fetch, StateGroup::Copy];
        assert!(groups.all.iter().all(|group| !never.contains(&group.of)));
    }
}
