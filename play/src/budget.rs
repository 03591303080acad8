//! What counts against a budget, so that a hostile repeat count cannot run for hours.
//!
//! Each operation counts as four, a triangle or a fill as two hundred more, besides the pixels it
//! covers with triangles or LFB writes, the clip rectangle that it fills, or the picture that it makes
//! visible.
//!
//! Where no budget is given, a trace may cost what its records could cost if each were executed once,
//! and a good deal more for repetitions: no real stream comes near, and a few bytes that ask for four
//! thousand million triangles end in a second.

use sst1_board::State;
use sst1_regs::offset;
use sst1_vood::{Command, Record};

/// What one record may cost: the whole plane of 1,024 by 1,024 pixels.
const A_RECORD: u64 = 1 << 20;
/// What repetitions may cost in all.
const REPETITIONS: u64 = 1 << 26;

/// The budget of a trace of which `records` records have begun, where none is given.
pub(crate) fn usual(records: u64) -> u64 {
    REPETITIONS.saturating_add(records.saturating_mul(A_RECORD))
}

/// What `record`, just executed once, cost; `covered` is what the card had covered before.
pub(crate) fn cost(state: &State, record: &Record, covered: u64) -> u64 {
    let pixels = state.pixels_total[0].saturating_sub(covered);
    let register = match record.command {
        Command::WriteRegL => record.address & 0x3FC,
        _ => return 4 + pixels,
    };
    match register {
        offset::FASTFILL_CMD => 204 + rectangle(state),
        offset::TRIANGLE_CMD | offset::FTRIANGLE_CMD => 204 + pixels,
        _ => 4,
    }
}

/// What showing a picture costs.
pub(crate) fn picture(state: &State) -> u64 {
    u64::from(state.picture_width()) * u64::from(state.picture_height())
}

fn rectangle(state: &State) -> u64 {
    let (columns, rows) = (state.fbi.clip_left_right, state.fbi.clip_low_high);
    let width = columns.right().saturating_sub(columns.left());
    let height = rows.high().saturating_sub(rows.low());
    u64::from(width) * u64::from(height)
}
