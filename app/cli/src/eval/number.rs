//! Numbers and sets of lanes, as people and as machines read them.

use std::fmt;

use serde::{Serialize, Serializer};
use xenos_eval::{LaneMask, each};

/// A number.
#[derive(Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Number {
    /// Its bits, as hexadecimal digits.
    #[serde(serialize_with = "hexadecimal")]
    pub(super) word: u32,
    /// Its value; null for what JSON has no number for.
    value: f32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn hexadecimal<S: Serializer>(word: &u32, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("{word:08x}"))
}

impl Number {
    pub(super) fn of(value: f32) -> Self {
        Self { word: value.to_bits(), value }
    }
}

impl fmt::Display for Number {
    /// Bits and value; very large and very small ones with an exponent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { word, value } = self;
        let size = value.abs();
        if size.is_finite() && size != 0.0 && !(1e-5..1e9).contains(&size) {
            write!(f, "{word:08x} {value:e}")
        } else {
            write!(f, "{word:08x} {value}")
        }
    }
}

/// Lanes of the vertex or quad: a list of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lanes(LaneMask);

impl Lanes {
    /// Those of a set that are shown.
    pub(super) fn of(mask: LaneMask) -> Self {
        Self(mask & 0xF)
    }

    pub(super) fn each(self) -> impl Iterator<Item = usize> {
        each(self.0)
    }

    pub(super) fn has(self, lane: usize) -> bool {
        self.0 >> lane & 1 != 0
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Lanes {
    /// `0,1,3`, or `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let mut comma = "";
        for lane in self.each() {
            write!(f, "{comma}{lane}")?;
            comma = ",";
        }
        Ok(())
    }
}

impl Serialize for Lanes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.each())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_lists() {
        let text = |mask| Lanes::of(mask).to_string();
        assert_eq!([text(0), text(0b1011), text(1 << 4 | 2)], ["none", "0,1,3", "1"]);
        assert_eq!(serde_json::to_string(&Lanes::of(0b1011)).unwrap(), "[0,1,3]");
    }

    #[test]
    fn numbers_stay_short() {
        let text = |value: f32| Number::of(value).to_string();
        assert_eq!(text(f32::MAX), "7f7fffff 3.4028235e38");
        assert_eq!(text(-0.0), "80000000 -0");
        assert_eq!(text(1e-7), "33d6bf95 1e-7");
        assert_eq!(text(f32::INFINITY), "7f800000 inf");
    }
}
