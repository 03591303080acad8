//! Channels of a colour, and the one multiplication that all combine units share.
//!
//! Facts: digest sections 5.6 to 5.8 and 9.4.

/// A channel, 0 to 255, or a difference or factor made of channels; never outside -1,024..=1,280.
pub type Lane = i16;

/// Clamps to a channel's range.
#[inline(always)]
pub fn clamp8(value: Lane) -> Lane {
    value.clamp(0, 255)
}

/// Clamps a 32-bit value to a channel's range.
#[inline(always)]
pub fn clamp8_wide(value: i32) -> Lane {
    // First to 16 bits with saturation, then to a channel: both exist as vector instructions.
    clamp8(value.clamp(-0x8000, 0x7FFF) as Lane)
}

/// `(value * factor) >> 8`, arithmetic. `value` is -255..=255, `factor` -1,023..=1,279: shifted apart
/// by 7 and 1 both fit into 16 bits, and the product's high half is the result.
#[inline(always)]
pub fn scale(value: Lane, factor: Lane) -> Lane {
    ((i32::from(value << 7) * i32::from(factor << 1)) >> 16) as Lane
}

/// The channel of an iterated colour: 12 fraction bits, 24 or 32 bits of accumulator.
#[inline(always)]
pub fn iterated(value: i32, bits24: bool) -> Lane {
    let whole = if bits24 { value << 8 >> 20 } else { value >> 12 };
    clamp8_wide(whole)
}

/// The channel of an iterated colour as MAME has it: bits 23:12, of which -1 and 256 are held and all
/// else wraps.
#[inline]
pub fn iterated_wrapped(value: i32) -> Lane {
    let whole = (value >> 12 & 0xFFF) as Lane;
    if whole == 0xFFF {
        0
    } else if whole == 0x100 {
        0xFF
    } else {
        whole & 0xFF
    }
}

/// Iterated Z as a channel: bits 27:20, clamped (digest 5.2).
#[inline(always)]
pub fn z_channel(z: i32) -> Lane {
    clamp8_wide(z >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_is_an_arithmetic_shift_of_the_product() {
        for value in -255..=255 {
            for factor in [-1023, -255, -1, 0, 1, 2, 128, 255, 256, 319, 1279] {
                let product = i32::from(value) * i32::from(factor);
                assert_eq!(i32::from(scale(value, factor)), product >> 8, "{value} {factor}");
            }
        }
    }

    #[test]
    fn colour_accumulators_of_24_bits_wrap() {
        assert_eq!(iterated(0x00FF_F000, false), 255);
        assert_eq!(iterated(0x00FF_F000, true), 0, "-1 in 12.12");
        assert_eq!(iterated(0x0107_F000, true), 0x7F);
        assert_eq!(iterated(-1, false), 0);
        let wrapped = [-1, 0x0010_0000, 0x0010_1000, -0x2000].map(iterated_wrapped);
        assert_eq!(wrapped, [0, 255, 1, 254]);
        assert_eq!(z_channel(0x0FF0_0000), 255);
        assert_eq!(z_channel(-1), 0);
    }
}
