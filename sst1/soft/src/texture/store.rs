//! Decoded textures where drawing sees memory as it is.
//!
//! An entry is known by everything its texels depend on: where its levels lie, the format, and what
//! the low byte goes through, by content. Levels are decoded when a pixel first asks for them and
//! forgotten when a download reaches one of their pages.

use sst1_board::TextureMemory;
use sst1_core::level::{Level, LevelTable};
use sst1_core::texel::{self, ByteTable, Source};
use sst1_facts::Profile;
use sst1_regs::words::TextureFormat;

use super::{Source as Texels, decode};

/// Textures kept; and tables kept. Games of the time had a few dozen in use at once.
const ENTRIES: usize = 64;
const TABLES: usize = 64;

const PAGE_LOG2: u32 = 10;

/// What the low byte of a texel goes through, and what that was made from.
#[derive(Clone, Debug)]
struct Table {
    format: TextureFormat,
    made_from: Vec<u32>,
    bytes: ByteTable,
}

#[derive(Clone, Debug)]
struct Entry {
    format: TextureFormat,
    table: usize,
    levels: LevelTable,
    offsets: [u32; 9],
    /// Levels decoded, a bit each.
    valid: u32,
    texels: Vec<u32>,
}

/// A unit's decoded textures.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    tables: Vec<Table>,
    /// The table of the present state.
    table: usize,
    entries: Vec<Entry>,
    next: usize,
    /// Pages of memory that decoded levels came from.
    pages: Vec<bool>,
}

impl Store {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Makes the table of a state the present one.
    pub(crate) fn take_tables(
        &mut self,
        profile: &Profile,
        format: TextureFormat,
        ncc: &[u32; 12],
        palette: &[u32],
    ) {
        let made_from = match texel::source(profile, format) {
            Source::Bits => &[],
            Source::Ncc => &ncc[..],
            Source::Palette => palette,
        };
        let same = |table: &Table| table.format == format && table.made_from == made_from;
        if self.tables.get(self.table).is_some_and(same) {
            return;
        }
        if let Some(found) = self.tables.iter().position(same) {
            self.table = found;
            return;
        }
        if self.tables.len() >= TABLES {
            // Entries name tables by number.
            self.clear();
        }
        self.table = self.tables.len();
        self.tables.push(Table {
            format,
            made_from: made_from.to_vec(),
            bytes: texel::byte_table(profile, format, ncc, palette),
        });
    }

    /// The present table.
    pub(crate) fn table(&self) -> &ByteTable {
        const NONE: &ByteTable = &[0; 256];
        self.tables.get(self.table).map_or(NONE, |table| &table.bytes)
    }

    /// The entry of a texture with the present table, made if it is not there.
    pub(crate) fn entry(&mut self, format: TextureFormat, levels: &LevelTable) -> usize {
        let table = self.table;
        let same = |e: &Entry| e.format == format && e.table == table && e.levels == *levels;
        if let Some(found) = self.entries.iter().position(same) {
            return found;
        }
        let mut offset = 0;
        let offsets = levels.each_ref().map(|level| {
            let start = offset;
            offset += level.width() << level.height_log2;
            start
        });
        let entry = Entry { format, table, levels: *levels, offsets, valid: 0, texels: Vec::new() };
        if self.entries.len() < ENTRIES {
            self.entries.push(entry);
            return self.entries.len() - 1;
        }
        let place = self.next % ENTRIES;
        self.next = place + 1;
        let texels = std::mem::take(&mut self.entries[place].texels);
        self.entries[place] = Entry { texels, ..entry };
        place
    }

    /// Decodes what is missing of `wanted`, a bit a level.
    #[inline]
    pub(crate) fn ensure(&mut self, entry: usize, wanted: u32, memory: &TextureMemory) {
        if self.entries.get(entry).is_some_and(|e| wanted & !e.valid != 0) {
            self.decode(entry, wanted, memory);
        }
    }

    #[cold]
    fn decode(&mut self, entry: usize, wanted: u32, memory: &TextureMemory) {
        let Some(entry) = self.entries.get_mut(entry) else { return };
        let Some(table) = self.tables.get(entry.table) else { return };
        let mask = memory.mask();
        self.pages.resize((mask >> PAGE_LOG2) as usize + 1, false);
        for (number, level) in entry.levels.iter().enumerate() {
            if wanted & !entry.valid & 1 << number == 0 {
                continue;
            }
            let first = entry.offsets[number] as usize;
            let end = first + ((level.width() << level.height_log2) as usize);
            if entry.texels.len() < end {
                entry.texels.resize(end, 0);
            }
            let texels = &mut entry.texels[first..end];
            let pitch = level.width_log2;
            decode::level(memory, entry.format, &table.bytes, level, texels, pitch);
            entry.valid |= 1 << number;
            mark(&mut self.pages, level, mask);
        }
    }

