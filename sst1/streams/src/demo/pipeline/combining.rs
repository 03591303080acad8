//! The colour combine unit.

use sst1_regs::words::{CLocal, COther, ColorAdd, ColorMSelect};

use super::{Tile, iterated, textured};

pub(super) const TILES: &[Tile] = &[
    ("ITERATED", |p| {
        p.bus.fbz_color_path(iterated());
        p.whole();
    }),
    ("TEXTURE", |p| {
        p.bus.fbz_color_path(textured());
        p.whole();
    }),
    ("TEX*ITERATED", |p| {
        let factor = textured().with_cc_mselect(ColorMSelect::CLocal);
        p.bus.fbz_color_path(factor.with_cc_reverse_blend(true));
        p.whole();
    }),
    ("TEX+ITERATED", |p| {
        p.bus.fbz_color_path(textured().with_cc_add(ColorAdd::CLocal));
        p.whole();
    }),
    ("TEX-ITERATED", |p| {
        p.bus.fbz_color_path(textured().with_cc_sub_clocal(true));
        p.whole();
    }),
    // (texture - local) * texture alpha + local: the texture as a decal.
    ("DECAL", |p| {
        let path = textured().with_cc_sub_clocal(true).with_cc_add(ColorAdd::CLocal);
        let path = path.with_cc_mselect(ColorMSelect::TextureAlpha).with_cc_reverse_blend(true);
        p.bus.fbz_color_path(path);
        p.whole();
    }),
    ("ALPHA SELECT", |p| {
        // The top bit of the texture's alpha takes color0 for the local colour.
        let path = textured().with_c_other(COther::Color1).with_c_local_override(true);
        let path = path.with_cc_zero_other(true).with_cc_add(ColorAdd::CLocal);
        p.bus.fbz_color_path(path.with_c_local(CLocal::Iterated));
        p.whole();
    }),
    ("INVERT", |p| {
        p.bus.fbz_color_path(textured().with_cc_invert_output(true));
        p.whole();
    }),
];
