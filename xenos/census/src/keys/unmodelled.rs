//! State that no source models, where it is not what everybody writes.

use base_word::bits;
use xenos_front::Registers;

use crate::registers as reg;

/// What of it a primitive takes notice of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Notice {
    /// Neither lines nor points.
    Area,
    Lines,
    Points,
}

impl Notice {
    /// Of a primitive's code.
    #[inline]
    pub(crate) fn of(primitive: u32) -> Self {
        match primitive {
            2 | 3 | 12 => Self::Lines,
            1 => Self::Points,
            _ => Self::Area,
        }
    }
}

/// The keys.
pub(crate) fn texts(registers: &Registers, notice: Notice) -> Vec<String> {
    let word = |number: u16| registers.get(number);
    let mut keys = Vec::new();
    let mut add = |name: &str, digits: usize, value: u32, usual: u32| {
        if value != usual {
            keys.push(format!("{name}=0x{value:0digits$X}"));
        }
    };
    let samples = bits(word(reg::SURFACE_INFO), 17, 16);
    let mode = word(reg::SC_MODE_CNTL);
    add("PA_SC_AA_MASK.mask", 4, bits(word(reg::AA_MASK), 15, 0), 0xFFFF);
    add("PA_SC_AA_CONFIG.samples", 1, bits(word(reg::AA_CONFIG), 2, 0), samples);
    add("PA_SC_AA_CONFIG.max-distance", 1, bits(word(reg::AA_CONFIG), 16, 13), 0);
    let enabled = if samples == 0 { 1 } else { bits(mode, 15, 15) };
    add("PA_SU_SC_MODE_CNTL.msaa-enable", 1, enabled, 1);
    add("PA_SU_SC_MODE_CNTL.provoking-last", 1, bits(mode, 19, 19), 0);
    add("PA_SU_SC_MODE_CNTL.perspective-off", 1, bits(mode, 20, 20), 0);
    add("SQ_INTERPOLATOR_CNTL.shade", 4, bits(word(reg::INTERPOLATOR_CNTL), 15, 0), 0xFFFF);
    add("SQ_WRAPPING_0.wrap", 8, word(reg::WRAPPING[0]), 0);
    add("SQ_WRAPPING_1.wrap", 8, word(reg::WRAPPING[1]), 0);
    for (name, place) in ["RED", "GREEN", "BLUE"].into_iter().zip(reg::FOG) {
        add(&format!("RB_FOG_COLOR_{name}.value"), 8, word(place), 0);
    }
    add("RB_COLORCONTROL.dither", 5, bits(word(reg::COLOR_CONTROL), 23, 5), 0);
    match notice {
        Notice::Lines => {
            add("PA_SU_LINE_CNTL.width", 4, bits(word(reg::LINE_CNTL), 15, 0), 8);
            add("PA_SC_LINE_STIPPLE.value", 8, word(reg::LINE_STIPPLE), 0);
            add("PA_SC_LINE_CNTL.value", 3, bits(word(reg::SC_LINE_CNTL), 10, 0), 0);
        }
        Notice::Points => {
            for (name, place) in ["X_RAD", "Y_RAD", "SIZE", "CULL_RAD"].into_iter().zip(reg::POINTS)
            {
                add(&format!("PA_CL_POINT_{name}.value"), 8, word(place), 0);
            }
        }
        Notice::Area => {}
    }
    let passes = word(reg::MPASS_PS_CNTL);
    let unused = if passes >> 31 == 0 { passes } else { !passes };
    add("PA_SC_MPASS_PS_CNTL.value", 8, passes, unused);
    let multipass = u32::from(bits(word(reg::PROGRAM_CNTL), 26, 24) == 7);
    add("SQ_PROGRAM_CNTL.multipass", 1, multipass, 0);
    keys
}
