//! Programs of the shader stages: each distinct one once, found again without being read.

use std::collections::HashMap;
use std::sync::Arc;

use xenos_memory::{Extent, GuestMemory, Outside, Stamp};

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

/// Why a program is not loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unloaded {
    /// Its place reaches over the end of memory.
    Outside(Outside),
    /// There is no room for another program.
    Full,
}

impl From<Outside> for Unloaded {
    fn from(outside: Outside) -> Self {
        Self::Outside(outside)
    }
}

/// Every program that was seen, and the places they were loaded from.
#[derive(Debug, Default)]
pub(crate) struct Shaders {
    /// Slots that were asked for lately, by a few bits of the address.
    recent: [Option<(Load, u32)>; RECENT],
    all: Vec<Arc<Shader>>,
    /// Their words.
    kept: usize,
    by_hash: HashMap<(Stage, u64), Vec<u32>>,
    slots: Vec<LoadSlot>,
    slot_of: HashMap<Load, u32>,
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
        let ids = self.by_hash.entry((stage, hash)).or_default();
        let known = ids
            .iter()
            .find(|id| self.all.get(**id as usize).is_some_and(|shader| *shader.words == *words));
        if let Some(id) = known {
            return Some(*id);
        }
        if words.len() > MOST_WORDS - self.kept {
            return None;
        }
        self.kept += words.len();
        let id = self.all.len() as u32;
        ids.push(id);
        let exports_memory = exports_memory(words);
        self.all.push(Arc::new(Shader { id, stage, hash, exports_memory, words: words.into() }));
        Some(id)
    }

    /// The slot of a place.
    pub(crate) fn slot(&mut self, load: Load) -> u32 {
        let recent = &mut self.recent[(load.address >> 2 ^ load.address >> 9) as usize % RECENT];
        if let Some((known, slot)) = recent
            && *known == load
        {
            return *slot;
        }
        let slot = *self.slot_of.entry(load).or_insert_with(|| {
            self.slots.push(LoadSlot { load, found: None });
            self.slots.len() as u32 - 1
        });
        *recent = Some((load, slot));
        slot
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
    ) -> Result<Option<(Stage, u32)>, Unloaded> {
        let Some(known) = self.slots.get_mut(slot as usize) else { return Ok(None) };
        if let Some((stamp, id)) = &mut known.found
            && memory.unchanged(stamp)
        {
            return Ok(Some((known.load.stage, *id)));
        }
        let load = known.load;
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
            shaders.slot(Load { stage: Stage::Pixel, address, words: 3 })
        };
        let (a, b) = (slot(&mut shaders, 0x1000), slot(&mut shaders, 0x2000));
        assert_eq!(slot(&mut shaders, 0x1000), a);
        for address in [0x1000, 0x2000] {
            memory.write_words(Writer::Cpu, address, &[1, 2, 3]).expect("inside");
        }
        let at = |shaders: &mut Shaders, slot| {
            shaders.at(slot, &memory).expect("inside").expect("a slot").1
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
        assert!(matches!(shaders.at(outside, &memory), Err(Unloaded::Outside(_))));
    }

    #[test]
    fn programs_have_a_bound() {
        let mut shaders = Shaders { kept: MOST_WORDS - 4, ..Shaders::default() };
        let first = shaders.intern(Stage::Pixel, &[1, 2, 3]);
        assert!(first.is_some());
        assert_eq!(shaders.intern(Stage::Pixel, &[1, 2, 4]), None);
        assert_eq!(shaders.intern(Stage::Pixel, &[1, 2, 3]), first);
        let memory = GuestMemory::new();
        let slot = shaders.slot(Load { stage: Stage::Pixel, address: 0, words: 3 });
        assert_eq!(shaders.at(slot, &memory), Err(Unloaded::Full));
    }
}
