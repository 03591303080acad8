//! Textures as they are fetched, samplers, and the picture that is shown.

use base_word::bits;
use xenos_front::Stage;
use xenos_regs::fetch::{
    AnisoFilter, BorderColor, ClampMode, Dimension, FetchType, TextureFetch, TextureFilter,
    TextureSize2d,
};
use xenos_regs::words::{DataFormat, Endian};

use crate::names::{SIGN, SWIZZLE, named, yes};
use crate::program::Overrides;

/// The type of a texture's fetch constant.
const TEXTURE: u32 = 2;

/// A stage's name.
pub(crate) const fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vertex",
        Stage::Pixel => "pixel",
    }
}

/// Whether a constant is a texture's.
pub(crate) fn is_texture(words: &[u32; 6]) -> bool {
    words[0] & 3 == TEXTURE
}

/// What is said of a constant of another type.
fn other(words: &[u32; 6]) -> String {
    format!("constant={}", named::<FetchType>(words[0] & 3))
}

/// The page that decides where a texture comes from: that of its lowest level.
pub(crate) fn page(words: &[u32; 6]) -> u32 {
    let fetch = TextureFetch::from_words(*words);
    let mips = fetch.base_address() == 0 || fetch.levels().0 != 0;
    (if mips { fetch.mip_address() } else { fetch.base_address() }) >> 12
}

/// The key of a texture.
pub(crate) fn text(stage: Stage, words: &[u32; 6], resolved: bool) -> String {
    let stage = stage_name(stage);
    if !is_texture(words) {
        return format!("stage={stage} {}", other(words));
    }
    let fetch = TextureFetch::from_words(*words);
    let dimension = match fetch.dimension() {
        Dimension::D1 => "1d",
        Dimension::D2 if fetch.d1.stacked() => "stacked",
        Dimension::D2 => "2d",
        Dimension::D3 => "3d",
        Dimension::Cube => "cube",
    };
    let extent = fetch.extent();
    let (lowest, highest) = fetch.levels();
    let letter = |code: u32| char::from(SIGN[(code & 3) as usize]);
    let signs: String = (0..4).map(|at| letter(words[0] >> (2 + 2 * at))).collect();
    format!(
        "stage={stage} dimension={dimension} format={} size={}x{}x{} tiled={} packed={} \
         mips={lowest}..{highest} signs={signs} endian={} swizzle={} exponent={} from={}",
        named::<DataFormat>(bits(words[1], 5, 0)),
        extent.width,
        extent.height,
        extent.depth,
        yes(fetch.d0.tiled()),
        yes(fetch.d5.packed_mips()),
        named::<Endian>(bits(words[1], 7, 6)),
        swizzle(words),
        fetch.d3.exp_adjust(),
        if resolved { "resolve" } else { "cpu" },
    )
}

fn swizzle(words: &[u32; 6]) -> String {
    (0..4).map(|at| char::from(SWIZZLE[(words[3] >> (1 + 3 * at) & 7) as usize])).collect()
}

/// The words of a constant that a sampler's key is made of, the others cleared.
pub(crate) fn sampler_words(words: &[u32; 6]) -> [u32; 4] {
    if !is_texture(words) {
        return [0; 4];
    }
    let kept = |word: u32, hi, lo| bits(word, hi, lo) << lo;
    [
        TEXTURE | kept(words[0], 18, 10),
        kept(words[3], 27, 19),
        kept(words[4], 21, 12),
        kept(words[5], 1, 0),
    ]
}

/// The key of a sampler, from what [`sampler_words`] keeps.
pub(crate) fn sampler(words: &[u32; 4], own: &Overrides) -> String {
    let filter = |code: u32, low: u32| {
        let constant = words[1] >> low & 3;
        named::<TextureFilter>(if code == 3 { constant } else { code })
    };
    let anisotropy = if own.anisotropy == 7 { words[1] >> 25 & 7 } else { own.anisotropy };
    let clamp = |low: u32| named::<ClampMode>(words[0] >> low & 7);
    let bias = base_word::sign_extend(words[2] >> 12, 10) + 2 * own.lod_bias;
    format!(
        "mag={} min={} mip={} aniso={} clamp={},{},{} border={} lod-bias={bias}",
        filter(own.mag, 19),
        filter(own.min, 21),
        filter(own.mip, 23),
        named::<AnisoFilter>(anisotropy),
        clamp(10),
        clamp(13),
        clamp(16),
        named::<BorderColor>(words[3] & 3),
    )
}

/// The key of the picture that fetch constant 0 describes.
pub(crate) fn front_buffer(words: &[u32; 6]) -> String {
    if !is_texture(words) {
        return other(words);
    }
    let size = TextureSize2d::from_raw(words[2]);
    format!(
        "width={} height={} format={} endian={} tiled={} swizzle={}",
        size.width() + 1,
        size.height() + 1,
        named::<DataFormat>(bits(words[1], 5, 0)),
        named::<Endian>(bits(words[1], 7, 6)),
        yes(words[0] >> 31 != 0),
        swizzle(words),
    )
}
