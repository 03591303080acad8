//! Bringing the card up for a resolution.

use sst1_regs::words::{FbiInit0, FbiInit1, FbiInit2, FbiInit3, FbiInit4, VideoDimensions};

use crate::Bus;

/// A resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Pixels a row, up to 960: fifteen tiles of 64.
    pub width: u32,
    /// Rows, up to 1023.
    pub height: u32,
    /// Whether three buffers take turns.
    pub triple: bool,
}

impl Screen {
    /// A double-buffered screen.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height, triple: false }
    }

    /// Tiles of 64 pixels in a row, 15 at most: fbiInit1\[7:4\].
    pub const fn tiles(self) -> u32 {
        let tiles = self.width.div_ceil(64);
        if tiles > 15 { 15 } else { tiles }
    }

    /// 4 KiB pages a buffer takes: fbiInit2\[19:11\].
    pub const fn pages(self) -> u32 {
        (self.tiles() * 128 * (self.height & 1023)).div_ceil(4096)
    }

    /// Bytes of all buffers together, the auxiliary one included.
    pub const fn bytes(self) -> u32 {
        self.pages() * 4096 * if self.triple { 4 } else { 3 }
    }
}

impl Bus<'_> {
    /// Sets up buffers, stride and picture size, bottom origin included, and opens the clip
    /// rectangle. Needs initEnable\[0\]. Video timing is left alone: no picture depends on it.
    pub fn open_screen(&mut self, screen: Screen) {
        let Screen { width, height, triple } = screen;
        self.fbi_init0(
            FbiInit0::default()
                .with_vga_pass(true)
                .with_stall_pci(true)
                .with_pci_fifo_low_water(16),
        );
        self.fbi_init1(
            FbiInit1::default()
                .with_pci_write_wait(true)
                .with_lfb_read_enable(true)
                .with_tiles_x(screen.tiles())
                .with_vclk_source(2),
        );
        self.fbi_init2(
            FbiInit2::default()
                .with_triple_buffer(triple)
                .with_generated_oe(true)
                .with_buffer_offset(screen.pages())
                .with_refresh_load(0x100),
        );
        self.fbi_init3(
            FbiInit3::default()
                .with_fbi_to_trex_delay(2)
                .with_trex_to_fbi_threshold(0xF)
                .with_y_origin_swap(height.saturating_sub(1)),
        );
        self.fbi_init4(FbiInit4::default().with_pci_read_wait(true));
        self.video_dimensions(
            VideoDimensions::default()
                .with_width_minus_1(width.saturating_sub(1))
                .with_height(height),
        );
        self.clip(0, width, 0, height);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_screens_take_the_documented_space() {
        let vga = Screen::new(640, 480);
        assert_eq!((vga.tiles(), vga.pages()), (10, 150), "digest section 4.4");
        assert!(vga.bytes() <= 2 << 20, "fits the smallest boards");
        assert_eq!(Screen { triple: true, ..Screen::new(64, 48) }.bytes(), 4 * 8192);
    }
}
