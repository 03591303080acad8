//! A card of the pixel pipeline: one tile per way of combining, sampling, blending, fogging,
//! comparing and dithering.
//!
//! Each tile draws a backdrop and then one or two rectangles in one register state, so that a tile
//! that looks wrong names the state. Two texture units.

mod blending;
mod combining;
mod fogging;
mod sampling;
mod testing;

use sst1_regs::words::{
    AOther, AlphaMode, CLocal, COther, DrawBuffer, FbzColorPath, FbzMode, FogMode, Rgba, SwapCmd,
    TextureFormat, TextureMode, ZaColor,
};

use super::card::{Area, checker, fill, flat, large_text, quad, texels, text};
use crate::maths::{mix3, smooth};
use crate::{Bound, Bus, Image, Map, Parts, Screen, Shape, Sink, Units, Values};

/// A tile: its label and what paints it.
type Tile = (&'static str, fn(&mut Painter<'_, '_>));

/// Tiles a row.
const COLUMNS: u32 = 8;

/// Everything that is iterated.
const ALL: Parts = Parts { color: true, alpha: true, depth: true, w: true, units: 1 };

/// Writes the stream.
pub(super) fn write(sink: &mut dyn Sink) {
    let bus = &mut Bus::new(sink);
    let screen = Screen::new(640, 480);
    bus.open_screen(screen);
    fill(bus, Area::new(0, 0, screen.width, screen.height), [24, 28, 41]);
    fill(bus, Area::new(0, 0, screen.width, 24), [41, 48, 66]);
    large_text(bus, 8, 5, "SST-1 PIXEL PIPELINE", 0xFFFF);
    let maps = Maps::download(bus);
    let rows = [
        combining::TILES,
        sampling::TILES,
        blending::TILES,
        fogging::TILES,
        testing::DEPTH,
        testing::TILES,
    ];
    for (row, tiles) in (0u32..).zip(rows) {
        for (column, (label, paint)) in (0u32..).zip(tiles) {
            let area = Area::new(4 + column * (632 / COLUMNS), 29 + row * 75, 75, 60);
            text(bus, area.x + 1, area.y + 62, label, 0xDEFB);
            let mut painter = Painter { bus, screen, area, maps };
            painter.begin();
            paint(&mut painter);
        }
    }
    bus.clip(0, screen.width, 0, screen.height);
    bus.swap(SwapCmd::default());
}

/// The textures that tiles use, the same in both units.
#[derive(Clone, Copy)]
struct Maps {
    /// Colours with alpha, mip levels.
    disc: Bound,
    /// Grey stripes, for the second unit.
    light: Bound,
    /// Sixteen bold texels.
    bold: Bound,
}

impl Maps {
    fn download(bus: &mut Bus<'_>) -> Self {
        let disc = Image::from_shader(64, 64, |u, v| {
            let (x, y) = (2.0 * u - 1.0, 2.0 * v - 1.0);
            let r = (x * x + y * y).sqrt();
            let [red, green, blue] = mix3(
                mix3([1.0, 0.85, 0.25], [0.95, 0.25, 0.20], u),
                mix3([0.15, 0.75, 0.45], [0.25, 0.35, 0.95], u),
                v,
            );
            let ring = 0.65 + 0.35 * smooth(0.04, 0.09, (r - 0.55).abs());
            [red * ring, green * ring, blue * ring, smooth(1.0, 0.35, r)]
        });
        let light = Image::from_shader(64, 64, |u, v| {
            let (x, y) = (2.0 * u - 0.8, 2.0 * v - 0.7);
            let spot = smooth(1.1, 0.1, (x * x + y * y).sqrt());
            [0.15 + 0.85 * spot, 0.15 + 0.85 * spot, 0.15 + 0.85 * spot, spot]
        });
        let bold = Image::from_fn(4, 4, |x, y| {
            const COLORS: [[u8; 4]; 4] =
                [[240, 90, 60, 255], [250, 220, 90, 255], [60, 170, 150, 255], [60, 80, 180, 255]];
            COLORS[(x + 2 * y + y / 2) % 4]
        });
        let mut at = 0;
        let mut put = |image: &Image, format: TextureFormat| {
            let map = Map::new(image, Shape::square(image.width() as u32), format);
            let bound = bus.download(0, &map, at, false);
            bus.download(1, &map, at, false);
            at = (at + map.bytes()).next_multiple_of(16);
            bound
        };
        Self {
            disc: put(&disc, TextureFormat::Argb4444),
            light: put(&light, TextureFormat::Ai88),
            bold: put(&bold, TextureFormat::Rgb565),
        }
    }
}

/// Paints one tile.
struct Painter<'a, 'b> {
    bus: &'a mut Bus<'b>,
    screen: Screen,
    area: Area,
    maps: Maps,
}

/// Corner colours: red, yellow, blue, green from the top left on, alpha from left to right.
const CORNERS: [[f64; 4]; 4] = [
    [235.0, 70.0, 60.0, 0.0],
    [250.0, 215.0, 80.0, 255.0],
    [60.0, 90.0, 215.0, 255.0],
    [60.0, 190.0, 120.0, 0.0],
];

impl Painter<'_, '_> {
    /// Registers that tiles count on: no tests, no fog, no blending, the unit's own texel.
    fn begin(&mut self) {
        fill(self.bus, self.area, [66, 73, 90]);
        self.bus.clip(0, self.screen.width, 0, self.screen.height);
        self.bus.fbz_mode(pixels());
        self.bus.fbz_color_path(iterated());
        self.bus.alpha_mode(AlphaMode::default());
        self.bus.fog_mode(FogMode::default());
        self.bus.za_color(ZaColor::default());
        self.bus.color0(color(255, 170, 40, 200));
        self.bus.color1(color(40, 90, 160, 120));
        self.bind(0, self.maps.disc, texels());
        self.bus.texture_mode(Units::One(1), TextureMode::default());
        self.bus.texture_mode(Units::One(2), TextureMode::default());
    }

    fn bind(&mut self, unit: u32, map: Bound, mode: TextureMode) {
        self.bus.bind(unit, &map, mode);
    }

    /// The inside of the tile's frame.
    fn inside(&self) -> Area {
        self.area.inset(2)
    }

    /// A checker of two colours; the state that tiles count on comes back.
    fn backdrop(&mut self, colors: [[u8; 3]; 2]) {
        checker(self.bus, self.inside(), 8, colors);
        self.bus.clip(0, self.screen.width, 0, self.screen.height);
        self.bus.fbz_mode(pixels());
    }

    /// The whole tile with the corner colours and the disc.
    fn whole(&mut self) {
        self.whole_with(&flat(CORNERS, 256.0));
    }

    fn whole_with(&mut self, corners: &[Values; 4]) {
        quad(self.bus, self.inside(), ALL, corners);
    }
}

fn color(red: u32, green: u32, blue: u32, alpha: u32) -> Rgba {
    Rgba::default().with_red(red).with_green(green).with_blue(blue).with_alpha(alpha)
}

fn pixels() -> FbzMode {
    FbzMode::default()
        .with_clip(true)
        .with_dither(true)
        .with_rgb_write(true)
        .with_draw_buffer(DrawBuffer::Back)
}

/// The iterated colour as it is.
fn iterated() -> FbzColorPath {
    FbzColorPath::default().with_subpixel_adjust(true)
}

/// The texture colour and alpha as they are.
fn textured() -> FbzColorPath {
    iterated()
        .with_texture_enable(true)
        .with_c_other(COther::Texture)
        .with_a_other(AOther::Texture)
        .with_c_local(CLocal::Iterated)
}
