//! Surfaces.

use base_word::{bits, sign_extend};
use xenos_front::Registers;

use super::Bound;
use crate::names::{COLOR_FORMAT, DEPTH_FORMAT, MODE, MSAA, named};
use crate::registers as reg;

/// The key.
pub(crate) fn text(registers: &Registers, bound: Bound) -> String {
    let info = registers.get(reg::SURFACE_INFO);
    let color = |(number, place)| {
        if bound.color(registers, number) {
            named(COLOR_FORMAT, bits(registers.get(place), 19, 16))
        } else {
            "none".into()
        }
    };
    let mut colors = (0..).zip(reg::COLOR_INFO).map(color);
    let [color0, color1, color2, color3] = [(); 4].map(|()| colors.next().unwrap_or_default());
    let depth = if bound.tests() && registers.get(reg::DEPTH_CONTROL) & 3 != 0 {
        named(DEPTH_FORMAT, bits(registers.get(reg::DEPTH_INFO), 16, 16))
    } else {
        "none".into()
    };
    let offset = registers.get(reg::WINDOW_OFFSET);
    format!(
        "pitch={} msaa={} color0={color0} color1={color1} color2={color2} color3={color3} \
         depth={depth} mode={} offset={},{}",
        bits(info, 13, 0),
        named(MSAA, bits(info, 17, 16)),
        named(MODE, bound.mode),
        sign_extend(offset, 15),
        sign_extend(offset >> 16, 15),
    )
}
