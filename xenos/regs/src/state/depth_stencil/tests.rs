use super::*;
use base_word::FieldValue;

/// What the tests do to a sample, written down plainly from the rules.
fn outcome(state: DepthStencil, back: bool, stored: u32, new: u32, old: u32) -> (bool, u32, u32) {
    let control = state.control;
    let side =
        if back && control.backface_enable() { state.back_side() } else { state.front_side() };
    let masks = side.masks;
    let (reference, mask) = (masks.stencilref(), masks.stencilmask());
    let passes = |function: Compare, value: u32, against: u32| match function {
        Compare::Never => false,
        Compare::Less => value < against,
        Compare::Equal => value == against,
        Compare::LessEqual => value <= against,
        Compare::Greater => value > against,
        Compare::NotEqual => value != against,
        Compare::GreaterEqual => value >= against,
        Compare::Always => true,
    };
    let stencil =
        !control.stencil_enable() || passes(side.function, reference & mask, stored & mask);
    let depth = !control.z_enable() || passes(control.zfunc(), new, old);
    let op = match (stencil, depth) {
        (false, _) => side.fail,
        (true, false) => side.depth_fail,
        (true, true) => side.pass,
    };
    let changed = match op {
        StencilOp::Keep => stored,
        StencilOp::Zero => 0,
        StencilOp::Replace => reference,
        StencilOp::IncrementClamp => (stored + 1).min(255),
        StencilOp::DecrementClamp => stored.saturating_sub(1),
        StencilOp::Invert => !stored & 255,
        StencilOp::IncrementWrap => (stored + 1) & 255,
        StencilOp::DecrementWrap => stored.wrapping_sub(1) & 255,
    };
    let write = masks.stencilwritemask();
    let changed = if control.stencil_enable() { changed & write | stored & !write } else { stored };
    let pass = stencil && depth;
    let written = pass && control.z_enable() && control.z_write_enable();
    (pass, changed, if written { new } else { old })
}

#[test]
fn normalised_states_do_the_same() {
    let mut seed = 0x1234_5678u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        seed.rotate_left(11)
    };
    for round in 0..40_000 {
        let masks = |word: u32| RbStencilrefmask::from_raw(if word & 7 == 0 { 0 } else { word });
        let mut state = DepthStencil {
            control: RbDepthcontrol::from_raw(random()),
            front: masks(random()),
            back: masks(random()),
        };
        if round % 2 == 0 {
            state.control = state.control.with_stencil_enable(true);
        }
        if round % 5 == 0 {
            state.back = state.front;
        }
        let normal = state.normalized();
        assert_eq!(normal, normal.normalized(), "{state:?}");
        for _ in 0..16 {
            let (stored, new, old) = (random() & 255, random() & 3, random() & 3);
            for back in [false, true] {
                assert_eq!(
                    outcome(state, back, stored, new, old),
                    outcome(normal, back, stored, new, old),
                    "{state:?} {normal:?} {stored} {new} {old}"
                );
            }
        }
    }
}

#[test]
fn tests_that_are_off_have_one_form() {
    let off = |raw| DepthStencil {
        control: RbDepthcontrol::from_raw(raw),
        front: RbStencilrefmask::from_raw(raw),
        back: RbStencilrefmask::from_raw(!raw),
    };
    let one = off(0xABCD_EF04).normalized();
    assert_eq!(off(0x1234_5678).normalized(), one);
    assert!(!one.control.z_write_enable());
    let idle = off(0).control.with_stencil_enable(true).with_stencilfunc(Compare::Always);
    assert_eq!(DepthStencil { control: idle, ..off(0) }.normalized(), one);
    assert_eq!(Compare::from_bits(7), one.control.zfunc());
}
