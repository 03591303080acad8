//! Small packed parts: swizzles, masks, the sequence of an exec.
//!
//! Facts: digest sections 2.1, 2.2, 2.5 and 2.6 (documented).

use base_word::{FieldKind, FieldValue};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::codes::{Component, FetchComponent};
use crate::part::Part;

macro_rules! packed {
    ($(#[doc = $doc:literal])* $Name:ident($Raw:ident)) => {
        $(#[doc = $doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
        )]
        pub struct $Name(pub $Raw);

        impl Part for $Name {
            const KIND: FieldKind = FieldKind::Unsigned;
            fn from_part(bits: u32, _: u32) -> Self {
                Self(bits as $Raw)
            }
            fn to_part(self) -> u32 {
                u32::from(self.0)
            }
        }
    };
}

packed! {
    /// Components that are written; bit 0 is x.
    Mask(u8)
}

impl Mask {
    /// All four components.
    pub const ALL: Self = Self(15);

    /// Whether component `index` (0 to 3) is in it.
    pub const fn has(self, index: u32) -> bool {
        self.0 >> (index & 3) & 1 != 0
    }

    /// Whether no component is in it.
    pub const fn is_empty(self) -> bool {
        self.0 & 15 == 0
    }
}

packed! {
    /// An ALU source's swizzle: two bits a component, each relative to its own position, so that 0
    /// is xyzw.
    Swizzle(u8)
}

impl Swizzle {
    /// The component that position `index` (0 to 3) reads.
    pub fn component(self, index: u32) -> Component {
        let index = index & 3;
        Component::from_bits((u32::from(self.0) >> (2 * index)) + index)
    }

    /// The swizzle that reads these components.
    pub fn of(components: [Component; 4]) -> Self {
        let packed = components.iter().zip(0u32..).fold(0, |packed, (component, index)| {
            packed | ((component.to_bits() + 4 - index) & 3) << (2 * index)
        });
        Self(packed as u8)
    }

    /// The register components that the swizzled components `positions` come from.
    pub fn reads(self, positions: u8) -> u8 {
        (0..4)
            .filter(|index| positions >> index & 1 != 0)
            .fold(0, |read, index| read | 1 << self.component(index).to_bits())
    }
}

packed! {
    /// A fetch's destination: three bits a component, see [`FetchComponent`].
    FetchSwizzle(u16)
}

impl FetchSwizzle {
    /// x, y, z and w as fetched.
    pub const XYZW: Self = Self(0o3210);
    /// Nothing is written.
    pub const KEEP: Self = Self(0o7777);

    /// What component `index` (0 to 3) gets.
    pub fn component(self, index: u32) -> FetchComponent {
        FetchComponent::from_bits(u32::from(self.0) >> (3 * (index & 3)))
    }

    /// The swizzle that writes these.
    pub fn of(components: [FetchComponent; 4]) -> Self {
        let packed = components.iter().rev().fold(0, |packed, c| packed << 3 | c.to_bits());
        Self(packed as u16)
    }

    /// The components that are written.
    pub fn mask(self) -> Mask {
        let written = (0..4)
            .filter(|index| self.component(*index) != FetchComponent::Keep)
            .fold(0, |mask, index| mask | 1 << index);
        Mask(written)
    }
}

packed! {
    /// A texture fetch's source: two bits each for three coordinates, absolute.
    SourceSwizzle(u8)
}

impl SourceSwizzle {
    /// The component that coordinate `index` (0 to 2) reads.
    pub fn component(self, index: u32) -> Component {
        Component::from_bits(u32::from(self.0) >> (2 * index.min(2)))
    }

    /// The swizzle that reads these components.
    pub fn of(components: [Component; 3]) -> Self {
        let packed = components.iter().rev().fold(0, |packed, c| packed << 2 | c.to_bits());
        Self(packed as u8)
    }

    /// The register components that the first `count` coordinates come from.
    pub fn reads(self, count: u32) -> u8 {
        (0..count.min(3)).fold(0, |read, index| read | 1 << self.component(index).to_bits())
    }
}

packed! {
    /// What an exec's instructions are: two bits each, from bit 0 on.
    Sequence(u16)
}

impl Serialize for Sequence {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Sequence {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        u16::deserialize(from).map(Self)
    }
}

impl Sequence {
    /// Instructions that the bits reach.
    pub const LENGTH: u32 = 6;

    /// Whether instruction `index` is a fetch. Those beyond the sixth have no bits: ALU.
    pub const fn is_fetch(self, index: u32) -> bool {
        index < Self::LENGTH && self.0 >> (2 * index) & 1 != 0
    }

    /// Whether instruction `index` waits for what was started before it.
    pub const fn is_serialized(self, index: u32) -> bool {
        index < Self::LENGTH && self.0 >> (2 * index + 1) & 1 != 0
    }

    /// The sequence with instruction `index` (0 to 5) described; a seventh cannot be.
    #[must_use]
    pub const fn with(self, index: u32, fetch: bool, serialized: bool) -> Self {
        if index >= Self::LENGTH {
            return self;
        }
        let bits = fetch as u16 | (serialized as u16) << 1;
        Self(self.0 & !(3 << (2 * index)) | bits << (2 * index))
    }

