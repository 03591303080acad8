use super::*;
use sst1_board::BoardConfig;
use sst1_facts::PatternRow;
use sst1_regs::words::{
    COther, ClipLeftRight, ClipLowYHighY, Compare, FbiInit1, FbiInit2, FbiInit3, FbzColorPath,
    FbzMode, Rgba, StippleMode, TLod, TextureFormat, TextureMode, TrexInit1, VideoDimensions,
    ZaColor,
};

/// 64 pixels a row; front at 0, back at 4096, depth at 8192; 32 lines. The triangle is the left half of
/// a square: rows 0 to 7, and columns 0 to y of row y. color1 is drawn, cut, to the front buffer.
fn board(profile: Profile) -> State {
    let mut state = State::new(BoardConfig::default(), profile).expect("a board");
    state.init.fbi_init1 = FbiInit1::default().with_tiles_x(1);
    state.init.fbi_init2 = FbiInit2::default().with_buffer_offset(1);
    state.init.fbi_init3 = FbiInit3::default().with_y_origin_swap(31);
    state.init.video_dimensions = VideoDimensions::from_raw(0x0020_003F);
    state.fbi.fbz_mode = FbzMode::default().with_rgb_write(true);
    state.fbi.color_path = FbzColorPath::default().with_c_other(COther::Color1);
    state.fbi.color1 = Rgba::from_raw(0xFF_FFFF);
    state.parameters.vertices = [[0, 0], [0, 128], [128 + 16, 128]];
    state
}

/// The columns of a row of the front buffer that hold something.
fn columns(state: &State, row: u32) -> Vec<u32> {
    (0..64).filter(|x| state.frame_buffer.read(row * 128 + x * 2) != 0).collect()
}

fn refused(state: &State) -> Vec<(&'static str, u32, u64)> {
    state.log.rows().map(|row| (row.id, row.value, row.count)).collect()
}

#[test]
fn both_senses_draw_their_own_half() {
    for profile in [Profile::hardware(), Profile::b86()] {
        let mut state = board(profile);
        draw(&mut state, true);
        assert_eq!(columns(&state, 0), [0]);
        assert_eq!(columns(&state, 7), (0..8).collect::<Vec<_>>());
        assert_eq!(columns(&state, 8), []);
        assert_eq!((state.counters.pixels_in, state.counters.pixels_out), (36, 36));
        // A sign that contradicts the vertices draws nothing.
        let mut state = board(state.profile);
        draw(&mut state, false);
        assert_eq!(state.counters.pixels_in, 0);
    }
}

#[test]
fn the_picture_is_flipped_and_clipped_before() {
    let mut state = board(Profile::hardware());
    state.fbi.fbz_mode = state.fbi.fbz_mode.with_y_origin_bottom(true).with_clip(true);
    state.fbi.clip_left_right = ClipLeftRight::default().with_left(2).with_right(4);
    state.fbi.clip_low_high = ClipLowYHighY::default().with_low(3).with_high(6);
    draw(&mut state, true);
    assert_eq!(columns(&state, 31 - 2), []);
    assert_eq!(columns(&state, 31 - 3), [2, 3]);
    assert_eq!(columns(&state, 31 - 6), []);
    state.profile.set("clip_rows", "after-flip").expect("a fact");
    state.counters = Counters::default();
    draw(&mut state, true);
    assert_eq!(state.counters.pixels_in, 0);
}

#[test]
fn iterants_belong_to_the_pixel_of_a() {
    let mut state = board(Profile::b86());
    state.fbi.color_path = FbzColorPath::default();
    state.parameters.start.r = 8 << 12;
    state.parameters.dx.r = 8 << 12;
    state.parameters.dy.r = 16 << 12;
    draw(&mut state, true);
    // 8 + 8 * x + 16 * y, in steps of 8.
    let red = |x: u32, y: u32| state.frame_buffer.read(y * 128 + x * 2) >> 11;
    assert_eq!([red(0, 0), red(0, 1), red(1, 1), red(7, 7)], [1, 3, 4, 22]);
}

#[test]
fn adjustment_changes_the_registers_of_the_chip_only() {
    for (profile, kept) in [(Profile::hardware(), false), (Profile::b86(), true)] {
        let mut state = board(profile);
        state.fbi.color_path = state.fbi.color_path.with_subpixel_adjust(true);
        state.parameters.start.g = 0x7F_FFFF;
        state.parameters.dx.g = 16;
        state.parameters.start.tmu[2].w = 5;
        state.parameters.dy.tmu[2].w = 32;
        // Nothing visible, and still adjusted: half a pixel each way.
        draw(&mut state, false);
        let start = state.parameters.start;
        let expected = if kept { (0x7F_FFFF, 5) } else { (-0x80_0000 + 7, 21) };
        assert_eq!((start.g, start.tmu[2].w), expected);
    }
}

#[test]
fn rotating_stipple_goes_on_where_it_is_off_and_stops_at_the_clip_edge() {
    let mut state = board(Profile::hardware());
    state.fbi.stipple = 0x8000_0000;
    state.fbi.fbz_mode = state.fbi.fbz_mode.with_clip(true).with_stipple_enable(true);
    state.fbi.clip_left_right = ClipLeftRight::default().with_right(1);
    state.fbi.clip_low_high = ClipLowYHighY::default().with_high(8);
    draw(&mut state, true);
    assert_eq!([0, 1, 7].map(|row| columns(&state, row).len()), [1, 0, 0]);
    assert_eq!(state.fbi.stipple, 0x80, "rotated by eight pixels");
    assert_eq!((state.counters.pixels_in, state.counters.pixels_out), (8, 1));
    state.profile = Profile::b86();
    draw(&mut state, true);
    assert_eq!(state.fbi.stipple, 0x80);
}

