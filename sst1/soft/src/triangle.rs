//! Triangles: rows and spans into batches.
//!
//! Facts: digest section 9.3; the decisions on coverage, stipple and refusals. Pixels of several
//! rows share a batch, which is exact as long as no two of them share a word of memory; where they
//! might, a batch holds one pixel.

use std::ops::Range;

use sst1_board::{Counters, Iterants, State, refusal};
use sst1_core::edges::{self, Spans, Vertices};
use sst1_core::{Lane, dither, lod, stipple};
use sst1_plan::{Geometry, Plan, SIDE, StipplePlan, WORD_MASK};

use crate::batch::{Batch, GROUP, Inputs, PIXELS, whole_groups};
use crate::plan::SoftPlan;
use crate::setup::Setup;
use crate::shade::Shader;
use crate::texture::{Store, bind};

/// What is used anew by every triangle.
#[derive(Debug, Default)]
pub(crate) struct Work {
    batch: Batch,
    setup: Setup,
}

/// Draws a triangle.
pub(crate) fn draw(
    soft: &mut SoftPlan,
    stores: &mut [Store; 3],
    work: &mut Work,
    state: &mut State,
    negative: bool,
) {
    soft.refresh(state, stores);
    bind(state, soft, stores);
    let plan = &soft.plan;
    let standing = [plan.fbi.color_path_reserved, plan.fbi.buffer_reserved];
    for (kind, register, value) in standing.into_iter().chain(plan.chain.refusals).flatten() {
        state.log.refuse(kind, register, value);
    }
    let base = sst1_plan::base(&state.parameters, plan.fbi.subpixel, state.tmus.len());
    let counted = Walk::new(plan, state, negative).run(soft, stores, work, state, &base);
    state.count(&counted);
    if plan.geometry.rotates {
        state.fbi.stipple = stipple::rotated(state.fbi.stipple, counted.pixels_in);
    }
    if plan.fbi.subpixel {
        sst1_plan::keep_adjusted(state, &base);
    }
}

/// The walk over one triangle's rows.
struct Walk {
    vertices: Vertices,
    negative: bool,
    /// Rows left after clipping, within 0..1024.
    rows: Range<i32>,
    outside_raster: bool,
    outside_memory: bool,
    /// Whether a batch may hold one pixel only.
    alone: bool,
    /// Whether all pixels are known to lie inside memory.
    inside: bool,
    register: u32,
}

impl Walk {
    fn new(plan: &Plan, state: &State, negative: bool) -> Self {
        let vertices = state.parameters.vertices;
        let rows = plan.geometry.clipped_rows(edges::rows(&vertices));
        let outside_raster = rows.start < rows.end && (rows.start < 0 || rows.end > SIDE);
        let rows = rows.start.max(0)..rows.end.min(SIDE);
        let columns = hull(&plan.geometry, &vertices);
        let alone = may_alias(&plan.geometry, plan.fbi.uses[1], &columns, &rows);
        let inside = lies_inside(&plan.geometry, state.frame_buffer.bytes(), &columns, &rows);
        Self {
            vertices,
            negative,
            rows,
            outside_raster,
            outside_memory: false,
            alone,
            inside,
            register: state.fbi.stipple,
        }
    }

    fn run(
        mut self,
        soft: &SoftPlan,
        stores: &mut [Store; 3],
        work: &mut Work,
        state: &mut State,
        base: &Iterants,
    ) -> Counters {
        let (plan, mut counted) = (&soft.plan, Counters::default());
        if self.rows.start < self.rows.end {
            let (fbi, first) = (&plan.fbi, self.rows.start);
            work.setup.take(&state.parameters, base, first, fbi.ints, &fbi.longs);
            let mut shader = Shader::new(soft, stores, state);
            self.walk(plan, work, &mut shader, &mut counted);
        }
        let value = u32::from(self.negative) << 31;
        if self.outside_raster {
            state.log.refuse(&refusal::RASTER_OUTSIDE, "triangleCMD", value);
        }
        if self.outside_memory {
            state.log.refuse(&refusal::MEMORY_OUTSIDE, "triangleCMD", value);
        }
        counted
    }

