use super::*;
use sst1_board::BoardConfig;
use sst1_facts::Profile;
use sst1_regs::words::{
    FbiInit1, FbiInit2, FbiInit3, FbzMode, FogAlpha, FogMode, LfbMode, Rgb, VideoDimensions,
    ZaColor,
};

/// 64 pixels a row; front at 0, back at 4096, depth at 8192; ten lines.
fn board(profile: Profile) -> State {
    let mut state = State::new(BoardConfig::default(), profile).expect("a board");
    state.init.fbi_init1 = FbiInit1::default().with_tiles_x(1);
    state.init.fbi_init2 = FbiInit2::default().with_buffer_offset(1);
    state.init.fbi_init3 = FbiInit3::default().with_y_origin_swap(9);
    state.init.video_dimensions = VideoDimensions::from_raw(10 << 16 | 63);
    state
}

fn words<const N: usize>(state: &State, addresses: [u32; N]) -> [u16; N] {
    addresses.map(|address| state.frame_buffer.read(address))
}

fn refused(state: &State) -> Vec<&'static str> {
    state.log.rows().map(|row| row.id).collect()
}

#[test]
fn two_pixels_a_word_and_back() {
    let mut state = board(Profile::hardware());
    write(&mut state, 2048 + 4, 0x1234_F800, Width::Word);
    assert_eq!(words(&state, [128 + 4, 128 + 6]), [0xF800, 0x1234]);
    assert_eq!(read(&state, 2048 + 4, Width::Word), 0x1234_F800);
    assert_eq!(read(&state, 2048 + 6, Width::Half), 0x1234);
    state.fbi.lfb_mode = LfbMode::default().with_read_word_swap(true);
    assert_eq!(read(&state, 2048 + 4, Width::Word), 0xF800_1234);
    assert_eq!(read(&state, 2048 + 4, Width::Half), 0x1234);
    state.fbi.lfb_mode = LfbMode::default().with_read_byte_swizzle(true);
    assert_eq!(read(&state, 2048 + 4, Width::Word), 0x00F8_3412);
    assert_eq!(read(&state, 0x3F_FFFC, Width::Word), 0, "row 1023 is in memory");
}

#[test]
fn rows_flip_by_lfb_mode_in_the_bypass() {
    let mode = LfbMode::default().with_y_origin_bottom(true);
    for (profile, row) in [(Profile::hardware(), 8), (Profile::b86(), 1)] {
        let mut state = board(profile);
        state.fbi.lfb_mode = mode;
        write(&mut state, 2048, 0xFFFF, Width::Half);
        assert_eq!(words(&state, [row * 128]), [0xFFFF]);
        assert_eq!(read(&state, 2048, Width::Half), 0xFFFF);
    }
}

#[test]
fn depth_and_alpha_in_the_bypass() {
    let depth_argb = LfbMode::default()
        .with_write_format(LfbFormat::DepthArgb1555)
        .with_write_buffer(LfbWriteBuffer::Back);
    let mut state = board(Profile::hardware());
    state.fbi.lfb_mode = depth_argb;
    write(&mut state, 0, 0x1234_FFFF, Width::Word);
    assert_eq!(words(&state, [0, 4096, 8192]), [0, 0xFFFF, 0x1234]);
    state.fbi.fbz_mode = FbzMode::default().with_alpha_planes(true);
    write(&mut state, 0, 0x1234_FFFF, Width::Word);
    assert_eq!(words(&state, [8192]), [0x00FF]);
    state.profile = Profile::b86();
    write(&mut state, 0, 0x1234_FFFF, Width::Word);
    assert_eq!(words(&state, [8192]), [0x1234]);
}

#[test]
fn what_is_dropped_is_counted() {
    let mut state = board(Profile::hardware());
    state.fbi.lfb_mode = LfbMode::default().with_write_format(LfbFormat::Rgb888);
    write(&mut state, 0, 0xFFFF, Width::Half);
    state.fbi.lfb_mode = LfbMode::default().with_write_format(LfbFormat::Reserved3);
    write(&mut state, 0, 0xFFFF, Width::Half);
    assert!(state.frame_buffer.words().iter().all(|word| *word == 0));
    assert_eq!(refused(&state), ["sst1.lfb-format", "sst1.lfb-narrow"]);
}

