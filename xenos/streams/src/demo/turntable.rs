//! The turntable: things on a turning disc, lit by a sun and two lamps, with shadows.
//!
//! For: textures with levels in two formats, a shadow map drawn as depth alone, copied as it is
//! stored and compared by hand, four samples a pixel averaged into the front buffer.

use std::io::Write;

use xenos_regs::words::{ColorFormat, CopySampleSelect, DataFormat, DepthFormat, MsaaSamples};

use super::light::{Lamp, Lighting, Material, PIXEL};
use super::scene::{Cover, Look, Thing};
use super::shaders;
use crate::maths::{Matrix, PI, Vec3};
use crate::mesh::Mesh;
use crate::state::{Copy, Depth, Draw, Raster, Target};
use crate::texture::{Filter, Image, Sampling, Texture};
use crate::{Commands, Program, Programs, Stream};

/// The picture.
const WIDTH: u32 = 640;
const HEIGHT: u32 = 360;
/// The shadow map's side.
const SHADOW: u32 = 512;
/// The farthest depth of a D24S8 surface, with stencil 0.
const FAR: u32 = 0xFFFF_FF00;
/// Frames of a whole turn.
const TURN: f64 = 48.0;

const MAP: Target = Target {
    pitch: SHADOW,
    samples: MsaaSamples::X1,
    color: None,
    depth: Some((0, DepthFormat::D24S8)),
    width: SHADOW,
    height: SHADOW,
};

/// 16 tiles of 8 rows a pixel row group: 720 tiles of colour, then depth.
const PICTURE: Target = Target {
    pitch: WIDTH,
    samples: MsaaSamples::X4,
    color: Some((0, ColorFormat::Fixed8888)),
    depth: Some((720, DepthFormat::D24S8)),
    width: WIDTH,
    height: HEIGHT,
};

const MATTE: Material = Material {
    tint: [1.0; 3],
    reflects: 0.01,
    grazing: 0.15,
    reflection_tint: [0.5, 0.6, 0.75],
    highlight: [24.0, 0.25],
    mirrors: false,
};

/// Everything that lies in memory.
struct Scene {
    vertex: Program,
    depth_vertex: Program,
    quad_vertex: Program,
    surface: Program,
    backdrop: Program,
    copy: Program,
    cover: Cover,
    shadow: Texture,
    front: Texture,
    /// What stands still, then what turns, with its place on the disc.
    still: Vec<Thing>,
    turning: Vec<(Thing, Matrix)>,
}

/// A backdrop from below to above; constants 0 and 1 are its colours.
const BACKDROP: &str = "ps
    add r1.xyz, c1, -c0
    mad r1.xyz, r1, r0.y, c0
    max r1.w, c10.x, c10.x
    max oC0, r1, r1
";

/// Writes the stream.
pub(super) fn write<W: Write>(stream: &mut Stream<W>, frames: u32) {
    let scene = Scene::new(stream);
    let mut start = Commands::default();
    start.defaults();
    stream.run(&start);
    for frame in 0..frames {
        scene.frame(stream, frame);
    }
}