    fn walk(&mut self, plan: &Plan, work: &mut Work, shader: &mut Shader, counted: &mut Counters) {
        let geometry = &plan.geometry;
        let mut spans = Spans::new(geometry.edges, &self.vertices, self.negative, self.rows.start);
        work.batch.inputs.len = 0;
        for y in self.rows.clone() {
            let columns = geometry.clipped_columns(spans.next_row());
            if columns.start < columns.end {
                self.outside_raster |= columns.start < 0 || columns.end > SIDE;
                let columns = columns.start.max(0)..columns.end.min(SIDE);
                if columns.start < columns.end {
                    if !self.inside {
                        self.check_ends(plan, shader, y, &columns);
                    }
                    if self.alone {
                        self.row_alone(plan, work, shader, counted, y, columns);
                    } else {
                        self.row(plan, work, shader, counted, y, columns);
                    }
                }
            }
            work.setup.down();
        }
        if work.batch.inputs.len > 0 {
            shader.shade(&mut work.batch, counted);
        }
    }

    /// Notes whether the first or last pixel of a row lies outside memory.
    fn check_ends(&mut self, plan: &Plan, shader: &Shader, y: i32, columns: &Range<i32>) {
        let geometry = &plan.geometry;
        let row = geometry.memory_row(y);
        for (base, used) in [geometry.draw, geometry.aux].into_iter().zip(plan.fbi.uses) {
            let outside = |column| shader.is_outside(geometry.address(base, row, column));
            self.outside_memory |= used && (outside(columns.start) || outside(columns.end - 1));
        }
    }

    /// A row whose pixels may share a batch with others.
    #[inline(always)]
    fn row(
        &self,
        plan: &Plan,
        work: &mut Work,
        shader: &mut Shader,
        counted: &mut Counters,
        y: i32,
        columns: Range<i32>,
    ) {
        let geometry = &plan.geometry;
        // Pixels of the triangle before this row, and how many it has: the stipple's clock.
        let (before, len) = (counted.pixels_in, (columns.end - columns.start) as u32);
        let mut word = geometry.address(geometry.draw, geometry.memory_row(y), columns.start) >> 1;
        let mut column = columns.start;
        loop {
            let inputs = &mut work.batch.inputs;
            let room = PIXELS - inputs.len.min(PIXELS);
            let taken = room.min((columns.end - column) as usize);
            work.setup.store(inputs, column, taken);
            let span = Span { y, column, word, len: taken };
            place(plan, inputs, &span);
            if geometry.stipple != StipplePlan::Off {
                let from_edge =
                    if self.negative { columns.end - 1 - column } else { column - columns.start };
                let step = if self.negative { -1 } else { 1 };
                let order = before.wrapping_add(from_edge as u32);
                self.stipple(geometry, inputs, &span, order, step);
            }
            inputs.len += taken;
            column += taken as i32;
            word = word.wrapping_add(taken as u32) & WORD_MASK;
            if column >= columns.end {
                break;
            }
            shader.shade(&mut work.batch, counted);
            work.batch.inputs.len = 0;
        }
        counted.pixels_in = before + len;
    }

    /// A row whose pixels are drawn one at a time, in the chip's order: from edge AC towards the
    /// other one.
    #[cold]
    fn row_alone(
        &self,
        plan: &Plan,
        work: &mut Work,
        shader: &mut Shader,
        counted: &mut Counters,
        y: i32,
        columns: Range<i32>,
    ) {
        let geometry = &plan.geometry;
        let row = geometry.memory_row(y);
        let mut one = |column: i32| {
            let inputs = &mut work.batch.inputs;
            inputs.len = 0;
            work.setup.store(inputs, column, 1);
            let word = geometry.address(geometry.draw, row, column) >> 1;
            let span = Span { y, column, word, len: 1 };
            place(plan, inputs, &span);
            if geometry.stipple != StipplePlan::Off {
                self.stipple(geometry, inputs, &span, counted.pixels_in, 1);
            }
            inputs.len = 1;
            shader.shade(&mut work.batch, counted);
            work.batch.inputs.len = 0;
            counted.pixels_in += 1;
        };
        if self.negative {
            columns.rev().for_each(&mut one);
        } else {
            columns.for_each(&mut one);
        }
    }

