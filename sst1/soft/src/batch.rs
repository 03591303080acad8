//! Pixels in flight: columns of values, a row a pixel.
//!
//! For: the working set of a batch, small enough for the first-level cache. Every value has an array
//! of its own, so that loops over pixels become vector code; pixels of several rows share a batch,
//! so that small triangles fill one too.
//! Not for: deciding anything.

use sst1_core::Lane;
use sst1_plan::{INTS, LONGS};

/// Pixels a batch holds; a power of two.
pub(crate) const PIXELS: usize = 128;
/// Pixels that are computed at once; arrays have room to round up.
pub(crate) const GROUP: usize = 8;
/// Length of the arrays.
pub(crate) const LANES: usize = PIXELS + GROUP;

/// A channel of each pixel.
pub(crate) type Lanes = [Lane; LANES];
/// Red, green, blue, alpha of each pixel.
pub(crate) type Colors = [Lanes; 4];

/// `len` rounded up to whole groups.
#[inline(always)]
pub(crate) const fn whole_groups(len: usize) -> usize {
    (len + GROUP - 1) & !(GROUP - 1)
}

/// The pixels of a batch that are still alive, in drawing order of the rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    index: [u8; PIXELS],
    len: usize,
    /// Whether the list is 0 to `len`.
    whole: bool,
}

impl Live {
    /// Everything up to `len` is alive.
    #[inline]
    pub(crate) fn all(&mut self, len: usize) {
        self.len = len.min(PIXELS);
        self.whole = true;
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The index at place `k`.
    #[inline(always)]
    fn at(&self, k: usize) -> usize {
        if self.whole { k } else { usize::from(self.index[k & (PIXELS - 1)]) & (PIXELS - 1) }
    }

    /// Calls `each` with every index; each is below [`PIXELS`].
    #[inline(always)]
    pub(crate) fn for_each(&self, mut each: impl FnMut(usize)) {
        // One call, so that it is compiled in place.
        for k in 0..self.len.min(PIXELS) {
            each(self.at(k));
        }
    }

    /// Keeps the pixels that `passes` accepts and says how many it did not.
    #[inline(always)]
    pub(crate) fn retain(&mut self, mut passes: impl FnMut(usize) -> bool) -> u32 {
        let len = self.len.min(PIXELS);
        let mut kept = 0;
        for k in 0..len {
            let i = self.at(k);
            self.index[kept & (PIXELS - 1)] = i as u8;
            kept += usize::from(passes(i));
        }
        self.len = kept;
        self.whole &= kept == len;
        (len - kept) as u32
    }

    /// Splits into those that `first` accepts and the others.
    pub(crate) fn split(&self, first: impl Fn(usize) -> bool) -> [Self; 2] {
        let (mut yes, mut no) = (*self, *self);
        yes.retain(&first);
        no.retain(|i| !first(i));
        [yes, no]
    }
}

/// What the walk over a triangle puts into a batch.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    /// Pixels present.
    pub(crate) len: usize,
    /// Index of the colour word in frame-buffer memory; may lie outside.
    pub(crate) word: [u32; LANES],
    /// Iterated R, G, B, A, Z.
    pub(crate) ints: [[i32; LANES]; INTS],
    /// Iterated W, then S, T, W of each unit.
    pub(crate) longs: [[i64; LANES]; LONGS],
    /// The dither matrix at each pixel.
    pub(crate) matrix: Lanes,
    /// What LOD dithering adds.
    pub(crate) lod_dither: [i32; LANES],
    /// Whether the stipple lets a pixel pass.
    pub(crate) pass: [bool; LANES],
}

/// Texture coordinates of the unit in work.
#[derive(Clone, Debug)]
pub(crate) struct Coordinates {
    /// S and T with 4 fraction bits of a texel of level 0.
    pub(crate) s: [i32; LANES],
    pub(crate) t: [i32; LANES],
    /// The clamped LOD, 8 fraction bits.
    pub(crate) lod: [i32; LANES],
    /// Whether the magnification filter applies.
    pub(crate) magnified: [bool; LANES],
    /// The least and the most of the LODs.
    pub(crate) lods: [i32; 2],
    /// The texel, 0xAARRGGBB.
    pub(crate) texel: [u32; LANES],
    pub(crate) corners: Corners,
}

