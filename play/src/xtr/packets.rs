//! A trace packet by packet: where each stands, how deep, and what became of it.
//!
//! A buffer's own packet is shown before the packets in it; every other one when it has run, so that
//! the draw that it made is known.

use xenos_front::{Event, Sink, State};
use xenos_pm4::{Header, Packet, PacketError, Words, decode_recorded, opcode};
use xenos_xtr::{Record, XtrError};

use super::{Place, What, XtrPlayer};

/// What became of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It was executed.
    Ran,
    /// No selected bin: it was skipped. So is a predicated XE_SWAP, whatever is selected.
    Skipped,
    /// It names a buffer, whose packets follow.
    Buffer,
    /// The trace goes on without its end: it never ran.
    NotEnded,
}

/// One packet.
#[derive(Clone, Copy, Debug)]
pub struct PacketSeen<'a> {
    /// Where it began.
    pub place: Place,
    /// How deep it is in buffers: 1 in the ring, 0 where the trace begins inside.
    pub depth: u32,
    /// Its address in guest memory.
    pub address: u32,
    /// Its words.
    pub words: Words<'a>,
    /// What became of it.
    pub outcome: Outcome,
    /// The draw or copy that it made, with its number.
    pub made: Option<(What, u64)>,
}

impl<'a> PacketSeen<'a> {
    /// The packet, with its length in words: fewer than recorded where the recorder stored more.
    pub fn decode(&self) -> Result<(Packet<'a>, usize), PacketError> {
        decode_recorded(self.words)
    }

    /// Whether its header is XE_SWAP's.
    pub fn is_swap(&self) -> bool {
        header(self.words).is_some_and(|header| header.kind.opcode() == Some(opcode::XE_SWAP))
    }
}

fn header(words: Words<'_>) -> Option<Header> {
    words.get(0).map(Header::parse)
}

/// The packet that began last and was not shown yet.
#[derive(Debug, Default)]
struct Held {
    waiting: bool,
    place: Place,
    depth: u32,
    address: u32,
    words: Vec<[u8; 4]>,
}

impl Held {
    /// Whether it does not run, if so many bins are selected.
    fn skipped(&self, selected: u64) -> bool {
        header(Words::from_chunks(&self.words)).is_some_and(|header| {
            let swap = header.kind.opcode() == Some(opcode::XE_SWAP);
            header.predicated && (selected == 0 || swap)
        })
    }

    fn seen(&self, outcome: Outcome, made: Option<(What, u64)>) -> PacketSeen<'_> {
        PacketSeen {
            place: self.place,
            depth: self.depth,
            address: self.address,
            words: Words::from_chunks(&self.words),
            outcome,
            made,
        }
    }
}

/// Takes down which draw or copy a packet makes.
#[derive(Default)]
struct Made(Option<(What, u64)>);

impl Sink for Made {
    fn event(&mut self, _: &State<'_>, event: &Event<'_>) {
        match event {
            Event::Draw(draw) => self.0 = Some((What::Draw, draw.number)),
            Event::Copy(draw) => self.0 = Some((What::Copy, draw.number)),
            _ => {}
        }
    }
}

/// What a record means for the packet that is held.
enum Next {
    Nothing,
    Begins,
    Runs,
    /// It is a buffer's.
    Opens,
}

/// The packets of a trace, in order.
#[derive(Debug)]
pub struct Packets {
    player: XtrPlayer,
    held: Held,
    /// Takes the packet that begins while another is held.
    begun: Held,
}

impl Packets {
    /// The packets that `player` has left.
    pub fn new(player: XtrPlayer) -> Self {
        Self { player, held: Held::default(), begun: Held::default() }
    }

    /// The player behind.
    pub fn player(&self) -> &XtrPlayer {
        &self.player
    }

    /// Gives the player back.
    pub fn into_player(self) -> XtrPlayer {
        self.player
    }

    /// Plays one record, and hands over the packet that it settles, if it does. False at the end of
    /// the trace. A packet that began and did not end is handed over at the end, or before a fault.
    pub fn step<E: From<XtrError>>(
        &mut self,
        mut each: impl FnMut(&PacketSeen<'_>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Self { player, held, begun } = self;
        let (place, (mask, select)) = (player.place(), player.processor().bins());
        let mut next = Next::Nothing;
        let mut made = Made::default();
        let stepped = player.step_seen(&mut made, |entry, feed| match entry.record {
            Record::PacketStart(packet) => {
                begun.waiting = true;
                begun.place = place;
                begun.depth = feed.depth();
                begun.address = packet.base;
                begun.words.clear();
                begun.words.extend_from_slice(Words::new(packet.words).chunks());
                next = Next::Begins;
            }
            Record::PacketEnd => next = Next::Runs,
            Record::PrimaryBufferStart(_) | Record::IndirectBufferStart(_) => next = Next::Opens,
            _ => {}
        });
        let goes_on = matches!(stepped, Ok(true));
        if held.waiting && !(goes_on && matches!(next, Next::Nothing)) {
            let outcome = match next {
                Next::Opens => Outcome::Buffer,
                Next::Runs if held.skipped(mask & select) => Outcome::Skipped,
                Next::Runs => Outcome::Ran,
                Next::Nothing | Next::Begins => Outcome::NotEnded,
            };
            held.waiting = false;
            each(&held.seen(outcome, made.0))?;
        }
        if matches!(next, Next::Begins) {
            std::mem::swap(held, begun);
        }
        Ok(stepped?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicated_packets_are_skipped_without_a_bin_and_swaps_always() {
        let held = |header: u32| Held { words: vec![header.to_be_bytes()], ..Held::default() };
        // DRAW_INDX_2 and XE_SWAP, not predicated and predicated.
        for (header, skipped) in [
            (0xC000_3600, [false, false]),
            (0xC000_3601, [true, false]),
            (0xC003_6400, [false, false]),
            (0xC003_6401, [true, true]),
        ] {
            assert_eq!([0, 1].map(|bins| held(header).skipped(bins)), skipped, "{header:x}");
        }
        assert!(!Held::default().skipped(0));
    }
}
