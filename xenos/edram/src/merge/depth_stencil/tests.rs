use super::*;
use proptest::prelude::*;
use xenos_regs::words::RbDepthcontrol;

/// The rules of the document from raw bits, step by step.
fn twin(control: u32, masks: [u32; 2], back: bool, stored: u32, new: u32) -> (Outcome, u32) {
    let field = |low: u32| control >> low & 7;
    let back = back && control >> 7 & 1 == 1;
    let [function, fail, pass, zfail] =
        if back { [20, 23, 26, 29] } else { [8, 11, 14, 17] }.map(field);
    let masks = masks[usize::from(back)];
    let (reference, read, write) = (masks & 255, masks >> 8 & 255, masks >> 16 & 255);
    // A function's bits say whether less, equal and greater pass.
    let holds = |function: u32, new: u32, old: u32| {
        let bit = u32::from(new >= old) + u32::from(new > old);
        function >> bit & 1 == 1
    };
    let old = stored & 255;
    let depth = control & 2 == 0 || holds(field(4), new, stored >> 8);
    let mut stencil = old;
    let mut outcome = if depth { Outcome::Passed } else { Outcome::DepthFailed };
    if control & 1 == 1 {
        let mut op = if depth { pass } else { zfail };
        if !holds(function, reference & read, old & read) {
            (outcome, op) = (Outcome::StencilFailed, fail);
        }
        let result = match op {
            0 => old,
            1 => 0,
            2 => reference,
            3 if old == 255 => 255,
            4 if old == 0 => 0,
            5 => 255 - old,
            3 | 6 => (old + 1) % 256,
            _ => (old + 255) % 256,
        };
        stencil = 0;
        for bit in 0..8 {
            let from = if write >> bit & 1 == 1 { result } else { old };
            stencil |= from & 1 << bit;
        }
    }
    let keep = outcome != Outcome::Passed || control & 6 != 6;
    (outcome, if keep { stored >> 8 } else { new } << 8 | stencil)
}

fn unit(control: u32, masks: [u32; 2]) -> DepthStencilUnit {
    let [front, back] = masks.map(RbStencilrefmask::from_raw);
    DepthStencilUnit::new(&DepthStencil { control: RbDepthcontrol::from_raw(control), front, back })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn words_and_outcomes_follow_the_rules(
        control in any::<u32>(), masks in any::<[u32; 2]>(), back in any::<bool>(),
        stored in any::<u32>(), new in 0..1u32 << 24, equal in 0..4u32,
    ) {
        let new = if equal == 0 { stored >> 8 } else { new };
        // References near what is stored, so that every comparison is met.
        let masks = masks.map(|m| if equal == 1 { m & !255 | stored & 255 } else { m });
        let tested = unit(control, masks).test(back, stored, new);
        prop_assert_eq!((tested.outcome, tested.word), twin(control, masks, back, stored, new));
        prop_assert_eq!(tested.passed(), tested.outcome == Outcome::Passed);
    }

    /// Don't-care bits of the state do not change a result.
    #[test]
    fn the_normal_form_does_the_same(
        control in any::<u32>(), masks in any::<[u32; 2]>(), back in any::<bool>(),
        stored in any::<u32>(), new in 0..1u32 << 24,
    ) {
        let state = DepthStencil {
            control: RbDepthcontrol::from_raw(control),
            front: RbStencilrefmask::from_raw(masks[0]),
            back: RbStencilrefmask::from_raw(masks[1]),
        };
        let plain = DepthStencilUnit::new(&state).test(back, stored, new);
        let normal = DepthStencilUnit::new(&state.normalized()).test(back, stored, new);
        prop_assert_eq!((plain.passed(), plain.word), (normal.passed(), normal.word));
    }
}

#[test]
fn a_unit_knows_whether_it_does_anything() {
    let off = unit(0, [0; 2]);
    assert_eq!((off.is_enabled(), off.may_write()), (false, false));
    assert_eq!(off.test(false, 0x1234_5678, 9).word, 0x1234_5678);
    let reads = unit(0b0111_0010, [0; 2]);
    assert_eq!((reads.is_enabled(), reads.may_write()), (true, false));
    // Depth is not written where it is not tested.
    let write_alone = unit(0b0111_0100, [0; 2]);
    assert_eq!((write_alone.is_enabled(), write_alone.may_write()), (false, false));
    let writes = unit(0b0111_0110, [0; 2]);
    assert_eq!((writes.is_enabled(), writes.may_write()), (true, true));
    assert_eq!(writes.test(false, 0x1234_5678, 0xABCDEF).word, 0xABCD_EF78);
}
