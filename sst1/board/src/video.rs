//! The displayed buffer, swaps and retraces, and the colour look-up table.
//!
//! Facts: digest sections 1.5, 4.3, 9.2 and 9.8.

use serde::{Deserialize, Serialize};
use sst1_facts::{ClutInReset, ClutIndex32, GammaExpand, TripleBuffering};
use sst1_regs::words::{ClutData, SwapCmd};

use crate::{State, refusal};

/// Entries of the colour look-up table.
const CLUT_ENTRIES: usize = 33;

/// Video state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Video {
    /// Number of the displayed buffer.
    pub displayed: u32,
    /// Number of the buffer drawn to as back buffer.
    pub draw: u32,
    /// Whether the display is in vertical retrace.
    pub in_retrace: bool,
    /// The line the display is at.
    pub line: u32,
    /// Retraces since the last swap; or since the waiting one began to wait (`swap_timing`).
    pub retraces: u32,
    /// Whether swaps that ask for it wait for a retrace.
    pub wait_for_retrace: bool,
    /// A swap that waits.
    pub pending: Option<SwapCmd>,
    /// Swaps that took effect.
    pub swaps: u64,
    /// The colour look-up table, 0x00RRGGBB.
    pub clut: Vec<u32>,
}

impl Default for Video {
    fn default() -> Self {
        let ramp = |i: u32| if i == 32 { 255 } else { i * 8 };
        Self {
            displayed: 0,
            draw: 1,
            in_retrace: false,
            line: 0,
            retraces: 0,
            wait_for_retrace: false,
            pending: None,
            swaps: 0,
            clut: (0..CLUT_ENTRIES as u32).map(|i| ramp(i) * 0x01_0101).collect(),
        }
    }
}

impl Video {
    pub(crate) fn consistent(&self) -> bool {
        self.displayed < 3 && self.draw < 3 && self.clut.len() == CLUT_ENTRIES
    }

    /// A graphics reset: buffer 0 is displayed, 1 is drawn to.
    pub(crate) fn reset(&mut self) {
        self.displayed = 0;
        self.draw = 1;
        self.pending = None;
    }
}

impl State {
    /// Whether three buffers take turns.
    pub fn triple_buffering(&self) -> bool {
        self.init.fbi_init2.triple_buffer()
            && self.profile.triple_buffering == TripleBuffering::Honoured
    }

    /// Exchanges the buffers.
    pub(crate) fn swap(&mut self) {
        let triple = self.triple_buffering();
        let video = &mut self.video;
        if triple {
            video.displayed = (video.displayed + 1) % 3;
            video.draw = (video.draw + 1) % 3;
        } else {
            video.displayed ^= 1;
            video.draw ^= 1;
            // Two buffers only: numbers that triple buffering left behind fold back.
            video.displayed &= 1;
            video.draw &= 1;
        }
        video.pending = None;
        video.retraces = 0;
        video.swaps += 1;
    }

    /// clutData.
    pub(crate) fn write_clut(&mut self, word: ClutData) {
        let in_reset = self.init.fbi_init1.video_reset();
        if in_reset && self.profile.clut_in_reset == ClutInReset::Ignored {
            return;
        }
        let index = word.index() as usize;
        let white = index & 32 != 0 && self.profile.clut_index_32 == ClutIndex32::White;
        match self.video.clut.get_mut(index) {
            Some(entry) => *entry = if white { 0xFF_FFFF } else { word.raw() & 0xFF_FFFF },
            None => self.log.refuse(&refusal::CLUT_INDEX, "clutData", word.raw()),
        }
    }

    /// The look-up table's 256 interpolated entries for one channel: `shift` 16, 8 or 0.
    fn gamma_table(&self, shift: u32) -> [u8; 256] {
        std::array::from_fn(|v| {
            let at = |i: usize| self.video.clut[i] >> shift & 0xFF;
            let (index, fraction) = (v >> 3, v as u32 & 7);
            ((at(index) * (8 - fraction) + at(index + 1) * fraction) >> 3) as u8
        })
    }

    /// What the monitor shows for 565 colours: three bytes a word, through the look-up table.
    pub fn through_clut(&self, words: &[u16]) -> Vec<u8> {
        let tables = [self.gamma_table(16), self.gamma_table(8), self.gamma_table(0)];
        let replicate = self.profile.gamma_expand == GammaExpand::Replicated;
        let expand = |value: u16, bits: u32| {
            let top = u32::from(value) << (8 - bits);
            (if replicate { top | top >> bits } else { top }) as usize & 0xFF
        };
        words
            .iter()
            .flat_map(|word| {
                [
                    tables[0][expand(word >> 11, 5)],
                    tables[1][expand(word >> 5 & 0x3F, 6)],
                    tables[2][expand(word & 0x1F, 5)],
                ]
            })
            .collect()
    }
}
