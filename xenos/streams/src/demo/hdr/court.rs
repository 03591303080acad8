//! The court: what stands in it, what shines on it, how it moves.

use std::io::Write;

use super::super::light::{Lamp, Lighting, Material};
use super::super::scene::{Look, Thing};
use crate::Stream;
use crate::maths::{Matrix, Vec3};
use crate::mesh::{Mesh, Stored};
use crate::texture::{Filter, Image, Sampling, Texture};

/// Frames of a whole turn of the knot.
const TURN: f64 = 96.0;
/// Columns, and how far from the middle they stand.
const COLUMNS: u32 = 6;
const COLUMN_RING: f64 = 6.2;
/// Balls, and how far from the middle they lie.
const BALLS: u32 = 6;
const BALL_RING: f64 = 3.1;
const BALL: f64 = 0.52;
/// Where the knot hangs; the reflection cube is drawn from there.
pub(super) const MIDDLE: Vec3 = Vec3::new(0.0, 2.15, 0.0);

/// A thing with the place that it has in a frame.
pub(super) struct Placed {
    pub(super) thing: Thing,
    pub(super) place: Motion,
}

/// How a thing stands or moves.
pub(super) enum Motion {
    /// It stands.
    Still(Matrix),
    /// It turns about the vertical axis so often a turn, then stands.
    Turning(f64, Matrix),
    /// It turns in itself first.
    Tumbling { before: f64, tilt: f64, after: f64, size: f64 },
}

/// Everything there is.
pub(super) struct Court {
    pub(super) floor: Thing,
    /// The knot, which is not in its own reflection.
    pub(super) knot: Placed,
    pub(super) things: Vec<Placed>,
    pub(super) clouds: Texture,
}

const STONE: Material = Material {
    tint: [0.9, 0.86, 0.82],
    reflects: 0.01,
    grazing: 0.2,
    reflection_tint: [0.6; 3],
    highlight: [16.0, 0.08],
    mirrors: false,
};

const METAL: Material = Material {
    tint: [0.03; 3],
    reflects: 0.85,
    grazing: 1.0,
    reflection_tint: [0.95, 0.97, 1.0],
    highlight: [220.0, 3.0],
    mirrors: false,
};

/// What shines beside the sun: neon rings, and globes on columns.
const NEON: [[f32; 3]; 3] = [[10.0, 1.7, 0.35], [0.35, 2.6, 10.0], [7.5, 0.6, 5.0]];
const GLOBE: [f32; 3] = [7.0, 3.3, 1.1];

impl Court {
    pub(super) fn new<W: Write>(stream: &mut Stream<W>) -> Self {
        let board = Image::marble_board(512, 4, [0.70, 0.66, 0.62], [0.16, 0.17, 0.21], 77);
        let stone = Image::masonry(256, 19);
        let plates = Image::plates(128, [0.75, 0.75, 0.78], 40);
        let clouds = Image::clouds(256, 3);
        let heap = &mut stream.heap;
        let board = Texture::picture(heap, &board, true);
        let stone = Texture::picture(heap, &stone, true);
        let plates = Texture::picture(heap, &plates, true);
        let clouds = Texture::picture(heap, &clouds, false);
        let column = [
            [0.0, 3.0],
            [0.52, 3.0],
            [0.52, 2.82],
            [0.36, 2.7],
            [0.40, 0.45],
            [0.46, 0.32],
            [0.62, 0.28],
            [0.62, 0.0],
        ];
        let pedestal = [
            [0.0, 0.62],
            [0.95, 0.62],
            [1.02, 0.55],
            [1.02, 0.44],
            [0.86, 0.38],
            [0.86, 0.2],
            [1.25, 0.14],
            [1.25, 0.0],
        ];
        let shapes = [
            Mesh::floor(24, 10.0),
            Mesh::knot(2.0, 3.0, 0.21, 192, 18),
            Mesh::ball(9),
            Mesh::turned_on_lathe(&column, 28, [4.0, 2.0]),
            Mesh::turned_on_lathe(&pedestal, 48, [8.0, 1.0]),
            Mesh::ring(0.02, 96, 8),
        ];
        let [floor, knot, ball, column, pedestal, ring] =
            shapes.map(|shape| shape.store(&mut stream.heap));
        let slanted = Sampling { filter: Filter::Anisotropic, ..Sampling::TILED };
        let mirror = Material {
            tint: [0.85; 3],
            reflects: 0.10,
            grazing: 0.95,
            reflection_tint: [0.0; 3],
            highlight: [70.0, 0.35],
            mirrors: true,
        };
        let look = Look::lit(stream, board, slanted, &mirror);
        let floor = Thing::new(stream, floor, look);
        let look = Look::lit(stream, plates, Sampling::TILED, &METAL);
        let knot = Placed {
            thing: Thing::new(stream, knot, look),
            place: Motion::Tumbling { before: 1.0, tilt: 0.21, after: 1.0, size: 0.92 },
        };
        let mut court = Self { floor, knot, things: Vec::new(), clouds };
        let look = Look::lit(stream, stone, slanted, &STONE);
        court.put(stream, pedestal, look, Motion::Still(Matrix::IDENTITY));
        for n in 0..COLUMNS {
            let place = around(COLUMN_RING, f64::from(n) / f64::from(COLUMNS), 0.0);
            let look = Look::lit(stream, stone, slanted, &STONE);
            court.put(stream, column, look, Motion::Still(place));
            let look = Look::glowing(stream, GLOBE);
            let place = place.after(raised(3.32)).after(sized(0.32));
            court.put(stream, ball, look, Motion::Still(place));
        }
        for n in 0..BALLS {
            let place = around(BALL_RING, (f64::from(n) + 0.22) / f64::from(BALLS), BALL)
                .after(sized(BALL));
            let look = Look::lit(stream, plates, Sampling::TILED, &ball_material(n));
            court.put(stream, ball, look, Motion::Turning(1.0, place));
        }
        for (n, colour) in (0..).zip(NEON) {
            let look = Look::glowing(stream, colour);
            let n = f64::from(n);
            let place = Motion::Tumbling {
                before: 2.0 + n,
                tilt: 0.055 + 0.045 * n,
                after: 1.0 - n,
                size: 1.62 + 0.2 * n,
            };
            court.put(stream, ring, look, place);
        }
        court
    }