#[test]
fn patterns_follow_the_triangle_s_row_or_memory_s() {
    for (profile, row) in [(Profile::hardware(), 1), (Profile::b86(), 2)] {
        let mut state = board(profile);
        assert_eq!(state.profile.pattern_row == PatternRow::Memory, row == 2);
        state.init.fbi_init3 = FbiInit3::default().with_y_origin_swap(31);
        state.fbi.fbz_mode = state
            .fbi
            .fbz_mode
            .with_stipple_enable(true)
            .with_stipple_mode(StippleMode::Pattern)
            .with_y_origin_bottom(true);
        // Row 1 of the pattern: rows 1 and 5, or memory rows 29 and 25, which are rows 2 and 6.
        state.fbi.stipple = 0xFF00;
        draw(&mut state, true);
        assert_eq!(columns(&state, 31 - row).len(), row as usize + 1);
        assert_eq!(columns(&state, 31 - 3), []);
    }
}

#[test]
fn kills_are_counted_once_and_in_order() {
    let mut state = board(Profile::hardware());
    state.fbi.fbz_mode = state
        .fbi
        .fbz_mode
        .with_depth_test(true)
        .with_depth_function(Compare::Less)
        .with_aux_write(true)
        .with_chroma_key(true)
        .with_alpha_mask(true);
    state.parameters.start.z = 7 << 12;
    // Depth 7 is less than 9 in the first pixel only, which the alpha mask then kills.
    state.frame_buffer.write(8192, 9);
    draw(&mut state, true);
    let counters = state.counters;
    assert_eq!((counters.zfunc_fail, counters.afunc_fail, counters.chroma_fail), (35, 1, 0));
    state.fbi.chroma_key = sst1_regs::words::Rgb::from_raw(0xFF_FFFF);
    draw(&mut state, true);
    let counters = state.counters;
    assert_eq!((counters.zfunc_fail, counters.afunc_fail, counters.chroma_fail), (70, 1, 1));
    assert_eq!(counters.pixels_out, 0);
}

#[test]
fn depth_is_written_with_the_test_or_always() {
    for (profile, stored) in [(Profile::hardware(), 12), (Profile::b86(), 0)] {
        let mut state = board(profile);
        state.fbi.fbz_mode = state.fbi.fbz_mode.with_aux_write(true).with_depth_bias(true);
        state.fbi.za_color = ZaColor::default().with_depth(5);
        state.parameters.start.z = 7 << 12;
        draw(&mut state, true);
        assert_eq!(state.frame_buffer.read(8192), stored);
    }
}

#[test]
fn a_texel_reaches_the_screen() {
    for profile in [Profile::hardware(), Profile::b86()] {
        let mut state = board(profile);
        state.fbi.color_path =
            FbzColorPath::default().with_c_other(COther::Texture).with_texture_enable(true);
        let tmu = &mut state.tmus[0];
        tmu.mode = TextureMode::default()
            .with_format(TextureFormat::Rgb565)
            .with_tc_zero_other(true)
            .with_tc_add_clocal(true);
        tmu.lod = TLod::default().with_lod_max(8 << 2);
        // A texel a pixel, in the stored form of either profile.
        let one = crate::convert::parameter(
            &state.profile,
            sst1_board::Parameter::S,
            false,
            sst1_board::Number::Fixed(1 << 18),
        );
        state.parameters.dx.tmu[0].s = one;
        state.parameters.dy.tmu[0].t = one;
        tmu.memory.write8((3 * 256 + 2) * 2, 0x34);
        tmu.memory.write8((3 * 256 + 2) * 2 + 1, 0x12);
        draw(&mut state, true);
        assert_eq!(columns(&state, 3), [2]);
        assert_eq!(state.frame_buffer.read(3 * 128 + 4), 0x1234);
        // The unit's configuration instead.
        state.tmus[0].init1 = TrexInit1::default().with_send_config(true);
        state.fbi.color_path = state.fbi.color_path.with_texture_enable(false);
        draw(&mut state, true);
        assert_eq!(state.frame_buffer.read(3 * 128 + 4), 0, "1 >> 3");
    }
}

#[test]
fn outside_the_raster_and_outside_memory() {
    let mut state = board(Profile::hardware());
    state.parameters.vertices = [[-32, 0], [-32, 128], [128, 128]];
    draw(&mut state, true);
    assert_eq!(refused(&state), [("sst1.raster-outside", 0x8000_0000, 1)]);
    assert_eq!(columns(&state, 7)[..2], [0, 1]);

    let mut state = board(Profile::hardware());
    state.parameters.vertices = [[0, -160], [0, 128], [128, 128]];
    draw(&mut state, true);
    assert_eq!(refused(&state), [("sst1.raster-outside", 0x8000_0000, 1)]);

    // Rows that a flip moves above the memory.
    let mut state = board(Profile::hardware());
    state.init.fbi_init3 = FbiInit3::default().with_y_origin_swap(3);
    state.fbi.fbz_mode = state.fbi.fbz_mode.with_y_origin_bottom(true);
    draw(&mut state, true);
    assert_eq!(refused(&state), [("sst1.memory-outside", 0x8000_0000, 1)]);
    assert_eq!(columns(&state, 0), (0..4).collect::<Vec<_>>());
    // The auxiliary buffer does not matter while nothing uses it.
    let mut state = board(Profile::hardware());
    state.init.fbi_init2 = FbiInit2::default().with_buffer_offset(511).with_triple_buffer(true);
    draw(&mut state, true);
    assert_eq!(refused(&state), []);
    state.fbi.fbz_mode = state.fbi.fbz_mode.with_aux_write(true);
    draw(&mut state, true);
    assert_eq!(refused(&state).len(), 1);
}
