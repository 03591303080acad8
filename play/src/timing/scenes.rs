//! Scenes for measuring, on the clocked card.
//!
//! For: a catalogue of `sst1-streams`' scenes by names that a command line takes, and clocks over
//! their drawing part: the card is up, the texture is in memory, caches are cold, nothing is at work;
//! measured until everything is in memory.
//! Not for: what the scenes are.
//!
//! Facts: the specification's rates, from digest section 3.

use sst1_board::{BoardConfig, Device, Width};
use sst1_cycle::Cycle;
use sst1_facts::Profile;
use sst1_streams::scene::{Clear, Pixels, Scene, cold, rate, steady};
use sst1_streams::{Host, Sink};

use super::meter::Meter;
use super::{Timing, TimingPlan};
use crate::PlayError;

/// What is drawn while clocks are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawing {
    /// Triangles.
    Triangles(Scene),
    /// A fill of the whole screen.
    Clear(Clear),
}

impl Drawing {
    /// Its name: a scene's own, or `clear-color`, `clear-depth`, `clear-both`.
    pub fn name(&self) -> String {
        match self {
            Self::Triangles(scene) => scene.name(),
            Self::Clear(Clear::Color) => "clear-color".to_owned(),
            Self::Clear(Clear::Depth) => "clear-depth".to_owned(),
            Self::Clear(Clear::Both) => "clear-both".to_owned(),
        }
    }

    /// How many things are drawn, and how many pixels each has.
    pub fn size(&self) -> (u32, u64) {
        match self {
            Self::Triangles(scene) => {
                (scene.layout.count, scene.covered() / u64::from(scene.layout.count.max(1)))
            }
            Self::Clear(clear) => (1, clear.pixels()),
        }
    }

    fn prepare(&self, sink: &mut dyn Sink) {
        match self {
            Self::Triangles(scene) => scene.prepare(sink),
            Self::Clear(clear) => clear.prepare(sink),
        }
    }

    fn draw(&self, sink: &mut dyn Sink) {
        match self {
            Self::Triangles(scene) => scene.draw(sink),
            Self::Clear(clear) => clear.draw(sink),
        }
    }
}

fn triangles(scenes: impl IntoIterator<Item = Scene>) -> Vec<Drawing> {
    scenes.into_iter().map(Drawing::Triangles).collect()
}

/// What pixels go through, all kinds.
const PIXELS: [Pixels; 6] = [
    Pixels::Flat,
    Pixels::Shaded,
    Pixels::Textured,
    Pixels::TexturedBlended,
    Pixels::TexturedShaded,
    Pixels::TexturedShadedBlended,
];

/// Scenes that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    of: fn() -> Vec<Drawing>,
}

impl Group {
    /// Its scenes.
    pub fn scenes(&self) -> Vec<Drawing> {
        (self.of)()
    }
}

/// All groups.
pub static GROUPS: [Group; 6] = [
    Group {
        name: "cold-textured",
        about: "1,024 textured pixels on a cold card, over plausible shapes and textures",
        of: || triangles(cold(Pixels::Textured)),
    },
    Group {
        name: "cold-blended",
        about: "the same with depth test and alpha blending",
        of: || triangles(cold(Pixels::TexturedBlended)),
    },
    Group {
        name: "steady",
        about: "64 triangles of 1,000 pixels back to back, without and with depth and blending",
        of: || triangles([Pixels::Textured, Pixels::TexturedBlended].map(steady)),
    },
    Group {
        name: "rates",
        about: "triangles of 10, 25, 50 and 1,000 pixels in the states of the specification's table",
        of: || triangles(ROWS.iter().filter_map(|row| rate(row.pixels, row.size))),
    },
    Group {
        name: "25-pixels",
        about: "1,024 triangles of 25 pixels in every state",
        of: || triangles(PIXELS.iter().filter_map(|pixels| rate(*pixels, 25))),
    },
    Group {
        name: "clears",
        about: "fills of the whole screen: colours, depths, both; a fill's pixels are not counted",
        of: || Clear::ALL.map(Drawing::Clear).to_vec(),
    },
];

/// A figure of the specification's table: horizontal triangles for 50 MHz and 50 ns EDO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecificationRow {
    /// What pixels go through.
    pub pixels: Pixels,
    /// Pixels of a triangle.
    pub size: u32,
    /// Thousands of triangles a second.
    pub kilotriangles: u32,
}

const fn row(pixels: Pixels, size: u32, kilotriangles: u32) -> SpecificationRow {
    SpecificationRow { pixels, size, kilotriangles }
}

static ROWS: [SpecificationRow; 16] = [
    row(Pixels::Flat, 10, 1911),
    row(Pixels::Flat, 25, 1096),
    row(Pixels::Flat, 50, 644),
    row(Pixels::Flat, 1000, 42),
    row(Pixels::Shaded, 10, 1231),
    row(Pixels::Shaded, 25, 968),
    row(Pixels::Shaded, 50, 550),
    row(Pixels::Shaded, 1000, 37),
    row(Pixels::TexturedShaded, 10, 828),
    row(Pixels::TexturedShaded, 25, 823),
    row(Pixels::TexturedShaded, 50, 655),
    row(Pixels::TexturedShaded, 1000, 43),
    row(Pixels::TexturedShadedBlended, 10, 826),
    row(Pixels::TexturedShadedBlended, 25, 807),
    row(Pixels::TexturedShadedBlended, 50, 549),
    row(Pixels::TexturedShadedBlended, 1000, 37),
];

/// What the specification says of a scene, if it is one of its table.
pub fn specified(drawing: &Drawing) -> Option<SpecificationRow> {
    let Drawing::Triangles(scene) = drawing else { return None };
    ROWS.iter().copied().find(|row| rate(row.pixels, row.size).as_ref() == Some(scene))
}

/// The scenes of a name: a group's, all, or the one that is called so.
pub fn scenes(name: &str) -> Vec<Drawing> {
    let mut all = Vec::new();
    for group in &GROUPS {
        let scenes = group.scenes();
        if group.name == name {
            return scenes;
        }
        // One scene may belong to two groups.
        all.extend(scenes.into_iter().filter(|scene| !all.contains(scene)).collect::<Vec<_>>());
    }
    if name != "all" {
        all.retain(|scene| scene.name() == name);
    }
    all
}

/// Draws a scene on a card that `plan` describes; its frames are of no consequence.
///
/// # Errors
/// When the card cannot be built.
pub fn time_scene(
    scene: &Drawing,
    profile: Profile,
    plan: &TimingPlan,
) -> Result<Timing, PlayError> {
    let mut card = Cycle::new(plan.config, BoardConfig::default(), profile)?;
    card.config_write(0x40, 1, Width::Word);
    scene.prepare(&mut Host(&mut card));
    while card.run().is_some() {}
    let meter = Meter::start(&mut card, plan);
    scene.draw(&mut Host(&mut card));
    while card.run().is_some() {}
    Ok(meter.end(&mut card))
}
