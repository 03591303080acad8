//! Which samples of which quads an outline covers.
//!
//! For: walking quads of 2x2 pixels in rows, with a mask of samples for each pixel.
//! Not for: what is computed there.
//! Facts: `docs/hardware/xenos-raster.md`, rules C1 to C6.

use core::ops::Range;

use crate::outline::{Outline, Side, pixel};
use crate::samples::{full, pattern};
use crate::screen::{SUBPIXELS, View};
use xenos_regs::state::Rectangle;
use xenos_regs::words::MsaaSamples;

/// No surface is larger.
pub const LARGEST: i32 = 8192;

/// Where samples may be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pixels: Rectangle,
    view: Option<View>,
    samples: MsaaSamples,
}

impl Area {
    /// Of the scissors' rectangle, the surface's pitch, and what is visible where clipping is
    /// enabled. Rule C4.
    pub fn new(scissor: Rectangle, pitch: u32, view: Option<View>, samples: MsaaSamples) -> Self {
        let pitch = pitch.min(LARGEST as u32) as i32;
        let pixels = Rectangle {
            left: scissor.left.max(0),
            top: scissor.top.max(0),
            right: scissor.right.min(pitch),
            bottom: scissor.bottom.min(LARGEST),
        };
        Self { pixels, view, samples }
    }

    /// The pixels of it; the view may leave fewer.
    pub const fn pixels(&self) -> Rectangle {
        self.pixels
    }

    /// The samples of a pixel.
    pub const fn samples(&self) -> MsaaSamples {
        self.samples
    }

    /// All rows.
    pub const fn rows(&self) -> Range<i32> {
        self.pixels.top..self.pixels.bottom
    }
}

/// Four pixels: top left, top right, bottom left, bottom right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quad {
    /// Column of the left pixels, even.
    pub x: u32,
    /// Row of the upper pixels, even.
    pub y: u32,
    /// Of each pixel, the covered samples, a bit each; not all are 0.
    pub masks: [u8; 4],
}

impl Quad {
    /// Column and row of one of the four pixels.
    pub const fn pixel(&self, number: usize) -> [u32; 2] {
        [self.x + number as u32 % 2, self.y + number as u32 / 2]
    }
}

/// A half-plane with what it adds at each sample of a quad.
#[derive(Clone, Copy)]
struct Probe {
    side: Side,
    added: [[i64; 4]; 4],
    low: i64,
    high: i64,
}

/// An outline's four sides and the view's.
const SIDES: usize = 8;

/// The quads of an outline in an area, from top to bottom and left to right.
pub struct Quads {
    probes: [Probe; SIDES],
    count: usize,
    pixels: Rectangle,
    full: u8,
    samples: usize,
    /// The next quad, and the last pixel of its row.
    x: i32,
    last: i32,
    y: i32,
    missed: u64,
}

impl Quads {
    pub(crate) fn new(outline: &Outline, area: &Area, rows: &Range<i32>) -> Self {
        let mut pixels = narrowed(area.pixels, outline.least, outline.most);
        pixels.top = pixels.top.max(rows.start);
        pixels.bottom = pixels.bottom.min(rows.end);
        let pattern = pattern(area.samples);
        let probe = |side: Side| Probe::new(side, pattern);
        let nothing =
            Probe { side: Side { a: 0, b: 0, c: 0 }, added: [[0; 4]; 4], low: 0, high: 0 };
        let mut probes = [nothing; SIDES];
        let mut count = 0;
        let mut push = |side: Side| {
            probes[count] = probe(side);
            count += 1;
        };
        for side in outline.sides() {
            push(*side);
        }
        if let Some(view) = area.view
            && !view.holds(pixels)
        {
            let (least, beyond) = ([view.left, view.top], [view.right, view.bottom]);
            for side in Outline::rectangle(least, beyond).sides() {
                push(*side);
            }
            pixels = narrowed(pixels, least, [beyond[0] - 1, beyond[1] - 1]);
        }
        let mut quads = Self {
            probes,
            count,
            pixels,
            full: full(area.samples),
            samples: pattern.len(),
            x: 0,
            last: -1,
            y: pixels.top & !1,
            missed: 0,
        };
        if pixels.is_empty() {
            quads.y = pixels.bottom.max(quads.y);
        } else {
            quads.start_row();
        }
        quads
    }

