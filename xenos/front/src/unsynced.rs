//! Memory that events store to and that the consumer may not have stored yet.
//!
//! For: knowing when the processor has to wait for the consumer before it reads memory: programs,
//! constants, buffers, the ring, what is polled. Indices, vertices and textures are read by the
//! consumer itself, in the order of events, and need no wait.
//! Not for: what a copy writes exactly; a range may be larger than what is written, never smaller.
//! Facts: specification digest `xenos-hardware` sections 3.1, 3.2 and 6 for a copy's destination.

use xenos_memory::{Extent, MEMORY_BYTES, physical};
use xenos_regs::index;
use xenos_regs::words::{
    CopyCommand, PaScWindowOffset, PaScWindowScissorBr, PaScWindowScissorTl, RbCopyControl,
    RbCopyDestInfo, RbCopyDestPitch, RbSurfaceInfo,
};

use crate::Registers;

/// Ranges that are told apart; more are joined.
const MOST: usize = 8;

/// Ranges that are not stored yet, as far as the processor knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unsynced {
    /// Around all of them: from, to. Empty if `from` is not below `to`.
    hull: (u32, u32),
    ranges: [(u32, u32); MOST],
    count: usize,
}

impl Unsynced {
    /// Nothing.
    pub(crate) const NOTHING: Self = Self { hull: (u32::MAX, 0), ranges: [(0, 0); MOST], count: 0 };

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.hull.0 >= self.hull.1
    }

    /// Whether a byte of the range may be stored later.
    #[inline]
    pub(crate) fn overlaps(&self, extent: Extent) -> bool {
        let meets = |(from, to): (u32, u32)| extent.start() < to && from < extent.end();
        meets(self.hull) && self.ranges.iter().take(self.count).any(|range| meets(*range))
    }

    /// The range will be stored to.
    pub(crate) fn add(&mut self, extent: Extent) {
        let (from, to) = (extent.start(), extent.end());
        if extent.is_empty() {
            return;
        }
        self.hull = (self.hull.0.min(from), self.hull.1.max(to));
        let joined = |(start, end): (u32, u32)| (start.min(from), end.max(to));
        // What joining would add beside the two.
        let gap = |range: (u32, u32)| {
            let (start, end) = joined(range);
            u64::from(end - start)
                .saturating_sub(u64::from(range.1 - range.0) + u64::from(to - from))
        };
        let known = self.ranges.iter_mut().take(self.count);
        match known.min_by_key(|range| gap(**range)) {
            Some(range) if self.count == MOST || gap(*range) == 0 => *range = joined(*range),
            _ => {
                if let Some(free) = self.ranges.get_mut(self.count) {
                    *free = (from, to);
                    self.count += 1;
                }
            }
        }
    }

    /// Anything may be stored to: a program that stores to memory ran, and where is known by running
    /// it.
    pub(crate) fn add_everything(&mut self) {
        *self = Self::NOTHING;
        self.add(Extent::ALL);
    }
}

/// From this one on, a copy's sources mean depth.
const FIRST_DEPTH: u32 = 4;
/// Rows of the largest rectangle.
const MOST_ROWS: u32 = 8192;
/// Columns and rows of a tile.
const TILE: u32 = 32;
/// Layouts permute bytes within so much of a surface.
const BLOCK: u64 = 0x1000;

/// Where a copy in this state may write; nothing if it writes no memory.
pub(crate) fn copied(registers: &Registers) -> Option<Extent> {
    let word = |register| registers.get(register);
    let control = RbCopyControl::from_raw(word(index::RB_COPY_CONTROL));
    if control.copy_command() == CopyCommand::Null {
        return None;
    }
    let info = RbCopyDestInfo::from_raw(word(index::RB_COPY_DEST_INFO));
    let place = RbCopyDestPitch::from_raw(word(index::RB_COPY_DEST_PITCH));
    let bits = info.copy_dest_format().block().bits;
    let depth = control.copy_src_select() as u32 >= FIRST_DEPTH;
    let bytes = u64::from(if depth { 4 } else { bits.div_ceil(8).next_power_of_two() });
    let rounded = |value: u32| u64::from(value.next_multiple_of(TILE));
    // Columns end at the surface's pitch, rows at the scissors.
    let surface = RbSurfaceInfo::from_raw(word(index::RB_SURFACE_INFO));
    let (columns, rows) = (rounded(surface.surface_pitch()), rounded(rows(registers)));
    let (pitch, height) = (rounded(place.copy_dest_pitch()), rounded(place.copy_dest_height()));
    let pixels = if info.copy_dest_array() {
        // Four slices lie together.
        let layers = u64::from(info.copy_dest_slice() / 4);
        4 * ((layers * height + rows) * pitch + u64::from(TILE) * columns)
    } else {
        rows * pitch + u64::from(TILE) * columns
    };
    let start = physical(word(index::RB_COPY_DEST_BASE));
    let length = (pixels * bytes).next_multiple_of(BLOCK);
    let length = length.min(u64::from(MEMORY_BYTES - start)) as u32;
    Extent::new(start, length).ok()
}

