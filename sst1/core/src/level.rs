//! Where the levels of a texture lie.
//!
//! Facts: digest sections 5.5 and 9.6; `level_sizes`, `level_parity`, `multi_base`,
//! `multi_base_prefix`; the decisions on textures.
//! The table has an entry per LOD level, which describes the level that is sampled there.

use sst1_facts::{LevelParity, LevelSizes, MultiBase, MultiBasePrefix, Profile};
use sst1_regs::words::TLod;

/// A level as it is sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Byte address of the first texel; wraps at the memory's size.
    pub start: u32,
    /// Bytes the level takes in memory.
    pub bytes: u32,
    /// log2 of its width in texels.
    pub width_log2: u32,
    /// log2 of its height.
    pub height_log2: u32,
    /// log2 of the texels from one row to the next.
    pub pitch_log2: u32,
    /// Its number: how far coordinates of level 0 are shifted.
    pub shift: u32,
}

impl Level {
    /// Width in texels.
    #[inline]
    pub const fn width(&self) -> u32 {
        1 << self.width_log2
    }

    /// Height in texels.
    #[inline]
    pub const fn height(&self) -> u32 {
        1 << self.height_log2
    }

    /// Byte address of a texel.
    #[inline]
    pub const fn address(&self, s: u32, t: u32, texel_bytes: u32) -> u32 {
        let texel = (t << self.pitch_log2).wrapping_add(s);
        self.start.wrapping_add(texel.wrapping_mul(texel_bytes))
    }
}

/// The levels by LOD.
pub type LevelTable = [Level; 9];

/// The shape of a texture and how its levels are stored.
#[derive(Clone, Copy)]
struct Shape {
    width_log2: u32,
    height_log2: u32,
    sizes: LevelSizes,
    texel_bytes: u32,
}

impl Shape {
    fn new(profile: &Profile, lod: TLod, texel_bytes: u32) -> Self {
        let narrow = 8 - lod.aspect();
        let (width_log2, height_log2) = if lod.s_is_wider() { (8, narrow) } else { (narrow, 8) };
        Self { width_log2, height_log2, sizes: profile.level_sizes, texel_bytes }
    }

    /// Level `number` (up to 9), `start` apart.
    fn level(&self, number: u32, start: u32) -> Level {
        let width_log2 = self.width_log2.saturating_sub(number);
        let height_log2 = self.height_log2.saturating_sub(number);
        let least = u32::from(self.sizes == LevelSizes::AtLeast2);
        let pitch_log2 = width_log2.max(least);
        let texels_log2 = pitch_log2 + height_log2.max(least);
        let fewest = if self.sizes == LevelSizes::AtLeast4 { 2 } else { 0 };
        let bytes = self.texel_bytes << texels_log2.max(fewest);
        Level { start, bytes, width_log2, height_log2, pitch_log2, shift: number }
    }
}

/// The base registers of a map, in units of 8 bytes, and which level has which.
#[derive(Clone, Copy)]
struct Bases<'a> {
    registers: &'a [u32; 4],
    multi: bool,
    /// Whether only levels with the same register lie in front of a level.
    restarts: bool,
}

impl<'a> Bases<'a> {
    fn new(profile: &Profile, lod: TLod, registers: &'a [u32; 4]) -> Self {
        let multi = match profile.multi_base {
            MultiBase::Bit24 => lod.multi_base(),
            MultiBase::Guarded => lod.multi_base() && lod.raw() & 0xF000_0000 == 0,
            MultiBase::Never => false,
        };
        let restarts = profile.multi_base_prefix == MultiBasePrefix::Restarted;
        Self { registers, multi, restarts }
    }

    fn register(&self, number: u32) -> usize {
        if self.multi { number.min(3) as usize } else { 0 }
    }

    /// Byte address.
    fn of(&self, number: u32) -> u32 {
        self.registers[self.register(number) & 3].wrapping_mul(8)
    }
}

