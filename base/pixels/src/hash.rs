//! The hash of the reference frame lists (`frames.txt` beside the shared traces).
//!
//! 64-bit FNV-1a over the picture's words, low byte first, rows top to bottom. The start value is
//! **not** the usual one (that has one digit more); other tools' FNV-1a gives other values.

/// The start value of the frame lists.
pub const FNV_START: u64 = 1469598103934665603;
/// The usual 64-bit FNV prime.
pub const FNV_PRIME: u64 = 1099511628211;

/// The hash of a row of words, or of a whole picture.
///
/// ```
/// assert_eq!(base_pixels::fnv1a_words(&[]), base_pixels::FNV_START);
/// ```
pub fn fnv1a_words(words: &[u16]) -> u64 {
    words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .fold(FNV_START, |hash, byte| (hash ^ byte as u64).wrapping_mul(FNV_PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_byte_first() {
        let step = |hash: u64, byte: u64| (hash ^ byte).wrapping_mul(FNV_PRIME);
        assert_eq!(fnv1a_words(&[0x1234]), step(step(FNV_START, 0x34), 0x12));
    }
}
