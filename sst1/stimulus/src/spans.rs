//! Which words of frame-buffer memory a command can change, from its coordinates.
//!
//! For: comparing little memory after a command. A superset: clipping is used where it is simple,
//! tests and masks are not, and all buffers count. That nothing is missing is tested on random
//! states under random profiles. Facts: digest sections 4.3, 9.2, 9.3, 9.7.

use std::ops::Range;

use sst1_board::State;
use sst1_facts::{FastfillEmpty, LfbBeyond, LfbBuffers, YOrigin};

use crate::Kind;

/// Columns and rows that exist.
const SIDE: i32 = 1024;
/// Words that 32-bit byte addresses reach.
const WORDS: u64 = 1 << 31;

/// Appends the words that the command `kind`, at byte `offset` of the aperture, can change.
pub(crate) fn add(state: &State, kind: Kind, offset: u32, spans: &mut Vec<Range<usize>>) {
    match kind {
        Kind::Triangle | Kind::FTriangle => triangle(state, spans),
        Kind::FastFill => fill(state, spans),
        Kind::Lfb => lfb(state, offset, spans),
        Kind::Swap => {}
    }
}

fn triangle(state: &State, spans: &mut Vec<Range<usize>>) {
    let fbz = state.fbi.fbz_mode;
    let [a, b, c] = state.parameters.vertices;
    // Not every party takes A for the highest vertex and C for the lowest.
    let (top, bottom) = (a[1].min(b[1]).min(c[1]), a[1].max(b[1]).max(c[1]));
    let mut rows = (top >> 4) - 1..(bottom >> 4) + 2;
    let (least, most) = (a[0].min(b[0]).min(c[0]), a[0].max(b[0]).max(c[0]));
    // Slopes overflow where an edge is 2,048 pixels wide; then columns can be anything.
    let tame = most - least < 0x8000;
    let mut columns = if tame { (least >> 4) - 2..(most >> 4) + 3 } else { 0..SIDE };
    if fbz.clip() {
        let clip = state.fbi.clip_left_right;
        columns = within(&columns, clip.left()..clip.right());
        if !fbz.y_origin_bottom() {
            let clip = state.fbi.clip_low_high;
            rows = within(&rows, clip.low()..clip.high());
        }
    }
    rectangle(state, rows, columns, fbz.y_origin_bottom(), WORDS, spans);
}

fn fill(state: &State, spans: &mut Vec<Range<usize>>) {
    let (columns, rows) = (state.fbi.clip_left_right, state.fbi.clip_low_high);
    let mut columns = columns.left() as i32..columns.right() as i32;
    let mut rows = rows.low() as i32..rows.high() as i32;
    if state.profile.fastfill_empty == FastfillEmpty::OnePixel {
        columns.end = columns.end.max(columns.start + 1);
        // The low row, or the one in front of the high one.
        rows = rows.start.min(rows.end - 1)..rows.end.max(rows.start + 1);
    }
    rectangle(state, rows, columns, state.fbi.fbz_mode.y_origin_bottom(), WORDS, spans);
}

fn lfb(state: &State, offset: u32, spans: &mut Vec<Range<usize>>) {
    let offset = offset & 0x3F_FFFF;
    let wrap = match state.profile.lfb_beyond {
        LfbBeyond::Dropped => WORDS,
        LfbBeyond::Wrapped => state.frame_buffer.words().len() as u64,
    };
    // Two bytes a pixel, or four; with the data's halves in any order.
    for at in [offset, offset >> 1] {
        let row = (at >> 11 & 0x3FF) as i32;
        let left = (at >> 1 & 0x3FE) as i32;
        for flip in [false, true] {
            rectangle(state, row..row + 1, left..left + 2, flip, wrap, spans);
        }
    }
}

fn within(range: &Range<i32>, clip: Range<u32>) -> Range<i32> {
    range.start.max(clip.start as i32)..range.end.min(clip.end as i32)
}

/// Appends a rectangle's rows in every buffer; addresses wrap at `wrap` words, a power of two.
fn rectangle(
    state: &State,
    rows: Range<i32>,
    columns: Range<i32>,
    flip: bool,
    wrap: u64,
    spans: &mut Vec<Range<usize>>,
) {
    let columns = columns.start.max(0)..columns.end.min(SIDE);
    if columns.start >= columns.end {
        return;
    }
    let origin = match state.profile.y_origin {
        YOrigin::FbiInit3 => state.init.fbi_init3.y_origin_swap() as i32,
        YOrigin::VideoDimensions => state.picture_height() as i32 - 1,
        YOrigin::RawDimensions => state.init.video_dimensions.height() as i32 - 1,
    };
    let layout = state.layout();
    let len = (columns.end - columns.start) as u64;
    let words = state.frame_buffer.words().len() as u64;
    let physical = match state.profile.lfb_buffers {
        LfbBuffers::Displayed => None,
        LfbBuffers::Physical => Some([0, layout.unit]),
    };
    let bases = [layout.front, layout.back, layout.aux].into_iter();
    for base in bases.chain(physical.into_iter().flatten()) {
        // A fill can have row -1.
        for y in rows.start.max(-1)..rows.end.min(SIDE) {
            let row = if flip { origin - y } else { y };
            let address = base
                .wrapping_add((row as u32).wrapping_mul(layout.stride))
                .wrapping_add((columns.start as u32).wrapping_mul(2));
            let first = u64::from(address >> 1) & (wrap - 1);
            let end = first + len;
            for part in [first..end.min(wrap), 0..end.saturating_sub(wrap)] {
                let (start, end) = (part.start as usize, part.end.min(words) as usize);
                if start < end {
                    spans.push(start..end);
                }
            }
        }
    }
}