/// The levels that `lod` and the base registers (in units of 8 bytes) describe.
pub fn table(profile: &Profile, lod: TLod, base: &[u32; 4], texel_bytes: u32) -> LevelTable {
    let shape = Shape::new(profile, lod, texel_bytes);
    let bases = Bases::new(profile, lod, base);
    match profile.level_parity {
        LevelParity::BySplit => by_split(lod, &shape, &bases),
        LevelParity::B86Table => b86_table(lod, &shape, &bases),
    }
}

/// Whether a split map leaves level `number` out.
#[inline]
pub fn left_out(lod: TLod, number: u32) -> bool {
    lod.lod_split() && (number & 1 != 0) != lod.lod_odd()
}

/// The level that `by-split` samples for LOD level `number`.
fn sampled(lod: TLod, number: u32) -> u32 {
    match number {
        number if !left_out(lod, number) => number,
        8 => 7,
        number => number + 1,
    }
}

/// Level `number` of `by-split`, behind the stored levels before it.
fn placed(lod: TLod, shape: &Shape, bases: &Bases, number: u32) -> Level {
    let first = match bases.register(number) {
        0 => 0,
        // Registers 1 and 2 have one level, register 3 all from level 3 on.
        register if bases.restarts => register as u32,
        _ => 0,
    };
    let prefix: u32 =
        (first..number).filter(|n| !left_out(lod, *n)).map(|n| shape.level(n, 0).bytes).sum();
    shape.level(number, bases.of(number).wrapping_add(prefix))
}

fn by_split(lod: TLod, shape: &Shape, bases: &Bases) -> LevelTable {
    std::array::from_fn(|number| placed(lod, shape, bases, sampled(lod, number as u32)))
}

/// Level `number` of `by-split` as a download addresses it: also where a split map leaves it out.
pub fn addressed(
    profile: &Profile,
    lod: TLod,
    base: &[u32; 4],
    texel_bytes: u32,
    number: u32,
) -> Level {
    let number = number.min(8);
    if profile.level_parity == LevelParity::B86Table {
        return table(profile, lod, base, texel_bytes)[number as usize];
    }
    let shape = Shape::new(profile, lod, texel_bytes);
    placed(lod, &shape, &Bases::new(profile, lod, base), number)
}

