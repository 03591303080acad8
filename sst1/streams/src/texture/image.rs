//! Pictures that textures are made of.

/// A picture of red, green, blue and alpha; its sides are at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Image {
    /// A picture computed from each pixel's column and row.
    pub fn from_fn(width: usize, height: usize, f: impl Fn(usize, usize) -> [u8; 4]) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self { width, height, pixels: pixels.map(|(x, y)| f(x, y)).collect() }
    }

    /// A picture computed from coordinates in 0..1 at pixel centres; channels are 0..1 and
    /// clamped.
    pub fn from_shader(width: usize, height: usize, shader: impl Fn(f64, f64) -> [f64; 4]) -> Self {
        let byte = |v: f64| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        Self::from_fn(width, height, |x, y| {
            let u = (x as f64 + 0.5) / width as f64;
            let v = (y as f64 + 0.5) / height as f64;
            shader(u, v).map(byte)
        })
    }

    /// Pixels a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The pixel at a column and row; coordinates beyond the picture wrap.
    pub fn at(&self, x: usize, y: usize) -> [u8; 4] {
        let index = y % self.height * self.width + x % self.width;
        self.pixels.get(index).copied().unwrap_or_default()
    }

    /// All pixels, rows from the top.
    pub fn pixels(&self) -> &[[u8; 4]] {
        &self.pixels
    }

    /// The picture at another size, at most its own: each pixel is the mean of those it covers,
    /// colours weighted by alpha so that invisible ones do not bleed in.
    #[must_use]
    pub fn reduced(&self, width: usize, height: usize) -> Self {
        let (width, height) = (width.clamp(1, self.width), height.clamp(1, self.height));
        let span = |n: usize, of: usize, all: usize| {
            let first = n * all / of;
            first..((n + 1) * all / of).max(first + 1)
        };
        Self::from_fn(width, height, |x, y| {
            let (mut color, mut plain, mut alpha, mut count) = ([0u64; 3], [0u64; 3], 0u64, 0u64);
            for row in span(y, height, self.height) {
                for column in span(x, width, self.width) {
                    let [r, g, b, a] = self.at(column, row).map(u64::from);
                    for (n, channel) in [r, g, b].into_iter().enumerate() {
                        color[n] += channel * a;
                        plain[n] += channel;
                    }
                    alpha += a;
                    count += 1;
                }
            }
            let mean = |sum: u64, of: u64| ((sum + of / 2) / of.max(1)) as u8;
            let rgb = if alpha == 0 {
                plain.map(|sum| mean(sum, count))
            } else {
                color.map(|sum| mean(sum, alpha))
            };
            [rgb[0], rgb[1], rgb[2], mean(alpha, count)]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reducing_averages_and_ignores_invisible_colours() {
        let image = Image::from_fn(2, 2, |x, y| match (x, y) {
            (0, 0) => [200, 0, 0, 255],
            (1, 0) => [100, 0, 0, 255],
            _ => [0, 255, 0, 0],
        });
        assert_eq!(image.reduced(1, 1).pixels(), [[150, 0, 0, 128]]);
        assert_eq!(image.reduced(2, 1).pixels(), [[200, 0, 0, 128], [100, 0, 0, 128]]);
        assert_eq!(image.reduced(9, 9), image);
    }
}
