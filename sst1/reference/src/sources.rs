//! Where the colour combine unit's operands come from, and the two tests on them.
//!
//! For: c_other, a_other, c_local, a_local; chroma key and alpha mask. Not for: combining them
//! ([`crate::combine`]).
//! Facts: digest 4.3 (fbzColorPath), 5.2, 5.7, 9.4 step 6.

use sst1_board::{Fbi, Iterants};
use sst1_facts::{
    AlphaLocalZ, AlphaMaskSource, AlphaTestSource, ChromaSource, IteratedColor, Profile,
};
use sst1_regs::words::{AOther, AlphaLocal, CLocal, COther};

use crate::color::{Color, clamp8, rgb};
use crate::depth::z_depth;

/// What meets in the colour combine unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operands {
    pub(crate) other: Color,
    pub(crate) local: Color,
    pub(crate) texel: Color,
}

/// An iterated colour or alpha: 12.12 to 8 bits.
pub(crate) fn iterated_channel(profile: &Profile, value: i32) -> i32 {
    let whole = value >> 12;
    match profile.iterated_color {
        IteratedColor::Clamped => clamp8(whole),
        // MAME: just below 0 and just above 255 are held, all else wraps.
        IteratedColor::Wrapped => match whole & 0xFFF {
            0xFFF => 0,
            0x100 => 255,
            other => other & 0xFF,
        },
    }
}

/// The operands for a pixel with these iterated values and this texel.
pub(crate) fn operands(profile: &Profile, fbi: &Fbi, values: &Iterants, texel: Color) -> Operands {
    let path = fbi.color_path;
    let iterated = Color {
        rgb: [values.r, values.g, values.b].map(|v| iterated_channel(profile, v)),
        a: iterated_channel(profile, values.a),
    };
    let color0 = Color::from_argb(fbi.color0.raw());
    let color1 = Color::from_argb(fbi.color1.raw());
    let other = Color {
        rgb: match path.c_other() {
            COther::Iterated => iterated.rgb,
            COther::Texture => texel.rgb,
            COther::Color1 => color1.rgb,
            COther::Reserved3 => [0; 3],
        },
        a: match path.a_other() {
            AOther::Iterated => iterated.a,
            AOther::Texture => texel.a,
            AOther::Color1 => color1.a,
            AOther::Reserved3 => 0,
        },
    };
    let takes_color0 = if path.c_local_override() {
        texel.a & 0x80 != 0
    } else {
        path.c_local() == CLocal::Color0
    };
    let local = Color {
        rgb: if takes_color0 { color0.rgb } else { iterated.rgb },
        a: match path.a_local() {
            AlphaLocal::Iterated => iterated.a,
            AlphaLocal::Color0 => color0.a,
            AlphaLocal::IteratedZ => z_alpha(profile, values.z),
            AlphaLocal::Reserved3 => 0,
        },
    };
    Operands { other, local, texel }
}

/// Iterated Z as an alpha.
pub(crate) fn z_alpha(profile: &Profile, z: i32) -> i32 {
    let depth = z_depth(profile.iterated_z, z);
    match profile.alpha_local_z {
        AlphaLocalZ::Top => depth >> 8,
        AlphaLocalZ::Low => depth & 0xFF,
    }
}

/// Whether the chroma key kills a pixel: its colour equals chromaKey.
pub(crate) fn chroma_kills(profile: &Profile, fbi: &Fbi, other: Color, combined: Color) -> bool {
    let color = match profile.chroma_source {
        ChromaSource::COther => other.rgb,
        ChromaSource::Combined => combined.rgb,
    };
    fbi.fbz_mode.chroma_key() && color == rgb(fbi.chroma_key.raw())
}

/// Whether the alpha mask kills a pixel: bit 0 of its alpha is clear.
pub(crate) fn mask_kills(profile: &Profile, fbi: &Fbi, other: Color, combined: Color) -> bool {
    let alpha = match profile.alpha_mask_source {
        AlphaMaskSource::AOther => other.a,
        AlphaMaskSource::Combined => combined.a,
    };
    fbi.fbz_mode.alpha_mask() && alpha & 1 == 0
}

