//! Names of registers, both ways.
//!
//! For: a name by index and an index by name, each in constant time, ranges included.

use core::fmt;

use super::{COUNT, FILE_WORDS, NO_ROW, SORTED, register_at};
use crate::register::Naming;

/// A register's name as it is printed: the field's own, or its index where it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name(pub u32);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.0;
        let Some(row) = register_at(index).filter(|row| !row.name.is_empty()) else {
            return write!(f, "REG_{index:04X}");
        };
        let n = index - u32::from(row.index);
        let name = row.name;
        match row.naming {
            Naming::One => f.pad(name),
            Naming::Alu => {
                write!(f, "{name}_{:03}_{}", n / 4, COMPONENTS[(n % 4) as usize])
            }
            Naming::Fetch => write!(f, "{name}_{:02}_{}", n / 6, n % 6),
            Naming::Bool => write!(f, "{name}_{:03}_{:03}", 32 * n, 32 * n + 31),
            Naming::Loop => write!(f, "{name}_{n:02}"),
        }
    }
}

const COMPONENTS: [char; 4] = ['X', 'Y', 'Z', 'W'];

/// Slots of the name table: a power of two at least twice the rows.
const SLOTS: usize = 1024;

static ROW_OF_NAME: [u16; SLOTS] = row_of_name();

/// The index of the register of that name, in the field's own spelling; `REG_` and four hexadecimal
/// digits name any register.
pub fn by_name(name: &str) -> Option<u16> {
    if let Some(digits) = name.strip_prefix("REG_")
        && digits.len() == 4
    {
        let index = u16::from_str_radix(digits, 16).ok()?;
        return (usize::from(index) < FILE_WORDS).then_some(index);
    }
    if let Some(row) = lookup(name).filter(|row| row.naming == Naming::One) {
        return Some(row.index);
    }
    let (head, last) = name.rsplit_once('_')?;
    let (stem, number) = head.rsplit_once('_').unwrap_or((head, ""));
    let row = lookup(head).or_else(|| lookup(stem))?;
    let offset: u16 = match row.naming {
        Naming::One => return None,
        Naming::Alu => {
            let component = COMPONENTS.iter().position(|c| last.len() == 1 && last.starts_with(*c));
            number.parse::<u16>().ok()?.checked_mul(4)?.checked_add(component? as u16)?
        }
        Naming::Fetch => number
            .parse::<u16>()
            .ok()?
            .checked_mul(6)?
            .checked_add(last.parse::<u16>().ok().filter(|&n| n < 6)?)?,
        Naming::Bool => number.parse::<u16>().ok()? / 32,
        Naming::Loop => last.parse::<u16>().ok()?,
    };
    let index = row.index.checked_add(offset).filter(|&index| index <= row.last())?;
    // Digits beyond the fixed width would name a register twice.
    (Name(u32::from(index)).to_string() == name).then_some(index)
}

fn lookup(name: &str) -> Option<&'static crate::register::Register> {
    let mut slot = hash(name.as_bytes());
    loop {
        let row = super::REGISTERS.get(usize::from(ROW_OF_NAME[slot]))?;
        if row.name == name {
            return Some(row);
        }
        slot = (slot + 1) % SLOTS;
    }
}

const fn hash(name: &[u8]) -> usize {
    let mut hash = 0x811C_9DC5u32;
    let mut at = 0;
    while at < name.len() {
        hash = (hash ^ name[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    (hash ^ (hash >> 15)) as usize % SLOTS
}

const fn row_of_name() -> [u16; SLOTS] {
    const { assert!(COUNT * 2 <= SLOTS, "the table is at most half full") }
    let mut slots = [NO_ROW; SLOTS];
    let mut row = 0;
    while row < COUNT {
        let name = SORTED[row].name.as_bytes();
        if !name.is_empty() {
            let mut slot = hash(name);
            while slots[slot] != NO_ROW {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = row as u16;
        }
        row += 1;
    }
    slots
}
