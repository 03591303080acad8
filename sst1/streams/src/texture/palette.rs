//! A palette of 256 colours for a picture.

use super::Image;
use super::ncc::distance;

/// A palette; it has 256 entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    colors: Vec<[u8; 3]>,
}

impl Palette {
    /// A palette from up to 256 colours; missing ones are black.
    pub fn new(mut colors: Vec<[u8; 3]>) -> Self {
        colors.resize(256, [0; 3]);
        Self { colors }
    }

    /// A palette by median cut: boxes of colours are halved at the median of their longest side,
    /// the box with the longest side first, and each gives its mean.
    pub fn for_image(image: &Image) -> Self {
        let all: Vec<[u8; 3]> = image.pixels().iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
        let mut boxes = vec![all];
        while boxes.len() < 256 {
            let widest = boxes.iter().enumerate().max_by_key(|(_, colors)| longest(colors).1);
            let Some((index, axis)) = widest.map(|(n, colors)| (n, longest(colors))) else { break };
            if axis.1 == 0 {
                break;
            }
            let mut low = boxes.swap_remove(index);
            low.sort_by_key(|color| (color[axis.0], *color));
            let high = low.split_off(low.len() / 2);
            boxes.extend([low, high]);
        }
        Self::new(boxes.iter().map(|colors| mean(colors)).collect())
    }

    /// The entries.
    pub fn colors(&self) -> &[[u8; 3]] {
        &self.colors
    }

    /// The entry whose colour is nearest.
    pub fn nearest(&self, rgb: [u8; 3]) -> u8 {
        let by_distance = |(_, color): &(usize, &[u8; 3])| distance(**color, rgb);
        self.colors.iter().enumerate().min_by_key(by_distance).map_or(0, |(n, _)| n as u8)
    }
}

/// The channel in which the colours differ most, and by how much.
fn longest(colors: &[[u8; 3]]) -> (usize, u8) {
    let range = |n: usize| {
        let channel = || colors.iter().map(move |color| color[n]);
        channel().max().unwrap_or(0) - channel().min().unwrap_or(0)
    };
    (0..3).map(|n| (n, range(n))).max_by_key(|(_, range)| *range).unwrap_or((0, 0))
}

fn mean(colors: &[[u8; 3]]) -> [u8; 3] {
    let count = colors.len().max(1);
    std::array::from_fn(|n| {
        let sum: usize = colors.iter().map(|color| usize::from(color[n])).sum();
        ((sum + count / 2) / count) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept() {
        let image = Image::from_fn(16, 1, |x, _| [x as u8 * 16, 255 - x as u8, 7, 255]);
        let palette = Palette::for_image(&image);
        assert_eq!(palette.colors().len(), 256);
        for [r, g, b, _] in image.pixels() {
            let found = palette.colors()[usize::from(palette.nearest([*r, *g, *b]))];
            assert_eq!(found, [*r, *g, *b]);
        }
    }
}
