//! Alpha test and alpha to mask.

use base_word::Word;
use serde::{Deserialize, Serialize};

use crate::index;
use crate::words::{Compare, RbColorcontrol};

/// Alpha test and alpha to mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AlphaTest {
    /// RB_COLORCONTROL.
    pub control: RbColorcontrol,
    /// RB_ALPHA_REF: a float's bits.
    pub reference: u32,
}

impl AlphaTest {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        Self {
            control: RbColorcontrol::from_raw(read(index::RB_COLORCONTROL)),
            reference: read(index::RB_ALPHA_REF),
        }
    }

    /// Without don't-care bits: a test that is off, or always passes, has no function and no
    /// reference; one that never passes has no reference; offsets need alpha to mask.
    #[must_use]
    pub fn normalized(self) -> Self {
        let mut control = self.control.normalized();
        let mut reference = self.reference;
        if !control.alpha_test_enable() || control.alpha_func() == Compare::Always {
            control = control.with_alpha_test_enable(false).with_alpha_func(Compare::Always);
        }
        if matches!(control.alpha_func(), Compare::Always | Compare::Never) {
            reference = 0;
        }
        if !control.alpha_to_mask_enable() {
            control = control
                .with_alpha_to_mask_offset0(0)
                .with_alpha_to_mask_offset1(0)
                .with_alpha_to_mask_offset2(0)
                .with_alpha_to_mask_offset3(0);
        }
        Self { control, reference }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_cannot_fail_is_off() {
        let off = AlphaTest { control: RbColorcontrol::from_raw(0xFF00_0003), reference: 5 };
        let always = AlphaTest { control: RbColorcontrol::from_raw(0x0000_000F), reference: 6 };
        assert_eq!(off.normalized(), always.normalized());
        let less = AlphaTest { control: RbColorcontrol::from_raw(0x0000_0009), reference: 5 };
        assert_eq!(less.normalized(), less);
        let to_mask = AlphaTest { control: RbColorcontrol::from_raw(0xE400_0017), reference: 0 };
        assert_eq!(to_mask.normalized().control, to_mask.control);
    }
}
