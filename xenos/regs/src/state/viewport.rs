//! The way from clip space to the surface: viewport and scissors.

use base_word::Word;
use serde::{Deserialize, Serialize};

use crate::index;
use crate::words::{
    PaClVteCntl, PaScWindowOffset, PaScWindowScissorBr, PaScWindowScissorTl, ScreenScissor,
};

/// The viewport transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Viewport {
    /// PA_CL_VTE_CNTL.
    pub control: PaClVteCntl,
    /// Scale and offset of x, y and z in turn, as floats' bits.
    pub values: [u32; 6],
}

impl Viewport {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        Self {
            control: PaClVteCntl::from_raw(read(index::PA_CL_VTE_CNTL)),
            values: core::array::from_fn(|n| read(index::PA_CL_VPORT_XSCALE + n as u16)),
        }
    }

    /// Scale and offset of x, y and z as they apply: 1 and 0 where they are off.
    pub fn applied(self) -> [f32; 6] {
        let control = self.control;
        let enabled = [
            control.vport_x_scale_ena(),
            control.vport_x_offset_ena(),
            control.vport_y_scale_ena(),
            control.vport_y_offset_ena(),
            control.vport_z_scale_ena(),
            control.vport_z_offset_ena(),
        ];
        core::array::from_fn(|n| match (enabled[n], n % 2) {
            (true, _) => f32::from_bits(self.values[n]),
            (false, 0) => 1.0,
            (false, _) => 0.0,
        })
    }

    /// Without don't-care bits: values that do not apply are 0, and counters do not count.
    #[must_use]
    pub fn normalized(self) -> Self {
        let control = self.control.normalized().with_perfcounter_ref(false);
        let values =
            core::array::from_fn(|n| if control.raw() >> n & 1 != 0 { self.values[n] } else { 0 });
        Self { control, values }
    }
}

/// Screen and window scissors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scissors {
    /// PA_SC_SCREEN_SCISSOR_TL.
    pub screen_tl: ScreenScissor,
    /// PA_SC_SCREEN_SCISSOR_BR.
    pub screen_br: ScreenScissor,
    /// PA_SC_WINDOW_SCISSOR_TL.
    pub window_tl: PaScWindowScissorTl,
    /// PA_SC_WINDOW_SCISSOR_BR.
    pub window_br: PaScWindowScissorBr,
    /// PA_SC_WINDOW_OFFSET, which also moves vertices where that is enabled.
    pub offset: PaScWindowOffset,
}

/// Columns and rows from the first, inclusive, to the last, exclusive; empty if they cross.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rectangle {
    /// First column.
    pub left: i32,
    /// First row.
    pub top: i32,
    /// First column beyond.
    pub right: i32,
    /// First row beyond.
    pub bottom: i32,
}

impl Rectangle {
    /// Whether nothing is inside.
    pub const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }
}

impl Scissors {
    /// The state of a register file.
    pub fn gather(read: impl Fn(u16) -> u32) -> Self {
        Self {
            screen_tl: ScreenScissor::from_raw(read(index::PA_SC_SCREEN_SCISSOR_TL)),
            screen_br: ScreenScissor::from_raw(read(index::PA_SC_SCREEN_SCISSOR_BR)),
            window_tl: PaScWindowScissorTl::from_raw(read(index::PA_SC_WINDOW_SCISSOR_TL)),
            window_br: PaScWindowScissorBr::from_raw(read(index::PA_SC_WINDOW_SCISSOR_BR)),
            offset: PaScWindowOffset::from_raw(read(index::PA_SC_WINDOW_OFFSET)),
        }
    }

    /// What both leave, at least at column and row 0. Inferred: the surface's pitch is a limit of
    /// its own and not in it.
    pub fn rectangle(self) -> Rectangle {
        let (mut x, mut y) = (0, 0);
        if !self.window_tl.window_offset_disable() {
            (x, y) = (self.offset.window_x_offset(), self.offset.window_y_offset());
        }
        let (tl, br) = (self.window_tl, self.window_br);
        Rectangle {
            left: (tl.tl_x() as i32 + x).max(self.screen_tl.x()).max(0),
            top: (tl.tl_y() as i32 + y).max(self.screen_tl.y()).max(0),
            right: (br.br_x() as i32 + x).min(self.screen_br.x()).max(0),
            bottom: (br.br_y() as i32 + y).min(self.screen_br.y()).max(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_do_not_apply_do_not_count() {
        let values = [1f32, 2.0, 3.0, 4.0, 5.0, 6.0].map(f32::to_bits);
        let state = Viewport { control: PaClVteCntl::from_raw(0x0000_0B05), values };
        let applied = state.applied().map(f32::to_bits);
        assert_eq!(applied, [1.0, 0.0, 3.0, 0.0, 1.0, 0.0f32].map(f32::to_bits));
        let normal = state.normalized();
        assert_eq!(normal.values, [values[0], 0, values[2], 0, 0, 0]);
        assert_eq!(normal.control.raw(), 0x305);
        assert_eq!(normal.applied().map(f32::to_bits), applied);
    }

    #[test]
    fn the_window_offset_moves_the_window_scissor_alone() {
        let mut scissors = Scissors {
            screen_br: ScreenScissor::default().with_x(100).with_y(8192),
            window_tl: PaScWindowScissorTl::default().with_tl_x(10).with_tl_y(20),
            window_br: PaScWindowScissorBr::default().with_br_x(200).with_br_y(60),
            offset: PaScWindowOffset::default().with_window_x_offset(-20).with_window_y_offset(5),
            ..Scissors::default()
        };
        let moved = Rectangle { left: 0, top: 25, right: 100, bottom: 65 };
        assert_eq!(scissors.rectangle(), moved);
        scissors.window_tl = scissors.window_tl.with_window_offset_disable(true);
        let fixed = Rectangle { left: 10, top: 20, right: 100, bottom: 60 };
        assert_eq!(scissors.rectangle(), fixed);
        scissors.screen_br = ScreenScissor::default();
        assert!(scissors.rectangle().is_empty());
    }
}
