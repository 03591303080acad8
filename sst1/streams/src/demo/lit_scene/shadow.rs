//! Soft shadows: the solids as seen along the lamp's light, blurred, as a texture.

use super::camera::{Camera, Point, Side};
use super::light;
use super::materials::{self, TEXTURED, Textures};
use super::shapes::Mesh;
use crate::maths::Vec3;
use crate::{Bus, Image, Map, Shape};

use sst1_regs::words::TextureFormat;

/// Half the side of the square of floor that has shadows.
const REACH: f64 = 9.0;
/// The square's middle.
const MIDDLE: Vec3 = Vec3::new(0.5, 0.0, 2.0);
/// Pixels a side while drawing.
const SIDE: usize = 256;
/// Pixels that a blur reaches to each side.
const BLUR: usize = 4;
/// Alpha of full shadow.
const DARKNESS: u32 = 172;

/// Draws the shadows of all solids onto the floor.
pub(super) fn draw(bus: &mut Bus<'_>, camera: &Camera, textures: &Textures, solids: &[&Mesh]) {
    let mut covered = vec![false; SIDE * SIDE];
    for face in solids.iter().flat_map(|mesh| &mesh.faces) {
        let corners: Vec<_> = face.iter().map(|corner| on_map(corner.position)).collect();
        if let [a, b, c] = corners[..] {
            fill(&mut covered, [a, b, c]);
        }
    }
    let blurred = blur(&blur(&covered.iter().map(|c| u32::from(*c) * 255).collect::<Vec<_>>()));
    let image = Image::from_fn(SIDE, SIDE, |x, y| {
        let light = blurred.get(y * SIDE + x).copied().unwrap_or(0);
        [0, 0, 0, (light * DARKNESS / 255) as u8]
    });
    let map = Map::new(&image, Shape::square(128), TextureFormat::A8);
    let bound = bus.download(0, &map, textures.free, false);
    materials::shadow(bus, &bound);
    let corner = |x: f64, z: f64| Point {
        position: MIDDLE + Vec3::new(x, 0.0, z) * REACH,
        rgba: [255.0; 4],
        st: [128.0 + 128.0 * x, 128.0 + 128.0 * z],
    };
    let square = [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
    camera.polygon(bus, &square, Side::Both, TEXTURED);
}

/// Where the lamp throws a point onto the floor, in pixels of the map.
fn on_map(point: Vec3) -> [f64; 2] {
    let lamp = light::lamp();
    let thrown = point - lamp * (point.y / lamp.y) - MIDDLE;
    [thrown.x, thrown.z].map(|c| (c / REACH + 1.0) * SIDE as f64 / 2.0)
}

/// Marks the pixels whose centre lies in a triangle.
fn fill(covered: &mut [bool], [a, b, c]: [[f64; 2]; 3]) {
    let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let range = |n: usize| {
        let (low, high) = (a[n].min(b[n]).min(c[n]), a[n].max(b[n]).max(c[n]));
        let limit = SIDE as f64;
        (low.clamp(0.0, limit) as usize)..((high + 1.0).clamp(0.0, limit) as usize)
    };
    for y in range(1) {
        for x in range(0) {
            let (px, py) = (x as f64 + 0.5, y as f64 + 0.5);
            let inside = [(a, b), (b, c), (c, a)].iter().all(|(from, to)| {
                let cross = (to[0] - from[0]) * (py - from[1]) - (to[1] - from[1]) * (px - from[0]);
                cross * area >= 0.0
            });
            if inside && let Some(pixel) = covered.get_mut(y * SIDE + x) {
                *pixel = true;
            }
        }
    }
}

/// Each pixel the mean of a square around it.
fn blur(pixels: &[u32]) -> Vec<u32> {
    let pass = |pixels: &[u32], along: usize, across: usize| {
        let mut out = vec![0; SIDE * SIDE];
        for line in 0..SIDE {
            for n in 0..SIDE {
                let near = n.saturating_sub(BLUR)..(n + BLUR + 1).min(SIDE);
                let count = near.len() as u32;
                let at = |n: usize| pixels.get(line * across + n * along).copied().unwrap_or(0);
                let sum: u32 = near.map(at).sum();
                if let Some(pixel) = out.get_mut(line * across + n * along) {
                    *pixel = sum / count;
                }
            }
        }
        out
    };
    pass(&pass(pixels, 1, SIDE), SIDE, 1)
}
