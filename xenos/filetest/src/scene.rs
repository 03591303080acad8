//! Scenes: state, EDRAM and packets that draw and copy, and the words expected of EDRAM and memory.
//!
//! For: what a file's `scene` is, and the renderers that run it.
//! Not for: programs alone, which are cases; kinds that scenes have to cover, which are in `kinds`.
//! Facts: the scenes of `docs/filetests-xenos.md`.

mod expect;
mod play;
mod prove;

use std::collections::BTreeMap;
use std::sync::Arc;

use base_filetest::{ParseError, Place};
use xenos_memory::GuestMemory;
use xenos_renderer::{Presented, Renderer};
use xenos_ucode::{Program, Stage};

use crate::Step;
use crate::kinds::KindClaim;
use crate::packets::PacketLine;
use crate::state::State;

pub use expect::{SceneExpectation, SceneWhat};
pub use play::Change;
pub use prove::{SceneError, run_scene};

/// What a renderer draws and copies, with what is expected of it and what it covers.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name, unique among the file's cases and scenes.
    pub name: String,
    /// Where it begins.
    pub place: Place,
    /// Its programs, at most one a stage; they are loaded in front of the packets.
    pub programs: Vec<Program>,
    /// What it begins with, and its packets.
    pub steps: Vec<Step>,
    /// The kinds that it covers.
    pub covers: Vec<KindClaim>,
    /// Rules that it shows.
    pub rules: Vec<String>,
    /// What is expected.
    pub expectations: Vec<SceneExpectation>,
}

/// A renderer that runs scenes.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// Its name, as tests print it.
    pub name: &'static str,
    /// Whether it is the reference, which has to meet exact values where others have a tolerance.
    pub is_reference: bool,
    /// Whether it takes a scene.
    pub claims: fn(&Scene) -> bool,
    /// Makes one over a memory, EDRAM all zeros.
    pub make: fn(Arc<GuestMemory>) -> Box<dyn Renderer>,
}

/// What a run leaves behind.
#[derive(Debug)]
pub struct Rendered {
    /// EDRAM's words.
    pub edram: Vec<u32>,
    /// Memory.
    pub memory: Arc<GuestMemory>,
    /// The last picture that was shown.
    pub presented: Option<Presented>,
    /// What was refused, by name, with how often.
    pub refusals: BTreeMap<String, u64>,
}

/// Complains about lines of a scene that only programs alone have a use for.
pub(crate) fn check(scene: &Scene) -> Result<(), ParseError> {
    for Step { place, state } in &scene.steps {
        let of_lanes = matches!(
            state,
            State::Lanes(_)
                | State::Active(_)
                | State::Covered(_)
                | State::Temporary { .. }
                | State::Predicate { .. }
                | State::Window(_)
                | State::Limit(_)
                | State::Texture(..)
                | State::Input(_)
        );
        if of_lanes {
            let message =
                "a scene has no lanes, temporaries, inputs, windows or textures of the test's";
            return Err(ParseError::at(place.clone(), message));
        }
        if let State::Packets(lines) = state
            && lines.iter().any(|line| matches!(line, PacketLine::LoadProgram))
        {
            let message = "a scene's programs are loaded in front of its packets";
            return Err(ParseError::at(place.clone(), message));
        }
    }
    for stage in [Stage::Vertex, Stage::Pixel] {
        if scene.programs.iter().filter(|program| program.stage == stage).count() > 1 {
            let message = format!("scene `{}` has two programs of a stage", scene.name);
            return Err(ParseError::at(scene.place.clone(), message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
