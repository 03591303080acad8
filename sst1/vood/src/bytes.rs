//! Little-endian words at fixed places of fixed-size arrays.

/// The 32-bit word at byte `at`; callers use constants inside the array.
#[inline(always)]
pub(crate) fn u32_at<const N: usize>(bytes: &[u8; N], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// The 64-bit word at byte `at`.
#[inline]
pub(crate) fn u64_at<const N: usize>(bytes: &[u8; N], at: usize) -> u64 {
    u32_at(bytes, at) as u64 | (u32_at(bytes, at + 4) as u64) << 32
}

/// Puts a 32-bit word at byte `at`.
#[inline]
pub(crate) fn put_u32<const N: usize>(bytes: &mut [u8; N], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Puts a 64-bit word at byte `at`.
#[inline]
pub(crate) fn put_u64<const N: usize>(bytes: &mut [u8; N], at: usize, value: u64) {
    bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
}
