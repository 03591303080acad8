//! Constants: what a program reads of the register file.
//!
//! For: floats through a stage's window, booleans, loop constants and fetch constants, taken from a
//! register file or set one by one.
//! Not for: what fetch constants mean (`xenos-regs`).
//! Facts: `docs/hardware/xenos-microcode.md`, rules A6, A11, C4 and C7.

use xenos_regs::index;
use xenos_regs::words::{LoopConstant, SqConst, SqProgramCntl, VsExportMode};
use xenos_ucode::Stage;

/// Float constants of the chip.
pub const FLOATS: usize = 512;
/// Dwords of fetch constants.
pub const FETCH_WORDS: usize = 192;

/// The part of the float constants that a stage sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its first constant, 0 to 511.
    pub base: u32,
    /// How many: the register has the number of the last, one less.
    pub count: u32,
}

impl Window {
    /// Direct3D's window of a stage: the lower half for vertices, the upper for pixels.
    pub const fn usual(stage: Stage) -> Self {
        match stage {
            Stage::Vertex => Self { base: 0, count: 256 },
            Stage::Pixel => Self { base: 256, count: 256 },
        }
    }
}

/// The constants of a draw, for one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Constants {
    /// Float constants, all of them.
    pub float: Box<[[f32; 4]; FLOATS]>,
    /// Which of them the stage sees.
    pub window: Window,
    /// Booleans, 32 a word.
    pub booleans: [u32; 8],
    /// Loop constants.
    pub loops: [u32; 32],
    /// Fetch constants: 32 of textures or 96 of vertices.
    pub fetch: [u32; FETCH_WORDS],
    /// The vertex program draws nothing, so it need not export a position.
    pub multipass: bool,
}

impl Constants {
    /// Zeros, seen through the usual window.
    pub fn new(stage: Stage) -> Self {
        Self {
            float: Box::new([[0.0; 4]; FLOATS]),
            window: Window::usual(stage),
            booleans: [0; 8],
            loops: [0; 32],
            fetch: [0; FETCH_WORDS],
            multipass: false,
        }
    }

    /// The constants of a register file; words that are not there count as 0.
    pub fn of_registers(words: &[u32], stage: Stage) -> Self {
        let mut constants = Self::new(stage);
        constants.update(words, stage);
        constants
    }

    /// Takes everything anew from a register file.
    pub fn update(&mut self, words: &[u32], stage: Stage) {
        let word = |at: usize| words.get(at).copied().unwrap_or(0);
        let first = usize::from(index::SHADER_CONSTANT);
        for (number, constant) in self.float.iter_mut().enumerate() {
            for (component, value) in constant.iter_mut().enumerate() {
                *value = f32::from_bits(word(first + number * 4 + component));
            }
        }
        let run = |first: u16, out: &mut [u32]| {
            for (at, out) in out.iter_mut().enumerate() {
                *out = word(usize::from(first) + at);
            }
        };
        run(index::SHADER_CONSTANT_FETCH, &mut self.fetch);
        run(index::SHADER_CONSTANT_BOOL, &mut self.booleans);
        run(index::SHADER_CONSTANT_LOOP, &mut self.loops);
        let window = match stage {
            Stage::Vertex => index::SQ_VS_CONST,
            Stage::Pixel => index::SQ_PS_CONST,
        };
        // Rule A11: a library that never writes these registers means the usual windows.
        self.window = match SqConst::from_raw(word(usize::from(window))) {
            unset if unset.raw() == 0 => Window::usual(stage),
            window => Window { base: window.base(), count: window.last() + 1 },
        };
        let control = SqProgramCntl::from_raw(word(index::SQ_PROGRAM_CNTL.into()));
        self.multipass = control.vs_export_mode() == VsExportMode::Multipass;
    }

    /// A constant by the number that a program says; `None` outside the window or the chip.
    #[inline]
    pub fn float(&self, number: i32) -> Option<&[f32; 4]> {
        let number = u32::try_from(number).ok().filter(|number| *number < self.window.count)?;
        self.float.get((self.window.base + number) as usize)
    }

    /// Sets a constant by the number that a program says; nothing happens outside.
    pub fn set_float(&mut self, number: u32, value: [f32; 4]) {
        if let Some(constant) = self.float.get_mut((self.window.base + number) as usize) {
            *constant = value;
        }
    }

    /// A boolean.
    #[inline]
    pub fn boolean(&self, number: u8) -> bool {
        self.booleans[usize::from(number) / 32] >> (number % 32) & 1 != 0
    }

    /// Sets a boolean.
    pub fn set_boolean(&mut self, number: u8, value: bool) {
        let word = &mut self.booleans[usize::from(number) / 32];
        *word = *word & !(1 << (number % 32)) | u32::from(value) << (number % 32);
    }

    /// A loop constant, 0 to 31.
    #[inline]
    pub fn loop_constant(&self, number: u8) -> LoopConstant {
        LoopConstant::from_raw(self.loops[usize::from(number) % 32])
    }

    /// A vertex fetch constant's words; zeros if it is not there.
    #[inline]
    pub fn vertex_fetch(&self, number: u32) -> [u32; 2] {
        let at = number as usize * 2;
        self.fetch.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default()
    }

    /// A texture fetch constant's words; zeros if it is not there.
    #[inline]
    pub fn texture_fetch(&self, number: u8) -> [u32; 6] {
        let at = usize::from(number) * 6;
        self.fetch.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default()
    }
}