impl Scene {
    fn new<W: Write>(stream: &mut Stream<W>) -> Self {
        let floor = Image::marble_board(256, 4, [0.50, 0.48, 0.46], [0.13, 0.15, 0.20], 11);
        let wood = Image::planks(256, 23);
        let copper = Image::plates(256, [0.86, 0.60, 0.44], 5);
        let steel = Image::plates(128, [0.62, 0.68, 0.76], 8);
        let stone = Image::masonry(128, 31);
        let heap = &mut stream.heap;
        let floor = Texture::picture(heap, &floor, false);
        let wood = Texture::picture(heap, &wood, true);
        let copper = Texture::picture(heap, &copper, true);
        let steel = Texture::picture(heap, &steel, true);
        let stone = Texture::picture(heap, &stone, true);
        let slanted = Sampling { filter: Filter::Anisotropic, ..Sampling::TILED };
        let metal = Material { highlight: [60.0, 0.9], grazing: 0.6, reflects: 0.03, ..MATTE };
        let disc = [[0.0, 0.0], [3.0, 0.0], [3.1, -0.08], [3.1, -0.28], [2.6, -0.4], [2.6, -0.6]];
        let vase = [
            [0.0, 1.42],
            [0.30, 1.45],
            [0.36, 1.40],
            [0.24, 1.18],
            [0.34, 0.92],
            [0.52, 0.62],
            [0.50, 0.34],
            [0.28, 0.08],
            [0.34, 0.0],
        ];
        let shapes = [
            Mesh::floor(8, 7.0),
            Mesh::turned_on_lathe(&disc, 96, [6.0, 3.0]),
            Mesh::knot(2.0, 3.0, 0.2, 160, 16),
            Mesh::ball(10),
            Mesh::cube(0.12),
            Mesh::turned_on_lathe(&vase, 40, [4.0, 2.0]),
            Mesh::ring(0.28, 64, 20),
        ];
        let [ground, disc, knot, ball, cube, vase, ring] =
            shapes.map(|shape| shape.store(&mut stream.heap));
        let mut lit = |shape, texture, sampling, material: Material| {
            let look = Look::lit(stream, texture, sampling, &material);
            Thing::new(stream, shape, look)
        };
        let still = vec![lit(ground, floor, slanted, Material { highlight: [30.0, 0.4], ..MATTE })];
        let tiled = Sampling::TILED;
        let red = Material { tint: [1.5, 0.12, 0.08], ..metal };
        let turning = vec![
            (lit(disc, wood, slanted, MATTE), Matrix::translation(Vec3::new(0.0, 0.6, 0.0))),
            (
                lit(knot, copper, tiled, Material { tint: [1.5, 0.8, 0.45], ..metal }),
                on_disc(0.0, 0.0, 1.75).after(Matrix::about_x(0.25)).after(scaled(0.72)),
            ),
            (lit(ball, steel, tiled, red), on_disc(2.05, 0.0, 0.55).after(scaled(0.55))),
            (lit(cube, stone, tiled, MATTE), on_disc(2.05, 0.2, 0.5).after(scaled(0.5))),
            (
                lit(vase, floor, tiled, Material { tint: [0.3, 1.5, 2.6], ..metal }),
                on_disc(2.1, 0.4, 0.0).after(scaled(0.95)),
            ),
            (
                lit(ring, steel, tiled, Material { tint: [2.0, 1.35, 0.25], ..metal }),
                on_disc(2.0, 0.6, 0.62).after(Matrix::about_x(0.25)).after(scaled(0.5)),
            ),
            (
                lit(ball, wood, tiled, Material { tint: [0.25, 1.5, 0.35], ..MATTE }),
                on_disc(2.05, 0.8, 0.42).after(scaled(0.42)),
            ),
        ];
        Self {
            vertex: stream.program("turntable vertex", &shaders::vertex()),
            depth_vertex: stream.program("depth vertex", &shaders::depth_vertex()),
            quad_vertex: stream.program("quad vertex", shaders::QUAD_VERTEX),
            surface: stream.program("turntable surface", &shaders::plain()),
            backdrop: stream.program("backdrop", BACKDROP),
            copy: stream.program("copy", Copy::PROGRAM),
            cover: Cover::new(stream),
            shadow: Texture::target(&mut stream.heap, DataFormat::K248, SHADOW, SHADOW),
            front: Texture::target(&mut stream.heap, DataFormat::K8888, WIDTH, HEIGHT),
            still,
            turning,
        }
    }

