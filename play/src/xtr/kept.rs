//! What a saved position needs of the records that were played: what is open, and a fingerprint.
//!
//! The fingerprint is the SHA-256 of the header and of each record: its number, its type, and what
//! it says, bodies decompressed; how they are stored does not count.

use sha2::{Digest, Sha256};
use xenos_front::OpenRecords;
use xenos_xtr::{Entry, Header, Memory, Record};

/// Kept beside a player.
#[derive(Clone)]
pub(crate) struct Kept {
    /// Buffers and packets that are open.
    pub(crate) open: OpenRecords,
    hash: Sha256,
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").field("open", &self.open).finish_non_exhaustive()
    }
}

impl Kept {
    pub(crate) fn new(header: &Header) -> Self {
        let mut hash = Sha256::new();
        hash.update(header.to_bytes());
        Self { open: OpenRecords::default(), hash }
    }

    pub(crate) fn see(&mut self, entry: &Entry<'_>) {
        self.open.see(&entry.record);
        let hash = &mut self.hash;
        let mut words = |words: &[u32]| {
            for word in words {
                hash.update(word.to_le_bytes());
            }
        };
        // A long record comes in pieces, which count as one.
        if !entry.continues {
            let index = entry.position.index;
            words(&[index as u32, (index >> 32) as u32, entry.record.kind() as u32]);
        }
        let body: &[u8] = match &entry.record {
            Record::PrimaryBufferStart(buffer) | Record::IndirectBufferStart(buffer) => {
                words(&[buffer.base]);
                buffer.words
            }
            Record::PacketStart(packet) => {
                words(&[packet.base]);
                packet.words
            }
            Record::MemoryRead(Memory { base, bytes })
            | Record::MemoryWrite(Memory { base, bytes }) => {
                if !entry.continues {
                    words(&[*base]);
                }
                bytes
            }
            Record::EdramSnapshot(bytes) => bytes,
            Record::Event(event) => {
                words(&[event.code()]);
                &[]
            }
            Record::Registers(registers) => {
                words(&[registers.first, u32::from(registers.execute_callbacks)]);
                registers.values.bytes()
            }
            Record::GammaRamp(ramp) => {
                words(&[u32::from(ramp.component)]);
                ramp.values.bytes()
            }
            Record::PrimaryBufferEnd | Record::IndirectBufferEnd | Record::PacketEnd => &[],
        };
        hash.update(body);
    }

    /// The fingerprint of what was seen.
    pub(crate) fn fingerprint(&self) -> [u8; 32] {
        self.hash.clone().finalize().into()
    }
}
