//! A card of all texture formats.
//!
//! One picture with soft edges in each of the thirteen formats, over a checker so that alpha shows,
//! with tables and palette made for it; a receding plane whose mip levels have colours of their own;
//! a few texels magnified by both filters. Affine but for the plane, labels through the linear frame
//! buffer, checkers by fastfill.

use sst1_regs::words::{
    AOther, AlphaMode, BlendFactor, COther, DrawBuffer, FbzColorPath, FbzMode, SwapCmd,
    TextureFormat,
};

use super::card::{Area, checker, fill, flat, large_text, quad, texels, text};
use crate::maths::{PI, cos, mix3, sin, smooth};
use crate::{Bound, Bus, Image, Map, Ncc, Palette, Parts, Screen, Shape, Sink, Units, Values};

/// Each format with its label.
const FORMATS: [(TextureFormat, &str); 13] = [
    (TextureFormat::Rgb332, "RGB332"),
    (TextureFormat::Yiq422, "YIQ422"),
    (TextureFormat::A8, "A8"),
    (TextureFormat::I8, "I8"),
    (TextureFormat::Ai44, "AI44"),
    (TextureFormat::P8, "P8"),
    (TextureFormat::Argb8332, "ARGB8332"),
    (TextureFormat::Ayiq8422, "AYIQ8422"),
    (TextureFormat::Rgb565, "RGB565"),
    (TextureFormat::Argb1555, "ARGB1555"),
    (TextureFormat::Argb4444, "ARGB4444"),
    (TextureFormat::Ai88, "AI88"),
    (TextureFormat::Ap88, "AP88"),
];

const PARTS: Parts = Parts { color: false, alpha: false, depth: false, w: true, units: 1 };
const WHITE: u16 = 0xFFFF;
const GREY: u16 = 0x8C51;

/// Writes the stream.
pub(super) fn write(sink: &mut dyn Sink) {
    let bus = &mut Bus::new(sink);
    let screen = Screen::new(640, 480);
    bus.open_screen(screen);
    fill(bus, Area::new(0, 0, screen.width, screen.height), [24, 28, 41]);
    fill(bus, Area::new(0, 0, screen.width, 30), [41, 48, 66]);
    large_text(bus, 14, 8, "SST-1 TEXTURE FORMATS", WHITE);

    let picture = picture();
    let ncc = Ncc::for_image(&picture);
    let palette = Palette::for_image(&picture);
    bus.ncc_table(Units::All, 0, &ncc);
    bus.ncc_table(Units::All, 1, &ncc);
    bus.palette(Units::All, &palette);
    let mut at = 0;
    for (n, (format, label)) in (0u32..).zip(FORMATS) {
        let shape = Shape::square(128);
        let map = match format {
            TextureFormat::Yiq422 | TextureFormat::Ayiq8422 => {
                Map::with_ncc(&picture, shape, format, &ncc)
            }
            TextureFormat::P8 | TextureFormat::Ap88 => {
                Map::with_palette(&picture, shape, format, &palette)
            }
            _ => Map::new(&picture, shape, format),
        };
        let bound = put(bus, &map, &mut at);
        let area = place(bus, n, label, bits(format));
        checker(bus, area, 14, [[90, 93, 99], [140, 142, 148]]);
        blended(bus, screen);
        // Table 1 for the second of the formats that have one.
        let table = u32::from(format == TextureFormat::Ayiq8422);
        bus.bind(0, &bound, texels().with_ncc_table(table));
        quad(bus, area, PARTS, &flat([[0.0; 4]; 4], 256.0));
    }
    levels(bus, screen, &mut at);
    filters(bus, screen, &mut at);
    bus.swap(SwapCmd::default());
}

fn bits(format: TextureFormat) -> &'static str {
    if format.texel_bytes() == 2 { "16 BIT" } else { "8 BIT" }
}

/// Downloads a map behind those before it.
fn put(bus: &mut Bus<'_>, map: &Map, at: &mut u32) -> Bound {
    let bound = bus.download(0, map, *at, false);
    *at = (*at + map.bytes()).next_multiple_of(16);
    bound
}

/// The area of a tile, frame and label drawn.
fn place(bus: &mut Bus<'_>, n: u32, label: &str, note: &str) -> Area {
    let (column, row) = (n % 5, n / 5);
    let area = Area::new(14 + column * 125, 38 + row * 147, 112, 112);
    fill(bus, Area::new(area.x - 2, area.y - 2, 116, 116), [66, 73, 90]);
    text(bus, area.x, area.y + 119, label, WHITE);
    text(bus, area.x + 112 - 6 * note.len() as u32, area.y + 119, note, GREY);
    area
}

/// The texel alone, with its alpha over what is there.
fn blended(bus: &mut Bus<'_>, screen: Screen) {
    bus.clip(0, screen.width, 0, screen.height);
    bus.fbz_mode(
        FbzMode::default()
            .with_clip(true)
            .with_dither(true)
            .with_rgb_write(true)
            .with_draw_buffer(DrawBuffer::Back),
    );
    bus.fbz_color_path(
        FbzColorPath::default()
            .with_texture_enable(true)
            .with_subpixel_adjust(true)
            .with_c_other(COther::Texture)
            .with_a_other(AOther::Texture),
    );
    bus.alpha_mode(
        AlphaMode::default()
            .with_blend_enable(true)
            .with_src_rgb(BlendFactor::SrcAlpha)
            .with_dst_rgb(BlendFactor::OneMinusSrcAlpha),
    );
}

