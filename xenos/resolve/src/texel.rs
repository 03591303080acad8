//! From samples' words to a texel's bytes.
//!
//! Facts: specification digest `xenos-hardware` sections 6.3 and 6.4; inferred. Sums are in
//! binary32 in order of the samples, and one product follows: width and order are chosen.

use xenos_edram::format as edram;
use xenos_regs::words::ColorFormat;
use xenos_texture::pack::{pack, pack_raw};

use crate::plan::{Operation, Plan};

/// A texel's bytes, as memory will hold them.
pub type Texel = xenos_eval::Packed;

impl Plan {
    /// The texel of a pixel whose taken samples have these words, in order of their numbers.
    pub fn texel(&self, samples: impl Iterator<Item = [u32; 2]>) -> Texel {
        match self.operation {
            Operation::Words { swap } => {
                let mut words = [0; 2];
                for sample in samples {
                    words = sample;
                }
                if swap && let Some(format) = self.color {
                    words = exchanged(format, words);
                }
                let bits = u128::from(words[0]) | u128::from(words[1]) << 32;
                pack_raw(bits, self.destination.bytes as u8, self.endian)
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
                // Components that the source has not read as 0.
                let present = edram::components(format);
                for (component, sum) in sum.iter_mut().enumerate() {
                    *sum = if present >> component & 1 != 0 { *sum * factor } else { 0.0 };
                }
                // A plan has a format that can be packed.
                pack(self.format, sum, swap, self.endian)
                    .unwrap_or_else(|| pack_raw(0, self.destination.bytes as u8, self.endian))
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
