//! A triangle's register writes, in fixed point or as floats.
//!
//! Facts: digest section 4.2: formats and the order of the parameter block.

use sst1_regs::offset;
use sst1_regs::words::TriangleCmd;

use super::{Setup, Values};
use crate::{Bus, Units};

/// Distance from a fixed register to its float twin.
const TO_FLOAT: u32 = 0x80;

/// Which registers carry the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Fixed point, 0x008 to 0x080.
    Fixed,
    /// IEEE singles, 0x088 to 0x100.
    Float,
}

/// Which values a triangle needs; the registers of others are left alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Red, green and blue.
    pub color: bool,
    /// Alpha.
    pub alpha: bool,
    /// Depth.
    pub depth: bool,
    /// One over W: textures, fog, W depth.
    pub w: bool,
    /// Texture units that get coordinates, from unit 0 on.
    pub units: u32,
}

/// A slot of a parameter: start value, step to the right, step down.
const SLOTS: [u32; 3] = [offset::START_R, offset::DRDX, offset::DRDY];
/// Register numbers within a slot.
const RED: u32 = 0;
const DEPTH: u32 = 3;
const ALPHA: u32 = 4;
const S: u32 = 5;
const W: u32 = 7;

/// Fraction bits of colours and depth.
const COLOR_FRACTION: u32 = 12;
/// Fraction bits of S and T.
const TEXEL_FRACTION: u32 = 18;
/// Fraction bits of W.
const W_FRACTION: u32 = 30;
/// Fraction bits of vertices.
const VERTEX_FRACTION: u32 = 4;

/// The nearest fixed-point number; beyond 32 bits it saturates.
fn fixed(value: f64, fraction: u32) -> u32 {
    (value * f64::from(1u32 << fraction) + 0.5).floor() as i32 as u32
}

impl Bus<'_> {
    /// Draws a triangle: writes its parameters, then the command.
    pub fn triangle(&mut self, setup: &Setup, form: Form, parts: Parts) {
        for (at, coordinate) in (offset::VERTEX_AX..).step_by(4).zip(setup.vertices.as_flattened())
        {
            self.parameter(at, *coordinate, form, VERTEX_FRACTION);
        }
        for (slot, values) in SLOTS.into_iter().zip([&setup.start, &setup.dx, &setup.dy]) {
            self.slot(slot, values, form, parts);
        }
        let command = TriangleCmd::default().with_negative(setup.negative);
        let at = match form {
            Form::Fixed => offset::TRIANGLE_CMD,
            Form::Float => offset::FTRIANGLE_CMD,
        };
        self.register(at, command.raw());
    }

    fn slot(&mut self, slot: u32, values: &Values, form: Form, parts: Parts) {
        let at = |number: u32| slot + 4 * number;
        if parts.color {
            for (number, channel) in (RED..).zip(&values.rgba[..3]) {
                self.parameter(at(number), *channel, form, COLOR_FRACTION);
            }
        }
        if parts.depth {
            self.parameter(at(DEPTH), values.z, form, COLOR_FRACTION);
        }
        if parts.alpha {
            self.parameter(at(ALPHA), values.rgba[3], form, COLOR_FRACTION);
        }
        for (unit, st) in (0..parts.units).zip(values.st) {
            // With one unit to feed there is nobody to leave out.
            let chips = if parts.units == 1 { 0 } else { Units::One(unit).field() };
            for (number, coordinate) in (S..).zip(st) {
                self.parameter(chips | at(number), coordinate, form, TEXEL_FRACTION);
            }
        }
        if parts.w {
            self.parameter(at(W), values.w, form, W_FRACTION);
        }
    }

    fn parameter(&mut self, at: u32, value: f64, form: Form, fraction: u32) {
        match form {
            Form::Fixed => self.register(at, fixed(value, fraction)),
            Form::Float => self.register(at + TO_FLOAT, (value as f32).to_bits()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operation;
    use crate::triangle::Vertex;
    use sst1_board::Access;

    fn writes(form: Form, parts: Parts) -> Vec<(u32, u32)> {
        let vertex = |x: f64, y: f64| Vertex {
            x,
            y,
            values: Values::at_distance(2.0, [255.0, 0.0, 0.0, 128.0], 100.0, [[x, y]; 3]),
        };
        let setup =
            Setup::of([vertex(0.0, 0.0), vertex(-4.0, 8.0), vertex(0.0, 16.0)]).expect("area");
        let mut operations = Vec::new();
        Bus::new(&mut operations).triangle(&setup, form, parts);
        let write = |operation| match operation {
            Operation::Write(Access { offset, data, .. }) => (offset, data),
            Operation::Read { .. } => panic!("a read"),
        };
        operations.into_iter().map(write).collect()
    }

    #[test]
    fn only_the_parts_asked_for() {
        let bare = writes(Form::Fixed, Parts::default());
        assert_eq!(bare.len(), 7);
        assert_eq!(bare[2], (offset::VERTEX_BX, -64i32 as u32));
        assert_eq!(bare[6], (offset::TRIANGLE_CMD, 1 << 31));
        let all = Parts { color: true, alpha: true, depth: true, w: true, units: 1 };
        assert_eq!(writes(Form::Fixed, all).len(), 7 + 3 * 8);
    }

    #[test]
    fn both_forms_and_chip_fields() {
        let parts = Parts { color: true, w: true, units: 2, ..Parts::default() };
        let fixed = writes(Form::Fixed, parts);
        assert!(fixed.contains(&(offset::START_R, 255 << 12)));
        assert!(fixed.contains(&(offset::START_W, 1 << 29)));
        assert!(fixed.contains(&(1 << 12 | offset::DSDX, 1 << 17)));
        let float = writes(Form::Float, parts);
        assert!(float.contains(&(offset::FSTART_R, 255f32.to_bits())));
        assert!(float.contains(&(1 << 11 | offset::FDTDY, 0.5f32.to_bits())));
        assert_eq!(float.last(), Some(&(offset::FTRIANGLE_CMD, 1 << 31)));
    }
}
