//! The texture unit of tests: says what it is told to say, and keeps what it was asked.
//!
//! Not for: texels and filters; a file names the sample.
//! Facts: the level of detail by rules S9 to S11 of `docs/hardware/xenos-microcode.md`, the
//! operations on a stored texel by S12.

mod level;

use std::collections::BTreeMap;

use xenos_regs::fetch;
use xenos_ucode::TextureFetch;

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
                    let computed = || level::computed(request, lane).to_bits();
                    [texture.lod.unwrap_or_else(computed), 0, 0, 0]
                }
                FetchOpcode::Weights => texture.weights,
                FetchOpcode::BorderFraction => [texture.border, 0, 0, 0],
                _ => match &texture.sample {
                    None => [0; 4],
                    Some(Sample::Fixed(values)) => {
                        values.get(lane).or(values.first()).copied().unwrap_or_default()
                    }
                    Some(Sample::Stored(texel)) => stored(*texel, request.constant),
                    Some(Sample::Echo) => {
                        let [x, y, z] = request.coordinates.map(|lanes| lanes[lane]);
                        [x, y, z, 0]
                    }
                    Some(Sample::Level) => [level::level(request, lane).to_bits(); 4],
                },
            }
        };
        [0, 1, 2, 3].map(lane)
    }
}

/// Rule S12, steps 4 to 6, without gamma.
fn stored(texel: [u32; 4], constant: [u32; 6]) -> [u32; 4] {
    let constant = fetch::TextureFetch::from_words(constant);
    let signs = constant.signs();
    let scale = f64::from(constant.d3.exp_adjust()).exp2();
    constant.swizzle().map(|from| {
        use xenos_regs::fetch::{Swizzle, TextureSign};
        let index = match from {
            Swizzle::X => 0,
            Swizzle::Y => 1,
            Swizzle::Z => 2,
            Swizzle::W => 3,
            Swizzle::One => return (scale as f32).to_bits(),
            _ => return 0,
        };
        let value = f32::from_bits(texel[index]);
        let value = if signs[index] == TextureSign::Biased { 2.0 * value - 1.0 } else { value };
        let scaled = (f64::from(value) * scale) as f32;
        if scaled.is_subnormal() { scaled.to_bits() & 1 << 31 } else { scaled.to_bits() }
    })
}