    /// The texels of an entry.
    #[inline]
    pub(crate) fn source(&self, entry: usize) -> Texels<'_> {
        const NONE: &LevelTable =
            &[Level { start: 0, bytes: 0, width_log2: 0, height_log2: 0, pitch_log2: 0, shift: 0 };
                9];
        self.entries.get(entry).map_or(
            Texels { texels: &[], levels: NONE, offsets: None },
            |entry| Texels {
                texels: &entry.texels,
                levels: &entry.levels,
                offsets: Some(&entry.offsets),
            },
        )
    }

    /// A download changes the four bytes at `address`.
    #[inline]
    pub(crate) fn download(&mut self, address: u32, mask: u32) {
        let page = |address: u32| ((address & mask) >> PAGE_LOG2) as usize;
        let pages = [page(address), page(address.wrapping_add(3))];
        if pages.iter().any(|page| self.pages.get(*page).is_some_and(|present| *present)) {
            self.forget(pages, mask);
        }
    }

    #[cold]
    fn forget(&mut self, pages: [usize; 2], mask: u32) {
        self.pages.fill(false);
        for entry in &mut self.entries {
            for (number, level) in entry.levels.iter().enumerate() {
                if entry.valid & 1 << number == 0 {
                    continue;
                }
                if level_pages(level, mask).any(|page| pages.contains(&page)) {
                    entry.valid &= !(1 << number);
                } else {
                    mark(&mut self.pages, level, mask);
                }
            }
        }
    }
}

/// The pages that a level lies in.
fn level_pages(level: &Level, mask: u32) -> impl Iterator<Item = usize> + use<> {
    let start = level.start & mask;
    let last = start + level.bytes.max(1) - 1;
    (start >> PAGE_LOG2..=last >> PAGE_LOG2).map(move |page| (page & (mask >> PAGE_LOG2)) as usize)
}

fn mark(pages: &mut [bool], level: &Level, mask: u32) {
    for page in level_pages(level, mask) {
        if let Some(present) = pages.get_mut(page) {
            *present = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_core::level;
    use sst1_regs::words::TLod;

    const ALL: u32 = 0x1FF;

    fn texel(store: &Store, entry: usize, level: usize, at: usize) -> u32 {
        store.source(entry).level(level).texels[at]
    }

    #[test]
    fn a_download_forgets_the_levels_of_its_page_alone() {
        let profile = Profile::hardware();
        let mut memory = TextureMemory::new(1 << 18);
        let mut store = Store::default();
        store.take_tables(&profile, TextureFormat::I8, &[0; 12], &[]);
        let levels = level::table(&profile, TLod::default(), &[0; 4], 1);
        let entry = store.entry(TextureFormat::I8, &levels);
        store.ensure(entry, ALL, &memory);
        assert_eq!(texel(&store, entry, 1, 0), 0xFF00_0000);
        memory.write8(levels[1].start, 0x80);
        store.ensure(entry, ALL, &memory);
        assert_eq!(texel(&store, entry, 1, 0), 0xFF00_0000, "nobody said so");
        store.download(levels[1].start, memory.mask());
        store.ensure(entry, ALL, &memory);
        assert_eq!(texel(&store, entry, 1, 0), 0xFF80_8080);
        assert_eq!(store.entries[entry].valid, ALL);
    }

    #[test]
    fn entries_are_known_by_what_their_texels_depend_on() {
        let profile = Profile::hardware();
        let mut store = Store::default();
        let levels = level::table(&profile, TLod::default(), &[0; 4], 1);
        let mut entry = |palette: &[u32], format| {
            store.take_tables(&profile, format, &[0; 12], palette);
            store.entry(format, &levels)
        };
        let (one, two) = (vec![1; 256], vec![2; 256]);
        let first = entry(&one, TextureFormat::P8);
        let second = entry(&two, TextureFormat::P8);
        assert_ne!(first, second);
        assert_eq!(entry(&one, TextureFormat::P8), first);
        assert_ne!(entry(&one, TextureFormat::A8), first);
        assert_eq!(entry(&two, TextureFormat::A8), entry(&one, TextureFormat::A8));
    }

    #[test]
    fn tables_and_entries_are_bounded() {
        let profile = Profile::hardware();
        let mut store = Store::default();
        for n in 0..300 {
            store.take_tables(&profile, TextureFormat::P8, &[0; 12], &[n; 256]);
            let levels = level::table(&profile, TLod::default(), &[n, 0, 0, 0], 1);
            let entry = store.entry(TextureFormat::P8, &levels);
            store.ensure(entry, 0x100, &TextureMemory::new(1 << 16));
            assert_eq!(texel(&store, entry, 8, 0), 0xFF00_0000 | n);
        }
        assert!(store.tables.len() <= TABLES && store.entries.len() <= ENTRIES);
    }
}
