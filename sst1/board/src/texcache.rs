//! 86Box's cache of decoded textures: keys, slots and evictions, its staleness included.
//!
//! Facts: digest section 9.6. Used only where the profile says `texture_cache = 86box`. What a
//! level's texels are is decided by the engine, which fills a slot after a miss.

use serde::{Deserialize, Serialize};

/// Decoded textures a unit.
pub const CACHE_ENTRIES: usize = 64;

/// Where each level starts in an entry, in texels. Rows of a level are `1 << (8 - n)` texels apart,
/// `n` being the level's shift, so that odd maps without split reach into later levels.
pub const LEVEL_OFFSETS: [usize; 9] = [0, 65536, 81920, 86016, 87040, 87296, 87360, 87376, 87380];

/// Texels an entry holds: level 1 may be as large as level 0.
pub const CACHE_TEXELS: usize = 2 * 65536 + 32768;

const PAGE: u32 = 1024;

/// What identifies a decoded texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CacheKey {
    /// Base address in bytes.
    pub base: u32,
    /// tLOD & 0xF00FFF.
    pub lod: u32,
    /// XOR of the palette for palette formats, else 0.
    pub palette: u32,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Entry {
    key: Option<CacheKey>,
    /// Byte ranges of level 0, 1, 2 and of the rest; an end of 0 means none.
    ranges: [(u32, u32); 4],
    /// Empty until first filled.
    texels: Vec<u32>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Unit {
    entries: Vec<Entry>,
    /// Pages of texture memory that a decoded texture came from.
    present: Vec<bool>,
}

/// Decoded textures of all units.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TextureCache {
    units: [Unit; 3],
    /// The last slot filled, shared by the units.
    last: usize,
}

impl TextureCache {
    /// The slot of `key`, if it is held.
    pub fn find(&self, tmu: usize, key: &CacheKey) -> Option<usize> {
        self.units[tmu].entries.iter().position(|e| e.key.as_ref() == Some(key))
    }

    /// Takes the next slot for `key`. `ranges` are the byte ranges \[start, end\] of level 0, 1, 2
    /// and the rest that were decoded; an end of 0 means none. `mask` is the unit's memory mask.
    pub fn take(&mut self, tmu: usize, key: CacheKey, ranges: [(u32, u32); 4], mask: u32) -> usize {
        self.last = (self.last + 1) % CACHE_ENTRIES;
        let unit = &mut self.units[tmu];
        unit.entries.resize_with(CACHE_ENTRIES, Entry::default);
        unit.present.resize((mask / PAGE) as usize + 1, false);
        let entry = &mut unit.entries[self.last];
        entry.key = Some(key);
        entry.ranges = ranges;
        entry.texels.resize(CACHE_TEXELS, 0);
        for range in ranges {
            mark(&mut unit.present, range, mask);
        }
        self.last
    }

    /// The texels of a slot.
    #[inline]
    pub fn texels(&self, tmu: usize, slot: usize) -> &[u32] {
        self.units[tmu].entries.get(slot).map_or(&[], |e| &e.texels)
    }

    /// The texels of a slot, to be filled.
    pub fn texels_mut(&mut self, tmu: usize, slot: usize) -> &mut [u32] {
        self.units[tmu].entries.get_mut(slot).map_or(&mut [], |e| &mut e.texels)
    }

    /// A download is about to change the byte at `address`.
    pub fn download(&mut self, tmu: usize, address: u32, mask: u32) {
        let unit = &mut self.units[tmu];
        let address = address & mask;
        if !unit.present.get((address / PAGE) as usize).is_some_and(|present| *present) {
            return;
        }
        unit.present.fill(false);
        for entry in unit.entries.iter_mut().filter(|e| e.key.is_some()) {
            for range in entry.ranges {
                if range.1 == 0 {
                    continue;
                }
                if covers(range, address, mask) {
                    entry.key = None;
                } else {
                    mark(&mut unit.present, range, mask);
                }
            }
        }
    }

    /// Whether decoded lengths are what the code relies on.
    pub(crate) fn consistent(&self) -> bool {
        self.last < CACHE_ENTRIES
            && self.units.iter().all(|unit| {
                (unit.entries.is_empty() || unit.entries.len() == CACHE_ENTRIES)
                    && unit.entries.iter().all(|e| {
                        let empty = e.texels.is_empty() && e.key.is_none();
                        empty || e.texels.len() == CACHE_TEXELS
                    })
            })
    }
}

/// Marks the pages of `start`, `start` + 1024, ... up to `end`; an unaligned tail page can stay
/// unmarked.
fn mark(present: &mut [bool], (start, end): (u32, u32), mask: u32) {
    if end == 0 {
        return;
    }
    let mut address = start;
    while address <= end {
        present[((address & mask) / PAGE) as usize] = true;
        address += PAGE;
    }
}

fn covers((start, end): (u32, u32), address: u32, mask: u32) -> bool {
    let first = start & mask & !(PAGE - 1);
    let rounded = ((end & mask) + PAGE - 1) & !(PAGE - 1);
    let last = if rounded < first { mask + 1 } else { rounded };
    (first..last).contains(&address)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MASK: u32 = (1 << 20) - 1;

    #[test]
    fn the_first_slot_is_1_and_a_download_into_its_pages_evicts() {
        let mut cache = TextureCache::default();
        let key = CacheKey { base: 0x1000, lod: 5, palette: 0 };
        let none = (0, 0);
        assert_eq!(cache.take(0, key, [(0x1000, 0x1800), none, none, none], MASK), 1);
        assert_eq!(cache.find(0, &key), Some(1));
        assert_eq!(cache.find(1, &key), None);
        cache.download(0, 0x0FFC, MASK);
        assert_eq!(cache.find(0, &key), Some(1));
        cache.download(0, 0x17FC, MASK);
        assert_eq!(cache.find(0, &key), None);
    }

    #[test]
    fn an_unmarked_tail_page_leaves_a_stale_entry() {
        let mut cache = TextureCache::default();
        let key = CacheKey { base: 0x1200, lod: 5, palette: 0 };
        let none = (0, 0);
        cache.take(0, key, [(0x1200, 0x1500), none, none, none], MASK);
        cache.download(0, 0x1400, MASK);
        assert_eq!(cache.find(0, &key), Some(1), "0x1200 + 1024 lies beyond 0x1500");
    }
}
