use super::*;

fn target(blend: u32, mask: u32) -> ColorTarget {
    ColorTarget { info: RbColorInfo::from_raw(0), blend: RbBlendcontrol::from_raw(blend), mask }
}

#[test]
fn an_unwritten_target_is_nothing() {
    assert_eq!(target(0x1234_5678, 0).normalized(), ColorTarget::default());
    let float = ColorTarget {
        info: RbColorInfo::default().with_color_format(ColorFormat::Float32),
        ..target(0x0001_0001, 0xE)
    };
    assert_eq!(float.normalized(), ColorTarget::default());
}

#[test]
fn halves_that_write_nothing_do_not_blend() {
    // Colour: source alpha and its complement; alpha: the same by its colour names.
    let blend = RbBlendcontrol::default()
        .with_color_srcblend(BlendFactor::SourceAlpha)
        .with_color_destblend(BlendFactor::OneMinusSourceAlpha)
        .with_alpha_srcblend(BlendFactor::SourceColor)
        .with_alpha_destblend(BlendFactor::OneMinusSourceColor);
    let all = target(blend.raw(), 0xF);
    let normal = all.normalized();
    assert_eq!(normal.blend.alpha_srcblend(), BlendFactor::SourceAlpha);
    assert_eq!(normal, normal.normalized());
    assert!(all.is_blended());
    let rgb = target(blend.raw(), 0x7).normalized();
    assert_eq!(rgb.blend.alpha_srcblend(), BlendFactor::One);
    assert_eq!(rgb.blend.color_srcblend(), BlendFactor::SourceAlpha);
    assert!(!target(0x0001_0001, 0xF).is_blended());
}

#[test]
fn least_and_greatest_have_no_factors_and_no_constant() {
    let min = RbBlendcontrol::from_raw(0x0001_0001)
        .with_color_comb_fcn(BlendOp::Min)
        .with_color_srcblend(BlendFactor::ConstantColor);
    assert!(!target(min.raw(), 0xF).uses_constant());
    let constant = BlendConstant([1, 2, 3, 4]);
    let with = |blend: RbBlendcontrol| {
        let mut targets = ColorTargets::default();
        targets.0[2] = target(blend.raw(), 0xF);
        constant.normalized(&targets)
    };
    assert_eq!(with(min), BlendConstant::default());
    assert_eq!(with(min.with_color_comb_fcn(BlendOp::Add)), constant);
}

#[test]
fn targets_are_gathered_by_their_own_registers() {
    let read = |register: u16| match register {
        index::RB_COLOR_MASK => 0xF070,
        index::RB_COLOR1_INFO => 0x0003_0030,
        index::RB_BLENDCONTROL3 => 0x0001_0001,
        _ => 0,
    };
    let targets = ColorTargets::gather(read);
    assert_eq!(targets.0.map(|t| t.mask), [0, 7, 0, 15]);
    assert_eq!(targets.0[1].info.color_base(), 0x30);
    assert_eq!(targets.0[3].blend.raw(), 0x0001_0001);
    assert_eq!(targets.color_mask().raw(), 0xF070);
}
