//! Filetests of programs: text files that state a program, its inputs and expected values together.
//!
//! For: reading the format of `docs/filetests-xenos.md`, running its cases on any [`Executor`],
//! proving by variation of the program that each case depends on what it claims to cover, listing
//! what of the instruction tables no case covers; scenes of draws and copies, run on any renderer.
//! Not for: knowing what an instruction computes; the files say that, worked from the document.
//!
//! Facts: none of its own; instructions and fields come from `xenos-ucode`, registers and constants
//! from `xenos-regs`, what packets do from `xenos-front`. The test texture unit follows chapter S of
//! `docs/hardware/xenos-microcode.md`.
#![forbid(unsafe_code)]

mod claim;
mod coverage;
mod eval;
mod executor;
mod exempt;
mod expect;
mod file;
mod form;
mod inputs;
mod kinds;
mod look;
mod outcome;
mod packets;
mod pair;
mod piece;
mod required;
mod room;
mod run;
mod scene;
mod setup;
mod source;
mod spot;
mod state;
mod texture;
mod value;
mod vary;

use std::path::Path;

pub use base_filetest::{FORMAT_VERSION, Include, Miss, ParseError, Place};
pub use claim::{Claim, Cover, Opcodes, Subject, To, Words};
pub use coverage::Coverage;
pub use eval::Evaluator;
pub use executor::Executor;
pub use exempt::{RULES_EXEMPT, TEXTURE_FIELDS_EXEMPT};
pub use expect::{Expectation, Single, Source, What};
pub use file::{Case, Step, TestFile};
pub use form::{FORMS, Form};
pub use inputs::{INTERPOLATORS, InputLine, Inputs};
pub use kinds::{
    COPIES, Family, KindClaim, RequiredKind, SURFACES, TEXTURES, Variant, required_kinds,
};
pub use outcome::{Export, MemoryExport, Outcome};
pub use packets::PacketLine;
pub use pair::{Modifier, Pairing, modifiers, pairing};
pub use piece::{FieldOf, Kind, Piece};
pub use required::{Requirement, required};
pub use run::{CaseError, run};
pub use scene::{
    Change, Engine, Rendered, Scene, SceneError, SceneExpectation, SceneWhat, run_scene,
};
pub use setup::{Memory, Register, Setup};
pub use spot::{LANES, Spot};
pub use state::{Bits, State, TextureLine};
pub use texture::{Answer, Request, Sample, Texels, Texture, Textures};
pub use value::{Tolerance, Want};

/// Reads a file and those it includes, which are found beside it.
///
/// # Errors
/// When a file cannot be read or the format does not know a line.
pub fn load(path: &Path) -> Result<TestFile, ParseError> {
    base_filetest::load(path, TestFile::parse)
}

/// Reads every `.test` file of a folder, by name.
///
/// # Errors
/// When a file cannot be read or the format does not know a line.
pub fn load_folder(folder: &Path) -> Result<Vec<TestFile>, ParseError> {
    base_filetest::load_folder(folder, TestFile::parse)
}
