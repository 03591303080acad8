//! Colours as the pipeline carries them: 8 bits a channel in signed words, so that sums can leave
//! the range before they are clamped.
//!
//! Facts: digest 5.5 (widening by replication), 5.8 (565).

/// Red, green, blue.
pub(crate) type Rgb = [i32; 3];

/// A colour with alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Color {
    pub(crate) rgb: Rgb,
    pub(crate) a: i32,
}

impl Color {
    /// From 0xAARRGGBB.
    pub(crate) const fn from_argb(word: u32) -> Self {
        Self { rgb: rgb(word), a: (word >> 24) as i32 }
    }

    /// To 0xAARRGGBB; channels are 0 to 255.
    pub(crate) const fn to_argb(self) -> u32 {
        let [r, g, b] = self.rgb;
        (self.a as u32) << 24 | (r as u32) << 16 | (g as u32) << 8 | b as u32
    }
}

/// Red, green, blue of 0x..RRGGBB.
pub(crate) const fn rgb(word: u32) -> Rgb {
    [(word >> 16 & 0xFF) as i32, (word >> 8 & 0xFF) as i32, (word & 0xFF) as i32]
}

/// Clamps to 8 bits.
pub(crate) const fn clamp8(value: i32) -> i32 {
    if value < 0 {
        0
    } else if value > 255 {
        255
    } else {
        value
    }
}

/// Clamps to 16 bits.
pub(crate) const fn clamp16(value: i32) -> i32 {
    if value < 0 {
        0
    } else if value > 0xFFFF {
        0xFFFF
    } else {
        value
    }
}

/// `value` of `bits` (1 to 7) widened to 8 by repeating it from the top.
pub(crate) const fn widen(value: u32, bits: u32) -> i32 {
    let mut word = 0;
    let mut at = 8;
    while at > 0 {
        at -= bits as i32;
        word |= if at >= 0 { value << at } else { value >> -at };
    }
    word as i32
}

/// A 565 word widened to 8 bits a channel.
pub(crate) const fn from_565(word: u16) -> Rgb {
    let word = word as u32;
    [widen(word >> 11, 5), widen(word >> 5 & 0x3F, 6), widen(word & 0x1F, 5)]
}

/// A 565 word widened to 8 bits a channel with zeros.
pub(crate) const fn from_565_shifted(word: u16) -> Rgb {
    let word = word as i32;
    [word >> 8 & 0xF8, word >> 3 & 0xFC, word << 3 & 0xF8]
}

/// 565 from 5, 6 and 5 bits.
pub(crate) const fn pack_565([r, g, b]: Rgb) -> u16 {
    ((r & 0x1F) << 11 | (g & 0x3F) << 5 | b & 0x1F) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_repeated() {
        assert_eq!(widen(1, 1), 0xFF);
        assert_eq!(widen(0b10, 2), 0b1010_1010);
        assert_eq!(widen(0b101, 3), 0b1011_0110);
        assert_eq!(widen(0xA, 4), 0xAA);
        assert_eq!(widen(0b10001, 5), 0b1000_1100);
        assert_eq!(widen(0b100001, 6), 0b1000_0110);
    }

    #[test]
    fn words() {
        assert_eq!(Color::from_argb(0x8040_2010).to_argb(), 0x8040_2010);
        assert_eq!(from_565(0xF81F), [255, 0, 255]);
        assert_eq!(from_565_shifted(0xFFE1), [0xF8, 0xFC, 8]);
        assert_eq!(pack_565([31, 63, 0]), 0xFFE0);
    }
}
