//! Guest memory for programs: what they read, and what they store.

use xenos_eval::{Limits, Memory, MemoryExport, Packed};
use xenos_memory::{GuestMemory, Writer};

/// Elements that the programs of a stage keep until it is over: bounds memory. With more groups of
/// lanes than one, each has its share.
const MOST: usize = 1 << 23;

/// The limits of each of so many groups' runs.
pub(crate) fn shared(limits: Limits, groups: usize) -> Limits {
    Limits { elements: limits.elements.min(MOST / groups.max(1)).max(1), ..limits }
}

/// An element that a program exported, and where it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stored {
    address: u32,
    bytes: Packed,
}

impl From<MemoryExport> for Stored {
    fn from(export: MemoryExport) -> Self {
        Self { address: export.byte_address(), bytes: export.packed }
    }
}

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
pub(crate) fn store(memory: &GuestMemory, stored: &[Stored]) -> Option<(u32, u64)> {
    let mut outside: Option<(u32, u64)> = None;
    for Stored { address, bytes } in stored {
        if memory.write_bytes(Writer::Gpu, *address, bytes.bytes()).is_err() {
            outside = Some(outside.map_or((*address, 1), |(first, count)| (first, count + 1)));
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_share_what_a_stage_may_keep() {
        let default = Limits::default();
        assert_eq!(shared(default, 0), default);
        assert_eq!(shared(default, 1), default);
        for groups in [2, 64, 1024, 1 << 20] {
            assert!(shared(default, groups).elements * groups <= MOST);
        }
        assert_eq!(shared(default, usize::MAX).elements, 1);
    }
}
