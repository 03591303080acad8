//! Decoded texels, kept while nobody writes what they came from.
//!
//! For: giving several threads the same decoded pieces of textures, within a bound of memory.
//! Not for: anything that changes a result: what is kept equals what [`Reader`] gives.
//! Facts: none; design.
//!
//! A texture is kept under those bits of its constant that storage and decoding need, in pieces of
//! 32 x 32 texels that are decoded when first touched. Stamps on its memory are taken when it is
//! made, before anything is read; a texture whose memory was written is forgotten whole. Where no
//! room is left, texels come from memory one by one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use xenos_memory::{GuestMemory, Stamp};
use xenos_regs::fetch::{Dimension, TextureFetch};

use crate::format::NoDecoder;
use crate::layout::{Layout, Level};
use crate::texel::{Reader, Texel};

/// Room for decoded texels, if nothing else is said.
pub const DEFAULT_BYTES: usize = 256 << 20;
/// Slices of all levels of kept textures, before the oldest are forgotten: each takes some bytes
/// before anybody looks at it.
const MOST_SLICES: usize = 1 << 18;
/// A piece's sides in texels; of a 1D texture all of it lies in a row.
const PIECE: [u32; 2] = [32, 32];
const PIECE_1D: [u32; 2] = [1024, 1];

/// Decoded textures of one memory: what a cache keeps is true of the memory it was made from, so
/// each memory has a cache of its own.
#[derive(Debug)]
pub struct TextureCache {
    room: Arc<Room>,
    textures: Mutex<Textures>,
}

#[derive(Debug, Default)]
struct Textures {
    kept: HashMap<Key, Kept>,
    /// Asks so far: the time of use.
    asks: u64,
}

#[derive(Debug)]
struct Kept {
    texture: Arc<Texture>,
    stamps: Vec<Stamp>,
    used: u64,
}

/// Room, and how much of it is taken.
#[derive(Debug)]
struct Room {
    bytes: usize,
    taken: AtomicUsize,
    /// Texels decoded into it and not asked for yet.
    decoded: AtomicU64,
}

/// Room that is taken as long as this lives.
#[derive(Debug)]
struct Taken {
    room: Arc<Room>,
    bytes: usize,
}

