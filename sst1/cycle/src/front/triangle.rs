//! A triangle command, latched.
//!
//! For: everything about a triangle that its registers decide: values at its base, covered rows,
//! what is refused, what remains of the stipple register.
//! Not for: pixels.
//!
//! Facts: digest 1.2 (Walker, for the bounding box), 9.3; the decisions on coverage, stipple and
//! refusals.

use std::sync::Arc;

use sst1_board::{State, refusal};
use sst1_core::edges::{self, Spans, Vertices};
use sst1_core::{lod, stipple};
use sst1_facts::TextureCache;
use sst1_plan::{AuxStore, Closed, Geometry, LodRule, SIDE};

use crate::command::{Bounds, Decoded, Extent, Needs, Row, Triangle};
use crate::refusals;

/// Latches the triangle whose parameters stand in the registers, and leaves there what a triangle
/// leaves.
pub(super) fn latch(decoded: &Arc<Decoded>, state: &mut State, negative: bool) -> Triangle {
    let plan = &decoded.plan;
    let standing = [plan.fbi.color_path_reserved, plan.fbi.buffer_reserved];
    for (kind, register, value) in standing.into_iter().chain(plan.chain.refusals).flatten() {
        state.log.refuse(kind, register, value);
    }
    let needs = needs(decoded);
    if needs.units != 0 && state.profile.texture_cache == TextureCache::B86 {
        let known = state.log.rows().any(|row| row.id == refusals::refusal::TEXTURE_CACHE.id);
        if !known {
            state.log.refuse(&refusals::refusal::TEXTURE_CACHE, "texture_cache", 1);
        }
    }
    let parameters = &state.parameters;
    let base = sst1_plan::base(state, plan.fbi.subpixel);
    let lod_base = lod_base(decoded, state);
    let vertices = parameters.vertices;
    let covered = Covered::new(decoded, &vertices, negative);
    let (color_extent, aux_extent) = extents(&plan.geometry, &covered.rows);
    let base_pixel = edges::base_pixel(state.profile.base_pixel, &vertices);
    let triangle = Triangle {
        base,
        dx: parameters.dx,
        dy: parameters.dy,
        base_pixel,
        lod_base,
        stipple: state.fbi.stipple,
        from_right: edges::from_right(plan.geometry.edges, negative),
        closed: Closed::of(&state.profile, parameters, base_pixel, 0),
        alone: may_alias(&plan.geometry, plan.fbi.uses[1], &covered.rows, color_extent, aux_extent),
        slow: !plan.fbi.rgb_write && plan.fbi.aux_store == AuxStore::Nothing,
        needs,
        bounds: bounds(&vertices),
        color_extent,
        aux_extent,
        rows: covered.rows,
        decoded: Arc::clone(decoded),
    };
    let value = u32::from(negative) << 31;
    if covered.outside_raster {
        state.log.refuse(&refusal::RASTER_OUTSIDE, "triangleCMD", value);
    }
    if covered.outside_memory {
        state.log.refuse(&refusal::MEMORY_OUTSIDE, "triangleCMD", value);
    }
    if plan.geometry.rotates {
        state.fbi.stipple = stipple::rotated(state.fbi.stipple, triangle.pixels());
    }
    if plan.fbi.subpixel {
        sst1_plan::keep_adjusted(state, &triangle.base, plan.chain.textured);
    }
    triangle
}

/// What a pixel fetches (digest 1.2, Dispatch).
fn needs(decoded: &Decoded) -> Needs {
    let fbi = &decoded.plan.fbi;
    let units = decoded.plan.chain.steps().fold(0, |set, step| set | 1 << step.unit);
    Needs {
        color: fbi.blend.is_some(),
        aux: fbi.depth_test.is_some() || (fbi.blend.is_some() && fbi.alpha_planes),
        units,
    }
}

