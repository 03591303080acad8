//! Codes that several registers share: comparisons, byte order, number formats.
//!
//! Facts: specification digest `xenos-hardware` sections 1.5 and 3.6; documented.

use base_word::field_enum;

field_enum! {
    /// A comparison, the new value on the left, as depth, stencil and alpha tests use it.
    pub enum Compare: 3 {
        /// never passes
        Never = 0 => "never",
        /// passes if less
        Less = 1 => "less",
        /// passes if equal
        Equal = 2 => "equal",
        /// passes if less or equal
        LessEqual = 3 => "less-equal",
        /// passes if greater
        Greater = 4 => "greater",
        /// passes if not equal
        NotEqual = 5 => "not-equal",
        /// passes if greater or equal
        GreaterEqual = 6 => "greater-equal",
        /// always passes
        Always = 7 => "always",
    }
}

field_enum! {
    /// How bytes of a 32-bit word are exchanged on the way between memory and the chip.
    pub enum Endian: 2 {
        /// as they are, the little-endian view
        None = 0 => "none",
        /// the bytes of each 16-bit half
        Swap8In16 = 1 => "8in16",
        /// all four bytes
        Swap8In32 = 2 => "8in32",
        /// the 16-bit halves
        Swap16In32 = 3 => "16in32",
    }
}

field_enum! {
    /// As Endian, and over wider elements; copies and memory exports use it.
    pub enum Endian128: 3 {
        /// as they are, the little-endian view
        None = 0 => "none",
        /// the bytes of each 16-bit half
        Swap8In16 = 1 => "8in16",
        /// all four bytes
        Swap8In32 = 2 => "8in32",
        /// the 16-bit halves
        Swap16In32 = 3 => "16in32",
        /// all bytes of 64 bits
        Swap8In64 = 4 => "8in64",
        /// all bytes of 128 bits
        Swap8In128 = 5 => "8in128",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// reserved
        Reserved7 = 7 => "reserved-7",
    }
}

field_enum! {
    /// How a copy or a memory export writes numbers into a fixed format.
    pub enum NumberFormat: 3 {
        /// 0 to 1
        UnsignedFraction = 0 => "unsigned-fraction",
        /// -1 to 1, the divisor being 2^(n-1)-1
        SignedFraction = 1 => "signed-fraction",
        /// integers from 0
        UnsignedInteger = 2 => "unsigned-integer",
        /// two's complement integers
        SignedInteger = 3 => "signed-integer",
        /// reserved
        Reserved4 = 4 => "reserved-4",
        /// reserved
        Reserved5 = 5 => "reserved-5",
        /// reserved
        Reserved6 = 6 => "reserved-6",
        /// floating point
        Float = 7 => "float",
    }
}
