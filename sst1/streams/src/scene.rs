//! Scenes for measuring how fast a card draws.
//!
//! For: triangles of known sizes in known states, as streams: what a clocked model and a benchmark
//! measure. A scene first brings the card up and downloads its texture ([`Scene::prepare`]), then
//! draws ([`Scene::draw`]); clocks are counted over the second part.
//! Not for: pictures; nothing here is meant to be looked at.
//!
//! The constants were fixed before anything was measured with them. Facts about what was published:
//! digest section 3; shapes, formats and functions of those measurements are not known, so that
//! scenes come in families over what is plausible.

mod clear;
mod shape;

pub use clear::Clear;
pub use shape::{Layout, TriangleShape};

use sst1_regs::words::{
    AlphaMode, BlendFactor, CLocal, COther, ColorMSelect, Compare, DrawBuffer, FbzColorPath,
    FbzMode, FogMode, Rgb, TextureFormat, TextureMode, ZaColor,
};

use crate::{Bus, Form, Image, Map, Parts, Screen, Setup, Shape, Sink, Values, Vertex};

/// The screen that scenes are drawn on.
pub const SCREEN: Screen = Screen::new(640, 480);

/// Depth of every pixel: the same, so that a "less or equal" test always passes.
const DEPTH: f64 = 30_000.0;
/// W of every vertex: perspective without distortion.
const W: f64 = 0.5;

/// What a pixel goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pixels {
    /// A constant colour.
    Flat,
    /// The texel as it is: case (a).
    Textured,
    /// The same with depth test, depth write and source-alpha blending: case (b).
    TexturedBlended,
    /// Gouraud colour, fog, depth, blending; no texture.
    Shaded,
    /// Texel times Gouraud colour, fogged.
    TexturedShaded,
    /// The same with depth and blending.
    TexturedShadedBlended,
}

impl Pixels {
    /// Whether a texture is sampled.
    pub const fn textured(self) -> bool {
        !matches!(self, Self::Flat | Self::Shaded)
    }

    /// Whether depth is tested and written, and the destination blended with.
    pub const fn blended(self) -> bool {
        matches!(self, Self::TexturedBlended | Self::Shaded | Self::TexturedShadedBlended)
    }

    /// Whether colours are iterated and fogged.
    pub const fn shaded(self) -> bool {
        matches!(self, Self::Shaded | Self::TexturedShaded | Self::TexturedShadedBlended)
    }
}

/// A texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Texels {
    /// Texels a side: 64 or 256.
    pub side: u32,
    /// Bytes a texel: 1 or 2.
    pub bytes: u32,
    /// Whether the smaller levels are there too.
    pub mipmapped: bool,
}

/// A scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scene {
    /// Its triangles.
    pub layout: Layout,
    /// What their pixels go through.
    pub pixels: Pixels,
    /// The texture, one texel a pixel, where one is sampled.
    pub texels: Texels,
}

impl Scene {
    /// A name made of its parts: `1-right-64x32.textured.256x2` is one triangle, texels of 2 bytes.
    pub fn name(&self) -> String {
        let pixels = match self.pixels {
            Pixels::Flat => "flat",
            Pixels::Textured => "textured",
            Pixels::TexturedBlended => "textured-blended",
            Pixels::Shaded => "shaded",
            Pixels::TexturedShaded => "textured-shaded",
            Pixels::TexturedShadedBlended => "textured-shaded-blended",
        };
        let layout = self.layout;
        let name = format!("{}-{}.{pixels}", layout.count, layout.shape.name());
        if !self.pixels.textured() {
            return name;
        }
        let Texels { side, bytes, mipmapped } = self.texels;
        let mips = if mipmapped { ".mips" } else { "" };
        format!("{name}.{side}x{bytes}{mips}")
    }

    /// Pixels that the scene covers.
    pub fn covered(&self) -> u64 {
        u64::from(self.layout.shape.pixels()) * u64::from(self.layout.count)
    }

    /// Brings the card up, with buffers cleared and the texture in place.
    pub fn prepare(&self, sink: &mut dyn Sink) {
        let bus = &mut Bus::new(sink);
        bus.open_screen(SCREEN);
        bus.fbz_mode(FbzMode::default().with_aux_write(true).with_draw_buffer(DrawBuffer::Back));
        bus.za_color(ZaColor::default().with_depth(0xFFFF));
        bus.fastfill();
        let mut path = FbzColorPath::default().with_subpixel_adjust(true);
        if self.pixels.textured() {
            self.bind(bus);
            path = path.with_texture_enable(true).with_c_other(COther::Texture);
            if self.pixels.shaded() {
                path = path.with_cc_mselect(ColorMSelect::CLocal).with_cc_reverse_blend(true);
            }
        } else if self.pixels == Pixels::Flat {
            path = path.with_c_other(COther::Color1).with_c_local(CLocal::Color0);
        }
        bus.fbz_color_path(path);
        let fog = if self.pixels.shaded() {
            FogMode::default().with_enable(true)
        } else {
            FogMode::default()
        };
        bus.fog_color(Rgb::default().with_red(128).with_green(128).with_blue(128));
        bus.fog_mode(fog);
        let blend = if self.pixels.blended() {
            AlphaMode::default()
                .with_blend_enable(true)
                .with_src_rgb(BlendFactor::SrcAlpha)
                .with_dst_rgb(BlendFactor::OneMinusSrcAlpha)
        } else {
            AlphaMode::default()
        };
        bus.alpha_mode(blend);
        bus.fbz_mode(
            FbzMode::default()
                .with_clip(true)
                .with_rgb_write(true)
                .with_draw_buffer(DrawBuffer::Back)
                .with_dither(self.pixels.shaded())
                .with_depth_test(self.pixels.blended())
                .with_depth_function(Compare::LessEqual)
                .with_aux_write(self.pixels.blended()),
        );
    }