    fn frame<W: Write>(&self, stream: &mut Stream<W>, frame: u32) {
        let turn = Matrix::about_y(f64::from(frame) / TURN);
        for thing in &self.still {
            thing.place(stream, Matrix::scale(18.0, 1.0, 18.0));
        }
        for (thing, place) in &self.turning {
            thing.place(stream, turn.after(*place));
        }
        let sun = Vec3::new(-0.55, 1.0, 0.5).unit();
        let light =
            Matrix::parallel(4.6, 2.0, 18.0).after(Matrix::view(sun * 10.0, -sun, Vec3::UP));
        let mut commands = Commands::default();
        self.draw_shadow(&mut commands, light);
        let shadow = Copy {
            depth: true,
            samples: CopySampleSelect::Sample0,
            width: SHADOW,
            top: 0,
            bottom: SHADOW,
            address: self.shadow.address(),
            pitch: SHADOW,
            height: SHADOW,
            format: DataFormat::K8888,
            exponent: 0,
            swap: false,
            clear_color: None,
            clear_depth: Some(FAR),
        };
        commands.copy(&shadow, &self.copy, stream);
        self.draw_picture(&mut commands, light, sun);
        let picture = Copy {
            depth: false,
            samples: CopySampleSelect::Samples0123,
            width: WIDTH,
            bottom: HEIGHT,
            address: self.front.address(),
            pitch: WIDTH,
            height: HEIGHT,
            swap: false,
            clear_color: Some(0),
            ..shadow
        };
        commands.copy(&picture, &self.copy, stream);
        let texture = self.front.words(Sampling::POINT);
        commands.swap(texture, self.front.address(), WIDTH, HEIGHT);
        stream.run(&commands);
    }

    fn draw_shadow(&self, commands: &mut Commands, light: Matrix) {
        commands.target(&MAP);
        commands.draw_state(Draw { depth_only: true, raster: Raster::All, ..Draw::SOLID });
        commands.programs(Programs::new(&self.depth_vertex, &self.surface));
        // Everything far away first: the surface holds the last frame's picture.
        commands.view(light);
        let fill = Draw { depth: Depth::Fill, depth_only: true, ..Draw::OVER };
        commands.draw_state(fill);
        commands.cover(self.cover, &MAP, &self.quad_vertex, &self.backdrop);
        commands.draw_state(Draw { depth_only: true, raster: Raster::All, ..Draw::SOLID });
        commands.programs(Programs::new(&self.depth_vertex, &self.surface));
        for (thing, _) in &self.turning {
            commands.thing_depth(thing);
        }
    }

    fn draw_picture(&self, commands: &mut Commands, light: Matrix, sun: Vec3) {
        commands.target(&PICTURE);
        commands.draw_state(Draw { depth: Depth::Fill, ..Draw::OVER });
        commands.floats(PIXEL, &[[0.14, 0.16, 0.22, 1.0], [0.30, 0.33, 0.40, 1.0]]);
        commands.floats(PIXEL + 10, &[[1.0, 0.0, 2.0, 0.0]]);
        commands.cover(self.cover, &PICTURE, &self.quad_vertex, &self.backdrop);
        let eye = Vec3::new(0.0, 6.4, 8.0);
        let at = Vec3::new(0.0, 0.85, 0.0);
        let slope = libm::tan(PI / 9.4);
        let aspect = f64::from(WIDTH) / f64::from(HEIGHT);
        let view = Matrix::perspective(slope, aspect, 1.0, 60.0).after(Matrix::view(
            eye,
            at - eye,
            Vec3::UP,
        ));
        commands.view(view);
        commands.shadow_rows(light);
        commands.lighting(&Lighting {
            eye,
            sun,
            sun_colour: [5.2, 4.6, 3.7],
            above: [0.20, 0.25, 0.34],
            below: [0.10, 0.08, 0.07],
            bias: 0.004,
            lamps: vec![
                Lamp { place: Vec3::new(4.5, 2.5, 2.5), falloff: 0.12, colour: [1.6, 0.75, 0.35] },
                Lamp { place: Vec3::new(-4.5, 1.8, -3.0), falloff: 0.12, colour: [0.3, 0.6, 1.7] },
            ],
        });
        commands.draw_state(Draw::SOLID);
        commands.programs(Programs::new(&self.vertex, &self.surface));
        commands.texture(0, &self.shadow, Sampling::POINT);
        for thing in self.still.iter().chain(self.turning.iter().map(|(thing, _)| thing)) {
            commands.thing(thing, None);
        }
    }
}

/// A place on the disc: distance and direction from its middle, height above it.
fn on_disc(radius: f64, turns: f64, height: f64) -> Matrix {
    Matrix::about_y(turns).after(Matrix::translation(Vec3::new(radius, height + 0.6, 0.0)))
}

fn scaled(size: f64) -> Matrix {
    Matrix::scale(size, size, size)
}
