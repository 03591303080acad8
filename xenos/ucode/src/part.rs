//! Parts of an instruction, and the macros that declare instructions and their codes.
//!
//! For: one declaration an instruction, from which follow its type, words to type, type to words,
//! the list of its fields, and the proof that each bit has exactly one owner.
//! Not for: what a field means; that is beside each declaration.
//!
//! An instruction's bits count from bit 0 of its first dword: bit 37 is bit 5 of the second. A
//! control-flow instruction has 48 bits, the others 96.

use std::fmt;

use base_word::{EnumValue, Field, FieldKind, sign_extend};
use serde::{Deserialize, Serialize};

/// A value that stands in some bits of an instruction.
pub trait Part: Copy + PartialEq + fmt::Debug {
    /// How its bits are read.
    const KIND: FieldKind;
    /// The values of an enumerated part; empty otherwise.
    const VALUES: &'static [EnumValue] = &[];
    /// The value of the low `width` bits.
    fn from_part(bits: u32, width: u32) -> Self;
    /// The value as bits; more than the part's width may be set by a value that does not fit.
    fn to_part(self) -> u32;
}

impl Part for bool {
    const KIND: FieldKind = FieldKind::Flag;
    fn from_part(bits: u32, _: u32) -> Self {
        bits & 1 != 0
    }
    fn to_part(self) -> u32 {
        u32::from(self)
    }
}

impl Part for u8 {
    const KIND: FieldKind = FieldKind::Unsigned;
    fn from_part(bits: u32, _: u32) -> Self {
        bits as u8
    }
    fn to_part(self) -> u32 {
        u32::from(self)
    }
}

impl Part for u16 {
    const KIND: FieldKind = FieldKind::Unsigned;
    fn from_part(bits: u32, _: u32) -> Self {
        bits as u16
    }
    fn to_part(self) -> u32 {
        u32::from(self)
    }
}

impl Part for i8 {
    const KIND: FieldKind = FieldKind::Signed;
    fn from_part(bits: u32, width: u32) -> Self {
        sign_extend(bits, width) as i8
    }
    fn to_part(self) -> u32 {
        self as u32
    }
}

impl Part for i32 {
    const KIND: FieldKind = FieldKind::Signed;
    fn from_part(bits: u32, width: u32) -> Self {
        sign_extend(bits, width)
    }
    fn to_part(self) -> u32 {
        self as u32
    }
}

/// Bits without a known meaning: kept, named, never acted upon, dropped by `normalized`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reserved(pub u32);

impl Part for Reserved {
    const KIND: FieldKind = FieldKind::Reserved;
    fn from_part(bits: u32, _: u32) -> Self {
        Self(bits)
    }
    fn to_part(self) -> u32 {
        self.0
    }
}

/// An instruction, or a form of one, as a list of fields.
///
/// The bits of [`Self::TAG`] say which form it is; they belong to whoever holds the form.
pub trait Layout: Copy + PartialEq + fmt::Debug {
    /// Its name, as printed.
    const NAME: &'static str;
    /// Bits an instruction has.
    const BITS: u32;
    /// The field outside the form that selects it, if there is one.
    const TAG: Option<Field>;
    /// All fields; with [`Self::TAG`] they own every bit exactly once.
    const FIELDS: &'static [Field];

    /// The form whose fields have the bits that `value` gives.
    fn build(value: impl FnMut(&Field) -> u32) -> Self;

    /// Hands out each field with its bits.
    fn visit(&self, each: impl FnMut(&Field, u32));

    /// The form of these bits. Every pattern has one.
    #[inline]
    fn from_bits(bits: u128) -> Self {
        Self::build(|field| (bits >> field.lo) as u32 & base_word::mask(width(field)))
    }

    /// Its bits; those of the tag are clear.
    #[inline]
    fn to_bits(&self) -> u128 {
        let mut bits = 0;
        self.visit(|field, value| {
            bits |= u128::from(value & base_word::mask(width(field))) << field.lo;
        });
        bits
    }

    /// Whether every field's value fits into its bits, so that encoding loses nothing.
    fn fits(&self) -> bool {
        Self::from_bits(self.to_bits()) == *self
    }

    /// The form with its reserved bits clear.
    #[must_use]
    fn without_reserved(&self) -> Self {
        let bits = self.to_bits();
        Self::build(|field| match field.kind {
            FieldKind::Reserved => 0,
            _ => (bits >> field.lo) as u32 & base_word::mask(width(field)),
        })
    }

    /// The first reserved field that is not clear.
    fn reserved_set(&self) -> Option<(&'static str, u32)> {
        let bits = self.to_bits();
        Self::FIELDS
            .iter()
            .filter(|field| field.kind == FieldKind::Reserved)
            .map(|field| (field.name, (bits >> field.lo) as u32 & base_word::mask(width(field))))
            .find(|(_, value)| *value != 0)
    }
}

/// Bits a field has, at most 32.
const fn width(field: &Field) -> u32 {
    field.hi - field.lo + 1
}

