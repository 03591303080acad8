//! What a texel holds: its own place, or one word everywhere, read by format and signs.
//!
//! Not for: where a texel is stored.
//! Facts: rules S6, S12 (steps 1 and 2) and S15 of `docs/hardware/xenos-microcode.md`; formats by
//! the specification digest `xenos-hardware` section 3.5.

use base_word::FieldValue;
use xenos_regs::fetch::{BorderColor, TextureFetch, TextureSign};

/// What the texels of a texture are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Texels {
    /// Each is its own place: column, row, slice (layer, face), level.
    Places,
    /// All are these dwords, after the swap of bytes: of fixed formats up to 64 bits and of floats;
    /// a texel of another format is NaN.
    Words([u32; 4]),
}

impl Texels {
    /// Four components of the texel at a place of a level.
    pub(super) fn at(&self, place: [u32; 3], level: u32, constant: TextureFetch) -> [f32; 4] {
        match self {
            Self::Places => {
                let [x, y, z] = place.map(|at| at as f32);
                [x, y, z, level as f32]
            }
            Self::Words(words) => read(*words, constant),
        }
    }
}

/// Rule S15.
pub(super) fn decoded(constant: TextureFetch) -> bool {
    !matches!(constant.d1.format().to_bits(), 13 | 21 | 41..=48 | 57 | 62 | 63)
}

/// Rule S6.
pub(super) fn border(constant: TextureFetch) -> [f32; 4] {
    let [x, y, z, w] = match constant.d5.border_color() {
        BorderColor::AbgrBlack => [0.0; 4],
        BorderColor::AbgrWhite => [1.0; 4],
        BorderColor::AcbycrBlack => [0.5, 0.0, 0.5, 0.0],
        BorderColor::AcbcryBlack => [0.0, 0.5, 0.5, 0.0],
    };
    [x, y, z, if constant.d5.force_bc_w_to_max() { 1.0 } else { w }]
}

/// Widths of the components of a fixed format of up to 64 bits, from bit 0 up.
fn widths(format: u32) -> &'static [u32] {
    match format {
        2 => &[8],
        3 => &[5, 5, 5, 1],
        4 => &[5, 6, 5],
        5 => &[5, 5, 6],
        6 | 50 => &[8, 8, 8, 8],
        7 | 54 => &[10, 10, 10, 2],
        10 => &[8, 8],
        15 => &[4, 4, 4, 4],
        16 | 55 => &[11, 11, 10],
        17 | 56 => &[10, 11, 11],
        24 => &[16],
        25 => &[16, 16],
        26 => &[16, 16, 16, 16],
        _ => &[],
    }
}

/// Rule S12, steps 1 and 2.
fn read(words: [u32; 4], constant: TextureFetch) -> [f32; 4] {
    let format = constant.d1.format().to_bits();
    let signs = constant.signs();
    let bits = words.iter().rev().fold(0u128, |bits, word| bits << 32 | u128::from(*word));
    let mut low = 0;
    let mut all: Vec<f32> = Vec::new();
    for (width, sign) in widths(format).iter().zip(signs) {
        let value = (bits >> low) as u32 & base_word::mask(*width);
        low += width;
        let half = 1i64 << (width - 1);
        let value = i64::from(value);
        all.push(if constant.d3.num_format() {
            let signed = sign == TextureSign::Signed && value >= half;
            (if signed { value - 2 * half } else { value }) as f32
        } else if sign == TextureSign::Signed {
            let value = if value >= half { value - 2 * half } else { value };
            (value as f32 / (half - 1).max(1) as f32).max(-1.0)
        } else {
            value as f32 / (2 * half - 1) as f32
        });
    }
    if all.is_empty() {
        let count = match format {
            36 => 1,
            37 => 2,
            38 => 4,
            _ => return [f32::NAN; 4],
        };
        all = words.iter().take(count).map(|word| f32::from_bits(*word)).collect();
    }
    let last = all.last().copied().unwrap_or_default();
    std::array::from_fn(|at| all.get(at).copied().unwrap_or(last))
}
