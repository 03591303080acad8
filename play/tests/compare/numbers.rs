//! Words that programs are tried with: ordinary numbers, and those that evaluators trip over.

use xenos_ucodegen::Numbers;

/// What the words of an input are like.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mood {
    /// Numbers as programs meet them.
    Tame,
    /// These and a special one now and then.
    Mixed,
    /// Anything.
    Wild,
}

impl Mood {
    /// The mood of input `number`.
    pub(crate) fn of(number: usize) -> Self {
        [Self::Tame, Self::Mixed, Self::Wild][number % 3]
    }
}

fn special(numbers: &mut Numbers) -> u32 {
    let sign = numbers.below(2) << 31;
    sign | match numbers.below(14) {
        0 => 0,
        1 => 0x7F80_0000,
        // Quiet and signalling, with payloads.
        2 => 0x7FC0_0000 | numbers.below(1 << 22),
        3 => 0x7F80_0001 + numbers.below(0x3F_FFFE),
        4 => 1 + numbers.below(0x7F_FFFF),
        5 => 0x007F_FFFF,
        6 => 0x0080_0000 + numbers.below(3),
        7 => 0x7F7F_FFFF - numbers.below(2),
        // One and a half, and their neighbours.
        8 => 0x3F7F_FFFE + numbers.below(5),
        9 => 0x3EFF_FFFE + numbers.below(5),
        // Powers of two, whose sums with small numbers are ties.
        10 => numbers.below(255) << 23,
        11 => 0x4B00_0000 + numbers.below(3),
        // Halves between whole numbers, and what lies next to them.
        12 => ((numbers.below(300) as f32 + 0.5).to_bits() + numbers.below(3)).wrapping_sub(1),
        _ => 0x4380_0000 + numbers.below(0x20000),
    }
}

fn tame(numbers: &mut Numbers) -> u32 {
    match numbers.below(4) {
        0 => (numbers.below(24) as f32 - 8.0).to_bits(),
        1 => (numbers.below(1 << 16) as f32 / 65_536.0).to_bits(),
        2 => (numbers.below(64) as f32 * 0.25 - 8.0).to_bits(),
        _ => (numbers.below(1 << 24) as f32 / 1_048_576.0 - 8.0).to_bits(),
    }
}

/// A word.
pub(crate) fn word(numbers: &mut Numbers, mood: Mood) -> u32 {
    match mood {
        Mood::Wild if numbers.chance(3) => numbers.word(),
        Mood::Wild if numbers.chance(2) => special(numbers),
        Mood::Mixed if numbers.chance(6) => special(numbers),
        _ => tame(numbers),
    }
}

/// Some words.
pub(crate) fn words(numbers: &mut Numbers, mood: Mood, count: usize) -> Vec<u32> {
    (0..count).map(|_| word(numbers, mood)).collect()
}
