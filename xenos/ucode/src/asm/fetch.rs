//! Fetch instructions as written.

use super::build::Builder;
use super::error::AsmError;
use super::lex::{Cursor, Token};
use super::operand::{Value, attributes, component, number, temporary};
use crate::codes::{Component, Dimension, FetchComponent, FetchOpcode};
use crate::fetch::{TextureFetch, VertexFetch};
use crate::instruction::Instruction;
use crate::pieces::{FetchSwizzle, SourceSwizzle};
use base_word::FieldValue;

/// Which fetch.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Vertex { mini: bool },
    Texture(FetchOpcode, Dimension),
}

/// The fetch of a mnemonic.
pub(super) fn kind(word: &str) -> Option<Kind> {
    match word {
        "vfetch_full" | "vfetch" => return Some(Kind::Vertex { mini: false }),
        "vfetch_mini" => return Some(Kind::Vertex { mini: true }),
        _ => {}
    }
    (1..32).map(FetchOpcode::from_bits).find_map(|opcode| {
        let rest = word.strip_prefix(opcode.name())?;
        if !opcode.names_dimension() {
            return rest.is_empty().then_some(Kind::Texture(opcode, Dimension::D2));
        }
        let dimension = (0..4).map(Dimension::from_bits).find(|d| d.name() == rest)?;
        Some(Kind::Texture(opcode, dimension))
    })
}

/// Reads a fetch.
pub(super) fn instruction<'t>(
    cursor: &mut Cursor<'t>,
    builder: &mut Builder<'t>,
    needed: Option<bool>,
    word: Token<'t>,
    kind: Kind,
) -> Result<(), AsmError> {
    let instruction = match kind {
        Kind::Vertex { mini } => Instruction::VertexFetch(vertex(cursor, needed, word, mini)?),
        Kind::Texture(opcode, dimension) => {
            let plain = TextureFetch {
                predicated: needed.is_some(),
                predicate_condition: needed == Some(true),
                ..TextureFetch::plain(opcode, dimension)
            };
            Instruction::TextureFetch(texture(cursor, plain, word)?.normalized())
        }
    };
    builder.instruction(word, instruction)
}

/// Reads a destination: a temporary, and what its components get.
fn destination(cursor: &mut Cursor<'_>) -> Result<(u8, bool, FetchSwizzle), AsmError> {
    let (number, relative) = temporary(cursor)?;
    if !cursor.took(".") {
        return Ok((number, relative, FetchSwizzle::XYZW));
    }
    let expected = "up to four of x, y, z, w, 0, 1 and _";
    let token = cursor.word(expected)?;
    let mut parts = [FetchComponent::Keep; 4];
    if token.text.len() > 4 {
        return Err(token.expected(expected));
    }
    for (part, letter) in parts.iter_mut().zip(token.text.chars()) {
        let value = FetchComponent::VALUES.iter().find(|value| value.name.starts_with(letter));
        let value = value.ok_or_else(|| token.expected(expected))?;
        *part = FetchComponent::from_bits(value.code);
    }
    Ok((number, relative, FetchSwizzle::of(parts)))
}

/// A word that is `name` and a number.
fn numbered(cursor: &mut Cursor<'_>, name: &str, most: i64) -> Result<i64, AsmError> {
    let expected = format!("{name} and a number");
    let token = cursor.word(&expected)?;
    let digits = token.text.strip_prefix(name).ok_or_else(|| token.expected(expected))?;
    number(token, digits, "a fetch constant's number", 0, most)
}

