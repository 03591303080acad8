//! Buffers that are open at a place in a trace, with the packets that name them.

use xenos_xtr::{BufferStart, PacketStart, Record};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Primary(u32),
    Indirect(u32),
    Packet { base: u32, words: Vec<u8> },
}

/// What began and has not ended. A trace that begins inside of buffers ends more than it began:
/// those ends count for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenRecords {
    pub(super) stack: Vec<Open>,
}

impl OpenRecords {
    /// Takes notice of a record.
    pub fn see(&mut self, record: &Record<'_>) {
        match record {
            Record::PacketStart(packet) => {
                // One that another replaces never ends.
                self.end(|open| matches!(open, Open::Packet { .. }), true);
                self.stack.push(Open::Packet { base: packet.base, words: packet.words.to_vec() });
            }
            Record::PacketEnd => self.end(|open| matches!(open, Open::Packet { .. }), true),
            Record::PrimaryBufferStart(buffer) => self.stack.push(Open::Primary(buffer.base)),
            Record::PrimaryBufferEnd => self.end(|open| matches!(open, Open::Primary(_)), false),
            Record::IndirectBufferStart(buffer) => self.stack.push(Open::Indirect(buffer.base)),
            Record::IndirectBufferEnd => self.end(|open| matches!(open, Open::Indirect(_)), false),
            _ => {}
        }
    }

    /// Ends the last one of a kind and what is open within; of packets only the innermost, since
    /// those around are the buffers' own.
    fn end(&mut self, is: impl Fn(&Open) -> bool, innermost: bool) {
        let from = if innermost { self.stack.len().saturating_sub(1) } else { 0 };
        let found = self.stack.iter().skip(from).rposition(is);
        if let Some(found) = found {
            self.stack.truncate(from + found);
        }
    }

    /// The records that open the same again.
    pub(super) fn again<E>(
        &self,
        each: &mut impl FnMut(&Record<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for open in &self.stack {
            let buffer = |base: u32| BufferStart { base, words: &[] };
            match open {
                Open::Primary(base) => each(&Record::PrimaryBufferStart(buffer(*base)))?,
                Open::Indirect(base) => each(&Record::IndirectBufferStart(buffer(*base)))?,
                Open::Packet { base, words } => {
                    each(&Record::PacketStart(PacketStart { base: *base, words }))?;
                }
            }
        }
        Ok(())
    }
}
