//! The swap: the front buffer untiled, and through the display's ramp.
//!
//! Facts: specification digest `xenos-hardware` section 7; inferred.

use xenos_front::{Gamma, State, Swap};
use xenos_memory::GuestMemory;
use xenos_regs::fetch::{Dimension, Swizzle, TextureFetch};
use xenos_regs::index;
use xenos_regs::words::DataFormat;
use xenos_renderer::{DISPLAY_ONE, FrontFormat, Presented};
use xenos_texture::layout::Layout;

use crate::refusals::refusal;
use crate::soft::Soft;

/// Pixels of the largest picture that is shown: more than any display takes.
const MOST: u32 = 1 << 23;

impl Soft {
    /// Shows what fetch constant 0 describes.
    pub(crate) fn swap(&mut self, state: &State<'_>, swap: &Swap) {
        self.statistics.swaps += 1;
        let words = state.registers.fetch(0);
        let size = TextureFetch::from_words(words).extent_as(Dimension::D2);
        if !self.budget.spend(u64::from(size.width * size.height), &mut self.refusals) {
            self.presented = None;
            return;
        }
        let shown = TextureFetch::of_texture(words)
            .ok()
            .and_then(|fetch| present(&fetch, &self.memory, state.gamma, swap.number));
        if shown.is_none() {
            let word = state.registers.get(index::SHADER_CONSTANT_FETCH + 1);
            self.refusals.refuse(&refusal::FRONT_BUFFER, "SHADER_CONSTANT_FETCH_00_1", word);
        }
        self.presented = shown;
    }
}

/// The picture that a constant describes; `None` if the display cannot show it.
fn present(
    fetch: &TextureFetch,
    memory: &GuestMemory,
    gamma: &Gamma,
    number: u64,
) -> Option<Presented> {
    let format = match fetch.d1.format() {
        DataFormat::K8888 => FrontFormat::Table,
        DataFormat::K2101010 | DataFormat::K2101010As16 => FrontFormat::Pieces,
        _ => return None,
    };
    let extent = fetch.extent_as(Dimension::D2);
    let (width, height) = (extent.width, extent.height);
    if width * height > MOST {
        return None;
    }
    let layout = Layout::new(fetch);
    let level = layout.level(0)?;
    let endian = fetch.d1.endianness();
    let mut words = Vec::with_capacity((width * height) as usize);
    for y in 0..height {
        for x in 0..width {
            let address = level.block_address(0, x, y);
            // Outside of memory is 0.
            let stored = memory.read_word(address).unwrap_or(0);
            words.push(xenos_eval::swapped(stored, endian));
        }
    }
    let swizzle = fetch.swizzle();
    let pixels = words.iter().map(|word| pixel(*word, format, swizzle, gamma)).collect();
    Some(Presented { number, width, height, format, words, pixels })
}

/// A word's red, green and blue behind the ramp.
fn pixel(word: u32, format: FrontFormat, swizzle: [Swizzle; 4], gamma: &Gamma) -> [u32; 3] {
    use Swizzle as S;
    // Components in steps of their own width, and the widest value.
    let (stored, one) = match format {
        FrontFormat::Table => ([0, 8, 16, 24].map(|shift| word >> shift & 0xFF), 255),
        FrontFormat::Pieces => {
            // Two bits of alpha in steps of ten: all codes are multiples of 341.
            ([word & 1023, word >> 10 & 1023, word >> 20 & 1023, (word >> 30) * 341], 1023)
        }
    };
    std::array::from_fn(|component| {
        let value = match swizzle[component] {
            S::X => stored[0],
            S::Y => stored[1],
            S::Z => stored[2],
            S::W => stored[3],
            S::One => one,
            _ => 0,
        };
        match format {
            FrontFormat::Table => {
                let entry = gamma.table[value as usize & 255];
                (entry >> (20 - 10 * component) & 1023) * 512
            }
            FrontFormat::Pieces => {
                let piece = gamma.pieces[(value >> 3) as usize & 127][component];
                let (base, delta) = (piece & 0xFFFF, piece >> 16);
                (base * 8 + (value & 7) * delta).min(DISPLAY_ONE)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use xenos_regs::fetch::Swizzle::{W, X, Y, Z};

    #[test]
    fn straight_ramps_show_what_is_there() {
        let gamma = Gamma::default();
        let table = |word| pixel(word, FrontFormat::Table, [Z, Y, X, W], &gamma);
        assert_eq!(table(0x00FF_0000), [DISPLAY_ONE, 0, 0]);
        assert_eq!(
            table(0x0000_80FF).map(|v| (v * 255 + DISPLAY_ONE / 2) / DISPLAY_ONE),
            [0, 128, 255]
        );
        let pieces = |word| pixel(word, FrontFormat::Pieces, [X, Y, Z, W], &gamma);
        assert_eq!(pieces(1023 | 512 << 10), [1023 * 512, 512 * 512, 0]);
    }

    #[test]
    fn literals_are_the_ends_of_the_ramp() {
        let gamma = Gamma::default();
        let swizzle = [Swizzle::One, Swizzle::Zero, X, W];
        assert_eq!(pixel(0, FrontFormat::Table, swizzle, &gamma), [DISPLAY_ONE, 0, 0]);
    }
}
