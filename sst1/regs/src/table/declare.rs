//! The macro that makes rows and offsets from one line.

/// Declares a block's registers: the doc comment is the meaning, the constant the offset.
macro_rules! registers {
    ($( $(#[doc = $doc:literal])+ $NAME:ident $name:literal = $offset:literal: $row:expr; )*) => {
        pub(super) mod offset {
            $( $(#[doc = $doc])+ pub const $NAME: u32 = $offset; )*
        }

        pub(super) const ROWS: &[$crate::register::Register] = &[
            $( $crate::register::Register {
                name: $name,
                offset: $offset,
                meaning: concat!($($doc),+).trim_ascii(),
                ..$row
            } ),*
        ];
    };
}

pub(super) use registers;
