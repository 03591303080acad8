//! The memory port: what blocks ask of memory, and what comes back.
//!
//! Facts: digest section 1.4.

use sst1_board::State;

/// Bytes of a beat.
pub const BEAT: usize = 16;

/// A byte address and the memory it lies in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(u32);

impl Address {
    const SPACE_SHIFT: u32 = 28;

    /// A byte of frame-buffer memory.
    #[inline]
    pub const fn frame(byte: u32) -> Self {
        Self(byte & ((1 << Self::SPACE_SHIFT) - 1))
    }

    /// A byte of texture unit `unit`'s memory.
    #[inline]
    pub const fn texture(unit: usize, byte: u32) -> Self {
        Self(byte & ((1 << Self::SPACE_SHIFT) - 1) | (unit as u32 + 1) << Self::SPACE_SHIFT)
    }

    /// The unit whose memory it is; `None` for frame-buffer memory.
    #[inline]
    pub const fn unit(self) -> Option<usize> {
        match self.0 >> Self::SPACE_SHIFT {
            0 => None,
            space => Some(space as usize - 1),
        }
    }

    /// The byte within its memory.
    #[inline]
    pub const fn byte(self) -> u32 {
        self.0 & ((1 << Self::SPACE_SHIFT) - 1)
    }

    /// All 32 bits, the space in the upper four: what caches take tag and index from.
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The address rounded down to a multiple of `bytes`, a power of two.
    #[inline]
    #[must_use]
    pub const fn align(self, bytes: u32) -> Self {
        Self(self.0 & !(bytes - 1))
    }

    /// `bytes` further on.
    #[inline]
    #[must_use]
    pub const fn plus(self, bytes: u32) -> Self {
        Self(self.0.wrapping_add(bytes))
    }
}

/// Who asks. The order is that of FBI's fixed priority; TMU is arbitrated against all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// FBI's colour write combiner.
    ColorWrite,
    /// FBI's auxiliary write combiner.
    AuxWrite,
    /// FBI's auxiliary read cache.
    AuxRead,
    /// FBI's colour read cache.
    ColorRead,
    /// LFB reads.
    LfbRead,
    /// A texture unit's cache.
    Texture(u8),
    /// A texture unit's uploads.
    Upload(u8),
    /// Scan-out.
    Video,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `beats` beats from the address upwards.
    Read {
        /// 1 to 256.
        beats: u16,
    },
    /// One beat; bit `n` of `strobes` writes byte `n`.
    Write {
        /// The bytes.
        data: [u8; BEAT],
        /// Which of them.
        strobes: u16,
    },
    /// A write whose bytes are in memory already (uploads): it costs what a write costs.
    Landed {
        /// How many they are.
        bytes: u8,
    },
}

/// A request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Aligned to a beat.
    pub address: Address,
    /// Who asks.
    pub client: Client,
    /// What the response carries back.
    pub tag: u8,
    /// What is asked.
    pub operation: Operation,
}

impl Request {
    /// Whether it is a read.
    #[inline]
    pub const fn is_read(&self) -> bool {
        matches!(self.operation, Operation::Read { .. })
    }
}

/// A beat of a read's response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// Where it was read.
    pub address: Address,
    /// Who asked.
    pub client: Client,
    /// The request's tag.
    pub tag: u8,
    /// The bytes.
    pub data: [u8; BEAT],
    /// Whether it is the request's last.
    pub last: bool,
}

/// The bits of a little-endian word that its two byte strobes (bits 0 and 1) name.
#[inline]
pub const fn byte_mask(strobes: u16) -> u16 {
    ((strobes & 1) * 0x00FF) | ((strobes >> 1 & 1) * 0xFF00)
}

/// The bytes behind a memory model.
pub trait Bytes {
    /// The beat at an aligned address; bytes that are not there read as 0.
    fn read(&self, address: Address) -> [u8; BEAT];
    /// Stores the strobed bytes of a beat; bytes that are not there are dropped.
    fn write(&mut self, address: Address, data: &[u8; BEAT], strobes: u16);
    /// Bytes from a row of a picture in frame-buffer memory to the next; 0: there are no pictures.
    fn stride(&self) -> u32 {
        0
    }
}

impl Bytes for State {
    fn stride(&self) -> u32 {
        self.layout().stride
    }

    #[inline]
    fn read(&self, address: Address) -> [u8; BEAT] {
        let mut beat = [0; BEAT];
        let byte = address.byte() as usize;
        if let Some(unit) = address.unit() {
            let Some(tmu) = self.tmus.get(unit) else { return beat };
            let bytes = tmu.memory.bytes();
            let first = byte & (bytes.len() - 1);
            for (to, from) in beat.iter_mut().zip(bytes.get(first..).unwrap_or(&[])) {
                *to = *from;
            }
        } else {
            let words = self.frame_buffer.words().get(byte / 2..).unwrap_or(&[]);
            for (to, word) in beat.as_chunks_mut::<2>().0.iter_mut().zip(words) {
                *to = word.to_le_bytes();
            }
        }
        beat
    }

    #[inline]
    fn write(&mut self, address: Address, data: &[u8; BEAT], strobes: u16) {
        let byte = address.byte() as usize;
        let strobed = |i: usize| strobes >> i & 1 != 0;
        if let Some(unit) = address.unit() {
            let Some(tmu) = self.tmus.get_mut(unit) else { return };
            let bytes = tmu.memory.bytes_mut();
            let first = byte & (bytes.len() - 1);
            for (i, to) in bytes.iter_mut().skip(first).take(BEAT).enumerate() {
                if strobed(i) {
                    *to = data[i];
                }
            }
        } else {
            let words = self.frame_buffer.words_mut().get_mut(byte / 2..).unwrap_or(&mut []);
            for (i, word) in words.iter_mut().take(BEAT / 2).enumerate() {
                let mut bytes = word.to_le_bytes();
                for half in 0..2 {
                    if strobed(2 * i + half) {
                        bytes[half] = data[2 * i + half];
                    }
                }
                *word = u16::from_le_bytes(bytes);
            }
        }
    }
}
