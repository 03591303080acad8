//! Which words of which looks a later step has changed: a bit each.

use std::collections::BTreeMap;

/// Frame, and the number of the buffer among those looked at.
type Look = (u64, usize);

/// The bits that are kept from one pass to the next.
pub(super) struct Claims {
    looks: BTreeMap<Look, Vec<u64>>,
    /// What all looks of the stretch take if each is claimed from.
    bytes: u64,
    /// Bytes from which on there are enough.
    most: u64,
}

/// The bits of one look.
pub(super) enum Claimed<'a> {
    /// Nothing was claimed, and no pass follows that wants to know.
    Nothing,
    /// A bit a word.
    Bits(&'a mut [u64]),
}

impl Claims {
    pub(super) const fn new(most: u64) -> Self {
        Self { looks: BTreeMap::new(), bytes: 0, most }
    }

    /// Whether a stretch should end.
    pub(super) const fn full(&self) -> bool {
        self.bytes > self.most
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.looks.clear();
        self.bytes = 0;
    }

    /// Sets room aside for a look at `words` words.
    pub(super) fn expect(&mut self, words: usize) {
        self.bytes += words.div_ceil(64) as u64 * 8;
    }

    /// The bits of a look at `words` words; `keep` if a further pass will ask.
    pub(super) fn of(&mut self, look: Look, words: usize, keep: bool) -> Claimed<'_> {
        if keep {
            self.looks.entry(look).or_insert_with(|| vec![0; words.div_ceil(64)]);
        }
        self.looks.get_mut(&look).map_or(Claimed::Nothing, |bits| Claimed::Bits(bits))
    }
}

impl Claimed<'_> {
    /// Claims a word, and says whether it was claimed before.
    pub(super) fn take(&mut self, at: usize) -> bool {
        let Self::Bits(bits) = self else { return false };
        let Some(word) = bits.get_mut(at / 64) else { return false };
        let before = *word >> (at % 64) & 1 != 0;
        *word |= 1 << (at % 64);
        before
    }
}
