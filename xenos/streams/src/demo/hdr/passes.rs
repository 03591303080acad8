//! The passes of a frame.

use std::io::Write;

use xenos_regs::words::{CopySampleSelect, DataFormat, Event};

use super::super::light::{Lighting, PIXEL};
use super::super::scene::{Look, Thing};
use super::court::{MIDDLE, Placed, lighting};
use super::{BANDS, CUBE, DISPLAY, FACE, FAR, FAR_FLOAT, HEIGHT, Hdr, MAP, SCENE, SHADOW, WIDTH};
use crate::heap::floats;
use crate::maths::{Matrix, Vec3, turn};
use crate::state::{Blend, Copy, Depth, Draw, Raster, Target};
use crate::texture::Sampling;
use crate::{Commands, Programs, Stream};

/// Frames of the viewer's way around the court.
const ORBIT: f64 = 480.0;
/// Half the picture's height at distance 1.
const SLOPE: f64 = 0.40;
const NEAR: f64 = 0.5;
const FAR_AWAY: f64 = 120.0;
/// Pixels by which a thing's bins are wider than itself.
const MARGIN: f64 = 4.0;
/// The colours of the sky: horizon, zenith, below, glow of the sun, clouds.
const SKY: [[f32; 4]; 4] = [
    [0.62, 0.20, 0.12, 0.0],
    [0.018, 0.05, 0.20, 0.0],
    [0.03, 0.025, 0.03, 0.0],
    [1.15, 0.46, 0.14, 0.0],
];
const CLOUDS: [f32; 4] = [0.30, 0.13, 0.14, 0.0];

/// What a viewer sees.
#[derive(Clone, Copy)]
struct View {
    eye: Vec3,
    right: Vec3,
    up: Vec3,
    back: Vec3,
    slope: f64,
    aspect: f64,
}

impl View {
    fn matrix(&self) -> Matrix {
        Matrix::perspective(self.slope, self.aspect, NEAR, FAR_AWAY)
            .after(Matrix::looking(self.eye, self.right, self.up, self.back))
    }

    /// Directions for the sky: of the middle, and what right and up add.
    fn rays(&self) -> [[f32; 4]; 3] {
        let (right, up) = (self.right * (self.slope * self.aspect), self.up * self.slope);
        [-self.back, right, up].map(|ray| ray.with(0.0))
    }
}

/// A frame being drawn.
pub(super) struct Frame<'a> {
    hdr: &'a Hdr,
    light: Matrix,
    sun: Vec3,
    view: View,
    number: u32,
}

fn mirrored(matrix: Matrix) -> Matrix {
    matrix.after(Matrix::scale(1.0, -1.0, 1.0))
}

impl<'a> Frame<'a> {
    pub(super) fn new(hdr: &'a Hdr, number: u32) -> Self {
        let (sin, cos) = turn(f64::from(number) / ORBIT - 0.012);
        let eye = Vec3::new(sin * 9.4, 2.7, cos * 9.4);
        let back = (eye - Vec3::new(0.0, 1.75, 0.0)).unit();
        let right = Vec3::UP.cross(back).unit();
        let aspect = f64::from(WIDTH) / f64::from(HEIGHT);
        let view = View { eye, right, up: back.cross(right), back, slope: SLOPE, aspect };
        let sun = Vec3::new(-0.62, 0.34, -0.70).unit();
        let light =
            Matrix::parallel(8.2, 2.0, 40.0).after(Matrix::view(sun * 20.0, -sun, Vec3::UP));
        Self { hdr, light, sun, view, number }
    }

    /// All passes, in order.
    pub(super) fn draw<W: Write>(&self, stream: &mut Stream<W>) {
        let court = &self.hdr.court;
        for Placed { thing, place } in court.all() {
            thing.place(stream, place.at(self.number));
        }
        court.floor.place(stream, Matrix::scale(40.0, 1.0, 40.0));
        let mut commands = Commands::default();
        self.shadow(&mut commands, stream);
        commands.shadow_rows(self.light);
        self.cube(&mut commands, stream);
        self.picture(&mut commands, stream);
        self.hdr.bloom(&mut commands, stream);
        self.composite(&mut commands, stream);
        stream.run(&commands);
    }

    fn shadow<W: Write>(&self, commands: &mut Commands, stream: &mut Stream<W>) {
        let Hdr { shaders, court, cover, filled, .. } = self.hdr;
        commands.target(&MAP);
        commands.draw_state(Draw { depth: Depth::Fill, depth_only: true, ..Draw::OVER });
        commands.cover(*cover, &MAP, &shaders.quad_vertex, &shaders.surface);
        commands.draw_state(Draw { depth_only: true, ..Draw::SOLID });
        commands.programs(Programs::new(&shaders.depth_vertex, &shaders.surface));
        commands.view(self.light);
        for Placed { thing, .. } in court.all().filter(|placed| placed.thing.shadow) {
            commands.thing_depth(thing);
        }
        let copy = Copy {
            depth: true,
            samples: CopySampleSelect::Sample0,
            width: SHADOW,
            top: 0,
            bottom: SHADOW,
            address: filled.shadow.address(),
            pitch: SHADOW,
            height: SHADOW,
            format: DataFormat::K8888,
            exponent: 0,
            swap: false,
            clear_color: None,
            clear_depth: Some(FAR),
        };
        commands.copy(&copy, &shaders.copy, stream);
    }

