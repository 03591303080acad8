//! Which samples of a pixel a copy takes.
//!
//! Facts: specification digest `xenos-hardware` section 6.2; inferred. What depth takes for select 7
//! with four samples stands nowhere: it is taken as 6, as it is for colour (chosen).

use xenos_regs::words::{CopySampleSelect as Select, MsaaSamples};

/// The samples of each pixel that are averaged, or the one that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples {
    first: u8,
    count: u8,
}

impl Samples {
    const fn one(first: u8) -> Self {
        Self { first, count: 1 }
    }

    /// What a select means for a surface of so many samples.
    pub fn of(select: Select, surface: MsaaSamples, depth: bool) -> Self {
        let average = |first, count| if depth { Self::one(first) } else { Self { first, count } };
        match (surface, select) {
            (MsaaSamples::X2, Select::Sample0 | Select::Sample2) => Self::one(0),
            (MsaaSamples::X2, Select::Sample1 | Select::Sample3) => Self::one(1),
            (MsaaSamples::X2, _) => average(0, 2),
            (MsaaSamples::X4, Select::Sample0) => Self::one(0),
            (MsaaSamples::X4, Select::Sample1) => Self::one(1),
            (MsaaSamples::X4, Select::Sample2) => Self::one(2),
            (MsaaSamples::X4, Select::Sample3) => Self::one(3),
            (MsaaSamples::X4, Select::Samples01) => average(0, 2),
            (MsaaSamples::X4, Select::Samples23) => average(2, 2),
            (MsaaSamples::X4, Select::Samples0123 | Select::Samples0123b) => average(0, 4),
            _ => Self::one(0),
        }
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
            Samples::of(Select::from_raw(select), surface, depth).numbers().collect()
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
