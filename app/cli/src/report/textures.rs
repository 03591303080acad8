//! Pictures of textures for a report.

use ::report::{Report, Texture, counted};
use base_pixels::Rgb8;
use sst1_census::Sight;

use super::sampler::{picture, shrunk};

/// Largest side that is shown.
const SIDE: u32 = 128;
/// Side of the squares behind transparent texels, and their two greys.
const SQUARE: u32 = 4;
const GREYS: [u32; 2] = [0x66, 0x99];

pub(crate) fn fill(report: &mut Report, (sights, more): (&[Sight], bool)) {
    report.textures_note = format!(
        "Textures that triangles used, by first use: the largest level that was sampled, as it was \
         in texture memory then. {}Transparent texels show squares.",
        if more { "These are the first ones; there are more. " } else { "" },
    );
    // A picture that cannot be encoded is left out; a texture always has pixels.
    report.textures = sights.iter().filter_map(texture).collect();
}

fn texture(sight: &Sight) -> Option<Texture> {
    let caption = format!("{}, {} × {}", sight.format, sight.width, sight.height);
    Some(Texture {
        picture: picture(&shrunk(&shown(sight), SIDE, SIDE), caption).ok()?,
        key: sight.key.clone(),
        note: format!(
            "from frame {}, {}",
            sight.first.frame,
            counted(sight.triangles, "triangle", "triangles")
        ),
    })
}

/// The texels over squares. Where no texel has any alpha, the colours are shown as they are.
fn shown(sight: &Sight) -> Rgb8 {
    let opaque = sight.texels.iter().all(|texel| texel >> 24 == 0);
    let mut data = Vec::with_capacity(sight.texels.len() * 3);
    for (at, texel) in (0_u32..).zip(&sight.texels) {
        let (x, y) = (at % sight.width.max(1), at / sight.width.max(1));
        let grey = GREYS[((x / SQUARE + y / SQUARE) % 2) as usize];
        let alpha = if opaque { 255 } else { texel >> 24 };
        for shift in [16, 8, 0] {
            let color = texel >> shift & 0xFF;
            data.push(((color * alpha + grey * (255 - alpha) + 127) / 255) as u8);
        }
    }
    Rgb8 { width: sight.width, height: sight.height, data }
}
