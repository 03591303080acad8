//! Programs of the shader stages: each distinct one once, found again without being read.

use std::collections::HashMap;
use std::sync::Arc;

use xenos_memory::{Extent, GuestMemory, Outside, Stamp};

use crate::budget::Budget;
use crate::exports::exports_memory;

/// Which stage a program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Vertices.
    Vertex,
    /// Pixels.
    Pixel,
}

/// A program as it was loaded: a load may name more words than the program has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shader {
    id: u32,
    stage: Stage,
    hash: u64,
    exports_memory: bool,
    words: Box<[u32]>,
}

impl Shader {
    /// A number of its own within its processor.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Its stage.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// A hash of its words, the same in every run; not a name to keep in files.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether it may store to memory.
    pub fn exports_memory(&self) -> bool {
        self.exports_memory
    }

    /// Its words.
    pub fn words(&self) -> &[u32] {
        &self.words
    }
}

/// FNV-1a over words: programs are short and each is hashed when it is first seen or has changed.
fn hash(words: &[u32]) -> u64 {
    words.iter().fold(0xCBF2_9CE4_8422_2325, |hash, word| {
        (hash ^ u64::from(*word)).wrapping_mul(0x0100_0000_01B3).rotate_left(23)
    })
}

/// A place in memory that programs are loaded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Load {
    pub(crate) stage: Stage,
    pub(crate) address: u32,
    pub(crate) words: u32,
}

#[derive(Debug)]
struct LoadSlot {
    load: Load,
    found: Option<(Stamp, u32)>,
}

/// Places that are found again without hashing.
const RECENT: usize = 32;

/// Words of all kept programs at most: 256 MiB. A load of 12 bytes may name 65,535 words, so a small
/// stream could otherwise ask for any amount of memory.
const MOST_WORDS: usize = 1 << 26;

/// What a program weighs beside its words, in words.
const PROGRAM_WEIGHT: usize = 32;
/// Places that are kept track of.
const MOST_SLOTS: usize = 1 << 18;

/// Why a program is not loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unloaded {
    /// Its place reaches over the end of memory.
    Outside(Outside),
    /// There is no room for another program.
    Full,
    /// It would be read, and no more words may be.
    Spent,
}

impl From<Outside> for Unloaded {
    fn from(outside: Outside) -> Self {
        Self::Outside(outside)
    }
}

/// Every program that was seen, and the places they were loaded from.
#[derive(Debug)]
pub(crate) struct Shaders {
    /// Slots that were asked for lately, by a few bits of the address.
    recent: [Option<(Load, u32)>; RECENT],
    all: Vec<Arc<Shader>>,
    /// Their words.
    kept: usize,
    by_hash: HashMap<(Stage, u64), Vec<u32>>,
    slots: Vec<LoadSlot>,
    slot_of: HashMap<Load, u32>,
    most_words: usize,
    most_slots: usize,
}

impl Default for Shaders {
    fn default() -> Self {
        Self {
            recent: [None; RECENT],
            all: Vec::new(),
            kept: 0,
            by_hash: HashMap::new(),
            slots: Vec::new(),
            slot_of: HashMap::new(),
            most_words: MOST_WORDS,
            most_slots: MOST_SLOTS,
        }
    }
}

impl Shaders {
    /// All programs, by their number.
    pub(crate) fn all(&self) -> &[Arc<Shader>] {
        &self.all
    }

    #[inline]
    pub(crate) fn get(&self, id: Option<u32>) -> Option<&Arc<Shader>> {
        self.all.get(id? as usize)
    }

    /// The number of a program of these words, which may be new; none if it is and has no room.
    pub(crate) fn intern(&mut self, stage: Stage, words: &[u32]) -> Option<u32> {
        let hash = hash(words);
        let is = |id: &&u32| self.all.get(**id as usize).is_some_and(|one| *one.words == *words);
        let known = self.by_hash.get(&(stage, hash)).and_then(|ids| ids.iter().find(is));
        if let Some(id) = known {
            return Some(*id);
        }
        let weight = words.len() + PROGRAM_WEIGHT;
        if weight > self.most_words.saturating_sub(self.kept) {
            return None;
        }
        self.kept += weight;
        let id = self.all.len() as u32;
        self.by_hash.entry((stage, hash)).or_default().push(id);
        let exports_memory = exports_memory(words);
        self.all.push(Arc::new(Shader { id, stage, hash, exports_memory, words: words.into() }));
        Some(id)
    }

    /// The slot of a place; none if it is new and there are too many.
    pub(crate) fn slot(&mut self, load: Load) -> Option<u32> {
        let recent = &mut self.recent[(load.address >> 2 ^ load.address >> 9) as usize % RECENT];
        if let Some((known, slot)) = recent
            && *known == load
        {
            return Some(*slot);
        }
        let slot = match self.slot_of.get(&load) {
            Some(known) => *known,
            None if self.slots.len() >= self.most_slots => return None,
            None => {
                let slot = self.slots.len() as u32;
                self.slots.push(LoadSlot { load, found: None });
                self.slot_of.insert(load, slot);
                slot
            }
        };
        *recent = Some((load, slot));
        Some(slot)
    }

