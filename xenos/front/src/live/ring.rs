//! The ring: pointers that go round.

use xenos_memory::GuestMemory;
use xenos_pm4::Header;

/// Where the ring is, and how far it was written and read, in words.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ring {
    address: u32,
    words: u32,
    pub(super) read: u32,
    pub(super) write: u32,
}

impl Ring {
    /// A ring inside memory.
    pub(super) fn new(address: u32, words: u32) -> Self {
        Self { address, words, read: 0, write: 0 }
    }

    /// Whether there is none.
    pub(super) fn is_absent(&self) -> bool {
        self.words == 0
    }

    /// Whether the pointer lies in the ring; a pointer to its very end is its start.
    pub(super) fn set_write(&mut self, words: u32) -> bool {
        self.wrapped(words).map(|words| self.write = words).is_some()
    }

    /// Likewise.
    pub(super) fn set_read(&mut self, words: u32) -> bool {
        self.wrapped(words).map(|words| self.read = words).is_some()
    }

    fn wrapped(&self, words: u32) -> Option<u32> {
        (words <= self.words).then_some(if words == self.words { 0 } else { words })
    }

    /// Words written and not read.
    pub(super) fn available(&self) -> u32 {
        if self.write >= self.read {
            self.write - self.read
        } else {
            self.words - self.read + self.write
        }
    }

    /// Where the words lie that were written and not read: up to the end, and from the start.
    pub(super) fn pieces(&self) -> [(u32, u32); 2] {
        let available = self.available();
        let before_end = available.min(self.words - self.read);
        [(self.address + self.read * 4, before_end), (self.address, available - before_end)]
    }

    pub(super) fn advance(&mut self, words: u32) {
        let words = words.min(self.available());
        self.read = (self.read + words) % self.words.max(1);
    }

    /// The next packet's words and its address; none if it is not all there; its address and header if
    /// the ring can never hold it.
    pub(super) fn fetch(
        &self,
        memory: &GuestMemory,
        dwords: &mut Vec<[u8; 4]>,
    ) -> Option<Result<u32, (u32, u32)>> {
        let available = self.available();
        if available == 0 {
            return None;
        }
        let address = self.address + self.read * 4;
        let header = memory.read_word(address).ok()?;
        let length = Header::parse(header).len as u32;
        // One word always stays free, or a full ring would look empty.
        if length >= self.words {
            return Some(Err((address, header)));
        }
        if length > available {
            return None;
        }
        dwords.resize(length as usize, [0; 4]);
        let before_end = length.min(self.words - self.read);
        let (first, second) = dwords.split_at_mut(before_end as usize);
        memory.read_dwords(address, first).ok()?;
        memory.read_dwords(self.address, second).ok()?;
        Some(Ok(address))
    }
}