    /// Notes which pixels of a span the stipple lets pass. The first is the triangle's pixel
    /// number `order`, and numbers go on by `step`.
    fn stipple(
        &self,
        geometry: &Geometry,
        inputs: &mut Inputs,
        span: &Span,
        order: u32,
        step: i32,
    ) {
        let row = geometry.pattern_row(span.y);
        let passes = inputs.pass.iter_mut().skip(inputs.len).take(span.len);
        for (i, pass) in (0..).zip(passes) {
            let order = order.wrapping_add((i * step) as u32);
            *pass = match geometry.stipple {
                StipplePlan::Off => true,
                StipplePlan::Pattern => stipple::pattern(self.register, span.column + i, row),
                StipplePlan::FreeRunning => stipple::free_running(self.register, order),
                StipplePlan::Sticking => stipple::sticking(self.register, order),
            };
        }
    }
}

/// Neighbouring pixels of a row.
struct Span {
    y: i32,
    column: i32,
    /// Index of the first one's colour word.
    word: u32,
    len: usize,
}

/// Stores what depends on a pixel's place.
#[inline(always)]
fn place(plan: &Plan, inputs: &mut Inputs, span: &Span) {
    let (first, end) = (inputs.len, inputs.len + whole_groups(span.len));
    let mut word = span.word;
    if let Some(lanes) = inputs.word.get_mut(first..end) {
        for group in lanes.as_chunks_mut::<GROUP>().0 {
            for (i, lane) in (0..).zip(group.iter_mut()) {
                *lane = word.wrapping_add(i) & WORD_MASK;
            }
            word = word.wrapping_add(GROUP as u32);
        }
    }
    if plan.fbi.dither.store || plan.fbi.dither.subtract.is_some() {
        let row = plan.geometry.pattern_row(span.y);
        let row = &dither::matrix(plan.fbi.dither.matrix)[(row & 3) as usize];
        let pattern: [Lane; GROUP] =
            std::array::from_fn(|i| Lane::from(row[(span.column as usize + i) & 3]));
        if let Some(lanes) = inputs.matrix.get_mut(first..end) {
            for group in lanes.as_chunks_mut::<GROUP>().0 {
                *group = pattern;
            }
        }
    }
    if plan.chain.dithers_lod {
        let lanes = inputs.lod_dither.iter_mut().skip(first).take(span.len);
        for (i, lane) in (0..).zip(lanes) {
            *lane = lod::dither(span.column + i, span.y);
        }
    }
}

/// Columns that hold all of a triangle's, clipped.
fn hull(geometry: &Geometry, vertices: &Vertices) -> Range<i32> {
    let xs = vertices.map(|v| v[0]);
    let (least, most) = (xs[0].min(xs[1]).min(xs[2]), xs[0].max(xs[1]).max(xs[2]));
    // Slopes overflow where an edge is 2,048 pixels wide; then columns can be anything.
    let tame = most - least < 0x8000;
    let all = if tame { (least >> 4) - 2..(most >> 4) + 3 } else { i32::MIN..i32::MAX };
    let columns = geometry.clipped_columns(all);
    columns.start.max(0)..columns.end.min(SIDE)
}

/// Whether two pixels of a rectangle may share a word of memory, or one of them an auxiliary word
/// of another.
fn may_alias(geometry: &Geometry, uses_aux: bool, columns: &Range<i32>, rows: &Range<i32>) -> bool {
    if rows.start >= rows.end || columns.start >= columns.end {
        return false;
    }
    let width = i64::from(columns.end - columns.start) * 2;
    let height = i64::from(rows.end - rows.start);
    let stride = i64::from(geometry.stride);
    if height > 1 && stride < width {
        return true;
    }
    // From the first row's first byte to behind the last row's last one: the same in both buffers.
    let extent = (height - 1) * stride + width;
    let apart = i64::from(geometry.aux) - i64::from(geometry.draw);
    uses_aux && apart.abs() < extent
}

/// Whether a rectangle lies inside memory of `bytes` bytes, in both buffers.
fn lies_inside(geometry: &Geometry, bytes: u32, columns: &Range<i32>, rows: &Range<i32>) -> bool {
    let ends = [rows.start, rows.end - 1].map(|y| i64::from(geometry.memory_row(y)));
    let stride = i64::from(geometry.stride);
    let least = ends[0].min(ends[1]) * stride + i64::from(columns.start) * 2;
    let most = ends[0].max(ends[1]) * stride + i64::from(columns.end) * 2;
    let upper = geometry.draw.max(geometry.aux);
    least >= 0 && most + i64::from(upper) <= i64::from(bytes)
}