    /// Whether there is no room for another place.
    pub(crate) fn is_full(&self) -> bool {
        self.slots.len() >= self.most_slots
    }

    /// What place a slot is.
    pub(crate) fn load(&self, slot: u32) -> Option<Load> {
        self.slots.get(slot as usize).map(|slot| slot.load)
    }

    /// The program that lies at a slot's place now; it is read only if its pages were written.
    #[inline]
    pub(crate) fn at(
        &mut self,
        slot: u32,
        memory: &GuestMemory,
        budget: &mut Budget,
    ) -> Result<Option<(Stage, u32)>, Unloaded> {
        let Some(known) = self.slots.get_mut(slot as usize) else { return Ok(None) };
        if let Some((stamp, id)) = &mut known.found
            && memory.unchanged(stamp)
        {
            return Ok(Some((known.load.stage, *id)));
        }
        let load = known.load;
        if !budget.take(u64::from(load.words)) {
            return Err(Unloaded::Spent);
        }
        let stamp = memory.stamp(Extent::of_words(load.address, load.words)?);
        let mut words = vec![0; load.words as usize];
        memory.read_words(load.address, &mut words)?;
        let id = self.intern(load.stage, &words).ok_or(Unloaded::Full)?;
        if let Some(slot) = self.slots.get_mut(slot as usize) {
            slot.found = Some((stamp, id));
        }
        Ok(Some((load.stage, id)))
    }

    /// Forgets the places, not the programs.
    pub(crate) fn forget_places(&mut self) {
        self.slots.clear();
        self.slot_of.clear();
        self.recent = [None; RECENT];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xenos_memory::Writer;

    #[test]
    fn a_program_is_read_when_its_pages_were_written_and_known_by_its_words() {
        let memory = GuestMemory::new();
        let mut shaders = Shaders::default();
        let slot = |shaders: &mut Shaders, address| {
            shaders.slot(Load { stage: Stage::Pixel, address, words: 3 }).expect("room")
        };
        let (a, b) = (slot(&mut shaders, 0x1000), slot(&mut shaders, 0x2000));
        assert_eq!(slot(&mut shaders, 0x1000), a);
        for address in [0x1000, 0x2000] {
            memory.write_words(Writer::Cpu, address, &[1, 2, 3]).expect("inside");
        }
        let at = |shaders: &mut Shaders, slot| {
            shaders.at(slot, &memory, &mut Budget::default()).expect("inside").expect("a slot").1
        };
        let first = at(&mut shaders, a);
        assert_eq!(at(&mut shaders, b), first);
        assert_eq!(shaders.intern(Stage::Pixel, &[1, 2, 3]), Some(first));
        assert_ne!(shaders.intern(Stage::Vertex, &[1, 2, 3]), Some(first));
        memory.write_words(Writer::Cpu, 0x2004, &[5]).expect("inside");
        let second = at(&mut shaders, b);
        assert_ne!(second, first);
        assert_eq!(at(&mut shaders, a), first);
        assert_eq!(shaders.get(Some(second)).map(|shader| shader.words()), Some(&[1, 5, 3][..]));
        let outside = slot(&mut shaders, 0x1FFF_FFF8);
        let mut budget = Budget::default();
        assert!(matches!(shaders.at(outside, &memory, &mut budget), Err(Unloaded::Outside(_))));
    }

    #[test]
    fn programs_and_places_have_a_bound() {
        let most_words = 3 * (3 + PROGRAM_WEIGHT) + 4;
        let mut shaders = Shaders { most_words, most_slots: 2, ..Shaders::default() };
        let ids: Vec<_> =
            (0..1000).filter_map(|at| shaders.intern(Stage::Pixel, &[1, 2, at])).collect();
        assert_eq!(ids, [0, 1, 2]);
        assert_eq!(shaders.intern(Stage::Pixel, &[1, 2, 1]), Some(1));
        assert_eq!((shaders.all.len(), shaders.by_hash.len()), (3, 3));
        let place = |address| Load { stage: Stage::Pixel, address, words: 3 };
        let slots: Vec<_> = (0..1000).filter_map(|at| shaders.slot(place(at * 4))).collect();
        assert_eq!((slots, shaders.is_full()), (vec![0, 1], true));
        assert_eq!(shaders.slot(place(4)), Some(1));
        let memory = GuestMemory::new();
        let mut budget = Budget::default();
        assert_eq!(shaders.at(1, &memory, &mut budget), Err(Unloaded::Full));
        budget.begin(2);
        assert_eq!(shaders.at(1, &memory, &mut budget), Err(Unloaded::Spent));
        shaders.forget_places();
        assert_eq!(shaders.slot(place(0x100)), Some(0));
    }
}
