//! The texture unit of `docs/xenos-eval-compare.md`: its answer hangs on everything that is asked.

use base_word::FieldValue;
use xenos_eval::{QUAD, Quad, TextureRequest, TextureUnit};
use xenos_ucode::Stage;

/// The unit.
pub(crate) struct TestUnit;

/// The 42 words of a lane's request.
fn words(request: &TextureRequest<'_>, lane: usize) -> [u32; 42] {
    let fetch = request.instruction;
    let used = (fetch.dimension.to_bits() as usize + 1).min(3);
    let three = |values: &[Quad; 3]| values.each_ref().map(|values| values[lane].to_bits());
    let mut words = [0; 42];
    words[0] = fetch.opcode.to_bits();
    words[1] = fetch.constant.into();
    words[2] = fetch.dimension.to_bits();
    words[3] = fetch.unnormalized.into();
    words[4..7].copy_from_slice(&three(&request.coordinates));
    let offsets = [fetch.offset_x, fetch.offset_y, fetch.offset_z];
    for (word, offset) in words[7..10].iter_mut().zip(&offsets[..used]) {
        *word = (f32::from(*offset) * 0.5).to_bits();
    }
    if let Some(gradients) = &request.gradients {
        words[10] = 1;
        words[11..14].copy_from_slice(&three(&gradients.h));
        words[14..17].copy_from_slice(&three(&gradients.v));
        words[17] = (fetch.use_register_gradients && fetch.dimension.to_bits() == 3).into();
    }
    if let Some(lod) = &request.lod {
        (words[18], words[19]) = (1, lod[lane].to_bits());
    }
    words[20] = (f32::from(fetch.lod_bias) / 16.0).to_bits();
    words[21..28].copy_from_slice(&[
        fetch.mag_filter.to_bits(),
        fetch.min_filter.to_bits(),
        fetch.mip_filter.to_bits(),
        fetch.anisotropy.to_bits(),
        fetch.volume_mag_filter.to_bits(),
        fetch.volume_min_filter.to_bits(),
        fetch.sample_location.to_bits(),
    ]);
    if request.stage == Stage::Pixel {
        for other in 0..QUAD {
            for (axis, coordinate) in request.coordinates.iter().enumerate() {
                words[28 + 3 * other + axis] = coordinate[other].to_bits();
            }
        }
        words[40] = lane as u32;
        words[41] = u32::from(request.covered) >> lane & 1;
    }
    words
}

fn component(words: &[u32; 42], component: u32) -> f32 {
    let bytes = words.iter().chain([&component]).flat_map(|word| word.to_le_bytes());
    let hash = bytes
        .fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    f32::from_bits(0x3F80_0000 + (hash >> 9))
}

impl TextureUnit for TestUnit {
    fn sample(&self, request: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        std::array::from_fn(|lane| {
            let words = words(request, lane);
            [0, 1, 2, 3].map(|at| component(&words, at))
        })
    }

    fn computed_lod(&self, request: &TextureRequest<'_>) -> Quad {
        std::array::from_fn(|lane| component(&words(request, lane), 0))
    }

    fn weights(&self, request: &TextureRequest<'_>) -> [[f32; 4]; QUAD] {
        self.sample(request)
    }

    fn border_fraction(&self, request: &TextureRequest<'_>) -> Quad {
        self.computed_lod(request)
    }
}
