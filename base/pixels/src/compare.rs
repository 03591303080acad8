//! Exact comparison of two pictures, with enough numbers to judge a near miss.

use crate::{PixelsError, Rgb8, Words16};

/// How two RGB pictures of the same size differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Pixels compared.
    pub pixels: u64,
    /// Pixels that are equal in all channels.
    pub identical: u64,
    /// Largest difference of any channel, 0 to 255.
    pub max_channel_difference: u8,
    /// Largest difference in red, green and blue.
    pub channel_maxima: [u8; 3],
    /// Number of pixels by the largest difference among their three channels.
    pub histogram: [u64; 256],
}

impl Comparison {
    /// Whether every pixel is equal.
    pub fn is_identical(&self) -> bool {
        self.identical == self.pixels
    }

    /// Share of equal pixels in per cent; 100 for empty pictures.
    pub fn identical_percent(&self) -> f64 {
        if self.pixels == 0 {
            return 100.0;
        }
        // Counts stay far below 2^53, where f64 is exact.
        #[allow(clippy::cast_precision_loss, reason = "pixel counts are below 2^53")]
        let percent = self.identical as f64 * 100.0 / self.pixels as f64;
        percent
    }

    /// Number of pixels whose channels all differ by at most `tolerance`.
    pub fn within(&self, tolerance: u8) -> u64 {
        self.histogram[..=tolerance as usize].iter().sum()
    }
}

/// Compares two pictures pixel by pixel; pictures of different sizes are
/// [`PixelsError::SizesDiffer`].
pub fn compare(a: &Rgb8, b: &Rgb8) -> Result<Comparison, PixelsError> {
    check_sizes((a.width, a.height), (b.width, b.height))?;
    let mut histogram = [0u64; 256];
    let mut channel_maxima = [0u8; 3];
    let mut pixels = 0;
    for (p, q) in a.data.chunks_exact(3).zip(b.data.chunks_exact(3)) {
        let mut largest = 0;
        for channel in 0..3 {
            let difference = p[channel].abs_diff(q[channel]);
            channel_maxima[channel] = channel_maxima[channel].max(difference);
            largest = largest.max(difference);
        }
        histogram[largest as usize] += 1;
        pixels += 1;
    }
    let max_channel_difference = channel_maxima.into_iter().max().unwrap_or(0);
    let identical = histogram[0];
    Ok(Comparison { pixels, identical, max_channel_difference, channel_maxima, histogram })
}

/// Number of equal words in two raw pictures, and the index of the first unequal one.
/// Pictures of different sizes are [`PixelsError::SizesDiffer`].
pub fn compare_words(a: &Words16, b: &Words16) -> Result<(u64, Option<usize>), PixelsError> {
    check_sizes((a.width, a.height), (b.width, b.height))?;
    let identical = a.data.iter().zip(&b.data).filter(|(p, q)| p == q).count() as u64;
    Ok((identical, a.data.iter().zip(&b.data).position(|(p, q)| p != q)))
}

/// Refuses pictures of different sizes.
pub(crate) fn check_sizes(a: (u32, u32), b: (u32, u32)) -> Result<(), PixelsError> {
    if a == b { Ok(()) } else { Err(PixelsError::SizesDiffer { a, b }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn picture(data: Vec<u8>) -> Rgb8 {
        Rgb8::new((data.len() / 3) as u32, 1, data).unwrap()
    }

    #[test]
    fn counts_maxima_and_histogram() {
        let a = picture(vec![0, 0, 0, 10, 20, 30, 255, 0, 0]);
        let b = picture(vec![0, 0, 0, 12, 15, 30, 0, 0, 0]);
        let c = compare(&a, &b).unwrap();
        assert_eq!((c.pixels, c.identical, c.max_channel_difference), (3, 1, 255));
        assert_eq!(c.channel_maxima, [255, 5, 0]);
        assert_eq!((c.histogram[0], c.histogram[5], c.histogram[255]), (1, 1, 1));
        assert_eq!((c.within(4), c.within(5), c.within(255)), (1, 2, 3));
    }

    #[test]
    fn different_sizes_are_an_error() {
        let a = Rgb8::new(2, 1, vec![0; 6]).unwrap();
        let b = Rgb8::new(1, 2, vec![0; 6]).unwrap();
        assert!(matches!(compare(&a, &b), Err(PixelsError::SizesDiffer { .. })));
    }

    #[test]
    fn words_say_where() {
        let a = Words16::new(3, 1, vec![1, 2, 3]).unwrap();
        let b = Words16::new(3, 1, vec![1, 9, 3]).unwrap();
        assert_eq!(compare_words(&a, &b).unwrap(), (2, Some(1)));
        assert_eq!(compare_words(&a, &a).unwrap(), (3, None));
    }

    proptest! {
        #[test]
        fn a_picture_equals_itself_and_order_does_not_matter(
            pairs in prop::collection::vec(any::<([u8; 3], [u8; 3])>(), 0..50),
        ) {
            let a = picture(pairs.iter().flat_map(|p| p.0).collect());
            let b = picture(pairs.iter().flat_map(|p| p.1).collect());
            prop_assert!(compare(&a, &a).unwrap().is_identical());
            let c = compare(&a, &b).unwrap();
            prop_assert_eq!(&c, &compare(&b, &a).unwrap());
            prop_assert_eq!(c.histogram.iter().sum::<u64>(), c.pixels);
            prop_assert_eq!(c.is_identical(), a == b);
        }
    }
}
