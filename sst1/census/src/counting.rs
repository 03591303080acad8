//! An engine that counts while another one draws.

use sst1_board::{
    Counters, Engine, Number, Parameter, Region, State, TextureAddress, Touched, Width,
};
use sst1_facts::Profile;
use sst1_regs::words::LfbMode;

use crate::gallery::Gallery;
use crate::keys::{
    FillKey, LfbKey, LfbPipelineKey, PipelineKey, TextureCombineKey, TextureKey, triangle_size,
};
use crate::tables::{LFB_READ, LFB_WRITTEN, LastRow, NO_SUCH_UNIT, Tables};

/// What FBI's key depends on, and its rows.
#[derive(Clone, Copy, Debug, Default)]
struct FbiRows {
    made_from: [u32; 4],
    pipeline: LastRow,
    color_combine: LastRow,
    textured: bool,
}

/// The same of a texture unit.
#[derive(Clone, Copy, Debug, Default)]
struct UnitRows {
    made_from: [u32; 2],
    texture: LastRow,
    combine: LastRow,
    takes_other: bool,
}

/// A unit's rows and picture, and which of them may be stale.
#[derive(Clone, Copy, Debug, Default)]
struct Unit {
    rows: Option<UnitRows>,
    fresh: bool,
    /// The picture of its texture in the gallery.
    sight: Option<usize>,
    sighted: bool,
}

/// Engine `E`, counted.
#[derive(Debug, Default)]
pub struct Counting<E> {
    engine: E,
    pub(crate) tables: Tables,
    pub(crate) gallery: Option<Gallery>,
    fbi: Option<FbiRows>,
    fbi_fresh: bool,
    units: [Unit; 3],
    /// The row of the LFB key counted last.
    lfb: Option<(LfbMode, bool, Width, LastRow)>,
    lfb_pipeline: Option<LastRow>,
}

impl<E: Engine> Counting<E> {
    /// The rows of FBI's state. A state that is written anew without a change keeps them.
    #[inline]
    fn fbi_rows(&mut self, state: &State) -> FbiRows {
        match self.fbi {
            Some(rows) if self.fbi_fresh => rows,
            _ => self.find_fbi_rows(state),
        }
    }

    fn find_fbi_rows(&mut self, state: &State) -> FbiRows {
        let fbi = &state.fbi;
        let made_from =
            [fbi.color_path.raw(), fbi.fog_mode.raw(), fbi.alpha_mode.raw(), fbi.fbz_mode.raw()];
        self.fbi_fresh = true;
        if let Some(rows) = self.fbi.filter(|rows| rows.made_from == made_from) {
            return rows;
        }
        let key = PipelineKey::of(fbi);
        let rows = FbiRows {
            made_from,
            pipeline: LastRow::find(&mut self.tables.pipelines, &key),
            color_combine: LastRow::find(&mut self.tables.color_combine, &key.combine()),
            textured: key.combine().textured(),
        };
        self.fbi = Some(rows);
        rows
    }

    #[inline]
    fn unit_rows(&mut self, state: &State, tmu: usize) -> Option<UnitRows> {
        match self.units.get(tmu)? {
            Unit { rows: Some(rows), fresh: true, .. } => Some(*rows),
            _ => self.find_unit_rows(state, tmu),
        }
    }

    fn find_unit_rows(&mut self, state: &State, tmu: usize) -> Option<UnitRows> {
        let unit = state.tmus.get(tmu)?;
        let kept = self.units.get_mut(tmu)?;
        let made_from = [unit.mode.raw(), unit.lod.raw()];
        kept.fresh = true;
        if let Some(rows) = kept.rows.filter(|rows| rows.made_from == made_from) {
            return Some(rows);
        }
        let combine = TextureCombineKey::of(tmu, unit.mode);
        let rows = UnitRows {
            made_from,
            texture: LastRow::find(&mut self.tables.textures, &TextureKey::of(tmu, unit)),
            combine: LastRow::find(&mut self.tables.texture_combine, &combine),
            takes_other: combine.takes_other(),
        };
        kept.rows = Some(rows);
        Some(rows)
    }

    /// Counts a textured triangle in the units that take part.
    fn count_textures(&mut self, state: &State) {
        let place = self.tables.place;
        for tmu in 0..state.tmus.len() {
            let Some(rows) = self.unit_rows(state, tmu) else { break };
            rows.texture.count(&mut self.tables.textures, 1, place);
            rows.combine.count(&mut self.tables.texture_combine, 1, place);
            if let (Some(gallery), Some(kept)) = (&mut self.gallery, self.units.get_mut(tmu)) {
                if !kept.sighted {
                    kept.sighted = true;
                    kept.sight = gallery.look(state, tmu, place);
                }
                gallery.count(kept.sight);
            }
            if !rows.takes_other {
                break;
            }
        }
    }