    /// The sequence of the first `count` instructions alone.
    #[must_use]
    pub const fn first(self, count: u32) -> Self {
        if count >= Self::LENGTH { self } else { Self(self.0 & ((1 << (2 * count)) - 1)) }
    }
}

/// The letters of a packed part, in JSON: one a component.
macro_rules! spelled {
    ($Name:ident, $count:literal) => {
        impl Serialize for $Name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(&self)
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                (0..$count).try_for_each(|index| f.write_str(self.letter(index)))
            }
        }

        impl<'de> Deserialize<'de> for $Name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                let letters: Vec<char> = text.chars().collect();
                <[char; $count]>::try_from(letters)
                    .ok()
                    .and_then(Self::spelled)
                    .ok_or_else(|| D::Error::custom(format!("{text} is no {}", stringify!($Name))))
            }
        }
    };
}

spelled!(Mask, 4);
spelled!(Swizzle, 4);
spelled!(FetchSwizzle, 4);
spelled!(SourceSwizzle, 3);

/// The code of an enumerated part's one-letter name.
fn code<T: FieldValue>(letter: char) -> Option<T> {
    T::VALUES
        .iter()
        .find(|value| value.name.chars().eq([letter]))
        .map(|value| T::from_bits(value.code))
}

impl Mask {
    fn letter(self, index: u32) -> &'static str {
        if self.has(index) { Component::from_bits(index).name() } else { "_" }
    }

    fn spelled(letters: [char; 4]) -> Option<Self> {
        letters.iter().zip(0u32..).try_fold(Self(0), |mask, (letter, index)| match letter {
            '_' => Some(mask),
            _ => (code::<Component>(*letter)?.to_bits() == index)
                .then_some(Self(mask.0 | 1 << index)),
        })
    }
}

impl Swizzle {
    fn letter(self, index: u32) -> &'static str {
        self.component(index).name()
    }

    fn spelled([x, y, z, w]: [char; 4]) -> Option<Self> {
        Some(Self::of([code(x)?, code(y)?, code(z)?, code(w)?]))
    }
}

impl FetchSwizzle {
    fn letter(self, index: u32) -> &'static str {
        self.component(index).name()
    }

    fn spelled([x, y, z, w]: [char; 4]) -> Option<Self> {
        Some(Self::of([code(x)?, code(y)?, code(z)?, code(w)?]))
    }
}

impl SourceSwizzle {
    fn letter(self, index: u32) -> &'static str {
        self.component(index).name()
    }

    fn spelled([x, y, z]: [char; 3]) -> Option<Self> {
        Some(Self::of([code(x)?, code(y)?, code(z)?]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles_are_relative_in_alu_sources() {
        use Component::{W, X, Y, Z};
        assert_eq!(Swizzle::of([X, Y, Z, W]), Swizzle(0));
        for raw in 0..=255 {
            let swizzle = Swizzle(raw);
            assert_eq!(Swizzle::of([0, 1, 2, 3].map(|i| swizzle.component(i))), swizzle);
        }
        assert_eq!(Swizzle::of([W, W, X, Y]).reads(0b0111), 0b1001);
    }

    #[test]
    fn fetch_swizzles_are_absolute() {
        assert_eq!(FetchSwizzle::XYZW.mask(), Mask::ALL);
        assert_eq!(FetchSwizzle::KEEP.mask(), Mask(0));
        for raw in 0..0x1000 {
            let swizzle = FetchSwizzle(raw);
            assert_eq!(FetchSwizzle::of([0, 1, 2, 3].map(|i| swizzle.component(i))), swizzle);
        }
        for raw in 0..64 {
            let swizzle = SourceSwizzle(raw);
            assert_eq!(SourceSwizzle::of([0, 1, 2].map(|i| swizzle.component(i))), swizzle);
        }
    }

    #[test]
    fn parts_are_spelled_in_json() {
        let spell = |value: &dyn Fn() -> serde_json::Result<String>| value().unwrap();
        assert_eq!(spell(&|| serde_json::to_string(&Mask(0b1001))), r#""x__w""#);
        assert_eq!(spell(&|| serde_json::to_string(&Swizzle(0))), r#""xyzw""#);
        assert_eq!(spell(&|| serde_json::to_string(&FetchSwizzle(0o5470))), r#""x_01""#);
        assert_eq!(spell(&|| serde_json::to_string(&SourceSwizzle(0b11_00_01))), r#""yxw""#);
        assert_eq!(serde_json::from_str::<Mask>(r#""_y__""#).unwrap(), Mask(2));
        for wrong in [r#""yx__""#, r#""xyzwx""#, r#""q___""#, "7"] {
            assert!(serde_json::from_str::<Mask>(wrong).is_err(), "{wrong}");
        }
        assert!(serde_json::from_str::<Swizzle>(r#""xyz_""#).is_err());
    }

    #[test]
    fn a_sequence_has_six_places() {
        let sequence = Sequence::default().with(1, true, false).with(5, false, true);
        assert_eq!(sequence, Sequence(0b10_00_00_00_01_00));
        assert!(sequence.is_fetch(1) && sequence.is_serialized(5));
        assert!(!sequence.is_fetch(6) && !sequence.is_serialized(7));
        assert_eq!(sequence.with(6, true, true), sequence);
        assert_eq!(sequence.first(5), Sequence(0b100));
    }
}