impl Taken {
    fn take(room: &Arc<Room>, bytes: usize) -> Option<Self> {
        let taken = room.taken.fetch_add(bytes, Ordering::Relaxed);
        let taken_too = Self { room: Arc::clone(room), bytes };
        // Without room it is given back at once.
        (taken.saturating_add(bytes) <= room.bytes).then_some(taken_too)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.room.taken.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// The bits of a constant that storage and decoding need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key([u32; 6]);

impl Key {
    fn new(fetch: &TextureFetch) -> Self {
        use base_word::Word;
        let d0 = fetch.d0.normalized().raw() & !0x0007_FC00;
        let d1 = fetch.d1.raw() & 0x1FFF_F4FF;
        let d5 = fetch.d5.raw() & 0x1FFF_FE00;
        // Levels decide what memory is looked at.
        let (lowest, highest) = fetch.levels();
        Self([d0, d1, fetch.d2.raw(), fetch.d3.raw() & 1, lowest << 8 | highest, d5])
    }
}

impl Default for TextureCache {
    fn default() -> Self {
        Self::new(DEFAULT_BYTES)
    }
}

impl TextureCache {
    /// One that keeps at most `bytes` of decoded texels; with 0 none.
    pub fn new(bytes: usize) -> Self {
        let (taken, decoded) = (AtomicUsize::new(0), AtomicU64::new(0));
        let room = Arc::new(Room { bytes, taken, decoded });
        Self { room, textures: Mutex::default() }
    }

    /// Bytes taken by decoded texels.
    pub fn bytes(&self) -> usize {
        self.room.taken.load(Ordering::Relaxed)
    }

    /// Texels that were decoded to be kept since this was asked last: work that a sample may cost
    /// beyond what it looks at.
    pub fn take_decoded(&self) -> u64 {
        self.room.decoded.swap(0, Ordering::Relaxed)
    }

    /// Textures kept.
    pub fn len(&self) -> usize {
        self.textures.lock().unwrap_or_else(PoisonError::into_inner).kept.len()
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.textures.lock().unwrap_or_else(PoisonError::into_inner).kept.clear();
    }

    /// A texture as memory has it now. What it was made from may be written afterwards: then it
    /// holds what was decoded before, and it is time to ask again.
    pub fn texture(
        &self,
        fetch: &TextureFetch,
        memory: &GuestMemory,
    ) -> Result<Arc<Texture>, NoDecoder> {
        let key = Key::new(fetch);
        let reader = Reader::new(fetch)?;
        let mut textures = self.textures.lock().unwrap_or_else(PoisonError::into_inner);
        textures.asks += 1;
        let now = textures.asks;
        if let Some(kept) = textures.kept.get_mut(&key)
            && kept.stamps.iter_mut().all(|stamp| memory.unchanged(stamp))
        {
            kept.used = now;
            return Ok(Arc::clone(&kept.texture));
        }
        textures.kept.remove(&key);
        textures.make_room(&self.room);
        let layout = Layout::new(fetch);
        let stamps = layout.extents().map(|extent| memory.stamp(extent)).collect();
        let texture = Arc::new(Texture::new(layout, reader, Arc::clone(&self.room)));
        let kept = Kept { texture: Arc::clone(&texture), stamps, used: now };
        textures.kept.insert(key, kept);
        Ok(texture)
    }
}

impl Textures {
    /// Forgets the oldest where little room is left, until half of it is free.
    fn make_room(&mut self, room: &Room) {
        let taken = || room.taken.load(Ordering::Relaxed);
        let slices = |kept: &Kept| kept.texture.planes.iter().map(Vec::len).sum::<usize>();
        let mut all: usize = self.kept.values().map(slices).sum();
        if taken() <= room.bytes / 4 * 3 && self.kept.len() < 4096 && all < MOST_SLICES {
            return;
        }
        let mut order: Vec<(u64, Key)> =
            self.kept.iter().map(|(key, kept)| (kept.used, *key)).collect();
        order.sort_unstable_by_key(|(used, _)| *used);
        for (_, key) in order {
            if taken() <= room.bytes / 2 && self.kept.len() < 2048 && all < MOST_SLICES / 2 {
                break;
            }
            all -= self.kept.remove(&key).as_ref().map_or(0, slices);
        }
    }
}

/// A texture, decoded as far as it was touched.
#[derive(Debug)]
pub struct Texture {
    layout: Layout,
    reader: Reader,
    room: Arc<Room>,
    piece: [u32; 2],
    /// By level and slice.
    planes: Vec<Vec<Plane>>,
}

/// A slice of a level.
type Plane = OnceLock<Pieces>;

#[derive(Debug)]
struct Pieces {
    slots: Box<[OnceLock<Piece>]>,
    across: u32,
    _room: Taken,
}

#[derive(Debug)]
struct Piece {
    texels: Box<[Texel]>,
    _room: Taken,
}

impl Texture {
    fn new(layout: Layout, reader: Reader, room: Arc<Room>) -> Self {
        let piece = if layout.dimension == Dimension::D1 { PIECE_1D } else { PIECE };
        let planes = layout.levels().iter().map(|level| {
            let slices = if level.volume { level.size[2] } else { level.slices };
            (0..slices).map(|_| OnceLock::new()).collect()
        });
        let planes = planes.collect();
        Self { layout, reader, room, piece, planes }
    }

    /// Its storage.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// A texel inside a level; anywhere else it is zeros.
    #[inline]
    pub fn texel(&self, memory: &GuestMemory, level: u32, slice: u32, x: u32, y: u32) -> Texel {
        let [width, height] = self.piece;
        let plane = self.planes.get(level as usize).and_then(|slices| slices.get(slice as usize));
        if let Some(pieces) = plane.and_then(OnceLock::get)
            && let Some(piece) = pieces.slots.get((y / height * pieces.across + x / width) as usize)
            && let Some(piece) = piece.get()
            && let Some(texel) = piece.texels.get((y % height * width + x % width) as usize)
        {
            return *texel;
        }
        self.decoded(memory, level, slice, x, y)
    }

    /// As [`Texture::texel`], for what is not kept yet.
    #[cold]
    fn decoded(&self, memory: &GuestMemory, number: u32, slice: u32, x: u32, y: u32) -> Texel {
        let plane = self.planes.get(number as usize).and_then(|slices| slices.get(slice as usize));
        let (Some(level), Some(plane)) = (self.layout.level(number), plane) else {
            return [0.0; 4];
        };
        if x >= level.size[0] || y >= level.size[1] {
            return [0.0; 4];
        }
        // No stamp watches levels that cannot be sampled.
        let kept = (number >= self.layout.range.0)
            .then(|| self.kept(plane, memory, level, slice, x, y))
            .flatten();
        kept.unwrap_or_else(|| self.reader.texel(memory, level, slice, x, y))
    }

    /// Decodes and keeps a piece, if there is room.
    fn kept(
        &self,
        plane: &Plane,
        memory: &GuestMemory,
        level: &Level,
        slice: u32,
        x: u32,
        y: u32,
    ) -> Option<Texel> {
        let [width, height] = self.piece;
        if plane.get().is_none() {
            let [across, down] = [level.size[0].div_ceil(width), level.size[1].div_ceil(height)];
            let count = (across * down) as usize;
            let room = Taken::take(&self.room, count * size_of::<OnceLock<Piece>>())?;
            let slots = (0..count).map(|_| OnceLock::new()).collect();
            // Another thread may have been faster; its pieces are as good.
            let _ = plane.set(Pieces { slots, across, _room: room });
        }
        let pieces = plane.get()?;
        let slot = pieces.slots.get((y / height * pieces.across + x / width) as usize)?;
        if slot.get().is_none() {
            let bytes = (width * height) as usize * size_of::<Texel>();
            let room = Taken::take(&self.room, bytes)?;
            let from = [x - x % width, y - y % height];
            let texels = self.reader.rectangle(memory, level, slice, from, self.piece);
            if slot.set(Piece { texels, _room: room }).is_ok() {
                self.room.decoded.fetch_add(u64::from(width * height), Ordering::Relaxed);
            }
        }
        slot.get()?.texels.get((y % height * width + x % width) as usize).copied()
    }
}

#[cfg(test)]
mod tests;
