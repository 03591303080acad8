//! Surfaces.

use base_word::{bits, sign_extend};
use xenos_front::Registers;

use super::Bound;
use crate::names::{COLOR_FORMAT, DEPTH_FORMAT, MODE, MSAA, named};
use crate::registers as reg;

/// The key.
pub(crate) fn text(registers: &Registers, bound: Bound) -> String {
    let info = registers.get(reg::SURFACE_INFO);
    let mut text = format!("pitch={} msaa={}", bits(info, 13, 0), named(MSAA, bits(info, 17, 16)));
    for (number, place) in (0..).zip(reg::COLOR_INFO) {
        let format = if bound.color(registers, number) {
            named(COLOR_FORMAT, bits(registers.get(place), 19, 16))
        } else {
            "none".into()
        };
        text += &format!(" color{number}={format}");
    }
    let depth = bound.tests() && registers.get(reg::DEPTH_CONTROL) & 3 != 0;
    let format = if depth {
        named(DEPTH_FORMAT, bits(registers.get(reg::DEPTH_INFO), 16, 16))
    } else {
        "none".into()
    };
    let offset = registers.get(reg::WINDOW_OFFSET);
    let (x, y) = (sign_extend(offset, 15), sign_extend(offset >> 16, 15));
    text + &format!(" depth={format} mode={} offset={x},{y}", named(MODE, bound.mode))
}
