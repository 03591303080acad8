//! Fetches as text.

use std::fmt::Write;

use super::{Extras, Style, finish, predicate};
use crate::codes::{
    AnisotropyFilter, ArbitraryFilter, Dimension, SampleLocation, SignedMode, TextureFilter,
    VertexFormat,
};
use crate::fetch::{TextureFetch, VertexFetch};
use crate::pieces::FetchSwizzle;

fn register(text: &mut String, number: u8, relative: bool) {
    let _ = if relative { write!(text, "r[{number}+aL]") } else { write!(text, "r{number}") };
}

fn destination(text: &mut String, number: u8, relative: bool, swizzle: FetchSwizzle) {
    register(text, number, relative);
    match swizzle {
        FetchSwizzle::XYZW => {}
        FetchSwizzle::KEEP => text.push_str("._"),
        _ => {
            text.push('.');
            text.extend((0..4).map(|index| swizzle.component(index).name()));
        }
    }
}

pub(super) fn vertex(text: &mut String, fetch: &VertexFetch, style: Style) {
    let name = if fetch.mini { "vfetch_mini" } else { "vfetch_full" };
    let needed = predicate(fetch.predicated.then_some(fetch.predicate_condition));
    let _ = write!(text, "   {needed} {name} ");
    destination(text, fetch.destination, fetch.destination_relative, fetch.destination_swizzle);
    if !fetch.mini {
        text.push_str(", ");
        register(text, fetch.source, fetch.source_relative);
        // The tools count vertex streams from the last fetch constant down.
        let stream = 95 - i64::from(fetch.constant());
        let _ = write!(text, ".{}, vf{stream}", fetch.source_component.name());
        if fetch.index_rounded {
            text.push_str(", RoundIndex=true");
        }
    }
    if fetch.exponent != 0 {
        let _ = write!(text, ", ExpAdjust={}", fetch.exponent);
    }
    if fetch.offset != 0 {
        let _ = write!(text, ", Offset={}", fetch.offset);
    }
    if fetch.format != VertexFormat::Undefined0 {
        let _ = write!(text, ", DataFormat={}", fetch.format.name());
    }
    if !fetch.mini && fetch.stride != 0 {
        let _ = write!(text, ", Stride={}", fetch.stride);
    }
    if fetch.signed {
        text.push_str(", Signed=true");
    }
    if fetch.integer {
        text.push_str(", NumFormat=integer");
    }
    if fetch.prefetch_minus_1 != 0 {
        let _ = write!(text, ", PrefetchCount={}", u32::from(fetch.prefetch_minus_1) + 1);
    }
    let mut extras = Extras::new();
    if fetch.signed_mode != SignedMode::ClampMinusOne {
        extras.push(("SignedMode", fetch.signed_mode.name().to_owned()));
    }
    if !fetch.must_be_one {
        extras.push(("MustBeOne", "false".to_owned()));
    }
    finish(text, &extras, style, true);
}

pub(super) fn texture(text: &mut String, fetch: &TextureFetch, style: Style) {
    let needed = predicate(fetch.predicated.then_some(fetch.predicate_condition));
    let dimension =
        if fetch.opcode.names_dimension() { fetch.dimension.name() } else { Default::default() };
    let _ = write!(text, "   {needed} {}{dimension} ", fetch.opcode.name());
    if !fetch.opcode.is_set() {
        destination(text, fetch.destination, fetch.destination_relative, fetch.destination_swizzle);
        text.push_str(", ");
    }
    register(text, fetch.source, fetch.source_relative);
    text.push('.');
    text.extend(
        (0..fetch.source_components()).map(|index| fetch.source_swizzle.component(index).name()),
    );
    if !fetch.opcode.is_set() {
        let _ = write!(text, ", tf{}", fetch.constant);
        attributes(text, fetch);
    }
    finish(text, &extras(fetch), style, true);
}

fn extras(fetch: &TextureFetch) -> Extras {
    let mut extras = Extras::new();
    if fetch.opcode.is_set() {
        return extras;
    }
    if !fetch.opcode.names_dimension() && fetch.dimension != Dimension::D2 {
        extras.push(("Dimension", fetch.dimension.name().to_owned()));
    }
    if fetch.arbitrary_filter != ArbitraryFilter::Sym2x4 {
        extras.push(("ArbitraryFilter", fetch.arbitrary_filter.name().to_owned()));
    }
    if fetch.sample_location != SampleLocation::Centroid {
        extras.push(("SampleLocation", fetch.sample_location.name().to_owned()));
    }
    extras
}

fn attributes(text: &mut String, fetch: &TextureFetch) {
    if !fetch.fetch_valid_only {
        text.push_str(", FetchValidOnly=false");
    }
    if fetch.unnormalized {
        text.push_str(", UnnormalizedTextureCoords=true");
    }
    let filters = [
        ("MagFilter", fetch.mag_filter),
        ("MinFilter", fetch.min_filter),
        ("MipFilter", fetch.mip_filter),
    ];
    for (name, filter) in filters {
        filtered(text, name, filter);
    }
    if fetch.anisotropy != AnisotropyFilter::Keep {
        let _ = write!(text, ", AnisoFilter={}", fetch.anisotropy.name());
    }
    filtered(text, "VolMagFilter", fetch.volume_mag_filter);
    filtered(text, "VolMinFilter", fetch.volume_min_filter);
    if !fetch.use_computed_lod {
        text.push_str(", UseComputedLOD=false");
    }
    if fetch.use_register_lod {
        text.push_str(", UseRegisterLOD=true");
    }
    if fetch.use_register_gradients {
        text.push_str(", UseRegisterGradients=true");
    }
    if fetch.lod_bias != 0 {
        let _ = write!(text, ", LODBias={}", f32::from(fetch.lod_bias) / 16.0);
    }
    let components = fetch.dimension.components();
    let offsets = [
        ("OffsetX", fetch.offset_x, 1),
        ("OffsetY", fetch.offset_y, 2),
        ("OffsetZ", fetch.offset_z, 3),
    ];
    for (name, offset, least) in offsets {
        if offset != 0 && components >= least {
            let _ = write!(text, ", {name}={}", f32::from(offset) / 2.0);
        }
    }
}

fn filtered(text: &mut String, name: &str, filter: TextureFilter) {
    if filter != TextureFilter::Keep {
        let _ = write!(text, ", {name}={}", filter.name());
    }
}
