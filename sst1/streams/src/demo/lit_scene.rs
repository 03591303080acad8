//! A lit scene at dusk: a golden knot, a ball, two cubes and a window of coloured glass on a
//! polished floor that mirrors them.
//!
//! Shows what programs of the time did with the card: textures in perspective with mip levels,
//! Gouraud light with highlights, fog from the table, a W buffer, alpha blending, depth bias,
//! dithering with subtraction, a texture made anew each frame. Eight frames go round.

mod art;
mod camera;
mod light;
mod materials;
mod shadow;
mod shapes;
mod sky;

use sst1_regs::words::SwapCmd;

use crate::maths::{PI, Vec3, cos, sin};
use crate::{Bound, Bus, Screen, Sink};
use camera::{Camera, Point, Side};
use materials::{TEXTURED, Textures};
use shapes::{Corner, Mesh};

/// Frames of the demo.
pub(super) const FRAMES: u32 = 8;

/// Writes the stream.
pub(super) fn write(sink: &mut dyn Sink) {
    let bus = &mut Bus::new(sink);
    bus.open_screen(Screen::new(640, 480));
    let textures = Textures::download(bus);
    materials::fog(bus);
    let shapes = Shapes::new();
    for frame in 0..FRAMES {
        let scene = Scene::new(&shapes, &textures, f64::from(frame) / f64::from(FRAMES));
        scene.draw(bus);
        bus.swap(SwapCmd::default().with_vsync(true));
    }
}

/// The solids before they are placed.
struct Shapes {
    knot: Mesh,
    ball: Mesh,
    cube: Mesh,
    chest: Mesh,
}

impl Shapes {
    fn new() -> Self {
        Self {
            knot: Mesh::knot(1.75, 0.42, 144, 14),
            ball: Mesh::ball(1.0, 28, 16),
            cube: Mesh::cube(1.0, 3),
            chest: Mesh::cube(1.3, 3),
        }
    }
}

/// Where rows of the floor's cells begin.
const FLOOR_ROWS: [f64; 20] = [
    -10.5, -9.0, -7.5, -6.0, -4.5, -3.0, -1.5, 0.0, 2.0, 4.0, 6.5, 10.0, 16.0, 26.0, 42.0, 70.0,
    120.0, 240.0, 700.0, 2500.0,
];
/// Columns of cells to each side.
const FLOOR_COLUMNS: i32 = 12;
/// Units of the world that one texture, two slabs, covers.
const SLABS: f64 = 4.4;

/// How a solid's surface takes light.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finish {
    /// Mirrors a picture of the surroundings.
    Polished,
    /// Matt with a highlight.
    Glazed,
    /// Matt.
    Dull,
}

struct Solid {
    mesh: Mesh,
    map: Bound,
    finish: Finish,
}

/// One frame.
struct Scene<'a> {
    camera: Camera,
    textures: &'a Textures,
    solids: Vec<Solid>,
}

impl<'a> Scene<'a> {
    /// The scene at a time from 0 to 1.
    fn new(shapes: &Shapes, textures: &'a Textures, time: f64) -> Self {
        let sway = 0.10 * sin(2.0 * PI * time);
        let eye = Vec3::new(10.6 * sin(sway), 3.1 + 0.15 * cos(2.0 * PI * time), -10.6 * cos(sway));
        let solid = |mesh: Mesh, map: Bound, finish: Finish| Solid { mesh, map, finish };
        let third = 2.0 * PI / 3.0;
        let quarter = PI / 2.0;
        let solids = vec![
            solid(
                shapes.knot.placed(0.0, -third * time - 0.55, Vec3::new(0.15, 2.15, 1.2)),
                textures.gold,
                Finish::Polished,
            ),
            solid(
                shapes.ball.placed(0.35, 2.0 * quarter * time, Vec3::new(-2.05, 1.0, -2.1)),
                textures.jasper,
                Finish::Glazed,
            ),
            solid(
                shapes.cube.placed(0.0, 0.55 + quarter * time, Vec3::new(-4.75, 1.0, 2.6)),
                textures.tiles,
                Finish::Glazed,
            ),
            solid(
                shapes.chest.placed(0.0, -0.35, Vec3::new(4.75, 1.3, 2.6)),
                textures.chest,
                Finish::Dull,
            ),
        ];
        Self { camera: Camera::new(eye, Vec3::new(0.0, 1.55, 0.0)), textures, solids }
    }

    fn draw(&self, bus: &mut Bus<'_>) {
        materials::clear(bus);
        sky::draw(bus, &self.camera, self.textures);
        for solid in &self.solids {
            self.solid(bus, solid, true);
        }
        self.glass(bus, true);
        self.floor(bus);
        let meshes: Vec<&Mesh> = self.solids.iter().map(|solid| &solid.mesh).collect();
        shadow::draw(bus, &self.camera, self.textures, &meshes);
        for solid in &self.solids {
            self.solid(bus, solid, false);
        }
        self.glass(bus, false);
    }

