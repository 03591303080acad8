//! Where the levels of a texture lie, and how large they are.
//!
//! For: address, size and shift of each level of a unit's texture, for sampling and for downloads.
//! Not for: which level a pixel takes ([`crate::lod`]).
//! Facts: digest 5.5 (`by-split`, sizes), 9.6 (`86box-table`); decisions page, "Texture".

use sst1_board::Tmu;
use sst1_facts::{LevelParity, LevelSizes, Profile};

/// The largest level is 256 texels wide or high.
const BASE_SHIFT: u32 = 8;

/// A level in texture memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Level {
    /// Byte address of its first texel and of what follows it; both can lie beyond the memory, whose
    /// addresses wrap.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Texels.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Texels from a row to the next.
    pub(crate) pitch: u32,
    /// How many times smaller than level 0, as a power of two.
    pub(crate) shift: u32,
}

/// The level that is sampled for each LOD.
pub(crate) fn sampled(profile: &Profile, tmu: &Tmu) -> [Level; 9] {
    match profile.level_parity {
        LevelParity::BySplit => std::array::from_fn(|lod| {
            // 5.5: a level of the missing parity samples the next one. Behind 8 there is none.
            let lod = lod as u32;
            let level = if is_stored(tmu, lod) {
                lod
            } else if lod == 8 {
                7
            } else {
                lod + 1
            };
            by_split(profile, tmu, level)
        }),
        LevelParity::B86Table => b86_table(profile, tmu),
    }
}

/// The level that downloads to `lod` (0 to 8) go to.
pub(crate) fn downloaded(profile: &Profile, tmu: &Tmu, lod: u32) -> Level {
    match profile.level_parity {
        LevelParity::BySplit => by_split(profile, tmu, lod),
        LevelParity::B86Table => {
            b86_table(profile, tmu).get(lod as usize).copied().unwrap_or_default()
        }
    }
}

/// Whether the map holds this level: a split map has only those of its parity.
pub(crate) fn is_stored(tmu: &Tmu, level: u32) -> bool {
    !tmu.lod.lod_split() || (level & 1 != 0) == tmu.lod.lod_odd()
}

/// Width and height of level 0.
fn base_size(tmu: &Tmu) -> [u32; 2] {
    let (wide, narrow) = (1 << BASE_SHIFT, 1 << (BASE_SHIFT - tmu.lod.aspect()));
    if tmu.lod.s_is_wider() { [wide, narrow] } else { [narrow, wide] }
}

/// The base register's byte address for a level; without multi-base the first register's.
fn base_address(tmu: &Tmu, level: u32) -> u32 {
    let register = if tmu.lod.multi_base() { level.min(3) } else { 0 };
    tmu.base[register as usize] * 8
}

/// A level of the given size.
fn level(profile: &Profile, tmu: &Tmu, start: u32, [width, height]: [u32; 2], shift: u32) -> Level {
    // 5.5: in the specification's and the driver's tables each dimension takes at least two texels.
    let least = match profile.level_sizes {
        LevelSizes::AtLeast2 => 2,
        LevelSizes::Tight => 1,
    };
    let pitch = width.max(least);
    let bytes = pitch * height.max(least) * tmu.mode.format().texel_bytes();
    Level { start, end: start + bytes, width, height, pitch, shift }
}

/// 5.5: levels packed from level 0, those that the map leaves out taking no room. Under multi-base
/// the prefix is added to each level's own base.
fn by_split(profile: &Profile, tmu: &Tmu, number: u32) -> Level {
    let size = |level: u32| base_size(tmu).map(|texels| (texels >> level).max(1));
    let prefix = (0..number)
        .filter(|before| is_stored(tmu, *before))
        .map(|before| level(profile, tmu, 0, size(before), before).end)
        .sum::<u32>();
    level(profile, tmu, base_address(tmu, number) + prefix, size(number), number)
}

/// 9.6: one walk over all levels, in which split steps two levels at a time and the odd bit holds
/// the first step back, with or without split.
fn b86_table(profile: &Profile, tmu: &Tmu) -> [Level; 9] {
    let (odd, split) = (tmu.lod.lod_odd(), tmu.lod.lod_split());
    let step = if split { 2 } else { 1 };
    let mut shift = u32::from(split && odd);
    let mut offset = 0;
    std::array::from_fn(|number| {
        let number = number as u32;
        let size = base_size(tmu).map(|texels| (texels >> shift).max(1));
        let level = level(profile, tmu, base_address(tmu, shift) + offset, size, shift);
        let held_back = !is_stored(tmu, number) || (odd && number == 0);
        if !held_back {
            offset += level.end - level.start;
            shift += step;
        }
        level
    })
}

#[cfg(test)]
mod tests;