    fn bind(&self, bus: &mut Bus<'_>) {
        let Texels { side, bytes, mipmapped } = self.texels;
        let image = Image::from_fn(side as usize, side as usize, |x, y| {
            [(x * 5 + y) as u8, (x + y * 3) as u8, (x ^ y) as u8, 255]
        });
        let shape = Shape::square(side);
        let shape = if mipmapped { shape } else { shape.without_mips() };
        let format = if bytes == 2 { TextureFormat::Rgb565 } else { TextureFormat::Rgb332 };
        let bound = bus.download(0, &Map::new(&image, shape, format), 0, false);
        let mode = TextureMode::default()
            .with_perspective(true)
            .with_min_bilinear(true)
            .with_mag_bilinear(true)
            .with_tc_zero_other(true)
            .with_tc_add_clocal(true)
            .with_tca_zero_other(true)
            .with_tca_add_clocal(true);
        bus.bind(0, &bound, mode);
    }

    /// Draws the triangles.
    pub fn draw(&self, sink: &mut dyn Sink) {
        let bus = &mut Bus::new(sink);
        let parts = Parts {
            color: self.pixels.shaded(),
            alpha: self.pixels.shaded() || self.pixels.blended(),
            depth: self.pixels.blended(),
            w: self.pixels.textured() || self.pixels.shaded(),
            units: u32::from(self.pixels.textured()),
        };
        for corners in self.layout.triangles(SCREEN) {
            if let Some(setup) = Setup::of(corners.map(|corner| self.vertex(corner))) {
                bus.triangle(&setup, Form::Fixed, parts);
            }
        }
    }

    /// A vertex at a corner: one texel a pixel, counted from the screen's corner; 256 units of S
    /// and T are the whole map whatever its side.
    fn vertex(&self, [x, y]: [f64; 2]) -> Vertex {
        let texel = 256.0 / f64::from(self.texels.side.max(1));
        let rgba = [40.0 + x / 4.0, 60.0 + y / 4.0, 200.0 - x / 4.0, 160.0];
        let st = [[x * texel * W, y * texel * W]; 3];
        Vertex { x, y, values: Values { rgba, z: DEPTH, w: W, st } }
    }
}

/// Scenes of 1,024 pixels for a cold card: case (a) or (b) over shapes, texture sides and texel
/// sizes, as nobody knows which were published.
pub fn cold(pixels: Pixels) -> Vec<Scene> {
    let shapes = [
        (TriangleShape::Right { width: 64, height: 32 }, 1),
        (TriangleShape::Right { width: 32, height: 64 }, 1),
        (TriangleShape::Isosceles { height: 32 }, 1),
        (TriangleShape::Right { width: 32, height: 32 }, 2),
    ];
    let mut scenes = Vec::new();
    for (shape, count) in shapes {
        for side in [64, 256] {
            for bytes in [1, 2] {
                let texels = Texels { side, bytes, mipmapped: false };
                scenes.push(Scene { layout: Layout { shape, count }, pixels, texels });
            }
        }
    }
    scenes
}

/// 64 triangles of 1,000 pixels, back to back.
pub fn steady(pixels: Pixels) -> Scene {
    let shape = TriangleShape::Right { width: 50, height: 40 };
    let texels = Texels { side: 256, bytes: 2, mipmapped: false };
    Scene { layout: Layout { shape, count: 64 }, pixels, texels }
}

/// Triangles of 10, 25, 50 or 1,000 pixels, as the specification's table of rates has them; `None`
/// for other sizes.
pub fn rate(pixels: Pixels, size: u32) -> Option<Scene> {
    let (width, height, count) = match size {
        10 => (5, 4, 2048),
        25 => (10, 5, 1024),
        50 => (20, 5, 1024),
        1000 => (50, 40, 64),
        _ => return None,
    };
    let texels = Texels { side: 256, bytes: 2, mipmapped: pixels.shaded() };
    let shape = TriangleShape::Right { width, height };
    Some(Scene { layout: Layout { shape, count }, pixels, texels })
}

#[cfg(test)]
mod tests;
