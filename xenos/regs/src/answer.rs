//! What the guest's processor reads from a register where that is not the word stored there.
//!
//! For: hosts that answer register reads of a running program.
//! Not for: what the GPU itself makes of the register; words that change are the command processor's
//! or the renderer's.
//! Facts: specification digest `xenos-hardware` section 1.1; nobody has read them on a console.

use base_word::Confidence;

use crate::register::XENIA_MMIO;

/// A word that is read whatever was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The register.
    pub index: u16,
    /// The word.
    pub word: u32,
    /// The word stands for something that moves on hardware, as a display's line does; it is one that
    /// programs are content with.
    pub faked: bool,
    /// What it is.
    pub meaning: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// How well it is known.
    pub confidence: Confidence,
}

const fn fixed(index: u16, word: u32, meaning: &'static str) -> Answer {
    let (source, confidence) = (XENIA_MMIO, Confidence::Inferred);
    Answer { index, word, faked: false, meaning, source, confidence }
}

const fn faked(index: u16, word: u32, meaning: &'static str) -> Answer {
    Answer { faked: true, confidence: Confidence::Guessed, ..fixed(index, word, meaning) }
}

/// Every such register, ascending.
pub const ANSWERS: [Answer; 5] = [
    fixed(0x0F00, 0x0810_0748, "RB_EDRAM_TIMING: titles expect this word"),
    fixed(0x0F01, 0x0000_200E, "RB_BC_CONTROL: titles expect this word"),
    faked(0x194C, 0x0000_02D0, "the line that is shown: 720"),
    faked(0x1951, 0x0000_0001, "whether the picture is between frames: it is"),
    faked(0x1961, 0x0500_02D0, "AVIVO_D1MODE_VIEWPORT_SIZE: 1280 by 720"),
];

/// What is read from a register whatever was written to it.
pub fn answer(register: u32) -> Option<&'static Answer> {
    ANSWERS.iter().find(|answer| u32::from(answer.index) == register)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_ascending_and_found() {
        assert!(ANSWERS.is_sorted_by(|a, b| a.index < b.index));
        assert_eq!(
            answer(0x1961).map(|answer| (answer.word, answer.faked)),
            Some((0x0500_02D0, true))
        );
        assert_eq!(answer(0x2000), None);
    }
}