/// 86Box's table (digest 9.6): split maps step two levels at a time, an odd map without split
/// repeats level 0.
fn b86_table(lod: TLod, shape: &Shape, bases: &Bases) -> LevelTable {
    let (odd, split) = (lod.lod_odd(), lod.lod_split());
    let step = if split { 2 } else { 1 };
    let mut number = u32::from(split && odd);
    let mut offset = 0u32;
    let mut register = bases.register(number);
    std::array::from_fn(|lod_level| {
        if bases.restarts && bases.register(number) != register {
            offset = 0;
        }
        register = bases.register(number);
        let level = shape.level(number, bases.of(number).wrapping_add(offset));
        let repeated = odd && lod_level == 0 || split && (lod_level & 1 != 0) != odd;
        if !repeated {
            offset = offset.wrapping_add(level.bytes);
            number += step;
        }
        level
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifts(profile: &Profile, lod: TLod) -> Vec<u32> {
        table(profile, lod, &[0; 4], 1).iter().map(|level| level.shift).collect()
    }

    #[test]
    fn both_tables_of_a_plain_map() {
        let lod = TLod::default().with_s_is_wider(true).with_aspect(2);
        // Levels 5 to 8 are 8 by 2, 4 by 1, 2 by 1, 1 by 1.
        for (profile, tail) in [
            (Profile::hardware(), [0x5540, 0x5550, 0x5558, 0x555C]),
            (Profile::b86(), [0x5540, 0x5550, 0x5554, 0x5556]),
        ] {
            let levels = table(&profile, lod, &[2, 0, 0, 0], 1);
            let expected = Level {
                start: 16,
                bytes: 16384,
                width_log2: 8,
                height_log2: 6,
                pitch_log2: 8,
                shift: 0,
            };
            assert_eq!(levels[0], expected);
            let starts: Vec<_> = levels[5..].iter().map(|level| level.start - 16).collect();
            assert_eq!(starts, tail);
        }
    }

    #[test]
    fn split_maps() {
        let even = TLod::default().with_lod_split(true);
        let odd = even.with_lod_odd(true);
        let (chip, b86) = (Profile::hardware(), Profile::b86());
        assert_eq!(shifts(&chip, even), [0, 2, 2, 4, 4, 6, 6, 8, 8]);
        assert_eq!(shifts(&b86, even), [0, 2, 2, 4, 4, 6, 6, 8, 8]);
        assert_eq!(shifts(&chip, odd), [1, 1, 3, 3, 5, 5, 7, 7, 7]);
        assert_eq!(shifts(&b86, odd), [1, 1, 3, 3, 5, 5, 7, 7, 9]);
        let alone = TLod::default().with_lod_odd(true);
        assert_eq!(shifts(&chip, alone), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(shifts(&b86, alone), [0, 0, 1, 2, 3, 4, 5, 6, 7]);
        let starts = |profile| table(profile, odd, &[0; 4], 2).map(|level| level.start);
        assert_eq!(starts(&chip)[..8], [0, 0, 32768, 32768, 34816, 34816, 34944, 34944]);
        assert_eq!(starts(&b86)[..8], starts(&chip)[..8]);
    }

    #[test]
    fn multi_base_keeps_the_prefix() {
        let lod = TLod::default().with_multi_base(true);
        for profile in [Profile::hardware(), Profile::b86()] {
            let levels = table(&profile, lod, &[0, 0x100, 0x200, 0x300], 1);
            assert_eq!(levels[1].start, 0x800 + 65536);
            assert_eq!(levels[3].start, 0x1800 + 65536 + 16384 + 4096);
            assert_eq!(levels[4].start, levels[3].start + 1024);
        }
    }

    #[test]
    fn a_prefix_can_begin_anew_and_multi_base_can_be_off() {
        let lod = TLod::default().with_multi_base(true);
        let bases = [0, 0x100, 0x200, 0x300];
        let mut profile = Profile::hardware();
        profile.multi_base_prefix = MultiBasePrefix::Restarted;
        let starts = |profile: &Profile, lod| {
            let levels = table(profile, lod, &bases, 1);
            [levels[1].start, levels[3].start, levels[4].start]
        };
        assert_eq!(starts(&profile, lod), [0x800, 0x1800, 0x1800 + 1024]);
        profile.multi_base = MultiBase::Never;
        let packed = [0x1_0000, 0x1_5000, 0x1_5400];
        assert_eq!(starts(&profile, lod), packed);
        profile.multi_base = MultiBase::Guarded;
        assert_eq!(starts(&profile, TLod::from_raw(lod.raw() | 1 << 30)), packed);
        assert_eq!(starts(&profile, lod), [0x800, 0x1800, 0x1800 + 1024]);
    }

    #[test]
    fn small_levels_can_take_four_texels() {
        let lod = TLod::default().with_s_is_wider(true).with_aspect(2);
        let levels = table(&Profile::mame(), lod, &[0; 4], 1);
        // Levels 5 to 8: 8 by 2 is 16, 4 by 1 is 4, 2 by 1 and 1 by 1 count as 4.
        assert_eq!([6, 7, 8].map(|n| levels[n].start - levels[5].start), [16, 20, 24]);
        assert_eq!((levels[6].pitch_log2, levels[8].bytes), (2, 4));
    }

    #[test]
    fn downloads_reach_levels_that_are_left_out() {
        let lod = TLod::default().with_lod_split(true);
        let level = addressed(&Profile::hardware(), lod, &[0; 4], 1, 1);
        assert_eq!((level.start, level.shift, level.width()), (65536, 1, 128));
        assert_eq!(addressed(&Profile::b86(), lod, &[0; 4], 1, 1).shift, 2);
    }
}
