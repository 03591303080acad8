//! Random microcode programs that are valid.
//!
//! For: tests that compare things over programs: words, text, evaluators. Programs have loops,
//! calls, jumps, predicates and every kind of instruction; `xenos_ucode::validate` finds no error in
//! them, and what they read is written before or an input. The same seed gives the same program on
//! every machine.
//! Not for: malformed words; random bits are enough for those.
//!
//! ```
//! use xenos_ucodegen::{Options, program};
//!
//! let one = program(7, &Options::default());
//! assert_eq!(one, program(7, &Options::default()));
//! ```
#![forbid(unsafe_code)]

mod build;
mod instructions;
mod numbers;

pub use numbers::Numbers;

use xenos_ucode::{Program, Stage};

/// What programs may have.
#[derive(Clone, Debug)]
pub struct Options {
    /// The stage; either if none.
    pub stage: Option<Stage>,
    /// Statements of a body, nested ones included, about; execs have up to six instructions each.
    pub size: u32,
    /// Loops, with constants chosen at random.
    pub loops: bool,
    /// Subroutines.
    pub calls: bool,
    /// Jumps that depend on a boolean constant or on the predicate.
    pub jumps: bool,
    /// Registers by number plus aL or a0. What lies behind the last register is then possible.
    pub relative: bool,
    /// Texture fetches.
    pub textures: bool,
    /// Memory export.
    pub memory: bool,
    /// Hints, and fields without known effect.
    pub hints: bool,
}

impl Default for Options {
    /// Everything.
    fn default() -> Self {
        Self {
            stage: None,
            size: 12,
            loops: true,
            calls: true,
            jumps: true,
            relative: true,
            textures: true,
            memory: true,
            hints: true,
        }
    }
}

impl Options {
    /// What an evaluator gives a value without textures, memory and registers that are not there.
    pub fn plain() -> Self {
        Self { relative: false, textures: false, memory: false, hints: false, ..Self::default() }
    }
}

/// The program of a seed, in its normal form.
pub fn program(seed: u64, options: &Options) -> Program {
    let mut numbers = Numbers::new(seed);
    let stage =
        options.stage.unwrap_or(if numbers.chance(2) { Stage::Vertex } else { Stage::Pixel });
    build::Builder::new(stage, options, &mut numbers).program()
}
