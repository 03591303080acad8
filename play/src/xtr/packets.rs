//! A trace packet by packet: where each stands, how deep, and what became of it.
//!
//! A buffer's own packet is shown before the packets in it; every other one when it has run, so that
//! the draw that it made is known.

mod fields;

use xenos_front::{Event, Sink, State};
use xenos_memory::{GuestMemory, MEMORY_BYTES};
use xenos_pm4::{Header, Packet, PacketError, Payload, ShaderType, Words, decode_recorded};
use xenos_ucode::{Program, Stage};
use xenos_xtr::{Record, XtrError};

use super::draws::Nth;
use super::{FieldRow, Place, What, XtrPlayer, sha1_hex};

/// What became of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It was executed.
    Ran,
    /// No selected bin: it was skipped.
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
    /// Indirect buffers that it is in: 0 in the ring.
    pub nesting: u32,
    /// Its address in guest memory.
    pub address: u32,
    /// Its words.
    pub words: Words<'a>,
    /// What became of it.
    pub outcome: Outcome,
    /// The draw or copy that it made, with its number.
    pub made: Option<(What, u64)>,
    /// The number of that draw or copy within its frame.
    pub nth: Option<u64>,
    /// Memory as it was when it ran.
    pub memory: &'a GuestMemory,
}

impl<'a> PacketSeen<'a> {
    /// The packet, with its length in words: fewer than recorded where the recorder stored more.
    pub fn decode(&self) -> Result<(Packet<'a>, usize), PacketError> {
        decode_recorded(self.words)
    }

    /// What the packet says, by fields.
    pub fn fields(&self) -> Vec<FieldRow> {
        self.decode().map_or_else(|_| Vec::new(), |(packet, _)| fields::fields(&packet))
    }

    /// Registers that it loads from memory, with their words; nothing where it did not run, or where
    /// memory ends.
    pub fn loads(&self) -> Vec<(u32, u32)> {
        let Some(Payload::LoadAluConstant { address, select, size }) = self.ran() else {
            return Vec::new();
        };
        let Some(first) = select.first_register() else { return Vec::new() };
        (first..).zip(self.words_at(address.address(), size.size())).collect()
    }

    /// SHA-1 of the program that it loads, by the program's own words, where it ran.
    pub fn program(&self) -> Option<String> {
        let (stage, words) = match self.ran()? {
            Payload::ImLoad { source, extent } => {
                (source.stage(), self.words_at(source.address(), extent.size()))
            }
            Payload::ImLoadImmediate { stage, code, .. } => (stage, code.iter().collect()),
            _ => return None,
        };
        let stage = match stage {
            ShaderType::Vertex => Stage::Vertex,
            ShaderType::Pixel => Stage::Pixel,
            _ => return None,
        };
        let program = Program::decode(stage, &words).program;
        let bytes: Vec<u8> = program.bytes().collect();
        (!bytes.is_empty()).then(|| sha1_hex(&bytes))
    }

    fn ran(&self) -> Option<Payload<'a>> {
        match (self.outcome, self.decode()) {
            (Outcome::Ran, Ok((Packet::Type3(command), _))) => Some(command.payload),
            _ => None,
        }
    }

    fn words_at(&self, address: u32, count: u32) -> Vec<u32> {
        let mut words = vec![0; count as usize];
        let address = address & (MEMORY_BYTES - 1) & !3;
        if self.memory.read_words(address, &mut words).is_err() {
            words.clear();
        }
        words
    }
}

/// The packet that began last and was not shown yet.
#[derive(Debug, Default)]
struct Held {
    waiting: bool,
    place: Place,
    nesting: u32,
    address: u32,
    words: Vec<[u8; 4]>,
}

impl Held {
    fn predicated(&self) -> bool {
        let header = Words::from_chunks(&self.words).get(0);
        header.is_some_and(|header| Header::parse(header).predicated)
    }

    fn seen<'a>(
        &'a self,
        outcome: Outcome,
        made: Option<(What, u64)>,
        nth: Nth,
        memory: &'a GuestMemory,
    ) -> PacketSeen<'a> {
        PacketSeen {
            memory,
            place: self.place,
            nesting: self.nesting,
            address: self.address,
            words: Words::from_chunks(&self.words),
            outcome,
            made,
            nth: made.map(|(what, number)| nth.of(what, number)),
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
    nth: Nth,
    /// The frame of the last packet that is no fill: fills behind a swap belong to its frame.
    frame: u64,
}

impl Packets {
    /// The packets that `player` has left.
    pub fn new(player: XtrPlayer) -> Self {
        let (held, begun, nth) = Default::default();
        Self { player, held, begun, nth, frame: 0 }
    }

    /// The player behind.
    pub fn player(&self) -> &XtrPlayer {
        &self.player
    }

    /// Frames that there are up to here. What follows the last swap is one if it draws or copies.
    pub fn frames(&self) -> u64 {
        self.nth.frames(self.player.processor().counts())
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
        let Self { player, held, begun, nth, frame } = self;
        let (place, (mask, select)) = (player.place(), player.processor().bins());
        nth.at(place.frame, player.processor().counts());
        let mut next = Next::Nothing;
        let mut made = Made::default();
        let stepped = player.step_seen(&mut made, |entry, feed| match entry.record {
            Record::PacketStart(packet) => {
                begun.waiting = true;
                begun.place = place;
                let header = packet.words.first_chunk().map_or(0, |word| u32::from_be_bytes(*word));
                if header == 0 || header >> 30 == 2 {
                    begun.place.frame = *frame;
                } else {
                    *frame = place.frame;
                }
                begun.nesting = feed.depth().saturating_sub(1);
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
                Next::Runs if held.predicated() && mask & select == 0 => Outcome::Skipped,
                Next::Runs => Outcome::Ran,
                Next::Nothing | Next::Begins => Outcome::NotEnded,
            };
            held.waiting = false;
            each(&held.seen(outcome, made.0, *nth, player.memory()))?;
        }
        if matches!(next, Next::Begins) {
            std::mem::swap(held, begun);
        }
        Ok(stepped?)
    }
}