/// The part of each unit's LOD that is constant over the triangle.
fn lod_base(decoded: &Decoded, state: &State) -> [i32; 3] {
    let mut bases = [0; 3];
    let plan = &decoded.plan;
    let (dx, dy) = (&state.parameters.dx, &state.parameters.dy);
    // Gradients in 18 fraction bits.
    let shift = if plan.fbi.w_shift == 0 { 14 } else { 0 };
    for step in plan.chain.steps() {
        let (Some(unit), Some(base)) = (plan.units.get(step.unit), bases.get_mut(step.unit)) else {
            continue;
        };
        if let LodRule::Fixed(_) = unit.lod_rule {
            continue;
        }
        let (dx, dy) = (&dx.tmu[step.unit], &dy.tmu[step.unit]);
        let gradients = [dx.s, dx.t, dy.s, dy.t].map(|g| g >> shift);
        *base = lod::base(unit.lod, gradients, unit.bias);
    }
    bases
}

/// Where the walker searches.
fn bounds(vertices: &Vertices) -> Bounds {
    let side = |axis: usize, pick: fn(i32, i32) -> i32| {
        let [a, b, c] = vertices.map(|vertex| vertex[axis]);
        (pick(pick(a, b), c) + 7) >> 4
    };
    Bounds {
        min: [side(0, i32::min), side(1, i32::min)],
        max: [side(0, i32::max), side(1, i32::max)],
    }
}

/// The covered pixels, and what of them does not exist.
struct Covered {
    rows: Vec<Row>,
    outside_raster: bool,
    outside_memory: bool,
}

impl Covered {
    fn new(decoded: &Decoded, vertices: &Vertices, negative: bool) -> Self {
        let (geometry, uses) = (&decoded.plan.geometry, decoded.plan.fbi.uses);
        let rows = geometry.clipped_rows(edges::rows(geometry.edges, vertices));
        let outside_raster = rows.start < rows.end && (rows.start < 0 || rows.end > SIDE);
        let rows = rows.start.max(0)..rows.end.min(SIDE);
        let mut covered = Self { rows: Vec::new(), outside_raster, outside_memory: false };
        if rows.start >= rows.end {
            return covered;
        }
        let mut spans = Spans::new(geometry.edges, vertices, negative, rows.start);
        let mut before = 0;
        for y in rows {
            let columns = geometry.clipped_columns(spans.next_row());
            if columns.start >= columns.end {
                continue;
            }
            covered.outside_raster |= columns.start < 0 || columns.end > SIDE;
            let (start, end) = (columns.start.max(0), columns.end.min(SIDE));
            if start >= end {
                continue;
            }
            let row = geometry.memory_row(y);
            for (base, used) in [geometry.draw, geometry.aux].into_iter().zip(uses) {
                let outside =
                    |column| geometry.address(base, row, column) >> 1 >= decoded.memory / 2;
                covered.outside_memory |= used && (outside(start) || outside(end - 1));
            }
            covered.rows.push(Row { y, start, end, before });
            before += (end - start) as u32;
        }
        covered
    }
}

/// Bytes from the first to behind the last one, of colours and of auxiliary words.
fn extents(geometry: &Geometry, rows: &[Row]) -> (Extent, Extent) {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return (Extent::default(), Extent::default());
    };
    let ends = [first.y, last.y].map(|y| i64::from(geometry.memory_row(y)));
    let left = rows.iter().map(|row| row.start).min().unwrap_or(0);
    let right = rows.iter().map(|row| row.end).max().unwrap_or(0);
    let stride = i64::from(geometry.stride);
    let start = ends[0].min(ends[1]) * stride + 2 * i64::from(left);
    let end = ends[0].max(ends[1]) * stride + 2 * i64::from(right);
    let at = |base: u32| Extent { start: start + i64::from(base), end: end + i64::from(base) };
    (at(geometry.draw), at(geometry.aux))
}

/// Whether two pixels may share a word of memory, or one of them an auxiliary word of another.
fn may_alias(
    geometry: &Geometry,
    uses_aux: bool,
    rows: &[Row],
    color: Extent,
    aux: Extent,
) -> bool {
    if rows.is_empty() {
        return false;
    }
    let left = rows.iter().map(|row| row.start).min().unwrap_or(0);
    let right = rows.iter().map(|row| row.end).max().unwrap_or(0);
    let width = 2 * (right - left) as u32;
    (rows.len() > 1 && geometry.stride < width) || (uses_aux && color.meets(aux))
}
