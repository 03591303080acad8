//! Dwords as memory holds them.
//!
//! For: a view over big-endian dwords that copies nothing until a dword is asked for.

use core::fmt;

#[cfg(test)]
mod tests;

/// Big-endian dwords in memory that somebody else owns.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Words<'a>(&'a [[u8; 4]]);

impl<'a> Words<'a> {
    /// No dwords.
    pub const EMPTY: Self = Self(&[]);

    /// The whole dwords of `bytes`; up to three bytes at the end are left out.
    #[inline]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes.as_chunks().0)
    }

    /// These dwords.
    #[inline]
    pub const fn from_chunks(chunks: &'a [[u8; 4]]) -> Self {
        Self(chunks)
    }

    /// The dwords, each as its four bytes in memory's order.
    #[inline]
    pub const fn chunks(self) -> &'a [[u8; 4]] {
        self.0
    }

    /// The bytes in memory's order.
    #[inline]
    pub const fn bytes(self) -> &'a [u8] {
        self.0.as_flattened()
    }

    /// How many dwords.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Dword `at`.
    #[inline]
    pub fn get(self, at: usize) -> Option<u32> {
        self.0.get(at).map(|&dword| u32::from_be_bytes(dword))
    }

    /// `count` dwords from `first` on, if there are so many.
    #[inline]
    pub fn slice(self, first: usize, count: usize) -> Option<Self> {
        self.0.get(first..)?.get(..count).map(Self)
    }

    /// The dwords from `first` on; none if it lies beyond the end.
    #[inline]
    #[must_use]
    pub fn skip(self, first: usize) -> Self {
        Self(self.0.get(first..).unwrap_or(&[]))
    }

    /// At most `count` dwords from the start.
    #[inline]
    #[must_use]
    pub fn take(self, count: usize) -> Self {
        Self(self.0.get(..count).unwrap_or(self.0))
    }

    /// The dwords as numbers.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = u32> + DoubleEndedIterator + Clone + 'a {
        self.0.iter().map(|&dword| u32::from_be_bytes(dword))
    }

    /// Copies as many dwords as both sides have, as numbers; says how many.
    #[inline]
    pub fn copy_to(self, target: &mut [u32]) -> usize {
        for (to, &from) in target.iter_mut().zip(self.0) {
            *to = u32::from_be_bytes(from);
        }
        target.len().min(self.0.len())
    }
}

impl fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Hex)).finish()
    }
}

/// A dword as the documents write it.
struct Hex(u32);

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08X}", self.0)
    }
}

/// Numbers as the bytes that [`Words`] views.
pub fn to_bytes(dwords: &[u32]) -> Vec<u8> {
    dwords.iter().flat_map(|dword| dword.to_be_bytes()).collect()
}
