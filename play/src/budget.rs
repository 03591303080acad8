//! What counts against a budget, so that a hostile repeat count cannot run for hours.
//!
//! Each operation counts as one, besides the pixels it covers with triangles or LFB writes, the
//! clip rectangle that it fills, or the picture that it makes visible.

use sst1_board::State;
use sst1_regs::offset;
use sst1_vood::{Command, Record};

/// What `record`, just executed once, cost; `covered` is what the card had covered before.
pub(crate) fn cost(state: &State, record: &Record, covered: u64) -> u64 {
    let pixels = state.pixels_total[0].saturating_sub(covered);
    let fill =
        record.command == Command::WriteRegL && record.address & 0x3FC == offset::FASTFILL_CMD;
    1 + pixels + if fill { rectangle(state) } else { 0 }
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
