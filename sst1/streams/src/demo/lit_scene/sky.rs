//! Sky, sun and hills, and their mirror images below the horizon.

use super::camera::Camera;
use super::light;
use super::materials::{self, Textures};
use crate::maths::{PI, Vec3, cos, fractal, mix, mix3, power_of_two_power, sin, smooth};
use crate::{Bus, Form, Parts, Setup, Values, Vertex};

/// What everything far away fades into.
pub(super) const HAZE: [f64; 3] = [0.80, 0.56, 0.47];

const ZENITH: [f64; 3] = [0.09, 0.10, 0.27];
const MIDDLE: [f64; 3] = [0.36, 0.27, 0.48];
const LOW: [f64; 3] = [0.90, 0.60, 0.44];
const GLARE: [f64; 3] = [1.0, 0.80, 0.46];

const COLORS: Parts = Parts { color: true, alpha: false, depth: false, w: false, units: 0 };

/// The sky's colour in a direction at or above the horizon.
fn color(direction: Vec3) -> [f64; 3] {
    let up = direction.y.max(0.0);
    let low = mix3(LOW, MIDDLE, smooth(0.0, 0.20, up));
    let sky = mix3(low, ZENITH, smooth(0.12, 0.46, up));
    let towards = direction.dot(light::sun()).max(0.0);
    let glare = 0.45 * power_of_two_power(towards, 5) + 0.25 * power_of_two_power(towards, 3);
    mix3(sky, GLARE, glare.min(1.0) * (1.0 - smooth(0.0, 0.55, up)))
}

fn vertex(x: f64, y: f64, color: [f64; 3]) -> Vertex {
    let [r, g, b] = color.map(|c| c.clamp(0.0, 1.0) * 255.0);
    Vertex { x, y, values: Values { rgba: [r, g, b, 255.0], ..Values::default() } }
}

fn quad(bus: &mut Bus<'_>, corners: &[Vertex; 4]) {
    let [a, b, c, d] = *corners;
    for triangle in [[a, b, c], [a, c, d]] {
        if let Some(setup) = Setup::of(triangle) {
            bus.triangle(&setup, Form::Fixed, COLORS);
        }
    }
}

/// Draws all that is behind the scene.
pub(super) fn draw(bus: &mut Bus<'_>, camera: &Camera, textures: &Textures) {
    let horizon = camera.horizon();
    materials::sky(bus);
    gradient(bus, camera, horizon);
    sun(bus, camera, textures, horizon);
    materials::sky(bus);
    for (distance, height, seed, tone) in
        [(1.0, 0.105, 71, 0.35), (0.8, 0.066, 72, 0.62), (0.6, 0.036, 73, 0.85)]
    {
        hills(bus, camera, horizon, Hills { distance, height, seed, tone });
    }
}

/// A grid of Gouraud-shaded cells, finer towards the horizon.
fn gradient(bus: &mut Bus<'_>, camera: &Camera, horizon: f64) {
    const COLUMNS: u32 = 20;
    const ROWS: u32 = 14;
    let steepness = |row: u32| {
        let t = f64::from(row) / f64::from(ROWS);
        t * (0.25 + 0.75 * t)
    };
    let column = |n: u32| 640.0 * f64::from(n) / f64::from(COLUMNS);
    let most = horizon.max(480.0 - horizon);
    let corner = |n: u32, row: u32, mirrored: bool| {
        let (x, above) = (column(n), most * steepness(row));
        let sky = color(camera.towards(x, horizon - above));
        if mirrored {
            vertex(x, horizon + above, sky.map(|c| c * 0.92))
        } else {
            vertex(x, horizon - above, sky)
        }
    };
    for mirrored in [false, true] {
        for row in 0..ROWS {
            for n in 0..COLUMNS {
                let at = |c: u32, r: u32| corner(n + c, row + r, mirrored);
                quad(bus, &[at(0, 0), at(1, 0), at(1, 1), at(0, 1)]);
            }
        }
    }
}

/// A disc in a glow that adds to the sky.
fn sun(bus: &mut Bus<'_>, camera: &Camera, textures: &Textures, horizon: f64) {
    let Some((x, y)) = camera.project(camera.eye + light::sun() * 1000.0) else { return };
    for (y, strength) in [(y, 1.0), (2.0 * horizon - y, 0.7)] {
        materials::glow(bus, textures);
        for (radius, color) in
            [(200.0, [104.0, 58.0, 26.0]), (64.0, [150.0, 104.0, 60.0]), (27.0, [255.0; 3])]
        {
            let [r, g, b] = color.map(|c: f64| c * strength);
            let corner = |dx: f64, dy: f64| Vertex {
                x: x + dx * radius,
                y: y + dy * radius,
                values: Values::at_distance(
                    1.0,
                    [r, g, b, 255.0],
                    0.0,
                    [[128.0 + 128.0 * dx, 128.0 + 128.0 * dy]; 3],
                ),
            };
            let corners =
                [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            for triangle in [[0, 1, 2], [0, 2, 3]] {
                if let Some(setup) = Setup::of(triangle.map(|n: usize| corners[n])) {
                    bus.triangle(&setup, Form::Float, materials::TEXTURED);
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Hills {
    distance: f64,
    height: f64,
    seed: u64,
    /// How much haze lies before them.
    tone: f64,
}

/// A ridge all around, as far as it is in view.
fn hills(bus: &mut Bus<'_>, camera: &Camera, horizon: f64, ridge: Hills) {
    const STEPS: u32 = 180;
    let dark = mix3([0.17, 0.13, 0.27], HAZE, ridge.tone);
    let foot = mix3(dark, HAZE, 0.75);
    let top = |n: u32| {
        let turn = f64::from(n % STEPS) / f64::from(STEPS);
        let bumps = fractal(turn, 0.5, 9, 5, ridge.seed);
        let rise = ridge.height * (0.25 + 1.3 * smooth(0.25, 0.85, bumps));
        let angle = 2.0 * PI * turn;
        let flat = Vec3::new(sin(angle), 0.0, cos(angle)) * (1000.0 * ridge.distance);
        let far = Vec3::new(camera.eye.x, camera.eye.y, camera.eye.z) + flat;
        (camera.project(far + Vec3::new(0.0, rise * 1000.0 * ridge.distance, 0.0)), rise)
    };
    for n in 0..STEPS {
        let ((Some(a), rise_a), (Some(b), rise_b)) = (top(n), top(n + 1)) else { continue };
        if a.0.max(b.0) < 0.0 || a.0.min(b.0) > 640.0 || (a.0 - b.0).abs() > 200.0 {
            continue;
        }
        let peak = |rise: f64| mix3(foot, dark, (rise / ridge.height).min(1.0));
        for (sign, dim) in [(1.0, 1.0), (-1.0, 0.86)] {
            let row = |y: f64| horizon + (y - horizon) * sign;
            let shade = |c: [f64; 3]| c.map(|c| mix(0.0, c, dim));
            quad(
                bus,
                &[
                    vertex(a.0, row(a.1), shade(peak(rise_a))),
                    vertex(b.0, row(b.1), shade(peak(rise_b))),
                    vertex(b.0, row(horizon + 0.5), foot),
                    vertex(a.0, row(horizon + 0.5), foot),
                ],
            );
        }
    }
}
