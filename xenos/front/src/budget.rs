//! Words that a processor may still run and read.

/// An account of words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    left: u64,
    spent: bool,
}

impl Default for Budget {
    /// Without an end: a trace's feed can be no longer than its file.
    fn default() -> Self {
        Self { left: u64::MAX, spent: false }
    }
}

impl Budget {
    /// So many from now on.
    pub(crate) fn begin(&mut self, words: u64) {
        *self = Self { left: words, spent: false };
    }

    /// Takes words; whether there were as many. After the first time that there were not, none are.
    #[inline]
    pub(crate) fn take(&mut self, words: u64) -> bool {
        match self.left.checked_sub(words) {
            Some(left) if !self.spent => self.left = left,
            _ => self.spent = true,
        }
        !self.spent
    }

    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.spent
    }
}
