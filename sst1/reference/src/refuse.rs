//! What a triangle asks for that the chip does not define.
//!
//! For: counting reserved codes by name, once a triangle. Not for: what is done instead, which stands
//! where the code is used.
//! Facts: decisions page, "Refusals".

use sst1_board::{State, refusal};
use sst1_facts::{ColorMselect5, Profile};
use sst1_regs::words::{
    AOther, AlphaLocal, AlphaMSelect, COther, ColorAdd, ColorMSelect, DrawBuffer, FbzColorPath,
    FbzMode, TextureMSelect, TextureMode,
};

use crate::texel;
use crate::units::{Route, has_a_turn, lod_range};

/// Counts the reserved codes of the triangle that is set up.
pub(crate) fn triangle(state: &mut State, route: Route) {
    let path = state.fbi.color_path;
    if path_is_reserved(&state.profile, path) {
        state.log.refuse(&refusal::COLOR_PATH_RESERVED, "fbzColorPath", path.raw());
    }
    draw_buffer(state);

    let mode_where = |units: std::ops::Range<usize>, reserved: &dyn Fn(TextureMode) -> bool| {
        let mut modes = units
            .filter(|unit| has_a_turn(state, *unit))
            .filter_map(|unit| Some(state.tmus.get(unit)?.mode));
        modes.find(|mode| reserved(*mode)).map(TextureMode::raw)
    };
    let format =
        mode_where(route.fetched(), &|mode| texel::is_reserved(&state.profile, mode.format()));
    let factor = mode_where(route.combining(), &|mode| {
        [mode.tc_mselect(), mode.tca_mselect()].into_iter().any(is_reserved)
    });
    let level = route.fetched().filter(|unit| has_a_turn(state, *unit)).find_map(|unit| {
        let tmu = state.tmus.get(unit)?;
        lod_range(state, unit, tmu).is_broken().then_some(tmu.lod.raw())
    });
    if let Some(raw) = format {
        state.log.refuse(&refusal::TEXTURE_FORMAT, "textureMode", raw);
    }
    if let Some(raw) = factor {
        state.log.refuse(&refusal::TEXTURE_COMBINE_RESERVED, "textureMode", raw);
    }
    if let Some(raw) = level {
        state.log.refuse(&refusal::TEXTURE_LEVEL, "tLOD", raw);
    }
}

/// Counts a reserved draw buffer of a triangle or fill.
pub(crate) fn draw_buffer(state: &mut State) {
    let mode: FbzMode = state.fbi.fbz_mode;
    if matches!(mode.draw_buffer(), DrawBuffer::Reserved2 | DrawBuffer::Reserved3) {
        state.log.refuse(&refusal::BUFFER_RESERVED, "fbzMode", mode.raw());
    }
}

fn is_reserved(factor: TextureMSelect) -> bool {
    matches!(factor, TextureMSelect::Reserved6 | TextureMSelect::Reserved7)
}

fn path_is_reserved(profile: &Profile, path: FbzColorPath) -> bool {
    let factor = match path.cc_mselect() {
        ColorMSelect::Reserved6 | ColorMSelect::Reserved7 => true,
        ColorMSelect::TextureRgb => profile.color_mselect_5 == ColorMselect5::Zero,
        _ => false,
    };
    let alpha_factor = matches!(
        path.cca_mselect(),
        AlphaMSelect::Reserved5 | AlphaMSelect::Reserved6 | AlphaMSelect::Reserved7
    );
    path.c_other() == COther::Reserved3
        || path.a_other() == AOther::Reserved3
        || path.a_local() == AlphaLocal::Reserved3
        || factor
        || alpha_factor
        || path.cc_add() == ColorAdd::Reserved3
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_board::BoardConfig;
    use sst1_regs::words::{TLod, TextureFormat};

    fn refused(state: &mut State) -> Vec<(&'static str, u32)> {
        let route = Route::new(state);
        triangle(state, route);
        state.log.rows().map(|row| (row.id, row.value)).collect()
    }

    #[test]
    fn only_what_takes_part_counts() {
        let config = BoardConfig { tmus: 2, ..BoardConfig::default() };
        let mut state = State::new(config, Profile::b86()).expect("a board");
        let mode = TextureMode::default()
            .with_format(TextureFormat::Reserved7)
            .with_tca_mselect(TextureMSelect::Reserved6);
        state.tmus[1].mode = mode;
        state.tmus[1].lod = TLod::default().with_lod_min(1);
        state.fbi.color_path = FbzColorPath::default().with_cc_mselect(ColorMSelect::TextureRgb);
        assert_eq!(refused(&mut state), []);
        state.fbi.color_path = state.fbi.color_path.with_texture_enable(true);
        // Unit 1 alone: it does not combine.
        let expected = [("sst1.texture-format", mode.raw()), ("sst1.texture-level", 1)];
        assert_eq!(refused(&mut state), expected);
        state.profile = Profile::hardware();
        let all = refused(&mut state);
        assert_eq!(all[0], ("sst1.color-path-reserved", state.fbi.color_path.raw()));
        assert_eq!(all[1], ("sst1.texture-combine-reserved", mode.raw()));
    }
}
