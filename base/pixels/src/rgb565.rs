//! RGB565 to 8 bits a channel, for showing raw 16-bit pictures.
//!
//! Widening replicates the top bits into the low ones, so that 0 stays 0 and full becomes 255.
//! This is a choice of the viewer; a chip's video output may widen differently.

use crate::{Rgb8, Words16};

/// One RGB565 word (red in the top bits) as red, green and blue.
#[inline]
pub const fn rgb565_to_rgb888(word: u16) -> [u8; 3] {
    let r = (word >> 11) as u8;
    let g = (word >> 5 & 0x3F) as u8;
    let b = (word & 0x1F) as u8;
    [r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2]
}

/// A whole picture of RGB565 words as 8 bits a channel.
pub fn rgb565_to_rgb8(picture: &Words16) -> Rgb8 {
    let data = picture.data.iter().flat_map(|&word| rgb565_to_rgb888(word)).collect();
    Rgb8 { width: picture.width, height: picture.height, data }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_steps() {
        assert_eq!(rgb565_to_rgb888(0), [0, 0, 0]);
        assert_eq!(rgb565_to_rgb888(0xFFFF), [255, 255, 255]);
        assert_eq!(rgb565_to_rgb888(0xF800), [255, 0, 0]);
        assert_eq!(rgb565_to_rgb888(0x8410), [0x84, 0x82, 0x84]);
    }

    #[test]
    fn widening_keeps_every_word_apart() {
        for word in 0..=u16::MAX {
            let [r, g, b] = rgb565_to_rgb888(word).map(u16::from);
            assert_eq!(r >> 3 << 11 | g >> 2 << 5 | b >> 3, word);
        }
    }
}
