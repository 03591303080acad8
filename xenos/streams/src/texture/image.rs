//! Pictures of 8 bits a component.

use crate::maths::{fractal, mix, mix3, smooth};

/// A picture; sides are powers of two.
#[derive(Clone, Debug)]
pub struct Image {
    width: u32,
    texels: Vec<[u8; 4]>,
}

fn code(value: f64) -> u8 {
    libm::round(value.clamp(0.0, 1.0) * 255.0) as u8
}

impl Image {
    /// A picture whose colour at a place of the unit square a formula says.
    pub fn of(width: u32, height: u32, colour: impl Fn(f64, f64) -> [f64; 3]) -> Self {
        let mut texels = Vec::with_capacity((width * height) as usize);
        for y in 0..height {
            for x in 0..width {
                let (u, v) = (
                    (f64::from(x) + 0.5) / f64::from(width),
                    (f64::from(y) + 0.5) / f64::from(height),
                );
                let [r, g, b] = colour(u, v).map(code);
                texels.push([r, g, b, 255]);
            }
        }
        Self { width, texels }
    }

    /// Width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.texels.len() as u32 / self.width.max(1))
    }

    /// A texel; beyond the edge the edge's.
    pub fn at(&self, x: u32, y: u32) -> [u8; 4] {
        let (width, height) = self.size();
        let (x, y) = (x.min(width.saturating_sub(1)), y.min(height.saturating_sub(1)));
        self.texels.get((y * width + x) as usize).copied().unwrap_or_default()
    }

    /// The next level: averages of two by two, rounded to nearest.
    #[must_use]
    pub fn halved(&self) -> Self {
        let (width, height) = self.size();
        let (across, down) = ((width / 2).max(1), (height / 2).max(1));
        let places = (0..down).flat_map(|y| (0..across).map(move |x| (x * 2, y * 2)));
        let texels = places.map(|(x, y)| {
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| self.at(x + dx, y + dy));
            std::array::from_fn(|n| {
                let sum: u32 = four.iter().map(|texel| u32::from(texel[n])).sum();
                ((sum + 2) / 4) as u8
            })
        });
        Self { width: across, texels: texels.collect() }
    }

    /// A board of two marbles, `squares` a side, with fine joints.
    pub(crate) fn marble_board(
        size: u32,
        squares: u32,
        light: [f64; 3],
        dark: [f64; 3],
        seed: u64,
    ) -> Self {
        let side = f64::from(squares);
        Self::of(size, size, |u, v| {
            let (cell_x, cell_y) = ((u * side).floor(), (v * side).floor());
            let odd = ((cell_x + cell_y) as i64) & 1 == 1;
            let veins = fractal(u, v, 6, 5, seed);
            let vein = smooth(0.0, 0.09, (veins - 0.5).abs());
            let base = if odd { light } else { dark };
            let tone = mix(if odd { 0.78 } else { 1.9 }, 1.0, vein);
            let cloud = mix(0.85, 1.1, fractal(u, v, 3, 4, seed + 9));
            let (fx, fy) = (u * side - cell_x, v * side - cell_y);
            let edge = fx.min(1.0 - fx).min(fy).min(1.0 - fy);
            let joint = mix(0.35, 1.0, smooth(0.0, 0.02, edge));
            base.map(|c| c * tone * cloud * joint)
        })
    }

    /// Stone in courses, as a column's drum has them.
    pub(crate) fn masonry(size: u32, seed: u64) -> Self {
        Self::of(size, size, |u, v| {
            let course = (v * 8.0).floor();
            let shift = if course as i64 & 1 == 1 { 0.5 } else { 0.0 };
            let fx = (u * 4.0 + shift).fract();
            let fy = v * 8.0 - course;
            let edge = (fx.min(1.0 - fx) * 2.0).min(fy.min(1.0 - fy));
            let joint = mix(0.45, 1.0, smooth(0.0, 0.09, edge));
            let grain = fractal(u, v, 12, 4, seed);
            let block = fractal(
                (u * 4.0 + shift).floor() / 4.0 + 0.11,
                course / 8.0 + 0.07,
                9,
                1,
                seed + 3,
            );
            let warm = mix3([0.52, 0.44, 0.36], [0.72, 0.66, 0.58], block);
            warm.map(|c| c * joint * mix(0.7, 1.15, grain))
        })
    }

    /// Planks of wood, darker towards their joints.
    pub(crate) fn planks(size: u32, seed: u64) -> Self {
        Self::of(size, size, |u, v| {
            let plank = (v * 6.0).floor();
            let along = (u + plank * 0.37).fract();
            let rings = fractal(along, (v * 0.5 + plank * 0.13).fract(), 2, 2, seed);
            let grain = fractal(along, v, 24, 3, seed + 5);
            let stripe = libm::sin((rings * 9.0 + v * 40.0) * 1.4) * 0.5 + 0.5;
            let fy = v * 6.0 - plank;
            let joint = mix(0.4, 1.0, smooth(0.0, 0.05, fy.min(1.0 - fy)));
            let wood = mix3([0.34, 0.19, 0.09], [0.66, 0.42, 0.22], stripe * 0.7 + grain * 0.3);
            wood.map(|c| c * joint)
        })
    }

    /// Clouds; the picture's edges meet.
    pub(crate) fn clouds(size: u32, seed: u64) -> Self {
        Self::of(size, size, |u, v| {
            let bulk = fractal(u, v, 4, 6, seed);
            let wisps = fractal(u, v, 16, 4, seed + 7);
            [smooth(0.40, 0.68, bulk * 0.85 + wisps * 0.15); 3]
        })
    }

    /// Brushed and stained metal plates with rivets.
    pub(crate) fn plates(size: u32, tone: [f64; 3], seed: u64) -> Self {
        Self::of(size, size, |u, v| {
            let (x, y) = ((u * 4.0).fract(), (v * 4.0).fract());
            let edge = x.min(1.0 - x).min(y).min(1.0 - y);
            let seam = mix(0.3, 1.0, smooth(0.0, 0.04, edge));
            let corner = |p: f64| (p - 0.12).abs().min((p - 0.88).abs());
            let far = (corner(x) * corner(x) + corner(y) * corner(y)).sqrt();
            let rivet = mix(1.35, 1.0, smooth(0.02, 0.05, far));
            let brushed = mix(0.85, 1.1, fractal(u, v * 0.25, 32, 3, seed));
            let stain = mix(0.7, 1.05, fractal(u, v, 4, 5, seed + 1));
            tone.map(|c| c * seam * rivet * brushed * stain)
        })
    }
}
