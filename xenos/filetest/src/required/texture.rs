//! What has to be covered of the texture fetch constant: each field of its six dwords, each value of
//! enumerated ones, from the tables of `xenos-regs`.
//!
//! Facts: which fields decide nothing from chapter S of `docs/hardware/xenos-microcode.md`.

use base_word::{Field, FieldKind, Word};
use xenos_regs::fetch::{
    TextureFetch0, TextureFetch1, TextureFetch3, TextureFetch4, TextureFetch5, TextureSize1d,
    TextureSize2d, TextureSize3d,
};

use super::Requirement;

/// Fields that the document says are not looked at.
const IDLE: &[&str] = &[
    "request_size",
    "stacked",
    "nearest_clamp_policy",
    "arbitrary_filter",
    "border_size",
    "mag_aniso_walk",
    "min_aniso_walk",
    "tri_clamp",
    "aniso_bias",
];

/// Fields and values that no case has to cover, with the reason.
pub const TEXTURE_FIELDS_EXEMPT: &[(&str, &str)] = &[
    ("pitch", "where texels are stored: the tests' textures have no storage"),
    ("tiled", "where texels are stored"),
    ("endianness", "how texels are stored: `texture N texel` has words after the swap"),
    ("packed_mips", "where texels are stored"),
    ("format", "a format's decoder is a texture page's matter; without one: rule S15"),
    ("fetch_type=invalid-texture", "rule S1, by `fetch_type=texture` against it"),
    ("fetch_type=invalid-vertex", "as `invalid-texture`"),
    ("fetch_type=vertex", "as `invalid-texture`"),
];

fn exempt(name: &str) -> bool {
    TEXTURE_FIELDS_EXEMPT.iter().any(|(known, _)| *known == name)
}

/// The requirements of a word's fields.
fn of(room: &'static str, fields: &'static [Field]) -> impl Iterator<Item = Requirement> {
    fields.iter().filter(|field| !exempt(field.name)).flat_map(move |field| {
        let idle = field.kind == FieldKind::Reserved || IDLE.contains(&field.name);
        let one = |key: String, meaning: &'static str| Requirement {
            key: format!("{room}.{key}"),
            meaning: meaning.trim_ascii(),
            idle,
        };
        if field.kind != FieldKind::Enumerated || idle {
            return vec![one(field.name.to_owned(), field.doc)];
        }
        let keys =
            field.values.iter().map(|value| (format!("{}={}", field.name, value.name), value));
        keys.filter(|(key, _)| !exempt(key)).map(|(key, value)| one(key, value.doc)).collect()
    })
}

/// Everything of the constant.
pub(super) fn constant() -> impl Iterator<Item = Requirement> {
    [
        ("texture_constant", TextureFetch0::FIELDS),
        ("texture_constant", TextureFetch1::FIELDS),
        ("texture_constant", TextureSize2d::FIELDS),
        ("texture_constant_1d", TextureSize1d::FIELDS),
        ("texture_constant_3d", TextureSize3d::FIELDS),
        ("texture_constant", TextureFetch3::FIELDS),
        ("texture_constant", TextureFetch4::FIELDS),
        ("texture_constant", TextureFetch5::FIELDS),
    ]
    .into_iter()
    .flat_map(|(room, fields)| of(room, fields))
}