/// A colour of the wheel; `hue` counts sixths.
fn hue(hue: f64) -> [f64; 3] {
    [0.0, 4.0, 2.0].map(|shift: f64| {
        let x = (hue + shift).rem_euclid(6.0);
        ((x - 3.0).abs() - 1.0).clamp(0.0, 1.0)
    })
}

/// A ball of all hues with a soft edge in a ring of petals.
fn picture() -> Image {
    Image::from_shader(128, 128, |u, v| {
        let (x, y) = (2.0 * u - 1.0, 2.0 * v - 1.0);
        let r = (x * x + y * y).sqrt();
        let turn = sixths(x, y);
        let wheel = hue(turn);
        let height = (1.0 - (r / 0.66) * (r / 0.66)).max(0.0).sqrt();
        let lit = 0.30 + 0.80 * (0.62 * height - 0.40 * x - 0.55 * y).max(0.0);
        let ball = mix3([1.0; 3], wheel, smooth(0.0, 0.55, r)).map(|c| c * lit);
        let shine = ((x + 0.22) * (x + 0.22) + (y + 0.26) * (y + 0.26)).sqrt();
        let ball = mix3([1.0; 3], ball, smooth(0.02, 0.16, shine));
        // Twelve petals, each fading outwards.
        let petal = 0.5 + 0.5 * cos(turn * PI * 2.0);
        let ring = smooth(0.98, 0.70, r) * petal;
        let inside = smooth(0.67, 0.63, r);
        let [red, green, blue] = mix3(wheel.map(|c| 0.25 + 0.75 * c), ball, inside);
        [red, green, blue, inside.max(ring)]
    })
}

/// The direction of a point as sixths of a turn from the right, clockwise.
fn sixths(x: f64, y: f64) -> f64 {
    // The ratio of the smaller side to the larger is close enough to the angle for a wheel of hues.
    let (ax, ay) = (x.abs(), y.abs());
    let ratio = ax.min(ay) / ax.max(ay).max(1e-9);
    // Arc tangent of 0..1 to a thousandth, in sixths of a turn.
    let angle = ratio * (1.0584 - 0.273 * (ratio - 0.0584 * ratio)) * 3.0 / PI;
    let quarter = if ay > ax { 1.5 - angle } else { angle };
    let half = if x < 0.0 { 3.0 - quarter } else { quarter };
    if y < 0.0 { 6.0 - half } else { half }
}

/// A plane that recedes, each mip level in another colour.
fn levels(bus: &mut Bus<'_>, screen: Screen, at: &mut u32) {
    let shape = Shape::square(256);
    let mut map = Map::new(&Image::from_fn(1, 1, |_, _| [0; 4]), shape, TextureFormat::Rgb565);
    for (level, texels) in map.levels.iter_mut().enumerate() {
        let (side, _) = shape.size(level as u32);
        let color = hue(level as f64 * 0.8);
        let image = Image::from_shader(side as usize, side as usize, |u, v| {
            let odd = ((u * 8.0) as u32 + (v * 8.0) as u32) % 2 == 1 && side >= 8;
            let [r, g, b] = color.map(|c| (0.25 + 0.75 * c) * if odd { 0.55 } else { 1.0 });
            [r, g, b, 1.0]
        });
        let one = Shape { largest: level as u32, smallest: level as u32, ..shape };
        *texels = Map::new(&image, one, TextureFormat::Rgb565).levels.concat();
    }
    let bound = put(bus, &map, at);
    let area = place(bus, 13, "MIP LEVELS", "256 - 1");
    fill(bus, area, [16, 20, 33]);
    blended(bus, screen);
    bus.alpha_mode(AlphaMode::default());
    let mode = texels().with_perspective(true).with_clamp_s(false).with_clamp_t(false);
    bus.bind(0, &bound, mode);
    let far = |s: f64| Values::at_distance(60.0, [0.0; 4], 0.0, [[s * 60.0, 128.0 * 60.0]; 3]);
    let near = |s: f64| Values::at_distance(1.6, [0.0; 4], 0.0, [[s * 1.6, 128.0 * 1.6]; 3]);
    let plane = Area::new(area.x, area.y + 14, area.width, area.height - 14);
    quad(bus, plane, PARTS, &[far(0.0), far(256.0), near(256.0), near(0.0)]);
}

/// Eight by eight texels, magnified: left as they are, right bilinear.
fn filters(bus: &mut Bus<'_>, screen: Screen, at: &mut u32) {
    let image = Image::from_shader(8, 8, |u, v| {
        let [r, g, b] = hue(6.0 * u + 1.5 * sin(v * 6.0)).map(|c| c * (0.6 + 0.4 * v));
        [r, g, b, 1.0]
    });
    let map = Map::new(&image, Shape::square(8).without_mips(), TextureFormat::Rgb565);
    let bound = put(bus, &map, at);
    let area = place(bus, 14, "POINT", "BILINEAR");
    blended(bus, screen);
    for (half, bilinear) in [(0.0, false), (0.5, true)] {
        let mode = texels().with_mag_bilinear(bilinear).with_min_bilinear(bilinear);
        bus.bind(0, &bound, mode);
        let part = area.part([half, 0.0], [half + 0.5, 1.0]);
        let st = |s: f64, t: f64| Values::at_distance(1.0, [0.0; 4], 0.0, [[s, t]; 3]);
        let (left, right) = (256.0 * half, 256.0 * half + 128.0);
        let corners = [st(left, 0.0), st(right, 0.0), st(right, 256.0), st(left, 256.0)];
        quad(bus, part, PARTS, &corners);
    }
}
