//! Twenty-two pairs of texture format and dimension.
//!
//! Facts: digest `xenos-native-renderer`, section 1.5.

use std::fmt;

use base_word::FieldValue;
use xenos_regs::fetch::{Dimension, FetchType, TextureFetch};
use xenos_regs::index;
use xenos_regs::words::DataFormat as D;
use xenos_ucode::codes;

use super::{Variant, change, name};

/// A format with a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureKind {
    format: D,
    dimension: Dimension,
}

const fn kind(format: D, dimension: Dimension) -> TextureKind {
    TextureKind { format, dimension }
}

/// All of them, in the digest's order.
pub const TEXTURES: [TextureKind; 22] = {
    use Dimension::{Cube, D1, D2, D3};
    [
        kind(D::Dxt1, D2),
        kind(D::K8888, D2),
        kind(D::Dxt45As16, D2),
        kind(D::Dxt45, D2),
        kind(D::K2101010As16, Cube),
        kind(D::Dxt45, Cube),
        kind(D::Dxt1As16, D2),
        kind(D::K2101010As16, D2),
        kind(D::Dxn, D2),
        kind(D::K248, D2),
        kind(D::Dxt5A, D2),
        kind(D::Dxt1, Cube),
        kind(D::K248Float, D2),
        kind(D::K32Float, D2),
        kind(D::K8888As16, D2),
        kind(D::K8888, D3),
        kind(D::K8, D2),
        kind(D::Dxt23As16, D2),
        kind(D::Dxt3A, D2),
        kind(D::Bit1Reverse, D1),
        kind(D::K16, D1),
        kind(D::K16161616Float, D2),
    ]
};

impl fmt::Display for TextureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", name(self.format), name(self.dimension))
    }
}

/// A format of as many bits that means something else.
fn other(format: D) -> D {
    match format {
        D::Dxt1 | D::Dxt1As16 => D::Ctx1,
        D::Dxt45 | D::Dxt45As16 => D::Dxt23,
        D::Dxt23As16 | D::Dxn => D::Dxt45,
        D::Dxt5A => D::Dxt3A,
        D::Dxt3A => D::Dxt5A,
        D::K8888 | D::K8888As16 => D::K2101010,
        D::K248 => D::K248Float,
        D::K248Float => D::K248,
        D::K32Float => D::K1616Float,
        D::K8 => D::K88,
        D::Bit1Reverse => D::Bit1,
        D::K16 => D::K16Float,
        D::K16161616Float => D::K16161616,
        _ => D::K8888,
    }
}

impl TextureKind {
    /// What is changed of a draw with such a texture.
    pub(super) fn variants(self, read: &dyn Fn(u16) -> u32) -> Option<Vec<Variant>> {
        let first = |slot: u16| index::SHADER_CONSTANT_FETCH + slot * 6;
        let constant = |slot: u16| {
            TextureFetch::from_words([0, 1, 2, 3, 4, 5].map(|word| read(first(slot) + word)))
        };
        let slot = (0..32).find(|slot| {
            let fetch = constant(*slot);
            fetch.d0.fetch_type() == FetchType::Texture
                && fetch.d1.format() == self.format
                && fetch.dimension() == self.dimension
        })?;
        let first = first(slot);
        let format = other(self.format);
        let endian = u32::from(constant(slot).d1.endianness().to_bits() == 0);
        let mut all = vec![
            Variant::bits(
                format!("format {}", name(format)),
                vec![change(first + 1, (0, 5), format.to_bits())],
            ),
            Variant::bits(format!("byte order {endian}"), vec![change(first + 1, (6, 7), endian)]),
        ];
        if self.dimension != Dimension::D1 {
            all.push(Variant::bits("rows in its place", vec![change(first, (31, 31), 0)]));
            let pitch = constant(slot).d0.pitch() + 1;
            let changes = vec![change(first, (22, 30), pitch)];
            all.push(Variant::bits(format!("pitch {pitch}"), changes));
        }
        // Rule S1: the instruction's dimension counts, but for a volume's.
        if self.dimension == Dimension::D3 {
            let changes = vec![change(first + 5, (9, 10), Dimension::D2.to_bits())];
            all.push(Variant::bits("layers in its place", changes));
        }
        let asked = match self.dimension {
            Dimension::D1 => codes::Dimension::Cube,
            Dimension::D2 => codes::Dimension::D1,
            Dimension::D3 | Dimension::Cube => codes::Dimension::D2,
        };
        let what = format!("fetches of {}", name(asked));
        all.push(Variant { what, changes: Vec::new(), fetches: Some(asked) });
        Some(all)
    }
}