    /// A solid, or its mirror image in the floor.
    fn solid(&self, bus: &mut Bus<'_>, solid: &Solid, mirrored: bool) {
        materials::solid(bus, &solid.map);
        let side = if mirrored { Side::Back } else { Side::Front };
        for face in &solid.mesh.faces {
            let points: Vec<Point> =
                face.iter().map(|corner| self.light(corner, solid.finish, mirrored)).collect();
            self.camera.polygon(bus, &points, side, TEXTURED);
        }
    }

    /// A corner's colour: light in red, green and blue, the highlight in alpha.
    fn light(&self, corner: &Corner, finish: Finish, mirrored: bool) -> Point {
        let flip = |v: Vec3| if mirrored { Vec3::new(v.x, -v.y, v.z) } else { v };
        let Corner { position, normal, st } = *corner;
        let to_eye = (self.camera.eye - flip(position)).unit();
        let diffuse = light::diffuse(normal);
        let [r, g, b] = match finish {
            Finish::Polished => diffuse.map(|c| 0.62 + 0.42 * c),
            Finish::Glazed | Finish::Dull => diffuse.map(|c| 1.02 * c),
        }
        .map(|c| (c * 255.0).min(255.0));
        let shine = match finish {
            Finish::Polished => 70.0,
            Finish::Glazed => 215.0,
            Finish::Dull => 0.0,
        };
        let highlight = shine * light::highlight(normal, flip(to_eye));
        let st = match finish {
            Finish::Polished => {
                let seen = self.camera.direction(flip(normal));
                let v = if mirrored { -seen.y } else { seen.y };
                [128.0 + 122.0 * seen.x, 128.0 - 122.0 * v]
            }
            Finish::Glazed | Finish::Dull => st,
        };
        Point { position: flip(position), rgba: [r, g, b, highlight], st }
    }

    /// Slabs in cells that grow with the distance, between lines that fan out from behind the eye.
    fn floor(&self, bus: &mut Bus<'_>) {
        materials::floor(bus, self.textures);
        for rows in FLOOR_ROWS.windows(2) {
            for column in -FLOOR_COLUMNS..FLOOR_COLUMNS {
                let [near, far] = rows else { continue };
                let x = |column: i32, z: f64| f64::from(column) * 0.065 * (z + 14.0);
                // Texture coordinates count from a slab near the cell: they stay small.
                let origin = [x(column, *near), *near].map(|c| (c / SLABS).floor());
                let point = |column: i32, z: f64| {
                    let position = Vec3::new(x(column, z), 0.0, z);
                    let slab = |c: f64, n: usize| (c / SLABS - origin[n]) * 256.0;
                    Point {
                        position,
                        rgba: self.floor_light(position),
                        st: [slab(position.x, 0), slab(position.z, 1)],
                    }
                };
                let (left, right) = (column, column + 1);
                let cell = [
                    point(left, *near),
                    point(left, *far),
                    point(right, *far),
                    point(right, *near),
                ];
                self.camera.polygon(bus, &cell, Side::Both, TEXTURED);
            }
        }
    }

    /// The floor's light, and in alpha how little it mirrors there: less from above.
    fn floor_light(&self, position: Vec3) -> [f64; 4] {
        let eye = self.camera.eye - position;
        let steep = eye.unit().y;
        let glance = (1.0 - steep).max(0.0);
        let far = 1.0 / (1.0 + eye.dot(eye) / 3600.0);
        let mirror = 0.22 + 0.46 * far * glance * glance * glance;
        let from_lamp = position - Vec3::new(-0.6, 0.0, 0.6);
        let pool = 1.0 / (1.0 + from_lamp.dot(from_lamp) / 190.0);
        let light = light::diffuse(Vec3::new(0.0, 1.0, 0.0));
        let [r, g, b] = light.map(|c| (c * (0.42 + 0.62 * pool) * 255.0).min(255.0));
        [r, g, b, 255.0 * (1.0 - mirror)]
    }

    /// A leaded window that stands free.
    fn glass(&self, bus: &mut Bus<'_>, mirrored: bool) {
        materials::glass(bus, self.textures);
        let flip = if mirrored { -1.0 } else { 1.0 };
        let (foot, across) = (Vec3::new(2.75, 0.0, -2.3), Vec3::new(1.12, 0.0, 0.42));
        let corner = |u: f64, v: f64| Point {
            position: foot
                + across * (2.0 * u - 1.0)
                + Vec3::new(0.0, (0.06 + 2.4 * v) * flip, 0.0),
            rgba: [255.0, 248.0, 236.0, 255.0],
            st: [256.0 * u, 256.0 * (1.0 - v)],
        };
        let pane = [corner(0.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0), corner(1.0, 0.0)];
        self.camera.polygon(bus, &pane, Side::Both, TEXTURED);
    }
}
