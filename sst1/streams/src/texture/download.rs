//! Bringing a map to the card.
//!
//! Facts: digest sections 4.5 and 4.6: the address holds unit, level, row and column; 16-bit
//! texels and sequential 8-bit ones take consecutive words, plain 8-bit ones every second.

use sst1_board::Width;
use sst1_regs::words::{TLod, TexBase, TextureFormat, TextureMode};

use super::Map;
use crate::{Bus, Units};

/// Start of the texture download window in the aperture.
const TEXTURES: u32 = 0x80_0000;

/// Aperture offset of the word that holds texel `s` of row `t`.
pub(crate) const fn texel_offset(
    unit: u32,
    level: u32,
    t: u32,
    s: u32,
    bytes: u32,
    sequential: bool,
) -> u32 {
    let column = if bytes == 2 {
        (s & 0xFE) << 1
    } else if sequential {
        s & 0xFC
    } else {
        (s & 0xFC) << 1
    };
    TEXTURES | (unit & 3) << 21 | (level & 15) << 17 | (t & 255) << 9 | column
}

/// A map in texture memory: what the registers need to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Range of levels and proportions; bias and the other bits are the program's.
    pub lod: TLod,
    /// Where level 0 would be; the levels that exist lie behind it.
    pub base: TexBase,
    /// The texel format.
    pub format: TextureFormat,
}

impl Bound {
    /// A map whose largest level lies at byte `address`, a multiple of 8.
    pub fn of(map: &Map, address: u32) -> Self {
        let shape = map.shape;
        let (largest, smallest) = shape.levels().into_inner();
        let before = shape.prefix(largest) * map.format.texel_bytes();
        Self {
            lod: TLod::default()
                .with_lod_min(largest << 2)
                .with_lod_max(smallest << 2)
                .with_s_is_wider(shape.s_is_wider)
                .with_aspect(shape.aspect),
            // Negative bases wrap: 19 bits in units of 8 bytes.
            base: TexBase::default().with_base(address.wrapping_sub(before) >> 3),
            format: map.format,
        }
    }
}

impl Bus<'_> {
    /// Downloads a map to byte `address` of one unit's memory and leaves the unit bound to it.
    /// `sequential` is textureMode\[31\], which 8-bit formats may use.
    pub fn download(&mut self, unit: u32, map: &Map, address: u32, sequential: bool) -> Bound {
        let bound = Bound::of(map, address);
        let mode = TextureMode::default().with_seq_8_download(sequential);
        self.bind(unit, &bound, mode);
        let bytes = map.format.texel_bytes();
        let a_word = if bytes == 2 { 2 } else { 4 };
        for (level, texels) in map.shape.levels().zip(&map.levels) {
            let (width, _) = map.shape.size(level);
            for (t, row) in (0u32..).zip(texels.chunks(width as usize)) {
                for (n, group) in (0u32..).zip(row.chunks(a_word)) {
                    let bits = 32 / a_word as u32;
                    // A level narrower than a word is repeated in it: cards that store whole words
                    // then store nothing foreign.
                    let texel = |at: usize| u32::from(group[at % group.len()]);
                    let data =
                        (0..a_word).fold(0, |word, at| word | texel(at) << (bits * at as u32));
                    let offset = texel_offset(unit, level, t, n * a_word as u32, bytes, sequential);
                    self.write(offset, data, Width::Word);
                }
            }
        }
        bound
    }

    /// Makes one unit sample a map; `mode` is textureMode without its format, which is the map's.
    pub fn bind(&mut self, unit: u32, bound: &Bound, mode: TextureMode) {
        let units = Units::One(unit);
        self.texture_mode(units, mode.with_format(bound.format));
        self.t_lod(units, bound.lod);
        self.tex_base(units, bound.base);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Image, Operation, Shape};
    use sst1_board::{Access, TextureAddress};

    fn written(format: TextureFormat, sequential: bool) -> Vec<Access> {
        let image = Image::from_fn(8, 8, |x, y| [0, 0, 0, (8 * y + x) as u8]);
        let map = Map::new(&image, Shape::square(8), format);
        let mut operations = Vec::new();
        Bus::new(&mut operations).download(1, &map, 0x1000, sequential);
        let access = |operation: &Operation| match operation {
            Operation::Write(access) if access.offset & 0x80_0000 != 0 => Some(*access),
            _ => None,
        };
        operations.iter().filter_map(access).collect()
    }

    #[test]
    fn addresses_follow_the_layout_of_the_format() {
        let plain = written(TextureFormat::A8, false);
        assert_eq!(plain.len(), 16 + 4 + 2 + 1, "two words a row, then one");
        let second = TextureAddress::of(plain[1].offset);
        assert_eq!((second.tmu, second.lod, second.t, second.s_bytes), (1, 5, 0, 8));
        assert_eq!(plain[1].data, 0x0706_0504);
        let sequential = written(TextureFormat::A8, true);
        assert_eq!(TextureAddress::of(sequential[1].offset).s_bytes, 4);
        let wide = written(TextureFormat::Argb4444, false);
        assert_eq!(wide.len(), 32 + 8 + 2 + 1);
        assert_eq!(TextureAddress::of(wide[5].offset).t, 1);
        assert_eq!(TextureAddress::of(wide[5].offset).s_bytes, 4);
    }

    #[test]
    fn a_base_may_be_negative() {
        let map =
            Map::new(&Image::from_fn(4, 4, |_, _| [0; 4]), Shape::square(4), TextureFormat::A8);
        let bound = Bound::of(&map, 0);
        let prefix = 65536 + 16384 + 4096 + 1024 + 256 + 64;
        assert_eq!(bound.base.base() * 8, (1 << 22) - prefix);
        assert_eq!((bound.lod.lod_min(), bound.lod.lod_max()), (24, 32));
    }
}
