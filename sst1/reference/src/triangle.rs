//! Drawing a triangle.
//!
//! For: the order of things: binding, set-up, rows, pixels, and a pixel's way down to the stages that
//! LFB pixels share ([`crate::pixel`]). Not for: the rules of any stage.
//! Facts: digest 9.3 and 9.4 for the order; decisions page, "Coverage" and "Stipple".

use sst1_board::{Counters, FrameBuffer, Iterants, Parameters, State, refusal};
use sst1_facts::{
    AlphaMaskCounts, PatternRow, Profile, StartAfterAdjust, Subpixel, TmuConfiguration,
};
use sst1_regs::words::{DrawBuffer, TextureMode};

use crate::clip::{Clip, EXISTING, within};
use crate::color::Color;
use crate::depth::Depths;
use crate::edges::{Span, rows, span};
use crate::fog::FogInputs;
use crate::iterate::{adjusted, at, in_register_width, w_fraction_32};
use crate::pixel::{Pipe, Place, Rules, Shaded, used};
use crate::stipple::Stipple;
use crate::target::{Target, origin};
use crate::units::{Fetched, Route, Unit, has_a_turn};
use crate::{bind, combine, depth, refuse, sources, texcombine};

/// Draws the triangle that is set up. `negative` is bit 31 of the command.
pub(crate) fn draw(state: &mut State, negative: bool) {
    let route = Route::new(state);
    refuse::triangle(state, route);
    let slots = bind::bind(state);

    let mut parameters = state.parameters.clone();
    let adjusts =
        state.fbi.color_path.subpixel_adjust() && state.profile.subpixel != Subpixel::Always;
    if adjusts {
        parameters.start = adjusted(&state.profile, &state.parameters);
    }

    // Frame-buffer memory is taken out for the time being, so that pixels can be written while
    // registers and textures are read.
    let mut memory = std::mem::replace(&mut state.frame_buffer, FrameBuffer::new(0));
    let drawn = Triangle::new(state, &parameters, negative, route, slots).draw(&mut memory);
    state.frame_buffer = memory;

    state.fbi.stipple = drawn.stipple.register;
    state.count(&drawn.counted);
    let command = u32::from(negative) << 31;
    if drawn.raster_outside {
        state.log.refuse(&refusal::RASTER_OUTSIDE, "triangleCMD", command);
    }
    if drawn.memory_outside {
        state.log.refuse(&refusal::MEMORY_OUTSIDE, "triangleCMD", command);
    }
    if adjusts {
        keep(state, parameters.start, route);
    }
}

/// 4.1: the chip corrects the start registers themselves.
fn keep(state: &mut State, corrected: Iterants, route: Route) {
    let written = state.parameters.start.tmu;
    let corrected = in_register_width(&state.profile, corrected);
    match state.profile.start_after_adjust {
        StartAfterAdjust::Kept => {}
        StartAfterAdjust::Adjusted => state.parameters.start = corrected,
        StartAfterAdjust::AdjustedIfTextured => {
            let tmu = if route == Route::Off { written } else { corrected.tmu };
            state.parameters.start = Iterants { tmu, ..corrected };
        }
    }
}

/// What drawing leaves behind beside pixels.
struct Drawn {
    stipple: Stipple,
    counted: Counters,
    raster_outside: bool,
    memory_outside: bool,
}

struct Triangle<'a> {
    state: &'a State,
    parameters: &'a Parameters,
    negative: bool,
    target: Target,
    clip: Clip,
    route: Route,
    units: Vec<Unit<'a>>,
}

impl<'a> Triangle<'a> {
    fn new(
        state: &'a State,
        parameters: &'a Parameters,
        negative: bool,
        route: Route,
        slots: [Option<usize>; 3],
    ) -> Self {
        let back = state.fbi.fbz_mode.draw_buffer() == DrawBuffer::Back;
        let slot = |unit: usize| slots.get(unit).copied().flatten();
        Self {
            state,
            parameters,
            negative,
            target: Target::new(state, back),
            clip: Clip::new(&state.profile, &state.fbi),
            route,
            units: route
                .fetched()
                .filter(|unit| has_a_turn(state, *unit))
                .filter_map(|unit| Unit::new(state, unit, slot(unit)))
                .collect(),
        }
    }

