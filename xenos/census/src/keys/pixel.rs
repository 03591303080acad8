//! What becomes of a pixel: depth, stencil, masks, blending, alpha.

use base_word::bits;
use xenos_front::Registers;
use xenos_regs::words::{BlendFactor, BlendOp, Compare, StencilOp};

use super::{Bound, COLOR_DEPTH};
use crate::names::named;
use crate::registers as reg;

/// The key.
pub(crate) fn text(registers: &Registers, bound: Bound) -> String {
    let mut mask = 0;
    let mut blends = Vec::new();
    for (number, place) in (0..).zip(reg::BLEND_CONTROL) {
        let there = bound.color(registers, number);
        if there {
            mask |= registers.get(reg::COLOR_MASK) & 0xF << (4 * number);
        }
        blends.push(format!("blend{number}={}", blend(registers.get(place), there)));
    }
    format!(
        "depth={} stencil={} mask=0x{mask:04X} {} alpha-test={} alpha-to-mask={}",
        depth(registers, bound),
        stencil(registers, bound),
        blends.join(" "),
        alpha_test(registers, bound),
        alpha_to_mask(registers, bound),
    )
}

fn depth(registers: &Registers, bound: Bound) -> String {
    let control = registers.get(reg::DEPTH_CONTROL);
    if !bound.tests() || control & 2 == 0 {
        return "off".to_owned();
    }
    let write = if control & 4 != 0 { "+write" } else { "" };
    format!("{}{write}", named::<Compare>(bits(control, 6, 4)))
}

fn stencil(registers: &Registers, bound: Bound) -> String {
    let control = registers.get(reg::DEPTH_CONTROL);
    if !bound.tests() || control & 1 == 0 {
        return "off".to_owned();
    }
    // Function, then what happens on fail, pass and depth fail, three bits each from `low` on.
    let side = |low: u32, values: u32| {
        let code = |place: u32| control >> (low + 3 * place) & 7;
        format!(
            "{},{},{},{},{},0x{:02X},0x{:02X}",
            named::<Compare>(code(0)),
            named::<StencilOp>(code(1)),
            named::<StencilOp>(code(3)),
            named::<StencilOp>(code(2)),
            bits(values, 7, 0),
            bits(values, 15, 8),
            bits(values, 23, 16),
        )
    };
    let front = side(8, registers.get(reg::STENCIL));
    if control & 0x80 == 0 {
        return front;
    }
    format!("{front};{}", side(20, registers.get(reg::STENCIL_BACK)))
}

fn blend(control: u32, bound: bool) -> String {
    if !bound || control & 0x1FFF_1FFF == 0x0001_0001 {
        return "off".to_owned();
    }
    let half = |word: u32| {
        format!(
            "{}:{}:{}",
            named::<BlendFactor>(bits(word, 4, 0)),
            named::<BlendOp>(bits(word, 7, 5)),
            named::<BlendFactor>(bits(word, 12, 8)),
        )
    };
    let (color, alpha) = (half(control), half(control >> 16));
    if alpha == color { color } else { format!("{color}/{alpha}") }
}

/// Whether alpha of colour 0 can decide anything.
fn alpha(bound: Bound) -> bool {
    bound.mode == COLOR_DEPTH && bound.exported & 1 != 0
}

fn alpha_test(registers: &Registers, bound: Bound) -> String {
    let control = registers.get(reg::COLOR_CONTROL);
    if !alpha(bound) || control & 8 == 0 {
        return "off".to_owned();
    }
    named::<Compare>(bits(control, 2, 0)).to_owned()
}

fn alpha_to_mask(registers: &Registers, bound: Bound) -> String {
    let control = registers.get(reg::COLOR_CONTROL);
    if !alpha(bound) || control & 0x10 == 0 {
        return "off".to_owned();
    }
    let field = |low: u32| control >> low & 3;
    format!("{},{},{},{}", field(24), field(26), field(28), field(30))
}