/// What a bilinear sample is made of: two columns, two rows, four texels, two weights.
#[derive(Clone, Debug)]
pub(crate) struct Corners {
    pub(crate) columns: [[u32; LANES]; 2],
    pub(crate) rows: [[u32; LANES]; 2],
    pub(crate) texels: [[u32; LANES]; 4],
    pub(crate) right: Lanes,
    pub(crate) low: Lanes,
}

/// What the colour path selects from.
#[derive(Clone, Debug)]
pub(crate) struct Operands {
    /// The iterated colour and alpha as channels, and iterated Z as one.
    pub(crate) iterated: Colors,
    pub(crate) z_channel: Lanes,
    /// The texture units' result.
    pub(crate) texture: Colors,
    /// c_local where the texel chooses it.
    pub(crate) chosen: [Lanes; 3],
}

/// Everything that is computed on the way.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) inputs: Inputs,
    pub(crate) live: Live,
    pub(crate) depth: [u16; LANES],
    pub(crate) w_depth: [u16; LANES],
    pub(crate) coordinates: Coordinates,
    pub(crate) operands: Operands,
    /// The texel of the unit in work.
    pub(crate) local: Colors,
    /// What the units behind made.
    pub(crate) behind: Colors,
    /// A factor of the unit in work: detail or fraction, or one that depends on the level.
    pub(crate) factor: Lanes,
    /// Factors carried over to the next unit.
    pub(crate) carried: Colors,
    /// The pixel's colour and alpha.
    pub(crate) color: Colors,
    pub(crate) before_fog: [Lanes; 3],
    pub(crate) fog_factor: Lanes,
    /// The frame buffer's colour and alpha.
    pub(crate) destination: Colors,
    /// The two terms of a blend.
    pub(crate) terms: [Lanes; 2],
    /// The finished 565 word.
    pub(crate) packed: [u16; LANES],
}

impl Default for Batch {
    fn default() -> Self {
        const NONE: Lanes = [0; LANES];
        Self {
            inputs: Inputs {
                len: 0,
                word: [0; LANES],
                ints: [[0; LANES]; INTS],
                longs: [[0; LANES]; LONGS],
                matrix: NONE,
                lod_dither: [0; LANES],
                pass: [false; LANES],
            },
            live: Live { index: [0; PIXELS], len: 0, whole: true },
            depth: [0; LANES],
            w_depth: [0; LANES],
            coordinates: Coordinates {
                s: [0; LANES],
                t: [0; LANES],
                lod: [0; LANES],
                magnified: [false; LANES],
                lods: [0; 2],
                texel: [0; LANES],
                corners: Corners {
                    columns: [[0; LANES]; 2],
                    rows: [[0; LANES]; 2],
                    texels: [[0; LANES]; 4],
                    right: NONE,
                    low: NONE,
                },
            },
            operands: Operands {
                iterated: [NONE; 4],
                z_channel: NONE,
                texture: [NONE; 4],
                chosen: [NONE; 3],
            },
            local: [NONE; 4],
            behind: [NONE; 4],
            factor: NONE,
            carried: [NONE; 4],
            color: [NONE; 4],
            before_fog: [NONE; 3],
            fog_factor: NONE,
            destination: [NONE; 4],
            terms: [NONE; 2],
            packed: [0; LANES],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(live: &Live) -> Vec<usize> {
        let mut all = Vec::new();
        live.for_each(|i| all.push(i));
        all
    }

    #[test]
    fn the_list_shrinks_and_keeps_its_order() {
        let mut live = Live { index: [0; PIXELS], len: 0, whole: false };
        live.all(PIXELS);
        assert_eq!(live.retain(|_| true), 0);
        assert_eq!(indices(&live), (0..PIXELS).collect::<Vec<_>>());
        assert_eq!(live.retain(|i| i % 3 == 1), 128 - 43);
        assert_eq!(live.retain(|i| i > 100), 34);
        assert_eq!(indices(&live), [103, 106, 109, 112, 115, 118, 121, 124, 127]);
        let [even, odd] = live.split(|i| i % 2 == 0);
        assert_eq!(indices(&even), [106, 112, 118, 124]);
        assert_eq!(indices(&odd), [103, 109, 115, 121, 127]);
        assert_eq!(live.retain(|_| false), 9);
        assert_eq!(live.len(), 0);
    }
}
