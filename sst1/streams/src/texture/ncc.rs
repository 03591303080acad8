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
    /// A table for a picture: luminances evenly between its darkest and its brightest, chrominances
    /// where most of its own are.
    pub fn for_image(image: &Image) -> Self {
        let (mut darkest, mut brightest) = (255, 0);
        let (mut all_i, mut all_q) = (Vec::new(), Vec::new());
        for [r, g, b, _] in image.pixels() {
            let y = i32::from(luma([*r, *g, *b]));
            (darkest, brightest) = (y.min(darkest), y.max(brightest));
            let [r, g, b] = [*r, *g, *b].map(i32::from);
            all_i.push((596 * r - 275 * g - 321 * b) / 1000);
            all_q.push((212 * r - 523 * g + 311 * b) / 1000);
        }
        let y = |n: usize| darkest + (brightest - darkest) * n as i32 / 15;
        let chroma = |axis: [i32; 3], v: i32| axis.map(|c| (c * v / 1000).clamp(-256, 255));
        Self {
            y: std::array::from_fn(|n| y(n).clamp(0, 255) as u8),
            i: centres(&mut all_i).map(|v| chroma(I_AXIS, v)),
            q: centres(&mut all_q).map(|v| chroma(Q_AXIS, v)),
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

/// Four values that many others lie near: evenly spread ones, moved to the mean of those that are
/// nearest to each, some times over.
fn centres(values: &mut [i32]) -> [i32; 4] {
    values.sort_unstable();
    let low = values.first().copied().unwrap_or(0);
    let high = values.last().copied().unwrap_or(0);
    let mut centres: [i32; 4] = std::array::from_fn(|n| low + (high - low) * n as i32 / 3);
    for _ in 0..12 {
        let (mut sums, mut counts) = ([0i64; 4], [0i64; 4]);
        for value in values.iter() {
            let distance = |n: &usize| value.abs_diff(centres[*n]);
            let nearest = (0..4).min_by_key(distance).unwrap_or(0);
            sums[nearest] += i64::from(*value);
            counts[nearest] += 1;
        }
        for n in 0..4 {
            if counts[n] > 0 {
                centres[n] = (sums[n] / counts[n]) as i32;
            }
        }
    }
    centres
}

/// How far two colours are apart, green weighing most.
pub(super) fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    let square = |n: usize| (i32::from(a[n]) - i32::from(b[n])).pow(2);
    3 * square(0) + 5 * square(1) + 3 * square(2)
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
