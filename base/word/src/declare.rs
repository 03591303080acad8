//! The declaring macros.

/// Declares an enumerated field. Every code of its width needs a variant, reserved codes included:
///
/// ```
/// base_word::field_enum! {
///     /// Which buffer is drawn to.
///     pub enum DrawBuffer: 2 {
///         /// the front buffer
///         Front = 0 => "front",
///         /// the back buffer
///         Back = 1 => "back",
///         /// reserved
///         Reserved2 = 2 => "reserved-2",
///         /// reserved
///         Reserved3 = 3 => "reserved-3",
///     }
/// }
/// use base_word::FieldValue;
/// assert_eq!(DrawBuffer::from_bits(1), DrawBuffer::Back);
/// assert_eq!(DrawBuffer::VALUES.len(), 4);
/// ```
#[macro_export]
macro_rules! field_enum {
    (
        $(#[doc = $top:literal])*
        $vis:vis enum $Name:ident : $width:literal {
            $( $(#[doc = $doc:literal])* $Variant:ident = $code:literal => $text:literal ),* $(,)?
        }
    ) => {
        $(#[doc = $top])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $Name {
            $( $(#[doc = $doc])* $Variant = $code ),*
        }

        impl $crate::FieldValue for $Name {
            const WIDTH: u32 = $width;
            const VALUES: &'static [$crate::EnumValue] = {
                const ALL: &[$crate::EnumValue] = &[
                    $( $crate::EnumValue { code: $code, name: $text, doc: concat!($($doc),*) } ),*
                ];
                assert!(ALL.len() == 1 << $width, "every code needs a variant");
                ALL
            };
            #[inline]
            fn from_bits(bits: u32) -> Self {
                const VARIANTS: [$Name; 1 << $width] = [$( $Name::$Variant ),*];
                VARIANTS[(bits & $crate::mask($width)) as usize]
            }
            #[inline]
            fn to_bits(self) -> u32 {
                self as u32
            }
        }
    };
}

/// Declares a one-word register type with a getter `field()` and a builder `with_field(value)`
/// per field. Kinds: `flag(bit)`, `uint(lo..=hi)`, `int(lo..=hi)`, `reserved(..)`, or the name of a
/// [`field_enum!`](crate::field_enum) type.
///
/// ```
/// base_word::word! {
///     /// An example.
///     pub struct Example = "example" {
///         /// turns it on
///         enable: flag(0),
///         /// how much of it
///         amount: int(1..=4),
///         /// unused
///         reserved_5: reserved(5..=31),
///     }
/// }
/// use base_word::Word;
/// let word = Example::default().with_enable(true).with_amount(-1);
/// assert_eq!(word.raw(), 0x1F);
/// assert_eq!(word.amount(), -1);
/// assert!(base_word::partition_fault(Example::FIELDS).is_none());
/// ```
#[macro_export]
macro_rules! word {
    (
        $(#[doc = $top:literal])*
        $vis:vis struct $Name:ident = $text:literal {
            $( $(#[doc = $doc:literal])* $field:ident : $kind:ident ( $($range:tt)+ ) ),* $(,)?
        }
    ) => {
        $(#[doc = $top])*
        #[derive(
            Clone, Copy, Default, PartialEq, Eq, Hash,
            $crate::serde::Serialize, $crate::serde::Deserialize,
        )]
        #[serde(crate = "base_word::serde", transparent)]
        $vis struct $Name(u32);

        impl $Name {
            /// The register as a word, reserved bits included.
            #[inline]
            pub const fn raw(self) -> u32 {
                self.0
            }

            /// The word as a typed register.
            #[inline]
            pub const fn from_raw(raw: u32) -> Self {
                Self(raw)
            }

            $crate::pastey::paste! {
                $(
                    $(#[doc = $doc])*
                    #[inline]
                    pub fn $field(self) -> $crate::word!(@type $kind) {
                        $crate::word!(@get $kind, self.0, $($range)+)
                    }

                    #[doc = "The register with [`" $field "`](Self::" $field ") replaced."]
                    #[inline]
                    #[must_use]
                    pub fn [<with_ $field>](self, value: $crate::word!(@type $kind)) -> Self {
                        Self($crate::with_bits(
                            self.0,
                            $crate::word!(@hi $($range)+),
                            $crate::word!(@lo $($range)+),
                            $crate::word!(@bits $kind, value),
                        ))
                    }
                )*
            }
        }

        impl $crate::Word for $Name {
            const NAME: &'static str = $text;
            const FIELDS: &'static [$crate::Field] = &[
                $( $crate::Field {
                    name: stringify!($field),
                    hi: $crate::word!(@hi $($range)+),
                    lo: $crate::word!(@lo $($range)+),
                    kind: $crate::word!(@kind $kind),
                    values: $crate::word!(@values $kind),
                    doc: concat!($($doc),*),
                } ),*
            ];
            #[inline]
            fn from_raw(raw: u32) -> Self {
                Self(raw)
            }
            #[inline]
            fn raw(self) -> u32 {
                self.0
            }
        }

        impl core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct($text) $( .field(stringify!($field), &self.$field()) )* .finish()
            }
        }
    };

    (@hi $lo:literal ..= $hi:literal) => { $hi };
    (@hi $bit:literal) => { $bit };
    (@lo $lo:literal ..= $hi:literal) => { $lo };
    (@lo $bit:literal) => { $bit };

    (@type flag) => { bool };
    (@type uint) => { u32 };
    (@type reserved) => { u32 };
    (@type int) => { i32 };
    (@type $Enum:ident) => { $Enum };

    (@kind flag) => { $crate::FieldKind::Flag };
    (@kind uint) => { $crate::FieldKind::Unsigned };
    (@kind reserved) => { $crate::FieldKind::Reserved };
    (@kind int) => { $crate::FieldKind::Signed };
    (@kind $Enum:ident) => { $crate::FieldKind::Enumerated };

    (@values flag) => { &[] };
    (@values uint) => { &[] };
    (@values reserved) => { &[] };
    (@values int) => { &[] };
    (@values $Enum:ident) => { <$Enum as $crate::FieldValue>::VALUES };

    (@get flag, $word:expr, $($range:tt)+) => {
        $word >> $crate::word!(@lo $($range)+) & 1 != 0
    };
    (@get uint, $word:expr, $($range:tt)+) => {
        $crate::bits($word, $crate::word!(@hi $($range)+), $crate::word!(@lo $($range)+))
    };
    (@get reserved, $word:expr, $($range:tt)+) => {
        $crate::bits($word, $crate::word!(@hi $($range)+), $crate::word!(@lo $($range)+))
    };
    (@get int, $word:expr, $($range:tt)+) => {
        $crate::sign_extend(
            $word >> $crate::word!(@lo $($range)+),
            $crate::word!(@hi $($range)+) - $crate::word!(@lo $($range)+) + 1,
        )
    };
    (@get $Enum:ident, $word:expr, $($range:tt)+) => {
        <$Enum as $crate::FieldValue>::from_bits($word >> $crate::word!(@lo $($range)+))
    };

    (@bits flag, $value:expr) => { u32::from($value) };
    (@bits uint, $value:expr) => { $value };
    (@bits reserved, $value:expr) => { $value };
    (@bits int, $value:expr) => { $value as u32 };
    (@bits $Enum:ident, $value:expr) => { $crate::FieldValue::to_bits($value) };
}
