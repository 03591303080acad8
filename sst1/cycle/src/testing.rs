//! What the directed tests share: plain bytes behind a memory, and requests.

use crate::{
    memory::Memory,
    port::{Address, BEAT, Beat, Bytes, Client, Operation, Request},
};

/// One flat memory; the space of an address is ignored.
#[derive(Clone, Debug)]
pub(crate) struct Plain(pub(crate) Vec<u8>);

impl Plain {
    /// Bytes that differ from their neighbours and from those a line or a page away.
    pub(crate) fn pattern(bytes: usize) -> Self {
        Self((0..bytes).map(|i| (i ^ i >> 6 ^ i >> 11) as u8).collect())
    }

    pub(crate) fn word(&self, byte: u32) -> u16 {
        let at = byte as usize & !1;
        u16::from_le_bytes([self.0[at], self.0[at + 1]])
    }
}

impl Bytes for Plain {
    fn read(&self, address: Address) -> [u8; BEAT] {
        let at = address.byte() as usize;
        std::array::from_fn(|i| self.0.get(at + i).copied().unwrap_or(0))
    }

    fn write(&mut self, address: Address, data: &[u8; BEAT], strobes: u16) {
        for (i, &byte) in data.iter().enumerate() {
            if strobes >> i & 1 != 0 {
                self.0[address.byte() as usize + i] = byte;
            }
        }
    }
}

pub(crate) fn read(byte: u32, beats: u16, tag: u8) -> Request {
    Request {
        address: Address::frame(byte),
        client: Client::ColorRead,
        tag,
        operation: Operation::Read { beats },
    }
}

pub(crate) fn write(byte: u32, data: [u8; BEAT], strobes: u16) -> Request {
    Request {
        address: Address::frame(byte),
        client: Client::ColorWrite,
        tag: 1,
        operation: Operation::Write { data, strobes },
    }
}

/// Clocks the memory up to and with clock `until`, accepting each request in its clock (in order of
/// clocks), and returns the beats with the clocks in which they are visible.
pub(crate) fn play(
    memory: &mut Memory,
    bytes: &mut Plain,
    until: u64,
    requests: &[(u64, Request)],
) -> Vec<(u64, Beat)> {
    let mut seen = Vec::new();
    let mut left = requests.iter().peekable();
    while memory.now() <= until {
        let now = memory.now();
        seen.extend(memory.beats().iter().map(|beat| (now, *beat)));
        while let Some((_, request)) = left.next_if(|(clock, _)| *clock == now) {
            assert!(memory.ready(request), "clock {now}: {request:?}");
            memory.accept(bytes, request);
        }
        memory.clock(bytes);
    }
    seen
}
