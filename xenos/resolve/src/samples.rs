//! Which samples of a pixel a copy takes.
//!
//! Facts: specification digest `xenos-hardware` section 6.2; inferred. What depth takes for select 7
//! with four samples stands nowhere: it is taken as 6, as it is for colour (chosen).

use base_word::FieldValue;
use xenos_regs::words::{CopySampleSelect as Select, MsaaSamples};

/// The samples of each pixel that are averaged, or the one that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples {
    first: u8,
    count: u8,
}

impl Samples {
    /// What a select means for a surface of so many samples.
    pub fn of(select: Select, surface: MsaaSamples, depth: bool) -> Self {
        // The samples that select 0 to 7 takes: the first, and how many.
        let rows: [(u8, u8); 8] = match surface {
            MsaaSamples::X1 | MsaaSamples::Reserved3 => [(0, 1); 8],
            MsaaSamples::X2 => [(0, 1), (1, 1), (0, 1), (1, 1), (0, 2), (0, 2), (0, 2), (0, 2)],
            MsaaSamples::X4 => [(0, 1), (1, 1), (2, 1), (3, 1), (0, 2), (2, 2), (0, 4), (0, 4)],
        };
        let (first, count) = rows[select.to_bits() as usize & 7];
        // Depths are not averaged: the first is taken.
        Self { first, count: if depth { 1 } else { count } }
    }

    /// Their numbers, ascending.
    pub fn numbers(self) -> impl Iterator<Item = u32> {
        (0..u32::from(self.count)).map(move |n| u32::from(self.first) + n)
    }

    /// How many: 1, 2 or 4.
    pub const fn count(self) -> u32 {
        self.count as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selects_mean_what_the_surface_has() {
        let of = |select, surface, depth| -> Vec<u32> {
            Samples::of(Select::from_bits(select), surface, depth).numbers().collect()
        };
        for select in 0..8 {
            assert_eq!(of(select, MsaaSamples::X1, false), [0]);
        }
        assert_eq!(of(3, MsaaSamples::X2, false), [1]);
        assert_eq!(of(5, MsaaSamples::X2, false), [0, 1]);
        assert_eq!(of(5, MsaaSamples::X2, true), [0]);
        assert_eq!(of(5, MsaaSamples::X4, false), [2, 3]);
        assert_eq!(of(5, MsaaSamples::X4, true), [2]);
        assert_eq!(of(7, MsaaSamples::X4, false), [0, 1, 2, 3]);
        assert_eq!(of(6, MsaaSamples::X4, true), [0]);
    }
}