/// Says why the fields of a layout do not partition its bits, or `None` when they do.
pub fn layout_fault<L: Layout>() -> Option<String> {
    let mut seen = 0u128;
    for field in L::FIELDS.iter().chain(L::TAG.as_ref()) {
        if field.hi < field.lo || field.hi >= L::BITS || width(field) > 32 {
            return Some(format!("{}: bits {}..={} are no range", field.name, field.lo, field.hi));
        }
        let mask = u128::from(base_word::mask(width(field))) << field.lo;
        if seen & mask != 0 {
            return Some(format!("{} shares bits", field.name));
        }
        seen |= mask;
    }
    let all = (1u128 << L::BITS) - 1;
    (seen != all).then(|| format!("bits {:#x} belong to no field", all & !seen))
}

/// Declares enumerated parts: [`base_word::field_enum!`], serialised by name.
macro_rules! codes {
    (
        $(#[doc = $top:literal])*
        pub enum $Name:ident : $width:literal { $($body:tt)* }
    ) => {
        base_word::field_enum! {
            $(#[doc = $top])*
            pub enum $Name: $width { $($body)* }
        }

        impl $Name {
            /// Its name, as printed in tables.
            pub fn name(self) -> &'static str {
                <Self as base_word::FieldValue>::VALUES[self as usize].name
            }

            /// Its code.
            pub const fn code(self) -> u8 {
                self as u8
            }
        }

        impl $crate::part::Part for $Name {
            const KIND: base_word::FieldKind = base_word::FieldKind::Enumerated;
            const VALUES: &'static [base_word::EnumValue] =
                <Self as base_word::FieldValue>::VALUES;
            fn from_part(bits: u32, _: u32) -> Self {
                base_word::FieldValue::from_bits(bits)
            }
            fn to_part(self) -> u32 {
                base_word::FieldValue::to_bits(self)
            }
        }

        impl serde::Serialize for $Name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $Name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let name = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                <Self as base_word::FieldValue>::VALUES
                    .iter()
                    .find(|value| value.name == name)
                    .map(|value| base_word::FieldValue::from_bits(value.code))
                    .ok_or_else(|| serde::de::Error::custom(format!(
                        "no {} is called {name}", stringify!($Name)
                    )))
            }
        }
    };
}

/// Declares an instruction or a form of one: a plain struct and its [`Layout`].
macro_rules! instruction {
    (
        $(#[doc = $top:literal])*
        pub struct $Name:ident = $text:literal, $bits:literal bits $(, tag $tag:tt ..= $tag_hi:tt)? {
            $( $(#[doc = $doc:literal])* $field:ident : $Type:ident ( $($range:tt)+ ) ),* $(,)?
        }
    ) => {
        $(#[doc = $top])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $Name {
            $( $(#[doc = $doc])* pub $field: $Type ),*
        }

        impl Default for $Name {
            /// All bits clear.
            fn default() -> Self {
                <Self as $crate::part::Layout>::from_bits(0)
            }
        }

        impl $crate::part::Layout for $Name {
            const NAME: &'static str = $text;
            const BITS: u32 = $bits;
            const TAG: Option<base_word::Field> =
                $crate::part::instruction!(@tag $($tag $tag_hi)?);
            const FIELDS: &'static [base_word::Field] = &[
                $( base_word::Field {
                    name: stringify!($field),
                    hi: $crate::part::instruction!(@hi $($range)+),
                    lo: $crate::part::instruction!(@lo $($range)+),
                    kind: <$Type as $crate::part::Part>::KIND,
                    values: <$Type as $crate::part::Part>::VALUES,
                    doc: concat!($($doc),*),
                } ),*
            ];

            #[inline]
            fn build(mut value: impl FnMut(&base_word::Field) -> u32) -> Self {
                let mut fields = Self::FIELDS.iter();
                $( let $field = {
                    let width = $crate::part::instruction!(@hi $($range)+)
                        - $crate::part::instruction!(@lo $($range)+) + 1;
                    let bits = fields.next().map_or(0, &mut value) & base_word::mask(width);
                    <$Type as $crate::part::Part>::from_part(bits, width)
                }; )*
                Self { $($field),* }
            }

            #[inline]
            fn visit(&self, mut each: impl FnMut(&base_word::Field, u32)) {
                let mut fields = Self::FIELDS.iter();
                $( if let Some(field) = fields.next() {
                    each(field, $crate::part::Part::to_part(self.$field));
                } )*
            }
        }
    };

    (@tag) => { None };
    (@tag $lo:literal $hi:literal) => {
        Some(base_word::Field {
            name: "opcode",
            hi: $hi,
            lo: $lo,
            kind: base_word::FieldKind::Unsigned,
            values: &[],
            doc: " which form this is",
        })
    };
    (@hi $lo:literal ..= $hi:literal) => { $hi };
    (@hi $bit:literal) => { $bit };
    (@lo $lo:literal ..= $hi:literal) => { $lo };
    (@lo $bit:literal) => { $bit };
}

pub(crate) use {codes, instruction};