fn vertex<'t>(
    cursor: &mut Cursor<'t>,
    needed: Option<bool>,
    word: Token<'t>,
    mini: bool,
) -> Result<VertexFetch, AsmError> {
    let mut fetch = VertexFetch {
        mini,
        must_be_one: true,
        predicated: needed.is_some(),
        predicate_condition: needed == Some(true),
        ..VertexFetch::default()
    };
    (fetch.destination, fetch.destination_relative, fetch.destination_swizzle) =
        destination(cursor)?;
    if !mini {
        cursor.expect(",")?;
        (fetch.source, fetch.source_relative) = temporary(cursor)?;
        cursor.expect(".")?;
        let token = cursor.word("x, y, z or w")?;
        let mut letters = token.text.chars();
        fetch.source_component = match (letters.next().and_then(component), letters.next()) {
            (Some(component), None) => component,
            _ => return Err(token.expected("x, y, z or w")),
        };
        cursor.expect(",")?;
        // Streams count from the last fetch constant down.
        fetch = fetch.with_constant((95 - numbered(cursor, "vf", 95)?) as u32);
    }
    attributes(cursor, word.text, |name, value| {
        match name {
            "RoundIndex" if !mini => fetch.index_rounded = value.flag()?,
            "Stride" if !mini => fetch.stride = value.number("a stride", 0, 255)? as u8,
            "ExpAdjust" => fetch.exponent = value.number("an exponent", -32, 31)? as i8,
            "Offset" => {
                fetch.offset = value.number("an offset", -(1 << 22), (1 << 22) - 1)? as i32;
            }
            "DataFormat" => fetch.format = value.code()?,
            "Signed" => fetch.signed = value.flag()?,
            "NumFormat" => match value.text {
                "integer" => fetch.integer = true,
                "fraction" => fetch.integer = false,
                _ => return Err(value.token.expected("integer or fraction")),
            },
            "PrefetchCount" => {
                fetch.prefetch_minus_1 = (value.number("a count", 1, 8)? - 1) as u8;
            }
            "SignedMode" => fetch.signed_mode = value.code()?,
            "MustBeOne" => fetch.must_be_one = value.flag()?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(fetch)
}

fn texture<'t>(
    cursor: &mut Cursor<'t>,
    mut fetch: TextureFetch,
    word: Token<'t>,
) -> Result<TextureFetch, AsmError> {
    let sets = fetch.opcode.is_set();
    if !sets {
        (fetch.destination, fetch.destination_relative, fetch.destination_swizzle) =
            destination(cursor)?;
        cursor.expect(",")?;
    }
    (fetch.source, fetch.source_relative) = temporary(cursor)?;
    let mut letters = [Component::X; 3];
    let mut count = 0;
    let source = cursor.peek();
    if cursor.took(".") {
        let token = cursor.word("components")?;
        for letter in token.text.chars() {
            let place = letters.get_mut(count);
            let place = place.ok_or_else(|| token.expected("at most three components"))?;
            *place = component(letter).ok_or_else(|| token.expected("x, y, z and w"))?;
            count += 1;
        }
    } else {
        letters = [Component::X, Component::Y, Component::Z];
        count = 3;
    }
    fetch.source_swizzle = SourceSwizzle::of(letters);
    let bare = count == 3;
    if !sets {
        cursor.expect(",")?;
        fetch.constant = numbered(cursor, "tf", 31)? as u8;
        attributes(cursor, word.text, |name, value| attribute(&mut fetch, name, value))?;
    }
    let needs = fetch.source_components() as usize;
    if count != needs && !(bare && source.text != ".") {
        return Err(source.expected(format!("{needs} components")));
    }
    cursor.end()?;
    Ok(fetch)
}

fn attribute(fetch: &mut TextureFetch, name: &str, value: Value<'_>) -> Result<bool, AsmError> {
    let offset = || value.steps("an offset", 2, -16, 15);
    match name {
        "FetchValidOnly" => fetch.fetch_valid_only = value.flag()?,
        "UnnormalizedTextureCoords" => fetch.unnormalized = value.flag()?,
        "MagFilter" => fetch.mag_filter = value.code()?,
        "MinFilter" => fetch.min_filter = value.code()?,
        "MipFilter" => fetch.mip_filter = value.code()?,
        "AnisoFilter" => fetch.anisotropy = value.code()?,
        "VolMagFilter" => fetch.volume_mag_filter = value.code()?,
        "VolMinFilter" => fetch.volume_min_filter = value.code()?,
        "UseComputedLOD" => fetch.use_computed_lod = value.flag()?,
        "UseRegisterLOD" => fetch.use_register_lod = value.flag()?,
        "UseRegisterGradients" => fetch.use_register_gradients = value.flag()?,
        "LODBias" => fetch.lod_bias = value.steps("a bias", 16, -64, 63)? as i8,
        "OffsetX" => fetch.offset_x = offset()? as i8,
        "OffsetY" => fetch.offset_y = offset()? as i8,
        "OffsetZ" => fetch.offset_z = offset()? as i8,
        "ArbitraryFilter" => fetch.arbitrary_filter = value.code()?,
        "SampleLocation" => fetch.sample_location = value.code()?,
        "Dimension" if !fetch.opcode.names_dimension() => fetch.dimension = value.code()?,
        _ => return Ok(false),
    }
    Ok(true)
}
