//! Recorded packets that wait for their stretch of the ring to be complete.

use std::ops::Range;

use xenos_pm4::{Header, Kind, opcode};

use crate::live::MAX_DEPTH;

/// What has to happen before a packet runs.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// The processor stored bytes.
    Store { address: u32, bytes: Range<usize> },
    /// Registers are set.
    Registers { first: u32, callbacks: bool, values: Vec<u32> },
    /// The ramps are set.
    Gamma { component: u8, values: Vec<u32> },
}

/// A packet.
#[derive(Clone, Debug)]
pub(super) struct Queued {
    pub(super) base: u32,
    pub(super) kind: Kind,
    /// Its words, in [`Queue::dwords`].
    pub(super) dwords: Range<usize>,
    /// How many buffers it is in.
    pub(super) depth: usize,
    pub(super) actions: Range<usize>,
    /// How many of the packets after it are inside the buffer that it runs.
    pub(super) inside: usize,
}

/// A buffer that has begun.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The packet that runs it.
    call: usize,
    base: u32,
}

#[derive(Debug, Default)]
pub(super) struct Queue {
    pub(super) packets: Vec<Queued>,
    dwords: Vec<[u8; 4]>,
    pub(super) actions: Vec<Action>,
    pub(super) bytes: Vec<u8>,
    /// Words of registers and ramps.
    values: usize,
    /// Records that belong to the packet that is to come.
    pub(super) loose: Vec<Action>,
    open: Vec<Open>,
    /// Buffers that have begun deeper than the live feed goes. What is inside counts as inside the
    /// deepest of `open`: every level is put in place again for each level around it.
    deeper: usize,
    /// Whether the last packet has begun and not ended.
    pending: bool,
}

impl Queue {
    pub(super) fn packet(&mut self, base: u32, dwords: &[[u8; 4]]) {
        let header = dwords.first().map_or(0, |dword| u32::from_be_bytes(*dword));
        let Header { kind, len, .. } = Header::parse(header);
        let first = self.dwords.len();
        self.dwords.extend_from_slice(dwords);
        if kind.opcode() == Some(opcode::INDIRECT_BUFFER) && (dwords.len(), len) == (2, 3) {
            // The length comes when it is known.
            self.dwords.push([0; 4]);
        }
        let from = self.actions.len();
        self.actions.append(&mut self.loose);
        self.packets.push(Queued {
            base,
            kind,
            dwords: first..self.dwords.len(),
            depth: self.open.len(),
            actions: from..self.actions.len(),
            inside: 0,
        });
        self.pending = true;
    }

    /// Bytes that packets and records between them take, and bytes of memory.
    pub(super) fn size(&self) -> (usize, usize) {
        let actions = self.actions.len() + self.loose.len();
        let records = actions * size_of::<Action>() + self.values * 4;
        (size_of_val(&*self.packets) + size_of_val(&*self.dwords) + records, self.bytes.len())
    }

    pub(super) fn end_packet(&mut self) {
        self.pending = false;
    }

    /// False if it is nested deeper than is kept track of.
    pub(super) fn begin_buffer(&mut self, base: u32) -> bool {
        // Without a packet that runs it, what is inside counts as outside.
        if std::mem::take(&mut self.pending) {
            if self.open.len() >= MAX_DEPTH {
                self.deeper += 1;
                return false;
            }
            self.open.push(Open { call: self.packets.len() - 1, base });
        }
        true
    }

    /// Whether the buffer that ends is one that began.
    pub(super) fn end_buffer(&mut self) -> bool {
        if self.deeper > 0 {
            self.deeper -= 1;
            return true;
        }
        let Some(Open { call, base }) = self.open.pop() else { return false };
        let inner = &self.packets[call + 1..];
        let direct = inner.iter().filter(|packet| packet.depth == self.open.len() + 1);
        let (end, dwords) = direct.fold((base, 0u32), |(end, dwords), packet| {
            let length = packet.dwords.len() as u32;
            (end.max(packet.base.saturating_add(length * 4)), dwords.saturating_add(length))
        });
        // Packets that do not lie in a row make no longer a buffer than they are.
        let words = (end.saturating_sub(base) / 4).min(dwords);
        let inside = inner.len();
        let packet = &mut self.packets[call];
        packet.inside = inside;
        if let Some(length) = self.dwords[packet.dwords.clone()].get_mut(2) {
            *length = words.to_be_bytes();
        }
        true
    }

    /// Ends what is still open.
    pub(super) fn close(&mut self) {
        while self.end_buffer() {}
        self.pending = false;
    }

    /// Memory that the pending packet reads, or the next one.
    pub(super) fn read(&mut self, address: u32, bytes: &[u8]) {
        let from = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        let store = Action::Store { address, bytes: from..self.bytes.len() };
        match self.packets.last_mut() {
            Some(packet) if self.pending => {
                self.actions.push(store);
                packet.actions.end = self.actions.len();
            }
            _ => self.loose.push(store),
        }
    }

    pub(super) fn act(&mut self, action: Action) {
        if let Action::Registers { values, .. } | Action::Gamma { values, .. } = &action {
            self.values += values.len();
        }
        self.loose.push(action);
    }

    /// The packets from `at` on that lie in a row in the ring, with what is inside them.
    pub(super) fn stretch(&self, at: usize) -> Range<usize> {
        let mut end = at;
        let mut next = None;
        while let Some(packet) = self.packets.get(end) {
            if next.is_some_and(|next| next != packet.base) {
                break;
            }
            next = Some(packet.base.wrapping_add(packet.dwords.len() as u32 * 4));
            end += 1 + packet.inside;
        }
        at..end
    }

    pub(super) fn bytes_of(&self, packet: &Queued) -> &[u8] {
        self.dwords[packet.dwords.clone()].as_flattened()
    }

    pub(super) fn header(&self, packet: &Queued) -> u32 {
        self.dwords.get(packet.dwords.start).map_or(0, |dword| u32::from_be_bytes(*dword))
    }

    /// Empties it; nothing is open.
    pub(super) fn clear(&mut self) {
        self.packets.clear();
        self.dwords.clear();
        self.actions.clear();
        self.bytes.clear();
        self.values = 0;
    }
}
