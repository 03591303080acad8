//! The one error type of this crate.

/// Why a picture could not be made, read, written or compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PixelsError {
    /// The data of a buffer does not have the length that its size asks for.
    #[error("a {width}x{height} picture needs {expected} elements, not {found}")]
    Length {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Elements (bytes or words) that the size asks for; `u64::MAX` when it overflows.
        expected: u64,
        /// Elements given.
        found: u64,
    },
    /// Two pictures that should be compared have different sizes.
    #[error("pictures differ in size: {}x{} and {}x{}", a.0, a.1, b.0, b.1)]
    SizesDiffer {
        /// Width and height of the first.
        a: (u32, u32),
        /// Width and height of the second.
        b: (u32, u32),
    },
    /// A PNG file states a size that is refused before anything is allocated for it.
    #[error(
        "a PNG of {width}x{height} pixels is refused: at most {max_side} a side, {max_pixels} in all"
    )]
    TooLarge {
        /// Width stated in the file.
        width: u32,
        /// Height stated in the file.
        height: u32,
        /// The limit for either side.
        max_side: u32,
        /// The limit for their product.
        max_pixels: u64,
    },
    /// A PNG file is malformed, cut short, or asks for too much memory.
    #[error("cannot read the PNG")]
    Decode(#[from] png::DecodingError),
    /// A PNG file could not be encoded, for example because a side is zero.
    #[error("cannot write the PNG")]
    Encode(#[from] png::EncodingError),
    /// A 16-bit grey PNG was expected and another kind found.
    #[error("not a 16-bit grey PNG but {found}")]
    NotGray16 {
        /// Colour type and depth found.
        found: String,
    },
}
