//! Where in a picture a word of memory lies.

use serde::Serialize;
use sst1_board::Layout;

/// A word's place in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// `front`, `back` or `aux`: the one with the nearest start at or below the word.
    pub buffer: &'static str,
    /// Column.
    pub x: u32,
    /// Row in memory, as the picture has it.
    pub y: u32,
}

impl Spot {
    /// The place of the word at byte `address`.
    pub fn of(layout: &Layout, address: u32) -> Self {
        let buffers = [("front", layout.front), ("back", layout.back), ("aux", layout.aux)];
        let (buffer, base) = buffers
            .into_iter()
            .filter(|(_, base)| *base <= address)
            .max_by_key(|(_, base)| *base)
            .unwrap_or(("front", 0));
        let offset = address - base;
        let row = offset.checked_div(layout.stride).unwrap_or(0);
        Self { buffer, x: (offset - row * layout.stride) / 2, y: row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_rows_and_columns() {
        let layout = Layout { front: 0x4000, back: 0, aux: 0x8000, stride: 128, unit: 0x4000 };
        let spot = |address| {
            let Spot { buffer, x, y } = Spot::of(&layout, address);
            (buffer, x, y)
        };
        assert_eq!(spot(0), ("back", 0, 0));
        assert_eq!(spot(0x4000 + 128 * 3 + 10), ("front", 5, 3));
        assert_eq!(spot(0x8000 + 126), ("aux", 63, 0));
        let none = Layout { front: 8, back: 8, aux: 8, stride: 0, unit: 0 };
        assert_eq!(Spot::of(&none, 4), Spot { buffer: "front", x: 2, y: 0 });
    }
}
