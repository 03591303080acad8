//! Pictures of the textures that triangles use, as they are when they are first used.
//!
//! For: looking at a stream's textures: the largest level that is sampled, decoded from texture
//! memory as it is. Not for: drawing, nor an emulator's texture cache, which may hold older texels.
//!
//! Bounded: a fixed number of pictures; textures with equal texels are one.

use std::collections::HashMap;

use base_census::{First, Key};
use base_word::FieldValue;
use sst1_board::{State, Tmu};
use sst1_core::{level, texel};
use sst1_regs::words::TextureFormat;

use crate::keys::TextureKey;

/// States remembered, so that a texture that comes back is not decoded again.
const REMEMBERED: usize = 4_096;

/// A texture that triangles used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// How it was sampled first: the text of its [`TextureKey`].
    pub key: String,
    /// The texel format.
    pub format: &'static str,
    /// Width of the largest level sampled.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// 0xAARRGGBB, rows from the top.
    pub texels: Vec<u32>,
    /// The first use.
    pub first: First,
    /// Triangles that used it.
    pub triangles: u64,
}

/// Everything that a picture depends on, texels aside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Identity {
    tmu: usize,
    mode: u32,
    lod: u32,
    base: [u32; 4],
    downloads: u64,
    /// What the low byte goes through.
    table: Vec<u32>,
}

/// The pictures so far.
#[derive(Clone, Debug)]
pub(crate) struct Gallery {
    most: usize,
    sights: Vec<Sight>,
    known: HashMap<Identity, Option<usize>>,
    /// Downloads to each unit.
    downloads: [u64; 3],
    left_out: bool,
}

impl Gallery {
    /// A gallery for at most `most` pictures.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, sights: Vec::new(), known: HashMap::new(), downloads: [0; 3], left_out: false }
    }

    /// The pictures, by first use, and whether others found no room.
    pub(crate) fn sights(&self) -> (&[Sight], bool) {
        (&self.sights, self.left_out)
    }

    /// A word was written to a unit's memory.
    #[inline]
    pub(crate) fn downloaded(&mut self, tmu: usize) {
        if let Some(downloads) = self.downloads.get_mut(tmu) {
            *downloads += 1;
        }
    }

    /// Counts a triangle that uses a picture.
    #[inline]
    pub(crate) fn count(&mut self, sight: Option<usize>) {
        if let Some(sight) = sight.and_then(|index| self.sights.get_mut(index)) {
            sight.triangles += 1;
        }
    }

    /// The picture of what a unit would sample now; `None` where there is no room for it.
    pub(crate) fn look(&mut self, state: &State, tmu: usize, place: First) -> Option<usize> {
        let unit = state.tmus.get(tmu)?;
        if texel::reserved(&state.profile, unit.mode.format()) {
            return None;
        }
        let table = match texel::source(&state.profile, unit.mode.format()) {
            texel::Source::Bits => Vec::new(),
            texel::Source::Ncc => ncc(unit).to_vec(),
            texel::Source::Palette => unit.palette.clone(),
        };
        let identity = Identity {
            tmu,
            mode: unit.mode.raw() & 0xFFF,
            lod: unit.lod.raw() & 0x01FF_FFFF,
            base: unit.base,
            downloads: self.downloads.get(tmu).copied().unwrap_or_default(),
            table,
        };
        if let Some(known) = self.known.get(&identity) {
            return *known;
        }
        let found = self.sight(state, tmu, unit, place);
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(identity, found);
        found
    }

    fn sight(&mut self, state: &State, tmu: usize, unit: &Tmu, place: First) -> Option<usize> {
        let key = TextureKey::of(tmu, unit);
        let sight = decoded(state, unit, &key, place);
        let same = |known: &Sight| {
            (known.width, known.height) == (sight.width, sight.height)
                && known.texels == sight.texels
        };
        if let Some(known) = self.sights.iter().position(same) {
            return Some(known);
        }
        if self.sights.len() >= self.most {
            self.left_out = true;
            return None;
        }
        self.sights.push(sight);
        Some(self.sights.len() - 1)
    }
}

fn ncc(unit: &Tmu) -> &[u32; 12] {
    &unit.ncc[(unit.mode.ncc_table() & 1) as usize]
}

fn decoded(state: &State, unit: &Tmu, key: &TextureKey, first: First) -> Sight {
    let (profile, format) = (&state.profile, unit.mode.format());
    let bytes = format.texel_bytes();
    let levels = level::table(profile, unit.lod, &unit.base, bytes);
    let level = levels.get(key.largest_level() as usize).copied().unwrap_or_default();
    let table = texel::byte_table(profile, format, ncc(unit), &unit.palette);
    let (width, height) = (level.width(), level.height());
    let texels = (0..height)
        .flat_map(|t| (0..width).map(move |s| (s, t)))
        .map(|(s, t)| {
            let address = level.address(s, t, bytes);
            if bytes == 2 {
                texel::decode16(format, unit.memory.read16(address), &table)
            } else {
                table[usize::from(unit.memory.read8(address))]
            }
        })
        .collect();
    let code = format.to_bits() as usize;
    let format = TextureFormat::VALUES.get(code).map_or("?", |v| v.name);
    Sight { key: key.text(), format, width, height, texels, first, triangles: 0 }
}
