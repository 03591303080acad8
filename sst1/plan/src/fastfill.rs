//! fastfillCMD.
//!
//! Facts: digest sections 4.3, 5.9, 9.7; `fastfill_color`, `fastfill_counts`, `fastfill_empty`; the
//! decisions on fills.

use std::ops::Range;

use sst1_board::{Counters, State, refusal};
use sst1_core::dither;
use sst1_facts::{FastfillColor, FastfillCounts, FastfillEmpty, Profile};

use crate::{Plan, SIDE, WORD_MASK, channels};

/// What a fill stores in one buffer.
struct Store {
    base: u32,
    /// By column modulo 4.
    words: [u16; 4],
}

/// Columns and rows that a fill covers; ten bits, so that all its pixels exist.
pub fn filled(plan: &Plan, profile: &Profile) -> (Range<i32>, Range<i32>) {
    let geometry = &plan.geometry;
    let (mut columns, mut rows) = (geometry.clip_columns.clone(), geometry.clip_rows.clone());
    if profile.fastfill_empty == FastfillEmpty::OnePixel {
        if columns.is_empty() {
            columns.end = columns.start + 1;
        }
        if rows.is_empty() {
            let first = if geometry.flip { rows.end - 1 } else { rows.start };
            rows = first..first + 1;
        }
    }
    (columns, rows)
}

/// Fills the clip rectangle.
pub fn fill(plan: &Plan, state: &mut State) {
    let geometry = &plan.geometry;
    if let Some((kind, register, value)) = plan.fbi.buffer_reserved {
        state.log.refuse(kind, register, value);
    }
    let (columns, rows) = filled(plan, &state.profile);
    if columns.start >= columns.end || rows.start >= rows.end {
        return;
    }
    let mut outside = false;
    let aux = state.fbi.fbz_mode.aux_write().then(|| {
        let depth = state.fbi.za_color.depth() as u16;
        Store { base: geometry.aux, words: [depth; 4] }
    });
    for y in rows.clone() {
        let row = geometry.memory_row(y);
        let color = plan
            .fbi
            .rgb_write
            .then(|| Store { base: geometry.draw, words: color_words(plan, state, y) });
        let stores = [color.as_ref(), aux.as_ref()];
        let memory = state.frame_buffer.words_mut();
        let first = |base| geometry.address(base, row, columns.start) >> 1;
        let last = |base| geometry.address(base, row, columns.end - 1) >> 1;
        for store in stores.into_iter().flatten() {
            let ends = [first(store.base), last(store.base)];
            outside |= ends.iter().any(|word| *word as usize >= memory.len());
        }
        let apart = geometry.aux.wrapping_sub(geometry.draw) as i32;
        if apart.unsigned_abs() < 2 * SIDE as u32 {
            // The row's colours and depths overlap: a pixel stores both before the next one.
            for column in columns.clone() {
                for store in stores.into_iter().flatten() {
                    let word = geometry.address(store.base, row, column) >> 1;
                    store_span(memory, word, column..column + 1, store.words);
                }
            }
        } else {
            for store in stores.into_iter().flatten() {
                store_span(memory, first(store.base), columns.clone(), store.words);
            }
        }
    }
    if outside {
        state.log.refuse(&refusal::MEMORY_OUTSIDE, "fastfillCMD", 0);
    }
    let counts = match state.profile.fastfill_counts {
        FastfillCounts::Counted => true,
        FastfillCounts::WithColor => plan.fbi.rgb_write,
        FastfillCounts::Uncounted => false,
    };
    if counts {
        let pixels = (rows.end - rows.start) * (columns.end - columns.start);
        state.count(&Counters { pixels_out: pixels as u32, ..Counters::default() });
    }
}

/// The colour of row `y` by column modulo 4.
fn color_words(plan: &Plan, state: &State, y: i32) -> [u16; 4] {
    let [r, g, b, _] = channels(state.fbi.color1.raw());
    let plain = [dither::cut(r, g, b); 4];
    if state.profile.fastfill_color == FastfillColor::Truncated || !plan.fbi.dither.store {
        return plain;
    }
    let row = plan.geometry.pattern_row(y);
    std::array::from_fn(|x| {
        dither::dithered(r, g, b, dither::at(plan.fbi.dither.matrix, x as i32, row))
    })
}

/// Stores a row; `word` is the index of its first word.
fn store_span(memory: &mut [u16], word: u32, columns: Range<i32>, words: [u16; 4]) {
    let len = (columns.end - columns.start) as usize;
    let (first, start) = (word as usize, columns.start as usize);
    if let Some(row) = memory.get_mut(first..first + len) {
        let pattern: [u16; 4] = std::array::from_fn(|i| words[(start + i) & 3]);
        let (fours, rest) = row.as_chunks_mut::<4>();
        fours.fill(pattern);
        for (word, value) in rest.iter_mut().zip(pattern) {
            *word = value;
        }
        return;
    }
    for i in 0..len {
        let index = (word.wrapping_add(i as u32) & WORD_MASK) as usize;
        if let Some(word) = memory.get_mut(index) {
            *word = words[(start + i) & 3];
        }
    }
}