#[test]
fn beyond_memory() {
    let mut state = board(Profile::hardware());
    state.init.fbi_init2 = FbiInit2::default().with_buffer_offset(511);
    state.init.fbi_init1 = FbiInit1::default().with_tiles_x(15);
    state.fbi.lfb_mode = LfbMode::default()
        .with_write_buffer(LfbWriteBuffer::Back)
        .with_read_buffer(LfbReadBuffer::Aux);
    assert_eq!(read(&state, 900 * 2048, Width::Word), 0xFFFF_FFFF);
    write(&mut state, 1023 * 2048, 1, Width::Word);
    assert_eq!(refused(&state), [] as [&str; 0], "3.9 MiB still are memory");
    state.fbi.lfb_mode = state.fbi.lfb_mode.with_write_format(LfbFormat::DepthRgb565);
    write(&mut state, 2046 * 2048, 1, Width::Word);
    assert_eq!(refused(&state), ["sst1.memory-outside"]);
}

fn pipelined(profile: Profile, fbz_mode: FbzMode) -> State {
    let mut state = board(profile);
    state.fbi.lfb_mode =
        LfbMode::default().with_write_format(LfbFormat::DepthRgb565).with_pixel_pipeline(true);
    state.fbi.fbz_mode = fbz_mode.with_rgb_write(true).with_aux_write(true);
    state
}

#[test]
fn the_pipeline_tests_and_counts() {
    let mode = FbzMode::default()
        .with_depth_test(true)
        .with_depth_function(sst1_regs::words::Compare::Greater)
        .with_depth_bias(true)
        .with_clip(true);
    let mut state = pipelined(Profile::hardware(), mode);
    state.fbi.za_color = ZaColor::default().with_depth(5);
    state.fbi.clip_left_right = state.fbi.clip_left_right.with_right(2);
    state.fbi.clip_low_high = state.fbi.clip_low_high.with_high(1);
    state.frame_buffer.write(8194, 9);
    for (offset, data) in [(0, 0x0007_FFFF), (4, 0x0004_FFFF), (8, 0x0007_FFFF)] {
        write(&mut state, offset, data, Width::Word);
    }
    assert_eq!(words(&state, [0, 2, 4]), [0xFFFF, 0, 0]);
    assert_eq!(words(&state, [8192, 8194]), [12, 9], "the biased depth is stored");
    let counters = state.counters;
    assert_eq!((counters.pixels_in, counters.zfunc_fail, counters.pixels_out), (2, 1, 1));

    let mut state = pipelined(Profile::b86(), mode);
    state.fbi.za_color = ZaColor::default().with_depth(5);
    write(&mut state, 8, 0x0007_FFFF, Width::Word);
    assert_eq!(words(&state, [4, 8196]), [0xFFFF, 7], "neither clipped nor biased");
    assert_eq!(state.counters.pixels_out, 0);
}

#[test]
fn sums_of_86box_wrap() {
    for (profile, red) in [(Profile::hardware(), 0xFF), (Profile::b86(), 0x1F)] {
        let mut state = pipelined(profile, FbzMode::default());
        state.fbi.fog_mode = FogMode::default()
            .with_enable(true)
            .with_constant(true)
            .with_alpha_source(FogAlpha::Table);
        state.fbi.fog_color = Rgb::default().with_red(0x20);
        write(&mut state, 0, 0xF800, Width::Word);
        assert_eq!(words(&state, [0]), [(red >> 3) << 11]);
    }
}

#[test]
fn depth_alone_takes_color1() {
    let mut state = pipelined(Profile::hardware(), FbzMode::default());
    state.fbi.lfb_mode = state.fbi.lfb_mode.with_write_format(LfbFormat::Depth);
    state.fbi.color1 = sst1_regs::words::Rgba::from_raw(0xFF00);
    write(&mut state, 0, 0x0002_0001, Width::Word);
    assert_eq!(words(&state, [0, 2, 8192, 8194]), [0x07E0, 0x07E0, 1, 2]);
    assert!(state.log.is_empty());
    state.profile = Profile::b86();
    write(&mut state, 0, 0x0002_0001, Width::Word);
    assert_eq!(words(&state, [0, 2]), [0, 0]);
    assert_eq!(refused(&state), ["sst1.lfb-depth-color"]);
}
