//! Where the levels of a texture lie, and how large they are.
//!
//! For: address, size and shift of each level of a unit's texture, for sampling and for downloads.
//! Not for: which level a pixel takes ([`crate::lod`]).
//! Facts: digest 5.5 (`by-split`, sizes), 9.6 (`86box-table`); decisions page, "Texture";
//! `sst1-zsst.md`, `sst1-mame.md`.

use sst1_board::Tmu;
use sst1_facts::{LevelParity, LevelSizes, MultiBase, MultiBasePrefix, Profile};

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

/// The base register of a level; without multi-base the first.
fn base_register(profile: &Profile, tmu: &Tmu, level: u32) -> u32 {
    let word = tmu.lod;
    let multi = match profile.multi_base {
        MultiBase::Bit24 => word.multi_base(),
        // zSST: programs leave ones in the upper bits that mean nothing.
        MultiBase::Guarded => word.multi_base() && word.raw() >> 28 == 0,
        MultiBase::Never => false,
    };
    if multi { level.min(3) } else { 0 }
}

/// Its byte address.
fn base_address(profile: &Profile, tmu: &Tmu, level: u32) -> u32 {
    tmu.base[base_register(profile, tmu, level) as usize] * 8
}

/// A level of the given size.
fn level(profile: &Profile, tmu: &Tmu, start: u32, [width, height]: [u32; 2], shift: u32) -> Level {
    // 5.5: in the specification's and the driver's tables each dimension takes at least two texels.
    let (pitch, texels) = match profile.level_sizes {
        LevelSizes::AtLeast2 => (width.max(2), width.max(2) * height.max(2)),
        LevelSizes::Tight => (width, width * height),
        LevelSizes::AtLeast4 => (width, (width * height).max(4)),
    };
    let end = start + texels * tmu.mode.format().texel_bytes();
    Level { start, end, width, height, pitch, shift }
}

/// 5.5: levels packed from level 0, those that the map leaves out taking no room. Under multi-base
/// the prefix is added to each level's own base, or counts from the first level that has this base.
fn by_split(profile: &Profile, tmu: &Tmu, number: u32) -> Level {
    let size = |level: u32| base_size(tmu).map(|texels| (texels >> level).max(1));
    let register = |level: u32| base_register(profile, tmu, level);
    let counts = |before: &u32| {
        profile.multi_base_prefix == MultiBasePrefix::Added || register(*before) == register(number)
    };
    let prefix = (0..number)
        .filter(|before| is_stored(tmu, *before))
        .filter(counts)
        .map(|before| level(profile, tmu, 0, size(before), before).end)
        .sum::<u32>();
    level(profile, tmu, base_address(profile, tmu, number) + prefix, size(number), number)
}

/// 9.6: one walk over all levels, in which split steps two levels at a time and the odd bit holds
/// the first step back, with or without split.
fn b86_table(profile: &Profile, tmu: &Tmu) -> [Level; 9] {
    let (odd, split) = (tmu.lod.lod_odd(), tmu.lod.lod_split());
    let step = if split { 2 } else { 1 };
    let mut shift = u32::from(split && odd);
    let mut offset = 0;
    let mut last_register = 0;
    std::array::from_fn(|number| {
        let number = number as u32;
        let size = base_size(tmu).map(|texels| (texels >> shift).max(1));
        let register = base_register(profile, tmu, shift);
        if profile.multi_base_prefix == MultiBasePrefix::Restarted && register != last_register {
            offset = 0;
        }
        last_register = register;
        let level = level(profile, tmu, base_address(profile, tmu, shift) + offset, size, shift);
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
