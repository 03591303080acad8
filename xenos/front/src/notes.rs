//! What the packets of a program are: kinds, lengths and the registers that they name.
//!
//! For: consumers that count packets ([`Sink::observes`](crate::Sink::observes)); nothing is kept
//! for others. Not for: executing; steps do that.
//! Facts: specification digest `pm4`.

use xenos_pm4::{Header, Kind, Packet, Payload, Words, opcode};

/// By which way a packet writes registers that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// Type 0, registers in a row.
    Type0,
    /// Type 0, one register again and again.
    Type0OneRegister,
    /// Type 1.
    Type1,
    /// SET_CONSTANT.
    SetConstant,
    /// SET_CONSTANT2.
    SetConstant2,
    /// SET_SHADER_CONSTANTS.
    SetShaderConstants,
    /// LOAD_ALU_CONSTANT.
    LoadAluConstant,
    /// REG_RMW.
    Modify,
}

/// A packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketNote {
    /// Its kind.
    pub kind: Kind,
    /// Whether it is executed only if a bin is selected.
    pub predicated: bool,
    /// It has as many dwords as it needs; otherwise it does nothing.
    pub whole: bool,
    /// Dwords that its header states, the header among them.
    pub dwords: u32,
    /// Its first word in the program.
    pub word: u32,
}

/// Registers that a packet names and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteNote {
    /// The packet's number.
    pub packet: u32,
    /// By which way.
    pub path: Path,
    /// The first register, or the only one. It may lie beyond the file.
    pub first: u32,
    /// How many writes.
    pub count: u32,
}

/// The packets of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    packets: Vec<PacketNote>,
    writes: Vec<WriteNote>,
    draws: u32,
    hash: u64,
}

impl Notes {
    /// Every packet, by its number.
    pub fn packets(&self) -> &[PacketNote] {
        &self.packets
    }

    /// Register writes, in order.
    pub fn writes(&self) -> &[WriteNote] {
        &self.writes
    }

    /// The register writes of a packet.
    pub fn writes_of(&self, packet: u32) -> &[WriteNote] {
        split_writes(self.writes_from(packet), packet).0
    }

    /// The register writes of a packet and of those behind it.
    pub fn writes_from(&self, packet: u32) -> &[WriteNote] {
        let first = self.writes.partition_point(|write| write.packet < packet);
        self.writes.get(first..).unwrap_or_default()
    }

    /// How many packets start draws or copies, executed or not.
    pub fn draws(&self) -> u32 {
        self.draws
    }

    /// A hash of the packets' words; of an INDIRECT_BUFFER without its length, which traces lack.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    pub(crate) fn clear(&mut self) {
        self.packets.clear();
        self.writes.clear();
        self.draws = 0;
        self.hash = 0;
    }

    /// Roughly what they weigh, in words.
    pub(crate) fn weight(&self) -> usize {
        self.packets.len() * 3 + self.writes.len() * 4
    }

    /// Adds the packet at `word` of the program, whose words begin at `words`: decoded, or not if
    /// it cannot be. A recorded packet may have fewer words than its header states.
    #[inline]
    pub(crate) fn add(&mut self, packet: Option<&Packet<'_>>, words: Words<'_>, word: u32) {
        let Some(header) = words.get(0) else { return };
        let Header { kind, len, predicated } = Header::parse(header);
        let number = self.packets.len() as u32;
        let (whole, dwords) = (packet.is_some(), len as u32);
        let draws = [opcode::DRAW_INDX, opcode::DRAW_INDX_2].map(Kind::of_opcode);
        self.draws += u32::from(draws.contains(&kind));
        self.packets.push(PacketNote { kind, predicated, whole, dwords, word });
        let hashed = if kind == Kind::of_opcode(opcode::INDIRECT_BUFFER) { 2 } else { len };
        self.hash = mix(self.hash, words.take(hashed));
        let Some(packet) = packet else { return };
        let mut write = |path, first, count| {
            self.writes.push(WriteNote { packet: number, path, first, count });
        };
        if let Some(run) = packet.run() {
            write(path(packet), run.first, run.values.len() as u32);
            return;
        }
        match packet {
            Packet::Type1 { registers, .. } => {
                for register in registers {
                    write(Path::Type1, u32::from(*register), 1);
                }
            }
            Packet::Type3(command) => match &command.payload {
                Payload::LoadAluConstant { select, size, .. } => {
                    if let Some(first) = select.first_register() {
                        write(Path::LoadAluConstant, first, size.size());
                    }
                }
                Payload::RegRmw { register, .. } => write(Path::Modify, u32::from(*register), 1),
                _ => {}
            },
            _ => {}
        }
    }
}

/// Register writes of which a packet's are the first ones: its own, and the rest.
#[inline]
pub fn split_writes(writes: &[WriteNote], packet: u32) -> (&[WriteNote], &[WriteNote]) {
    let own = writes.iter().take_while(|write| write.packet == packet).count();
    writes.split_at(own)
}

/// The way of a packet that has a run.
fn path(packet: &Packet<'_>) -> Path {
    match packet {
        Packet::Type0OneRegister { .. } => Path::Type0OneRegister,
        Packet::Type3(command) => match command.payload {
            Payload::SetConstant2 { .. } => Path::SetConstant2,
            Payload::SetShaderConstants { .. } => Path::SetShaderConstants,
            _ => Path::SetConstant,
        },
        _ => Path::Type0,
    }
}

/// Two words a step: a multiplication is what it costs.
fn mix(hash: u64, words: Words<'_>) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let step = |hash: u64, value: u64| {
        let product = u128::from(hash ^ value) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let (pairs, rest) = words.chunks().as_chunks::<2>();
    let hash = pairs.iter().fold(step(hash, words.len() as u64 + 1), |hash, [a, b]| {
        step(
            hash.rotate_left(29),
            u64::from(u32::from_be_bytes(*a)) << 32 | u64::from(u32::from_be_bytes(*b)),
        )
    });
    rest.iter()
        .fold(hash, |hash, word| step(hash.rotate_left(29), u64::from(u32::from_be_bytes(*word))))
}
