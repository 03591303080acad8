//! The texture unit of tests: says what it is told to say, and keeps what it was asked.
//!
//! Not for: texels and filters; a file names the sample.
//! Facts: levels of detail, and the operations on a stored texel, are the texture crate's.

use std::collections::BTreeMap;

use xenos_eval::{Gradients, TextureRequest};
use xenos_texture::parts::{LevelOfDetail, finished, level_of_detail};
use xenos_ucode::{Stage, TextureFetch};

/// One request: a quad's.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
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

/// What a unit answers: four lanes' four components, as bits.
pub type Answer = [[u32; 4]; 4];

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
}

/// What is known of one constant's texture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texture {
    /// What samples are.
    pub sample: Option<Sample>,
    /// What getCompTexLOD gets; else the formula.
    pub lod: Option<u32>,
    /// What getWeights gets.
    pub weights: [u32; 4],
    /// What getBCF gets.
    pub border: u32,
}

/// The textures of a case, by the fetch constant's number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Textures(pub(crate) BTreeMap<u32, Texture>);

impl Textures {
    /// Answers a request: a sample, or what the opcode asks for in x.
    pub fn answer(&self, request: &Request) -> Answer {
        use xenos_ucode::codes::FetchOpcode;
        let nothing = Texture::default();
        let texture = self.0.get(&u32::from(request.fetch.constant)).unwrap_or(&nothing);
        let lane = |lane: usize| -> [u32; 4] {
            match request.fetch.opcode {
                FetchOpcode::ComputedLod => {
                    let computed = || request.level_of_detail(lane).computed.to_bits();
                    [texture.lod.unwrap_or_else(computed), 0, 0, 0]
                }
                FetchOpcode::Weights => texture.weights,
                FetchOpcode::BorderFraction => [texture.border, 0, 0, 0],
                _ => match &texture.sample {
                    None => [0; 4],
                    Some(Sample::Fixed(values)) => {
                        values.get(lane).or(values.first()).copied().unwrap_or_default()
                    }
                    Some(Sample::Stored(texel)) => {
                        finished(request.constant, texel.map(f32::from_bits)).map(f32::to_bits)
                    }
                    Some(Sample::Echo) => {
                        let [x, y, z] = request.coordinates.map(|lanes| lanes[lane]);
                        [x, y, z, 0]
                    }
                    Some(Sample::Level) => [request.level_of_detail(lane).level.to_bits(); 4],
                },
            }
        };
        [0, 1, 2, 3].map(lane)
    }
}

impl Request {
    /// A lane's levels of detail.
    fn level_of_detail(&self, lane: usize) -> LevelOfDetail {
        let numbers = |axes: [[u32; 4]; 3]| axes.map(|axis| axis.map(f32::from_bits));
        let instruction = TextureFetch { use_register_gradients: self.directions, ..self.fetch };
        let request = TextureRequest {
            // Which stage asks makes no difference to a level.
            stage: Stage::Pixel,
            instruction: &instruction,
            constant: self.constant,
            coordinates: numbers(self.coordinates),
            gradients: self.gradients.map(|[h, v]| Gradients { h: numbers(h), v: numbers(v) }),
            lod: self.register_lod.map(|lanes| lanes.map(f32::from_bits)),
            lanes: self.valid,
            covered: self.valid,
            quad: 0,
        };
        level_of_detail(&request, lane)
    }
}
