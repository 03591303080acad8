//! Narrow-channel compression: a table of luminances and two of chrominances for a picture.
//!
//! Facts: digest section 5.5: texel bits 7:4 select Y, 3:2 I, 1:0 Q; a colour is Y + I + Q a
//! channel, clamped; chrominances are signed 9-bit.

use super::Image;
use super::encode::luma;

/// Red, green and blue of one step of I, in thousandths (NTSC's matrix).
const I_AXIS: [i32; 3] = [956, -272, -1106];
/// Likewise of Q.
const Q_AXIS: [i32; 3] = [621, -647, 1703];

/// An NCC table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ncc {
    /// Luminances.
    pub y: [u8; 16],
    /// Red, green and blue of the four I.
    pub i: [[i32; 3]; 4],
    /// Red, green and blue of the four Q.
    pub q: [[i32; 3]; 4],
}

impl Ncc {
    /// A table whose entries stand evenly between the least and the largest value in a picture.
    pub fn for_image(image: &Image) -> Self {
        let (mut y, mut i, mut q) = ((255, 0), (0, 0), (0, 0));
        let widen = |range: &mut (i32, i32), v: i32| *range = (range.0.min(v), range.1.max(v));
        for [r, g, b, _] in image.pixels() {
            widen(&mut y, i32::from(luma([*r, *g, *b])));
            let [r, g, b] = [*r, *g, *b].map(i32::from);
            widen(&mut i, (596 * r - 275 * g - 321 * b) / 1000);
            widen(&mut q, (212 * r - 523 * g + 311 * b) / 1000);
        }
        let step = |(low, high): (i32, i32), n: usize, of: i32| low + (high - low) * n as i32 / of;
        let chroma = |axis: [i32; 3], v: i32| axis.map(|c| (c * v / 1000).clamp(-256, 255));
        Self {
            y: std::array::from_fn(|n| step(y, n, 15).clamp(0, 255) as u8),
            i: std::array::from_fn(|n| chroma(I_AXIS, step(i, n, 3))),
            q: std::array::from_fn(|n| chroma(Q_AXIS, step(q, n, 3))),
        }
    }

    /// The colour of a texel.
    pub fn color(&self, texel: u8) -> [u8; 3] {
        let y = i32::from(self.y[usize::from(texel >> 4)]);
        let i = self.i[usize::from(texel >> 2 & 3)];
        let q = self.q[usize::from(texel & 3)];
        std::array::from_fn(|n| (y + i[n] + q[n]).clamp(0, 255) as u8)
    }

    /// The texel whose colour is nearest.
    pub fn nearest(&self, rgb: [u8; 3]) -> u8 {
        (0..=255).min_by_key(|texel| distance(self.color(*texel), rgb)).unwrap_or(0)
    }
}

/// How far two colours are apart, green weighing most.
pub(super) fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    let square = |n: usize| (i32::from(a[n]) - i32::from(b[n])).pow(2);
    3 * square(0) + 6 * square(1) + square(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greys_come_back_exactly_enough() {
        let ramp = Image::from_fn(256, 1, |x, _| [x as u8, x as u8, x as u8, 255]);
        let ncc = Ncc::for_image(&ramp);
        assert_eq!((ncc.y[0], ncc.y[15]), (0, 255));
        for v in 0..=255u8 {
            let found = ncc.color(ncc.nearest([v; 3]));
            assert!(found.iter().all(|c| c.abs_diff(v) <= 10), "{v} became {found:?}");
        }
    }
}
