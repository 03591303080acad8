//! Cards of labelled tiles: filled rectangles, text, flat quads and how their maps are sampled.

use sst1_regs::words::{
    DrawBuffer, FbzMode, LfbFormat, LfbMode, LfbWriteBuffer, Rgba, TextureMode,
};

use crate::{Bus, Form, Parts, Setup, Values, Vertex, font};

/// A rectangle of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Area {
    pub(super) const fn new(x: u32, y: u32, width: u32, height: u32) -> Self {
        Self { x, y, width, height }
    }

    /// The area within, `by` pixels from every edge.
    pub(super) const fn inset(self, by: u32) -> Self {
        let Self { x, y, width, height } = self;
        Self::new(x + by, y + by, width.saturating_sub(2 * by), height.saturating_sub(2 * by))
    }

    /// The part from `from` to `to`, in fractions of 0..1 of each side.
    pub(super) fn part(self, from: [f64; 2], to: [f64; 2]) -> Self {
        let at = |first: u32, size: u32, t: f64| first + (f64::from(size) * t + 0.5) as u32;
        let (x, y) = (at(self.x, self.width, from[0]), at(self.y, self.height, from[1]));
        let (right, bottom) = (at(self.x, self.width, to[0]), at(self.y, self.height, to[1]));
        Self::new(x, y, right.saturating_sub(x), bottom.saturating_sub(y))
    }
}

/// An opaque colour for a register.
pub(super) fn rgba([red, green, blue]: [u8; 3]) -> Rgba {
    Rgba::default()
        .with_red(u32::from(red))
        .with_green(u32::from(green))
        .with_blue(u32::from(blue))
        .with_alpha(255)
}

/// Fills a rectangle with fastfill.
pub(super) fn fill(bus: &mut Bus<'_>, area: Area, color: [u8; 3]) {
    bus.clip(area.x, area.x + area.width, area.y, area.y + area.height);
    bus.fbz_mode(FbzMode::default().with_rgb_write(true).with_draw_buffer(DrawBuffer::Back));
    bus.color1(rgba(color));
    bus.fastfill();
}

/// Fills a rectangle with a checker of cells `cell` pixels wide.
pub(super) fn checker(bus: &mut Bus<'_>, area: Area, cell: u32, colors: [[u8; 3]; 2]) {
    fill(bus, area, colors[0]);
    for row in 0..area.height.div_ceil(cell) {
        for column in (row % 2..area.width.div_ceil(cell)).step_by(2) {
            let (x, y) = (column * cell, row * cell);
            let (width, height) = (cell.min(area.width - x), cell.min(area.height - y));
            fill(bus, Area::new(area.x + x, area.y + y, width, height), colors[1]);
        }
    }
}

/// Writes a text into the back buffer, 16-bit pixels around the pipeline.
pub(super) fn text(bus: &mut Bus<'_>, x: u32, y: u32, label: &str, color: u16) {
    bus.fbz_mode(FbzMode::default());
    bus.lfb_mode(
        LfbMode::default()
            .with_write_format(LfbFormat::Rgb565)
            .with_write_buffer(LfbWriteBuffer::Back),
    );
    for (dx, dy) in font::pixels(label) {
        bus.lfb_half(x + dx, y + dy, color);
    }
}

/// A text twice as large: whole words of two pixels, on two rows.
pub(super) fn large_text(bus: &mut Bus<'_>, x: u32, y: u32, label: &str, color: u16) {
    bus.fbz_mode(FbzMode::default());
    bus.lfb_mode(
        LfbMode::default()
            .with_write_format(LfbFormat::Rgb565)
            .with_write_buffer(LfbWriteBuffer::Back),
    );
    for (dx, dy) in font::pixels(label) {
        for row in 0..2 {
            bus.lfb_pair(x + 2 * dx, y + 2 * dy + row, color, color);
        }
    }
}

/// Draws a rectangle as two triangles; the values are those of the corners at the top left, top
/// right, bottom right and bottom left.
pub(super) fn quad(bus: &mut Bus<'_>, area: Area, parts: Parts, corners: &[Values; 4]) {
    let (left, right) = (f64::from(area.x), f64::from(area.x + area.width));
    let (top, bottom) = (f64::from(area.y), f64::from(area.y + area.height));
    let [a, b, c, d] = *corners;
    let at = |x: f64, y: f64, values: Values| Vertex { x, y, values };
    let (a, b, c, d) =
        (at(left, top, a), at(right, top, b), at(right, bottom, c), at(left, bottom, d));
    for triangle in [[a, b, c], [a, c, d]] {
        if let Some(setup) = Setup::of(triangle) {
            bus.triangle(&setup, Form::Fixed, parts);
        }
    }
}

/// Corner values of a whole map laid flat: W is 1, `st` run over `size` texels of a map 256 wide.
pub(super) fn flat(rgba: [[f64; 4]; 4], size: f64) -> [Values; 4] {
    let corners = [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]];
    std::array::from_fn(|n| Values::at_distance(1.0, rgba[n], 0.0, [corners[n]; 3]))
}

/// Bilinear, clamped, affine, the unit's own texel.
pub(super) fn texels() -> TextureMode {
    TextureMode::default()
        .with_min_bilinear(true)
        .with_mag_bilinear(true)
        .with_clamp_s(true)
        .with_clamp_t(true)
        .with_tc_zero_other(true)
        .with_tc_add_clocal(true)
        .with_tca_zero_other(true)
        .with_tca_add_clocal(true)
}