    fn draw(&self, memory: &mut FrameBuffer) -> Drawn {
        let State { profile, fbi, .. } = self.state;
        let mut pipe = Pipe { profile, fbi, memory, counted: Counters::default() };
        let mut stipple = Stipple::new(profile, fbi);
        let (mut raster_outside, mut memory_outside) = (false, false);
        let flips = fbi.fbz_mode.y_origin_bottom();
        let vertices = &self.parameters.vertices;
        for y in rows(profile, vertices) {
            let memory_row = if flips { origin(self.state).wrapping_sub(y) } else { y };
            if !self.clip.keeps_row(y, memory_row) {
                continue;
            }
            if !EXISTING.contains(&y) {
                raster_outside = true;
                continue;
            }
            let kept = self.clip.columns(span(profile, vertices, self.negative, y));
            let span = within(kept, &EXISTING);
            if !kept.is_empty() {
                raster_outside |= span.is_empty() || span != kept;
            }
            if span.is_empty() {
                continue;
            }
            for end in [span.first, span.last] {
                let end = self.target.addresses(end, memory_row);
                memory_outside |= used(fbi).outside(pipe.memory, end);
            }
            self.draw_row(&mut pipe, &mut stipple, [y, memory_row], span);
        }
        Drawn { stipple, counted: pipe.counted, raster_outside, memory_outside }
    }

    fn draw_row(
        &self,
        pipe: &mut Pipe,
        stipple: &mut Stipple,
        [y, memory_row]: [i32; 2],
        span: Span,
    ) {
        for x in span.columns() {
            let place = Place {
                column: x,
                pattern_row: match pipe.profile.pattern_row {
                    PatternRow::Raster => y,
                    PatternRow::Memory => memory_row,
                },
                at: self.target.addresses(x, memory_row),
            };
            let values = at(pipe.profile, self.parameters, [x, y]);
            pipe.counted.pixels_in += 1;
            if stipple.triangle_pixel(x, place.pattern_row) {
                self.draw_pixel(pipe, &place, y, &values);
            }
        }
    }

    /// 9.4 from step 3: depth, texture, combine, and the stages that LFB pixels share.
    fn draw_pixel(&self, pipe: &mut Pipe, place: &Place, y: i32, values: &Iterants) {
        let (profile, fbi) = (pipe.profile, pipe.fbi);
        let mode = fbi.fbz_mode;
        let w = w_fraction_32(profile, values.w);
        let w_depth = depth::w_depth(profile.w_depth_floor, w);

        let depths =
            Depths::new(profile, fbi, depth::z_depth(profile.iterated_z, values.z), w_depth);
        if mode.depth_test() {
            let stored = pipe.memory.read(place.at.aux);
            if !depth::passes(profile, mode, fbi.za_color, depths.compared, stored) {
                pipe.count_depth_kill();
                return;
            }
        }

        let texel = self.texel(profile, values, [place.column, y]);
        let operands = sources::operands(profile, fbi, values, texel);
        let other = operands.other;
        let color = combine::combine(profile, fbi.color_path, &operands);
        if sources::chroma_kills(profile, fbi, other, color) {
            pipe.counted.chroma_fail += 1;
            return;
        }
        if sources::mask_kills(profile, fbi, other, color) {
            if profile.alpha_mask_counts == AlphaMaskCounts::Counted {
                pipe.counted.afunc_fail += 1;
            }
            return;
        }
        let tested_alpha = sources::tested_alpha(profile, other, color);
        let fog = FogInputs { w_depth, z: values.z, a: values.a, w };
        let shaded = Shaded { color, tested_alpha, depth: depths.written, fog };
        pipe.finish(Rules::TRIANGLE, place, &shaded);
    }

    /// The texture colour of a pixel, 0 without texture.
    fn texel(&self, profile: &Profile, values: &Iterants, at: [i32; 2]) -> Color {
        let fetch = |unit: &Unit| unit.fetch(profile, values, at);
        let mut texel = match (self.route, &self.units[..]) {
            (Route::Off, _) => Color::default(),
            (Route::Raw(_), units) => {
                units.first().map_or(Color::default(), |unit| fetch(unit).texel)
            }
            (Route::Chain(_), [only]) => {
                texcombine::chain(profile, self.mode0(), &[*only], &[fetch(only)])
            }
            (Route::Chain(_), units) => {
                let fetched: Vec<Fetched> = units.iter().map(fetch).collect();
                texcombine::chain(profile, self.mode0(), units, &fetched)
            }
        };
        // 9.4 step 5: TMU 0 sends what it is instead of a colour.
        if self.state.tmus.first().is_some_and(|tmu| tmu.init1.send_config()) {
            self.configure(&mut texel);
        }
        texel
    }

    fn mode0(&self) -> TextureMode {
        self.state.tmus.first().map(|tmu| tmu.mode).unwrap_or_default()
    }

    /// Puts the board's texture units into the texel, as drivers expect to read them.
    fn configure(&self, texel: &mut Color) {
        let one = self.state.tmus.len() == 1;
        match self.state.profile.tmu_configuration {
            TmuConfiguration::Zero => texel.rgb = [0; 3],
            TmuConfiguration::Board => texel.rgb = [0, 0, if one { 1 } else { 0xC1 }],
            TmuConfiguration::Ignored => {}
            TmuConfiguration::WholeTexel => {
                // MAME: in TMU 0's turn.
                if self.route != Route::Off && has_a_turn(self.state, 0) {
                    *texel = Color { rgb: [0, 0, if one { 0x11 } else { 0xD1 }], a: 0 };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
