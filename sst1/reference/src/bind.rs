//! Binding 86Box's cache of decoded textures.
//!
//! For: looking up the entry that a triangle draws from, and decoding a texture into it after a miss.
//! The cache is part of what 86Box shows, because its key leaves out things that change texels. Not
//! for: keeping entries, counting slots and evicting, which is `sst1-board`'s
//! [`TextureCache`](sst1_board::TextureCache).
//! Facts: digest 9.6 ("Cache", "Eviction"); decisions page, "Texture".

use sst1_board::{CacheKey, State, Tmu};
use sst1_facts::{Profile, TextureCache};
use sst1_regs::words::TextureFormat;

use crate::level::{Level, sampled};
use crate::sample::{cached_at, decoded};

/// The part of tLOD in the key: LOD limits, S wider, aspect, zero fraction; neither split, odd nor
/// multi-base.
const KEY_LOD: u32 = 0xF0_0FFF;

/// The slots that a triangle draws from, one a unit; none where units see memory as it is. A triangle
/// without texture binds as well.
pub(crate) fn bind(state: &mut State) -> [Option<usize>; 3] {
    let mut slots = [None; 3];
    if state.profile.texture_cache == TextureCache::B86 {
        let units = state.tmus.len().min(2);
        for (number, slot) in slots.iter_mut().enumerate().take(units) {
            *slot = bind_unit(state, number);
        }
    }
    slots
}

fn bind_unit(state: &mut State, number: usize) -> Option<usize> {
    let State { profile, tmus, texture_cache, .. } = state;
    let tmu = tmus.get(number)?;
    let key = key(tmu);
    if let Some(slot) = texture_cache.find(number, &key) {
        return Some(slot);
    }
    let levels = sampled(profile, tmu);
    let slot = texture_cache.take(number, key, ranges(tmu, &levels), tmu.memory.mask());
    fill(profile, tmu, &levels, texture_cache.texels_mut(number, slot));
    Some(slot)
}

fn key(tmu: &Tmu) -> CacheKey {
    let lod = tmu.lod;
    let second = lod.lod_split() && lod.lod_odd() && lod.multi_base();
    let paletted = matches!(
        tmu.mode.format(),
        TextureFormat::P8 | TextureFormat::Reserved6 | TextureFormat::Ap88
    );
    CacheKey {
        base: tmu.base[usize::from(second)] * 8,
        lod: lod.raw() & KEY_LOD,
        palette: if paletted { tmu.palette_checksum } else { 0 },
    }
}

/// First and last level that are decoded: whole parts of the limits, held at 8.
fn limits(tmu: &Tmu) -> [usize; 2] {
    [tmu.lod.lod_min(), tmu.lod.lod_max()].map(|limit| (limit >> 2).min(8) as usize)
}

/// Byte ranges of levels 0, 1, 2 and the rest that are decoded; an end of 0 means none.
fn ranges(tmu: &Tmu, levels: &[Level; 9]) -> [(u32, u32); 4] {
    let [first, last] = limits(tmu);
    let mut ranges = [(0, 0); 4];
    for (number, (range, level)) in ranges.iter_mut().zip(levels).take(3).enumerate() {
        if (first..=last).contains(&number) {
            *range = (level.start, level.end);
        }
    }
    if last >= 3 {
        let start = levels.get(first.max(3)).map_or(0, |level| level.start);
        let end = levels.get(last).map_or(0, |level| level.end);
        ranges[3] = (start, end);
    }
    ranges
}

/// Decodes the levels within the limits. Other levels keep what the slot held.
fn fill(profile: &Profile, tmu: &Tmu, levels: &[Level; 9], texels: &mut [u32]) {
    let [first, last] = limits(tmu);
    for (number, level) in levels.iter().enumerate() {
        if !(first..=last).contains(&number) {
            continue;
        }
        for t in 0..level.height {
            for s in 0..level.width {
                let color = decoded(profile, tmu, level, [s, t]);
                if let Some(texel) = texels.get_mut(cached_at(number, level.shift, [s, t])) {
                    *texel = color.to_argb();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_board::BoardConfig;
    use sst1_regs::words::{TLod, TextureMode};

    fn board() -> State {
        let config = BoardConfig { tmus: 2, ..BoardConfig::default() };
        let mut state = State::new(config, Profile::b86()).expect("a board");
        for tmu in &mut state.tmus {
            tmu.lod = TLod::default().with_lod_min(7 << 2).with_lod_max(8 << 2);
            tmu.mode = TextureMode::default().with_format(TextureFormat::I8);
        }
        state.tmus[0].memory.write8(0x15550, 9);
        state
    }

    #[test]
    fn both_units_share_the_counter_of_slots() {
        let mut state = board();
        assert_eq!(bind(&mut state), [Some(1), Some(2), None]);
        assert_eq!(bind(&mut state), [Some(1), Some(2), None]);
        assert_eq!(state.texture_cache.texels(0, 1)[87376], 0xFF09_0909);
        state.profile.texture_cache = TextureCache::Coherent;
        assert_eq!(bind(&mut state), [None; 3]);
    }

    #[test]
    fn a_change_of_format_alone_keeps_the_old_texels() {
        let mut state = board();
        bind(&mut state);
        state.tmus[0].mode = state.tmus[0].mode.with_format(TextureFormat::A8);
        assert_eq!(bind(&mut state)[0], Some(1));
        state.tmus[0].base[0] = 1;
        assert_eq!(bind(&mut state)[0], Some(3));
    }

    #[test]
    fn ranges_are_those_of_the_levels_decoded() {
        let mut state = board();
        let tmu = &mut state.tmus[0];
        tmu.lod = TLod::default().with_lod_min(4).with_lod_max(4 << 2 | 3);
        let levels = sampled(&Profile::b86(), tmu);
        let expected = [(0, 0), (0x10000, 0x14000), (0x14000, 0x15000), (0x15000, 0x15500)];
        assert_eq!(ranges(tmu, &levels), expected);
        tmu.lod = TLod::default().with_lod_max(2 << 2);
        assert_eq!(ranges(tmu, &levels)[3], (0, 0));
    }
}
