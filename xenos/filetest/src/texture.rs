//! The texture unit of tests: says what it is told to say, and keeps what it was asked.
//!
//! For: what a file says a sample is, and a unit by chapter S where it says what texels are.
//! Not for: storage: textures here are the same texel everywhere, or texels that hold their place.
//! Facts: chapter S of `docs/hardware/xenos-microcode.md`.

mod filter;
mod level;
mod sample;
mod texel;

use std::collections::BTreeMap;

use xenos_regs::fetch;
use xenos_ucode::codes::FetchOpcode;
use xenos_ucode::{Stage, TextureFetch};

pub use texel::Texels;

/// Events of chapter S: a texture unit's to count.
pub(crate) const EVENTS: &[&str] = &[
    "fetch-constant-type",
    "dimension-mismatch",
    "unnormalized-wrap",
    "unnormalized-cube",
    "border-color",
    "anisotropy",
    "border-share",
    "texture-format",
    "texture-integer",
];

/// One request: a quad's.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The stage: events are counted by the quad in pixel programs, else by the lane.
    pub stage: Stage,
    /// The instruction.
    pub fetch: TextureFetch,
    /// The fetch constant's words.
    pub constant: [u32; 6],
    /// Three coordinates of each lane, as bits.
    pub coordinates: [[u32; 4]; 3],
    /// Gradients along a row and along a column, three coordinates of each lane, as bits.
    pub gradients: Option<[[[u32; 4]; 3]; 2]>,
    /// The gradients are of directions: register gradients of a cube.
    pub directions: bool,
    /// The LOD register of each lane, as bits, if it counts.
    pub register_lod: Option<[u32; 4]>,
    /// Lanes that are to be fetched; bit k is the quad's pixel k.
    pub valid: u8,
}

/// What a unit answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Four lanes' four components, as bits.
    pub values: [[u32; 4]; 4],
    /// Events of chapter S, by name.
    pub events: BTreeMap<&'static str, u64>,
}

/// What samples of a constant are.
#[derive(Clone, Debug, PartialEq)]
pub enum Sample {
    /// These, by the place in the quad; one holds for all.
    Fixed(Vec<[u32; 4]>),
    /// A texel as stored, everywhere.
    Stored([u32; 4]),
    /// The coordinates.
    Echo,
    /// The level of detail.
    Level,
    /// By chapter S from these texels; getWeights and getBCF too, unless a line names theirs.
    Texels(Texels),
}

/// What is known of one constant's texture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texture {
    /// What samples are.
    pub sample: Option<Sample>,
    /// What getCompTexLOD gets; else the formula.
    pub lod: Option<u32>,
    /// What getWeights gets.
    pub weights: Option<[u32; 4]>,
    /// What getBCF gets.
    pub border: Option<u32>,
}

/// The textures of a case, by the fetch constant's number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Textures(pub(crate) BTreeMap<u32, Texture>);

impl Textures {
    /// Answers a request: a sample, or what the opcode asks for in x.
    pub fn answer(&self, request: &Request) -> Answer {
        let nothing = Texture::default();
        let texture = self.0.get(&u32::from(request.fetch.constant)).unwrap_or(&nothing);
        let mut answer = Answer::default();
        for lane in 0..4 {
            let mut events = sample::Events::new();
            answer.values[lane] = texture.lane(request, lane, &mut events);
            if request.valid >> lane & 1 == 0 {
                continue;
            }
            for event in events {
                let count = answer.events.entry(event).or_default();
                *count = if request.stage == Stage::Pixel { 1 } else { *count + 1 };
            }
        }
        answer
    }
}

impl Texture {
    fn lane(&self, request: &Request, lane: usize, events: &mut sample::Events) -> [u32; 4] {
        match (request.fetch.opcode, self.lod, self.weights, self.border) {
            (FetchOpcode::ComputedLod, Some(lod), ..) => return [lod, 0, 0, 0],
            (FetchOpcode::Weights, _, Some(weights), _) => return weights,
            (FetchOpcode::BorderFraction, .., Some(border)) => return [border, 0, 0, 0],
            _ => {}
        }
        if let Some(Sample::Texels(texels)) = &self.sample {
            return sample::answer(request, lane, *texels, events).map(f32::to_bits);
        }
        match request.fetch.opcode {
            FetchOpcode::ComputedLod => return [level::asked(request, lane).to_bits(), 0, 0, 0],
            FetchOpcode::Weights | FetchOpcode::BorderFraction => return [0; 4],
            _ => {}
        }
        match &self.sample {
            None | Some(Sample::Texels(_)) => [0; 4],
            Some(Sample::Fixed(values)) => {
                values.get(lane).or(values.first()).copied().unwrap_or_default()
            }
            Some(Sample::Stored(texel)) => {
                let constant = fetch::TextureFetch::from_words(request.constant);
                sample::finished(texel.map(f32::from_bits), constant).map(f32::to_bits)
            }
            Some(Sample::Echo) => {
                let [x, y, z] = request.coordinates.map(|lanes| lanes[lane]);
                [x, y, z, 0]
            }
            Some(Sample::Level) => [level::level(request, lane).to_bits(); 4],
        }
    }
}
