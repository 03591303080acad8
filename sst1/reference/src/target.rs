//! Where pixels lie in frame-buffer memory.
//!
//! For: byte addresses of a pixel in the colour and auxiliary buffers, and the Y flip. Not for: what
//! is stored there.
//! Facts: digest 4.3 (fbzMode\[15:14\], \[17\]), 5.9 and 9.2; decisions page, "Coverage".

use sst1_board::{FrameBuffer, State};
use sst1_facts::{LfbBeyond, LfbBuffers, YOrigin};

/// A colour buffer and the auxiliary buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    color: u32,
    aux: u32,
    stride: u32,
}

/// Byte addresses of a pixel's colour and auxiliary word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addresses {
    pub(crate) color: u32,
    pub(crate) aux: u32,
}

impl Target {
    /// The auxiliary buffer, and the back buffer or the front one.
    pub(crate) fn new(state: &State, back: bool) -> Self {
        let layout = state.layout();
        let color = if back { layout.back } else { layout.front };
        Self { color, aux: layout.aux, stride: layout.stride }
    }

    /// The same two for LFB writes, whose buffer select is 1 for `back`.
    pub(crate) fn lfb(state: &State, back: bool) -> Self {
        let layout = state.layout();
        let color = lfb_buffer(state, back);
        Self { color, aux: layout.aux, stride: layout.stride }
    }

    /// Where an LFB write goes: as any pixel, or within memory whatever the address.
    pub(crate) fn lfb_addresses(&self, memory: LfbMemory, column: i32, row: i32) -> Addresses {
        let at = self.addresses(column, row);
        match memory.beyond {
            LfbBeyond::Dropped => at,
            // The size is a power of two.
            LfbBeyond::Wrapped => {
                Addresses { color: at.color & (memory.bytes - 1), aux: at.aux & (memory.bytes - 1) }
            }
        }
    }

    /// Rows can be negative after a flip, and addresses wrap.
    pub(crate) fn addresses(&self, column: i32, memory_row: i32) -> Addresses {
        let within = (memory_row as u32)
            .wrapping_mul(self.stride)
            .wrapping_add((column as u32).wrapping_mul(2));
        Addresses { color: self.color.wrapping_add(within), aux: self.aux.wrapping_add(within) }
    }
}

/// Where the buffer lies that an LFB buffer select of 0, or 1 for `back`, means.
pub(crate) fn lfb_buffer(state: &State, back: bool) -> u32 {
    let layout = state.layout();
    match (state.profile.lfb_buffers, back) {
        (LfbBuffers::Displayed, false) => layout.front,
        (LfbBuffers::Displayed, true) => layout.back,
        (LfbBuffers::Physical, false) => 0,
        (LfbBuffers::Physical, true) => layout.unit,
    }
}

/// Frame-buffer memory as LFB writes see it (digest 9.7).
#[derive(Clone, Copy, Debug)]
pub(crate) struct LfbMemory {
    beyond: LfbBeyond,
    bytes: u32,
}

impl LfbMemory {
    pub(crate) fn new(state: &State) -> Self {
        Self { beyond: state.profile.lfb_beyond, bytes: state.frame_buffer.bytes() }
    }
}

/// Which of the two buffers a command reads or writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    pub(crate) color: bool,
    pub(crate) aux: bool,
}

impl Used {
    /// Whether a buffer that is used does not reach to a pixel.
    pub(crate) fn outside(self, memory: &FrameBuffer, at: Addresses) -> bool {
        (self.color && at.color >= memory.bytes()) || (self.aux && at.aux >= memory.bytes())
    }
}

/// What a bottom Y origin subtracts rows from.
pub(crate) fn origin(state: &State) -> i32 {
    match state.profile.y_origin {
        YOrigin::FbiInit3 => state.init.fbi_init3.y_origin_swap() as i32,
        YOrigin::VideoDimensions => state.picture_height() as i32 - 1,
        YOrigin::RawDimensions => state.init.video_dimensions.height() as i32 - 1,
    }
}
