//! Guest memory for programs: what they read, and what they store.

use xenos_eval::{Memory, MemoryExport};
use xenos_memory::{GuestMemory, Writer};

/// Guest memory as programs read it; outside of it is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guest<'a>(pub(crate) &'a GuestMemory);

impl Memory for Guest<'_> {
    fn dword(&self, address: u32) -> u32 {
        self.0.read_word(address << 2).unwrap_or(0)
    }
}

/// Stores what programs exported, in order. Returns the address of the first element that reaches
/// over the end of memory, and how many do.
pub(crate) fn store(memory: &GuestMemory, stored: &[MemoryExport]) -> Option<(u32, u64)> {
    let mut outside: Option<(u32, u64)> = None;
    for export in stored {
        let address = export.byte_address();
        if memory.write_bytes(Writer::Gpu, address, export.packed.bytes()).is_err() {
            outside = Some(outside.map_or((address, 1), |(first, count)| (first, count + 1)));
        }
    }
    outside
}