/// The row behind the last that the scissors let through.
fn rows(registers: &Registers) -> u32 {
    let word = |register| registers.get(register);
    let top_left = PaScWindowScissorTl::from_raw(word(index::PA_SC_WINDOW_SCISSOR_TL));
    let window = PaScWindowScissorBr::from_raw(word(index::PA_SC_WINDOW_SCISSOR_BR));
    // Fifteen bits and their sign.
    let screen = (word(index::PA_SC_SCREEN_SCISSOR_BR) << 1) as i32 >> 17;
    let offset = PaScWindowOffset::from_raw(word(index::PA_SC_WINDOW_OFFSET));
    let shift = if top_left.window_offset_disable() { 0 } else { offset.window_y_offset() };
    let last = (window.br_y() as i32).saturating_add(shift).min(screen);
    // Rows come in eights. Where scissors let nothing through, somebody may not obey them.
    let last = u32::try_from(last).unwrap_or(0).next_multiple_of(8);
    if last == 0 { MOST_ROWS } else { last.min(MOST_ROWS) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(start: u32, bytes: u32) -> Extent {
        Extent::new(start, bytes).expect("inside")
    }

    #[test]
    fn ranges_are_told_apart_until_there_are_many() {
        let mut unsynced = Unsynced::NOTHING;
        assert!(unsynced.is_empty() && !unsynced.overlaps(Extent::ALL));
        for at in 0..MOST as u32 {
            unsynced.add(extent(at * 0x1000, 4));
            unsynced.add(extent(at * 0x1000 + 4, 4));
        }
        assert_eq!(unsynced.count, MOST, "what lies side by side is one range");
        assert!(!unsynced.overlaps(extent(8, 0xFF8)));
        assert!(unsynced.overlaps(extent(0x1007, 1)) && !unsynced.overlaps(extent(0x1008, 4)));
        unsynced.add(extent(0x10_0000, 4));
        assert!(unsynced.overlaps(extent(0x10_0000, 1)) && unsynced.overlaps(extent(0x8_0000, 4)));
        assert!(!unsynced.overlaps(extent(8, 0xFF8)), "the nearest is what is joined");
        unsynced.add_everything();
        assert!(unsynced.overlaps(extent(MEMORY_BYTES - 1, 1)));
    }

    #[test]
    fn a_copy_writes_no_more_than_its_surface_and_no_less_than_its_rectangle() {
        let mut registers = Registers::new();
        let mut set = |register: u16, value| registers.write(u32::from(register), value);
        set(index::RB_COPY_DEST_BASE, 0x1E00_0000);
        set(index::RB_COPY_DEST_PITCH, 0x140 | 0xC0 << 16);
        set(index::RB_COPY_DEST_INFO, 6 << 7);
        set(index::RB_SURFACE_INFO, 320);
        set(index::PA_SC_WINDOW_SCISSOR_TL, 1 << 31);
        set(index::PA_SC_WINDOW_SCISSOR_BR, 0x140 | 0xC0 << 16);
        set(index::PA_SC_SCREEN_SCISSOR_BR, 8192 | 8192 << 16);
        let found = copied(&registers).expect("it writes");
        assert_eq!(found.start(), 0x1E00_0000);
        assert!((320 * 192 * 4..320 * (192 + 32) * 4 + 0x1000).contains(&found.bytes()));
        registers.write(u32::from(index::RB_COPY_CONTROL), 3 << 20);
        assert_eq!(copied(&registers), None);
        // The end of memory is the end.
        registers.write(u32::from(index::RB_COPY_CONTROL), 0);
        registers.write(u32::from(index::RB_COPY_DEST_BASE), 0xFFFF_F000);
        assert_eq!(copied(&registers).map(Extent::bytes), Some(0x1000));
    }
}
