//! Two pictures, in numbers and as a picture.

use std::collections::BTreeMap;

use base_pixels::{Rgb8, Words16, difference_picture, encode_rgb8};
use serde::Serialize;

use super::load::Picture;

/// How two pictures of the same size differ.
#[derive(Serialize)]
pub(crate) struct Difference {
    pub(crate) passes: bool,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) pixels: u64,
    pub(crate) identical: u64,
    pub(crate) identical_percent: f64,
    /// The largest difference of any channel.
    pub(crate) largest: u16,
    /// Pixels by the largest difference among their channels.
    pub(crate) histogram: BTreeMap<u16, u64>,
}

/// How two files of the same length differ, byte by byte.
#[derive(Serialize)]
pub(crate) struct RawDifference {
    pub(crate) passes: bool,
    pub(crate) bytes: u64,
    pub(crate) differing: u64,
    /// Where the first byte that differs lies.
    pub(crate) first: Option<u64>,
}

/// Compares byte by byte, or says why that is impossible.
pub(crate) fn compare_raw(a: &[u8], b: &[u8]) -> Result<RawDifference, String> {
    if a.len() != b.len() {
        return Err(format!("one has {} bytes, the other {}", a.len(), b.len()));
    }
    let mut differing = (0..).zip(a.iter().zip(b)).filter(|(_, (a, b))| a != b).map(|(at, _)| at);
    let first: Option<u64> = differing.next();
    let count = first.map_or(0, |_| 1 + differing.count() as u64);
    Ok(RawDifference { passes: first.is_none(), bytes: a.len() as u64, differing: count, first })
}

/// Compares, or says why that is impossible.
pub(crate) fn compare(a: &Picture, b: &Picture, tolerance: u16) -> Result<Difference, String> {
    let histogram = match (a, b) {
        (Picture::Color(a), Picture::Color(b)) => {
            let found = base_pixels::compare(a, b).map_err(|error| error.to_string())?;
            (0..).zip(found.histogram).filter(|(_, pixels)| *pixels > 0).collect()
        }
        (Picture::Gray(a), Picture::Gray(b)) => gray(a, b)?,
        _ => return Err("one is a colour picture, the other 16-bit grey".to_owned()),
    };
    let (width, height) = a.size();
    let pixels: u64 = histogram.values().sum();
    let identical = histogram.get(&0).copied().unwrap_or(0);
    let largest = histogram.last_key_value().map_or(0, |(difference, _)| *difference);
    #[expect(clippy::cast_precision_loss, reason = "pixel counts are below 2^53")]
    let percent = if pixels == 0 { 100.0 } else { identical as f64 * 100.0 / pixels as f64 };
    Ok(Difference {
        passes: largest <= tolerance,
        width,
        height,
        pixels,
        identical,
        identical_percent: percent,
        largest,
        histogram,
    })
}

fn gray(a: &Words16, b: &Words16) -> Result<BTreeMap<u16, u64>, String> {
    // For its check of sizes.
    base_pixels::compare_words(a, b).map_err(|error| error.to_string())?;
    let mut histogram = BTreeMap::new();
    for (a, b) in a.data.iter().zip(&b.data) {
        *histogram.entry(a.abs_diff(*b)).or_insert(0) += 1;
    }
    Ok(histogram)
}

/// The difference picture as a PNG. Grey words are shown by their high bytes, and a difference in
/// the low byte alone as the smallest one.
pub(crate) fn draw(a: &Picture, b: &Picture) -> anyhow::Result<Vec<u8>> {
    let picture = match (a, b) {
        (Picture::Color(a), Picture::Color(b)) => difference_picture(a, b)?,
        (Picture::Gray(a), Picture::Gray(b)) => {
            let other = b.data.iter().zip(&a.data).map(|(b, a)| {
                let (high, base) = ((b >> 8) as u8, (a >> 8) as u8);
                if b != a && high == base { high ^ 1 } else { high }
            });
            difference_picture(&shown(a), &spread(b, other))?
        }
        _ => anyhow::bail!("pictures of two kinds have no difference picture"),
    };
    Ok(encode_rgb8(&picture)?)
}

fn shown(words: &Words16) -> Rgb8 {
    spread(words, words.data.iter().map(|word| (word >> 8) as u8))
}

fn spread(words: &Words16, bytes: impl Iterator<Item = u8>) -> Rgb8 {
    let data = bytes.flat_map(|byte| [byte; 3]).collect();
    Rgb8 { width: words.width, height: words.height, data }
}

impl Difference {
    /// The histogram in powers of two.
    pub(crate) fn histogram_text(&self) -> String {
        if self.identical == self.pixels {
            return String::new();
        }
        let mut lines = vec!["difference  pixels\n".to_owned()];
        let mut first: u32 = 1;
        while first <= u32::from(self.largest) {
            let last = first * 2 - 1;
            let within = |d: u16| (first..=last).contains(&u32::from(d));
            let pixels: u64 =
                self.histogram.iter().filter(|(d, _)| within(**d)).map(|(_, n)| n).sum();
            let range = if first == last { format!("{first}") } else { format!("{first}-{last}") };
            lines.push(format!("{range:<10}  {pixels}\n"));
            first *= 2;
        }
        lines.concat()
    }
}