/// The alpha that the alpha test compares.
pub(crate) fn tested_alpha(profile: &Profile, other: Color, combined: Color) -> i32 {
    match profile.alpha_test_source {
        AlphaTestSource::Combined => combined.a,
        AlphaTestSource::AOther => other.a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_regs::words::{FbzColorPath, FbzMode, Rgb as RgbWord, Rgba};

    #[test]
    fn iterated_values_are_clamped() {
        let values =
            Iterants { r: -1, g: 0x7F_FFFF, b: 0x12_3FFF, a: 0x80_000, ..Iterants::default() };
        let operands = operands(&Profile::hardware(), &Fbi::default(), &values, Color::default());
        assert_eq!(operands.other, Color { rgb: [0, 255, 255], a: 0x80 });
        assert_eq!(operands.local, operands.other);
    }

    #[test]
    fn mame_holds_what_is_next_to_the_range() {
        let of = |whole: i32| iterated_channel(&Profile::mame(), whole << 12);
        assert_eq!([-1, 0, 255, 256, 257, -2, 300].map(of), [0, 0, 255, 255, 1, 254, 44]);
    }

    #[test]
    fn the_texel_chooses_the_local_colour() {
        let fbi = Fbi {
            color_path: FbzColorPath::default()
                .with_c_local_override(true)
                .with_a_local(AlphaLocal::IteratedZ)
                .with_c_other(COther::Texture)
                .with_a_other(AOther::Color1),
            color0: Rgba::from_raw(0x0010_2030),
            color1: Rgba::from_raw(0x7F00_0000),
            ..Fbi::default()
        };
        let values = Iterants { r: 5 << 12, z: 0x0450_0000, ..Iterants::default() };
        let operands =
            |profile: Profile, a| operands(&profile, &fbi, &values, Color { rgb: [1, 2, 3], a });
        let at = |a| operands(Profile::hardware(), a);
        assert_eq!(at(0x80).local, Color { rgb: [0x10, 0x20, 0x30], a: 0x45 });
        assert_eq!(operands(Profile::mame(), 0x80).local.a, 0x00, "the depth is 0x4500");
        assert_eq!(at(0x7F).local.rgb, [5, 0, 0]);
        assert_eq!(at(0x7F).other, Color { rgb: [1, 2, 3], a: 0x7F });
    }

    #[test]
    fn kills() {
        let fbi = Fbi {
            fbz_mode: FbzMode::default().with_chroma_key(true).with_alpha_mask(true),
            chroma_key: RgbWord::from_raw(0xFF01_0203),
            ..Fbi::default()
        };
        let grey = |v, a| Color { rgb: [1, 2, v], a };
        let (odd, even) = (grey(3, 1), grey(4, 0xFE));
        let kills = |profile: Profile, other, combined| {
            let mask = mask_kills(&profile, &fbi, other, combined);
            (chroma_kills(&profile, &fbi, other, combined), mask)
        };
        assert_eq!(kills(Profile::hardware(), odd, even), (true, false));
        assert_eq!(kills(Profile::hardware(), even, odd), (false, true));
        assert_eq!(kills(Profile::zsst(), odd, even), (true, true));
        let keyed = Profile { chroma_source: ChromaSource::Combined, ..Profile::hardware() };
        assert_eq!(kills(keyed, odd, even), (false, false));
        let off = Fbi::default();
        let black = Color::default();
        assert!(!chroma_kills(&Profile::hardware(), &off, black, black));
        assert!(!mask_kills(&Profile::hardware(), &off, black, black));
        assert_eq!(tested_alpha(&Profile::hardware(), odd, even), 0xFE);
        assert_eq!(tested_alpha(&Profile::mame(), odd, even), 1);
    }
}
