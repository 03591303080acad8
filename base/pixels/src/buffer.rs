//! The buffers: rows from top to bottom without padding.

use crate::PixelsError;

/// A picture of 8-bit red, green and blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rgb8 {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// `width * height * 3` bytes, rows top to bottom without padding.
    pub data: Vec<u8>,
}

/// A picture of 8-bit red, green, blue and alpha (not premultiplied).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rgba8 {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// `width * height * 4` bytes, rows top to bottom without padding.
    pub data: Vec<u8>,
}

/// A picture of raw 16-bit words: a colour buffer as stored, or a depth buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words16 {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// `width * height` words, rows top to bottom without padding.
    pub data: Vec<u16>,
}

/// Refuses data whose length is not `width * height * per_pixel`.
pub(crate) fn check_length(
    width: u32,
    height: u32,
    per_pixel: u64,
    found: usize,
) -> Result<(), PixelsError> {
    // Two u32 factors fit in a u64; only the third can overflow.
    let expected = (width as u64 * height as u64).saturating_mul(per_pixel);
    let found = found as u64;
    if expected == found {
        Ok(())
    } else {
        Err(PixelsError::Length { width, height, expected, found })
    }
}

impl Rgb8 {
    /// A picture over `data`, or [`PixelsError::Length`].
    pub fn new(width: u32, height: u32, data: Vec<u8>) -> Result<Self, PixelsError> {
        check_length(width, height, 3, data.len())?;
        Ok(Self { width, height, data })
    }
}

impl Rgba8 {
    /// A picture over `data`, or [`PixelsError::Length`].
    pub fn new(width: u32, height: u32, data: Vec<u8>) -> Result<Self, PixelsError> {
        check_length(width, height, 4, data.len())?;
        Ok(Self { width, height, data })
    }

    /// The picture without its alpha channel; colours are kept as they are.
    pub fn to_rgb8(&self) -> Rgb8 {
        let data = self.data.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        Rgb8 { width: self.width, height: self.height, data }
    }
}

impl Words16 {
    /// A picture over `data`, or [`PixelsError::Length`].
    pub fn new(width: u32, height: u32, data: Vec<u16>) -> Result<Self, PixelsError> {
        check_length(width, height, 1, data.len())?;
        Ok(Self { width, height, data })
    }

    /// A picture from little-endian bytes, as `.rgb565` and `.u16` files hold it.
    pub fn from_le_bytes(width: u32, height: u32, bytes: &[u8]) -> Result<Self, PixelsError> {
        check_length(width, height, 2, bytes.len())?;
        let data = bytes.chunks_exact(2).map(|w| u16::from_le_bytes([w[0], w[1]])).collect();
        Ok(Self { width, height, data })
    }

    /// The words as little-endian bytes.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        self.data.iter().flat_map(|w| w.to_le_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_length_is_named() {
        assert!(matches!(
            Rgb8::new(2, 2, vec![0; 11]),
            Err(PixelsError::Length { expected: 12, found: 11, .. })
        ));
        assert!(Words16::new(u32::MAX, u32::MAX, Vec::new()).is_err());
        assert!(Rgba8::new(u32::MAX, u32::MAX, Vec::new()).is_err());
        assert!(Words16::from_le_bytes(1, 1, &[1]).is_err());
    }

    #[test]
    fn words_and_bytes_agree() {
        let picture = Words16::from_le_bytes(2, 1, &[0x34, 0x12, 0xFF, 0x00]).unwrap();
        assert_eq!(picture.data, [0x1234, 0x00FF]);
        assert_eq!(picture.to_le_bytes(), [0x34, 0x12, 0xFF, 0x00]);
    }
}
