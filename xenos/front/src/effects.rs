//! Registers whose writes set off something here.
//!
//! Fewer than the table of `xenos-regs` marks: some effects are nothing to a command processor that
//! executes in order (waiting for idle, flushing fetch constants, events by register).

use xenos_regs::{FILE_WORDS, REGISTERS, SideEffect};

const WORDS: usize = FILE_WORDS.div_ceil(64);

/// A bit for each register.
static EFFECTS: [u64; WORDS] = {
    let mut bits = [0; WORDS];
    let mut row = 0;
    while row < REGISTERS.len() {
        let register = &REGISTERS[row];
        let mut at = register.index as usize;
        while matters(register.effect) && at <= register.last() as usize {
            bits[at / 64] |= 1 << (at % 64);
            at += 1;
        }
        row += 1;
    }
    bits
};

const fn matters(effect: SideEffect) -> bool {
    !matches!(
        effect,
        SideEffect::None
            | SideEffect::WaitUntil
            | SideEffect::EventInitiator
            | SideEffect::FetchFlush
            | SideEffect::RingWritePointer
    )
}

/// Whether a write to the register does more than store the word.
#[inline]
pub(crate) fn has_effect(register: u32) -> bool {
    any_effect(register, 1)
}

/// Whether a write to any of `count` registers from `first` on does.
#[inline]
pub(crate) fn any_effect(first: u32, count: u32) -> bool {
    let end = first.saturating_add(count).min(FILE_WORDS as u32);
    let mut at = first;
    while at < end {
        let here = (64 - at % 64).min(end - at);
        let bits = EFFECTS.get(at as usize / 64).copied().unwrap_or(0) >> (at % 64);
        if bits & (u64::MAX >> (64 - here)) != 0 {
            return true;
        }
        at += here;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use xenos_regs::side_effect;

    #[test]
    fn ranges_and_single_registers_agree_with_the_table() {
        for register in 0..FILE_WORDS as u32 + 2 {
            assert_eq!(has_effect(register), matters(side_effect(register)), "{register:#x}");
        }
        for first in [0u32, 0x570, 0x577, 0x578, 0x580, 0xA00, 0x1900, 0x21F0, 0x4000, 0x5002] {
            for count in [0, 1, 2, 63, 64, 65, 300, u32::MAX] {
                let end = first.saturating_add(count).min(FILE_WORDS as u32);
                assert_eq!(any_effect(first, count), (first..end).any(has_effect));
            }
        }
    }
}