    /// Six faces, seen from the knot.
    fn cube<W: Write>(&self, commands: &mut Commands, stream: &mut Stream<W>) {
        let Hdr { shaders, court, filled, .. } = self.hdr;
        let (x, y, z) = (Vec3::new(1.0, 0.0, 0.0), Vec3::UP, Vec3::new(0.0, 0.0, 1.0));
        // What lies to the right, above and behind; they are a mirror's axes, as the cube's are.
        let faces = [(-z, y, -x), (z, y, x), (x, -z, -y), (x, z, y), (x, y, -z), (-x, y, z)];
        commands.target(&CUBE);
        for (face, (right, up, back)) in (0..).zip(faces) {
            let view = View { eye: MIDDLE, right, up, back, slope: 1.0, aspect: 1.0 };
            self.sky(commands, &CUBE, &view);
            commands.lighting(&self.lighting(MIDDLE));
            commands.view(view.matrix());
            commands.draw_state(Draw { raster: Raster::CullFront, ..Draw::SOLID });
            commands.programs(Programs::new(&shaders.vertex, &shaders.distant));
            commands.texture(0, &filled.shadow, Sampling::POINT);
            commands.thing(&court.floor, None);
            let lit = |thing: &Thing| matches!(thing.look, Look::Lit { .. });
            for Placed { thing, .. } in court.things.iter().filter(|p| lit(&p.thing)) {
                commands.thing(thing, None);
            }
            commands.programs(Programs::new(&shaders.vertex, &shaders.glowing));
            for Placed { thing, .. } in court.things.iter().filter(|p| !lit(&p.thing)) {
                commands.thing(thing, None);
            }
            let copy = Copy {
                depth: false,
                samples: CopySampleSelect::Samples01,
                width: FACE,
                top: 0,
                bottom: FACE,
                address: filled.cube.face(face),
                pitch: FACE,
                height: FACE,
                format: DataFormat::K2101010,
                exponent: -2,
                swap: false,
                clear_color: Some(0),
                clear_depth: Some(FAR_FLOAT),
            };
            commands.copy(&copy, &shaders.copy, stream);
        }
    }

    /// The picture, band by band, all from one buffer.
    fn picture<W: Write>(&self, commands: &mut Commands, stream: &mut Stream<W>) {
        let Hdr { shaders, filled, room, .. } = self.hdr;
        let matrix = self.view.matrix();
        let below = Vec3::new(self.view.eye.x, -self.view.eye.y, self.view.eye.z);
        let views = [matrix, mirrored(matrix)];
        for (address, view) in room.views.into_iter().zip(views) {
            stream.heap.store(address, &floats(view.rows().as_flattened()));
        }
        for (address, eye) in room.eyes.into_iter().zip([self.view.eye, below]) {
            stream.heap.store(address, &floats(&eye.with(1.0)));
        }
        let buffer = stream.buffer(self.band(views));
        commands.target(&SCENE);
        for (band, (top, rows)) in (0u64..).zip(BANDS) {
            commands.bin_select(1 << band);
            commands.bin_mask(u64::MAX);
            commands.window(top, WIDTH, rows);
            self.sky(commands, &SCENE, &self.view);
            commands.lighting(&self.lighting(self.view.eye));
            commands.call(&buffer);
            commands.bin_select(u64::MAX);
            // 32 rows of 40 tiles of 4,096 bytes.
            let below = top / 32 * (WIDTH / 32) * 4096;
            let depth = Copy {
                depth: true,
                samples: CopySampleSelect::Sample0,
                width: WIDTH,
                top,
                bottom: top + rows,
                address: filled.depth.address() + below,
                pitch: WIDTH,
                height: HEIGHT,
                format: DataFormat::K8888,
                exponent: 0,
                swap: false,
                clear_color: None,
                clear_depth: None,
            };
            commands.copy(&depth, &shaders.copy, stream);
            let color = Copy {
                depth: false,
                samples: CopySampleSelect::Samples0123,
                address: filled.scene.address() + below,
                format: DataFormat::K2101010,
                exponent: -2,
                clear_color: Some(0),
                clear_depth: Some(FAR_FLOAT),
                ..depth
            };
            commands.copy(&color, &shaders.copy, stream);
        }
    }

