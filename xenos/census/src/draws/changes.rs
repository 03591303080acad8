//! Which registers change from draw to draw.

use xenos_front::{Registers, StateGroup};

use crate::parts::{PartId, Parts};
use crate::quick::{QuickMap, Recent};
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

/// Finds the lists by the groups that changed since the draw before.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    seen: [u64; GROUPS.len()],
    found: QuickMap<u32, PartId>,
    recent: Recent<u32, PartId>,
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
        if let Some(part) = self.recent.find(|known| *known == changed) {
            return part;
        }
        let part = *self.found.entry(changed).or_insert_with(|| {
            let names = (0..).zip(GROUPS).filter(|(bit, _)| changed >> bit & 1 != 0);
            let key = format!("changed={}", crate::names::joined(names.map(|(_, (_, name))| name)));
            parts.of_rows([tables.row(Which::Changes, &key)])
        });
        self.recent.remember(changed, part);
        part
    }

    /// The same with nothing found yet.
    pub(super) fn anew(&self) -> Self {
        Self { seen: self.seen, ..Self::default() }
    }
}
