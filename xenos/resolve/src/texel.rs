//! From samples' words to a texel's bytes.
//!
//! Facts: specification digest `xenos-hardware` sections 6.3 and 6.4; inferred. Sums are in
//! binary32 in order of the samples, and one product follows: width and order are chosen.

use xenos_edram::format::{self as edram, Component};
use xenos_regs::words::ColorFormat;
use xenos_texture::pack::{self, Packed};

use crate::plan::{Operation, Plan};

/// A texel's bytes, as memory will hold them.
pub type Texel = Packed;

impl Plan {
    /// The texel of a pixel whose taken samples have these words, in order of their numbers.
    pub fn texel(&self, samples: impl Iterator<Item = [u32; 2]>) -> Texel {
        let destination = &self.destination;
        match self.operation {
            Operation::Words { swap } => {
                let mut words = [0; 2];
                for sample in samples {
                    words = sample;
                }
                if swap && let Some(format) = self.color {
                    words = exchanged(format, words);
                }
                pack::stored(words, destination.format, destination.endian)
            }
            Operation::Convert { factor, swap } => {
                let format = as_stored(self.color.unwrap_or(ColorFormat::Fixed8888));
                let mut sum = [0.0f32; 4];
                for words in samples {
                    let value = edram::unpack(format, words);
                    for (sum, value) in sum.iter_mut().zip(value) {
                        *sum += value;
                    }
                }
                for (component, sum) in Component::ALL.iter().zip(&mut sum) {
                    *sum = if edram::has(format, *component) { *sum * factor } else { 0.0 };
                }
                pack::pack(destination.format, sum, swap, destination.endian)
            }
        }
    }
}

/// Gamma is averaged and copied as stored: the texture is then read with its gamma sign. Whether the
/// chip averages in linear light is open.
fn as_stored(format: ColorFormat) -> ColorFormat {
    if format == ColorFormat::Gamma8888 { ColorFormat::Fixed8888 } else { format }
}

/// Red and blue exchanged as fields; formats without blue stay as they are.
fn exchanged(format: ColorFormat, [low, high]: [u32; 2]) -> [u32; 2] {
    use ColorFormat as C;
    let fields = |bits: u32| {
        let mask = (1u32 << bits) - 1;
        let top = 2 * bits;
        let rest = low & !(mask | mask << top);
        rest | (low & mask) << top | low >> top & mask
    };
    match format {
        C::Fixed8888 | C::Gamma8888 => [fields(8), high],
        C::Fixed2101010 | C::Fixed2101010As10 => [fields(10), high],
        C::Fixed16161616 | C::Float16161616 => {
            [low & 0xFFFF_0000 | high & 0xFFFF, high & 0xFFFF_0000 | low & 0xFFFF]
        }
        _ => [low, high],
    }
}
