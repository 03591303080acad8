//! What packets are counted by.
//!
//! For: one small key for every packet, with a stable name. `info` prints these names.

use core::fmt;

use crate::opcode;

/// A packet's type, and of type 3 its opcode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

impl Kind {
    /// Registers in a row.
    pub const TYPE0: Self = Self(128);
    /// One register again and again.
    pub const TYPE0_ONE_REGISTER: Self = Self(129);
    /// Two registers.
    pub const TYPE1: Self = Self(130);
    /// Nothing, in one dword.
    pub const TYPE2: Self = Self(131);
    /// A dword of zero: nothing.
    pub const NULL: Self = Self(132);
    /// How many kinds there are: [`Self::index`] is less.
    pub const COUNT: usize = 133;

    /// The kind of a type-3 packet. Only 7 bits count.
    #[inline]
    pub const fn of_opcode(code: u8) -> Self {
        Self(code & 0x7F)
    }

    /// A small number for tables of counts.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind of that number.
    pub fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Self(index as u8))
    }

    /// All kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The opcode of a type-3 packet.
    pub fn opcode(self) -> Option<u8> {
        (self.0 < 128).then_some(self.0)
    }

    /// Whether it is a type-3 packet whose opcode nobody has a name for.
    pub fn is_unknown(self) -> bool {
        self.opcode().is_some_and(|code| opcode::name(code).is_none())
    }

    /// The name, the same in every version: `type0`, `DRAW_INDX`, `UNKNOWN_11`.
    #[inline]
    pub fn name(self) -> &'static str {
        match self {
            Self::TYPE0 => "type0",
            Self::TYPE0_ONE_REGISTER => "type0_one_register",
            Self::TYPE1 => "type1",
            Self::TYPE2 => "type2",
            Self::NULL => "null",
            Self(code) => opcode::name(code).unwrap_or_else(|| unknown(code)),
        }
    }

    /// The kind of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.name() == name)
    }
}

/// Names of opcodes that have none, by code.
static UNKNOWN: [[u8; 10]; 128] = {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut names = [*b"UNKNOWN_00"; 128];
    let mut code = 0;
    while code < 128 {
        names[code][8] = DIGITS[code / 16];
        names[code][9] = DIGITS[code % 16];
        code += 1;
    }
    names
};

fn unknown(code: u8) -> &'static str {
    core::str::from_utf8(&UNKNOWN[usize::from(code & 0x7F)]).unwrap_or("UNKNOWN")
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_stable_and_lead_back() {
        let names: Vec<String> = Kind::all().map(|kind| kind.to_string()).collect();
        assert_eq!(&names[128..], ["type0", "type0_one_register", "type1", "type2", "null"]);
        assert_eq!(names[0x22], "DRAW_INDX");
        assert_eq!(names[0x11], "UNKNOWN_11");
        for (index, name) in names.iter().enumerate() {
            let kind = Kind::by_name(name).expect("a name of the list");
            assert_eq!(kind.index(), index);
            assert_eq!(Kind::from_index(index), Some(kind));
        }
        assert_eq!(Kind::from_index(133), None);
        assert!(Kind::of_opcode(0x11).is_unknown());
        assert!(!Kind::NULL.is_unknown());
        assert_eq!(opcode::by_name("XE_SWAP"), Some(0x64));
    }
}