    /// What every band runs: the court upside down, the floor over it, the court.
    fn band(&self, [view, below]: [Matrix; 2]) -> Commands {
        let Hdr { shaders, court, room, .. } = self.hdr;
        let mut commands = Commands::default();
        let lit = |thing: &Thing| matches!(thing.look, Look::Lit { .. });
        let sides = [(1, below, Raster::CullFront), (0, view, Raster::CullBack)];
        for (n, matrix, raster) in sides {
            let draw = Draw { raster, ..Draw::SOLID };
            commands.load_floats(0, room.views[n], 4);
            commands.load_floats(PIXEL, room.eyes[n], 1);
            if n == 0 {
                self.surfaces(&mut commands, Draw { blend: Blend::Alpha, ..draw });
                commands.thing(&court.floor, Some(7));
            }
            self.surfaces(&mut commands, draw);
            for Placed { thing, place } in court.all().filter(|p| lit(&p.thing)) {
                commands.thing(thing, Some(bins(matrix, thing, place.at(self.number))));
            }
            commands.programs(Programs::new(&shaders.vertex, &shaders.glowing));
            for Placed { thing, place } in court.all().filter(|p| !lit(&p.thing)) {
                commands.thing(thing, Some(bins(matrix, thing, place.at(self.number))));
            }
        }
        commands.event(Event::ScreenExtInit);
        commands.store_extents(room.extents);
        commands.bin_mask(u64::MAX);
        commands
    }

    /// What lit surfaces need.
    fn surfaces(&self, commands: &mut Commands, draw: Draw) {
        let Hdr { shaders, filled, .. } = self.hdr;
        commands.draw_state(draw);
        commands.programs(Programs::new(&shaders.vertex, &shaders.surface));
        commands.texture(0, &filled.shadow, Sampling::POINT);
        commands.texture(2, &filled.cube, Sampling::LINEAR.times(2));
    }

    /// The sky over everything, at the far depth.
    fn sky(&self, commands: &mut Commands, target: &Target, view: &View) {
        let Hdr { shaders, court, cover, .. } = self.hdr;
        commands.draw_state(Draw { depth: Depth::Fill, ..Draw::OVER });
        commands.floats(12, &view.rays());
        let mut constants = vec![self.sun.with(0.0)];
        constants.extend(SKY);
        constants.extend([[12.0, 900.0, 1.0, 0.15], [8.0, 0.3, 0.9, 8.0], CLOUDS]);
        commands.floats(PIXEL, &constants);
        commands.texture(1, &court.clouds, Sampling::TILED);
        commands.cover(*cover, target, &shaders.sky_vertex, &shaders.sky);
    }

    fn composite<W: Write>(&self, commands: &mut Commands, stream: &mut Stream<W>) {
        let Hdr { shaders, cover, filled, .. } = self.hdr;
        commands.target(&DISPLAY);
        commands.draw_state(Draw::OVER);
        let (near, far) = (NEAR as f32, FAR_AWAY as f32);
        commands.floats(
            PIXEL,
            &[
                [0.08, 0.12, 0.20, 0.95],
                [near * far, far - near, far, 1.0 / 170.0],
                [0.30, 0.11, 0.10, 1.0],
                [2.51, 0.03, 2.43, 0.59],
                [0.14, 1.0 / 2.2, 0.5, 0.7],
                [1.0 / 65536.0, 0.0, 0.0, 0.0],
            ],
        );
        commands.texture(0, &filled.scene, Sampling::POINT.times(2));
        filled.bloom.bind(commands, 1);
        commands.texture(4, &filled.depth, Sampling::POINT);
        commands.cover(*cover, &DISPLAY, &shaders.quad_vertex, &shaders.composite);
        let copy = Copy {
            depth: false,
            samples: CopySampleSelect::Sample0,
            width: WIDTH,
            top: 0,
            bottom: HEIGHT,
            address: filled.front.address(),
            pitch: WIDTH,
            height: HEIGHT,
            format: DataFormat::K2101010,
            exponent: 0,
            swap: false,
            clear_color: Some(0),
            clear_depth: None,
        };
        commands.copy(&copy, &shaders.copy, stream);
        let front = filled.front.words(Sampling::POINT);
        commands.swap(front, filled.front.address(), WIDTH, HEIGHT);
    }

    fn lighting(&self, eye: Vec3) -> Lighting {
        lighting(eye, self.sun)
    }
}

/// The bands that a thing may be seen in.
fn bins(view: Matrix, thing: &Thing, world: Matrix) -> u64 {
    let [x, y, z, _] = world.apply(Vec3::default());
    let [sx, sy, sz, _] = world.apply(Vec3::UP);
    let scale = Vec3::new(sx - x, sy - y, sz - z);
    let radius = thing.shape.radius * scale.dot(scale).sqrt();
    let (mut top, mut bottom) = (f64::MAX, f64::MIN);
    for corner in 0..8u32 {
        let side = |bit: u32| if corner >> bit & 1 == 0 { -radius } else { radius };
        let [_, y, _, w] = view.apply(Vec3::new(x + side(0), y + side(1), z + side(2)));
        if w < NEAR {
            return 7;
        }
        let row = (0.5 - 0.5 * y / w) * f64::from(HEIGHT);
        (top, bottom) = (top.min(row), bottom.max(row));
    }
    let seen = |(band, (first, rows)): (u64, (u32, u32))| {
        let (first, last) = (f64::from(first), f64::from(first + rows));
        u64::from(top - MARGIN < last && bottom + MARGIN > first) << band
    };
    (0..).zip(BANDS).map(seen).sum()
}