    /// Quads so far that were looked at and are not covered.
    pub const fn missed(&self) -> u64 {
        self.missed
    }

    fn probes(&self) -> &[Probe] {
        &self.probes[..self.count]
    }

    /// Finds the quads of row `y` that may be covered.
    fn start_row(&mut self) {
        let rows = [self.y, self.y + 2].map(|y| i64::from(y) * SUBPIXELS);
        let mut first = i64::from(self.pixels.left);
        let mut last = i64::from(self.pixels.right) - 1;
        for Probe { side, .. } in self.probes() {
            // The most that the row's samples can add to a·x.
            let most = rows.map(|y| side.b * y).into_iter().max().unwrap_or(0) + side.c;
            if side.a > 0 {
                first = first.max(pixel(-most.div_euclid(side.a)));
            } else if side.a < 0 {
                last = last.min(pixel(most.div_euclid(-side.a)));
            } else if most < 0 {
                last = -1;
            }
        }
        // Both are within the area's pixels wherever the row is not empty.
        (self.x, self.last) = if first > last { (0, -1) } else { (first as i32 & !1, last as i32) };
    }

    /// The masks of the quad at `x`, `y`.
    fn masks(&self) -> Option<[u8; 4]> {
        let [x, y] = [self.x, self.y].map(|part| i64::from(part) * SUBPIXELS);
        let mut masks = [self.full; 4];
        let area = self.pixels;
        if self.x < area.left
            || self.y < area.top
            || self.x + 1 >= area.right
            || self.y + 1 >= area.bottom
        {
            for (number, mask) in masks.iter_mut().enumerate() {
                let (x, y) = (self.x + number as i32 % 2, self.y + number as i32 / 2);
                if x < area.left || x >= area.right || y < area.top || y >= area.bottom {
                    *mask = 0;
                }
            }
        }
        for probe in self.probes() {
            let base = probe.side.at([x, y]);
            if base + probe.high < 0 {
                return None;
            }
            if base + probe.low >= 0 {
                continue;
            }
            for (mask, added) in masks.iter_mut().zip(&probe.added) {
                let inside = added[..self.samples]
                    .iter()
                    .enumerate()
                    .fold(0, |bits, (sample, added)| bits | u8::from(base + added >= 0) << sample);
                *mask &= inside;
            }
        }
        masks.iter().any(|mask| *mask != 0).then_some(masks)
    }
}

impl Iterator for Quads {
    type Item = Quad;

    fn next(&mut self) -> Option<Quad> {
        while self.y < self.pixels.bottom {
            while self.x <= self.last {
                let masks = self.masks();
                let (x, y) = (self.x as u32, self.y as u32);
                self.x += 2;
                if let Some(masks) = masks {
                    return Some(Quad { x, y, masks });
                }
                self.missed += 1;
            }
            self.y += 2;
            if self.y < self.pixels.bottom {
                self.start_row();
            }
        }
        None
    }
}

impl Probe {
    fn new(side: Side, pattern: &[[i64; 2]]) -> Self {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        let added = core::array::from_fn(|number: usize| {
            let corner = [number % 2, number / 2].map(|part| part as i64 * SUBPIXELS);
            core::array::from_fn(|sample| {
                let [x, y] = pattern.get(sample).copied().unwrap_or(pattern[0]);
                let value = side.a * (corner[0] + x) + side.b * (corner[1] + y);
                (low, high) = (low.min(value), high.max(value));
                value
            })
        });
        Self { side, added, low, high }
    }
}

/// The pixels of an area that hold steps from `least` to `most`, both inclusive.
fn narrowed(pixels: Rectangle, least: [i64; 2], most: [i64; 2]) -> Rectangle {
    // Far outside any area, and inside of i32.
    let held = |step: i64| pixel(step).clamp(-1, i64::from(LARGEST)) as i32;
    Rectangle {
        left: pixels.left.max(held(least[0])),
        top: pixels.top.max(held(least[1])),
        right: pixels.right.min(held(most[0]) + 1),
        bottom: pixels.bottom.min(held(most[1]) + 1),
    }
}

#[cfg(test)]
mod tests;
