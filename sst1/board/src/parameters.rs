//! Triangle parameters: which register is which parameter, and their storage.
//!
//! How a written word becomes a stored number is the engine's business ([`crate::Engine`]); the
//! stored form depends on two facts of the profile:
//! - R, G, B, A: 12 fraction bits. 24-bit accumulators hold 24 bits, sign-extended.
//! - Z: 12 fraction bits, 32 bits.
//! - S, T, W: by `stw_format`: 14.18 and 2.30 sign-extended from 32 bits (`register`), 18 and 30
//!   fraction bits in 64 (`wide`), or 32 fraction bits in 64 (`fraction-32`).

use serde::{Deserialize, Serialize};

/// A number as a register write carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// The register's own fixed-point format.
    Fixed(u32),
    /// An IEEE-754 single.
    Float(u32),
}

/// A parameter that is iterated over a triangle, in register order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// Red.
    R,
    /// Green.
    G,
    /// Blue.
    B,
    /// Depth.
    Z,
    /// Alpha.
    A,
    /// S over W.
    S,
    /// T over W.
    T,
    /// One over W.
    W,
}

impl Parameter {
    /// All, in register order.
    pub const ALL: [Self; 8] =
        [Self::R, Self::G, Self::B, Self::Z, Self::A, Self::S, Self::T, Self::W];
}

/// Start value or gradient, in register order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// At vertex A.
    Start,
    /// Per pixel to the right.
    Dx,
    /// Per row down.
    Dy,
}

/// Texture coordinates of one texture unit, each over W.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Coordinates {
    /// S over W.
    pub s: i64,
    /// T over W.
    pub t: i64,
    /// One over W.
    pub w: i64,
}

/// One value of each iterated parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Iterants {
    /// Red.
    pub r: i32,
    /// Green.
    pub g: i32,
    /// Blue.
    pub b: i32,
    /// Alpha.
    pub a: i32,
    /// Depth.
    pub z: i32,
    /// FBI's own one over W.
    pub w: i64,
    /// Each texture unit's coordinates.
    pub tmu: [Coordinates; 3],
}

/// All triangle parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Parameters {
    /// Vertices A, B, C as x, y in 12.4, sign-extended from 16 bits.
    pub vertices: [[i32; 2]; 3],
    /// Values at vertex A.
    pub start: Iterants,
    /// Change per pixel to the right.
    pub dx: Iterants,
    /// Change per row down.
    pub dy: Iterants,
}

impl Parameters {
    /// The values of one slot.
    pub fn slot_mut(&mut self, slot: Slot) -> &mut Iterants {
        match slot {
            Slot::Start => &mut self.start,
            Slot::Dx => &mut self.dx,
            Slot::Dy => &mut self.dy,
        }
    }
}

/// What a register of the triangle block (0x008-0x0FC) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParameterRegister {
    /// Vertex 0 to 2, axis 0 (x) or 1 (y).
    Vertex(usize, usize),
    /// A start value or gradient.
    Iterated(Parameter, Slot),
}

/// Takes apart an offset of the triangle block, and says whether it is the float form.
pub(crate) fn parameter_register(offset: u32) -> Option<(ParameterRegister, bool)> {
    if !(0x008..0x100).contains(&offset) {
        return None;
    }
    let float = offset >= 0x080;
    let fixed = offset & 0x07C;
    let register = match fixed {
        0x008..0x020 => {
            let number = ((fixed - 0x008) / 4) as usize;
            ParameterRegister::Vertex(number / 2, number % 2)
        }
        0x020..0x080 => {
            let parameter = Parameter::ALL[(fixed / 4 % 8) as usize];
            let slot = match fixed {
                0x020..0x040 => Slot::Start,
                0x040..0x060 => Slot::Dx,
                _ => Slot::Dy,
            };
            ParameterRegister::Iterated(parameter, slot)
        }
        _ => return None,
    };
    Some((register, float))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ParameterRegister::{Iterated, Vertex};

    #[test]
    fn the_block_is_in_register_order() {
        let at = |offset| parameter_register(offset).expect("a parameter");
        assert_eq!(at(0x008), (Vertex(0, 0), false));
        assert_eq!(at(0x09C), (Vertex(2, 1), true));
        assert_eq!(at(0x02C), (Iterated(Parameter::Z, Slot::Start), false));
        assert_eq!(at(0x0D0), (Iterated(Parameter::A, Slot::Dx), true));
        assert_eq!(at(0x07C), (Iterated(Parameter::W, Slot::Dy), false));
        assert_eq!(parameter_register(0x080), None);
        assert_eq!(parameter_register(0x084), None);
        assert_eq!(parameter_register(0x100), None);
    }
}