    /// Draws with the inner engine and counts what its counters say; returns covered pixels.
    #[inline]
    fn measured(&mut self, state: &mut State, draw: impl FnOnce(&mut E, &mut State)) -> u64 {
        let before = (state.counters, state.pixels_total);
        draw(&mut self.engine, state);
        if !self.tables.on {
            return 0;
        }
        let covered = state.pixels_total[0].saturating_sub(before.1[0]);
        let Counters { chroma_fail, zfunc_fail, afunc_fail, .. } = state.counters;
        // The card's counters have 24 bits; no command counts as many.
        let since = |now: u32, then: u32| u64::from(now.wrapping_sub(then) & 0xFF_FFFF);
        let counted = [
            covered,
            since(chroma_fail, before.0.chroma_fail),
            since(zfunc_fail, before.0.zfunc_fail),
            since(afunc_fail, before.0.afunc_fail),
            state.pixels_total[1].saturating_sub(before.1[1]),
        ];
        let place = self.tables.place;
        for (row, count) in counted.into_iter().enumerate() {
            self.tables.pixels.count_row(row, count, place);
        }
        self.tables.open = true;
        covered
    }

    fn count_lfb(&mut self, mode: LfbMode, write: bool, width: Width) {
        let place = self.tables.place;
        let row = match self.lfb {
            Some((m, w, width_then, row)) if (m, w, width_then) == (mode, write, width) => row,
            _ => {
                let key =
                    if write { LfbKey::write(mode, width) } else { LfbKey::read(mode, width) };
                LastRow::find(&mut self.tables.lfb, &key)
            }
        };
        self.lfb = Some((mode, write, width, row));
        row.count(&mut self.tables.lfb, 1, place);
        let bytes = if width == Width::Half { 2 } else { 4 };
        let direction = if write { LFB_WRITTEN } else { LFB_READ };
        self.tables.bytes.count_row(direction, bytes, place);
        self.tables.open = true;
    }
}

impl<E: Engine> Engine for Counting<E> {
    const NAME: &'static str = E::NAME;

    #[inline]
    fn vertex(&self, profile: &Profile, number: Number) -> i32 {
        self.engine.vertex(profile, number)
    }

    #[inline]
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
        let rows = self.fbi_rows(state);
        let place = self.tables.place;
        rows.pipeline.count(&mut self.tables.pipelines, 1, place);
        rows.color_combine.count(&mut self.tables.color_combine, 1, place);
        self.tables.sizes.count_row(triangle_size(covered), 1, place);
        if rows.textured {
            self.count_textures(state);
        }
    }

    fn fastfill(&mut self, state: &mut State) {
        self.measured(state, Engine::fastfill);
        if self.tables.on {
            let place = self.tables.place;
            self.tables.fills.count(&FillKey::of(state.fbi.fbz_mode), 1, place);
        }
    }

    fn lfb_write(&mut self, state: &mut State, offset: u32, data: u32, width: Width) {
        self.measured(state, |engine, state| engine.lfb_write(state, offset, data, width));
        if !self.tables.on {
            return;
        }
        let mode = state.fbi.lfb_mode;
        self.count_lfb(mode, true, width);
        if mode.pixel_pipeline() {
            let row = if let Some(row) = self.lfb_pipeline {
                row
            } else {
                let key = LfbPipelineKey::of(&state.fbi);
                LastRow::find(&mut self.tables.lfb_pipelines, &key)
            };
            self.lfb_pipeline = Some(row);
            let place = self.tables.place;
            row.count(&mut self.tables.lfb_pipelines, 1, place);
        }
    }

    fn lfb_read(&mut self, state: &State, offset: u32, width: Width) -> u32 {
        if self.tables.on {
            self.count_lfb(state.fbi.lfb_mode, false, width);
        }
        self.engine.lfb_read(state, offset, width)
    }

    fn texture_write(&mut self, state: &mut State, offset: u32, data: u32) {
        debug_assert_eq!(Region::of(offset), Region::Texture);
        let tmu = TextureAddress::of(offset).tmu as usize;
        if self.tables.on {
            let row = if tmu < state.tmus.len() { tmu } else { NO_SUCH_UNIT };
            let place = self.tables.place;
            self.tables.bytes.count_row(row, 4, place);
            self.tables.open = true;
        }
        if let Some(unit) = self.units.get_mut(tmu) {
            unit.sighted = false;
        }
        if let Some(gallery) = &mut self.gallery {
            gallery.downloaded(tmu);
        }
        self.engine.texture_write(state, offset, data);
    }

    #[inline]
    fn touched(&mut self, what: Touched) {
        match what {
            Touched::Fbi => {
                self.fbi_fresh = false;
                self.lfb_pipeline = None;
            }
            Touched::Tmu(tmu) => {
                if let Some(unit) = self.units.get_mut(tmu) {
                    (unit.fresh, unit.sighted) = (false, false);
                }
            }
            Touched::All => {
                self.fbi_fresh = false;
                self.lfb_pipeline = None;
                for unit in &mut self.units {
                    (unit.fresh, unit.sighted) = (false, false);
                }
            }
        }
        self.engine.touched(what);
    }
}
