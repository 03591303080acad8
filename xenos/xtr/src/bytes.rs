//! Little-endian words in byte arrays; what is not there reads as 0.

/// The word at byte `at`.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk());
    word.map_or(0, |word| u32::from_le_bytes(*word))
}
