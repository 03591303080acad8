//! Which pages of memory a copy wrote last.
//!
//! For: telling textures that were resolved from those that the processor wrote.
//! Not for: what was written.

use xenos_memory::{Extent, Generation, GuestMemory, PAGE_BYTES, Writer};

const PAGES: usize = (xenos_memory::MEMORY_BYTES / PAGE_BYTES) as usize;

/// Never written by a copy.
const NEVER: Generation = Generation::MAX;

/// A mark for each page.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    /// When the processor last wrote the page at the time of the copy.
    marks: Box<[Generation]>,
    /// Changes so far.
    pub(crate) epoch: u64,
}

impl Default for Pages {
    fn default() -> Self {
        Self { marks: vec![NEVER; PAGES].into_boxed_slice(), epoch: 0 }
    }
}

impl Pages {
    /// A copy wrote to a page.
    pub(crate) fn resolved(&mut self, page: u32, memory: &GuestMemory) {
        if let Some(mark) = self.marks.get_mut(page as usize) {
            *mark = written(memory, page);
            self.epoch += 1;
        }
    }

    /// Something else wrote to a range.
    pub(crate) fn stored(&mut self, extent: Extent) {
        if extent.is_empty() {
            return;
        }
        let pages = extent.start() / PAGE_BYTES..(extent.end() - 1) / PAGE_BYTES + 1;
        let pages = pages.start as usize..pages.end as usize;
        for mark in self.marks.get_mut(pages).unwrap_or_default() {
            if *mark != NEVER {
                *mark = NEVER;
                self.epoch += 1;
            }
        }
    }

    /// Whether a copy wrote the page, and nothing that events told of since. The processor may
    /// have: see [`Pages::is_resolved`].
    #[inline]
    pub(crate) fn is_marked(&self, page: u32) -> bool {
        self.marks.get(page as usize).is_some_and(|mark| *mark != NEVER)
    }

    /// Whether a copy wrote the page last.
    pub(crate) fn is_resolved(&self, page: u32, memory: &GuestMemory) -> bool {
        self.is_marked(page) && self.marks.get(page as usize) == Some(&written(memory, page))
    }
}

/// When the processor last wrote the page.
fn written(memory: &GuestMemory, page: u32) -> Generation {
    let extent = Extent::new(page.wrapping_mul(PAGE_BYTES), PAGE_BYTES);
    extent.map_or(0, |extent| memory.last_write(Writer::Cpu, extent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_wrote_last_counts() {
        let (memory, mut pages) = (GuestMemory::new(), Pages::default());
        let write = |address| memory.write_words(Writer::Cpu, address, &[0]).expect("inside");
        write(0x5000);
        pages.resolved(5, &memory);
        assert!(pages.is_resolved(5, &memory) && !pages.is_marked(4));
        write(0x5FFC);
        assert!(pages.is_marked(5) && !pages.is_resolved(5, &memory));
        pages.resolved(5, &memory);
        assert!(pages.is_resolved(5, &memory));
        pages.stored(Extent::new(0x4FFC, 8).expect("inside"));
        assert!(!pages.is_marked(5));
        assert!(!pages.is_marked(u32::MAX));
    }
}
