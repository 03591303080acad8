//! Dwords of memory that inputs give.
//!
//! For: many of them, anywhere, in little more room than they need.
//! Not for: memory of a trace.

use std::collections::BTreeMap;

/// Dwords at most: 64 MiB.
pub(super) const MOST_DWORDS: usize = 16 << 20;

/// Dwords of a block.
const BLOCK: u32 = 16;

/// Sixteen dwords, and which of them are given.
#[derive(Default)]
struct Block {
    given: u16,
    dwords: [u32; BLOCK as usize],
}

/// Memory by dword addresses.
#[derive(Default)]
pub(super) struct Dwords {
    blocks: BTreeMap<u32, Block>,
    count: usize,
}

impl Dwords {
    /// Puts dwords at a byte address; those that were there go.
    pub(super) fn put(&mut self, address: u32, dwords: &[u32]) -> Result<(), String> {
        let first = u64::from(address / 4);
        if first + dwords.len() as u64 > 1 << 30 {
            return Err(format!("{} dwords reach beyond the last address", dwords.len()));
        }
        self.count = self.count.saturating_add(dwords.len());
        if self.count > MOST_DWORDS {
            return Err(format!("memory is given at most {MOST_DWORDS} dwords"));
        }
        for (at, dword) in (address / 4..).zip(dwords) {
            let block = self.blocks.entry(at / BLOCK).or_default();
            block.given |= 1 << (at % BLOCK);
            if let Some(place) = block.dwords.get_mut((at % BLOCK) as usize) {
                *place = *dword;
            }
        }
        Ok(())
    }

    /// The dword at a dword address, if it is given.
    pub(super) fn get(&self, at: u32) -> Option<u32> {
        let block = self.blocks.get(&(at / BLOCK))?;
        let given = block.given >> (at % BLOCK) & 1 != 0;
        block.dwords.get((at % BLOCK) as usize).copied().filter(|_| given)
    }
}
