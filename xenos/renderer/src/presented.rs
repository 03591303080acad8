//! The picture that a swap shows.

/// How an entry of the display's ramps becomes light: values of [`Presented::pixels`] are fractions
/// of this. It holds both kinds of ramps exactly: a table's 1023 steps are 512 each, and a piece's
/// eighths of 65,472 are 1 each.
pub const DISPLAY_ONE: u32 = 1023 * 512;

/// Which ramp the front buffer's format chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontFormat {
    /// Eight bits a component: the table of 256 entries.
    Table,
    /// Ten bits: the 128 pieces.
    Pieces,
}

/// What a swap shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presented {
    /// The swap's number.
    pub number: u64,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The ramp.
    pub format: FrontFormat,
    /// The front buffer's words, row by row, untiled, byte order undone, before the ramp.
    pub words: Vec<u32>,
    /// Red, green and blue behind the ramp, in units of 1 / [`DISPLAY_ONE`].
    pub pixels: Vec<[u32; 3]>,
}

impl Presented {
    /// The picture in eight bits a component, red first; nearest, halves up.
    pub fn rgb8(&self) -> Vec<u8> {
        let nearest = |value: u32| ((value * 510 + DISPLAY_ONE) / (2 * DISPLAY_ONE)) as u8;
        self.pixels.iter().flat_map(|pixel| pixel.map(nearest)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bits_are_the_nearest() {
        let pixels = vec![[0, DISPLAY_ONE, DISPLAY_ONE / 2], [1026, 1027, 3080]];
        let words = vec![0; 2];
        let shown =
            Presented { number: 0, width: 2, height: 1, format: FrontFormat::Table, words, pixels };
        assert_eq!(shown.rgb8(), [0, 255, 128, 0, 0, 1]);
    }
}
