//! Inputs of `eval` out of a trace: program, constants, memory and indices of a draw.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use play::xtr::evaluate::{Guest, indices, pixels};
use play::xtr::{DrawSeen, Draws, Listing, What, XtrPlayer};
use serde::Serialize;
use xenos_eval::{Constants, Group, Limits, NoTextures, Prepared, inputs, run};
use xenos_front::{Registers, Shader};
use xenos_regs::words::PrimitiveType;
use xenos_ucode::Stage;

use super::Job;
use super::given::Given;
use crate::exit::Usage;
use crate::input;
use crate::picked::Picked;

/// Which vertex of which draw.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) draw: u64,
    /// The frame that the draw is counted in.
    pub(super) frame: Option<u64>,
    pub(super) vertex: u32,
}

/// Which program runs on a draw's inputs.
pub(super) enum Wanted {
    /// The draw's own of a stage.
    Own(Stage),
    /// Another in its place, and what it is called.
    Other(Box<Listing>, String),
}

/// A draw by all its numbers.
#[derive(Clone, Copy, Serialize)]
pub(super) struct DrawPlace {
    /// In the trace.
    number: u64,
    frame: u64,
    /// In its frame.
    nth: u64,
    /// The vertex, the first of the triangle for pixels.
    vertex: u32,
}

impl fmt::Display for DrawPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, frame, nth, vertex } = self;
        write!(f, "draw {number} (draw {nth} of frame {frame}), vertex {vertex}")
    }
}

/// What a draw runs on.
struct Found {
    place: DrawPlace,
    registers: Registers,
    vertex: Option<Arc<Shader>>,
    pixel: Option<Arc<Shader>>,
    indices: Vec<u32>,
    /// What the draw's vertices make.
    primitive: PrimitiveType,
}

impl Found {
    /// Takes it from a draw. The rest of a triangle comes with a vertex.
    fn of(seen: &DrawSeen<'_>, vertex: u32) -> Self {
        let state = seen.state;
        Self {
            place: DrawPlace {
                number: seen.draw.number,
                frame: seen.place.frame,
                nth: seen.nth,
                vertex,
            },
            registers: state.registers.clone(),
            vertex: state.vertex_shader.cloned(),
            pixel: state.pixel_shader.cloned(),
            primitive: seen.draw.initiator.prim_type(),
            indices: indices(state.registers, seen.draw, seen.memory, vertex, 3),
        }
    }

    fn listing(&self, stage: Stage) -> anyhow::Result<Listing> {
        let shader = match stage {
            Stage::Vertex => &self.vertex,
            Stage::Pixel => &self.pixel,
        };
        let missing = || Usage::error(format!("no {} program is loaded", name(stage)));
        shader.as_ref().map(|shader| Listing::of(stage, shader.words())).ok_or_else(missing)
    }

    /// The program that is wanted.
    fn program(&self, wanted: Wanted) -> anyhow::Result<Listing> {
        match wanted {
            Wanted::Own(stage) => self.listing(stage),
            Wanted::Other(listing, shown) => {
                let stage = listing.stage();
                let mismatch = || {
                    let (number, kind) = (self.place.number, name(stage));
                    format!("{shown} is a {kind} program, and draw {number} has no {kind} program")
                };
                self.listing(stage).map_err(|_| Usage::error(mismatch()))?;
                Ok(*listing)
            }
        }
    }
}

pub(super) const fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vertex",
        Stage::Pixel => "pixel",
    }
}

/// Vertices that a pixel needs interpolators of.
const fn vertices_of(primitive: PrimitiveType) -> usize {
    match primitive {
        PrimitiveType::None | PrimitiveType::Points => 1,
        PrimitiveType::Lines | PrimitiveType::LineStrip => 2,
        _ => 3,
    }
}

/// Plays a trace up to a draw and takes what its program, or one in its place, needs.
pub(super) fn job(path: &Path, place: Place, wanted: Wanted, given: Given) -> anyhow::Result<Job> {
    let mut draws = Draws::new(XtrPlayer::new(input::xtr(path)?));
    let memory = draws.player().shared_memory();
    let picked = Picked { what: What::Draw, number: place.draw, frame: place.frame };
    let found = picked
        .find(&mut draws, |seen| Found::of(&seen, place.vertex))
        .with_context(|| input::shown(path))?;
    if found.indices.is_empty() {
        return Err(Usage::error(format!("--vertex {}: the draw has fewer", place.vertex)));
    }
    let listing = found.program(wanted)?;
    let stage = listing.stage();
    let words = found.registers.words();
    let (constants, draw) = (Constants::of_registers(words, stage), Some(found.place));
    let mut group = Group::new();
    if stage == Stage::Vertex {
        inputs::vertices(&mut group, 0, found.indices.get(..1).unwrap_or_default());
        let given = given.with_guest(memory);
        return Ok(Job { listing, constants, group, given, draw });
    }
    let needed = vertices_of(found.primitive);
    if found.indices.len() < needed {
        return Err(Usage::error(format!(
            "--vertex {}: a primitive of the draw has {needed} vertices, and {} left from there on",
            place.vertex,
            found.indices.len()
        )));
    }
    // Interpolators are what the draw's own vertex program makes.
    let vertex = found.listing(Stage::Vertex)?;
    let vertex_constants = Constants::of_registers(words, Stage::Vertex);
    let mut vertices = Group::new();
    inputs::vertices(&mut vertices, 0, &found.indices);
    let guest = Guest(Arc::clone(&memory));
    let (program, limits) = (Prepared::new(&vertex.program), Limits::default());
    run(&program, &vertex_constants, &mut vertices, &guest, &NoTextures, &mut (), &limits);
    let program = Prepared::new(&listing.program);
    pixels(&mut group, &program, &found.registers, &vertices, [0, 0]);
    // The first quad alone.
    group.active &= 0xF;
    group.covered &= 0xF;
    let given = given.with_guest(memory);
    Ok(Job { listing, constants, group, given, draw })
}
