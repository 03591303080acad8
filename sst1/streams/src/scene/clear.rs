//! A fill of the whole screen.

use sst1_regs::words::{DrawBuffer, FbzMode, ZaColor};

use super::SCREEN;
use crate::{Bus, Sink};

/// What is cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clear {
    /// Colours.
    Color,
    /// Depths.
    Depth,
    /// Both.
    Both,
}

impl Clear {
    /// All.
    pub const ALL: [Self; 3] = [Self::Color, Self::Depth, Self::Both];

    /// Pixels of the screen.
    pub const fn pixels(self) -> u64 {
        SCREEN.width as u64 * SCREEN.height as u64
    }

    /// Brings the card up.
    pub fn prepare(self, sink: &mut dyn Sink) {
        let bus = &mut Bus::new(sink);
        bus.open_screen(SCREEN);
        bus.fbz_mode(
            FbzMode::default()
                .with_clip(true)
                .with_rgb_write(self != Self::Depth)
                .with_aux_write(self != Self::Color)
                .with_draw_buffer(DrawBuffer::Back),
        );
        bus.za_color(ZaColor::default().with_depth(0xFFFF));
    }

    /// Clears.
    pub fn draw(self, sink: &mut dyn Sink) {
        Bus::new(sink).fastfill();
    }
}
