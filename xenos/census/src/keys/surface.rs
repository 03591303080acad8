//! Surfaces, and where they lie in EDRAM.

use std::borrow::Cow;

use base_word::{bits, sign_extend};
use xenos_front::Registers;
use xenos_regs::words::{ColorFormat, DepthFormat, EdramMode, MsaaSamples};

use super::Bound;
use crate::names::named;
use crate::registers as reg;

/// What each colour says, or `none` where it is not bound.
fn colors<'a>(
    registers: &Registers,
    bound: Bound,
    of: impl Fn(u32) -> Cow<'a, str>,
) -> [Cow<'a, str>; 4] {
    let mut number = 0;
    reg::COLOR_INFO.map(|place| {
        let there = bound.color(registers, number);
        number += 1;
        if there { of(registers.get(place)) } else { "none".into() }
    })
}

/// What depth says, or `none`.
fn depth<'a>(
    registers: &Registers,
    bound: Bound,
    of: impl Fn(u32) -> Cow<'a, str>,
) -> Cow<'a, str> {
    let there = bound.tests() && registers.get(reg::DEPTH_CONTROL) & 3 != 0;
    if there { of(registers.get(reg::DEPTH_INFO)) } else { "none".into() }
}

/// The exponent bias of a colour.
pub(crate) fn bias(info: u32) -> i32 {
    sign_extend(bits(info, 25, 20), 6)
}

/// The key.
pub(crate) fn text(registers: &Registers, bound: Bound) -> String {
    let info = registers.get(reg::SURFACE_INFO);
    let [color0, color1, color2, color3] = colors(registers, bound, |info| {
        let (format, bias) = (named::<ColorFormat>(bits(info, 19, 16)), bias(info));
        if bias == 0 { format.into() } else { format!("{format}:{bias}").into() }
    });
    let depth = depth(registers, bound, |info| named::<DepthFormat>(bits(info, 16, 16)).into());
    let offset = registers.get(reg::WINDOW_OFFSET);
    format!(
        "pitch={} msaa={} color0={color0} color1={color1} color2={color2} color3={color3} \
         depth={depth} mode={} offset={},{}",
        bits(info, 13, 0),
        named::<MsaaSamples>(bits(info, 17, 16)),
        named::<EdramMode>(bound.mode),
        sign_extend(offset, 15),
        sign_extend(offset >> 16, 15),
    )
}

/// The key of where they lie.
pub(crate) fn bases(registers: &Registers, bound: Bound) -> String {
    let base = |info| bits(info, 10, 0).to_string().into();
    let [color0, color1, color2, color3] = colors(registers, bound, base);
    place(registers, "draw", &[&color0, &color1, &color2, &color3], &depth(registers, bound, base))
}

/// The key of where something lies, by the first tiles.
pub(crate) fn place(registers: &Registers, work: &str, colors: &[&str; 4], depth: &str) -> String {
    let info = registers.get(reg::SURFACE_INFO);
    let [color0, color1, color2, color3] = colors;
    format!(
        "work={work} pitch={} msaa={} color0={color0} color1={color1} color2={color2} \
         color3={color3} depth={depth}",
        bits(info, 13, 0),
        named::<MsaaSamples>(bits(info, 17, 16)),
    )
}
