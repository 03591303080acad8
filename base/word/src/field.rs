//! Fields of a word, described as data.

/// How a field's bits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// One bit, on or off.
    Flag,
    /// An unsigned number.
    Unsigned,
    /// A two's complement number.
    Signed,
    /// One of a list of named values.
    Enumerated,
    /// No meaning is known or documented; kept, named and never acted upon.
    Reserved,
}

/// One value of an enumerated field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumValue {
    /// The bits that select the value.
    pub code: u32,
    /// Its name, as printed.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// One field of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, as printed; also the getter's name.
    pub name: &'static str,
    /// Highest bit, inclusive.
    pub hi: u32,
    /// Lowest bit, inclusive.
    pub lo: u32,
    /// How its bits are read.
    pub kind: FieldKind,
    /// The values of an enumerated field; empty otherwise.
    pub values: &'static [EnumValue],
    /// What it means.
    pub doc: &'static str,
}

impl Field {
    /// The field's bits in place.
    pub const fn mask(&self) -> u32 {
        crate::mask(self.hi - self.lo + 1) << self.lo
    }

    /// The field's bits in `word`, shifted down.
    pub const fn get(&self, word: u32) -> u32 {
        crate::bits(word, self.hi, self.lo)
    }

    /// `word` with this field's bits replaced.
    pub const fn set(&self, word: u32, value: u32) -> u32 {
        crate::with_bits(word, self.hi, self.lo, value)
    }
}

/// An enumerated field's type: every code of its width has a variant.
pub trait FieldValue: Copy + Sized + 'static {
    /// Width in bits.
    const WIDTH: u32;
    /// All values, by ascending code.
    const VALUES: &'static [EnumValue];
    /// The variant of the low [`Self::WIDTH`] bits.
    fn from_bits(bits: u32) -> Self;
    /// The variant's code.
    fn to_bits(self) -> u32;
}

/// A one-word register type made by [`crate::word!`].
pub trait Word: Copy + Sized + 'static {
    /// The register's name in the field's own spelling.
    const NAME: &'static str;
    /// Every bit of the word belongs to exactly one of these.
    const FIELDS: &'static [Field];
    /// The word as a typed register.
    fn from_raw(raw: u32) -> Self;
    /// The register as a word, reserved bits included.
    fn raw(self) -> u32;
    /// The register with its reserved bits cleared.
    #[must_use]
    fn normalized(self) -> Self {
        let reserved = Self::FIELDS
            .iter()
            .filter(|f| f.kind == FieldKind::Reserved)
            .fold(0, |bits, f| bits | f.mask());
        Self::from_raw(self.raw() & !reserved)
    }
}

/// Says why `fields` do not partition the 32 bits of a word, or `None` when they do.
pub fn partition_fault(fields: &[Field]) -> Option<String> {
    let mut seen = 0u32;
    for field in fields {
        if field.hi < field.lo || field.hi > 31 {
            return Some(format!("{}: bits {}..={} are no range", field.name, field.lo, field.hi));
        }
        if seen & field.mask() != 0 {
            return Some(format!("{}: shares bits {:#010x}", field.name, seen & field.mask()));
        }
        seen |= field.mask();
    }
    (seen != u32::MAX).then(|| format!("bits {:#010x} belong to no field", !seen))
}