    fn put<W: Write>(&mut self, stream: &mut Stream<W>, shape: Stored, look: Look, place: Motion) {
        let thing = Thing::new(stream, shape, look);
        self.things.push(Placed { thing, place });
    }

    /// Everything but the floor.
    pub(super) fn all(&self) -> impl Iterator<Item = &Placed> {
        std::iter::once(&self.knot).chain(&self.things)
    }
}

impl Motion {
    /// The matrix in a frame.
    pub(super) fn at(&self, frame: u32) -> Matrix {
        let turn = f64::from(frame) / TURN;
        match *self {
            Self::Still(place) => place,
            Self::Turning(speed, place) => Matrix::about_y(turn * speed).after(place),
            Self::Tumbling { before, tilt, after, size } => Matrix::translation(MIDDLE)
                .after(Matrix::about_y(turn * after + 0.08))
                .after(Matrix::about_x(tilt))
                .after(Matrix::about_y(turn * before))
                .after(sized(size)),
        }
    }
}

/// Gold, blue lacquer, chrome, red lacquer, copper, green lacquer.
fn ball_material(n: u32) -> Material {
    let metal = |tint: [f32; 3]| Material { reflection_tint: tint, ..METAL };
    let lacquer = |tint: [f32; 3]| Material {
        tint,
        reflects: 0.06,
        grazing: 0.9,
        reflection_tint: [1.0; 3],
        highlight: [160.0, 1.5],
        mirrors: false,
    };
    match n % 6 {
        0 => metal([1.0, 0.72, 0.28]),
        1 => lacquer([0.05, 0.16, 0.85]),
        2 => METAL,
        3 => lacquer([0.85, 0.06, 0.05]),
        4 => metal([0.98, 0.55, 0.40]),
        _ => lacquer([0.05, 0.55, 0.18]),
    }
}

/// Light of a frame, for a viewer.
pub(super) fn lighting(eye: Vec3, sun: Vec3) -> Lighting {
    let [orange, blue, pink] = NEON.map(|colour| colour.map(|c| c * 0.16));
    let lamp = |place: Vec3, colour: [f32; 3]| Lamp { place, falloff: 0.35, colour };
    Lighting {
        eye,
        sun,
        sun_colour: [3.4, 1.9, 1.0],
        above: [0.10, 0.14, 0.26],
        below: [0.05, 0.04, 0.05],
        bias: 0.003,
        lamps: vec![
            lamp(MIDDLE + Vec3::new(1.4, -0.4, 1.2), orange),
            lamp(MIDDLE + Vec3::new(-1.4, -0.2, 1.0), blue),
            lamp(MIDDLE + Vec3::new(0.2, 0.3, -1.6), pink),
        ],
    }
}

fn around(radius: f64, turns: f64, height: f64) -> Matrix {
    Matrix::about_y(turns).after(Matrix::translation(Vec3::new(radius, height, 0.0)))
}

fn raised(height: f64) -> Matrix {
    Matrix::translation(Vec3::new(0.0, height, 0.0))
}

fn sized(size: f64) -> Matrix {
    Matrix::scale(size, size, size)
}
