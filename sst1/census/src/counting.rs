//! An engine that counts while another one draws.

use sst1_board::{
    Counters, Engine, Number, Parameter, Region, State, TextureAddress, Touched, Width,
};
use sst1_facts::Profile;

use crate::Tables;
use crate::keys::{LfbKey, PipelineKey, TextureCombineKey, TextureKey, triangle_size};
use crate::tables::LastRow;

/// Rows of the state that triangles are drawn with, found once a state change.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    pipeline: LastRow,
    color_combine: LastRow,
    /// By texture unit, as many as take part.
    units: [(LastRow, LastRow); 3],
    used: usize,
}

/// Engine `E`, counted.
#[derive(Debug, Default)]
pub struct Counting<E> {
    engine: E,
    pub(crate) tables: Tables,
    rows: Option<Rows>,
}

impl<E: Engine> Counting<E> {
    fn find_rows(&mut self, state: &State) -> Rows {
        let key = PipelineKey::of(&state.fbi);
        let tables = &mut self.tables;
        let mut rows = Rows {
            pipeline: LastRow::find(&mut tables.pipelines, &key),
            color_combine: LastRow::find(&mut tables.color_combine, &key.combine()),
            ..Rows::default()
        };
        if key.combine().textured() {
            for (tmu, unit) in state.tmus.iter().enumerate() {
                let combine = TextureCombineKey::of(tmu, unit.mode);
                rows.units[tmu] = (
                    LastRow::find(&mut tables.textures, &TextureKey::of(tmu, unit)),
                    LastRow::find(&mut tables.texture_combine, &combine),
                );
                rows.used = tmu + 1;
                if !combine.takes_other() {
                    break;
                }
            }
        }
        rows
    }

    /// Draws with the inner engine and counts what its counters say; returns covered pixels.
    fn measured(&mut self, state: &mut State, draw: impl FnOnce(&mut E, &mut State)) -> u64 {
        let before = (state.counters, state.pixels_total);
        draw(&mut self.engine, state);
        if !self.tables.on {
            return 0;
        }
        let covered = state.pixels_total[0] - before.1[0];
        let Counters { chroma_fail, zfunc_fail, afunc_fail, .. } = state.counters;
        let since = |now: u32, then: u32| u64::from(now.wrapping_sub(then) & 0xFF_FFFF);
        let place = self.tables.place;
        let counted = [
            ("in", covered),
            ("chroma fail", since(chroma_fail, before.0.chroma_fail)),
            ("depth fail", since(zfunc_fail, before.0.zfunc_fail)),
            ("alpha fail", since(afunc_fail, before.0.afunc_fail)),
            ("out", state.pixels_total[1] - before.1[1]),
        ];
        for (name, count) in counted.iter().filter(|(_, count)| *count > 0) {
            self.tables.counters.count(name, *count, place);
        }
        self.tables.open = true;
        covered
    }
}

impl<E: Engine> Engine for Counting<E> {
    const NAME: &'static str = E::NAME;

    fn vertex(&self, profile: &Profile, number: Number) -> i32 {
        self.engine.vertex(profile, number)
    }

    fn parameter(
        &self,
        profile: &Profile,
        parameter: Parameter,
        start: bool,
        number: Number,
    ) -> i64 {
        self.engine.parameter(profile, parameter, start, number)
    }

    fn triangle(&mut self, state: &mut State, negative: bool) {
        let covered = self.measured(state, |engine, state| engine.triangle(state, negative));
        if !self.tables.on {
            return;
        }
        let rows = match self.rows {
            Some(rows) => rows,
            None => self.find_rows(state),
        };
        self.rows = Some(rows);
        let tables = &mut self.tables;
        let place = tables.place;
        rows.pipeline.count(&mut tables.pipelines, 1, place);
        rows.color_combine.count(&mut tables.color_combine, 1, place);
        for (texture, combine) in &rows.units[..rows.used] {
            texture.count(&mut tables.textures, 1, place);
            combine.count(&mut tables.texture_combine, 1, place);
        }
        tables.sizes.count(&triangle_size(covered), 1, place);
    }

    fn fastfill(&mut self, state: &mut State) {
        self.measured(state, Engine::fastfill);
    }

    fn lfb_write(&mut self, state: &mut State, offset: u32, data: u32, width: Width) {
        self.measured(state, |engine, state| engine.lfb_write(state, offset, data, width));
        if self.tables.on {
            let place = self.tables.place;
            let key = LfbKey::write(state.fbi.lfb_mode, width);
            self.tables.lfb.count(&key, 1, place);
            let bytes = if width == Width::Half { 2 } else { 4 };
            self.tables.uploads.count(&"LFB written", bytes, place);
        }
    }

    fn lfb_read(&mut self, state: &State, offset: u32, width: Width) -> u32 {
        if self.tables.on {
            let place = self.tables.place;
            let key = LfbKey::read(state.fbi.lfb_mode, width);
            self.tables.lfb.count(&key, 1, place);
            let bytes = if width == Width::Half { 2 } else { 4 };
            self.tables.uploads.count(&"LFB read", bytes, place);
            self.tables.open = true;
        }
        self.engine.lfb_read(state, offset, width)
    }

    fn texture_write(&mut self, state: &mut State, offset: u32, data: u32) {
        if self.tables.on {
            debug_assert_eq!(Region::of(offset), Region::Texture);
            let name = match TextureAddress::of(offset).tmu {
                tmu if tmu as usize >= state.tmus.len() => "texture, no such unit",
                0 => "texture, tmu0",
                1 => "texture, tmu1",
                _ => "texture, tmu2",
            };
            let place = self.tables.place;
            self.tables.uploads.count(&name, 4, place);
            self.tables.open = true;
        }
        self.engine.texture_write(state, offset, data);
    }

    fn touched(&mut self, what: Touched) {
        self.rows = None;
        self.engine.touched(what);
    }
}
