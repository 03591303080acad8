//! The macro that makes rows and indices from one line.

/// Declares a block's registers: the doc comment is the meaning, the constant the index.
macro_rules! registers {
    ($( $(#[doc = $doc:literal])+ $NAME:ident = $index:literal: $row:expr; )*) => {
        pub(super) mod index {
            $( $(#[doc = $doc])+ pub const $NAME: u16 = $index; )*
        }

        pub(super) const ROWS: &[$crate::register::Register] = &[
            $( $crate::register::Register {
                name: stringify!($NAME),
                index: $index,
                meaning: concat!($($doc),+).trim_ascii(),
                ..$row
            } ),*
        ];
    };
}

pub(super) use registers;
