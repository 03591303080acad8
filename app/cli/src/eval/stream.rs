//! Inputs of `eval` out of a trace: program, constants, memory and indices of a draw.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use play::xtr::evaluate::{Guest, indices, pixels};
use play::xtr::{Listing, XtrPlayer};
use xenos_eval::{Constants, Group, Limits, NoTextures, Prepared, inputs, run};
use xenos_front::{Event, Registers, Shader, Sink, State};
use xenos_memory::GuestMemory;
use xenos_regs::words::PrimitiveType;
use xenos_ucode::Stage;

use super::Job;
use super::given::Given;
use crate::exit::Usage;
use crate::input;

/// Which vertex of which draw.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) draw: u64,
    pub(super) vertex: u32,
}

/// What a draw runs on.
struct Found {
    registers: Registers,
    vertex: Option<Arc<Shader>>,
    pixel: Option<Arc<Shader>>,
    indices: Vec<u32>,
    /// What the draw's vertices make.
    primitive: PrimitiveType,
}

struct AtDraw<'m> {
    place: Place,
    memory: &'m GuestMemory,
    found: Option<Found>,
    draws: u64,
}

impl Sink for AtDraw<'_> {
    fn event(&mut self, state: &State<'_>, event: &Event<'_>) {
        let Event::Draw(draw) = event else { return };
        self.draws = draw.number + 1;
        if draw.number == self.place.draw {
            // The rest of a triangle comes with a vertex.
            let first = self.place.vertex;
            self.found = Some(Found {
                registers: state.registers.clone(),
                vertex: state.vertex_shader.cloned(),
                pixel: state.pixel_shader.cloned(),
                primitive: draw.initiator.prim_type(),
                indices: indices(state.registers, draw, self.memory, first, 3),
            });
        }
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

/// Plays a trace up to a draw and takes what its program needs.
pub(super) fn job(path: &Path, place: Place, stage: Stage, given: Given) -> anyhow::Result<Job> {
    let mut player = XtrPlayer::new(input::xtr(path)?);
    let memory = player.shared_memory();
    let mut sink = AtDraw { place, memory: &memory, found: None, draws: 0 };
    while sink.found.is_none() {
        if !player.step(&mut sink).with_context(|| input::shown(path))? {
            break;
        }
    }
    let draws = sink.draws;
    let missing = |what: String| Usage::error(what);
    let found =
        sink.found.ok_or_else(|| missing(format!("--draw {}: there are {draws}", place.draw)))?;
    if found.indices.is_empty() {
        return Err(missing(format!("--vertex {}: the draw has fewer", place.vertex)));
    }
    let listing = |shader: Option<&Arc<Shader>>, stage: Stage| {
        let shader =
            shader.ok_or_else(|| missing(format!("no {} program is loaded", stage.short())))?;
        anyhow::Ok(Listing::of(stage, shader.words()))
    };
    let words = found.registers.words();
    let vertex = listing(found.vertex.as_ref(), Stage::Vertex)?;
    let vertex_constants = Constants::of_registers(words, Stage::Vertex);
    let mut group = Group::new();
    if stage == Stage::Vertex {
        inputs::vertices(&mut group, 0, found.indices.get(..1).unwrap_or_default());
        let given = given.with_guest(Arc::clone(&memory));
        return Ok(Job { listing: vertex, constants: vertex_constants, group, given });
    }
    let needed = vertices_of(found.primitive);
    if found.indices.len() < needed {
        return Err(missing(format!(
            "--vertex {}: a primitive of the draw has {needed} vertices, and {} are left from there on",
            place.vertex,
            found.indices.len()
        )));
    }
    let pixel = listing(found.pixel.as_ref(), Stage::Pixel)?;
    let mut vertices = Group::new();
    inputs::vertices(&mut vertices, 0, &found.indices);
    let guest = Guest(Arc::clone(&memory));
    let (program, limits) = (Prepared::new(&vertex.program), Limits::default());
    run(&program, &vertex_constants, &mut vertices, &guest, &NoTextures, &mut (), &limits);
    let program = Prepared::new(&pixel.program);
    pixels(&mut group, &program, &found.registers, &vertices, [0, 0]);
    // The first quad alone.
    group.active &= 0xF;
    group.covered &= 0xF;
    let given = given.with_guest(memory.clone());
    Ok(Job { listing: pixel, constants: Constants::of_registers(words, stage), group, given })
}
