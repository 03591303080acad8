//! fastfillCMD: filling the clip rectangle.
//!
//! Facts: digest 4.3, 5.9, 9.7; decisions page, "Fastfill".

use std::ops::Range;

use sst1_board::{Counters, State, refusal};
use sst1_facts::{FastfillColor, FastfillCounts, FastfillEmpty, PatternRow};
use sst1_regs::words::DrawBuffer;

use crate::color::rgb;
use crate::target::{Target, Used, origin};
use crate::{dither, refuse};

/// Fills columns left to right - 1 of rows low to high - 1, whether clipping is on or not.
pub(crate) fn fill(state: &mut State) {
    refuse::draw_buffer(state);
    let mode = state.fbi.fbz_mode;
    let target = Target::new(state, mode.draw_buffer() == DrawBuffer::Back);
    let used = Used { color: mode.rgb_write(), aux: mode.aux_write() };
    let (columns, rows) = rectangle(state);
    let color = rgb(state.fbi.color1.raw());
    let depth = state.fbi.za_color.depth() as u16;
    let origin = origin(state);

    let mut filled = 0;
    let mut outside = false;
    for y in rows {
        let memory_row = if mode.y_origin_bottom() { origin.wrapping_sub(y) } else { y };
        let pattern_row = match state.profile.pattern_row {
            PatternRow::Raster => y,
            PatternRow::Memory => memory_row,
        };
        for x in columns.clone() {
            let at = target.addresses(x, memory_row);
            outside |= used.outside(&state.frame_buffer, at);
            if used.color {
                let word = match state.profile.fastfill_color {
                    FastfillColor::Dithered => dither::stored(mode, color, x, pattern_row),
                    FastfillColor::Truncated => dither::cut(color),
                };
                state.frame_buffer.write(at.color, word);
            }
            if used.aux {
                state.frame_buffer.write(at.aux, depth);
            }
            filled += 1;
        }
    }
    if outside {
        state.log.refuse(&refusal::MEMORY_OUTSIDE, "fastfillCMD", 0);
    }
    let counts = match state.profile.fastfill_counts {
        FastfillCounts::Counted => true,
        FastfillCounts::WithColor => used.color,
        FastfillCounts::Uncounted => false,
    };
    if counts {
        state.count(&Counters { pixels_out: filled, ..Counters::default() });
    }
}

/// The columns and rows of the clip rectangle. The fields have ten bits, so all its pixels exist.
fn rectangle(state: &State) -> (Range<i32>, Range<i32>) {
    let (x, y) = (state.fbi.clip_left_right, state.fbi.clip_low_high);
    let columns = x.left() as i32..x.right() as i32;
    let rows = y.low() as i32..y.high() as i32;
    match state.profile.fastfill_empty {
        FastfillEmpty::Nothing => (columns, rows),
        // zSST looks for the end behind a pixel. It counts rows as they lie in memory: with a flip
        // it begins at the one in front of the high one.
        FastfillEmpty::OnePixel => {
            let first =
                if state.fbi.fbz_mode.y_origin_bottom() { rows.end - 1 } else { rows.start };
            (
                if columns.is_empty() { columns.start..columns.start + 1 } else { columns },
                if rows.is_empty() { first..first + 1 } else { rows },
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sst1_board::BoardConfig;
    use sst1_facts::Profile;
    use sst1_regs::words::{
        ClipLeftRight, ClipLowYHighY, FbiInit1, FbiInit2, FbiInit3, FbzMode, Rgba, VideoDimensions,
        ZaColor,
    };

    fn board(profile: Profile) -> State {
        let mut state = State::new(BoardConfig::default(), profile).expect("a board");
        state.init.fbi_init1 = FbiInit1::default().with_tiles_x(1);
        state.init.fbi_init2 = FbiInit2::default().with_buffer_offset(1);
        state.init.fbi_init3 = FbiInit3::default().with_y_origin_swap(9);
        state.init.video_dimensions = VideoDimensions::from_raw(9 << 16 | 63);
        state.fbi.clip_left_right = ClipLeftRight::default().with_left(2).with_right(4);
        state.fbi.clip_low_high = ClipLowYHighY::default().with_low(1).with_high(3);
        state.fbi.color1 = Rgba::from_raw(0x0004_0404);
        state.fbi.za_color = ZaColor::default().with_depth(0x1234);
        state.fbi.fbz_mode =
            FbzMode::default().with_rgb_write(true).with_aux_write(true).with_dither(true);
        state
    }

    #[test]
    fn the_chip_dithers_and_counts() {
        let mut state = board(Profile::hardware());
        fill(&mut state);
        // Matrix rows 1 and 2: 14 6 and 1 9 at columns 2 and 3; 4 needs 8 to become 1.
        let word = |x: u32, y: u32| state.frame_buffer.read(y * 128 + x * 2);
        assert_eq!([word(2, 1), word(3, 1), word(2, 2), word(3, 2)], [0x821, 0x20, 0x20, 0x821]);
        assert_eq!([word(1, 1), word(4, 1), word(2, 3)], [0; 3]);
        assert_eq!(state.frame_buffer.read(2 * 4096 + 128 + 4), 0x1234);
        assert_eq!(state.counters.pixels_out, 4);
    }

    #[test]
    fn a_bottom_origin_and_86box() {
        for (profile, row) in [(Profile::hardware(), 8), (Profile::b86(), 7)] {
            let counts = u32::from(profile == Profile::hardware()) * 4;
            let mut state = board(profile);
            state.fbi.fbz_mode = state.fbi.fbz_mode.with_y_origin_bottom(true);
            fill(&mut state);
            assert_ne!(state.frame_buffer.read(row * 128 + 4), 0);
            assert_eq!(state.frame_buffer.read((row + 1) * 128 + 4), 0);
            assert_eq!(state.counters.pixels_out, counts);
        }
    }

    #[test]
    fn memory_can_end_before_the_rectangle() {
        let mut state = board(Profile::hardware());
        state.init.fbi_init2 = FbiInit2::default().with_buffer_offset(511);
        state.config.frame_buffer_bytes = 1 << 16;
        state.frame_buffer = sst1_board::FrameBuffer::new(1 << 16);
        fill(&mut state);
        assert_eq!(state.log.total(), 1);
    }
}
